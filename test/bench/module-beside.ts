import { extname } from 'node:path';

/** A module in the same directory as another, in the language that runs: the sources, or what is compiled of them. */
export function moduleBeside(name: string, moduleUrl: string): URL {
  return new URL(`./${name}${extname(moduleUrl)}`, moduleUrl);
}
