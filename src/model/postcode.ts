import { byCountry, type Country } from './country.ts';
import { DIGITS, LETTERS, PREFIX } from './postcode-form.ts';

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
 * `undefined` for anything that is not a whole postcode of that country. `0000` is not a postcode in any of the three.
 */
export function parsePostcode(country: Country, text: string): number | undefined {
  const plain = parsePlainPostcode(country, text);
  if (plain !== 0) return plain;
  const match = WHOLE[country].exec(compactPostcode(text));
  return match === null ? undefined : parsePlainPostcode(country, match[1]!);
}

/** The country's letter, or what says that a postcode follows: `CP 1000`, `PC 1012JS`. */
const BEFORE = byCountry((country) => `(?:${PREFIX[country]}|CP|PC)`);
const WHOLE = patterns((country) => `^${BEFORE[country]}?(${DIGITS}${LETTERS[country]})$`);
const PREFIX_ALONE = patterns((country) => `^${BEFORE[country]}$`);
const PREFIXED = patterns((country) => `^${PREFIX[country]}${DIGITS}${LETTERS[country]}$`);

function patterns(pattern: (country: Country) => string): Readonly<Record<Country, RegExp>> {
  return byCountry((country) => new RegExp(pattern(country), 'i'));
}

/** Whether one word looks like a whole postcode of the country: `1012js`, `b1000`, `1466`. */
export function isPostcodeShape(country: Country, word: string): boolean {
  return word.length >= 4 && WHOLE[country].test(word);
}

/** Whether a word is what people write before the country's postcodes: `nl`, `b`, `lu`, `cp`. */
export function isPostcodePrefix(country: Country, word: string): boolean {
  return PREFIX_ALONE[country].test(word);
}

/** Without blanks, full stops, colons and hyphens, in capitals. */
function compactPostcode(text: string): string {
  return text.replace(/[\s.:-]+/g, '').toUpperCase();
}

/** The beginning of a postcode, compact and without the country's word: `1012J` for `nl-1012 j`. */
export function barePostcode(country: Country, text: string): string {
  const compact = compactPostcode(text);
  const match = LEADING_PREFIX[country].exec(compact);
  return match === null ? compact : compact.slice(match[0].length);
}

const LEADING_PREFIX = patterns((country) => `^${PREFIX[country]}(?=[0-9])`);

/** The countries that a postcode can be of by its form alone; `undefined` if the form does not say. */
export function countriesOfPostcode(text: string): readonly Country[] | undefined {
  const compact = compactPostcode(text);
  if (WHOLE.nl.test(compact)) return ['nl'];
  if (PREFIXED.be.test(compact)) return ['be'];
  if (PREFIXED.lu.test(compact)) return ['lu'];
  return undefined;
}

/** The country of a postcode somewhere in a text, if its form says which: `1012 JS`, `L-1466`, `B-1000`. */
export function countryOfPostcodeIn(text: string): Country | undefined {
  if (DUTCH_INSIDE.test(text) && !HYPHENATED_INSIDE.test(text)) return 'nl';
  if (LUXEMBOURGISH_INSIDE.test(text)) return 'lu';
  return BELGIAN_INSIDE.test(text) ? 'be' : undefined;
}

/** Not `4000 LIÈGE`, `8647 LO-RENINGE`; in `7100 LA LOUVIERE` the letters may be an article. */
const DUTCH_INSIDE = new RegExp(
  `(?<![0-9])(?:${DIGITS}[A-Za-z]{2}(?!\\p{L})|${DIGITS}\\s(?!(?:LA|LE|DE)\\s)[A-Z]{2}(?!-?\\p{L}))`,
  'u',
);
const HYPHENATED_INSIDE = new RegExp(`[BL]-${DIGITS}`);
const LUXEMBOURGISH_INSIDE = new RegExp(`(?:^|[\\s,])${PREFIX.lu}\\s?-\\s?${DIGITS}(?![0-9])`, 'i');
const BELGIAN_INSIDE = new RegExp(`(?:^|[\\s,])${PREFIX.be}\\s?-\\s?${DIGITS}(?![0-9])`, 'i');

/** The four digits of a postcode somewhere in a text, as a number; `undefined` where there are none. */
export function postcodeAreaIn(text: string): number | undefined {
  const digits = DIGITS_INSIDE.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

const DIGITS_INSIDE = new RegExp(`(?<![0-9])${DIGITS}(?![0-9])`);

/** Whether a text is the four digits of a Dutch postcode, without its letters: `1012`, `NL-1012`. */
export function isWithoutLetters(text: string): boolean {
  return DIGITS_ALONE.test(text);
}

const DIGITS_ALONE = new RegExp(`^\\s*(?:${PREFIX.nl}[\\s-]*)?${DIGITS}\\s*$`, 'i');

/** Whether a word may be the beginning of a postcode that is still being typed: `10`, in the Netherlands `1012j`. */
export function isPostcodeBeginning(country: Country, word: string): boolean {
  return (country === 'nl' ? DUTCH_BEGINNING : DIGITS_BEGINNING).test(word);
}

const DUTCH_BEGINNING = /^[1-9][0-9]{0,3}[a-z]?$/;
const DIGITS_BEGINNING = /^[1-9][0-9]{0,2}$/;

/** A postcode in the most common form, `1012JS` or `1000`, parsed without a regular expression; 0 for any other text. */
function parsePlainPostcode(country: Country, text: string): number {
  if (text.length !== (country === 'nl' ? 6 : 4)) return 0;
  let code = 0;
  for (let i = 0; i < 4; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= (i === 0 ? 1 : 0) && digit <= 9)) return 0;
    code = code * 10 + digit;
  }
  for (let i = 4; i < text.length; i++) {
    // The sixth bit is the difference between a lower-case letter and its capital.
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

/** Whether two postcodes have the same letters, given as numbers; those of other countries have none. */
export function haveSameLetters(country: Country, a: number, b: number): boolean {
  return country !== 'nl' || (a - b) % LETTERS_PER_AREA === 0;
}

/**
 * The postcodes that begin as typed, as a range of numbers [low, high): `1`, `1012`, `1012J`, `1012js`, `B-10`.
 * `undefined` if no postcode of that country begins so.
 */
export function parsePostcodePrefix(country: Country, text: string): readonly [low: number, high: number] | undefined {
  const plain = parsePlainPostcode(country, text);
  if (plain !== 0) return [plain, plain + 1];
  const match = BEGINNING[country].exec(compactPostcode(text));
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

const BEGINNING = patterns(
  (country) => `^(?:${PREFIX[country]})?([1-9][0-9]{0,3})${country === 'nl' ? '([A-Z]{0,2})' : ''}$`,
);
