import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../../src/errors.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { BUILD_FILES, openIndex } from '../../src/store/directory.ts';
import { INDEX_FILES, isCount, isObject, type Manifest } from '../../src/store/manifest.ts';
import { currentDirectory, releaseDirectory, releasesIn } from '../../src/store/releases.ts';
import { compareReleases } from '../diff/compare-releases.ts';
import type { BuildReport } from '../report.ts';
import type { Candidate, Finding, Previous, PreviousCounts } from './gate.ts';

/**
 * Compares a new index with the current release of a place. One that cannot be opened (damaged, of another format version, or named by a
 * pointer that cannot be read) is known by the figures of its report or manifest. `undefined` if there is none, or if one of the two was built
 * from the fixtures.
 */
export async function comparePrevious(place: string, index: CountryIndex): Promise<Previous | undefined> {
  const { directory, fault: pointerFault } = currentOrNewest(place);
  if (directory === undefined) return pointerFault === undefined ? undefined : { fault: pointerFault };
  const manifest = readObject<Manifest>(join(directory, INDEX_FILES.manifest));
  // The sample registers replace another index only if that was asked for.
  const isFixture = index.manifest.isFixture === true;
  if ((manifest?.isFixture === true) !== isFixture && (isFixture || manifest !== undefined)) return undefined;
  const report = readObject<BuildReport>(join(directory, BUILD_FILES.report));
  const known = {
    counts: countsOf(manifest, report),
    records: recordsOf(report),
  };
  let before: CountryIndex;
  try {
    before = await openIndex(directory);
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    return { ...known, fault: error.message };
  }
  if (before.country !== index.country) return { fault: `${directory} holds the index of "${before.country}".` };
  return { ...known, comparison: compareReleases(before, index), fault: pointerFault };
}

/** The release that the pointer names; if it names none that can be read, the newest one. */
function currentOrNewest(place: string): { readonly directory?: string | undefined; readonly fault?: string } {
  try {
    return { directory: currentDirectory(place) };
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    const [newest] = releasesIn(place);
    return { directory: newest && releaseDirectory(place, newest), fault: error.message };
  }
}

/** A file of any version of this package: nothing in it is certain. */
function readObject<Fields>(path: string): { readonly [Name in keyof Fields]?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject<Fields>(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function countsOf(
  manifest: { readonly [Name in keyof Manifest]?: unknown } | undefined,
  report: { readonly [Name in keyof BuildReport]?: unknown } | undefined,
): PreviousCounts | undefined {
  const counts = manifest?.counts;
  const addresses = isObject<Manifest['counts']>(counts) ? counts.addresses : undefined;
  const areas = report?.provinces;
  const provinces = areAreas(areas) ? areas : undefined;
  const total = isCount(addresses) ? addresses : provinces?.reduce((sum, province) => sum + province.addresses, 0);
  if (total === undefined) return undefined;
  const registers = [manifest?.registers, report?.registers].find(Array.isArray) ?? [];
  return { addresses: total, provinces, registers: registers.filter(isDated) };
}

function recordsOf(
  report: { readonly [Name in keyof BuildReport]?: unknown } | undefined,
): BuildReport['records'] | undefined {
  const records = report?.records;
  return isObject(records) ? (records as BuildReport['records']) : undefined;
}

function areAreas(value: unknown): value is BuildReport['provinces'] {
  const isArea = (each: unknown): boolean =>
    isObject<BuildReport['provinces'][number]>(each) &&
    isCount(each.id) &&
    typeof each.name === 'string' &&
    isCount(each.addresses);
  const isProvince = (each: unknown): boolean => {
    const { municipalities } = each as { readonly municipalities?: unknown };
    return isArea(each) && Array.isArray(municipalities) && municipalities.every(isArea);
  };
  return Array.isArray(value) && value.every(isProvince);
}

function isDated(value: unknown): value is PreviousCounts['registers'][number] {
  return (
    isObject<PreviousCounts['registers'][number]>(value) &&
    typeof value.name === 'string' &&
    typeof (value.referenceDate ?? '') === 'string'
  );
}

/** Whether there is a current release that cannot be compared with as it should be, and what was compared instead. */
export function uncomparablePrevious({ previous }: Candidate): Finding | undefined {
  if (previous === undefined) return undefined;
  const { fault, counts } = previous;
  if (fault === undefined) return { figure: 0, explanation: 'It was compared with.', examples: [] };
  const judged =
    previous.comparison !== undefined
      ? 'The newest release was compared with instead.'
      : counts?.provinces !== undefined
        ? 'Only its counts were compared.'
        : counts !== undefined
          ? 'Only its number of addresses was compared.'
          : 'Nothing was compared.';
  return { figure: 1, explanation: judged, examples: [fault] };
}
