import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { VERSION } from '../version.ts';
import type { Column, Value } from './columns.ts';
import type { Rows } from './rows.ts';

/** Rows as a row group of a Parquet file, in any place of it. */
export interface RowGroup {
  readonly bytes: Uint8Array;
  /** What the footer of the file says of it, with offsets in a file that has no other before it. */
  readonly footer: ParquetWriter['row_groups'][number];
  readonly extent: Extent;
}

/** South, west, north and east of all positions; `undefined` without any. */
export type Extent = readonly [south: number, west: number, north: number, east: number] | undefined;

/**
 * Rows as a row group of GeoParquet 1.1 (https://geoparquet.org): their columns, then `geometry`, the position as a point in WKB, and
 * `bbox`, its bounding box, by which readers skip row groups.
 */
export function rowGroupOf(columns: readonly Column[], rows: Rows): RowGroup {
  const writer = new ByteWriter(1 << 20);
  const parquet = new ParquetWriter({ writer, schema: schemaOf(columns) });
  const texts = new TextBytes();
  const columnData = [
    ...columns.map((column, i) => sourceOf(column, rows.values[i]!, texts)),
    ...positionSources(rows),
  ];
  parquet.write({ columnData, rowGroupSize: rows.length });
  const footer = parquet.row_groups[0]!;
  for (const { meta_data: chunk } of footer.columns) {
    const statistics = chunk!.statistics;
    if (statistics === undefined) continue;
    // Short texts lie in a common buffer, all of which would be copied from thread to thread.
    for (const bound of ['min_value', 'max_value'] as const) {
      const value = statistics[bound];
      if (value instanceof Uint8Array) statistics[bound] = Uint8Array.from(value);
    }
  }
  return { bytes: writer.getBytes().slice(MAGIC.length), footer, extent: extentOf(rows) };
}

/** What a Parquet file begins with. */
export const MAGIC: Uint8Array = Buffer.from('PAR1');

/** Collects what the footer of a file says of its row groups: all that is held of them. */
export class ParquetFooter {
  readonly #writer: ByteWriter = new ByteWriter();
  readonly #parquet: ParquetWriter;
  #extent: Extent;

  constructor(columns: readonly Column[]) {
    const createdBy = `benelux-address-tools version ${VERSION}`;
    this.#parquet = new ParquetWriter({ writer: this.#writer, schema: schemaOf(columns), createdBy });
  }

  /** A row group that stands in the file after those that were added before. */
  add({ bytes, footer, extent }: RowGroup): void {
    const shift = this.#writer.offset - MAGIC.length;
    for (const column of footer.columns) {
      column.file_offset += BigInt(shift);
      const chunk = column.meta_data!;
      chunk.data_page_offset += BigInt(shift);
      if (chunk.dictionary_page_offset !== undefined) chunk.dictionary_page_offset += BigInt(shift);
    }
    this.#parquet.row_groups.push(footer);
    this.#parquet.num_rows += footer.num_rows;
    this.#writer.offset += bytes.length;
    this.#extent = united(this.#extent, extent);
  }

  /** The bytes after the last row group. @param metadata further texts, by name */
  finish(metadata: Readonly<Record<string, string>>): Uint8Array {
    this.#parquet.kvMetadata = Object.entries({ geo: JSON.stringify(geoMetadata(this.#extent)), ...metadata }).map(
      ([key, value]) => ({ key, value }),
    );
    this.#parquet.finish();
    return this.#writer.getBytes().slice(MAGIC.length);
  }
}

const TYPES: Readonly<Record<Column['type'], Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  whole: { type: 'INT32' },
  decimal: { type: 'DOUBLE' },
};

const BOX = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length + 2 },
    ...columns.map(({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...TYPES[type] })),
    { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
    { name: 'bbox', repetition_type: 'OPTIONAL', num_children: BOX.length },
    ...BOX.map((name): SchemaElement => ({ name, type: 'FLOAT', repetition_type: 'REQUIRED' })),
  ];
}

/** Columns by whose smallest and largest values readers skip row groups; those of other texts would say nothing. */
const WITH_STATISTICS = /^(?:postcode|place|municipality|province|country|latitude|longitude|addresses$)/;

