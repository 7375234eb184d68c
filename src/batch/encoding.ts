import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
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
  const name = isUtf8(withoutCutCharacter(sample)) || isMostlyUtf8(sample) ? 'utf-8' : 'windows-1252';
  return { name, bomBytes: 0, reason: 'its bytes' };
}

/** Whether a code is a control character that text files do not have: all except those that end lines, cells, pages and files. */
function isControl(code: number): boolean {
  return code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c && code !== 0x1a;
}

/**
 * UTF-16 or UTF-32, in which most characters here have a zero byte or three, always in the same place of their two or four bytes.
 * `undefined` otherwise, or if a character is a control character.
 */
function wideEncodingOf(sample: Buffer): string | undefined {
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 4]!++;
  const [first, second, third, fourth] = zeros.map((count) => (4 * count) / sample.length) as typeof zeros;
  const isZero = (share: number): boolean => share > 0.3;
  const isFilled = (share: number): boolean => share < 0.05;
  const hasControl = (unitBytes: 2 | 4, codeAt: (at: number) => number): boolean => {
    for (let at = 0; at + unitBytes <= sample.length; at += unitBytes) if (isControl(codeAt(at))) return true;
    return false;
  };
  // Every character of a text in UTF-32 has a zero byte at one end, and nearly every one two.
  if (isFilled(first) && third > 0.9 && fourth > 0.9) {
    return hasControl(4, (at) => sample.readUInt32LE(at)) ? undefined : 'utf-32le';
  }
  if (first > 0.9 && second > 0.9 && isFilled(fourth)) {
    return hasControl(4, (at) => sample.readUInt32BE(at)) ? undefined : 'utf-32be';
  }
  const even = (first + third) / 2;
  const odd = (second + fourth) / 2;
  if (isFilled(even) && isZero(odd)) return hasControl(2, (at) => sample.readUInt16LE(at)) ? undefined : 'utf-16le';
  if (isZero(even) && isFilled(odd)) return hasControl(2, (at) => sample.readUInt16BE(at)) ? undefined : 'utf-16be';
  return undefined;
}

/** Whether the bytes can be used as they are. */
export function isUtf8Name(name: string): boolean {
  return /^(?:utf-?8|ascii|us-ascii)$/.test(name);
}

/** Turns bytes in the encoding, without their byte order mark, into UTF-8; they may come in parts of any size. */
export function toUtf8(name: string): Transform {
  const decoder = iconv.getDecoder(name);
  return new Transform({
    transform(bytes: Buffer, _encoding, callback) {
      callback(null, Buffer.from(decoder.write(bytes)));
    },
    flush(callback) {
      const rest = decoder.end();
      callback(null, rest ? Buffer.from(rest) : undefined);
    },
  });
}

/** A sample in the encoding as UTF-8. */
export function sampleToUtf8(sample: Buffer, name: string): Buffer {
  return isUtf8Name(name) ? sample : Buffer.from(iconv.decode(sample, name, { stripBOM: false }));
}

function bomOf(sample: Buffer): { name: string; bomBytes: number } | undefined {
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) return { name: 'utf-8', bomBytes: 3 };
  // The mark of UTF-32 begins with that of UTF-16; a text in UTF-16 never begins with a zero.
  if (sample.length >= 4 && sample.readUInt32LE() === 0x0000feff) return { name: 'utf-32le', bomBytes: 4 };
  if (sample.length >= 4 && sample.readUInt32BE() === 0x0000feff) return { name: 'utf-32be', bomBytes: 4 };
  if (sample[0] === 0xff && sample[1] === 0xfe) return { name: 'utf-16le', bomBytes: 2 };
  if (sample[0] === 0xfe && sample[1] === 0xff) return { name: 'utf-16be', bomBytes: 2 };
  return undefined;
}

/** Without the last bytes where they are the beginning of a character. */
function withoutCutCharacter(sample: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, sample.length); back++) {
    const byte = sample[sample.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return sample.subarray(0, sample.length - back);
  }
  return sample;
}

/**
 * UTF-8 with a few wrong bytes, which rows in another encoding bring in. Text in Windows-1252 practically never contains what
 * looks like a character of several bytes.
 */
function isMostlyUtf8(sample: Buffer): boolean {
  let valid = 0;
  let invalid = 0;
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i]!;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    if (length > 1 && isUtf8(sample.subarray(i, i + length))) {
      valid++;
      i += length - 1;
    } else invalid++;
  }
  return valid > invalid;
}

function notText(byte: number): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    `Not a text file (control character at byte ${byte}). Give CSV or NDJSON, plain or gzipped, .xlsx or .ods.`,
    { byte },
  );
}
