import type { Country } from '../model/country.ts';
import {
  isAdditionWord,
  isMonth,
  isNumberSign,
  isSignOrName,
  isSuffixWord,
  readWrittenNumber,
  type TypedHouseNumber,
} from '../model/house-number.ts';
import {
  isPostcodeBeginning,
  isPostcodePrefix,
  isPostcodeShape,
  isWithoutLetters,
  parsePostcodePrefix,
} from '../model/postcode.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { isFloor } from '../text/house-parts.ts';
import { isBeforePlace } from '../text/little-words.ts';
import { type TokenizedText, textOf } from '../text/tokens.ts';

/** Tokens [from, to). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Tokens that can be a house number. */
export interface NumberSpan extends Span {
  readonly number: TypedHouseNumber;
  /** Whether the number is the last thing typed, so that it may be unfinished. */
  readonly isOpen: boolean;
}

/** Tokens that can be a postcode, or the beginning of one. */
export interface PostcodeSpan extends Span {
  /** Ordinals in the postcode table, [first, end); empty if the register has no such postcode. */
  readonly first: number;
  readonly end: number;
  /** Four digits and, in the Netherlands, two letters. */
  readonly isWhole: boolean;
  /** At least the four digits. */
  readonly hasDigits: boolean;
}

/** Maximum number of tokens after the first one of a house number. */
const MAX_SUFFIX_TOKENS = 4;

/**
 * The ways to read tokens as a house number, by the token that they begin at; longer ones first. None begins with the number of a floor. A sign before it (`nr`, `house number`) belongs
 * to it, and so do tokens after it that look like a letter, an addition or a box, but not a postcode.
 */
export function findNumbers(country: Country, source: TokenizedText): NumberSpan[] {
  const { tokens } = source;
  const spans: NumberSpan[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!NUMBER_WORD.test(tokens[at]!.key) || isDutchPostcode(country, source, at)) continue;
    const next = tokens[at + 1];
    if (next !== undefined && isFloor(tokens[at]!.key, textBefore(source, at + 1), next.key)) continue;
    // `Jan-04` is as unreadable as `4-Jan`.
    const isDate = at > 0 && isMonth(tokens[at - 1]!.key) && textBefore(source, at) === '-';
    const from = isDate ? at - 1 : at - countSignWords(source, at);
    // `N.` and `maison` are a sign behind or before the street, or a word of it.
    const mayBeName = from === at - 1 && isSignOrName(tokens[from]!.key) && /^\.?\s+$/.test(textBefore(source, at));
    const isStreet = mayBeName && isStreetAlone(source, from, at);
    for (const to of endsOf(country, source, at)) {
      // The word for a box that is not written says nothing.
      const end = to > at + 1 && isAdditionWord(tokens[to - 1]!.key) ? to - 1 : to;
      const written = textOf(source, isDate ? from : at, end);
      const isOpen = end === tokens.length;
      // A letter that stands twice, `13F F`, is meant once.
      const once = withLetterOnce(written);
      for (const text of once === written ? [written] : [once, written]) {
        const number = readWrittenNumber(country, text.replace(HALF_A_HOUSE, '$1/'));
        if (!isStreet) spans.push({ from, to, number, isOpen });
        if (mayBeName) spans.push({ from: at, to, number, isOpen });
      }
    }
  }
  return spans;
}

/** Whether a word before a number, at `from`, is all of the street: `Maison 5, Oberkorn`, but not `Maison 5, Um Knapp, Grevenknapp`, nor `au 5 Rue Haute`. */
function isStreetAlone({ tokens }: TokenizedText, from: number, at: number): boolean {
  const { key, isAfterBreak } = tokens[from]!;
  if (key.length <= MAX_SIGN_LETTERS || (from > 0 && !isAfterBreak)) return false;
  return tokens.slice(at).filter((each) => each.isAfterBreak).length < 2;
}

/** Of words that are no street by themselves: `n`, `au`. */
const MAX_SIGN_LETTERS = 2;