function sourceOf({ name, type, level }: Column, values: readonly Value[], texts: TextBytes): ColumnSource {
  return {
    name,
    data: type === 'text' ? texts.ofAll(values as readonly (string | null)[]) : (values as Value[]),
    statistics: WITH_STATISTICS.test(name),
    offsetIndex: false,
    // What is different in every row has no dictionary; to find that out takes as long as writing it.
    ...(level === 'row' && name === 'id' && { encoding: 'PLAIN' }),
    ...(type === 'decimal' && COORDINATES),
  };
}

/** Coordinates are different in every row, and compression takes a fiftieth off them. */
const COORDINATES = { encoding: 'PLAIN', codec: 'UNCOMPRESSED' } as const;

/** Texts as UTF-8: the same bytes for equal texts, which come in runs and again. */
class TextBytes {
  readonly #known = new Map<string, Uint8Array>();

  ofAll(texts: readonly (string | null)[]): (Uint8Array | null)[] {
    let last: string | null = null;
    let bytes: Uint8Array | null = null;
    return texts.map((text) => {
      if (text !== last) {
        last = text;
        bytes = text === null ? null : this.#of(text);
      }
      return bytes;
    });
  }

  #of(text: string): Uint8Array {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    // Identifiers would fill it.
    if (text.length > MAX_KNOWN_LENGTH) return bytes;
    if (this.#known.size >= MAX_KNOWN_TEXTS) this.#known.clear();
    this.#known.set(text, bytes);
    return bytes;
  }
}

const MAX_KNOWN_TEXTS = 50_000;
const MAX_KNOWN_LENGTH = 6;

/** Bytes of a point in WKB: byte order, type, x, y. */
const POINT_BYTES = 21;
const LITTLE_ENDIAN = 1;
const POINT = 1;

function positionSources({ positions }: Rows): ColumnSource[] {
  const points = Buffer.alloc(positions.length * POINT_BYTES);
  const geometry: (Uint8Array | null)[] = [];
  const boxes: (Record<(typeof BOX)[number], number> | null)[] = [];
  for (const position of positions) {
    if (!position) {
      geometry.push(null);
      boxes.push(null);
      continue;
    }
    const [latitude, longitude] = position;
    const at = geometry.length * POINT_BYTES;
    points.writeUInt8(LITTLE_ENDIAN, at);
    points.writeUInt32LE(POINT, at + 1);
    points.writeDoubleLE(longitude, at + 5);
    points.writeDoubleLE(latitude, at + 13);
    geometry.push(points.subarray(at, at + POINT_BYTES));
    boxes.push({
      xmin: singleBelow(longitude),
      ymin: singleBelow(latitude),
      xmax: singleAbove(longitude),
      ymax: singleAbove(latitude),
    });
  }
  return [
    { name: 'geometry', data: geometry, encoding: 'PLAIN', statistics: false, offsetIndex: false },
    { name: 'bbox', data: boxes, ...COORDINATES, offsetIndex: false },
  ];
}

const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);

/** The largest single-precision number that is not above a number of degrees. */
function singleBelow(degrees: number): number {
  single[0] = degrees;
  if (single[0] > degrees) singleBits[0]! += degrees > 0 ? -1 : 1;
  return single[0];
}

/** The smallest that is not below it. */
function singleAbove(degrees: number): number {
  single[0] = degrees;
  if (single[0] < degrees) singleBits[0]! += degrees > 0 ? 1 : -1;
  return single[0];
}

function extentOf({ positions }: Rows): Extent {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const position of positions) {
    if (position === null) continue;
    const [latitude, longitude] = position;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
  }
  return south <= north ? [south, west, north, east] : undefined;
}

function united(one: Extent, other: Extent): Extent {
  if (one === undefined || other === undefined) return one ?? other;
  const [south, west, north, east] = one;
  return [Math.min(south, other[0]), Math.min(west, other[1]), Math.max(north, other[2]), Math.max(east, other[3])];
}

/** What the standard asks for under `geo`. Without `crs`, coordinates are longitude and latitude in WGS84. */
function geoMetadata(extent: Extent): object {
  return {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: ['Point'],
        ...(extent !== undefined && { bbox: [extent[1], extent[0], extent[3], extent[2]] }),
        covering: { bbox: Object.fromEntries(BOX.map((side) => [side, ['bbox', side]])) },
      },
    },
  };
}
