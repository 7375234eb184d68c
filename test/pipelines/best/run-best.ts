import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BestImportOptions, createBestImport } from '../../../pipelines/best/best-import.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import type { ImportContext, ImportedRegister } from '../../../pipelines/register-import.ts';
import { assertNothingLost, ImportReport, type RecordCounts } from '../../../pipelines/report.ts';
import { ADDRESS_STATE, NO_POSITION } from '../../../src/model/address-columns.ts';
import type { Names } from '../../../src/model/country.ts';
import { readRejects } from '../../support/read-rejects.ts';

/** Files by their path below the folder that is imported. */
export type Files = { readonly [path: string]: string | Uint8Array };

export type RunOptions = BestImportOptions & Partial<Pick<ImportContext, 'threads' | 'referenceDate' | 'gridFile'>>;

export interface BestRun {
  readonly input: ImportedRegister;
  readonly addresses: readonly FlatAddress[];
  readonly counts: ReadonlyMap<string, RecordCounts>;
  readonly warnings: readonly string[];
  /** Lines of the rejects file, without its header. */
  readonly rejects: readonly string[];
}

/** One address with all that the gazetteer says of it. */
export interface FlatAddress {
  readonly id: number;
  readonly street: Names;
  readonly streetId: number;
  readonly houseNumber: string;
  readonly box: string;
  readonly postcode: number;
  readonly place: Names;
  readonly placeId: number;
  readonly municipality: Names;
  readonly nis: number;
  readonly province: Names;
  readonly region: number;
  readonly state: string;
  /** Degrees, or `null` without a position. */
  readonly wgs84: readonly [number, number] | null;
  /** Lambert 72 in metres. */
  readonly bd72: readonly [number, number] | null;
}

/** Writes `files` to a folder, imports the folder and removes it. */
export async function importFiles(files: Files, options: RunOptions = {}): Promise<BestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'best-input-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return await importPaths([folder], options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Imports what lies under `paths` and asserts that nothing was lost on the way. */
export async function importPaths(paths: readonly string[], options: RunOptions = {}): Promise<BestRun> {
  const temporaryDirectory = await mkdtemp(join(tmpdir(), 'best-import-'));
  const { statuses, minBytesForThreads, ...context } = options;
  const rejectsFile = join(temporaryDirectory, 'rejects.csv');
  try {
    const report = new ImportReport(rejectsFile);
    const register = createBestImport({
      ...(statuses !== undefined && { statuses }),
      ...(minBytesForThreads !== undefined && { minBytesForThreads }),
    });
    const input = (await register.run(paths, {
      report,
      progress: silentProgress,
      temporaryDirectory,
      threads: 1,
      ...context,
    })) as ImportedRegister;
    report.close();
    assertNothingLost(report.counts);
    const rejects = readRejects(rejectsFile).trim().split('\n').slice(1);
    return { input, addresses: flatten(input), counts: report.counts, warnings: report.warnings, rejects };
  } finally {
    await rm(temporaryDirectory, { recursive: true });
  }
}

function flatten({ gazetteer, addresses }: ImportedRegister): FlatAddress[] {
  const stateNames = Object.fromEntries(Object.entries(ADDRESS_STATE).map(([name, state]) => [state, name]));
  return Array.from({ length: addresses.length }, (_, i) => {
    const street = gazetteer.streets[addresses.street[i]!]!;
    const place = gazetteer.places[street.place]!;
    const municipality = gazetteer.municipalities[place.municipality]!;
    const province = gazetteer.provinces[municipality.province]!;
    const suffix = addresses.suffixes[addresses.suffix[i]!]!;
    const number = addresses.number[i]!;
    const placed = addresses.latE7[i] !== NO_POSITION;
    return {
      id: addresses.id[i]!,
      street: street.names,
      streetId: street.id,
      houseNumber: `${number === 0 ? '' : number}${suffix.letter}`,
      box: suffix.addition,
      postcode: addresses.postcode[i]!,
      place: place.names,
      placeId: place.id,
      municipality: municipality.names,
      nis: municipality.id,
      province: province.names,
      region: gazetteer.regions[province.region!]!.id,
      state: stateNames[addresses.state[i]!]!,
      wgs84: placed ? [addresses.latE7[i]! / 1e7, addresses.lonE7[i]! / 1e7] : null,
      bd72: placed ? [addresses.gridXmm[i]! / 1000, addresses.gridYmm[i]! / 1000] : null,
    };
  });
}