/** A number with the letter that stands twice behind it once: `13F F`. */
export function withLetterOnce(number: string): string {
  return number.replace(TWICE, '$1');
}

/** In a text no program has calculated it: `12.3` is the house with its addition or box, where the register has one, and 12 otherwise. */
const HALF_A_HOUSE = /^([0-9]+)\.(?=[1-9][0-9]*$)/;

const TWICE = /(?<=[0-9])(\s?([a-z]))\s+\2$/i;

/** How many words before token `at` say that a number follows: `House number 12`. */
function countSignWords({ tokens }: TokenizedText, at: number): number {
  if (at > 1 && isNumberSign(`${tokens[at - 2]!.key} ${tokens[at - 1]!.key}`)) return 2;
  return at > 0 && isNumberSign(tokens[at - 1]!.key) ? 1 : 0;
}

/** What stands between a token and the one before it. */
export function textBefore({ text, tokens }: TokenizedText, at: number): string {
  return text.slice(tokens[at - 1]!.end, tokens[at]!.start);
}

const NUMBER_WORD = /^[0-9]{1,6}(?![0-9])[a-z0-9]{0,8}$/;

/** Whether a number looks like a Dutch postcode: then it is a house number only if nothing else can be one. */
function isDutchPostcode(country: Country, { tokens }: TokenizedText, at: number): boolean {
  if (country !== 'nl' || !isPostcodeShape('nl', tokens[at]!.key)) return false;
  return tokens.some(({ key }, other) => other !== at && NUMBER_WORD.test(key) && !isPostcodeShape('nl', key));
}

/** The possible ends of a number that begins at token `at`: with all suffixes that follow, down to none. */
function endsOf(country: Country, source: TokenizedText, at: number): number[] {
  const { tokens } = source;
  const ends = [at + 1];
  for (let to = at + 1; to < tokens.length && to - at <= MAX_SUFFIX_TOKENS; ) {
    const { key, isAfterBreak, start, end } = tokens[to]!;
    // `12 à Liège` is not 12A, nor is `12 à 4000 Liège`; `12 à 14` is a range.
    if (key === 'a' && isBeforePlace(source.text.slice(start, end)) && isTownAt(country, source, to + 1)) break;
    // A comma begins another part of the address, except before a box or directly after the number.
    if (isAfterBreak && ends.length > 1) break;
    if (isAdditionWord(key)) {
      // `bus nr 5`, but `bus N` is box N.
      const hasSign = to + 2 < tokens.length && isNumberSign(tokens[to + 1]!.key) && /[0-9]/.test(tokens[to + 2]!.key);
      const box = hasSign ? to + 2 : to + 1;
      const next = tokens[box];
      // `12 bus`: a box that is not written, or not yet, belongs to the number nevertheless.
      const isWritten = next !== undefined && !next.isAfterBreak;
      if (isWritten && !BOX.test(next.key)) break;
      to = isWritten ? box + 1 : to + 1;
    } else if (isJoined(textBefore(source, to), key)) {
      // `33/1104`, `19/GLVH`: a box, whatever else it looks like.
      to += 1;
    } else if (isSuffixWord(key) && !isPostcodeAt(country, source, to)) to += 1;
    else break;
    ends.push(to);
  }
  return ends.reverse();
}

/** Whether a token looks like a postcode: in the Netherlands also with its letters apart, `4462 BT`, elsewhere also misread, `693O`. */
function isPostcodeAt(country: Country, { tokens }: TokenizedText, at: number): boolean {
  const { key } = tokens[at]!;
  if (isPostcodeShape(country, key) || (isWithoutLetters(key) && areLetters(country, tokens[at + 1]?.key))) return true;
  return country !== 'nl' && MISREAD_POSTCODE.test(key);
}

/** An o for a zero, or an i or l for a one that a digit follows: `693i` is a number with its letter. */
const MISREAD_POSTCODE = /^[1-9](?=[0-9il]*o|[0-9]*[il][0-9])[0-9oil]{3}$/;

