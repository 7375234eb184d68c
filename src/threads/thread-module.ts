import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module in the same directory as another, in the language that runs: the sources, or what is compiled of them. */
export function moduleBeside(name: string, moduleUrl: string): URL {
  return new URL(`./${name}${extname(moduleUrl)}`, moduleUrl);
}

/** What Node needs to run a module in a thread: tsx for TypeScript that it cannot run itself (before 22.18), else nothing. */
export function threadArguments(module: URL): string[] {
  const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
  if (!module.pathname.endsWith('.ts') || runsTypeScript) return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}
