/**
 * A house number in its parts. One model serves three registers:
 *
 *     register      written            number  letter   addition
 *     NL  BAG       14 D 1             14      "D"      "1"        letter and addition are fields of the register
 *     BE  BeST      12A, box b2.1      12      "A"      "b2.1"     letter: what follows the digits; addition: the box
 *     BE  BeST      ZN                 0       "ZN"     ""         no number at all: the designation is the letter
 *     LU  CACLR     109-115            109     "-115"   ""
 */
export interface HouseNumber extends HouseNumberSuffix {
  /** 0 where there is none. */
  readonly number: number;
}

/** What follows the digits; both parts are `""` for a bare number. */
export interface HouseNumberSuffix {
  readonly letter: string;
  readonly addition: string;
}

/** The largest number that is kept as a number; the Dutch registers go to 99,999. Longer digit strings stay text. */
const LARGEST_NUMBER = 999_999;

/**
 * Splits a house number as written into its leading digits and the rest, so that `String(number || '') + rest` is what
 * was written: digits with a leading zero, or too many of them, stay in the rest.
 *
 * @example splitHouseNumber('12A')      // { number: 12, rest: 'A' }
 * @example splitHouseNumber('ZN')       // { number: 0, rest: 'ZN' }
 * @example splitHouseNumber('0012')     // { number: 0, rest: '0012' }
 */
export function splitHouseNumber(written: string): { number: number; rest: string } {
  const digits = /^[1-9][0-9]*/.exec(written)?.[0] ?? '';
  const number = digits === '' ? 0 : Number(digits);
  if (number === 0 || number > LARGEST_NUMBER) return { number: 0, rest: written };
  return { number, rest: written.slice(digits.length) };
}

/**
 * The key on which suffixes are compared: lower case, letters and digits only. `A-2`, `a2` and `A 2` have the same key.
 */
export function foldSuffix(letter: string, addition: string = ''): string {
  if (addition === '' && PLAIN_SUFFIX.test(letter)) return letter;
  return (letter + addition)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

const PLAIN_SUFFIX = /^[a-z0-9]*$/;

/** A suffix without spaces and hyphens, case kept: equal for what is spelled alike. */
export function squeeze(suffix: string): string {
  return suffix.replace(/[\s-]+/g, '');
}

/** A suffix key without the leading zeros of its digit runs: `b0002` → `b2`, `0` stays. */
export function withoutLeadingZeros(suffixKey: string): string {
  return suffixKey.replace(/(^|[^0-9])0+(?=[0-9])/g, '$1');
}

/**
 * The key on which boxes are compared where their spelling differs: without a word or letter for "box" before its number,
 * and without leading zeros. `b001`, `bus 1`, `0001` and `1` have the same key.
 */
export function foldBox(box: string): string {
  return withoutLeadingZeros(foldSuffix(box.replace(BOX_WORD, '$1')));
}

const BOX_WORD = /(^|[^a-z])(?:bus|bte|bt|boîte|boite|box|bfk|bk|b)\.?\s*(?=[0-9])/i;

/**
 * The last number of a range, for what follows its first one: 115 for `-115` of `109-115`; 0 for anything else.
 */
export function rangeEnd(letter: string): number {
  const match = /^\s*[-–]\s*([1-9][0-9]{0,5})[a-zA-Z]?$/.exec(letter);
  return match === null ? 0 : Number(match[1]);
}

/**
 * Natural order of suffixes, and so of the addresses with one number: 12, 12-1, 12-2, 12-10, 12 A, 12 A-1, 12 B.
 */
export function compareSuffixes(a: HouseNumberSuffix, b: HouseNumberSuffix): number {
  return compareNaturally(a.letter, b.letter) || compareNaturally(a.addition, b.addition);
}

const DIGIT_RUNS = /\d+|\D+/g;

/** Compares texts with digit runs by value (`2` before `10`), letters without case first; 0 only for equal texts. */
export function compareNaturally(a: string, b: string): number {
  if (a === b) return 0;
  const partsA = a.toLowerCase().match(DIGIT_RUNS) ?? [];
  const partsB = b.toLowerCase().match(DIGIT_RUNS) ?? [];
  for (let i = 0; i < partsA.length && i < partsB.length; i++) {
    const x = partsA[i]!;
    const y = partsB[i]!;
    if (x === y) continue;
    const bothDigits = isDigit(x) && isDigit(y);
    if (bothDigits && Number(x) !== Number(y)) return Number(x) < Number(y) ? -1 : 1;
    return x < y ? -1 : 1;
  }
  if (partsA.length !== partsB.length) return partsA.length - partsB.length;
  return a < b ? -1 : 1;
}

function isDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}
