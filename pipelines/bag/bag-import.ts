import { AddressLookupError } from '../../src/errors.ts';
import { NO_POSITION } from '../../src/model/address-columns.ts';
import type { RegisterRelease } from '../../src/store/manifest.ts';
import type { ImportContext, ImportedRegister, RecordOrigin, RegisterImport } from '../register-import.ts';
import type { ImportReport } from '../report.ts';
import { type ExtractFiles, listExtractFiles, referenceDateOf } from './files.ts';
import { findFormer } from './former.ts';
import { objectsOf } from './objects.ts';
import { mixedDates, readExtract } from './read.ts';
import { readMunicipalityOfPlace } from './relations.ts';
import { resolveAddresses } from './resolve.ts';
import { WITHDRAWN } from './statuses.ts';
import { type ExtractTables, formatBagId } from './tables.ts';
import { toAddresses } from './to-address.ts';

/**
 * The Dutch register of addresses and buildings (Basisregistratie Adressen en Gebouwen), from the BAG 2.0 extract that
 * Kadaster publishes: `lvbag-extract-nl.zip`, or the extracts of one or more municipalities, zipped or unpacked.
 */
export const bagImport: RegisterImport = { country: 'nl', run };

async function run(paths: readonly string[], context: ImportContext): Promise<ImportedRegister> {
  const { report, progress, threads, gridFile, withObjects = false } = context;
  const files = await listExtractFiles(paths, context.temporaryDirectory);
  const extractDate = await extractDateOf(files, context);
  const referenceDate = context.referenceDate ?? extractDate;

  const municipalityOfPlace = await readMunicipalityOfPlace(files.relations, referenceDate, report);
  const tables = await readExtract(files.stands, {
    referenceDate,
    allowOtherDates: context.referenceDate !== undefined,
    threads,
    temporaryDirectory: context.temporaryDirectory,
    ...(gridFile === undefined ? {} : { gridFile }),
    withObjects,
    report,
    progress,
  });
  const { unknownMunicipalities, ...imported } = importTables(tables, municipalityOfPlace, referenceDate, context);
  warnOf(files, tables, unknownMunicipalities, report);
  return imported;
}

/** What the tables of an extract say on a date, in our words. */
export function importTables(
  tables: ExtractTables,
  municipalityOfPlace: ReadonlyMap<number, string>,
  date: string,
  { report, progress, withObjects = false }: ImportContext,
): ImportedRegister & Pick<ReturnType<typeof toAddresses>, 'unknownMunicipalities'> {
  progress.stage('resolve', tables.numbers.columns.id.length, 'house numbers');
  const areas = { municipalityOfPlace, date };
  const resolved = resolveAddresses(tables, report);
  const { gazetteer, addresses, unknownMunicipalities } = toAddresses(tables, resolved, areas);
  const former = findFormer(tables, resolved, areas, report);
  progress.stop();
  return {
    country: 'nl',
    registers: [release(date)],
    gazetteer,
    addresses,
    ...(former.addresses.length > 0 && { former }),
    ...(withObjects && { objects: objectsOf(tables, resolved, report) }),
    originOf: originReader(tables),
    unknownMunicipalities,
  };
}

/**
 * The date that the extracts are of: as their delivery documents say, or the first stand file if there is none.
 *
 * @throws AddressLookupError `input-mixed` if they differ and the user has not chosen a date; `input-corrupt` if there is none
 */
async function extractDateOf(files: ExtractFiles, { referenceDate, report }: ImportContext): Promise<string> {
  const sources = files.deliveries.length > 0 ? files.deliveries : files.stands.slice(0, 1).map(({ entry }) => entry);
  let found = '';
  for (const entry of sources) {
    const date = await referenceDateOf(entry);
    report.dated(entry.path, date);
    if (date === '') continue;
    if (found !== '' && date !== found) {
      if (referenceDate === undefined) throw mixedDates(entry.path, date, found);
      report.warn(`"${entry.path}" is of ${date}, another extract of ${found}; all are read as of ${referenceDate}.`);
    }
    found = found === '' ? date : found;
  }
  if (found === '' && referenceDate === undefined) {
    throw new AddressLookupError(
      'input-corrupt',
      `The extract does not state its date (StandTechnischeDatum). Give the date with --reference-date.`,
      { got: files.stands[0]?.entry.path },
    );
  }
  return found;
}

function warnOf(
  files: ExtractFiles,
  tables: ExtractTables,
  unknownMunicipalities: readonly string[],
  report: ImportReport,
): void {
  for (const { path } of files.mutations)
    report.warn(`"${path}" has mutations, not the current state of the register, and was skipped.`);
  if (files.relations.length === 0) {
    report.warn('There is no GEM-WPL-RELATIE file in the input: municipalities and provinces are unknown.');
  } else if (unknownMunicipalities.includes('')) {
    report.warn(
      'Some places have no municipality in GEM-WPL-RELATIE: their addresses are in the municipality "Onbekend".',
    );
  }
  for (const code of unknownMunicipalities) {
    if (code !== '') report.warn(`${code} is not the code of a known municipality: the code is used as its name.`);
  }
  const { latE7, state } = tables.objects.columns;
  let [unplaced, row] = [0, -1];
  for (let object = latE7.length - 1; object >= 0; object--) {
    if (latE7[object] === NO_POSITION && state[object] !== WITHDRAWN) [unplaced, row] = [unplaced + 1, object];
  }
  if (unplaced > 0) {
    const { path, recordType } = tables.objects.origins.of(row);
    const id = formatBagId(tables.objects.columns.id[row]!, recordType);
    report.warn(
      `Objects without a usable position: ${unplaced.toLocaleString('en')}; the first is ${id} in "${path}".`,
    );
  }
}

/** Names the records of addresses. Keeps what it needs for that, and nothing else of the tables. */
function originReader({ numbers }: ExtractTables): (record: number, id: number) => RecordOrigin {
  const { origins } = numbers;
  const { byteOffset } = numbers.columns;
  return (record, id) => ({
    recordType: 'NUM',
    file: origins.of(record).path,
    position: byteOffset[record]!,
    id: formatBagId(id, 'NUM'),
  });
}

function release(referenceDate: string): RegisterRelease {
  return {
    name: 'BAG',
    publisher: 'Kadaster',
    referenceDate,
    licence: 'CC0-1.0',
    attribution: null,
    url: 'https://www.kadaster.nl/zakelijk/producten/adressen-en-gebouwen/bag-2.0-extract',
  };
}
