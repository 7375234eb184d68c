import type { Language } from '../model/country.ts';
import { parsePostcodePrefix } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { hasPostcode } from '../search/house-match.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { StreetOfGroup } from '../store/name-keys.ts';
import type { ListContext } from './context.ts';
import { listBoxes, listHouses, listHousesOfRange } from './house-list.ts';
import { type LazyList, listOfEach, listOfRange } from './paging.ts';
import { suggestArea, suggestStreet } from './suggestions.ts';

/** The next level under the feature that a context refers to. */
export function listChildren(index: CountryIndex, context: ListContext): LazyList<Suggestion> {
  const { language } = context;
  switch (context.kind) {
    case 'region':
    case 'province': {
      const [from, to] = index.areas.descendantsOf(context.kind, context.ordinal, 'municipality');
      return listOfRange(from, to, (area) => suggestArea(index, 'municipality', area, language));
    }
    case 'municipality': {
      const [from, to] = index.areas.childrenOf('municipality', context.ordinal);
      return listOfRange(from, to, (place) => suggestArea(index, 'place', place, language));
    }
    case 'place': {
      const [from, to] = index.areas.childrenOf('place', context.ordinal);
      return context.postcode === undefined
        ? listOfRange(from, to, (street) => suggestStreet(index, street, language))
        : listStreetsOfPostcode(index, context.postcode, language, from, to);
    }
    case 'streetGroup':
      return listStreets(index, streetsBySize(index, index.names.streetsOf(context.ordinal)));
    case 'street': {
      const [from, to] = index.streets.addressesOf(context.ordinal);
      return context.postcode === undefined
        ? listHousesOfRange(index, from, to, language)
        : listHouses(index, addressesOfPostcode(index, context.postcode, from, to), language);
    }
    case 'boxes':
      return listBoxes(index, context.ordinal, language);
  }
}

/** The streets in [from, to) with addresses whose postcode begins with this; each opens into those addresses only. */
export function listStreetsOfPostcode(
  index: CountryIndex,
  postcode: string,
  language: Language | undefined,
  from: number = 0,
  to: number = index.streets.length,
): LazyList<Suggestion> {
  return listOfEach(streetsOfPostcode(index, postcode, from, to), (street) =>
    suggestStreet(index, street, language, postcode),
  );
}

/** The streets in [from, to) with addresses whose postcode begins with this, in index order. */
export function streetsOfPostcode(index: CountryIndex, postcode: string, from: number, to: number): number[] {
  const [first, end] = ordinalsOf(index, postcode);
  return [...new Set(index.postcodes.streetsOf(first, end).map(({ street }) => street))]
    .filter((street) => street >= from && street < to)
    .sort((a, b) => a - b);
}

/** The addresses in [from, to) whose postcode begins with this. */
export function addressesOfPostcode(index: CountryIndex, postcode: string, from: number, to: number): number[] {
  const [first, end] = ordinalsOf(index, postcode);
  const found: number[] = [];
  for (let address = from; address < to; address++) {
    if (hasPostcode(index.addresses, address, { first, end })) found.push(address);
  }
  return found;
}

/** Suggestions for streets, in the order given. */
export function listStreets(index: CountryIndex, streets: readonly StreetOfGroup[]): LazyList<Suggestion> {
  return listOfEach(streets, ({ street, language }) => suggestStreet(index, street, language));
}

/** Sorts streets by the size of their place, largest first; ties in index order. */
export function streetsBySize(index: CountryIndex, streets: readonly StreetOfGroup[]): readonly StreetOfGroup[] {
  return streets
    .map((street) => ({ street, size: index.placeSizeOf(index.streets.placeOf(street.street)) }))
    .sort((a, b) => b.size - a.size || a.street.street - b.street.street)
    .map(({ street }) => street);
}

function ordinalsOf(index: CountryIndex, postcode: string): readonly [from: number, to: number] {
  const range = parsePostcodePrefix(index.country, postcode);
  return range === undefined ? [0, 0] : index.postcodes.ordinalsBetween(...range);
}
