import { AddressLookupError } from '../../errors.ts';
import { type CsvDialect, QUOTE } from './csv-record.ts';

/** Larger records are taken for a quote that is never closed. */
const LARGEST_RECORD_BYTES = 64 * 1024 * 1024;

/**
 * Cuts a stream of bytes where records end, quoted line breaks included, into pieces of whole records. Every byte is looked at
 * once, however large a record is.
 */
export class RecordCutter {
  readonly #delimiter: number;
  readonly #lineEnd: number;
  readonly #hasQuotes: boolean;
  readonly #pieceBytes: number;
  readonly #pieceRecords: number;
  #state: State = 'cell start';
  /** Bytes that have come and not left: whole records up to `#cut`, which is counted from the first of them. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #cut = 0;
  #records = 0;
  /** Of the whole stream: complete records, and the byte at which the open one begins. */
  recordCount: number = 0;
  #passedBytes = 0;

  constructor(dialect: CsvDialect, pieceBytes: number, pieceRecords: number) {
    this.#delimiter = dialect.delimiter.charCodeAt(0);
    this.#lineEnd = dialect.lineEnd.charCodeAt(0);
    this.#hasQuotes = dialect.hasQuotes;
    this.#pieceBytes = pieceBytes;
    this.#pieceRecords = pieceRecords;
  }

  /** The pieces that are complete with these bytes. */
  *push(bytes: Buffer): Generator<Piece, void> {
    let from = 0;
    const delimiter = this.#delimiter;
    const lineEnd = this.#lineEnd;
    let state = this.#state;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (state === 'quoted') {
        const quote = bytes.indexOf(QUOTE, at);
        if (quote === -1) break;
        at = quote;
        state = 'quote in quoted';
        continue;
      }
      if (byte === lineEnd) {
        state = 'cell start';
        this.#cut = this.#pendingBytes + at + 1 - from;
        this.#records++;
        this.recordCount++;
        if (this.#cut >= this.#pieceBytes || this.#records >= this.#pieceRecords) {
          this.#keep(bytes.subarray(from, at + 1));
          from = at + 1;
          yield this.#take();
        }
      } else if (byte === QUOTE && this.#hasQuotes) {
        if (state === 'cell start' || state === 'quote in quoted') state = 'quoted';
      } else if (byte === delimiter) state = 'cell start';
      else state = 'unquoted';
    }
    this.#state = state;
    if (from < bytes.length) this.#keep(bytes.subarray(from));
    if (this.#pendingBytes - this.#cut > LARGEST_RECORD_BYTES) throw this.#tooLarge();
  }

  /** What is left at the end: the last records, of which the very last need not end with a line end. */
  finish(): Piece | undefined {
    if (this.#state === 'quoted') throw this.#neverClosed();
    if (this.#pendingBytes === 0) return undefined;
    if (this.#cut < this.#pendingBytes) {
      this.#records++;
      this.recordCount++;
    }
    this.#cut = this.#pendingBytes;
    return this.#take();
  }

  /** The records left that are whole, with their line ends; the beginning of another is dropped. */
  takeWhole(): Piece | undefined {
    return this.#cut === 0 ? undefined : this.#take();
  }

  #keep(bytes: Buffer): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
  }

  #take(): Piece {
    const bytes = Buffer.concat(this.#pending, this.#pendingBytes);
    const piece = { bytes: bytes.subarray(0, this.#cut), records: this.#records };
    const rest = bytes.subarray(this.#cut);
    this.#passedBytes += this.#cut;
    this.#pending = rest.length > 0 ? [rest] : [];
    this.#pendingBytes = rest.length;
    this.#cut = 0;
    this.#records = 0;
    return piece;
  }

  #tooLarge(): AddressLookupError {
    const position = this.#passedBytes + this.#cut;
    return new AddressLookupError(
      'input-corrupt',
      `Record ${this.recordCount + 1}, which begins at byte ${position}, is larger than ${LARGEST_RECORD_BYTES / 1024 / 1024} MiB; a quote in it is probably never closed. Mend it, or give --no-quotes if quotes mean nothing in this file.`,
      { record: this.recordCount + 1, byte: position },
    );
  }

  #neverClosed(): AddressLookupError {
    const position = this.#passedBytes + this.#cut;
    return new AddressLookupError(
      'input-corrupt',
      `The quote that record ${this.recordCount + 1} opens, which begins at byte ${position}, is never closed. Mend it, or give --no-quotes if quotes mean nothing in this file.`,
      { record: this.recordCount + 1, byte: position },
    );
  }
}

/** Whole records, with their line ends. */
export interface Piece {
  readonly bytes: Buffer;
  readonly records: number;
}

type State = 'cell start' | 'unquoted' | 'quoted' | 'quote in quoted';
