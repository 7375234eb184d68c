import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { AddressLookupError } from '../errors.ts';

/** The encoding of a file. */
export interface DetectedEncoding {
  /** A name that iconv-lite knows. */
  readonly name: string;
  readonly bomBytes: number;
  /** The evidence for it. */
  readonly reason: 'byte order mark' | 'option' | 'its bytes';
}

/**
 * Detects the encoding of a file from its first bytes: by its byte order mark; else UTF-16 or UTF-32 by the positions of zero bytes; else UTF-8
 * if the bytes are valid UTF-8; else Windows-1252, whose printable part includes Latin-1.
 *
 * @throws AddressLookupError `input-not-recognised` for a file that is not text, `invalid-option`
 */
export function detectEncoding(sample: Buffer, given?: string): DetectedEncoding {
  if (given !== undefined && !iconv.encodingExists(given)) {
    throw new AddressLookupError(
      'invalid-option',
      `Got encoding "${given}"; allowed are utf-8, windows-1252, latin1, utf-16le, utf-16be and the others that iconv-lite knows.`,
      { got: given },
    );
  }
  const marked = bomOf(sample);
  if (given !== undefined) {
    return { name: given.toLowerCase(), bomBytes: marked?.bomBytes ?? 0, reason: 'option' };
  }
  if (marked !== undefined) return { ...marked, reason: 'byte order mark' };
  if (sample.includes(0)) {
    const name = wideEncodingOf(sample);
    if (name === undefined) throw notText(sample.indexOf(0));
    return { name, bomBytes: 0, reason: 'its bytes' };
  }
  const control = sample.findIndex(isControl);
  if (control !== -1) throw notText(control);
  const name = isMostlyUtf8(sample) ? 'utf-8' : 'windows-1252';
  return { name, bomBytes: 0, reason: 'its bytes' };
}

/** Whether a code is a control character that text files do not have: all except those that end lines, cells, pages and files. */
function isControl(code: number): boolean {
  return code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c && code !== 0x1a;
}

/** Encodings of two and four bytes a character, with their marks; that of UTF-32 begins with that of UTF-16. */
const WIDE_ENCODINGS: readonly (readonly [name: string, mark: readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The one in which bytes without a mark are a text mostly in letters of Latin; `undefined` where none is. */
function wideEncodingOf(sample: Buffer): string | undefined {
  const found = WIDE_ENCODINGS.find(([name, { length }]) => {
    const text = iconv.decode(sample.subarray(0, sample.length - (sample.length % length)), name, { stripBOM: false });
    const latin = [...text].filter((each) => each < '\u0250').length;
    return latin > text.length * 0.7 && ![...text].some((each) => isControl(each.codePointAt(0)!));
  });
  return found?.[0];
}

/** Whether the bytes can be used as they are. */
function isUtf8Name(name: string): boolean {
  return /^(?:utf-?8|ascii|us-ascii)$/.test(name);
}

/** Bytes in the encoding, without their byte order mark, as UTF-8; they may come in parts of any size. */
export async function* toUtf8(input: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer, void> {
  if (isUtf8Name(name)) return yield* input;
  const decoder = iconv.getDecoder(name);
  for await (const bytes of input) yield Buffer.from(decoder.write(bytes));
  yield Buffer.from(decoder.end() ?? '');
}

/** A sample in the encoding as UTF-8. */
export function sampleToUtf8(sample: Buffer, name: string): Buffer {
  return isUtf8Name(name) ? sample : Buffer.from(iconv.decode(sample, name, { stripBOM: false }));
}

function bomOf(sample: Buffer): { name: string; bomBytes: number } | undefined {
  const marks = [['utf-8', [0xef, 0xbb, 0xbf]] as const, ...WIDE_ENCODINGS];
  const found = marks.find(([, mark]) => mark.every((byte, i) => sample[i] === byte));
  return found && { name: found[0], bomBytes: found[1].length };
}

/**
 * UTF-8, perhaps with a few wrong bytes, which rows in another encoding bring in, and cut off in its last character. Text in Windows-1252
 * practically never contains what looks like a character of several bytes.
 */
function isMostlyUtf8(sample: Buffer): boolean {
  if (isUtf8(sample)) return true;
  let valid = 0;
  let invalid = 0;
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i]!;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    if (length > 1 && isUtf8(sample.subarray(i, i + length))) {
      valid++;
      i += length - 1;
    } else if (length === 1 || i + length <= sample.length) invalid++;
  }
  return invalid === 0 || valid > invalid;
}

function notText(byte: number): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    `Not a text file (control character at byte ${byte}). Give CSV or NDJSON, plain or gzipped, .xlsx or .ods.`,
    { byte },
  );
}
