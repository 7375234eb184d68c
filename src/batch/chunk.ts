import { isUtf8 } from 'node:buffer';
import { kept } from '../model/kept.ts';
import {
  type AddressFields,
  type Discrepancy,
  type Match,
  NO_MATCH,
  type RowDiscrepancy,
  type Status,
  withFurther,
} from '../search/match.ts';
import { type CountryIndex, resultOf } from '../store/country-index.ts';
import { inOneLine, NO_PARTS, partsOf } from './address-parts.ts';
import { assignColumns, type Columns } from './columns.ts';
import { suffixesIn } from './content.ts';
import { CsvRecord, decode, LF, writeCell } from './csv.ts';
import { FieldReader, type Fields, givenText, hasLongField } from './fields.ts';
import type { Geocoder } from './geocoder.ts';
import { meaningOfHeader } from './headers.ts';
import type { BatchPlan } from './plan.ts';
import { valueOfColumn } from './result-columns.ts';
import {
  type Answer,
  featureOf,
  flattened,
  lineAsObject,
  membersOf,
  parseObject,
  textOfValue,
  writeRow,
} from './row-forms.ts';
import { MarkCollector, type RowMarks } from './row-marks.ts';

/** How many rows were answered, in total, by status and by discrepancy. */
export interface BatchCounts {
  rows: number;
  readonly statuses: Record<Status, number>;
  readonly discrepancies: Record<string, number>;
}

/** A chunk with the answers in it, and the counts of its rows. */
export interface AnsweredChunk extends Readonly<BatchCounts> {
  readonly bytes: Buffer;
  /** Only if the plan has marks. */
  readonly marks?: RowMarks;
}

export function noCounts(): BatchCounts {
  return {
    rows: 0,
    statuses: { exact: 0, corrected: 0, several: 0, street: 0, place: 0, former: 0, none: 0 },
    discrepancies: {},
  };
}

/** A part of the rows, as summaries give it: `12.5 %`. */
export function shareOfRows(count: number, { rows }: Pick<BatchCounts, 'rows'>): string {
  return `${((count / Math.max(1, rows)) * 100).toFixed(1)} %`;
}

/** The discrepancies of a run, the most frequent first. */
export function discrepanciesByCount({ discrepancies }: BatchCounts): [discrepancy: string, count: number][] {
  return Object.entries(discrepancies).sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
}

export function addCounts(counts: BatchCounts, added: BatchCounts): void {
  counts.rows += added.rows;
  for (const [status, count] of Object.entries(added.statuses)) counts.statuses[status as Status] += count;
  for (const [discrepancy, count] of Object.entries(added.discrepancies))
    counts.discrepancies[discrepancy] = (counts.discrepancies[discrepancy] ?? 0) + count;
}

/** Answers the rows of a chunk: the bytes of every row as they are, followed by our columns. */
export function geocodeChunk(geocoder: Geocoder, plan: BatchPlan, bytes: Buffer): AnsweredChunk {
  return resultOf(geocodeRowByRow(geocoder, plan, bytes));
}

/** The rows of a chunk that could not be answered: as they are, with our columns saying so. */
export function passChunk(plan: BatchPlan, bytes: Buffer): AnsweredChunk {
  return resultOf(geocodeRowByRow(undefined, plan, bytes));
}

/** As `geocodeChunk`, one row at a step, or a part of a dear one, so that a server has a look around between two of them. */
export function* geocodeRowByRow(
  geocoder: Geocoder | undefined,
  plan: BatchPlan,
  bytes: Buffer,
): Generator<void, AnsweredChunk> {
  const chunk = new ChunkWriter(geocoder, plan, bytes);
  yield* plan.format === 'csv' ? chunk.answerCsv() : chunk.answerNdjson();
  return chunk.finish();
}

/** An object with more keys has no address: reading their names alone would take longer than finding one. */
const MAX_KEYS = 1000;
/** Keys whose meaning is read at a step. */
const KEYS_OF_STEP = 50;

class ChunkWriter {
  readonly #geocoder: Geocoder | undefined;
  readonly #plan: BatchPlan;
  readonly #bytes: Buffer;
  readonly #isUtf8: boolean;
  readonly #counts: BatchCounts = noCounts();
  readonly #shapes: Map<string, Shape> = new Map();
  readonly #marks: MarkCollector | undefined;
  #out: Buffer;
  #length = 0;

