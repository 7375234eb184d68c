import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { AddressLookupError } from '../../src/errors.ts';
import { validUtf8Length, WholeCharacters } from './utf8.ts';

/** Receives the rows of a CSV file, in order. An exception from these functions ends the reading and is passed on. */
export interface CsvRows {
  /** The names of the columns, as written. Throw to refuse the file. */
  header(names: readonly string[]): void;
  /** A row with as many fields as there are columns. It begins on `line`; the header is on line 1. */
  row(fields: readonly string[], line: number): void;
  /** A row with more or fewer fields. Blank lines are skipped. */
  ragged(fields: readonly string[], line: number): void;
}

export interface CsvOptions {
  /** By default `,`. */
  readonly delimiter?: string;
  /** Called with the number of bytes read, every few hundred kB. */
  readonly onBytes?: (count: number) => void;
}

/**
 * Reads a CSV file in UTF-8 (a byte order mark is skipped; LF, CRLF or CR; fields in double quotes as needed), streaming.
 * Rows come as arrays and synchronously, which costs far less than objects by column name from a stream.
 *
 * Returns whether the last line ended with a line break, as it does in a file that was not cut off.
 *
 * @throws AddressLookupError `input-empty` without a header; `input-corrupt` for bytes that are not UTF-8, for a last line
 * that stops in the middle, and for a quote that is never closed
 */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  rows: CsvRows,
  options: CsvOptions = {},
): Promise<{ lastLineEnded: boolean }> {
  const dispatcher = new RowDispatcher(rows);
  const records = new CsvRecords(path, options.delimiter ?? ',', (fields, line) => dispatcher.take(fields, line));
  const characters = new WholeCharacters();
  let lastByte = LINE_FEED;
  let isFirst = true;
  for await (const chunk of bytes) {
    options.onBytes?.(chunk.length);
    let text = characters.take(chunk);
    if (text.length === 0) continue;
    if (!isUtf8(text)) throw notUtf8(path, lineOfInvalidByte(records, dispatcher, text));
    lastByte = text[text.length - 1]!;
    // The mark is one character, which is never split.
    if (isFirst && BYTE_ORDER_MARK.every((byte, i) => text[i] === byte)) text = text.subarray(BYTE_ORDER_MARK.length);
    isFirst = false;
    records.write(text);
  }
  if (characters.pendingBytes > 0) throw cutOff(path, records.line);
  records.end();

  const lastLineEnded = lastByte === LINE_FEED;
  if (!dispatcher.hasHeader) {
    throw new AddressLookupError('input-empty', `"${path}" is empty: not even a line of column names.`, { got: path });
  }
  const tail = dispatcher.pendingRagged;
  if (tail !== undefined) {
    if (!lastLineEnded && tail.fields.length < dispatcher.columns) throw cutOff(path, tail.line);
    rows.ragged(tail.fields, tail.line);
  }
  return { lastLineEnded };
}

const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** Dispatches rows by kind, and holds back a ragged one until it is known not to be the truncated end of the file. */
class RowDispatcher {
  readonly #rows: CsvRows;
  columns: number = 0;
  pendingRagged: { fields: readonly string[]; line: number } | undefined;
  muted: boolean = false;

  constructor(rows: CsvRows) {
    this.#rows = rows;
  }

  get hasHeader(): boolean {
    return this.columns > 0;
  }

  take(fields: readonly string[], line: number): void {
    if (this.muted) return;
    if (this.pendingRagged !== undefined) {
      this.#rows.ragged(this.pendingRagged.fields, this.pendingRagged.line);
      this.pendingRagged = undefined;
    }
    if (fields.length === this.columns) {
      this.#rows.row(fields, line);
    } else if (fields.length === 1 && fields[0] === '') {
      // a blank line
    } else if (this.columns === 0) {
      this.columns = fields.length;
      this.#rows.header(fields);
    } else {
      this.pendingRagged = { fields, line };
    }
  }
}

/**
 * Splits UTF-8 bytes into records of fields, as csv-parse does with `relax_quotes`: records end with the kind of line break
 * that ends the first one; a quote counts only at the beginning of a field.
 *
 * Two kinds of line, nearly all of a register, are read here:
 *
 *     152,Rue de la Seigneurie,BE-BRU            no quotes: split at the delimiter
 *     "152","Rue de la Seigneurie","BE-BRU"      all fields quoted, no quotes in them: split at `","`
 *
 * csv-parse reads all others; it takes about 30 times as long. Each line is decoded separately: a field that is kept
 * then keeps only its line in memory, not a whole chunk of the file.
 */
export class CsvRecords {
  /** Where the next record begins; 1 for the first. */
  line: number = 1;
  readonly #path: string;
  readonly #delimiter: string;
  readonly #quotedDelimiter: string;
  readonly #take: (fields: readonly string[], line: number) => void;
  /** What ends records: `\n`, `\r\n` or `\r`; `''` until the first one has ended. */
  #lineBreak = '';
  /** The beginning of a record whose end has not arrived yet. */
  #carry: Buffer = Buffer.alloc(0);

