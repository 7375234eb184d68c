import { NAME_WORDS } from '../lexicon/names.ts';
import { patternOf, wordsOf } from '../lexicon/row.ts';
import type { Country } from '../model/country.ts';
import { splitAfterPostcode, splitPlaceAfterPostcode } from '../model/glued-postcodes.ts';
import { isAdditionWord, isSuffixWord } from '../model/house-number.ts';
import { DIGITS } from '../model/postcode-form.ts';
import { fold } from './fold.ts';

/** Maximum characters of a text, words, and letters of a word; no address has more. They bound the work. */
export const MAX_TEXT_LENGTH = 300;
const MAX_WORD_LENGTH = 40;

/** One folded word of a text, with its offsets. */
export interface Token {
  /** Folded: letters and digits alone. */
  readonly key: string;
  /** Offsets in `TokenizedText.text`, [start, end). */
  readonly start: number;
  readonly end: number;
  /** A comma, a line end or a free-standing dash precedes it: `Dorp, Kerkstraat`. */
  readonly isAfterBreak: boolean;
}

export interface TokenizedText {
  /** The text that the tokens' offsets refer to: the input in Unicode's compatibility form (NFKC). */
  readonly text: string;
  readonly tokens: readonly Token[];
}

/**
 * The words of a text, folded, at most `maxTokens`. What is written directly after something else is a separate word: a number after a
 * name or a Dutch postcode, a name after a number (`12Rue Haute`), a place after a postcode of the country, if one is given, a Dutch postcode after a number. Apart from
 * these, the keys joined by blanks are `fold(text)`. O(text).
 *
 * @example tokenize('Kerkstraat12, 1012JS1', 16)    // keys kerkstraat 12 1012js 1, a break before 1012js
 */
export function tokenize(written: string, maxTokens: number, country?: Country): TokenizedText {
  const text = written.slice(0, MAX_TEXT_LENGTH).normalize('NFKC').slice(0, MAX_TEXT_LENGTH);
  const tokens: Token[] = [];
  let isAfterBreak = false;
  let at = 0;
  while (at < text.length && tokens.length < maxTokens) {
    if (!isWordCharacter(text, at)) {
      isAfterBreak ||= isBreak(text, at, tokens);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < text.length && isWordCharacter(text, end)) end++;
    isAfterBreak &&= tokens.length > 0;
    for (const key of fold(text.slice(at, end)).split(' ')) {
      if (key === '') continue;
      const glued = splitGlued(key, country, text, at);
      if (glued === null) {
        tokens.push({ key: key.slice(0, MAX_WORD_LENGTH), start: at, end, isAfterBreak });
      } else {
        const middle = end - glued[2]!.length;
        tokens.push({ key: glued[1]!.slice(0, MAX_WORD_LENGTH), start: at, end: middle, isAfterBreak });
        tokens.push({ key: glued[2]!, start: middle, end, isAfterBreak: false });
      }
      isAfterBreak = false;
    }
    at = end;
  }
  return { text, tokens };
}

/**
 * The text with blanks where they belong: a letter in front of a number or a capital goes back to the word before it, as where two keys
 * were pressed in the wrong order, and words written as one are taken apart at their capitals and after a kind of street. Unchanged where
 * there is nothing of the kind.
 *
 * @example withBlanksMended('Koningsplei n5, Zwolle')       // 'Koningsplein 5, Zwolle'
 * @example withBlanksMended('Ru eNeuve 12')                 // 'Rue Neuve 12'
 * @example withBlanksMended('RueduPasteurNoir 5')           // 'Rue du Pasteur Noir 5'
 */
export function withBlanksMended(text: string): string {
  return text
    .replace(LETTER_AT_NUMBER, '$1$2 $3')
    .replace(NUMBER_INSIDE, ' $1 ')
    .replace(LETTER_AT_CAPITAL, '$1$2 ')
    .replace(CAPITAL_INSIDE, '$1 $2')
    .replace(
      LITTLE_WORDS_AT_TYPE,
      (_, type: string, little: string) => `${type} ${little.match(LITTLE_WORD)!.join(' ')}`,
    );
}

const LETTER_AT_NUMBER = /(\p{L}{3}) (?![lIOo])(\p{L})([0-9]{1,5})(?![\p{L}\p{N}]{2})/u;
/** `Vennestraat57Drunen` */
const NUMBER_INSIDE = /(?<=\p{L}{4})([0-9]{1,4})(?=\p{L}{3})/gu;
const LETTER_AT_CAPITAL = /(\p{L}{2}) (\p{Ll})(?=\p{Lu}\p{Ll})/u;
const CAPITAL_INSIDE = /(\p{Ll}{2})(\p{Lu})(?=\p{Ll})/gu;
/** The beginning of French names, whose words no capital keeps apart: `Ruedela Gare`. */
const GLUED = wordsOf(NAME_WORDS, ['gluedFiller']).join('|');
const LITTLE_WORDS_AT_TYPE = new RegExp(
  `(?<!\\p{L})(${patternOf(wordsOf(NAME_WORDS, ['streetType']))})((?:${GLUED}|[dl](?=['’]))+)(?!\\p{L})`,
  'giu',
);
const LITTLE_WORD = new RegExp(`${GLUED}|[dl]`, 'gi');