  constructor(geocoder: Geocoder | undefined, plan: BatchPlan, bytes: Buffer) {
    this.#geocoder = geocoder;
    this.#plan = plan;
    this.#bytes = bytes;
    this.#isUtf8 = isUtf8(bytes);
    this.#marks = plan.hasMarks ? new MarkCollector() : undefined;
    this.#out = Buffer.allocUnsafeSlow(bytes.length * 3 + 4096);
  }

  *answerCsv(): Generator<void, void> {
    const { dialect, columnCount, roles, leftOver, unknown, country, output, isSheet } = this.#plan;
    const record = new CsvRecord(this.#bytes, dialect);
    const { delimiter } = dialect;
    const isOneText = columnCount === 1 && roles.text !== undefined;
    const reader = new FieldReader(roles, country);
    const cellAt = (position: number): string => record.cell(position);
    const unread = { leftOver, unknown, cellAt };
    while (record.read()) {
      const rowDiscrepancies: RowDiscrepancy[] = [];
      if (record.cellCount < columnCount && !isSheet) rowDiscrepancies.push('row-short');
      else if (record.cellCount > columnCount) rowDiscrepancies.push('row-long');
      if (!this.#isUtf8 && !isUtf8(this.#bytes.subarray(record.start, record.end))) rowDiscrepancies.push('not-utf-8');
      // The text is the whole line, and has a delimiter in it.
      const fields = isOneText && record.cellCount > 1 ? { text: record.cells().join(' ') } : reader.read(cellAt);
      const answer = yield* this.#answer(fields, unread, rowDiscrepancies);
      if (output !== 'rows') {
        this.#write(writeRow(output, { ...this.#plan, ...answer, record }));
        yield;
        continue;
      }
      let ours = delimiter.repeat(Math.max(0, columnCount - record.cellCount));
      for (const value of answer.values) ours += delimiter + writeCell(value, dialect);
      const end = record.endOfCells(columnCount);
      this.#copy(record.start, end);
      this.#write(ours);
      this.#copy(end, record.next);
      yield;
    }
  }

  *answerNdjson(): Generator<void, void> {
    const bytes = this.#bytes;
    const { output, prefix, resultColumns } = this.#plan;
    for (let at = 0; at < bytes.length; ) {
      const lineEnd = bytes.indexOf(LF, at);
      const next = lineEnd === -1 ? bytes.length : lineEnd + 1;
      const line = decode(bytes, at, lineEnd === -1 ? next : lineEnd);
      const object = parseObject(line);
      const { values, latitude, longitude } = yield* object === undefined
        ? this.#answer(undefined, undefined, ['not-an-object'])
        : this.#answerObject(flattened(object));
      const members = membersOf(resultColumns, values).join(',');
      const ours =
        members === '' || (object !== undefined && Object.keys(object).length === 0) ? members : `,${members}`;
      const opened = object === undefined ? lineAsObject(prefix, line) : line.slice(0, line.lastIndexOf('}'));
      if (output === 'geojsonl') this.#write(`${featureOf(`${opened.trimStart()}${ours}}`, latitude, longitude)}\n`);
      else if (object === undefined) {
        this.#write(`${opened}${ours}}`);
        this.#copy(lineEnd === -1 ? next : lineEnd, next);
      } else {
        const close = bytes.lastIndexOf(0x7d, next - 1);
        this.#copy(at, close);
        this.#write(ours);
        this.#copy(close, next);
      }
      at = next;
      yield;
    }
  }

  /** Reads what the keys of an object mean, some at a step: those of a large one take longer than to find its address. */
  *#readKeys(keys: readonly string[]): Generator<void, void> {
    if (keys.length <= KEYS_OF_STEP) return;
    for (let i = 0; i < keys.length; i++) {
      meaningOfHeader(keys[i]!);
      if (i % KEYS_OF_STEP === KEYS_OF_STEP - 1) yield;
    }
  }

  finish(): AnsweredChunk {
    return {
      ...this.#counts,
      bytes: this.#out.subarray(0, this.#length),
      ...(this.#marks !== undefined && { marks: this.#marks.finish() }),
    };
  }

  /** Our columns for one row, and where it is; `undefined` for one that cannot be read. */
  *#answer(
    fields: Fields | undefined,
    unread: UnreadCells | undefined,
    rowDiscrepancies: readonly RowDiscrepancy[],
  ): Generator<void, Answer> {
    const { neutraliseFormulas, resultColumns } = this.#plan;
    const found = fields === undefined ? NO_MATCH : yield* this.#match(fields);
    const index = found.country === undefined ? undefined : this.#geocoder?.indexOf(found.country);
    // If part of the row was not read, an exact match may still be another address.
    const match =
      unread !== undefined && isPartUnread(index, found, unread) ? withFurther(found, 'column-not-used') : found;
    this.#count(match.status, [...rowDiscrepancies, ...match.discrepancies]);
    const parts = index === undefined ? NO_PARTS : partsOf(index, match);
    const answer = { match, index, parts, rowDiscrepancies };
    const values = resultColumns.map((column) => valueOfColumn(column, answer));
    const { latitude, longitude } = parts;
    if (this.#marks !== undefined) {
      const label = index === undefined ? '' : inOneLine(parts, index.country);
      this.#marks.add(match, latitude, longitude, givenText(fields), label);
    }
    return { values: neutraliseFormulas ? values.map(neutralised) : values, latitude, longitude };
  }

  *#answerObject(values: Readonly<Record<string, unknown>>): Generator<void, Answer> {
    const keys = Object.keys(values);
    if (keys.length > MAX_KEYS) return yield* this.#answer(undefined, undefined, ['row-long']);
    yield* this.#readKeys(keys);
    const signature = keys.join('\0');
    const shape = kept(this.#shapes, signature, () => shapeOf(keys, this.#plan));
    const { allKeys, reader } = shape;
    const cellAt = (position: number): string => textOfValue(values[allKeys[position]!]);
    return yield* this.#answer(reader.read(cellAt), { ...shape, cellAt }, []);
  }

  *#match(fields: Fields): Generator<void, Match> {
    const { isReverse, radiusMetres } = this.#plan;
    if (this.#geocoder === undefined) return { ...NO_MATCH, discrepancies: ['not-answered'] };
    if (hasLongField(fields)) return { ...NO_MATCH, discrepancies: ['cell-too-long'] };
    return isReverse
      ? this.#geocoder.matchPosition(parseDegrees(fields.latitude), parseDegrees(fields.longitude), radiusMetres)
      : yield* this.#geocoder.matching(fields as AddressFields);
  }

  #count(status: Status, discrepancies: readonly Discrepancy[]): void {
    const counts = this.#counts;
    counts.rows++;
    counts.statuses[status]++;
    for (const each of discrepancies) counts.discrepancies[each] = (counts.discrepancies[each] ?? 0) + 1;
  }

