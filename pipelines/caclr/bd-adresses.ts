import { AddressLookupError } from '../../src/errors.ts';
import type { Progress } from '../progress.ts';
import { readCsv, showColumns } from '../readers/csv.ts';
import { type InputEntry, openEntry } from '../readers/input-tree.ts';
import type { ImportReport } from '../report.ts';
import { jsonFeatures } from './json-features.ts';

/** The columns of BD-Adresses that an import reads, in the order of the published CSV. */
export const BD_COLUMNS = [
  'rue',
  'numero',
  'localite',
  'id_caclr_rue',
  'id_caclr_bat',
  'lat_wgs84',
  'lon_wgs84',
  'coord_est_luref',
  'coord_nord_luref',
  'id_geoportail',
] as const;

type BdColumn = (typeof BD_COLUMNS)[number];

/**
 * A row of BD-Adresses, the register's points, every value as it is written.
 *
 * `id_caclr_bat` is IMMEUBLE.NUMERO_INTERNE and `id_caclr_rue` is RUE.NUMERO, both without leading zeros. The key of a row
 * is `id_geoportail`, the land parcel with street and number: one building may be on several.
 */
export interface BdAdresse extends Readonly<Record<BdColumn, string>> {
  /** Line in a CSV file, number of the feature in a GeoJSON file; the first is 1. */
  readonly position: number;
}

/** Makes a row; `textOf` gives the text of a column. */
function bdAdresse(position: number, textOf: (column: BdColumn, index: number) => string): BdAdresse {
  const row = { position } as { position: number } & Record<BdColumn, string>;
  for (let i = 0; i < BD_COLUMNS.length; i++) {
    const column = BD_COLUMNS[i]!;
    row[column] = textOf(column, i);
  }
  return row;
}

/** Names that no other table has; the first bytes of a file that is BD-Adresses hold one of them. */
const TELLING_NAMES: readonly string[] = ['id_caclr_', 'id_geoportail', 'lat_wgs84', 'coord_est_luref'];

export function looksLikeBdAdresses(firstBytes: Buffer): boolean {
  const text = firstBytes.toString('latin1').toLowerCase();
  return TELLING_NAMES.some((name) => text.includes(name));
}

/** @throws AddressLookupError `input-not-recognised` naming the columns that are missing and those that were found. */
function assertColumns(path: string, needed: readonly BdColumn[], found: readonly string[]): void {
  const missing = needed.filter((column) => !found.includes(column));
  if (missing.length === 0) return;
  throw new AddressLookupError(
    'input-not-recognised',
    `${path}: BD-Adresses lacks ${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')}; found ` +
      `${showColumns(found)}. Give addresses.csv (separated by ";") or addresses.geojson as published.`,
    { missing, found },
  );
}

/**
 * Gives `take` the rows of addresses.csv: UTF-8 with a byte-order mark, `;`, RFC 4180 quotes
 * (`"Cité ""Pënscherbierg""";3;...`). A row with another number of fields than the header is rejected.
 *
 * @throws AddressLookupError `input-not-recognised` when columns are missing, `input-corrupt` when the file is not UTF-8
 *   or ends in the middle of a row.
 */
