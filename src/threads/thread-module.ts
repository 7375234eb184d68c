import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The URL of a module in the same directory as another, as a source or compiled like that one. */
export function moduleBeside(name: string, moduleUrl: string): URL {
  return new URL(`./${name}${extname(moduleUrl)}`, moduleUrl);
}

/** Node's options to run a module in a thread: tsx for TypeScript before Node 22.18, else none. */
export function threadArguments(module: URL): string[] {
  const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
  if (!module.pathname.endsWith('.ts') || runsTypeScript) return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}

/** Starts a thread that runs a module. Node's options do not apply to the first module of a thread, so if that needs tsx, tsx is registered before it. */
export function startThread(module: URL, options: WorkerOptions): Worker {
  if (threadArguments(module).length === 0) return new Worker(module, options);
  const directory = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const tsx = new URL('./dist/esm/api/index.mjs', directory).href;
  const source = `const { register } = await import(${JSON.stringify(tsx)}); register(); await import(${JSON.stringify(module.href)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), options);
}
