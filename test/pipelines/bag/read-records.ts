import { readStand } from '../../../pipelines/bag/stand-reader.ts';
import { FIELD, LIST, type StandRecord } from '../../../pipelines/bag/stand-record.ts';

/** Everything that a stand record says, as plain data. */
export interface RecordDump {
  readonly objectType: string;
  readonly byteOffset: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly secondary: readonly number[];
  readonly buildings: readonly number[];
  readonly uses: readonly string[];
  readonly rings: readonly { readonly text: string; readonly dimension: number; readonly interior: boolean }[];
}

function pairs(ranges: readonly number[]): [start: number, end: number][] {
  return ranges.flatMap((start, i) => (i % 2 === 0 ? [[start, ranges[i + 1]!]] : []));
}

export function dump(record: StandRecord): RecordDump {
  const textAt = (start: number, end: number): string => Buffer.from(record.bytes.subarray(start, end)).toString();
  const present = Object.entries(FIELD).filter(([, field]) => record.has(field));
  return {
    objectType: record.objectType,
    byteOffset: record.byteOffset,
    fields: Object.fromEntries(present.map(([name, field]) => [name, record.text(field)])),
    secondary: record.digitsOf(LIST.secondaryNumbers),
    buildings: record.digitsOf(LIST.buildings),
    uses: pairs(record.lists[LIST.uses]!).map(([start, end]) => record.textAt(start, end)),
    rings: record.rings.map(({ start, end, dimension, interior }) => ({
      text: textAt(start, end),
      dimension,
      interior,
    })),
  };
}

/** The records of a stand file that comes in chunks of these lengths (the last one goes on to the end). */
export async function readRecords(
  xml: string | Uint8Array,
  options: { readonly scanFor?: string; readonly chunkLengths?: readonly number[] } = {},
): Promise<{ records: RecordDump[]; referenceDate: string }> {
  const records: RecordDump[] = [];
  const { scanFor, chunkLengths = [] } = options;
  const { referenceDate } = await readStand(
    chunks(Buffer.from(xml), chunkLengths),
    (record) => records.push(dump(record)),
    { path: 'test.xml', withObjects: true, ...(scanFor === undefined ? {} : { scanFor }) },
  );
  return { records, referenceDate };
}

async function* chunks(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
  let start = 0;
  for (const length of lengths) {
    // Each chunk in memory of its own: what is not copied in time shows.
    if (start < bytes.length) yield Buffer.from(bytes.subarray(start, start + length));
    start += length;
  }
  if (start < bytes.length) yield Buffer.from(bytes.subarray(start));
}
