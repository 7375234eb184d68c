import { AddressLookupError } from '../../src/errors.ts';
import { type InputEntry, listInput, openEntry } from '../readers/input-tree.ts';
import type { ImportReport } from '../report.ts';
import { looksLikeBdAdresses } from './bd-adresses.ts';
import { TABLES, type TableName } from './tables.ts';

/** The files of the two registers that the input holds. */
interface CaclrFiles {
  readonly tables: ReadonlyMap<TableName, InputEntry>;
  /** BD-Adresses as CSV or GeoJSON; the addresses have no positions without it. */
  readonly bdAdresses?: InputEntry;
}

/**
 * Finds the tables of CACLR by their names and BD-Adresses by its column names, in files, folders and zips.
 *
 * @throws AddressLookupError `input-not-found`, `input-not-recognised` for a path under which there is neither,
 *   `input-mixed` for two editions at once.
 */
export async function findCaclrFiles(
  paths: readonly string[],
  context: { readonly temporaryDirectory: string; readonly report: ImportReport },
): Promise<CaclrFiles> {
  const tables = new Map<TableName, InputEntry>();
  const bdAdresses: InputEntry[] = [];
  for (const path of paths) {
    const entries = await listInput(path, {
      temporaryDirectory: context.temporaryDirectory,
      // Zips on disk are opened for their contents; those inside zips have to be unpacked first, so by name.
      descend: ({ name, source }) => source.member === undefined || /caclr|adress|address/i.test(name),
    });
    let recognised = 0;
    for (const entry of entries) {
      const table = tableNamed(entry.name);
      if (table !== undefined) {
        addTable(tables, table, entry);
        recognised++;
      } else if (await isBdAdresses(entry)) {
        bdAdresses.push(entry);
        recognised++;
      }
    }
    if (recognised === 0) throw notRecognisedError(path, entries);
  }
  return { tables, ...chooseBdAdresses(bdAdresses, context.report) };
}

/** Tables are members without an extension, `ALIAS.RUE`; some unpackers change their case. */
function tableNamed(name: string): TableName | undefined {
  const table = name.toUpperCase();
  return Object.hasOwn(TABLES, table) ? (table as TableName) : undefined;
}

function addTable(tables: Map<TableName, InputEntry>, table: TableName, entry: InputEntry): void {
  const other = tables.get(table);
  if (other !== undefined) {
    throw new AddressLookupError(
      'input-mixed',
      `The input has the table ${table} twice, as ${other.path} and as ${entry.path}. Give one edition of CACLR.`,
      { got: [other.path, entry.path] },
    );
  }
  tables.set(table, entry);
}

async function isBdAdresses(entry: InputEntry): Promise<boolean> {
  if (!/\.(csv|geojson|json)$/i.test(entry.name)) return false;
  for await (const chunk of await openEntry(entry.source)) return looksLikeBdAdresses(chunk as Buffer);
  return false;
}

/** The same edition is published as CSV and as GeoJSON; a folder may well hold both, and one will do. */
function chooseBdAdresses(found: readonly InputEntry[], report: ImportReport): { readonly bdAdresses?: InputEntry } {
  const [first, second] = found;
  if (first === undefined) return {};
  if (second === undefined) return { bdAdresses: first };
  const csv = found.filter((entry) => /\.csv$/i.test(entry.name));
  const [chosen, another] = csv.length > 0 ? csv : found;
  if (chosen === undefined || another !== undefined) {
    throw new AddressLookupError(
      'input-mixed',
      `The input has BD-Adresses ${found.length} times: ${found.map((entry) => entry.path).join(', ')}. Give one edition.`,
      { got: found.map((entry) => entry.path) },
    );
  }
  const passedOver = found.filter((entry) => entry !== chosen);
  report.warn(`Read ${chosen.path} and skipped ${passedOver.map((entry) => entry.path).join(', ')}: one is enough.`);
  return { bdAdresses: chosen };
}

function notRecognisedError(path: string, entries: readonly InputEntry[]): AddressLookupError {
  const isShapefile = entries.some((entry) => /\.(shp|dbf)$/i.test(entry.name));
  const names = entries.slice(0, 5).map((entry) => entry.name);
  return new AddressLookupError(
    'input-not-recognised',
    `"${path}" holds neither tables of CACLR nor BD-Adresses${names.length === 0 ? '' : ` (found ${names.join(', ')})`}. ` +
      (isShapefile
        ? 'The shapefile cuts off column names: give addresses.csv or addresses.geojson instead.'
        : 'Give caclr.zip, and addresses.csv or addresses.geojson, as data.public.lu publishes them.'),
    { got: path, found: names },
  );
}
