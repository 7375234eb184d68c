import type { Country } from './country.ts';

/**
 * Postcodes as numbers. The order of the numbers is the order of the postcodes, and 0 means "none".
 *
 *     NL  1012JS  →  (1012 · 26 + 9) · 26 + 18     four digits, two letters
 *     BE  1000    →  1000                          four digits
 *     LU  1466    →  1466                          four digits
 */
export const NO_POSTCODE = 0;

const LETTERS_PER_AREA = 26 * 26;

/**
 * The number of a postcode in any form that people write: `1012JS`, `1012 js`, `B-1000`, `L 1466`.
 * `undefined` for anything that is not a whole postcode of that country. `0000` is no postcode in any of the three.
 */
export function parsePostcode(country: Country, text: string): number | undefined {
  const plain = parsePlainPostcode(country, text);
  if (plain !== 0) return plain;
  const compact = text.replace(/[\s.-]+/g, '').toUpperCase();
  if (country === 'nl') {
    const match = /^(?:NL)?([1-9][0-9]{3})([A-Z]{2})$/.exec(compact);
    if (match === null) return undefined;
    const letters = (match[2]!.charCodeAt(0) - 65) * 26 + (match[2]!.charCodeAt(1) - 65);
    return Number(match[1]) * LETTERS_PER_AREA + letters;
  }
  const match = (country === 'be' ? /^(?:BE?)?([1-9][0-9]{3})$/ : /^(?:LU?)?([1-9][0-9]{3})$/).exec(compact);
  return match === null ? undefined : Number(match[1]);
}

/** A postcode in the form in which nearly all come, `1012JS` or `1000`, without a regular expression; 0 for any other text. */
function parsePlainPostcode(country: Country, text: string): number {
  if (text.length !== (country === 'nl' ? 6 : 4)) return 0;
  let code = 0;
  for (let i = 0; i < 4; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= (i === 0 ? 1 : 0) && digit <= 9)) return 0;
    code = code * 10 + digit;
  }
  for (let i = 4; i < text.length; i++) {
    // The sixth bit is what a small letter has and its capital has not.
    const letter = (text.charCodeAt(i) & ~32) - 65;
    if (!(letter >= 0 && letter <= 25)) return 0;
    code = code * 26 + letter;
  }
  return code;
}

/** The postcode as its register writes it: `1012JS`, `1000`, `1466`; `''` for none. */
export function formatPostcode(country: Country, postcode: number): string {
  if (postcode === NO_POSTCODE) return '';
  if (country !== 'nl') return String(postcode);
  const letters = postcode % LETTERS_PER_AREA;
  return (
    String(Math.floor(postcode / LETTERS_PER_AREA)) +
    String.fromCharCode(65 + Math.floor(letters / 26)) +
    String.fromCharCode(65 + (letters % 26))
  );
}

/** The four digits of a postcode, as a number: the area that a partial postcode names. */
export function postcodeArea(country: Country, postcode: number): number {
  return country === 'nl' ? Math.floor(postcode / LETTERS_PER_AREA) : postcode;
}

/**
 * The postcodes that begin as typed, as a range of numbers [low, high): `1`, `1012`, `1012J`, `1012js`, `B-10`.
 * `undefined` for anything that no postcode of that country begins with.
 */
export function parsePostcodePrefix(country: Country, text: string): readonly [low: number, high: number] | undefined {
  const compact = text.replace(/[\s.-]+/g, '').toUpperCase();
  const match = PREFIX_PATTERN[country].exec(compact);
  if (match === null) return undefined;
  const [, digits = '', letters = ''] = match;
  if (letters !== '' && digits.length < 4) return undefined;
  const missingDigits = 10 ** (4 - digits.length);
  const low = Number(digits) * missingDigits;
  if (country !== 'nl') return [low, low + missingDigits];
  if (letters === '') return [low * LETTERS_PER_AREA, (low + missingDigits) * LETTERS_PER_AREA];
  const missingLetters = 26 ** (2 - letters.length);
  const letterValue = [...letters].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 65, 0);
  const first = low * LETTERS_PER_AREA + letterValue * missingLetters;
  return [first, first + missingLetters];
}

const PREFIX_PATTERN: Readonly<Record<Country, RegExp>> = {
  nl: /^(?:NL)?([1-9][0-9]{0,3})([A-Z]{0,2})$/,
  be: /^(?:BE?)?([1-9][0-9]{0,3})$/,
  lu: /^(?:LU?)?([1-9][0-9]{0,3})$/,
};

/** The country's word or letter before a postcode, and the whole postcode, at the beginning of a longer text. */
const LEADING_PATTERN: Readonly<Record<Country, RegExp>> = {
  nl: /^(?:NL[\s-]*)?([1-9][0-9]{3}\s?[A-Z]{2})(?![A-Z])[\s,]*(.*)$/i,
  be: /^(?:BE?[\s-]*)?([1-9][0-9]{3})[\s,]+(.*)$/i,
  lu: /^(?:LU?[\s-]*)?([1-9][0-9]{3})[\s,]+(.*)$/i,
};

/** Splits a text that begins with a whole postcode: `1012JS 1a` → `['1012JS', '1a']`. */
export function splitLeadingPostcode(
  country: Country,
  text: string,
): readonly [postcode: string, rest: string] | undefined {
  const match = LEADING_PATTERN[country].exec(text.trim());
  return match === null ? undefined : [match[1]!, match[2]!];
}
