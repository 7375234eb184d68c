import { isUtf8 } from 'node:buffer';
import { AddressLookupError } from '../errors.ts';
import { quoteCell } from '../text/escape.ts';

/** How a delimited file is written. */
export interface CsvDialect {
  /** One ASCII character. */
  readonly delimiter: string;
  /** Whether `"` opens a quoted cell. */
  readonly hasQuotes: boolean;
  /** What ends a line: `\r` alone only in files that have no line feed. */
  readonly lineEnd: '\n' | '\r';
}

const QUOTE = 0x22;
const CR = 0x0d;
export const LF = 0x0a;

/** Where a reader is: between two records, or where in an open one its bytes ran out. */
type State = 'between' | 'cell start' | 'quoted' | 'unquoted';

/**
 * Reads the records of a delimited file one at a time and in place, so that bytes that are passed through are never
 * decoded and re-encoded. It follows RFC 4180; where that is silent, quotes inside an unquoted cell are ordinary characters, and
 * text after a closing quote belongs to the bytes of the cell, but not to its value.
 *
 * A reader of a stream (`isWhole` false) stops where the bytes end and continues from there when it gets more, so every byte is
 * read once, however long a record is.
 */
export class CsvRecord {
  readonly #delimiter: number;
  readonly #lineEnd: number;
  readonly #hasQuotes: boolean;
  readonly #isWhole: boolean;
  #bytes: Buffer;
  #state: State = 'between';
  /** Where to continue, in an unfinished record. */
  #at = 0;
  /** Where the record begins, where its last cell ends, and where the next record begins. */
  start: number = 0;
  end: number = 0;
  next: number = 0;
  cellCount: number = 0;
  readonly #cellStart: number[] = [];
  readonly #cellEnd: number[] = [];
  readonly #isQuoted: boolean[] = [];

  constructor(bytes: Buffer, { delimiter, lineEnd, hasQuotes }: CsvDialect, isWhole = true) {
    this.#bytes = bytes;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#lineEnd = lineEnd.charCodeAt(0);
    this.#hasQuotes = hasQuotes;
    this.#isWhole = isWhole;
  }

  /** Whether the bytes end inside a quoted cell. */
  get isQuoteOpen(): boolean {
    return this.#state === 'quoted' && this.#at >= this.#bytes.length;
  }

