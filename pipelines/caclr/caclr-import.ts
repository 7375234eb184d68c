import { type AddressColumns, NO_POSITION } from '../../src/model/address-columns.ts';
import type { RegisterRelease } from '../../src/store/manifest.ts';
import type { InputEntry } from '../readers/input-tree.ts';
import type { ImportContext, ImportedRegister, RecordOrigin, RegisterImport } from '../register-import.ts';
import { readBdCsv, readBdGeoJson } from './bd-adresses.ts';
import { findCaclrFiles } from './files.ts';
import { findFormer } from './former.ts';
import { postalNames } from './names.ts';
import { AddressPlacer } from './placer.ts';
import { compareWithPublishedStreets, resolve } from './resolve.ts';
import { type CaclrTables, readTables } from './tables.ts';
import { toAddresses, toGazetteer } from './to-address.ts';

const PUBLISHER = 'Administration du cadastre et de la topographie';

/**
 * Luxembourg: caclr.zip (or the folder it unpacks to) and, for positions, addresses.csv or addresses.geojson of
 * BD-Adresses; zipped or not, under any name.
 */
export const caclrImport: RegisterImport = {
  country: 'lu',

  async run(paths: readonly string[], context: ImportContext): Promise<ImportedRegister> {
    const { report, progress } = context;
    const files = await findCaclrFiles(paths, context);
    const tables = await readTables(files.tables, progress);
    const caclr = resolve(tables, report);
    compareWithPublishedStreets(tables, caclr, report);
    const gazetteer = toGazetteer(caclr, postalNames(tables, caclr));
    const addresses = toAddresses(tables, caclr);
    if (files.bdAdresses !== undefined) await place(files.bdAdresses, addresses, gazetteer.streets, context);
    warnOfAddressesWithoutPosition(addresses, files.bdAdresses, report);
    const former = findFormer(tables, caclr, { gazetteer, addresses }, report);
    progress.stop();

    const registers = [caclrRelease(context.referenceDate ?? newestModification(tables))];
    if (files.bdAdresses !== undefined) registers.push(BD_ADRESSES);
    const originOf = (record: number, id: number): RecordOrigin => ({
      recordType: 'IMMEUBLE',
      file: tables.IMMEUBLE.path,
      position: record,
      id: String(id).padStart(8, '0'),
    });
    return { country: 'lu', registers, gazetteer, addresses, former, originOf };
  },
};

async function place(
  entry: InputEntry,
  addresses: AddressColumns,
  streets: readonly { readonly id: number }[],
  { report, progress }: ImportContext,
): Promise<void> {
  progress.stage('BD-Adresses', entry.byteLength, 'bytes');
  const readRows = /\.csv$/i.test(entry.name) ? readBdCsv : readBdGeoJson;
  const streetIds = streets.map(({ id }) => id);
  const placer = new AddressPlacer(addresses, streetIds, entry.path, report);
  await readRows(entry, report, progress, (row) => placer.place(row));
  placer.finish();
}

function warnOfAddressesWithoutPosition(
  addresses: AddressColumns,
  bdAdresses: InputEntry | undefined,
  report: ImportContext['report'],
): void {
  const count = addresses.latE7.reduce((sum, latE7) => sum + (latE7 === NO_POSITION ? 1 : 0), 0);
  if (count === 0) return;
  const cause =
    bdAdresses === undefined
      ? 'BD-Adresses was not given: add addresses.csv for positions.'
      : `${bdAdresses.path} does not have them (a part of CACLR is always missing there, new buildings first).`;
  report.warn(
    `${count.toLocaleString('en')} of ${addresses.length.toLocaleString('en')} addresses have no position. ${cause}`,
  );
}

/** CACLR does not say its date; the newest change of a street or building is at most some days older. */
function newestModification({ RUE, IMMEUBLE }: CaclrTables): string | null {
  let newest = 0;
  for (const table of [RUE, IMMEUBLE]) {
    for (let row = 0; row < table.rowCount; row++) newest = Math.max(newest, table.day(row, 'DS_TIMESTAMP_MODIF') ?? 0);
  }
  return newest === 0
    ? null
    : String(newest)
        .padStart(8, '0')
        .replace(/(..)(..)$/, '-$1-$2');
}

function caclrRelease(referenceDate: string | null): RegisterRelease {
  return {
    name: 'CACLR',
    publisher: PUBLISHER,
    referenceDate,
    licence: 'CC0-1.0',
    attribution: null,
    url: 'https://data.public.lu/fr/datasets/registre-national-des-localites-et-des-rues/',
  };
}

const BD_ADRESSES: RegisterRelease = {
  name: 'BD-Adresses',
  publisher: PUBLISHER,
  referenceDate: null,
  licence: 'CC0-1.0',
  attribution: null,
  url: 'https://data.public.lu/fr/datasets/adresses-georeferencees-bd-adresses/',
};
