import type { HouseNumberSuffix } from '../../src/model/house-number.ts';

/**
 * One `sl:stand` of a BAG extract: one occurrence (voorkomen) of one object, as byte ranges of the elements that an
 * address is made of. Whichever reader found them, the import reads numbers and texts from here. One object serves all
 * records, so nothing is allocated for the nine in ten values that are never looked at.
 */
export class StandRecord {
  /** Element name of the object, without prefix: `Nummeraanduiding`. */
  objectType: string = '';
  /** Where `<sl:stand>` starts in the file. */
  byteOffset: number = 0;
  /** The bytes that all ranges below point into. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Whether texts in `bytes` still hold character references such as `&#xeb;`. */
  escaped: boolean = false;
  /** Half-open range per `FIELD`; a start of -1 means that the element is missing. */
  readonly starts: Int32Array = new Int32Array(FIELD_COUNT).fill(-1);
  readonly ends: Int32Array = new Int32Array(FIELD_COUNT);
  /** By `LIST`: ranges of the elements that repeat, start, end, start, end, … */
  readonly lists: readonly number[][] = Array.from({ length: LIST_COUNT }, () => []);
  readonly rings: Ring[] = [];

  /** Forgets everything about the record before. */
  clear(): void {
    this.starts.fill(-1);
    this.escaped = false;
    for (let i = 0; i < LIST_COUNT; i++) {
      const list = this.lists[i]!;
      if (list.length > 0) list.length = 0;
    }
    if (this.rings.length > 0) this.rings.length = 0;
  }

  has(field: number): boolean {
    return this.starts[field] !== -1;
  }

  /** The value of a field of 1 to 16 digits; -1 if it is absent, anything else, or beyond 2^53. */
  digits(field: number): number {
    const start = this.starts[field]!;
    return start === -1 ? -1 : this.digitsAt(start, this.ends[field]!);
  }

  /** As `digits`, for a range of bytes. */
  digitsAt(from: number, to: number): number {
    const bytes = this.bytes;
    let start = from;
    let end = to;
    while (start < end && bytes[start]! <= SPACE) start++;
    while (start < end && bytes[end - 1]! <= SPACE) end--;
    if (start === end || end - start > 16) return -1;
    let value = 0;
    for (let i = start; i < end; i++) {
      const digit = bytes[i]! - ZERO;
      if (digit < 0 || digit > 9) return -1;
      value = value * 10 + digit;
    }
    return value <= Number.MAX_SAFE_INTEGER ? value : -1;
  }

  /** `2021-09-15` as 20210915, whose order is that of the dates; -1 if it is absent or no date. */
  date(field: number): number {
    const start = this.starts[field]!;
    if (start === -1) return -1;
    const bytes = this.bytes;
    if (this.ends[field]! - start !== 10 || bytes[start + 4] !== HYPHEN || bytes[start + 7] !== HYPHEN) return -1;
    const year = this.digitsAt(start, start + 4);
    const month = this.digitsAt(start + 5, start + 7);
    const day = this.digitsAt(start + 8, start + 10);
    return year < 0 || month < 0 || day < 0 ? -1 : (year * 100 + month) * 100 + day;
  }

  /** The values of a list whose elements have 1 to 16 digits each; -1 as in `digits`. */
  digitsOf(list: number): readonly number[] {
    const ranges = this.lists[list]!;
    if (ranges.length === 0) return NOTHING;
    const values: number[] = [];
    for (let i = 0; i < ranges.length; i += 2) values.push(this.digitsAt(ranges[i]!, ranges[i + 1]!));
    return values;
  }

  /** The text of a field without white space around it, `''` if it is absent. */
  text(field: number): string {
    const start = this.starts[field]!;
    return start === -1 ? '' : this.textAt(start, this.ends[field]!);
  }

  /** The same for a range of bytes. */
  textAt(start: number, end: number): string {
    const raw = decoder.decode(this.bytes.subarray(start, end));
    return (this.escaped ? decodeReferences(raw) : raw).trim();
  }

  /** Whether a field is exactly these bytes: cheaper than its text. */
  equals(field: number, expected: Uint8Array): boolean {
    const start = this.starts[field]!;
    return start !== -1 && this.equalsAt(start, this.ends[field]!, expected);
  }

  /** The same for a range of bytes. */
  equalsAt(start: number, end: number, expected: Uint8Array): boolean {
    if (end - start !== expected.length) return false;
    for (let i = 0; i < expected.length; i++) {
      if (this.bytes[start + i] !== expected[i]) return false;
    }
    return true;
  }
}

/** A `gml:posList` of a polygon. */
export interface Ring {
  readonly start: number;
  readonly end: number;
  /** Numbers per vertex, as the file says: anything but 2 and 3 is an error in the file, NaN among them. */
  readonly dimension: number;
  /** A hole in the polygon rather than its outline. */
  readonly interior: boolean;
}

