import { NUMBER_WORDS } from '../lexicon/house-numbers.ts';
import { patternOf, rowsOf, wordsOf } from '../lexicon/row.ts';
import type { Country, Language } from './country.ts';
import { boxLabel } from './postal-lines.ts';

/**
 * A house number in its parts. One model serves three registers:
 *
 *     register      written            number  letter   addition
 *     NL  BAG       14 D 1             14      "D"      "1"        letter and addition are fields of the register
 *     BE  BeST      12A, box b2.1      12      "A"      "b2.1"     letter: what follows the digits; addition: the box
 *     BE  BeST      ZN                 0       "ZN"     ""         no number at all: the designation is the letter
 *     LU  CACLR     109-115            109     "-115"   ""
 *
 * This is what follows the digits; both parts are `""` for a bare number.
 */
export interface HouseNumberSuffix {
  readonly letter: string;
  readonly addition: string;
}

/** The largest number kept as a number; the Dutch registers go to 99,999. Longer digit strings stay text. */
export const MAX_NUMBER = 999_999;

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
  if (number === 0 || number > MAX_NUMBER) return { number: 0, rest: written };
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

/** A suffix without spaces and hyphens, case kept: equal for suffixes that are spelled alike. */
export function squeeze(suffix: string): string {
  return suffix.replace(/[\s-]+/g, '');
}

/**
 * The key of a suffix without the leading zeros of its digit runs: `b0002` → `b2`, `9/0002` → `92`, `0` stays. Zeros are removed
 * before separators, so that `9/02` and `9/2` are equal and `902` is not.
 */
export function looseKey(suffix: string): string {
  return foldSuffix(suffix.replace(LEADING_ZEROS, '$1'));
}

const LEADING_ZEROS = /(^|[^0-9])0+(?=[0-9])/g;

/** The key on which boxes are compared, without zeros and words for "box": `b001`, `bus 1`, `app. nr 1` and `1` have the same key. */
export function boxKey(box: string): string {
  return looseKey(withoutBoxWord(box).replace(BOX_LETTER, '$1'));
}

/** A word or sign that says "a box follows"; an apartment is a box of its house. A lone `b` says so, too, but far more often it is the letter of a house, so only `boxKey` reads it as a box word, and twice it is one before a box that has its own: `bb004`. */
const BOX_WORDS = wordsOf(NUMBER_WORDS, ['box', 'apartment']).toSorted((a, b) => b.length - a.length);
/** With rooms, which are boxes or, in the Netherlands, additions: `12 kamer 3` is 12-3, if there is one. */
const BOX_WORD = new RegExp(
  `(^|[^\\p{L}])(?:${patternOf([...BOX_WORDS, ...wordsOf(NUMBER_WORDS, ['room'])])}|bb(?=[0-9]))(?:(?![\\p{L}])|(?<=\\p{L}{3})(?=\\p{L}(?![\\p{L}\\p{N}])))(?:[\\s.:]*(?:n[°ºro]?(?![\\p{L}])\\.?)?)[\\s.:/_#-]*(?=[\\p{L}0-9])`,
  'iu',
);
const BOX_LETTER = /(^|[^\p{L}])b(?:\.?\s*(?=[0-9])|[\s.]+(?=[\p{L}]))/iu;

/**
 * Whether the letter of an address is written as part of its number: a range (12-14) and the designation of a house without a number
 * everywhere, in Belgium every letter (12A).
 */
function isPartOfNumber(country: Country, number: number, { letter, rangeEnd }: Suffix): boolean {
  return number === 0 || rangeEnd > 0 || country === 'be' || letter.startsWith('-');
}

/** The number of an address as it is written, with the letter that is a part of it. */
export function writtenNumber(country: Country, number: number, suffix: Suffix): string {
  return `${number || ''}${isPartOfNumber(country, number, suffix) ? suffix.letter : ''}`;
}

/** The letter of an address that is no part of its number. */
export function letterApart(country: Country, number: number, suffix: Suffix): string {
  return isPartOfNumber(country, number, suffix) ? '' : suffix.letter;
}

/**
 * What follows a house number, as people of the country write it; `''` where nothing does.
 *
 * @example formatSuffix('nl', 'A', '2') // 'A-2'
 * @example formatSuffix('be', 'A', '3', 'fr') // 'A bte 3'
 * @example formatSuffix('be', '', 'bus 28') // 'bus 28', as the register writes some boxes
 */
