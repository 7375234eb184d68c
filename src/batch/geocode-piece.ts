import { isUtf8 } from 'node:buffer';
import type { BatchPlan } from './batch-plan.ts';
import { ROLES, type Role, roleOfHeader } from './column-roles.ts';
import { CsvRecord, decode, LF, writeCell } from './csv/csv-record.ts';
import type { RowFault } from './faults.ts';
import type { Geocoder } from './geocoder.ts';
import { type AddressFields, type Match, NO_MATCH, type Status } from './match.ts';
import { resultColumns, resultValues } from './result-columns.ts';

/** A piece with the answers in it, and how many rows had which status. */
export interface AnsweredPiece {
  readonly bytes: Buffer;
  readonly rows: number;
  readonly counts: Readonly<Record<Status, number>>;
  /** Rows that had each fault. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Answers the rows of a piece: the bytes of every row as they are, and behind them our columns. */
export function geocodePiece(geocoder: Geocoder, plan: BatchPlan, bytes: Buffer): AnsweredPiece {
  const piece = new PieceWriter(geocoder, plan, bytes);
  if (plan.format === 'csv') piece.answerCsv();
  else piece.answerNdjson();
  return piece.finish();
}

/** The rows of a piece that nobody could answer: as they are, with our columns saying so. */
export function passPiece(plan: BatchPlan, bytes: Buffer): AnsweredPiece {
  const piece = new PieceWriter(undefined, plan, bytes);
  if (plan.format === 'csv') piece.answerCsv();
  else piece.answerNdjson();
  return piece.finish();
}

class PieceWriter {
  readonly #geocoder: Geocoder | undefined;
  readonly #plan: BatchPlan;
  readonly #bytes: Buffer;
  readonly #isUtf8: boolean;
  readonly #counts: Record<Status, number> = { exact: 0, corrected: 0, several: 0, street: 0, place: 0, none: 0 };
  readonly #faults: Record<string, number> = {};
  #rows = 0;
  #out: Buffer;
  #length = 0;

  constructor(geocoder: Geocoder | undefined, plan: BatchPlan, bytes: Buffer) {
    this.#geocoder = geocoder;
    this.#plan = plan;
    this.#bytes = bytes;
    this.#isUtf8 = isUtf8(bytes);
    this.#out = Buffer.allocUnsafeSlow(bytes.length * 3 + 4096);
  }

