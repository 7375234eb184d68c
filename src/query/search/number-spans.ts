import type { Country } from '../../model/country.ts';
import { readHouseNumber, type TypedHouseNumber } from '../house-numbers.ts';

/** Words that can be a house number. */
export interface NumberSpan {
  readonly from: number;
  readonly to: number;
  readonly number: TypedHouseNumber;
  /** The number is the last thing typed, so that it may be the beginning of one. */
  readonly isOpen: boolean;
}

/** What a house number begins with, and what may follow it and belong to it: letters, additions, boxes. */
const NUMBER_WORD = /^[0-9]{1,6}[a-z0-9]{0,8}$/;
const SUFFIX_WORD =
  /^(?:[a-z]{1,2}|[0-9]{1,4}[a-z]{0,3}|[a-z][0-9]{1,4}[a-z]?|bis[a-z0-9]?|ter|quater|iii|huis|hoog|rood|zwart|wit|boven|onder|links|rechts|rdc|[0-9]et)$/;
const BOX_WORD = /^(?:bus|bte|boite|box|bfk|bk|app|apt)$/;
/** What may follow such a word: anything with a digit, or few letters, as RDC. A longer word is a name. */
const BOX = /[0-9]|^\p{L}{1,5}$/u;
/** Additions that registers abbreviate and people write out. */
const SHORT_SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  huis: ['h', 'hs'],
  zwart: ['zw'],
  rood: ['rd'],
  wit: ['wt'],
};
/** What looks like a postcode is no suffix. */
const POSTCODE_WORD: Readonly<Record<Country, RegExp>> = {
  nl: /^[1-9][0-9]{3}[a-z]{2}$/,
  be: /^[1-9][0-9]{3}$/,
  lu: /^[1-9][0-9]{3}$/,
};
/** Words for "number", which say nothing. */
const NUMBER_SIGN = /^(?:n|nr|no|num|numero|nummer|huisnr|huisnummer|hausnummer)$/;
const LONGEST_SUFFIX = 3;

/** The ways to read words as a house number, by the word that they begin at; longer ones first. */
export function findNumbers(country: Country, words: readonly string[]): NumberSpan[] {
  const spans: NumberSpan[] = [];
  words.forEach((word, at) => {
    if (!NUMBER_WORD.test(word)) return;
    const from = at > 0 && NUMBER_SIGN.test(words[at - 1]!) ? at - 1 : at;
    for (const to of endsOf(country, words, at)) {
      const isOpen = to === words.length;
      const before = words.slice(at, to - 1);
      for (const last of [words[to - 1]!, ...(SHORT_SUFFIXES[words[to - 1]!] ?? [])]) {
        spans.push({ from, to, number: readHouseNumber(country, [...before, last].join(' ')), isOpen });
      }
    }
  });
  return spans;
}

/** Where a number that begins at word `at` may end: with as many suffixes as follow, down to none. */
function endsOf(country: Country, words: readonly string[], at: number): number[] {
  const ends = [at + 1];
  for (let to = at + 1; to - at <= LONGEST_SUFFIX && to < words.length; ) {
    const word = words[to]!;
    if (BOX_WORD.test(word) && to + 1 < words.length && BOX.test(words[to + 1]!)) to += 2;
    else if (SUFFIX_WORD.test(word) && !POSTCODE_WORD[country].test(word)) to += 1;
    else break;
    ends.push(to);
  }
  return ends.reverse();
}
