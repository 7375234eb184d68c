import { AddressLookupError } from '../errors.ts';

/**
 * The elements of a JSON array as the lines of NDJSON, as they arrive: a text becomes an object with that `text`, anything else stays as it is, on one
 * line. Nothing is parsed, and nothing is held but the bytes at hand; whether a line is an object, who reads it will see.
 *
 * @param isWhole whether the array needs its end
 * @throws AddressLookupError `input-not-recognised` for anything but an array, `input-corrupt` for one without its end or with more behind it
 *
 * @example ["Dam 1, Amsterdam", {"street": "Dam"}]    // {"text":"Dam 1, Amsterdam"}⏎{"street": "Dam"}⏎
 */
export async function* linesOfArray(
  input: AsyncIterable<Buffer>,
  { isWhole = true }: { readonly isWhole?: boolean } = {},
): AsyncGenerator<Buffer, void> {
  let at = 'before' as Place;
  /** Of lists and objects in the element. */
  let depth = 0;
  let isText = false;
  let isInString = false;
  let isEscaped = false;
  for await (const bytes of input) {
    const parts: Buffer[] = [];
    let from = 0;
    const copyTo = (to: number, then: string): void => {
      parts.push(bytes.subarray(from, to), Buffer.from(then));
      from = to + 1;
    };
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (at !== 'element') {
        at = placeAfter(at, byte);
        if (at !== 'element') continue;
        [depth, isText, from] = [0, byte === QUOTE, i];
        parts.push(Buffer.from(isText ? '{"text":' : ''));
      }
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        else if (byte === LINE_FEED) copyTo(i, '\\n');
      } else if (byte === QUOTE) isInString = true;
      else if (byte === LINE_FEED || byte === RETURN) copyTo(i, ' ');
      else if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) {
        copyTo(i, isText ? '}\n' : '\n');
        at = byte === COMMA ? 'next' : 'after';
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1);
    }
    if (at === 'element') parts.push(bytes.subarray(from));
    const lines = Buffer.concat(parts);
    if (lines.length > 0) yield lines;
  }
  if (isWhole && at !== 'after') throw damaged('has no end');
}

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const WHITE = [TAB, LINE_FEED, RETURN, SPACE];
const BOM = [0xef, 0xbb, 0xbf];

/** Before the array, before its first element or its end, in an element, before the next one, after the array. */
type Place = 'before' | 'first' | 'element' | 'next' | 'after';

/** Where a byte that stands between elements leads to. */
function placeAfter(at: Exclude<Place, 'element'>, byte: number): Place {
  if (WHITE.includes(byte) || (at === 'before' && BOM.includes(byte))) return at;
  if (at === 'before' && byte === OPEN_LIST) return 'first';
  if (at === 'before') throw notAnArray();
  if (at === 'after') throw damaged('is followed by something else');
  if (at === 'first' && byte === CLOSE_LIST) return 'after';
  if (byte === COMMA || byte === CLOSE_LIST) throw damaged('lacks an element beside a comma');
  return 'element';
}

function notAnArray(): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    'The JSON is no array; allowed is an array of texts or of objects, e.g. ["Dam 1, Amsterdam"].',
  );
}

function damaged(how: string): AddressLookupError {
  return new AddressLookupError('input-corrupt', `The JSON array ${how}. Send it whole.`);
}
