import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const LUXE = { district: 'LUXEMBOURG' };

/** A register of three towns with a street and an address each. */
export const BASE: CaclrRegister = {
  districts: [
    { code: 'DIEK', nom: 'DIEKIRCH' },
    { code: 'LUXE', nom: 'LUXEMBOURG' },
  ],
  cantons: [
    { code: '00', nom: 'LUXEMBOURG-VILLE', district: 'LUXE' },
    { code: '04', nom: 'LUXEMBOURG', district: 'LUXE' },
    { code: '07', nom: 'DIEKIRCH', district: 'DIEK' },
  ],
  communes: [
    { canton: '00', code: '01', nom: 'Luxembourg', active: true },
    { canton: '04', code: '08', nom: 'Strassen', active: true },
    { canton: '07', code: '01', nom: 'Bastendorf', active: false },
    { canton: '07', code: '04', nom: 'Diekirch', active: true },
  ],
  localites: [
    { numero: 1, nom: 'Luxembourg', canton: '00', commune: '01', ville: true },
    { numero: 40, nom: 'Strassen', canton: '04', commune: '08' },
    { numero: 300, nom: 'Diekirch', canton: '07', commune: '04', ville: true },
  ],
  quartiers: [],
  rues: [
    { numero: 10, nom: "Route d'Esch", localite: 1 },
    { numero: 20, nom: "Route d'Arlon", localite: 40 },
    { numero: 5000, nom: "D'Baach aus", localite: 300 },
  ],
  aliasRues: [],
  aliasLocalites: [],
  codesPostaux: [
    { numero: 1470, libelle: 'LUXEMBOURG', type: 'N' },
    { numero: 8011, libelle: 'STRASSEN', type: 'N' },
    { numero: 9209, libelle: 'DIEKIRCH', type: 'N' },
  ],
  routes: [{ type: 'N', numero: '4' }],
  designations: [],
  denormalise: [
    { ...LUXE, canton: 'LUXEMBOURG-VILLE', commune: 'Luxembourg', localite: 'Luxembourg', rue: "Route d'Esch" },
    { ...LUXE, canton: 'LUXEMBOURG', commune: 'Strassen', localite: 'Strassen', rue: "Route d'Arlon" },
    { district: 'DIEKIRCH', canton: 'DIEKIRCH', commune: 'Diekirch', localite: 'Diekirch', rue: "D'Baach aus" },
  ],
  immeubles: [
    { numeroInterne: 1, numero: 70, codePostal: 1470, rue: 10 },
    { numeroInterne: 2, numero: 1, codePostal: 8011, rue: 20 },
    { numeroInterne: 3, numero: 10, codePostal: 9209, rue: 5000 },
  ],
};

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
  const rejects = readFileSync(rejectsPath, 'utf8').trimEnd().split('\n').slice(1);
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
