import type { Language } from '../model/country.ts';
import { MAX_NUMBER, type TypedHouseNumber } from '../model/house-number.ts';
import { barePostcode, parsePostcodePrefix, postcodeArea } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { completeHouses } from '../search/house-match.ts';
import { findNumbers, findPostcodes, type PostcodeSpan } from '../search/spans.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { tokenize } from '../text/tokens.ts';
import { listStreetsOfPostcode } from './drill-down.ts';
import { concatLists, type LazyList } from './paging.ts';
import { suggestHouse, suggestPlaceOfPostcode, suggestStreet } from './suggestions.ts';

/**
 * What a term means when it is a postcode (ruling 14): a whole one its streets, with its places first where they are many, the beginning of one the places that it
 * covers, largest first, a whole one and a house number the houses. `undefined` when it is none of these.
 */
export function searchPostcode(
  index: CountryIndex,
  term: string,
  language?: Language,
): LazyList<Suggestion> | undefined {
  const text = term.trim();
  // Nearly every other term: it is not looked at any further.
  if (BEGINS_WITH_WORD.test(text)) return undefined;
  const range = parsePostcodePrefix(index.country, text);
  if (range !== undefined) {
    const [low, high] = range;
    const postcode = barePostcode(index.country, text);
    const isWhole = high === low + 1;
    return isWhole ? listPostcode(index, postcode, low, language) : listPlaces(index, postcode, range, language);
  }
  if (!MAY_BEGIN_WITH_POSTCODE.test(text)) return undefined;
  // A postcode and a number, and nothing else; whatever else there is makes it free text.
  const source = tokenize(text, MAX_TOKENS);
  const postcode = findPostcodes(index, source, true).find(({ from, isWhole }) => from === 0 && isWhole);
  const number = findNumbers(index.country, source).find(
    ({ from, to }) => from === postcode?.to && to === source.tokens.length,
  );
  if (postcode === undefined || number === undefined) return undefined;
  return listHousesOfPostcode(index, postcode, number.number, language);
}

/** More letters than any postcode has before its digits. */
const BEGINS_WITH_WORD = /^[a-z]{3}/i;

/** Its first digits are four or more; which other characters are digits, the tokens tell. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, these too
const MAY_BEGIN_WITH_POSTCODE = /^[^0-9]*[0-9]{4}|[^\x00-\x7f]/;

/** No postcode and house number have more words. */
const MAX_TOKENS = 10;

/** More streets than these are no list to read: the places come first, and then the largest streets. */
const MAX_PLAIN_STREETS = 10;

/** What a whole postcode covers: a few streets in their order, or its places and then its streets, those with most addresses first. */
function listPostcode(
  index: CountryIndex,
  postcode: string,
  code: number,
  language: Language | undefined,
): LazyList<Suggestion> {
  const streets = index.postcodes.streetsOf(...index.postcodes.ordinalsBetween(code, code + 1));
  if (streets.length <= MAX_PLAIN_STREETS) return listStreetsOfPostcode(index, postcode, language);
  const bySize = [...streets].sort((a, b) => b.addresses - a.addresses || a.street - b.street);
  return concatLists([
    listPlaces(index, postcode, [code, code + 1], language),
    {
      total: bySize.length,
      slice: (from, to) => bySize.slice(from, to).map(({ street }) => suggestStreet(index, street, language, postcode)),
    },
  ]);
}

function listPlaces(
  index: CountryIndex,
  prefix: string,
  [low, high]: readonly [number, number],
  language: Language | undefined,
): LazyList<Suggestion> {
  const { country, postcodes, streets } = index;
  const hasLetters = /[A-Z]$/.test(prefix);
  const counts = hasLetters
    ? new Map<number, number>()
    : postcodes.placesBetween(postcodeArea(country, low), postcodeArea(country, high));
  if (hasLetters) {
    for (const { street, addresses } of postcodes.streetsOf(...postcodes.ordinalsBetween(low, high))) {
      const place = streets.placeOf(street);
      counts.set(place, (counts.get(place) ?? 0) + addresses);
    }
  }
  const places = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return {
    total: places.length,
    slice: (from, to) =>
      places
        .slice(from, to)
        .map(([place, addresses]) => suggestPlaceOfPostcode(index, place, prefix, addresses, language)),
  };
}