  /** Reads the record at `next`; `false` at the end of the bytes, also if the stream has not delivered all of the record yet. */
  read(): boolean {
    const bytes = this.#bytes;
    const { length } = bytes;
    const delimiter = this.#delimiter;
    const lineEnd = this.#lineEnd;
    const isWhole = this.#isWhole;
    let state = this.#state;
    let at = this.#at;
    if (state === 'between') {
      at = this.next;
      if (at >= length) return false;
      this.start = at;
      this.cellCount = 0;
      state = 'cell start';
    }
    for (;;) {
      if (state === 'cell start') {
        if (at >= length && !isWhole) return this.#suspend('cell start', at);
        const cell = this.cellCount++;
        const isQuoted = this.#hasQuotes && bytes[at] === QUOTE;
        if (isQuoted) at++;
        this.#isQuoted[cell] = isQuoted;
        this.#cellStart[cell] = at;
        this.#cellEnd[cell] = -1;
        state = isQuoted ? 'quoted' : 'unquoted';
      }
      if (state === 'quoted') {
        // Of two quotes in a row, neither closes the cell.
        let close = bytes.indexOf(QUOTE, at);
        while (close !== -1 && bytes[close + 1] === QUOTE) close = bytes.indexOf(QUOTE, close + 2);
        if (!isWhole && (close === -1 || close + 1 === length))
          return this.#suspend('quoted', close === -1 ? length : close);
        this.#cellEnd[this.cellCount - 1] = close === -1 ? length : close;
        at = close === -1 ? length : close + 1;
        state = 'unquoted';
      }
      while (at < length && bytes[at] !== delimiter && bytes[at] !== lineEnd) at++;
      if (at >= length && !isWhole) return this.#suspend('unquoted', at);
      const cell = this.cellCount - 1;
      const isLast = at >= length || bytes[at] === lineEnd;
      let end = at;
      if (isLast && lineEnd === LF && end > this.#cellStart[cell]! && bytes[end - 1] === CR) end--;
      if (this.#cellEnd[cell] === -1) this.#cellEnd[cell] = end;
      at++;
      if (isLast) {
        this.#state = 'between';
        this.end = end;
        this.next = Math.min(length, at);
        return true;
      }
      state = 'cell start';
    }
  }

  #suspend(state: State, at: number): false {
    this.#state = state;
    this.#at = at;
    return false;
  }

  /** Continues in another buffer, which has the bytes from `shift` on, and more. */
  continueIn(bytes: Buffer, shift: number): void {
    this.#bytes = bytes;
    this.#at -= shift;
    this.start -= shift;
    this.end -= shift;
    this.next -= shift;
    if (shift === 0) return;
    for (let cell = 0; cell < this.cellCount; cell++) {
      this.#cellStart[cell]! -= shift;
      if (this.#cellEnd[cell] !== -1) this.#cellEnd[cell]! -= shift;
    }
  }

  /** The value of a cell; `''` for one that the record does not have. */
  cell(position: number): string {
    if (position >= this.cellCount) return '';
    const value = decode(this.#bytes, this.#cellStart[position]!, this.#cellEnd[position]!);
    return this.#isQuoted[position] && value.includes('"') ? value.replaceAll('""', '"') : value;
  }

  /** Whether the value of a cell is in quotes. */
  isQuoted(position: number): boolean {
    return position < this.cellCount && this.#isQuoted[position] === true;
  }

  /** All values, in order; `''` for those that are missing of so many. */
  cells(least: number = 0): string[] {
    return Array.from({ length: Math.max(least, this.cellCount) }, (_, position) => this.cell(position));
  }

  /** Where the bytes of the first `count` cells end. */
  endOfCells(count: number): number {
    if (count >= this.cellCount) return this.end;
    return this.#cellStart[count]! - (this.#isQuoted[count] ? 2 : 1);
  }
}

/** The cells of all records, or of the first so many. */
export function readCells(bytes: Buffer, dialect: CsvDialect, most: number = Number.POSITIVE_INFINITY): string[][] {
  const record = new CsvRecord(bytes, dialect);
  const rows: string[][] = [];
  while (rows.length < most && record.read()) rows.push(record.cells());
  return rows;
}

/** Decodes bytes that should be UTF-8. If they are not, the whole cell is read as Latin-1, which it mostly is then. */
export function decode(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to);
  if (!text.includes('\ufffd') || isUtf8(bytes.subarray(from, to))) return text;
  return bytes.toString('latin1', from, to);
}

/** Formats a cell of our columns. */
export function writeCell(value: string, { delimiter, hasQuotes }: CsvDialect): string {
  if (!value.includes(delimiter) && !/["\r\n]/.test(value)) return value;
  return hasQuotes ? quoteCell(value) : value.replaceAll(delimiter, ' ').replace(/[\r\n]+/g, ' ');
}

/** Whole records, with their line ends. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly records: number;
}

/** A larger record counts as a quote that is never closed. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;
/** Minimum size of a buffer: a few reads of a file. */
const MIN_BUFFER_BYTES = 256 * 1024;

/** Cuts a stream of bytes where records end, quoted line breaks included, into chunks of whole records. */
export class RecordCutter {
  readonly #chunkBytes: number;
  readonly #chunkRecords: number;
  readonly #maxRecordBytes: number;
  readonly #record: CsvRecord;
  /** The first `#length` bytes are filled. Those before `#from` have been handed out and are never written again. */
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
  #from = 0;
  /** Complete records that have not been handed out. */
  #records = 0;
  /** Bytes of the stream before the buffer. */
  #bytesBefore: number;
  /** Complete records so far. */
  #recordCount = 0;

  /** @param firstByte where in its file the stream begins, for what is said of a record */
  constructor(
    dialect: CsvDialect,
    chunkBytes: number,
    chunkRecords: number,
    maxRecordBytes: number = MAX_RECORD_BYTES,
    firstByte: number = 0,
  ) {
    this.#bytesBefore = firstByte;
    this.#maxRecordBytes = maxRecordBytes;
    this.#record = new CsvRecord(this.#buffer, dialect, false);
    this.#chunkBytes = chunkBytes;
    this.#chunkRecords = chunkRecords;
  }

  /**
   * Adds bytes, and yields the chunks that are complete with them.
   *
   * @throws AddressLookupError `input-corrupt` for a record of more than 64 MiB, unless another maximum was given
   */
  *push(bytes: Buffer): Generator<Chunk, void> {
    const record = this.#record;
    this.#append(bytes);
    while (record.read()) {
      if (record.next - record.start > this.#maxRecordBytes) {
        if (this.#records > 0) yield this.#take(record.start);
        throw this.#tooLarge(record.start);
      }
      this.#records++;
      this.#recordCount++;
      const isFull = record.next - this.#from >= this.#chunkBytes || this.#records >= this.#chunkRecords;
      if (isFull) yield this.#take(record.next);
    }
    if (this.#length - record.next > this.#maxRecordBytes) throw this.#tooLarge(record.next);
  }

  #tooLarge(start: number): AddressLookupError {
    const kib = this.#maxRecordBytes / 1024;
    const size = kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
    return this.#corrupt(start, `is larger than ${size}; a quote in it is probably never closed.`);
  }

  /**
   * The last records, at the end of the stream; the very last one need not end with a line end.
   *
   * @throws AddressLookupError `input-corrupt` for a quote that is never closed
   */
  finish(): Chunk | undefined {
    if (this.#record.isQuoteOpen) throw this.#corrupt(this.#record.next, 'opens a quote that is never closed.');
    if (this.#record.next < this.#length) this.#records++;
    return this.#from === this.#length ? undefined : this.#take(this.#length);
  }

  /** The remaining complete records, with their line ends; an incomplete one is dropped. */
  takeWhole(): Chunk | undefined {
    return this.#records === 0 ? undefined : this.#take(this.#record.next);
  }

  #append(bytes: Buffer): void {
    const kept = this.#length - this.#from;
    if (this.#length + bytes.length > this.#buffer.length) {
      // Twice what is needed, so that a long record is not copied again with every read.
      const buffer = Buffer.allocUnsafeSlow(Math.max(MIN_BUFFER_BYTES, 2 * (kept + bytes.length)));
      this.#buffer.copy(buffer, 0, this.#from, this.#length);
      this.#record.continueIn(buffer, this.#from);
      this.#bytesBefore += this.#from;
      this.#buffer = buffer;
      this.#from = 0;
      this.#length = kept;
    }
    this.#length += bytes.copy(this.#buffer, this.#length);
    this.#record.continueIn(this.#buffer.subarray(0, this.#length), 0);
  }

  #take(end: number): Chunk {
    const chunk = { bytes: this.#buffer.subarray(this.#from, end), records: this.#records };
    this.#from = end;
    this.#records = 0;
    return chunk;
  }

  /** An error about the record that begins here. */
  #corrupt(start: number, what: string): AddressLookupError {
    const record = this.#recordCount + 1;
    const byte = this.#bytesBefore + start;
    return new AddressLookupError(
      'input-corrupt',
      `Record ${record}, which begins at byte ${byte}, ${what} Correct it, or give --no-quotes if quotes are ordinary characters in this file.`,
      { record, byte },
    );
  }
}

/** What a caller may specify of a dialect. */
export type GivenDialect = { readonly [part in 'delimiter' | 'hasQuotes']?: CsvDialect[part] | undefined };

export function detectLineEnd(sample: Buffer): CsvDialect['lineEnd'] {
  return sample.includes(LF) || !sample.includes(CR) ? '\n' : '\r';
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const MAX_SAMPLE_RECORDS = 50;

/**
 * Detects the dialect of a file from its first bytes: the delimiter that divides the most records into as many cells as the first one, and
 * into more than one. A file of one column gets a delimiter that none of these records has outside quotes.
 */
export function detectDialect(sample: Buffer, given: GivenDialect, isWholeFile: boolean): CsvDialect {
  const lineEnd = detectLineEnd(sample);
  const hasQuotes = given.hasQuotes ?? true;
  if (given.delimiter !== undefined) return { delimiter: given.delimiter, lineEnd, hasQuotes };
  let best: { delimiter: string; score: number } | undefined;
  let unused: string | undefined;
  for (const delimiter of DELIMITERS) {
    const counts = cellCounts(sample, { delimiter, lineEnd, hasQuotes }, isWholeFile);
    if (counts.every((count) => count === 1)) unused ??= delimiter;
    const width = counts[0] ?? 1;
    if (width === 1) continue;
    const alike = counts.filter((count) => count === width).length / counts.length;
    const score = alike * 100 + Math.min(width, 50);
    if (best === undefined || score > best.score) best = { delimiter, score };
  }
  return { delimiter: best?.delimiter ?? unused ?? '\t', lineEnd, hasQuotes };
}

function cellCounts(sample: Buffer, dialect: CsvDialect, isWholeFile: boolean): number[] {
  const record = new CsvRecord(sample, dialect);
  const counts: number[] = [];
  while (counts.length < MAX_SAMPLE_RECORDS && record.read()) {
    // The last record may be cut off.
    if (!isWholeFile && record.next >= sample.length && counts.length > 0) break;
    counts.push(record.cellCount);
  }
  return counts;
}