export function formatSuffix(country: Country, letter: string, addition: string, language?: Language): string {
  if (addition === '') return letter;
  if (country === 'nl') return letter === '' ? addition : `${letter}-${addition}`;
  const box = boxLabel(addition, language);
  return letter === '' ? box : `${letter} ${box}`;
}

/** Whether a folded word announces a box: `bus`, `bte`, `app`. */
export function isBoxWord(word: string): boolean {
  return BOX_WORDS.includes(word);
}

/** Words that say "an addition follows" and nothing else; behind a number, those that say that another follows. */
const ADDITION_SIGN = new RegExp(
  `(^|[^\\p{L}])(?:(?:${patternOf(wordsOf(NUMBER_WORDS, ['additionSign']))})(?!\\p{L})[\\s.:]*(?=[\\p{L}0-9])|(?:${patternOf(wordsOf(NUMBER_WORDS, ['numberSign']))})[\\s.:]*(?=[0-9]))`,
  'iu',
);
const ADDITION_WORDS: ReadonlySet<string> = new Set(
  wordsOf(NUMBER_WORDS, ['box', 'apartment', 'additionSign', 'room']),
);

/** Whether a folded word announces what belongs to the number before it: a box, an addition, a room. */
export function isAdditionWord(word: string): boolean {
  return ADDITION_WORDS.has(word);
}

/** Whether a folded word may be the beginning of such a word: of two letters or more, or of one in Belgium, where boxes are usual. */
export function beginsAdditionWord(country: Country, word: string): boolean {
  const isLong = word.length > 1 || country === 'be';
  return isLong && [...ADDITION_WORDS].some((each) => each.startsWith(word));
}

function withoutBoxWord(suffix: string): string {
  return suffix.replace(BOX_WORD, '$1');
}

/** Whether a folded word says that a number follows: `nr`, `n`, `huisnummer`. */
export function isNumberSign(word: string): boolean {
  return NUMBER_SIGNS.includes(word);
}

/** Whether it may be the beginning of such a word. */
export function beginsNumberSign(word: string): boolean {
  return NUMBER_SIGNS.some((sign) => sign.startsWith(word));
}

/** Whether it may also be the last word of the street: `n` of Kanaal Noord, `maison` of the streets called Maison. */
export function isSignOrName(word: string): boolean {
  return SIGNS_OR_NAMES.includes(word);
}

const SIGNS_OR_NAMES = wordsOf(NUMBER_WORDS, ['signOrName']);
const NUMBER_SIGNS = [...wordsOf(NUMBER_WORDS, ['numberSign']), ...SIGNS_OR_NAMES];
const NUMBER_SIGN = new RegExp(`^\\s*(?:${patternOf(NUMBER_SIGNS)}|n[°º]|#)[\\s.:]*(?=[0-9])`, 'i');

/** A number without the sign in front of it: `nr. 12`, `N° : 12`. */
export function withoutNumberSign(number: string): string {
  return number.replace(NUMBER_SIGN, '');
}

/**
 * Whether a folded word can belong to the house number before it: a letter, an addition, a floor. Shapes first: few letters,
 * or few letters and digits mixed; then the words that registers and people write out.
 */
export function isSuffixWord(word: string): boolean {
  return word.length <= MAX_SUFFIX_WORD && (SUFFIX_SHAPE.test(word) || SUFFIX_WORDS.has(word) || GLUED_BOX.test(word));
}

const MAX_SUFFIX_WORD = 8;
const SUFFIX_SHAPE = /^(?:[a-z]{1,2}|[a-z]{0,2}[0-9]{1,4}[a-z]{0,3}|[0-9]{1,2}[a-z]{1,2}[0-9]{1,2}|bis[a-z0-9])$/;

/** A box of one letter, glued to the word for it: `bteA`. */
const GLUED_BOX = new RegExp(`^(?:${BOX_WORDS.filter(({ length }) => length > 2).join('|')})[a-z]$`);

const SUFFIX_WORDS: ReadonlySet<string> = new Set(wordsOf(NUMBER_WORDS, ['addition', 'suffixWord']));
/** Additions with the same meaning. */
const OTHER_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  rowsOf(NUMBER_WORDS, ['addition']).flatMap(({ words }) =>
    words.map((form) => [form, words.filter((other) => other !== form)] as const),
  ),
);

