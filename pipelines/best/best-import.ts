import { AddressLookupError } from '../../src/errors.ts';
import { identifierInRegion } from '../../src/model/identifiers.ts';
import type { FormerInput, RegisterRelease } from '../../src/store/manifest.ts';
import { findEnded } from '../ended.ts';
import { countFormer } from '../former.ts';
import type { ImportContext, ImportedRegister, RecordOrigin, RegisterImport } from '../register-import.ts';
import type { ImportReport } from '../report.ts';
import type { AddressTable } from './address-table.ts';
import { type BestFile, findBestFiles } from './files.ts';
import { describeComparison } from './positions.ts';
import { type FileContent, readFiles } from './read.ts';
import { DEFAULT_STATUSES, type StatusPolicy } from './records.ts';
import { joinNames, type ResolvedTable, resolve } from './resolve.ts';
import { toAddresses } from './to-address.ts';

export interface BestImportOptions {
  /** Statuses to include; `current`, `reserved` and `proposed` by default. */
  readonly statuses?: StatusPolicy;
  /** Below this many bytes files are read one after the other: threads take longer to start than they save. */
  readonly minBytesForThreads?: number;
}

/**
 * Belgium: BeST address (BOSA), from the CSV files of the three regions (`openaddress-bevlg.zip`, …) or from the full XML
 * download (`best-full-latest.zip`), zipped, unpacked or in a folder, in Lambert 72 or Lambert 2008.
 *
 *     files → read (csv, xml) → resolve (names joined, rows chosen) → to-address
 */
export function createBestImport(options: BestImportOptions = {}): RegisterImport {
  return { country: 'be', run: (paths, context) => run(paths, context, options) };
}

/** The import with the default statuses. */
export const bestImport: RegisterImport = createBestImport();

async function run(
  paths: readonly string[],
  context: ImportContext,
  { statuses = DEFAULT_STATUSES, minBytesForThreads }: BestImportOptions,
): Promise<ImportedRegister> {
  const { report, progress } = context;
  const { files, others } = await findBestFiles(paths, context.temporaryDirectory);
  for (const { name, path } of others) {
    // Downloads include licences and the like, which are not worth a warning.
    if (/\.(csv|xml|zip)$/i.test(name)) report.warn(`"${path}" is not a file of BeST addresses and was skipped.`);
  }
  const { threads, gridFile, referenceDate } = context;
  const contents = await readFiles(files, { threads, progress, gridFile, referenceDate, minBytesForThreads });
  contents.forEach(({ table }, i) => {
    const { path, source } = files[i]!.entry;
    report.dated(path, table.referenceDate ?? source.member?.modifiedOn ?? null);
  });
  const tables = tablesOf(contents, report);
  assertRegionsOnce(tables);

  progress.stage('resolve', tables.length, 'files');
  const resolved = resolve(tables, statuses, report);
  const { gazetteer, addresses } = toAddresses(resolved);
  const former = findFormer(resolved, { gazetteer, addresses }, report);
  progress.stop();
  const date = referenceDate ?? newestDate(contents) ?? archiveDate(files);
  if (date === null)
    report.warn(
      'The files have no date, so nothing says when the addresses are old. Give --reference-date, or the zips of the publisher.',
    );
  return {
    country: 'be',
    registers: [release(date)],
    gazetteer,
    addresses,
    ...(former && { former }),
    originOf: originReader(tables),
  };
}

/** The addresses that were, if a file says when any of them ended. */
function findFormer(
  resolved: readonly ResolvedTable[],
  present: Pick<ImportedRegister, 'gazetteer' | 'addresses'>,
  report: ImportReport,
): FormerInput | undefined {
  const until = resolved.flatMap(({ table, ended }) => Array.from(ended, (row) => table.until[row]!));
  if (until.length === 0) return undefined;
  const were = toAddresses(resolved.map(({ table, ended }) => ({ table, kept: ended })));
  const former = findEnded({ ...were, until: Uint32Array.from(until) }, present);
  report.former = countFormer(former);
  return former;
}

/** The addresses of all files, with their names joined; notes on the files go to the report. */
function tablesOf(contents: readonly FileContent[], report: ImportReport): readonly AddressTable[] {
  const tables = contents.flatMap((content) => (content.kind === 'addresses' ? [content.table] : []));
  const nameTables = contents.flatMap((content) => (content.kind === 'names' ? [content.table] : []));
  for (const { path, degrees } of tables) {
    report.comparedDegrees(degrees.compared, degrees.beyond);
    const sentence = describeComparison(path, degrees);
    if (sentence !== undefined) report.warn(sentence);
  }
  return nameTables.length === 0 ? tables : joinNames(tables, nameTables, report);
}

/**
 * Refuses a region in two files, which would be the same region twice (last week's file and this week's, Lambert 72 and
 * Lambert 2008).
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

/** Keeps what names the records of addresses, and nothing else of the tables. */
function originReader(tables: readonly AddressTable[]): (record: number, id: number) => RecordOrigin {
  const files = tables.map(({ path, position, length }) => ({ path, position, length }));
  return (record, id) => {
    let row = record;
    for (const { path, position, length } of files) {
      if (row < length)
        return { recordType: 'address', file: path, position: position[row]!, id: identifierInRegion(id) };
      row -= length;
    }
    throw new RangeError(`There is no record ${record}.`);
  };
}

/**
 * The date of a CSV import, which the files themselves do not state: when the oldest was put into its zip, so that a region that
 * is no longer published shows in the age of the index. `null` for unpacked files, whose dates change when they are copied.
 */
function archiveDate(files: readonly BestFile[]): string | null {
  const dates = files.map(({ entry }) => entry.source.member?.modifiedOn).sort();
  return dates.includes(undefined) ? null : (dates[0] ?? null);
}

/** The date of an XML import: the newest of those on which the files were made. */
function newestDate(contents: readonly FileContent[]): string | null {
  let newest: string | null = null;
  for (const { table } of contents) {
    if (table.referenceDate !== null && (newest === null || table.referenceDate > newest)) newest = table.referenceDate;
  }
  return newest;
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
