import type { Language } from '../model/country.ts';
import { parsePostcode, parsePostcodePrefix, postcodeArea, splitLeadingPostcode } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { listStreetsOfPostcode } from './drill-down.ts';
import { listHouses } from './house-list.ts';
import { completeHouses, readHouseNumber } from './house-numbers.ts';
import type { LazyList } from './paging.ts';
import { suggestPlaceOfPostcode } from './suggestions.ts';

/**
 * What a term means when it is a postcode (ruling 14): a whole one its streets, the beginning of one the places that it
 * covers, largest first, a whole one and a house number the houses. `undefined` when it is none of these.
 */
export function searchPostcode(
  index: CountryIndex,
  term: string,
  language?: Language,
): LazyList<Suggestion> | undefined {
  const text = term.trim();
  if (parsePostcode(index.country, text) !== undefined) return listStreetsOfPostcode(index, compact(text), language);
  const range = parsePostcodePrefix(index.country, text);
  if (range !== undefined) return listPlaces(index, compact(text), range, language);
  const split = splitLeadingPostcode(index.country, text);
  if (split === undefined || !HOUSE_NUMBER.test(split[1])) return undefined;
  return listHousesOfPostcode(index, split, language);
}

/** A number with at most a letter and an addition behind it; whatever else follows it is free text. */
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
  const houses =
    position <= 0
      ? []
      : index.postcodes.streetsOf(position).flatMap(({ street }) => {
          const [from, to] = index.streets.addressesOf(street);
          return completeHouses(index, from, to, typed).filter(
            (address) => index.addresses.postcodeOf(address) === position,
          );
        });
  // The number itself in every street before longer numbers in any.
  houses.sort((a, b) => rankOf(a) - rankOf(b) || a - b);
  return listHouses(index, houses, language);

  function rankOf(address: number): number {
    if (index.addresses.numberOf(address) !== typed.number) return 2;
    return index.addresses.suffixOf(address).key === typed.key ? 0 : 1;
  }
}

function compact(postcode: string): string {
  return postcode
    .replace(/[\s.-]+/g, '')
    .toUpperCase()
    .replace(/^(?:NL|BE?|LU?)(?=[0-9])/, '');
}
