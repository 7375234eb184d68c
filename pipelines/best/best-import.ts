import { AddressLookupError } from '../../src/errors.ts';
import type { RegisterRelease } from '../../src/store/manifest.ts';
import type { ImportedRegister, RecordOrigin } from '../record-origin.ts';
import type { ImportContext, RegisterImport } from '../register-import.ts';
import type { ImportReport } from '../report.ts';
import type { AddressTable } from './address-table.ts';
import { findBestFiles } from './best-files.ts';
import { joinNames } from './join-names.ts';
import { describeComparison } from './published-degrees.ts';
import type { FileContent } from './read-file.ts';
import { readFiles } from './read-files.ts';
import { writtenId } from './records.ts';
import { accountForNames } from './report-names.ts';
import { DEFAULT_STATUSES, type ResolvedTable, resolve, type StatusPolicy } from './resolve.ts';
import { toAddresses } from './to-address.ts';
import { toGazetteer } from './to-gazetteer.ts';

export interface BestImportOptions {
  /** Which statuses are taken over; `current`, `reserved` and `proposed` unless told. */
  readonly statuses?: StatusPolicy;
  /** Below this many bytes files are read one after the other: threads would take longer to start than they save. */
  readonly worthThreadsBytes?: number;
}

/**
 * Belgium: BeST address (BOSA), from the CSV files of the three regions (`openaddress-bevlg.zip`, …) or from the full XML
 * download (`best-full-latest.zip`), zipped, unpacked or in a folder, in Lambert 72 or Lambert 2008.
 */
export const bestImport: RegisterImport = createBestImport();

/** The same with another choice of statuses. */
export function createBestImport(options: BestImportOptions = {}): RegisterImport {
  return { country: 'be', run: (paths, context) => run(paths, context, options) };
}

async function run(
  paths: readonly string[],
  context: ImportContext,
  { statuses = DEFAULT_STATUSES, worthThreadsBytes }: BestImportOptions,
): Promise<ImportedRegister> {
  const { report, progress } = context;
  const { files, others } = await findBestFiles(paths, context.temporaryDirectory);
  for (const { name, path } of others) {
    // The downloads come with licences and the like, which nobody takes for addresses.
    if (/\.(csv|xml|zip)$/i.test(name)) report.warn(`"${path}" is no file of BeST addresses: it was passed over.`);
  }
  const { threads, gridFile, referenceDate } = context;
  const contents = await readFiles(files, { threads, progress, gridFile, referenceDate, worthThreadsBytes });
  const tables = tablesOf(contents, report);
  assertRegionsOnce(tables);

  progress.stage('resolve', tables.length, 'files');
  const resolved = resolve(tables, statuses, report);
  const { areas, placeOf } = toGazetteer(usedPostalAreas(resolved));
  const { addresses, streets } = toAddresses(resolved, placeOf);
  progress.stop();
  if (addresses.length === 0) throw noAddresses(tables);
  return {
    country: 'be',
    registers: [release(referenceDate ?? newestDate(contents))],
    gazetteer: { ...areas, streets },
    addresses,
    originOf: originReader(tables),
  };
}

/** The addresses of all files, names joined, with what there is to say of them said. */
function tablesOf(contents: readonly FileContent[], report: ImportReport): readonly AddressTable[] {
  const tables = contents.flatMap((content) => (content.kind === 'addresses' ? [content.table] : []));
  const nameTables = contents.flatMap((content) => (content.kind === 'names' ? [content.table] : []));
  for (const { path, degrees } of tables) {
    const sentence = describeComparison(path, degrees);
    if (sentence !== undefined) report.warn(sentence);
  }
  if (nameTables.length === 0) return tables;
  const joined = joinNames(tables, nameTables);
  accountForNames(nameTables, joined, report);
  return joined.tables;
}

/**
 * A region in two files is the same region twice (last week's file beside this week's, Lambert 72 beside Lambert 2008).
 *
 * @throws AddressLookupError `input-mixed`
 */
function assertRegionsOnce(tables: readonly AddressTable[]): void {
  const fileOfRegion = new Map<string, string>();
  for (const { path, postalAreas } of tables) {
    for (const region of new Set(postalAreas.map((area) => area.region))) {
      const other = fileOfRegion.get(region);
      if (other !== undefined) {
        throw new AddressLookupError(
          'input-mixed',
          `"${other}" and "${path}" both hold addresses of ${region}. Give one file for each region.`,
          { got: [other, path], region },
        );
      }
      fileOfRegion.set(region, path);
    }
  }
}

/** Those that a kept address is in, each once, in the order of the files. */
function* usedPostalAreas(resolved: readonly ResolvedTable[]): Generator<AddressTable['postalAreas'][number]> {
  for (const { table, kept } of resolved) {
    const used = new Uint8Array(table.postalAreas.length);
    for (const row of kept) used[table.postalArea[row]!] = 1;
    for (const [position, area] of table.postalAreas.entries()) if (used[position] === 1) yield area;
  }
}

/** Keeps what names the records of addresses, and nothing else of the tables. */
function originReader(tables: readonly AddressTable[]): (record: number, id: number) => RecordOrigin {
  const files = tables.map(({ path, position, length }) => ({ path, position, length }));
  return (record, id) => {
    let row = record;
    for (const { path, position, length } of files) {
      if (row < length) return { recordType: 'address', file: path, position: position[row]!, id: writtenId(id) };
      row -= length;
    }
    throw new RangeError(`There is no record ${record}.`);
  };
}

/** The CSV files say no date. */
function newestDate(contents: readonly FileContent[]): string | null {
  let newest: string | null = null;
  for (const { table } of contents) {
    if (table.referenceDate !== null && (newest === null || table.referenceDate > newest)) newest = table.referenceDate;
  }
  return newest;
}

function noAddresses(tables: readonly AddressTable[]): AddressLookupError {
  const read = tables.reduce((sum, table) => sum + table.read, 0);
  return new AddressLookupError(
    'input-empty',
    `${read} records of BeST were read and none is an address to take over; the rejects file says why. Give complete files.`,
    { read },
  );
}

function release(referenceDate: string | null): RegisterRelease {
  return {
    name: 'BeST',
    publisher: 'BOSA (Federal Public Service Policy and Support), with the regions of Belgium',
    referenceDate,
    licence: 'CC-BY-4.0',
    attribution: 'Addresses of Belgium: BeST address, © BOSA and the regions of Belgium (CC BY 4.0).',
    url: 'https://opendata.bosa.be/',
  };
}