  answerCsv(): void {
    const { dialect, columnCount, roles } = this.#plan;
    const record = new CsvRecord(this.#bytes, dialect);
    const { delimiter } = dialect;
    const isOneText = columnCount === 1 && roles.text !== undefined;
    const present = ROLES.filter((role) => roles[role] !== undefined);
    while (record.read()) {
      const rowFaults: RowFault[] = [];
      if (record.cellCount < columnCount) rowFaults.push('row-short');
      else if (record.cellCount > columnCount) rowFaults.push('row-long');
      if (!this.#isUtf8 && !isUtf8(this.#bytes.subarray(record.start, record.end))) rowFaults.push('not-utf-8');
      const fields: { [role in Role]?: string } = {};
      for (const role of present) fields[role] = firstFilled(record, roles[role]!);
      // A delimiter in a text that is the whole line.
      if (isOneText && record.cellCount > 1) fields.text = record.cells().join(' ');
      const values = this.#answer(fields, rowFaults);
      let ours = delimiter.repeat(Math.max(0, columnCount - record.cellCount));
      for (const value of values) ours += delimiter + writeCell(value, dialect);
      const end = record.endOfCells(columnCount);
      this.#copy(record.start, end);
      this.#write(ours);
      this.#copy(end, record.next);
    }
  }

  answerNdjson(): void {
    const bytes = this.#bytes;
    const columns = resultColumns(this.#plan.prefix, this.#plan.isReverse);
    for (let at = 0; at < bytes.length; ) {
      const lineEnd = bytes.indexOf(LF, at);
      const next = lineEnd === -1 ? bytes.length : lineEnd + 1;
      const line = decode(bytes, at, lineEnd === -1 ? next : lineEnd);
      const object = parseObject(line);
      const values = this.#answer(
        object === undefined ? undefined : this.#fieldsOf(object),
        object === undefined ? ['not-an-object'] : [],
      );
      const ours = columns.map((column, i) => `${JSON.stringify(column)}:${jsonOf(column, values[i]!)}`).join(',');
      if (object === undefined) {
        this.#write(
          `{${JSON.stringify(`${this.#plan.prefix}line`)}:${JSON.stringify(line.replace(/\r$/, ''))},${ours}}`,
        );
        this.#copy(lineEnd === -1 ? next : lineEnd, next);
      } else {
        const close = bytes.lastIndexOf(0x7d, next - 1);
        this.#copy(at, close);
        this.#write(Object.keys(object).length === 0 ? ours : `,${ours}`);
        this.#copy(close, next);
      }
      at = next;
    }
  }

  finish(): AnsweredPiece {
    return {
      bytes: this.#out.subarray(0, this.#length),
      rows: this.#rows,
      counts: this.#counts,
      faults: this.#faults,
    };
  }

  /** Our columns for one row; `undefined` for one that cannot be read. */
  #answer(fields: { readonly [role in Role]?: string } | undefined, rowFaults: readonly RowFault[]): string[] {
    const { isReverse, neutraliseFormulas } = this.#plan;
    const match = fields === undefined ? NO_MATCH : this.#match(fields);
    this.#count(match, rowFaults);
    const index = match.country === undefined ? undefined : this.#geocoder?.indexOf(match.country);
    const values = resultValues(match, index, isReverse, rowFaults);
    return neutraliseFormulas ? values.map(neutralised) : values;
  }

  #match(fields: { readonly [role in Role]?: string }): Match {
    const { isReverse, radiusMetres } = this.#plan;
    if (this.#geocoder === undefined) return { ...NO_MATCH, faults: ['not-answered'] };
    return isReverse
      ? this.#geocoder.matchPosition(parseDegrees(fields.latitude), parseDegrees(fields.longitude), radiusMetres)
      : this.#geocoder.match(fields as AddressFields);
  }

  #count({ status, faults }: Match, rowFaults: readonly RowFault[]): void {
    this.#rows++;
    this.#counts[status]++;
    for (const fault of rowFaults) this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
    for (const fault of faults) this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
  }

  #fieldsOf(object: Readonly<Record<string, unknown>>): { [role in Role]?: string } {
    const fields: { [role in Role]?: string } = {};
    const { namedKeys, isReverse } = this.#plan;
    for (const [role, key] of Object.entries(namedKeys)) fields[role as Role] = textOf(object[key]);
    for (const key in object) {
      const role = roleOfHeader(key);
      if (role === undefined || role in namedKeys) continue;
      if (!isReverse && (role === 'latitude' || role === 'longitude')) continue;
      fields[role] ||= textOf(object[key]);
    }
    if (fields.text !== undefined && namedKeys.text === undefined && (fields.postcode ?? fields.place) !== undefined) {
      fields.street ??= fields.text;
      delete fields.text;
    }
    return fields;
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

/** A value that a spreadsheet would calculate, made a text by an apostrophe before it; any other as it is. */
export function neutralised(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

function firstFilled(record: CsvRecord, positions: readonly number[]): string {
  for (const position of positions) {
    const value = record.cell(position);
    if (value !== '' && value.trim() !== '') return value;
  }
  return '';
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Numbers of ours are numbers in JSON, empty ones are null. */
function jsonOf(column: string, value: string): string {
  if (value === '') return 'null';
  return /(?:score|latitude|longitude|_x|_y|distance)$/.test(column) && /^-?[0-9.]+$/.test(value)
    ? value
    : JSON.stringify(value);
}

/** Degrees as people and spreadsheets write them: `52.37`, `52,37`, `52.37° N`. NaN for anything else. */
export function parseDegrees(text: string | undefined): number {
  const match = /^\s*([+-]?[0-9]{1,3}(?:[.,][0-9]+)?)\s*°?\s*[NE]?\s*$/i.exec(text ?? '');
  return match === null ? Number.NaN : Number(match[1]!.replace(',', '.'));
}
