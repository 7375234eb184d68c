import type { Language } from '../model/country.ts';
import type { TypedHouseNumber } from '../model/house-number.ts';
import { barePostcode, parsePostcodePrefix, postcodeArea } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { completeHouses } from '../search/house-match.ts';
import { findNumbers, findPostcodes, type PostcodeSpan } from '../search/spans.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { tokenize } from '../text/tokens.ts';
import { listStreetsOfPostcode } from './drill-down.ts';
import { listHouses } from './house-list.ts';
import { concatLists, type LazyList } from './paging.ts';
import { suggestPlaceOfPostcode, suggestStreet } from './suggestions.ts';

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

function listHousesOfPostcode(
  index: CountryIndex,
  { first: ordinal, end }: PostcodeSpan,
  typed: TypedHouseNumber,
  language: Language | undefined,
): LazyList<Suggestion> {
  // The number itself in every street before its suffixes, and these before longer numbers, in any.
  const [exact, suffixed, longer]: [number[], number[], number[]] = [[], [], []];
  for (const { street } of ordinal === end ? [] : index.postcodes.streetsOf(ordinal)) {
    const [from, to] = index.streets.addressesOf(street);
    for (const address of completeHouses(index, from, to, typed)) {
      if (index.addresses.postcodeOf(address) !== ordinal) continue;
      if (index.addresses.numberOf(address) !== typed.number) longer.push(address);
      else if (index.addresses.suffixOf(address).key === typed.key) exact.push(address);
      else suffixed.push(address);
    }
  }
  const inOrder = [exact, suffixed, longer].flatMap((houses) => houses.sort((a, b) => a - b));
  return listHouses(index, inOrder, language);
}