  /** The delimiter is one ASCII character. `take` is called with every record; a blank line is one empty field. */
  constructor(path: string, delimiter: string, take: (fields: readonly string[], line: number) => void) {
    this.#path = path;
    this.#delimiter = delimiter;
    this.#quotedDelimiter = `"${delimiter}"`;
    this.#take = take;
  }

  /** @throws AddressLookupError `input-corrupt` for a quote that is never closed; and whatever `take` throws */
  write(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#read(this.#carry.length === 0 ? text : Buffer.concat([this.#carry, text]), false);
  }

  /** Reads the last record, if it has no line break. @throws as `write` */
  end(): void {
    if (this.#carry.length > 0) this.#read(this.#carry, true);
  }

  #read(text: Buffer, isEnd: boolean): void {
    let start = 0;
    if (this.#lineBreak === '') this.#lineBreak = this.#findLineBreak(text, isEnd);
    const isReadable = this.#lineBreak !== '' || isEnd;
    let quote = positionOf(text, QUOTE, 0);
    while (isReadable && start < text.length) {
      const end = this.#lineEnd(text, start);
      if (end === text.length && !isEnd) break;
      const next = Math.min(text.length, end + this.#lineBreak.length);
      if (end - start > MAX_RECORD_BYTES) throw this.#unclosedQuote();
      if (quote < end) {
        const after = this.#readQuoted(text, start, end, isEnd);
        if (after === UNFINISHED) break;
        start = after;
        if (quote < start) quote = positionOf(text, QUOTE, start);
      } else if (end === start && this.#lineBreak === '\n') {
        // A small zip can have hundreds of millions of blank lines.
        for (; text[start] === LINE_FEED; start++) this.#take(BLANK_LINE, this.line++);
      } else {
        this.#take(text.toString('utf8', start, end).split(this.#delimiter), this.line);
        // Only if records end with CRLF or CR can there be line feeds in a record without quotes.
        if (this.#lineBreak === '\n') this.line++;
        else this.#advance(text, start, next);
        start = next;
      }
    }
    if (text.length - start > MAX_RECORD_BYTES) throw this.#unclosedQuote();
    // A copy: the memory of the chunk may be used again.
    this.#carry = Buffer.from(text.subarray(start));
  }

  /** Reads the record from `start` on, whose first line ends at `end` and has quotes. Returns where the next one begins. */
  #readQuoted(text: Buffer, start: number, end: number, isEnd: boolean): number {
    if (text[start] === QUOTE && text[end - 1] === QUOTE && end - start > 1) {
      const fields = text.toString('utf8', start + 1, end - 1).split(this.#quotedDelimiter);
      if (!fields.some((field) => field.includes('"'))) {
        const next = Math.min(text.length, end + this.#lineBreak.length);
        this.#take(fields, this.line);
        this.#advance(text, start, next);
        return next;
      }
    }
    return this.#readWithLibrary(text, start, isEnd);
  }

  /**
   * Has csv-parse read the record from `start` on. Its end is found by trying: the text up to some line end is whole if
   * csv-parse finds no open quote at its end. Tried are the first line end, the first at which quotes are paired (which is
   * it, unless quotes occur in unquoted fields), and otherwise those at twice the length of the try before, so that all
   * tries together cost no more than a few times the last. A text that is whole may be more than one record.
   */
  #readWithLibrary(text: Buffer, start: number, isEnd: boolean): number {
    let quotes = 0;
    let triedBytes = 0;
    let trustsPairs = true;
    for (let next = start; next < text.length; ) {
      // One more line.
      const end = this.#lineEnd(text, next);
      if (end === text.length && !isEnd) return UNFINISHED;
      for (let at = positionOf(text, QUOTE, next); at < end; at = positionOf(text, QUOTE, at + 1)) quotes++;
      next = Math.min(text.length, end + this.#lineBreak.length);
      const byteLength = next - start;

      // Try, or continue with the next line.
      const isPaired = quotes % 2 === 0 && trustsPairs;
      if (isPaired || byteLength >= 2 * triedBytes || next === text.length) {
        const records = this.#parse(text.subarray(start, next));
        if (records !== undefined) {
          this.#takeAll(records, text, start);
          return next;
        }
        triedBytes = byteLength;
        if (isPaired) trustsPairs = false;
      }
      if (byteLength > MAX_RECORD_BYTES) break;
    }
    if (text.length - start <= MAX_RECORD_BYTES && !isEnd) return UNFINISHED;
    throw this.#unclosedQuote();
  }

  /** The records that a text consists of, each with where it ends; `undefined` if a quote in it is not closed. */
  #parse(text: Buffer): ParsedRecord[] | undefined {
    try {
      return parse(text, {
        delimiter: this.#delimiter,
        // Without a line break the text is one record.
        record_delimiter: this.#lineBreak === '' ? [] : [this.#lineBreak],
        relax_quotes: true,
        relax_column_count: true,
        info: true,
      }) as unknown as ParsedRecord[];
    } catch (error) {
      if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return undefined;
      throw error;
    }
  }

  #takeAll(records: readonly ParsedRecord[], text: Buffer, start: number): void {
    let from = start;
    for (const { record, info } of records) {
      const next = start + info.bytes;
      if (next - from > MAX_RECORD_BYTES) throw this.#unclosedQuote();
      this.#take(record, this.line);
      this.#advance(text, from, next);
      from = next;
    }
  }

  /** Counts the lines of a record between two positions: its line feeds, whatever ends records. */
  #advance(text: Buffer, start: number, next: number): void {
    let count = 0;
    for (let at = positionOf(text, LINE_FEED, start); at < next; at = positionOf(text, LINE_FEED, at + 1)) count++;
    this.line += Math.max(1, count);
  }

  /** Where the line from `start` on ends: at its line break, or at the end of the text. */
  #lineEnd(text: Buffer, start: number): number {
    if (this.#lineBreak === '') return text.length;
    if (this.#lineBreak === '\r') return positionOf(text, RETURN, start);
    let end = positionOf(text, LINE_FEED, start);
    if (this.#lineBreak === '\n') return end;
    while (end < text.length && (end === start || text[end - 1] !== RETURN)) end = positionOf(text, LINE_FEED, end + 1);
    return end < text.length ? end - 1 : end;
  }

  /** The line break that ends the first record of a file, `''` if its end is not in the text. */
  #findLineBreak(text: Buffer, isEnd: boolean): string {
    const quote = positionOf(text, QUOTE, 0);
    let tries = 0;
    for (let at = 0; at < text.length; at++) {
      if (text[at] !== LINE_FEED && text[at] !== RETURN) continue;
      // Before a line break that is in a quoted field, csv-parse finds the quote open.
      if (quote < at) {
        if (++tries > MAX_LINES_OF_HEADER) throw this.#unclosedQuote();
        if (this.#parse(text.subarray(0, at)) === undefined) continue;
      }
      if (text[at] === LINE_FEED) return '\n';
      if (at + 1 === text.length && !isEnd) return '';
      return text[at + 1] === LINE_FEED ? '\r\n' : '\r';
    }
    return '';
  }

  #unclosedQuote(): AddressLookupError {
    return new AddressLookupError(
      'input-corrupt',
      `"${this.#path}" is damaged or cut off: near line ${this.line} a quoted field is opened and never closed. Fetch the file again.`,
      { got: this.#path, line: this.line },
    );
  }
}

const BLANK_LINE: readonly string[] = [''];

/** What csv-parse returns with `info`: `bytes` is where the record ends, after its line break. */
interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly bytes: number };
}

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const UNFINISHED = -1;

/** A longer record counts as a quote that is never closed. */
const MAX_RECORD_BYTES = 1 << 16;

/** Line breaks in the quoted names of columns: each is tried to be the one that ends the header. */
const MAX_LINES_OF_HEADER = 1_000;

/** The position of the next such byte, the length of the text if there is none. */
function positionOf(text: Buffer, byte: number, start: number): number {
  const at = text.indexOf(byte, start);
  return at === -1 ? text.length : at;
}

/** Reads up to the last line of `text` that is UTF-8 throughout; returns the number of the line after it. */
function lineOfInvalidByte(records: CsvRecords, dispatcher: RowDispatcher, text: Uint8Array): number {
  const valid = text.subarray(0, validUtf8Length(text));
  dispatcher.muted = true;
  records.write(valid.subarray(0, valid.lastIndexOf(LINE_FEED) + 1));
  return records.line;
}

function notUtf8(path: string, line: number): AddressLookupError {
  return new AddressLookupError(
    'input-corrupt',
    `"${path}" is not UTF-8: line ${line} holds bytes that no UTF-8 text has. Give the file as it was published, not one saved in another encoding.`,
    { got: path, line },
  );
}

function cutOff(path: string, line: number): AddressLookupError {
  return new AddressLookupError(
    'input-corrupt',
    `"${path}" is cut off: line ${line}, its last, stops in the middle. Fetch the file again.`,
    { got: path, line },
  );
}

const MAX_SHOWN_COLUMNS = 30;
const MAX_SHOWN_LETTERS = 40;

/** The columns of a header for a message, which stays a sentence whatever the file is. */
export function showColumns(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN_COLUMNS).map((name) => {
    const printable = name.slice(0, MAX_SHOWN_LETTERS).replace(/\p{Cc}/gu, '\ufffd');
    return name.length > MAX_SHOWN_LETTERS ? `${printable}…` : printable;
  });
  return [...shown, ...(names.length > MAX_SHOWN_COLUMNS ? ['…'] : [])].join(', ');
}