/**
 * The houses of a postcode whose number begins as typed, in any of its streets: the number itself before its suffixes, and these
 * before longer numbers. In Belgium the boxes of one house are one suggestion, as in `listHouses`. A digit of a large city is
 * that of thousands of houses, which are counted: the numbers of a street are read as a column, and suffixes only where a number has several.
 */
function listHousesOfPostcode(
  index: CountryIndex,
  { first: ordinal, end }: PostcodeSpan,
  typed: TypedHouseNumber,
  language: Language | undefined,
): LazyList<Suggestion> {
  const { addresses } = index;
  const lists: HouseLists = { exact: [], suffixed: [], longer: [] };
  const ranges = rangesOf(typed);
  for (const { street, addresses: ofPostcode } of ordinal === end ? [] : index.postcodes.streetsOf(ordinal)) {
    const [from, to] = index.streets.addressesOf(street);
    const count = to - from;
    const numbers = roomFor(count);
    addresses.readColumn('number', from, to, numbers);
    let at = 0;
    for (const [low, high] of ranges) {
      if (numbers[count - 1]! < low) break;
      at = firstFrom(numbers, low, at, count);
      while (at < count && numbers[at]! < high) {
        const first = at++;
        const number = numbers[first]!;
        while (at < count && numbers[at] === number) at++;
        // Nearly all: a number once, and longer than the one typed.
        if (at === first + 1 && number > typed.number && ofPostcode === count) lists.longer.push(2 * (from + first));
        else addHousesOfNumber(index, from + first, from + at, ordinal, typed, lists);
      }
    }
  }
  const houses = [lists.exact, lists.suffixed, lists.longer].flat();
  return {
    total: houses.length,
    slice: (start, stop) =>
      houses.slice(start, stop).map((house) => suggestHouse(index, house >> 1, language, (house & 1) === 1)),
  };
}

/** The numbers of the street being read. One array for all searches: a new one takes longer than to read a Dutch street. */
let streetNumbers = new Int32Array(256);

function roomFor(count: number): Int32Array {
  if (count > streetNumbers.length) streetNumbers = new Int32Array(2 * count);
  return streetNumbers;
}

/** The numbers that can be meant, ascending: none, for a house that is called as typed, the number, and the longer ones that begin with it. */
function rangesOf({ number, key }: TypedHouseNumber): (readonly [low: number, high: number])[] {
  const ranges: (readonly [number, number])[] = [[0, 1]];
  if (number > 0) ranges.push([number, number + 1]);
  for (let scale = 10; number > 0 && key === '' && number * scale <= MAX_NUMBER; scale *= 10) {
    ranges.push([number * scale, (number + 1) * scale]);
  }
  return ranges;
}

/** The first position in [from, to) of ascending numbers whose number is not less than `low`, or `to`. */
function firstFrom(numbers: Int32Array, low: number, from: number, to: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (numbers[middle]! < low) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Houses as twice the position of their first address, and 1 more for one that is shown for all its boxes. */
interface HouseLists {
  readonly exact: number[];
  readonly suffixed: number[];
  readonly longer: number[];
}

/** Of addresses [from, to) of one number in one street, those of the postcode that begin as typed, each house once. */
function addHousesOfNumber(
  index: CountryIndex,
  from: number,
  to: number,
  postcode: number,
  typed: TypedHouseNumber,
  { exact, suffixed, longer }: HouseLists,
): void {
  const houses: { readonly letter: string; address: number; isGroup: boolean; isBare: boolean }[] = [];
  for (const address of completeHouses(index, from, to, typed)) {
    if (index.addresses.postcodeOf(address) !== postcode) continue;
    const { letter, key } = index.addresses.suffixOf(address);
    const isBare = key === typed.key;
    const known = index.country === 'be' ? houses.find((house) => house.letter === letter) : undefined;
    if (known === undefined) houses.push({ letter, address, isGroup: false, isBare });
    else {
      known.isGroup = true;
      if (isBare && !known.isBare) Object.assign(known, { address, isBare });
    }
  }
  const isTyped = index.addresses.numberOf(from) === typed.number;
  for (const { address, isGroup, isBare } of houses) {
    const list = isTyped ? (isBare ? exact : suffixed) : longer;
    list.push(2 * address + Number(isGroup));
  }
}
