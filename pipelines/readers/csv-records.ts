/** What makes bytes no CSV at all: a quote that is opened and never closed, or lines without end. */
export class UnclosedQuoteError extends Error {
  /** The line on which the record begins. */
  readonly line: number;

  constructor(line: number) {
    super(`The record that begins on line ${line} never ends.`);
    this.line = line;
  }
}

/**
 * Cuts UTF-8 bytes into records of fields, RFC 4180 as csv-parse understands it with `relax_quotes`: records end with the
 * kind of line break that ends the first one; a quote counts only where a field begins; a quoted field that goes on behind
 * its closing quote is text as written.
 *
 * Nearly all lines of a register hold no quote. They are decoded and split as a whole, which takes a fifth of the time of
 * going through their bytes. Each is decoded by itself: a field that somebody keeps then keeps its line in memory, not
 * the piece of the file that it stood in.
 */
export class CsvRecords {
  /** Where the record that comes next begins, 1 for the first. */
  line: number = 1;
  readonly #delimiter: string;
  readonly #delimiterByte: number;
  readonly #take: (fields: readonly string[], line: number) => void;
  /** How records end: LF, CR or both; 0 until the first one has. */
  #lineBreak: LineBreak | 0 = 0;
  /** The beginning of a record whose end has not come yet. */
  #carry: Buffer = Buffer.alloc(0);

  /** The delimiter is one ASCII character. `take` is called with every record, a blank line among them as one empty field. */
  constructor(delimiter: string, take: (fields: readonly string[], line: number) => void) {
    this.#delimiter = delimiter;
    this.#delimiterByte = delimiter.charCodeAt(0);
    this.#take = take;
  }

  /** @throws UnclosedQuoteError, and whatever `take` throws */
  write(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#read(this.#carry.length === 0 ? text : Buffer.concat([this.#carry, text]), false);
  }

  /** The last record, where it has no line break. @throws as `write` */
  end(): void {
    if (this.#carry.length > 0) this.#read(this.#carry, true);
  }

  #read(text: Buffer, isEnd: boolean): void {
    let start = 0;
    let quote = nextOf(text, QUOTE, 0);
    while (start < text.length) {
      const end = this.#lineBreak === 0 ? text.length : this.#lineEnd(text, start);
      let next: number;
      if (quote > end && end < text.length) {
        if (end - start > LONGEST_RECORD) throw new UnclosedQuoteError(this.line);
        this.#take(text.toString('utf8', start, end).split(this.#delimiter), this.line);
        next = end + (this.#lineBreak === CRLF ? 2 : 1);
        // Only where records end with CRLF or CR can there be line feeds in one without quotes.
        this.line += this.#lineBreak === LF ? 1 : Math.max(1, countLineFeeds(text, start, next));
      } else {
        next = this.#readByFields(text, start, isEnd);
        if (next === UNFINISHED) break;
        if (quote < next) quote = nextOf(text, QUOTE, next);
      }
      start = next;
    }
    if (text.length - start > LONGEST_RECORD) throw new UnclosedQuoteError(this.line);
    // A copy: what gives the bytes may use their memory again.
    this.#carry = Buffer.from(text.subarray(start));
  }

  /** Where the line from `start` on ends; the end of the text where it does not. */
  #lineEnd(text: Buffer, start: number): number {
    if (this.#lineBreak === CR) return nextOf(text, RETURN, start);
    let end = nextOf(text, FEED, start);
    if (this.#lineBreak === CRLF) {
      while (end < text.length && (end === start || text[end - 1] !== RETURN)) end = nextOf(text, FEED, end + 1);
      if (end < text.length) end--;
    }
    return end;
  }

  /** Takes one record, field by field; where the next begins, or `UNFINISHED`. */
  #readByFields(text: Buffer, start: number, isEnd: boolean): number {
    const fields: string[] = [];
    for (let at = start; ; at++) {
      const isQuoted = text[at] === QUOTE;
      let closing = at;
      if (isQuoted) {
        closing = closingQuote(text, at + 1);
        if (closing === text.length && isEnd) throw new UnclosedQuoteError(this.line);
        if (closing >= text.length - 1 && !isEnd) return UNFINISHED;
      }
      const behind = isQuoted ? closing + 1 : at;
      const end = this.#fieldEnd(text, behind, isEnd);
      if (end === UNFINISHED) return UNFINISHED;
      if (isQuoted) {
        const content = text.toString('utf8', at + 1, closing).replaceAll('""', '"');
        fields.push(end === behind ? content : `"${content}"${text.toString('utf8', behind, end)}`);
      } else {
        fields.push(text.toString('utf8', at, end));
      }
      at = end;
      if (text[at] === this.#delimiterByte) continue;
      const next = Math.min(text.length, end + (this.#lineBreak === CRLF ? 2 : 1));
      if (next - start > LONGEST_RECORD) throw new UnclosedQuoteError(this.line);
      this.#take(fields, this.line);
      this.line += Math.max(1, countLineFeeds(text, start, next));
      return next;
    }
  }

  /** The delimiter or line break that ends an unquoted field, or the end of the last one. */
  #fieldEnd(text: Buffer, start: number, isEnd: boolean): number {
    for (let at = start; at < text.length; at++) {
      const byte = text[at]!;
      if (byte === this.#delimiterByte) return at;
      if (byte !== FEED && byte !== RETURN) continue;
      if (byte === RETURN && this.#lineBreak !== CR && at + 1 === text.length && !isEnd) return UNFINISHED;
      const lineBreak = byte === FEED ? LF : text[at + 1] === FEED ? CRLF : CR;
      if (this.#lineBreak === 0) this.#lineBreak = lineBreak;
      // Where CR alone ends records, a line feed behind it begins the next one.
      if (lineBreak === this.#lineBreak || (this.#lineBreak === CR && byte === RETURN)) return at;
    }
    return isEnd ? text.length : UNFINISHED;
  }
}

type LineBreak = typeof LF | typeof CRLF | typeof CR;
const LF = 1;
const CRLF = 2;
const CR = 3;
const FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const UNFINISHED = -1;

/** In bytes; a record longer than this is a quote that was opened and never closed. */
const LONGEST_RECORD = 1 << 16;

/** The quote that is not the first of two, or the end of the text. */
function closingQuote(text: Buffer, start: number): number {
  let at = nextOf(text, QUOTE, start);
  while (text[at + 1] === QUOTE) at = nextOf(text, QUOTE, at + 2);
  return at;
}

/** Where the byte next stands, the end of the text where it does not. */
function nextOf(text: Buffer, byte: number, start: number): number {
  const at = text.indexOf(byte, start);
  return at === -1 ? text.length : at;
}

function countLineFeeds(text: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = nextOf(text, FEED, start); at < end; at = nextOf(text, FEED, at + 1)) count++;
  return count;
}
