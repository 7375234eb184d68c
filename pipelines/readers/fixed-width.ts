import { isAscii, isUtf8 } from 'node:buffer';
import { AddressLookupError } from '../../src/errors.ts';

/** The position of a column in a line. Bytes are counted from 1, as register documents count them. */
interface FixedWidthColumn {
  readonly start: number;
  readonly length: number;
  /** One byte follows the column: `?` when it is NULL, a space when it has a value (Oracle's NULLIF export). */
  readonly nullable?: boolean;
}

export interface FixedWidthLayout<Column extends string = string> {
  readonly table: string;
  /** Bytes per line, without its end. */
  readonly lineLength: number;
  /** For a table whose last column is cut off after its last letter: the shortest line there can be. */
  readonly shortestLine?: number;
  readonly columns: Readonly<Record<Column, FixedWidthColumn>>;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const DIGIT_ZERO = 0x30;
const QUESTION_MARK = 0x3f;
const POINT = 0x2e;

/**
 * A table of fixed-width lines in ISO-8859-1, kept as bytes in memory: cells are decoded on access, so a table of
 * a quarter of a million lines costs its bytes and four more per line.
 *
 *     00000109109-115           ?28.09.20131119 ...
 *     |NUMERO_INTERNE         ^ marker: the column before it is NULL
 *
 * Such a file has no names and no delimiters: read with the columns of another edition, it would give wrong values, not
 * errors. Therefore the length of every line, every null marker and the encoding are checked here, once.
 */
export class FixedWidthTable<Column extends string = string> {
  readonly layout: FixedWidthLayout<Column>;
  /** The file of the table, for messages. */
  readonly path: string;
  readonly rowCount: number;
  readonly #bytes: Buffer;
  /** Offset of the first byte of row `i`; the row ends where its line does. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  /** @throws AddressLookupError `input-corrupt` when the bytes are not this table, with the line, got and expected. */
  constructor(layout: FixedWidthLayout<Column>, bytes: Buffer, path: string) {
    this.layout = layout;
    this.path = path;
    this.#bytes = bytes;
    assertIsoLatin1(layout.table, bytes, path);
    [this.#starts, this.#ends] = findLines(layout, bytes, path);
    this.rowCount = this.#starts.length;
    this.#assertNullMarkers();
  }

  /** The line of a row in its file; the first line is 1. */
  line(row: number): number {
    return row + 1;
  }

  /** The text of a cell, without the spaces that pad it; `''` for NULL. */
  text(row: number, column: Column): string {
    const { start, end } = this.#span(row, column);
    // Most cells that are asked for as texts are flags, or empty: no need to make a new text.
    if (end - start <= 1) return start === end ? '' : String.fromCharCode(this.#bytes[start]!);
    return this.#bytes.toString('latin1', start, end);
  }

  /** The whole number in a cell of digits; `undefined` when the cell is blank or holds anything else. */
  wholeNumber(row: number, column: Column): number | undefined {
    const { start, end } = this.#span(row, column);
    return start === end ? undefined : this.#digits(start, end);
  }

  /** The day in a cell of `15.09.2021`, as 20210915; `undefined` when the cell is blank or holds no day that exists. */
  day(row: number, column: Column): number | undefined {
    const { start, end } = this.#span(row, column);
    if (end - start !== 10 || this.#bytes[start + 2] !== POINT || this.#bytes[start + 5] !== POINT) return undefined;
    const day = this.#digits(start, start + 2);
    const month = this.#digits(start + 3, start + 5);
    const year = this.#digits(start + 6, end);
    if (day === undefined || month === undefined || year === undefined) return undefined;
    const isThere = month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysIn(year, month));
    return isThere ? year * 10_000 + month * 100 + day : undefined;
  }

  /** Whether the marker after a nullable column says NULL. */
  isNull(row: number, column: Column): boolean {
    const { start, length } = this.layout.columns[column];
    return this.#bytes[this.#starts[row]! + start - 1 + length] === QUESTION_MARK;
  }

  #digits(start: number, end: number): number | undefined {
    let value = 0;
    for (let i = start; i < end; i++) {
      const digit = this.#bytes[i]! - DIGIT_ZERO;
      if (digit < 0 || digit > 9) return undefined;
      value = value * 10 + digit;
    }
    return value;
  }

  /** The byte range of a cell without the spaces that pad it; empty for NULL, and for a last column that was cut off. */
  #span(row: number, column: Column): { start: number; end: number } {
    const { start, length } = this.layout.columns[column];
    const lineEnd = this.#ends[row]!;
    let first = Math.min(this.#starts[row]! + start - 1, lineEnd);
    let last = Math.min(first + length, lineEnd);
    while (last > first && this.#bytes[last - 1] === SPACE) last--;
    while (first < last && this.#bytes[first] === SPACE) first++;
    return { start: first, end: last };
  }

  /** A marker that is neither of the two means that columns have moved although the length of the line has not. */
  #assertNullMarkers(): void {
    for (const name in this.layout.columns) {
      const { start, length, nullable } = this.layout.columns[name];
      if (nullable !== true) continue;
      const offset = start - 1 + length;
      for (let row = 0; row < this.rowCount; row++) {
        const marker = this.#bytes[this.#starts[row]! + offset]!;
        if (marker === SPACE || marker === QUESTION_MARK) continue;
        throw new AddressLookupError(
          'input-corrupt',
          `${this.path}, line ${row + 1}: the byte after ${name} (byte ${offset + 1} of the line) is ` +
            `"${String.fromCharCode(marker)}", where "?" or a space is expected. The columns of ` +
            `${this.layout.table} are not where this program expects them; use an edition with the known layout.`,
          {
            table: this.layout.table,
            line: row + 1,
            column: name,
            got: String.fromCharCode(marker),
            expected: ['?', ' '],
          },
        );
      }
    }
  }
}

/** Days in a month, 1 to 12. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Lines end in CRLF as published; a bare LF is read too, since it changes no column. */
function findLines(layout: FixedWidthLayout, bytes: Buffer, path: string): [starts: Uint32Array, ends: Uint32Array] {
  const shortest = layout.shortestLine ?? layout.lineLength;
  const capacity = Math.floor(bytes.length / (shortest + 1)) + 1;
  const starts = new Uint32Array(capacity);
  const ends = new Uint32Array(capacity);
  let rows = 0;
  for (let start = 0; start < bytes.length; ) {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const next = lineFeed === -1 ? bytes.length : lineFeed + 1;
    let end = lineFeed === -1 ? bytes.length : lineFeed;
    if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end--;
    const length = end - start;
    if (length < shortest || length > layout.lineLength) {
      throw lineLengthError(layout, path, rows + 1, length, lineFeed === -1);
    }
    starts[rows] = start;
    ends[rows] = end;
    rows++;
    start = next;
  }
  return [starts.subarray(0, rows), ends.subarray(0, rows)];
}

function lineLengthError(
  { table, lineLength, shortestLine }: FixedWidthLayout,
  path: string,
  line: number,
  got: number,
  isLast: boolean,
): AddressLookupError {
  const expected = shortestLine === undefined ? `${lineLength}` : `${shortestLine} to ${lineLength}`;
  const remedy =
    isLast && got < lineLength
      ? 'The file ends in the middle of a line: fetch it again.'
      : 'Use the file as published, or an edition with the known layout.';
  return new AddressLookupError(
    'input-corrupt',
    `${path}, line ${line}: ${table} has lines of ${expected} bytes, this one has ${got}. ${remedy}`,
    { table, line, got, expected },
  );
}

/** Bytes 80 to 9F are control characters in ISO-8859-1; text that has them was written in another encoding. */
function assertIsoLatin1(table: string, bytes: Buffer, path: string): void {
  if (isAscii(bytes)) return;
  if (isUtf8(bytes)) {
    throw new AddressLookupError(
      'input-corrupt',
      `${path}: ${table} is in UTF-8, expected ISO-8859-1, in which it is published. Converting shifts the columns: ` +
        'use the file as published.',
      { table, got: 'UTF-8', expected: 'ISO-8859-1' },
    );
  }
  for (let offset = 0; offset < bytes.length; offset++) {
    const byte = bytes[offset]!;
    if (byte < 0x80 || byte > 0x9f) continue;
    throw new AddressLookupError(
      'input-corrupt',
      `${path}: byte ${byte.toString(16)} at offset ${offset} is no letter of ISO-8859-1, the encoding in which ` +
        `${table} is published. Use the file as published.`,
      { table, offset, got: byte, expected: 'ISO-8859-1' },
    );
  }
}
