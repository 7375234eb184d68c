import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../../src/errors.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { BUILD_FILES, openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { compareReleases } from '../diff/compare-releases.ts';
import type { BuildReport } from '../report.ts';
import type { Previous } from './gates.ts';

/**
 * Compares a new index with the current release of a place. `undefined` if there is none, if it cannot be opened (then any
 * release is better), or if one of the two was built from the fixtures.
 */
export async function comparePrevious(place: string, index: CountryIndex): Promise<Previous | undefined> {
  const directory = pointedDirectory(place);
  if (directory === undefined) return undefined;
  let before: CountryIndex;
  try {
    before = await openIndex(directory);
  } catch (error) {
    if (error instanceof AddressLookupError) return undefined;
    throw error;
  }
  const isComparable = before.country === index.country && before.manifest.isFixture === index.manifest.isFixture;
  return isComparable ? { comparison: compareReleases(before, index), report: readReport(directory) } : undefined;
}

function pointedDirectory(place: string): string | undefined {
  try {
    return currentDirectory(place);
  } catch {
    return undefined;
  }
}

function readReport(directory: string): BuildReport | undefined {
  try {
    const report = JSON.parse(readFileSync(join(directory, BUILD_FILES.report), 'utf8')) as BuildReport;
    return typeof report.records === 'object' && report.records !== null ? report : undefined;
  } catch {
    return undefined;
  }
}
