import { AddressLookupError } from '../../src/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** Depth inside the outer object's `features` array. */
const IN_FEATURES = 2;

/**
 * The features of a GeoJSON FeatureCollection, each as its own JSON text, in whatever way the file is laid out: on one
 * line, one feature per line, indented, with other members before or after. The file is never in memory as a whole.
 *
 *     {"type":"FeatureCollection","crs":{...},"features":[{...},{...}]}
 *      depth 1                                 depth 2    ^^^^^ yielded
 *
 * Only strings, braces and brackets are looked at: enough to know where a feature ends, since in JSON text none of them
 * occurs outside its role. In UTF-8 no byte of a longer character looks like one of them either. Whether a feature is
 * valid JSON is for `JSON.parse` to say.
 *
 * @throws AddressLookupError `input-corrupt` at the end when the outer object was never closed: the file was cut off.
 */
export async function* jsonFeatures(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let isFeatures = false; // the array at depth 2 is the value of "features"
  let lastString = ''; // at depth 1: the last key or string value
  let pieces: Buffer[] = []; // of a feature or string that began in an earlier chunk
  let closed = false;
  let features = 0;

  for await (const chunk of chunks) {
    let start = 0; // of the feature, or of the string at depth 1, that is open
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 1) {
            lastString = taken(pieces, chunk, start, i);
            pieces = [];
          }
        }
      } else if (byte === QUOTE) {
        inString = true;
        if (depth === 1) start = i + 1;
      } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        if (depth === 1) isFeatures = byte === OPENING_BRACKET && lastString === 'features';
        if (depth === IN_FEATURES && isFeatures) start = i;
        depth++;
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        depth--;
        if (depth === IN_FEATURES && isFeatures) {
          yield taken(pieces, chunk, start, i + 1);
          pieces = [];
          features++;
        }
        if (depth === 0) closed = true;
      }
    }
    const isOpen = (depth > IN_FEATURES && isFeatures) || (depth === 1 && inString);
    if (isOpen) pieces.push(chunk.subarray(start));
  }
  if (closed) return;
  throw new AddressLookupError(
    'input-corrupt',
    `${path} ends in the middle, behind its feature ${features}. The file was not transferred completely: fetch it again.`,
    { features },
  );
}

function taken(pieces: readonly Buffer[], chunk: Buffer, start: number, end: number): string {
  if (pieces.length === 0) return chunk.toString('utf8', start, end);
  return Buffer.concat([...pieces, chunk.subarray(start, end)]).toString('utf8');
}
