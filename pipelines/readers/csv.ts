import { isUtf8 } from 'node:buffer';
import { AddressLookupError } from '../../src/errors.ts';
import { CsvRecords, UnclosedQuoteError } from './csv-records.ts';
import { WholeCharacters } from './utf8.ts';

/** Takes the rows of a CSV file, in order. What these functions throw ends the reading and is thrown on. */
export interface CsvRows {
  /** The names of the columns, as written. Throw to refuse the file. */
  header(names: readonly string[]): void;
  /** A row with as many fields as there are columns; `line` is where it begins, 1 for the header's. */
  row(fields: readonly string[], line: number): void;
  /** A row with more fields or fewer. Blank lines are passed over. */
  ragged(fields: readonly string[], line: number): void;
}

export interface CsvOptions {
  /** `,` unless told. */
  readonly delimiter?: string;
  /** Told of the bytes that were read, in pieces of some hundred kB. */
  readonly onBytes?: (count: number) => void;
}

/**
 * Reads a CSV file in UTF-8 (a byte order mark is passed over; LF or CRLF; fields in double quotes where needed), streaming.
 * Rows come as arrays and synchronously, which costs far less than objects by column name from a stream.
 *
 * Returns whether the last line ended with a line break, as a file that was not cut off does.
 *
 * @throws AddressLookupError `input-empty` without a header; `input-corrupt` for bytes that are not UTF-8, for a last line
 * that stops in the middle, and for a quote that is never closed.
 */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  rows: CsvRows,
  options: CsvOptions = {},
): Promise<{ lastLineEnded: boolean }> {
  const dispatcher = new RowDispatcher(rows);
  const records = new CsvRecords(options.delimiter ?? ',', (fields, line) => dispatcher.take(fields, line));
  const characters = new WholeCharacters();
  let lastByte = LINE_FEED;
  let isFirst = true;
  try {
    for await (const chunk of bytes) {
      options.onBytes?.(chunk.length);
      let text = characters.take(chunk);
      if (text.length === 0) continue;
      if (!isUtf8(text)) throw notUtf8(path, lineOfInvalidBytes(records, dispatcher, text));
      lastByte = text[text.length - 1]!;
      // As whole characters come, a mark is never cut in two.
      if (isFirst && BYTE_ORDER_MARK.every((byte, i) => text[i] === byte)) text = text.subarray(BYTE_ORDER_MARK.length);
      isFirst = false;
      records.write(text);
    }
    if (characters.pendingBytes > 0) throw cutOff(path, records.line);
    records.end();
  } catch (error) {
    throw error instanceof UnclosedQuoteError ? unclosedQuote(path, error) : error;
  }

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

const LINE_FEED = 10;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** Sorts rows by what they are, and keeps a ragged one back until it is known not to be the file's cut-off end. */
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

/** Reads up to the first line of `text` that is not UTF-8 and tells which it is in the file. */
function lineOfInvalidBytes(records: CsvRecords, dispatcher: RowDispatcher, text: Uint8Array): number {
  dispatcher.muted = true;
  let start = 0;
  for (let end = text.indexOf(LINE_FEED); end !== -1; end = text.indexOf(LINE_FEED, start)) {
    if (!isUtf8(text.subarray(start, end))) break;
    start = end + 1;
  }
  records.write(text.subarray(0, start));
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

function unclosedQuote(path: string, { line }: UnclosedQuoteError): AddressLookupError {
  return new AddressLookupError(
    'input-corrupt',
    `"${path}" is damaged or cut off: near line ${line} a quoted field is opened and never closed. Fetch the file again.`,
    { got: path, line },
  );
}
