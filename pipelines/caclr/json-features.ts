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
 * To find where a feature ends, strings, braces and brackets are enough. That all of it is JSON, `JSON.parse` decides: the
 * caller parses each feature, and what is around them is parsed at the end, with 0 for each feature. (stream-json, which
 * parses everything itself, takes three times as long.)
 *
 * @throws AddressLookupError `input-corrupt`, at the end at the latest, for a file that is cut off, that is not JSON around
 *   its features, or that is no FeatureCollection.
 */
export async function* jsonFeatures(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let isFeatures = false; // the array at depth 2 is the value of "features"
  let lastString = ''; // at depth 1: the last key or string value
  const string = new Piece();
  const feature = new Piece();
  let around = ''; // what is around the features, a character for each byte: a copy, so that no chunk is kept
  let features = 0;

  for await (const chunk of chunks) {
    let start = 0; // of the feature or of what is around features, whichever is open
    let stringStart = 0; // of the string at depth 1 that is open
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 1) lastString = string.end(chunk, stringStart, i);
        }
      } else if (byte === QUOTE) {
        inString = true;
        if (depth === 1) stringStart = i + 1;
      } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        if (depth === 1) isFeatures = byte === OPENING_BRACKET && lastString === 'features';
        if (depth === IN_FEATURES && isFeatures) {
          around += chunk.toString('latin1', start, i) + PLACEHOLDER;
          start = i;
        }
        depth++;
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        depth--;
        if (depth === IN_FEATURES && isFeatures) {
          features++;
          yield feature.end(chunk, start, i + 1);
          start = i + 1;
        }
      }
    }
    // What is open goes on in the next chunk.
    if (depth > IN_FEATURES && isFeatures) feature.add(chunk.subarray(start), path);
    else around += chunk.toString('latin1', start);
    if (around.length > MAX_AROUND_BYTES) throw corrupt(path, 'has too much that is no feature');
    if (depth === 1 && inString) string.add(chunk.subarray(stringStart), path);
  }
  if (depth > 0) throw corrupt(path, `ends in the middle, after its feature ${features}`, { features });
  assertCollection(Buffer.from(around, 'latin1').toString('utf8'), features, path);
}

/** What is left in the place of a feature. */
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
  throw corrupt(path, 'is JSON but no GeoJSON FeatureCollection: it has no single array "features" of objects');
}

function corrupt(path: string, fault: string, data: object = {}, cause?: unknown): AddressLookupError {
  const message = `${path} ${fault}. The file is damaged or was not transferred completely: fetch it again.`;
  return new AddressLookupError('input-corrupt', message, { got: path, ...data }, { cause });
}
