import type { HouseNumberSuffix } from '../../src/model/house-number.ts';
import { FIELD, type StandRecord } from './stand-record.ts';

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
const LONGEST_ADDITION = 4;
const LETTER_UNIT = BASE ** LONGEST_ADDITION;
const FIRST_LETTER = CHARACTERS.indexOf('A') + 1;

/** By byte: 1 + its place in `CHARACTERS`, 0 for any other byte. */
const DIGIT_OF: Uint8Array = new Uint8Array(256);
for (let i = 0; i < CHARACTERS.length; i++) DIGIT_OF[CHARACTERS.charCodeAt(i)] = i + 1;

/** Packs the letter and addition of a record; -1 where one of them is not what the register allows. */
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
  if (length < 1 || length > LONGEST_ADDITION) return -1;
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