export async function readBdCsv(
  entry: InputEntry,
  report: ImportReport,
  progress: Progress,
  take: (row: BdAdresse) => void,
): Promise<void> {
  const { path } = entry;
  let width = 0;
  let positions: readonly number[] = [];
  let last: { readonly fields: readonly string[]; readonly line: number } = { fields: [], line: 1 };
  const { lastLineEnded } = await readCsv(
    await openEntry(entry.source),
    path,
    {
      header(written) {
        const names = written.map((name) => name.trim().toLowerCase());
        assertColumns(path, BD_COLUMNS, names);
        width = names.length;
        positions = BD_COLUMNS.map((column) => names.indexOf(column));
      },
      row(fields, line) {
        report.read('BD-Adresses');
        last = { fields, line };
        take(bdAdresse(line, (_, i) => fields[positions[i]!]!));
      },
      ragged(fields, position) {
        report.read('BD-Adresses');
        const detail = `${fields.length} fields, the header has ${width}: ${fields.join(';')}`;
        const recordType = 'BD-Adresses';
        report.reject({ recordType, reason: 'wrong-number-of-fields', file: path, position, id: '', detail });
      },
    },
    { delimiter: ';', onBytes: (count) => progress.advance(count) },
  );
  // A row can be cut off in its last field (LAU2, four digits) and still have all its fields.
  if (!lastLineEnded && last.fields.length > 0 && !/^\d{4}$/.test(last.fields.at(-1)!)) {
    throw new AddressLookupError(
      'input-corrupt',
      `${path} ends in the middle of line ${last.line}. The file was not transferred completely: fetch it again.`,
      { got: path, line: last.line },
    );
  }
}

/** A feature's point gives these two if the properties do not repeat it. */
const POINT_COLUMNS: readonly BdColumn[] = ['lat_wgs84', 'lon_wgs84'];

/**
 * Gives `take` the features of addresses.geojson, one at a time: the columns of the CSV as properties, all of them strings, and
 * a geometry in EPSG:4326 (longitude first) that was a MultiPoint in 2017 and is a Point today.
 *
 * @throws AddressLookupError `input-not-recognised` when the first feature lacks properties, `input-corrupt` when the
 *   file is cut off or is not JSON. A feature that is not JSON, or that is no row, is rejected.
 */
export async function readBdGeoJson(
  entry: InputEntry,
  report: ImportReport,
  progress: Progress,
  take: (row: BdAdresse) => void,
): Promise<void> {
  let position = 0;
  for await (const json of jsonFeatures(entry.path, counted(await openEntry(entry.source), progress))) {
    position++;
    report.read('BD-Adresses');
    const reject = (reason: string, detail: string) =>
      report.reject({ recordType: 'BD-Adresses', reason, file: entry.path, position, id: '', detail });
    const feature = parseFeature(json);
    if (feature === undefined) {
      reject('not-json', json.slice(0, 200));
      continue;
    }
    if (position === 1) assertProperties(entry.path, feature);
    const column = BD_COLUMNS.find((name) => typeof feature.properties[name] === 'object' && feature.properties[name]);
    if (column === undefined) take(toRow(position, feature));
    else reject('property-not-text', column);
  }
}

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly point: readonly [longitude: unknown, latitude: unknown] | undefined;
}

async function* counted(chunks: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    progress.advance(chunk.length);
    yield chunk;
  }
}

function parseFeature(json: string): Feature | undefined {
  let value: { properties?: unknown; geometry?: { type?: unknown; coordinates?: unknown } | null };
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { properties, geometry } = value;
  if (typeof properties !== 'object' || properties === null) return undefined;
  return { properties: properties as Record<string, unknown>, point: pointOf(geometry?.coordinates) };
}

/** `[lon, lat]` of a Point, or the first of a MultiPoint's `[[lon, lat], ...]`. */
function pointOf(coordinates: unknown): readonly [unknown, unknown] | undefined {
  let point = coordinates;
  while (Array.isArray(point) && Array.isArray(point[0])) point = point[0];
  return Array.isArray(point) ? [point[0], point[1]] : undefined;
}

function assertProperties(path: string, { properties, point }: Feature): void {
  const needed = point === undefined ? BD_COLUMNS : BD_COLUMNS.filter((column) => !POINT_COLUMNS.includes(column));
  assertColumns(path, needed, Object.keys(properties));
}

function toRow(position: number, { properties, point }: Feature): BdAdresse {
  return bdAdresse(position, (column) => {
    if (column === 'lon_wgs84') return textOf(properties[column] ?? point?.[0]);
    if (column === 'lat_wgs84') return textOf(properties[column] ?? point?.[1]);
    return textOf(properties[column]);
  });
}

/** `''` for anything but texts, numbers and booleans. */
function textOf(value: unknown): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
