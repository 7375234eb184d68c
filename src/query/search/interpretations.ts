import { parsePostcode, parsePostcodePrefix } from '../../model/postcode.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import { readHouseNumber, type TypedHouseNumber } from '../house-numbers.ts';

/** One way to read typed words: which of them are the postcode, which the house number, and which are left for names. */
export interface Interpretation {
  /** The words that must be names, in the order typed. */
  readonly words: readonly string[];
  /** Whether the last of `words` is the last thing typed, so that it may be the beginning of a word. */
  readonly isLastOpen: boolean;
  /** Whether the house number is the last thing typed, so that it may be the beginning of one. */
  readonly isNumberOpen: boolean;
  readonly number: TypedHouseNumber | undefined;
  /** Positions in the postcode table. */
  readonly postcodes: readonly [from: number, to: number] | undefined;
  /** The postcode as typed, compact. */
  readonly postcodeText: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const LARGEST_COUNT = 14;

/** What follows a number and belongs to it: letters, additions, boxes. */
const SUFFIX_WORD =
  /^(?:[a-z]{1,2}|[0-9]{1,4}[a-z]?|[a-z][0-9]{1,4}|bis|ter|quater|iii|huis|hoog|rood|zwart|wit|boven|links|rechts|rdc|[0-9]et)$/;
const BOX_WORD = /^(?:bus|bte|boite|box|bfk|bk|app|apt)$/;
const LONGEST_SUFFIX = 3;

/**
 * The ways to read folded words, likeliest first: every postcode that there is, with every word that can begin a house number,
 * and the words alone, since names have numbers in them too (Plein 1944, Rue du 8 Mai). At most 14.
 */
export function interpret(index: CountryIndex, words: readonly string[]): Interpretation[] {
  const found: Interpretation[] = [];
  for (const postcode of [...findPostcodes(index, words), undefined]) {
    for (const number of [...findNumbers(words, postcode), undefined]) {
      if (found.length < LARGEST_COUNT) found.push(make(index, words, postcode, number));
    }
  }
  return found;
}

interface PostcodeSpan extends Span {
  readonly text: string;
  readonly positions: readonly [from: number, to: number];
}

function findPostcodes(index: CountryIndex, words: readonly string[]): PostcodeSpan[] {
  const spans: PostcodeSpan[] = [];
  const add = (from: number, to: number, text: string): void => {
    const range = parsePostcodePrefix(index.country, text);
    if (range === undefined) return;
    const positions = index.postcodes.positionsBetween(...range);
    if (positions[0] === positions[1]) return;
    const isPrefixed =
      from > 0 && /^(?:nl|b|be|l|lu)$/.test(words[from - 1]!) && index.country.startsWith(words[from - 1]![0]!);
    spans.push({ from: isPrefixed ? from - 1 : from, to, text, positions });
  };
  words.forEach((word, i) => {
    const next = words[i + 1] ?? '';
    if (index.country !== 'nl') {
      if (/^[bl]?[1-9][0-9]{3}$/.test(word)) add(i, i + 1, word.replace(/^[bl]/, ''));
    } else if (parsePostcode('nl', word) !== undefined) add(i, i + 1, word);
    else if (
      /^[1-9][0-9]{3}$/.test(word) &&
      /^[a-z]{2}$/.test(next) &&
      parsePostcode('nl', word + next) !== undefined
    ) {
      add(i, i + 2, word + next);
    } else if (/^[1-9][0-9]{3}$/.test(word) && words.length > 1) add(i, i + 1, word);
  });
  return spans;
}

function findNumbers(words: readonly string[], postcode: Span | undefined): Span[] {
  const spans: Span[] = [];
  const isFree = (i: number): boolean =>
    i < words.length && (postcode === undefined || i < postcode.from || i >= postcode.to);
  words.forEach((word, from) => {
    if (!isFree(from) || !/^[0-9]{1,6}[a-z0-9]{0,8}$/.test(word)) return;
    let to = from + 1;
    const ends = [to];
    while (to - from <= LONGEST_SUFFIX && isFree(to)) {
      if (BOX_WORD.test(words[to]!) && isFree(to + 1)) to += 2;
      else if (SUFFIX_WORD.test(words[to]!)) to += 1;
      else break;
      ends.push(to);
    }
    for (const end of ends.reverse()) spans.push({ from, to: end });
  });
  return spans;
}

function make(
  index: CountryIndex,
  words: readonly string[],
  postcode: PostcodeSpan | undefined,
  number: Span | undefined,
): Interpretation {
  const isIn = (span: Span | undefined, i: number): boolean => span !== undefined && i >= span.from && i < span.to;
  const last = words.length - 1;
  return {
    words: words.filter((_, i) => !isIn(postcode, i) && !isIn(number, i)),
    isLastOpen: !isIn(postcode, last) && !isIn(number, last),
    isNumberOpen: isIn(number, last),
    number: number && readHouseNumber(index.country, words.slice(number.from, number.to).join(' ')),
    postcodes: postcode?.positions,
    postcodeText: postcode?.text ?? '',
  };
}
