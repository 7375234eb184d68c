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
  const elements = new Elements();
  for await (const bytes of input) {
    const lines = elements.push(bytes);
    if (lines.length > 0) yield lines;
  }
  if (isWhole) elements.finish();
}

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BOM = [0xef, 0xbb, 0xbf];

class Elements {
  #at: 'before' | 'first' | 'element' | 'next' | 'after' = 'before';
  /** Of lists and objects in the element. */
  #depth = 0;
  #isText = false;
  #isInString = false;
  #isEscaped = false;

  push(bytes: Buffer): Buffer {
    const parts: Buffer[] = [];
    let from = 0;
    const copyTo = (to: number, then: string): void => {
      parts.push(bytes.subarray(from, to), Buffer.from(then));
      from = to + 1;
    };
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (this.#at !== 'element') {
        from = i;
        if (this.#begins(byte)) parts.push(Buffer.from(this.#isText ? '{"text":' : ''));
        else continue;
      }
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
        else if (byte === LINE_FEED) copyTo(i, '\\n');
      } else if (byte === QUOTE) this.#isInString = true;
      else if (byte === LINE_FEED || byte === RETURN) copyTo(i, ' ');
      else if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) {
        copyTo(i, this.#isText ? '}\n' : '\n');
        this.#at = byte === COMMA ? 'next' : 'after';
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth++;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth = Math.max(0, this.#depth - 1);
    }
    if (this.#at === 'element') parts.push(bytes.subarray(from));
    return Buffer.concat(parts);
  }

  finish(): void {
    if (this.#at !== 'after') throw damaged('has no end');
  }

  /** Whether an element begins with this byte, which stands between elements. */
  #begins(byte: number): boolean {
    if (byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB) return false;
    if (this.#at === 'before') {
      if (BOM.includes(byte)) return false;
      if (byte !== OPEN_LIST) throw notAnArray();
      this.#at = 'first';
      return false;
    }
    if (this.#at === 'after') throw damaged('is followed by something else');
    if (byte === CLOSE_LIST && this.#at === 'first') {
      this.#at = 'after';
      return false;
    }
    if (byte === COMMA || byte === CLOSE_LIST) throw damaged('lacks an element beside a comma');
    this.#at = 'element';
    this.#depth = 0;
    this.#isText = byte === QUOTE;
    return true;
  }
}

function notAnArray(): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    'The JSON is no array; allowed is an array of texts or of objects, e.g. ["Dam 1, Amsterdam"].',
    {},
  );
}

function damaged(how: string): AddressLookupError {
  return new AddressLookupError('input-corrupt', `The JSON array ${how}. Send it whole.`, {});
}
