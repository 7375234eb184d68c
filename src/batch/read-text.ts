import type { Country } from '../model/country.ts';
import { parsePostcode } from '../model/postcode.ts';
import { readHouseNumber } from '../model/house-number.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { fold } from '../text/fold.ts';
import type { AddressFields } from './match.ts';
import type { NamedPlace, PlaceNames } from './place-names.ts';
import { type Query, readPostcode } from './query.ts';
import { readStreet } from './street-forms.ts';

const LARGEST_READING_COUNT = 40;
const LARGEST_WORD_COUNT = 24;

interface Word {
  readonly text: string;
  readonly key: string;
  /** A comma, a line end or a dash stands before it. */
  readonly isAfterBreak: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const NO_SPAN: Span = { from: 0, to: 0 };

/** What follows a house number and belongs to it. */
const SUFFIX =
  /^(?:[a-z]|[0-9]{1,4}[a-z]?|[a-z][0-9]{1,4}|[a-z]{1,2}|bis[a-z]?|ter|quater|i{2,3}|iv|huis|hs|hoog|rood|zwart|wit|boven|links|rechts|rdc|[a-z]?[0-9]{1,3}[a-z]?[0-9]{0,3})$/i;
const BOX_WORD = /^(?:bus|bte|bo[iî]te|box|bfk|bk|app|apt)\.?$/i;
const NUMBER_SIGN = /^(?:n[°ºr]\.?|nummer|num[eé]ro|no\.?|#)$/i;

/**
 * The ways in which a free text can be an address, likeliest first: which words are the postcode, which the house number,
 * which the place; what is left, and stands together, is the street. A reading knows how many words it leaves out.
 *
 * @example readText(…, 'Kerkstraat 12 A, 1381 CW Weesp')   // first: street Kerkstraat, number 12 A, 1381CW, place Weesp
 */
export function readText(
  { index, places }: { readonly index: CountryIndex; readonly places: PlaceNames },
  text: string,
  fields: AddressFields,
): Query[] {
  const words = wordsOf(withoutCountry(text));
  const found: Query[] = [];
  const given = fields.place?.trim() || undefined;
  const postcodes = findPostcodes(index, words);
  for (const postcode of [...postcodes, NO_SPAN]) {
    for (const number of [...findNumbers(words, postcode), NO_SPAN]) {
      const placeSpans = findPlaces(places, words, postcode, number, given === undefined);
      for (const place of placeSpans) {
        if (found.length >= LARGEST_READING_COUNT) return ranked(found);
        const query = makeQuery(index, words, { postcode, postcodes, number, place, places: placeSpans });
        if (query !== undefined) found.push(given === undefined ? query : withPlace(query, given, places));
      }
    }
  }
  return ranked(found);
}

function ranked(queries: Query[]): Query[] {
  return queries
    .map((query, order) => ({ query, order }))
    .sort((a, b) => a.query.ignoredWords - b.query.ignoredWords || a.order - b.order)
    .map(({ query }) => query);
}

function withPlace(query: Query, place: string, names: PlaceNames): Query {
  const key = fold(place);
  return { ...query, place: { key, places: names.find(key) } };
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let isAfterBreak = false;
  for (const [part] of text.matchAll(/[^\s,;|]+|[,;|\n]/g)) {
    if (/^[,;|\n]$/.test(part)) {
      isAfterBreak = true;
      continue;
    }
    const key = fold(part);
    if (key === '') {
      // A dash by itself, unless it stands within a house number: `12 - 14`.
      isAfterBreak ||= /^[-–—/]+$/.test(part) && words.length > 0 && !/[0-9]$/.test(words.at(-1)!.text);
      continue;
    }
    words.push({ text: part, key, isAfterBreak });
    isAfterBreak = false;
    if (words.length === LARGEST_WORD_COUNT) break;
  }
  return words;
}

const COUNTRY_WORDS =
  /[\s,;(]+(?:nederland|the netherlands|netherlands|pays-bas|belgi[eëu]|belgique|belgium|belgien|luxemb(?:ou)?rg \(?(?:grand-duch[eé]|gd)\)?|grand-duch[eé] de luxembourg|nl|be|lu|ned|bel|lux)[\s.)]*$/i;

function withoutCountry(text: string): string {
  return text.replace(COUNTRY_WORDS, '');
}

const COUNTRY_PREFIX: Readonly<Record<Country, RegExp>> = { nl: /^nl[.-]?$/i, be: /^be?[.-]?$/i, lu: /^lu?[.-]?$/i };

function findPostcodes(index: CountryIndex, words: readonly Word[]): Span[] {
  const spans: Span[] = [];
  const { country } = index;
  words.forEach(({ text, key }, i) => {
    const next = words[i + 1];
    const isPrefixed = i > 0 && !words[i]!.isAfterBreak && COUNTRY_PREFIX[country].test(words[i - 1]!.text);
    const from = isPrefixed ? i - 1 : i;
    // `20 bus b 1130`: it may also be a box.
    if (isPrefixed && /^[1-9][0-9]{3}$/.test(text) && country !== 'nl') spans.push({ from: i, to: i + 1 });
    if (country === 'nl') {
      if (parsePostcode('nl', text) !== undefined) spans.push({ from, to: i + 1 });
      else if (/^(?:nl-?)?[1-9][0-9]{3}$/i.test(text)) {
        if (next !== undefined && /^[a-z]{2}$/i.test(next.text)) spans.push({ from, to: i + 2 });
        else if (i > 0 && words.length > 2) spans.push({ from, to: i + 1 });
      }
    } else if (/^(?:[bl]-?|be-?|lu-?)?[1-9][0-9]{3}$/i.test(text) && parsePostcode(country, text) !== undefined) {
      spans.push({ from, to: i + 1 });
    } else if (/^[bl] [1-9][0-9]{3}$/.test(key)) spans.push({ from, to: i + 1 });
  });
  // One that exists first; of several the last, since numbers stand before postcodes in most orders.
  const exists = (span: Span): boolean => readPostcode(index, textOf(words, span)).position > 0;
  return spans.reverse().sort((a, b) => Number(exists(b)) - Number(exists(a)));
}

function findNumbers(words: readonly Word[], postcode: Span): Span[] {
  const spans: Span[] = [];
  const isFree = (i: number): boolean => i < words.length && (i < postcode.from || i >= postcode.to);
  words.forEach(({ text }, i) => {
    if (!isFree(i) || !/^[0-9]{1,5}(?![0-9])[^\s]{0,10}$/.test(text) || /\p{L}{6}/u.test(text)) return;
    const isSigned = i > 0 && isFree(i - 1) && NUMBER_SIGN.test(words[i - 1]!.text);
    const from = isSigned ? i - 1 : i;
    let to = i + 1;
    const ends = [to];
    while (ends.length < 5 && isFree(to)) {
      const word = words[to]!;
      if (BOX_WORD.test(word.text) && isFree(to + 1) && isBox(words[to + 1]!)) to += 2;
      else if (
        SUFFIX.test(word.key.replaceAll(' ', '')) &&
        word.text.length <= 6 &&
        (!word.isAfterBreak || ends.length === 1)
      )
        to += 1;
      else break;
      ends.push(to);
    }
    for (const end of ends.reverse()) spans.push({ from, to: end });
  });
  // A number behind a name is likelier than one before it; of several the last: `Plein 1944 1`.
  return spans.sort((a, b) => Number(a.from === 0) - Number(b.from === 0) || b.from - a.from || b.to - a.to);
}

/** What can follow a word for "box"; the longer ones are words themselves: `bus gelijkvloers`. */
function isBox({ text, isAfterBreak }: Word): boolean {
  return !isAfterBreak && text.length <= 16;
}

interface PlaceSpan extends Span {
  readonly places: readonly NamedPlace[];
}

const NO_PLACE: PlaceSpan = { from: 0, to: 0, places: [] };

/** Rows of words that are the name of a place; longer and later ones first, and last of all none. */
function findPlaces(
  names: PlaceNames,
  words: readonly Word[],
  postcode: Span,
  number: Span,
  isWanted: boolean,
): PlaceSpan[] {
  if (!isWanted) return [NO_PLACE];
  const taken = words.map((_, i) => isIn(postcode, i) || isIn(number, i));
  const spans: PlaceSpan[] = [];
  for (let from = words.length - 1; from >= 0; from--) {
    let key = '';
    for (let to = from; to < Math.min(words.length, from + names.longestName); to++) {
      if (taken[to] || (to > from && words[to]!.isAfterBreak)) break;
      key = key === '' ? words[to]!.key : `${key} ${words[to]!.key}`;
      const places = names.named(key);
      if (places.length > 0) spans.push({ from, to: to + 1, places });
    }
  }
  // A place stands at an end of what is left, or at the other side of the postcode or number than the street.
  const isAtEdge = ({ from, to }: Span): boolean =>
    from === 0 ||
    to === words.length ||
    taken[from - 1]! ||
    taken[to]! ||
    words[from]!.isAfterBreak ||
    words[to]!.isAfterBreak;
  const likely = spans.filter(isAtEdge);
  const isBehindPostcode = ({ from }: Span): boolean => postcode.to > 0 && from === postcode.to;
  likely.sort(
    (a, b) =>
      Number(isBehindPostcode(b)) - Number(isBehindPostcode(a)) || b.to - b.from - (a.to - a.from) || b.from - a.from,
  );
  // What stands alone behind the postcode, or at the very end behind a comma, is a place even if nothing is called so.
  const unknown = likely.length === 0 ? unknownPlace(names, words, postcode, number) : undefined;
  return unknown === undefined ? [...likely.slice(0, 6), NO_PLACE] : [unknown, NO_PLACE];
}

function unknownPlace(names: PlaceNames, words: readonly Word[], postcode: Span, number: Span): PlaceSpan | undefined {
  let from = postcode.to > 0 && postcode.to < words.length ? postcode.to : -1;
  if (from === -1) {
    from = words.length - 1;
    while (from > 0 && !words[from]!.isAfterBreak && !isIn(number, from - 1) && !isIn(postcode, from - 1)) from--;
  }
  if (from <= 0 || isIn(number, from) || isIn(postcode, from)) return undefined;
  let to = from;
  while (to < words.length && !isIn(number, to) && !isIn(postcode, to) && !(to > from && words[to]!.isAfterBreak)) to++;
  const key = words
    .slice(from, to)
    .map((word) => word.key)
    .join(' ');
  return { from, to, places: names.find(key) };
}

interface Spans {
  readonly postcode: Span;
  /** All that can be one: none of them is a word that may be left out. */
  readonly postcodes: readonly Span[];
  readonly number: Span;
  readonly place: PlaceSpan;
  /** All that can be one. */
  readonly places: readonly Span[];
}

function makeQuery(
  index: CountryIndex,
  words: readonly Word[],
  { postcode, postcodes, number, place, places }: Spans,
): Query | undefined {
  const isTaken = (i: number): boolean => isIn(postcode, i) || isIn(number, i) || isIn(place, i);
  // Rows of words that nothing has taken; the street is the one beside the number, or else the longest.
  const runs: Span[] = [];
  for (let i = 0; i < words.length; i++) {
    if (isTaken(i)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.to === i && !words[i]!.isAfterBreak)
      runs[runs.length - 1] = { from: last.from, to: i + 1 };
    else runs.push({ from: i, to: i + 1 });
  }
  const street =
    runs.find((run) => run.to === number.from && number.to > 0) ??
    runs.find((run) => run.from === number.to && number.to > 0) ??
    runs[0];
  if (street === undefined && (postcode.to === 0 || number.to === 0) && place.to === 0) return undefined;
  let ignored = 0;
  for (const run of runs) {
    if (run === street) continue;
    if (postcodes.some((each) => each.from < run.to && each.to > run.from)) return undefined;
    // Another place is a contradiction, not a word too many.
    if (place.to === 0 && places.some((each) => each.from <= run.from && each.to >= run.to)) return undefined;
    ignored += run.to - run.from;
  }
  const numberText = textOf(words, number).replace(/^(?:n[°ºr]\.?|nummer|num[eé]ro|no\.?|#)\s*/i, '');
  const key = keyOf(words, place);
  return {
    postcode: postcode.to === 0 ? undefined : readPostcode(index, textOf(words, postcode)),
    number: number.to === 0 ? undefined : readHouseNumber(index.country, numberText),
    street: street === undefined ? undefined : readStreet(index.country, textOf(words, street)),
    place: place.to === 0 ? undefined : { key, places: place.places },
    isEmpty: { postcode: false, street: false, place: false },
    ignoredWords: ignored,
  };
}

function isIn({ from, to }: Span, i: number): boolean {
  return i >= from && i < to;
}

function textOf(words: readonly Word[], { from, to }: Span): string {
  let text = '';
  for (let i = from; i < to; i++) text += i === from ? words[i]!.text : ` ${words[i]!.text}`;
  return text;
}

function keyOf(words: readonly Word[], { from, to }: Span): string {
  return words
    .slice(from, to)
    .map(({ key }) => key)
    .join(' ');
}
