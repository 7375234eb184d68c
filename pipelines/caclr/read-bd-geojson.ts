import type { Progress } from '../progress.ts';
import { type InputEntry, openEntry } from '../readers/input-tree.ts';
import type { ImportReport } from '../report.ts';
import { assertColumns, BD_COLUMNS, type BdAdresse, type BdColumn, bdAdresse } from './bd-adresses.ts';
import { jsonFeatures } from './json-features.ts';

/** A feature's point stands for these two where the properties do not repeat it. */
const POINT_COLUMNS: readonly BdColumn[] = ['lat_wgs84', 'lon_wgs84'];

/**
 * Hands on the features of addresses.geojson, one at a time: the columns of the CSV as properties, all of them strings, and a
 * geometry in EPSG:4326 (longitude first) that was a MultiPoint in 2017 and is a Point today.
 *
 * @throws AddressLookupError `input-not-recognised` when the first feature lacks properties, `input-corrupt` when the
 *   file is cut off.
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
    const feature = parseFeature(json);
    if (feature === undefined) {
      report.reject({
        recordType: 'BD-Adresses',
        reason: 'not-json',
        file: entry.path,
        position,
        id: '',
        detail: json.slice(0, 200),
      });
      continue;
    }
    if (position === 1) assertProperties(entry.path, feature);
    take(toRow(position, feature));
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
  if (!Array.isArray(coordinates)) return undefined;
  const [first, second] = coordinates;
  if (Array.isArray(first)) return pointOf(first);
  return [first, second];
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

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
