import { isUtf8 } from 'node:buffer';

export const QUOTE = 0x22;
export const LF = 0x0a;
export const CR = 0x0d;

/** How a delimited file is written. */
export interface CsvDialect {
  /** One ASCII character. */
  readonly delimiter: string;
  /** Whether `"` opens a quoted cell. */
  readonly hasQuotes: boolean;
  /** What ends a line: `\r` alone only in files that have no line feed. */
  readonly lineEnd: '\n' | '\r';
}

/**
 * One record of a delimited file, found in its bytes and left there: what is passed through is never decoded and encoded again.
 * Reads what RFC 4180 says, and what it does not: quotes inside an unquoted cell are letters, text behind a closing quote
 * belongs to the cell's bytes but not to its value.
 */
export class CsvRecord {
  readonly #bytes: Buffer;
  readonly #delimiter: number;
  readonly #lineEnd: number;
  readonly #hasQuotes: boolean;
  /** Where the record begins, where its last cell ends, and where the next record begins. */
  start: number = 0;
  end: number = 0;
  next: number = 0;
  cellCount: number = 0;
  readonly #cellStart: number[] = [];
  readonly #cellEnd: number[] = [];
  readonly #isQuoted: boolean[] = [];

  constructor(bytes: Buffer, { delimiter, lineEnd, hasQuotes }: CsvDialect) {
    this.#bytes = bytes;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#lineEnd = lineEnd.charCodeAt(0);
    this.#hasQuotes = hasQuotes;
  }

  /** Reads the record at `next`; `false` at the end of the bytes. */
  read(): boolean {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = this.next;
    if (at >= length) return false;
    this.start = at;
    this.cellCount = 0;
    for (;;) {
      const cell = this.cellCount++;
      this.#cellStart[cell] = at;
      this.#isQuoted[cell] = false;
      let valueEnd = -1;
      if (this.#hasQuotes && bytes[at] === QUOTE) {
        const close = closingQuote(bytes, at + 1);
        this.#isQuoted[cell] = true;
        this.#cellStart[cell] = at + 1;
        valueEnd = close;
        at = Math.min(length, close + 1);
      }
      while (at < length && bytes[at] !== this.#delimiter && bytes[at] !== this.#lineEnd) at++;
      const isLast = at >= length || bytes[at] === this.#lineEnd;
      let end = at;
      if (isLast && this.#lineEnd === LF && end > this.#cellStart[cell]! && bytes[end - 1] === CR) end--;
      this.#cellEnd[cell] = valueEnd === -1 ? end : valueEnd;
      if (isLast) {
        this.end = end;
        this.next = Math.min(length, at + 1);
        return true;
      }
      at++;
    }
  }

  /** The value of a cell; `''` for one that the record does not have. */
  cell(position: number): string {
    if (position >= this.cellCount) return '';
    const value = decode(this.#bytes, this.#cellStart[position]!, this.#cellEnd[position]!);
    return this.#isQuoted[position] && value.includes('"') ? value.replaceAll('""', '"') : value;
  }

  /** All values, in order. */
  cells(): string[] {
    return Array.from({ length: this.cellCount }, (_, position) => this.cell(position));
  }

  /** Where the bytes of the first `count` cells end. */
  endOfCells(count: number): number {
    if (count >= this.cellCount) return this.end;
    return this.#cellStart[count]! - (this.#isQuoted[count] ? 2 : 1);
  }
}

/** Text from bytes that should be UTF-8; those that are not make the whole cell Latin-1, which is what it mostly is. */
export function decode(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to);
  if (!text.includes('\ufffd') || isUtf8(bytes.subarray(from, to))) return text;
  return bytes.toString('latin1', from, to);
}

/** The position of the quote that closes a cell, two of them in a row being one that does not; the length where there is none. */
function closingQuote(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(QUOTE, at);
    if (at === -1) return bytes.length;
    if (bytes[at + 1] !== QUOTE) return at;
    at += 2;
  }
}

/** A cell of ours as it is written. */
export function writeCell(value: string, { delimiter, hasQuotes }: CsvDialect): string {
  if (!value.includes(delimiter) && !/["\r\n]/.test(value)) return value;
  return hasQuotes ? `"${value.replaceAll('"', '""')}"` : value.replaceAll(delimiter, ' ').replace(/[\r\n]+/g, ' ');
}
