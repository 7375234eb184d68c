import { AddressLookupError } from '../../src/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** Depth inside the outer object's `features` array. */
const IN_FEATURES = 2;

/** A real feature has about 500. */
const MAX_FEATURE_BYTES = 1 << 24;

/** Around real features there are some hundred bytes, and a comma and a line break for each feature. */
const MAX_AROUND_BYTES = 1 << 26;

/**
 * The features of a GeoJSON FeatureCollection, each as its own JSON text, in whatever way the file is laid out: on one
 * line, one feature per line, indented, with other members before or after. The file is never in memory as a whole.
 *
 *     {"type":"FeatureCollection","crs":{...},"features":[{...},{...}]}
 *      depth 1                                 depth 2    ^^^^^ yielded
 *
 * Strings, braces and brackets suffice to find the end of a feature. `JSON.parse` checks that it is JSON: the caller parses
 * each feature, and the text around them is parsed at the end, with a 0 in place of each feature. (stream-json 3.8, which
 * makes a token of every value, takes three times as long.)
 *
 * @throws AddressLookupError `input-corrupt`, at the end at the latest, for a file that is cut off, that is not JSON around
 *   its features, or that is no FeatureCollection.
 */
export async function* jsonFeatures(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const scanner = new Scanner();
  const feature = new Piece();
  const string = new Piece();
  let isFeatures = false; // the array at depth 2 is the value of "features"
  let lastString = ''; // at depth 1: the last key or string value
  let around = ''; // what is around the features, a character for each byte: a copy, so that no chunk is kept
  let features = 0;

  for await (const chunk of chunks) {
    let start = 0; // of the feature or of what is around features, whichever is open
    let stringStart = 0; // of the string at depth 1 that is open
    let i = 0;
    while (i < chunk.length) {
      // Inside a feature, nothing but its end matters.
      if (scanner.depth > IN_FEATURES && isFeatures) {
        i = scanner.leave(IN_FEATURES, chunk, i);
        if (scanner.depth > IN_FEATURES) break;
        features++;
        yield feature.end(chunk, start, i);
        start = i;
        continue;
      }
      // Outside, the key before an array says whether its objects are features.
      const byte = chunk[i]!;
      const wasInString = scanner.inString;
      if (scanner.depth === 1 && !wasInString) {
        if (byte === QUOTE) stringStart = i + 1;
        if (byte === OPENING_BRACE || byte === OPENING_BRACKET)
          isFeatures = byte === OPENING_BRACKET && lastString === 'features';
      }
      const opensFeature =
        scanner.depth === IN_FEATURES &&
        isFeatures &&
        !wasInString &&
        (byte === OPENING_BRACE || byte === OPENING_BRACKET);
      if (opensFeature) {
        around += chunk.toString('latin1', start, i) + PLACEHOLDER;
        start = i;
      }
      scanner.take(byte);
      if (scanner.depth === 1 && wasInString && !scanner.inString) lastString = string.end(chunk, stringStart, i);
      i++;
    }
    // An open feature continues in the next chunk.
    if (scanner.depth > IN_FEATURES && isFeatures) feature.add(chunk.subarray(start), path);
    else around += chunk.toString('latin1', start);
    if (around.length > MAX_AROUND_BYTES) throw corrupt(path, 'has too much text outside its features');
    if (scanner.depth === 1 && scanner.inString) string.add(chunk.subarray(stringStart), path);
  }
  if (scanner.depth > 0) throw corrupt(path, `ends in the middle, after its feature ${features}`, { features });
  assertCollection(Buffer.from(around, 'latin1').toString('utf8'), features, path);
}

/** Where in JSON a byte is: how deep, and whether in a string. In UTF-8 no byte of a longer character looks like one of JSON's. */
class Scanner {
  depth = 0;
  inString = false;
  #escaped = false;

  take(byte: number): void {
    if (this.inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.inString = false;
    } else if (byte === QUOTE) this.inString = true;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) this.depth++;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) this.depth--;
  }

  /** Takes bytes from `from` on until it is as deep as `depth` again, or the chunk ends; returns the first one not taken. */
  leave(depth: number, chunk: Buffer, from: number): number {
    let i = from;
    while (i < chunk.length && this.depth > depth) this.take(chunk[i++]!);
    return i;
  }
}

/** Replaces a feature in what is parsed at the end. */
const PLACEHOLDER = '0';

/** A text that may have begun in earlier chunks. */
class Piece {
  #parts: Buffer[] = [];
  #bytes = 0;

  /** A part of the text that does not end it. @throws AddressLookupError `input-corrupt` beyond `MAX_FEATURE_BYTES` */
  add(part: Buffer, path: string): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes > MAX_FEATURE_BYTES) throw corrupt(path, `has a feature of more than ${MAX_FEATURE_BYTES} bytes`);
  }

  /** The whole text, which ends in `chunk`. */
  end(chunk: Buffer, start: number, end: number): string {
    if (this.#parts.length === 0) return chunk.toString('utf8', start, end);
    const text = Buffer.concat([...this.#parts, chunk.subarray(start, end)]).toString('utf8');
    this.#parts = [];
    this.#bytes = 0;
    return text;
  }
}

/** Asserts that what is around the features is a FeatureCollection of as many of them. */
function assertCollection(around: string, features: number, path: string): void {
  let outer: { readonly features?: unknown } | null;
  try {
    outer = JSON.parse(around.replace(/^\ufeff/, ''));
  } catch (error) {
    throw corrupt(path, `is not JSON (${(error as Error).message.slice(0, 200)})`, {}, error);
  }
  const found = outer?.features;
  if (Array.isArray(found) && found.length === features && found.every((feature) => feature === 0)) return;
  throw corrupt(path, 'is JSON, but not a GeoJSON FeatureCollection: it has no single array "features" of objects');
}

function corrupt(path: string, fault: string, data: object = {}, cause?: unknown): AddressLookupError {
  const message = `${path} ${fault}. The file is damaged or was not transferred completely: fetch it again.`;
  return new AddressLookupError('input-corrupt', message, { got: path, ...data }, { cause });
}
