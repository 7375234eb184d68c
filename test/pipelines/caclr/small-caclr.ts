import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { CaclrRegister } from '../../../fixtures/generate/caclr/caclr-records.ts';
import { caclrTables } from '../../../fixtures/generate/caclr/caclr-tables.ts';
import { caclrImport } from '../../../pipelines/caclr/caclr-import.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { assertNothingLost, ImportReport, type RecordCounts } from '../../../pipelines/report.ts';
import { NO_POSITION } from '../../../src/model/address-columns.ts';
import { nameIn } from '../../../src/model/country.ts';
import type { IndexInput } from '../../../src/store/manifest.ts';
import { readRejects } from '../../support/read-rejects.ts';
import { BASE } from './base-register.ts';

export { BASE };

export interface Imported {
  readonly input: IndexInput;
  readonly counts: ReadonlyMap<string, RecordCounts>;
  readonly warnings: readonly string[];
  /** The rejects file, a line each, without its header. */
  readonly rejects: readonly string[];
}

/** Writes the tables to a folder of their own and returns its path. */
export async function writeCaclr(changes: Partial<CaclrRegister> = {}): Promise<string> {
  const folder = temporaryFolder();
  for (const { name, content } of caclrTables({ ...BASE, ...changes })) {
    writeFileSync(join(folder, name), Buffer.concat([...content]));
  }
  return folder;
}

/** Imports the paths, as a build does, and checks that no record was lost. */
export async function importPaths(paths: readonly string[]): Promise<Imported> {
  const folder = temporaryFolder();
  const temporaryDirectory = join(folder, 'unpacked');
  await mkdir(temporaryDirectory);
  const rejectsPath = join(folder, 'rejects.csv');
  const report = new ImportReport(rejectsPath);
  const input = await caclrImport.run(paths, { report, progress: silentProgress, temporaryDirectory, threads: 1 });
  report.close();
  assertNothingLost(report.counts);
  const rejects = readRejects(rejectsPath).trimEnd().split('\n').slice(1);
  return { input, counts: report.counts, warnings: report.warnings, rejects };
}

/** Imports the small register, changed, with BD-Adresses (the text of a file) if given. */
export async function importSmall(changes: Partial<CaclrRegister> = {}, bdAdresses?: BdFile): Promise<Imported> {
  const folder = await writeCaclr(changes);
  if (bdAdresses !== undefined) writeFileSync(join(folder, bdAdresses.name), bdAdresses.content);
  return importPaths([folder]);
}

export interface BdFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** `1 → Route d'Esch 70, 1470 Luxembourg`: the addresses in a form to compare. */
export function addressLines({ gazetteer, addresses }: IndexInput): string[] {
  return Array.from({ length: addresses.length }, (_, i) => {
    const street = gazetteer.streets[addresses.street[i]!]!;
    const place = gazetteer.places[street.place]!;
    const { letter } = addresses.suffixes[addresses.suffix[i]!]!;
    const number = `${addresses.number[i]! || ''}${letter}`;
    return `${addresses.id[i]} ${nameIn(street.names)} ${number}, ${addresses.postcode[i]} ${nameIn(place.names)}`;
  });
}

/** `[latitude, longitude]` by id of the address; `null` where it has none. */
export function positions({ addresses }: IndexInput): Record<number, [number, number] | null> {
  const byId: Record<number, [number, number] | null> = {};
  for (let i = 0; i < addresses.length; i++) {
    const isPlaced = addresses.latE7[i] !== NO_POSITION;
    byId[addresses.id[i]!] = isPlaced ? [addresses.latE7[i]! / 1e7, addresses.lonE7[i]! / 1e7] : null;
  }
  return byId;
}

/** A new folder, removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'caclr-'));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
