import type { Language } from '../model/country.ts';
import { readHouseNumber } from '../model/house-number.ts';
import {
  barePostcode,
  parsePostcode,
  parsePostcodePrefix,
  postcodeArea,
  splitLeadingPostcode,
} from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { completeHouses } from '../search/house-match.ts';
import type { CountryIndex } from '../store/country-index.ts';
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
  const code = parsePostcode(index.country, text);
  if (code !== undefined) return listPostcode(index, barePostcode(index.country, text), code, language);
  const range = parsePostcodePrefix(index.country, text);
  if (range !== undefined) return listPlaces(index, barePostcode(index.country, text), range, language);
  const split = splitLeadingPostcode(index.country, text);
  if (split === undefined || !HOUSE_NUMBER.test(split[1])) return undefined;
  return listHousesOfPostcode(index, split, language);
}

/** More streets than these are no list to read: the places come first, and then the largest streets. */
const MAX_PLAIN_STREETS = 10;

/** What a whole postcode covers: a few streets in their order, or its places and then its streets, those with most addresses first. */
function listPostcode(
  index: CountryIndex,
  postcode: string,
  code: number,
  language: Language | undefined,
): LazyList<Suggestion> {
  const streets = index.postcodes.streetsOf(...index.postcodes.positionsBetween(code, code + 1));
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

/** A number with at most a letter and an addition after it; whatever else follows it is free text. */
const HOUSE_NUMBER = /^[0-9]+(?:[\s-]?[a-z]{1,3})?(?:[\s-]?[0-9a-z]{1,4})?$/i;

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
    for (const { street, addresses } of postcodes.streetsOf(...postcodes.positionsBetween(low, high))) {
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
  [postcode, rest]: readonly [string, string],
  language: Language | undefined,
): LazyList<Suggestion> {
  const position = index.postcodes.positionOf(parsePostcode(index.country, postcode)!);
  const typed = readHouseNumber(index.country, rest);
  // The number itself in every street before its suffixes, and these before longer numbers, in any.
  const [exact, suffixed, longer]: [number[], number[], number[]] = [[], [], []];
  for (const { street } of position <= 0 ? [] : index.postcodes.streetsOf(position)) {
    const [from, to] = index.streets.addressesOf(street);
    for (const address of completeHouses(index, from, to, typed)) {
      if (index.addresses.postcodeOf(address) !== position) continue;
      if (index.addresses.numberOf(address) !== typed.number) longer.push(address);
      else if (index.addresses.suffixOf(address).key === typed.key) exact.push(address);
      else suffixed.push(address);
    }
  }
  const inOrder = [exact, suffixed, longer].flatMap((houses) => [...Uint32Array.from(houses).sort()]);
  return listHouses(index, inOrder, language);
}