/** A typed house number, in the forms compared with the register's. */
export interface TypedHouseNumber {
  readonly written: string;
  /** 0 where the text does not begin with a digit. */
  readonly number: number;
  /** `foldSuffix` of all that follows the digits; outside the Netherlands without a word for "box". */
  readonly key: string;
  /** `key` with the word for "box", for registers that write it. */
  readonly keyWithBoxWord: string;
  /** `looseKey` of what follows the digits: without leading zeros. */
  readonly looseKey: string;
  /** `boxKey` of what follows the digits: without leading zeros and words for "box". In the Netherlands `''` without such a word. */
  readonly boxKey: string;
  /** Whether there is a word for "box", so that the rest is not a letter of the house. */
  readonly hasBoxWord: boolean;
  /** Keys of other forms of a Dutch addition: `hs` and `h` for `huis`, `1` for `i`. */
  readonly otherForms: readonly string[];
  /** `foldSuffix` of the whole text, for houses whose designation is not a number: `ZN`, `0012`. */
  readonly designation: string;
  /** What follows the digits, sign by sign, without spaces and hyphens; outside the Netherlands without a word for "box", too. */
  readonly spelled: string;
  readonly spelledWithBoxWord: string;
  /**
   * The runs of digits of the suffix, `1/2`, where a sign other than a space or a hyphen keeps two apart; else `''`: box 1/2 is not box 12.
   * Of a decimal, `25.5`, also those of the number, so that nothing is equal.
   */
  readonly apart: string;
}

/**
 * Reads a typed house number: digits, then letter, addition or box, however they are separated.
 *
 * @example readHouseNumber('nl', '14 D-1')       // number 14, key 'd1', spelled 'D1'
 * @example readHouseNumber('be', '12A bus 3')    // number 12, key 'a3', spelled 'A3', hasBoxWord
 * @example readHouseNumber('nl', 'nr. 12 huis')  // number 12, key 'huis', otherForms ['hs', 'h']
 */
export function readHouseNumber(country: Country, text: string): TypedHouseNumber {
  if (PLAIN_NUMBER.test(text)) return plainNumber(text);
  const [, digits = '', rest = ''] = /^\s*0*([0-9]{0,6})(.*)$/s.exec(withoutNumberSign(text))!;
  return typedNumber(country, Number(digits), rest.trim(), text);
}

/** As `readHouseNumber`, for what somebody has written: what a spreadsheet has made of a number is none, though a register may have it. */
export function readWrittenNumber(country: Country, text: string): TypedHouseNumber {
  return UNREADABLE.test(text) ? typedNumber(country, 0, '', text) : readHouseNumber(country, text);
}

/** Whether a folded word is a month, as spreadsheets write it in place of a number. */
export function isMonth(word: string): boolean {
  return MONTHS.includes(word);
}

const MONTHS = wordsOf(NUMBER_WORDS, ['month']);
/** What a spreadsheet has made of a number, which nobody can read any more: 1.3E+02 of 125 to 134, 4-Jan of 1-4 or 4-1. */
const UNREADABLE = new RegExp(
  `^\\s*[0-9](?:[.,][0-9]+)?e[+-]?[0-9]{2}\\s*$|^\\s*[0-9]{1,2}[-/. ](?:${patternOf(MONTHS)})\\.?\\s*$|^\\s*(?:${patternOf(MONTHS)})[-/. ]?[0-9]{1,2}\\s*$`,
  'i',
);

/** A letter for the digit that it looks like: behind a digit, O, l, I, S and B; between two digits others, too. */
export const LOOK_ALIKE: Readonly<Record<string, string>> = { O: '0', o: '0', l: '1', I: '1', S: '5', B: '8' };
const BETWEEN_DIGITS: Readonly<Record<string, string>> = {
  ...LOOK_ALIKE,
  i: '1',
  s: '5',
  Z: '2',
  z: '2',
  G: '6',
  g: '9',
  q: '9',
};

/** The number with digits for the letters in it that look like some, `20` for `2O`; `undefined` if it has none, or they stand apart: `2 O`. */
export function withDigitsForLetters(country: Country, { written }: TypedHouseNumber): TypedHouseNumber | undefined {
  if (!/^[0-9]+[a-z][0-9a-z]*$/i.test(written)) return undefined;
  const read = written
    .replace(/(?<=[0-9])[a-z](?=[0-9])/gi, (letter) => BETWEEN_DIGITS[letter] ?? letter)
    .replace(/[a-z]/gi, (letter) => LOOK_ALIKE[letter] ?? letter);
  return read !== written && PLAIN_NUMBER.test(read) ? readHouseNumber(country, read) : undefined;
}

