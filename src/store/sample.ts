import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Country } from '../model/country.ts';
import { isCompiled } from '../version.ts';

/** What can be opened before anything has been built, and how to build an index. */

/**
 * The directory of the small sample index that comes with the package: a few streets of all three countries, to try every operation
 * on. From a checkout it is there after `npm run build`.
 *
 * @example const lookup = await openAddressLookup(sampleDirectory());
 */
export function sampleDirectory(): string {
  return fileURLToPath(new URL(isCompiled() ? '../../sample' : '../../dist/sample', import.meta.url));
}

/** The remedy if there is no index, or none of a country: the commands for a checkout or an installed package. */
export function howToBuild(country: Country = 'lu'): string {
  const build = isCompiled()
    ? `"npx benelux-address-tools update --countries ${country}" downloads a register and builds it`
    : '"npm run build-index" builds the fixtures';
  const sample = sampleDirectory();
  const trial = existsSync(sample) ? `; to try things out, name the sample in the package, ${shortest(sample)}` : '';
  return `Name a directory that has one, or build one: ${build}${trial}.`;
}

/** The path relative to the current directory, if it is inside that. */
function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere;
}
