import type { Country } from '../../model/country.ts';
import { parsePostcodePrefix } from '../../model/postcode.ts';
import type { CountryIndex } from '../../store/country-index.ts';

/** Words that can be a postcode, or the beginning of one. */
export interface PostcodeSpan {
  readonly from: number;
  readonly to: number;
  /** Positions in the postcode table. */
  readonly first: number;
  readonly end: number;
  /** Four digits and, in the Netherlands, two letters. */
  readonly isWhole: boolean;
  /** At least the four digits. */
  readonly hasDigits: boolean;
}

const DIGITS: Readonly<Record<Country, RegExp>> = {
  nl: /^(?:nl)?[1-9][0-9]{3}$/,
  be: /^b?e?[1-9][0-9]{3}$/,
  lu: /^l?u?[1-9][0-9]{3}$/,
};
const DUTCH_POSTCODE = /^(?:nl)?[1-9][0-9]{3}[a-z]{2}$/;
const DUTCH_BEGINNING = /^[1-9][0-9]{0,3}[a-z]?$/;
const BEGINNING = /^[1-9][0-9]{0,2}$/;
/** The letters of a country before its postcodes: B-1000, L-1466. */
const COUNTRY_LETTERS: Readonly<Record<Country, RegExp>> = { nl: /^nl$/, be: /^be?$/, lu: /^lu?$/ };

/** The ways to read words as a postcode that exists; only the last word as the beginning of one. */
export function findPostcodes(index: CountryIndex, words: readonly string[]): PostcodeSpan[] {
  const { country, postcodes } = index;
  const spans: PostcodeSpan[] = [];
  const add = (at: number, to: number, text: string, isWhole: boolean, hasDigits: boolean): void => {
    const range = parsePostcodePrefix(country, text);
    if (range === undefined) return;
    const [first, end] = postcodes.positionsBetween(...range);
    if (first >= end) return;
    const from = at > 0 && COUNTRY_LETTERS[country].test(words[at - 1]!) ? at - 1 : at;
    spans.push({ from, to, first, end, isWhole, hasDigits });
  };
  words.forEach((word, at) => {
    if (!/[0-9]/.test(word)) return;
    const next = words[at + 1];
    const isLast = next === undefined;
    if (DIGITS[country].test(word)) {
      if (country === 'nl' && next !== undefined && /^[a-z]{2}$/.test(next)) add(at, at + 2, word + next, true, true);
      if (country === 'nl' && at + 2 === words.length && /^[a-z]$/.test(next ?? ''))
        add(at, at + 2, word + next, false, true);
      add(at, at + 1, word, country !== 'nl', true);
    } else if (country === 'nl' && DUTCH_POSTCODE.test(word)) add(at, at + 1, word, true, true);
    else if (isLast && (country === 'nl' ? DUTCH_BEGINNING : BEGINNING).test(word))
      add(at, at + 1, word, false, word.length >= 4);
  });
  return spans;
}