/** Another house, after the one that is meant: `12 & 14`, `12 + 14`, `12, 14`; `12, 3` and `12, 0102` may be boxes of 12. */
const OTHER_HOUSE = /^([&+;,])\s*([0-9]+)/;

/** What follows a number, with another house in words, as no addition is: `en 14`. */
function withoutList(number: number, rest: string): string {
  const [listed, sign, other] = OTHER_HOUSE.exec(rest) ?? [];
  const mayBeBox = sign === ',' && (other!.startsWith('0') || Number(other) <= number);
  if (listed === undefined || mayBeBox) return rest;
  return `en ${other}${rest.slice(listed.length)}`;
}

/** Reads a typed letter, addition or box, whose number is known already: `bus 1`, `0001`. */
export function readBox(country: Country, text: string): TypedHouseNumber {
  return typedNumber(country, 0, text.trim(), text);
}

/** @param rest what follows the digits of the written number */
function typedNumber(country: Country, number: number, rest: string, written: string): TypedHouseNumber {
  const isDutch = country === 'nl';
  const suffix = withoutList(number, rest).replace(ADDITION_SIGN, '$1');
  const keyWithBoxWord = foldSuffix(suffix);
  const withoutWord = withoutBoxWord(suffix);
  const key = isDutch ? keyWithBoxWord : foldSuffix(withoutWord);
  return {
    written,
    number,
    key,
    keyWithBoxWord,
    looseKey: looseKey(suffix),
    boxKey: !isDutch ? boxKey(suffix) : withoutWord === suffix ? '' : looseKey(withoutWord),
    hasBoxWord: key !== keyWithBoxWord,
    otherForms: (isDutch ? OTHER_FORMS.get(key) : undefined) ?? NO_FORMS,
    designation: foldSuffix(written),
    // Box +001 is no list, where the register has it.
    spelled: squeeze(isDutch ? rest : withoutBoxWord(rest)),
    spelledWithBoxWord: squeeze(rest),
    apart: DECIMAL.test(suffix) ? digitRuns(`${number}/${suffix}`) : KEPT_APART.test(suffix) ? digitRuns(suffix) : '',
  };
}

/** Half a house, as a calculation leaves it, is none: 25.5 is neither 25-5 nor box 5. */
const DECIMAL = /^[.,][0-9]/;
const KEPT_APART = /[0-9]\s*[^\p{L}\p{N}\s-]\s*[0-9]/u;

/** The runs of digits of a suffix without their leading zeros: `1/2` for `1/02`, `a1-2` and `1 2`. */
export function digitRuns(suffix: string): string {
  return (suffix.match(/[0-9]+/g) ?? []).map(Number).join('/');
}

const NO_FORMS: readonly string[] = [];
const PLAIN_NUMBER = /^[1-9][0-9]{0,5}$/;

/** What most people type: digits alone. */
function plainNumber(digits: string): TypedHouseNumber {
  return {
    written: digits,
    number: Number(digits),
    key: '',
    keyWithBoxWord: '',
    looseKey: '',
    boxKey: '',
    hasBoxWord: false,
    otherForms: NO_FORMS,
    designation: digits,
    spelled: '',
    spelledWithBoxWord: '',
    apart: '',
  };
}

/** The suffix of a register's address, in the forms compared with a typed one. */
export interface Suffix extends HouseNumberSuffix {
  /** `squeeze` of letter and addition. */
  readonly spelled: string;
  /** `foldSuffix` of letter and addition, and of the letter alone. */
  readonly key: string;
  readonly letterKey: string;
  /** As in `TypedHouseNumber`. */
  readonly looseKey: string;
  readonly boxKey: string;
  /** The last number of a range of house numbers, 0 for a single one. */
  readonly rangeEnd: number;
}

export function readSuffix(country: Country, letter: string, addition: string): Suffix {
  const loose = looseKey(`${letter}-${addition}`);
  return {
    letter,
    addition,
    spelled: squeeze(letter + addition),
    key: foldSuffix(letter, addition),
    letterKey: foldSuffix(letter),
    looseKey: loose,
    boxKey: country === 'nl' ? loose : looseKey(letter) + boxKey(addition),
    rangeEnd: rangeEnd(letter),
  };
}

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