/** Whether a town may begin at a token, with or without its postcode. */
function isTownAt(country: Country, source: TokenizedText, at: number): boolean {
  return at < source.tokens.length && (/^\p{L}/u.test(source.tokens[at]!.key) || isPostcodeAt(country, source, at));
}

/** Whether a word may be the letters of a Dutch postcode. */
function areLetters(country: Country, key: string | undefined): key is string {
  return country === 'nl' && key !== undefined && /^[a-z]{2}$/.test(key);
}

/** `19/GLVH`, `36-WOX`: a sign without blanks joins a word to the number. A hyphen also joins longer names: `12-Gent`. */
function isJoined(sign: string, key: string): boolean {
  return sign === '/' ? BOX.test(key) : sign === '-' && /^[a-z]{3,4}$/.test(key);
}

/** What may follow a word for "box": anything with a digit, or a few letters, such as RDC. A longer word is a name. */
const BOX = /[0-9]|^\p{L}{1,5}$/u;

/**
 * The ways to read tokens as a postcode of the country; only the last token may be the beginning of one. Includes postcodes that the register does
 * not have, with an empty range of ordinals.
 */
export function findPostcodes({ country, postcodes }: CountryIndex, source: TokenizedText): PostcodeSpan[] {
  const { tokens } = source;
  const spans: PostcodeSpan[] = [];
  const add = (at: number, to: number, digits: string, isWhole: boolean, hasDigits: boolean): void => {
    const range = parsePostcodePrefix(country, digits);
    if (range === undefined) return;
    const [first, end] = postcodes.ordinalsBetween(...range);
    // No comma or bracket is between the country's letter and the postcode: `93 B, 4960 Malmedy` is 93B.
    const between = at > 0 ? textBefore(source, at) : '';
    const isPrefixed = at > 0 && isPostcodePrefix(country, tokens[at - 1]!.key) && !/[,;)\n]/.test(between);
    spans.push({ from: isPrefixed ? at - 1 : at, to, first, end, isWhole, hasDigits });
    // The letter may also be a box, `20 bus b 1130`, but behind a comma or with a hyphen: `60, B-2030`.
    const mayBeBox = at > 1 && !tokens[at - 1]!.isAfterBreak && !between.includes('-');
    if (isPrefixed && mayBeBox && isWhole) spans.push({ from: at, to, first, end, isWhole, hasDigits });
  };
  for (let at = 0; at < tokens.length; at++) {
    const { key } = tokens[at]!;
    if (!DIGIT.test(key)) continue;
    const next = tokens[at + 1]?.key;
    const isLast = next === undefined;
    if (isPostcodeShape(country, key)) add(at, at + 1, key, true, true);
    else if (country === 'nl' && isWithoutLetters(key)) {
      if (areLetters(country, next)) add(at, at + 2, key + next, true, true);
      if (at + 2 === tokens.length && /^[a-z]$/.test(next!)) add(at, at + 2, key + next, false, true);
      add(at, at + 1, key, false, true);
    } else if (isLast && isPostcodeBeginning(country, key)) {
      add(at, at + 1, key, false, key.length >= 4);
    }
  }
  return spans;
}

const DIGIT = /[0-9]/;

/** Whether a word is in a sequence. */
export function isIn({ from, to }: Span, i: number): boolean {
  return i >= from && i < to;
}

/** Whether two sequences have no word in common. */
export function isBeside(one: Span, other: Span): boolean {
  return one.to <= other.from || one.from >= other.to;
}

export function isSame(one: Span, other: Span): boolean {
  return one.from === other.from && one.to === other.to;
}

/** Whether a sequence of words is in another one, or the same. */
export function isWithin({ from, to }: Span, whole: Span): boolean {
  return from >= whole.from && to <= whole.to;
}

/** Whether it is in a longer one. */
export function isPartOf(one: Span, whole: Span): boolean {
  return isWithin(one, whole) && !isSame(one, whole);
}
