import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module in the same directory as another, as it is running: a source, or its compiled form. */
export function moduleBeside(name: string, moduleUrl: string): URL {
  return new URL(`./${name}${extname(moduleUrl)}`, moduleUrl);
}

/** Node's options to run a module in a thread: tsx for TypeScript before Node 22.18, else none. */
export function threadArguments(module: URL): string[] {
  const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
  if (!module.pathname.endsWith('.ts') || runsTypeScript) return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}