/** The elements that are kept of a record, whatever its type. Their order has no meaning. */
export const FIELD = {
  id: 0,
  occurrence: 1,
  beginDate: 2,
  endDate: 3,
  /** `tijdstipInactief`, `tijdstipInactiefLV` or `tijdstipNietBagLV`: the occurrence was declared void. */
  inactive: 4,
  status: 5,
  name: 6,
  shortName: 7,
  /** Of a street, its place; of a house number, the place that overrides its street's. */
  place: 8,
  number: 9,
  letter: 10,
  addition: 11,
  postcode: 12,
  street: 13,
  mainNumber: 14,
  /** `gml:pos`: x, y and perhaps z, in metres, with spaces between. */
  point: 15,
  /** `oppervlakte`, in m². */
  floorArea: 16,
} as const;

const FIELD_COUNT = 17;

/** The elements that a record may have several of. */
export const LIST = { secondaryNumbers: 0, uses: 1, buildings: 2 } as const;

const LIST_COUNT = 3;
/** Most records have no secondary numbers. */
const NOTHING: readonly number[] = [];

/** The kinds of record that an address is made of, by their name in the extract's file names. */
export type RecordType = 'WPL' | 'OPR' | 'NUM' | 'VBO' | 'LIG' | 'STA';

/** The object's element in a stand file. */
export const ELEMENT_OF: Readonly<Record<RecordType, string>> = {
  WPL: 'Woonplaats',
  OPR: 'OpenbareRuimte',
  NUM: 'Nummeraanduiding',
  VBO: 'Verblijfsobject',
  LIG: 'Ligplaats',
  STA: 'Standplaats',
};

const SPACE = 0x20;
const ZERO = 0x30;
const HYPHEN = 0x2d;
const LETTER_A = 0x41;

const decoder = new TextDecoder();
const REFERENCE = /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(amp|lt|gt|quot|apos));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The extracts write everything beyond ASCII as character references: `1e Exlo&#xeb;rmond`. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_, hexadecimal: string, decimal: string, named: string) => {
    if (named !== undefined) return NAMED[named]!;
    return String.fromCodePoint(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
}

/** `1012JS` as `parsePostcode` numbers it, -1 if it is invalid. From the bytes: ten million regular expressions take seconds. */
export function readPostcode({ bytes, starts, ends }: StandRecord): number {
  const start = starts[FIELD.postcode]!;
  if (ends[FIELD.postcode]! - start !== 6 || bytes[start] === ZERO) return -1;
  let postcode = 0;
  for (let i = 0; i < 4; i++) {
    const digit = bytes[start + i]! - ZERO;
    if (digit < 0 || digit > 9) return -1;
    postcode = postcode * 10 + digit;
  }
  for (let i = 4; i < 6; i++) {
    const letter = bytes[start + i]! - LETTER_A;
    if (letter < 0 || letter > 25) return -1;
    postcode = postcode * 26 + letter;
  }
  return postcode;
}

/**
 * House letter (one of `[a-zA-Z]`) and addition (up to four of `[0-9a-zA-Z]`) as one number below 2^30, because ten
 * million pairs of strings would be half a gigabyte:
 *
 *     letter · 63⁴ + addition as a number with base 63, absent characters counting 0
 *
 * 0 is the empty suffix. The order of the numbers has no meaning.
 */
export const NO_SUFFIX = 0;

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = CHARACTERS.length + 1;
const MAX_ADDITION = 4;
const LETTER_UNIT = BASE ** MAX_ADDITION;
const FIRST_LETTER = CHARACTERS.indexOf('A') + 1;

/** By byte: 1 + its place in `CHARACTERS`, 0 for any other byte. */
const DIGIT_OF: Uint8Array = new Uint8Array(256);
for (let i = 0; i < CHARACTERS.length; i++) DIGIT_OF[CHARACTERS.charCodeAt(i)] = i + 1;

/** Packs the letter and addition of a record; -1 if one of them is not what the register allows. */
export function packSuffix(record: StandRecord): number {
  const { bytes, starts, ends } = record;
  let packed = NO_SUFFIX;
  const letterStart = starts[FIELD.letter]!;
  if (letterStart !== -1) {
    const letter = DIGIT_OF[bytes[letterStart]!]!;
    if (ends[FIELD.letter]! - letterStart !== 1 || letter < FIRST_LETTER) return -1;
    packed = letter * LETTER_UNIT;
  }
  const start = starts[FIELD.addition]!;
  if (start === -1) return packed;
  const length = ends[FIELD.addition]! - start;
  if (length < 1 || length > MAX_ADDITION) return -1;
  let addition = 0;
  for (let i = 0; i < length; i++) {
    const digit = DIGIT_OF[bytes[start + i]!]!;
    if (digit === 0) return -1;
    addition = addition * BASE + digit;
  }
  return packed + addition;
}

export function unpackSuffix(packed: number): HouseNumberSuffix {
  const letter = Math.floor(packed / LETTER_UNIT);
  let rest = packed % LETTER_UNIT;
  let addition = '';
  while (rest > 0) {
    addition = CHARACTERS[(rest % BASE) - 1]! + addition;
    rest = Math.floor(rest / BASE);
  }
  return { letter: letter === 0 ? '' : CHARACTERS[letter - 1]!, addition };
}
