import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import iconv from 'iconv-lite';
import { AddressLookupError } from '../../errors.ts';

/** How the text of a file is written in bytes. */
export interface DetectedEncoding {
  /** A name that iconv-lite knows. */
  readonly name: string;
  readonly bomBytes: number;
  /** What it was concluded from. */
  readonly reason: 'byte order mark' | 'option' | 'its bytes';
}

/**
 * The encoding of a file, from its first bytes: a byte order mark; else UTF-8 where it is UTF-8; else UTF-16 where every other
 * byte is zero; else Windows-1252, of which Latin-1 is the printable part.
 *
 * @throws AddressLookupError `input-not-recognised` for a file that is no text, `invalid-option`
 */
export function detectEncoding(sample: Buffer, given?: string): DetectedEncoding {
  if (given !== undefined && !iconv.encodingExists(given)) {
    throw new AddressLookupError(
      'invalid-option',
      `Got encoding "${given}"; allowed are utf-8, windows-1252, latin1, utf-16le, utf-16be and what else iconv-lite knows.`,
      { got: given },
    );
  }
  const marked = bomOf(sample);
  if (given !== undefined) {
    return { name: given.toLowerCase(), bomBytes: marked?.bomBytes ?? 0, reason: 'option' };
  }
  if (marked !== undefined) return { ...marked, reason: 'byte order mark' };
  const zeros = countZeros(sample);
  if (zeros.even + zeros.odd > 0) {
    const half = sample.length / 2;
    const isLittle = zeros.odd > half * 0.3 && zeros.even < half * 0.05;
    const isBig = zeros.even > half * 0.3 && zeros.odd < half * 0.05;
    const isText = (isLittle || isBig) && !hasControlUnit(sample, isLittle);
    if (isText) return { name: isLittle ? 'utf-16le' : 'utf-16be', bomBytes: 0, reason: 'its bytes' };
    throw notText(sample.indexOf(0));
  }
  const control = sample.findIndex(isControl);
  if (control !== -1) throw notText(control);
  const name = isUtf8(withoutCutCharacter(sample)) || isMostlyUtf8(sample) ? 'utf-8' : 'windows-1252';
  return { name, bomBytes: 0, reason: 'its bytes' };
}

/** No character of a text: below the space, but for those that end and divide lines, pages and files. */
function isControl(code: number): boolean {
  return code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c && code !== 0x1a;
}

function hasControlUnit(sample: Buffer, isLittleEndian: boolean): boolean {
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (isControl(isLittleEndian ? sample.readUInt16LE(at) : sample.readUInt16BE(at))) return true;
  }
  return false;
}

/** Whether the bytes can be used as they are. */
export function isUtf8Name(name: string): boolean {
  return /^(?:utf-?8|ascii|us-ascii)$/.test(name);
}

/** From the encoding to UTF-8, in pieces of any size; the byte order mark must have been taken off. */
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
  if (sample[0] === 0xff && sample[1] === 0xfe) return { name: 'utf-16le', bomBytes: 2 };
  if (sample[0] === 0xfe && sample[1] === 0xff) return { name: 'utf-16be', bomBytes: 2 };
  return undefined;
}

function countZeros(sample: Buffer): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 2 === 0 ? 'even' : 'odd']++;
  return zeros;
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
 * UTF-8 with a few wrong bytes, which rows in another encoding bring in. Text in Windows-1252 has practically never what looks
 * like a character of several bytes.
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
    `This is no text: it has a control character at byte ${byte}. Give CSV or NDJSON, as it is or in gzip.`,
    { byte },
  );
}