  #copy(from: number, to: number): void {
    this.#reserve(to - from);
    this.#length += this.#bytes.copy(this.#out, this.#length, from, to);
  }

  #write(text: string): void {
    this.#reserve(text.length * 3);
    this.#length += this.#out.write(text, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#out.length * 2, this.#length + bytes));
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
  }
}

/** Puts an apostrophe before a value that a spreadsheet would evaluate, which makes it text; leaves any other unchanged. */
export function neutralised(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** Objects with the same keys: how they are read. */
interface Shape extends Pick<Columns, 'leftOver' | 'unknown'> {
  readonly allKeys: readonly string[];
  readonly reader: FieldReader;
}

function shapeOf(keys: readonly string[], { namedKeys, ignoredKeys, isReverse, country }: BatchPlan): Shape {
  // A named key that is missing counts as empty.
  const allKeys = [...new Set([...keys, ...Object.values(namedKeys), ...ignoredKeys])];
  const { roles, leftOver, unknown } = assignColumns(allKeys, namedKeys, isReverse, true, ignoredKeys);
  return { allKeys, reader: new FieldReader(roles, country), leftOver, unknown };
}

/** The cells of a row that are not read: those that look like part of the address, and those under headers that say nothing. */
interface UnreadCells extends Pick<Columns, 'leftOver' | 'unknown'> {
  cellAt(position: number): string;
}

/** Whether one of them has something in it, or is a letter, addition or box of the house found. */
function isPartUnread(index: CountryIndex | undefined, match: Match, unread: UnreadCells): boolean {
  if (unread.leftOver.some((position) => unread.cellAt(position).trim() !== '')) return true;
  return index !== undefined && suffixesIn(index, match, unread.unknown, unread.cellAt).size > 0;
}

/** Degrees as people and spreadsheets write them: `52.37`, `52,37`, `52.37° N`. NaN for anything else. */
function parseDegrees(text: string | undefined): number {
  // Without two blanks in a row that may be divided in many ways: a thousand of them took half a second.
  const match = /^([+-]?[0-9]{1,3}(?:[.,][0-9]+)?)(?:\s*°)?(?:\s*[NE])?$/i.exec(text?.trim() ?? '');
  return match === null ? Number.NaN : Number(match[1]!.replace(',', '.'));
}