/** A name or a postcode and the number, or a postcode and the place, written directly after it, as the groups of a match. */
function splitGlued(key: string, country: Country | undefined, text: string, at: number): RegExpExecArray | null {
  // Few words have a digit at their ends, and a few comparisons cost less than a pattern.
  const { length } = key;
  if (country !== undefined && length > MAX_POSTCODE_LETTERS && isDigit(key, 0) && isDigit(key, 3)) {
    // The capital says where the place begins: 1012Amsterdam is not 1012AM.
    const isWithoutLetters = country === 'nl' && /^\p{Lu}\p{Ll}/u.test(text.slice(at + 4, at + 6));
    const glued = isWithoutLetters ? DIGITS_AND_PLACE.exec(key) : splitPlaceAfterPostcode(country, key);
    if (glued !== null) return glued;
  }
  if (!isDigit(key, length - 1) && !isDigit(key, length - 2) && !isDigit(key, length - 3)) {
    if (!isDigit(key, 0) || !NUMBER_AND_WORD.test(text.slice(at, at + MAX_NUMBER_AND_LETTERS))) return null;
    const glued = NUMBER_AND_NAME.exec(key);
    return glued === null || isSuffixWord(glued[2]!) ? null : glued;
  }
  if (isDigit(key, 0)) return (country === 'nl' ? NUMBER_AND_POSTCODE.exec(key) : null) ?? splitAfterPostcode(key);
  // A letter misread, rather than a number, where the number follows: `Rijksw6g 150`.
  const isMisread = DIGIT_IN_WORD.test(key) && NUMBER_FOLLOWS.test(text.slice(at + length));
  return isMisread ? null : GLUED_NUMBER.exec(key);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

const MAX_POSTCODE_LETTERS = 6;
/** Three digits and five letters. */
const MAX_NUMBER_AND_LETTERS = 8;
/** Where a line end was lost: `Hoogstraat 514285AG`. */
const NUMBER_AND_POSTCODE = new RegExp(`^([0-9]{1,4})(${DIGITS}[a-z]{2})$`);
const DIGITS_AND_PLACE = new RegExp(`^(${DIGITS})([a-z]{3,})$`);

/** Shorter names do have numbers written after them: N201, A27. */
const GLUED_NUMBER = /^([a-z]{3,}|n[or])([0-9]{1,5}[a-z]?)$/;

const DIGIT_IN_WORD = /^[a-z]{3,}[0-9][a-z]$/;
/** Shorter than a postcode. */
const NUMBER_FOLLOWS = /^[\s,]+[0-9]{1,3}[a-z]?(?!\p{L}|[0-9])/iu;

/** `12Rue`, `12groningen`; `12bis` and `1ste` are one word. */
const NUMBER_AND_WORD = /^[0-9]{1,3}(?:\p{Lu}\p{Ll}{2}|\p{L}{5})/u;
const NUMBER_AND_NAME = /^([0-9]{1,3})(?!(?:ste|ere|eme|ier|iere|ieme)$)([a-z]{3,})$/;

/** The text of tokens [from, to), as it was written. */
export function textOf({ text, tokens }: TokenizedText, from: number, to: number): string {
  return from >= to ? '' : text.slice(tokens[from]!.start, tokens[to - 1]!.end);
}

/** As `textOf`, with a full stop behind it: of `Bloemgr. 68` the street is `Bloemgr.`, a beginning. */
export function nameTextOf(source: TokenizedText, from: number, to: number): string {
  const name = textOf(source, from, to);
  return name !== '' && isBeforeFullStop(source, to) ? `${name}.` : name;
}

/** Whether a full stop follows the word in front of token `to`, directly. */
export function isBeforeFullStop({ text, tokens }: TokenizedText, to: number): boolean {
  return text[tokens[to - 1]!.end] === '.';
}

/** The keys of tokens [from, to), joined by blanks. */
export function keyOf({ tokens }: TokenizedText, from: number, to: number): string {
  let key = '';
  for (let at = from; at < to; at++) key += at === from ? tokens[at]!.key : ` ${tokens[at]!.key}`;
  return key;
}

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  // Half of a surrogate pair never counts as a letter; no letter of an address needs a pair.
  return LETTER_DIGIT_OR_MARK.test(text[at]!);
}

const LETTER_DIGIT_OR_MARK = /[\p{L}\p{N}\p{M}]/u;

/** A comma, a semicolon, a line end; a colon, but of `bus: 3`; a free-standing dash, unless it may be within a house number: `12 - 14`, `12 - A`. */
function isBreak(text: string, at: number, tokens: readonly Token[]): boolean {
  const character = text[at]!;
  if (BREAKS.includes(character)) return true;
  if (character === ':') return !isAdditionWord(tokens.at(-1)?.key ?? '');
  if (!DASHES.includes(character) || tokens.length === 0) return false;
  const isAlone = text[at - 1] === ' ' && (text[at + 1] ?? ' ') === ' ';
  return isAlone && (!/[0-9]$/.test(tokens.at(-1)!.key) || NAME_FOLLOWS.test(text.slice(at + 1, at + 5)));
}

const BREAKS = ',;|\n\r';
const DASHES = '-–—/+';
const NAME_FOLLOWS = /^ \p{L}{3}/u;
