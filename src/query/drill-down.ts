import type { Language } from '../model/country.ts';
import { parsePostcodePrefix } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { type Filter, isOfKind } from '../search/filter.ts';
import { hasPostcode } from '../search/house-match.ts';
import type { Candidate } from '../search/ranking.ts';
import type { Scope } from '../search/scope.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { StreetOfGroup } from '../store/name-keys.ts';
import type { ListContext } from './context.ts';
import { listBoxes, listHouses, listHousesOfRange } from './house-list.ts';
import { type LazyList, listOf, listOfEach, listOfRange } from './paging.ts';
import { suggestArea, suggestStreet } from './suggestions.ts';

/** The next level under the feature that a context refers to, as far as it passes a filter. */
export function listChildren(index: CountryIndex, context: ListContext, filter: Filter = {}): LazyList<Suggestion> {
  const { language } = context;
  const { scope } = filter;
  if (!isOfKind(filter, CHILD_KINDS[context.kind])) return listOf([]);
  switch (context.kind) {
    case 'region':
    case 'province': {
      const [from, to] = index.areas.descendantsOf(context.kind, context.ordinal, 'municipality');
      return listAreas(index, 'municipality', from, to, language, scope);
    }
    case 'municipality': {
      const [from, to] = index.areas.childrenOf('municipality', context.ordinal);
      return listAreas(index, 'place', from, to, language, scope);
    }
    case 'place': {
      const [from, to] = index.areas.childrenOf('place', context.ordinal);
      if (context.postcode !== undefined)
        return listStreetsOfPostcode(index, context.postcode, language, filter, from, to);
      const suggest = (street: number): Suggestion => suggestStreet(index, street, language);
      return scope === undefined ? listOfRange(from, to, suggest) : listOfEach([...scope.streets(from, to)], suggest);
    }
    case 'streetGroup':
      return listStreets(
        index,
        streetsBySize(
          index,
          scope === undefined ? index.names.streetsOf(context.ordinal) : scope.streetsOfGroup(context.ordinal),
        ),
      );
    case 'street': {
      const [from, to] = index.streets.addressesOf(context.ordinal);
      if (context.postcode === undefined && scope === undefined) return listHousesOfRange(index, from, to, language);
      const houses =
        context.postcode === undefined
          ? [...scope!.addresses(from, to)]
          : addressesOfPostcode(index, context.postcode, from, to).filter((house) => scope?.hasAddress(house) ?? true);
      return listHouses(index, houses, language);
    }
    case 'boxes':
      return listBoxes(index, context.ordinal, language, scope);
  }
}

/** What the contexts of each kind open into. */
const CHILD_KINDS = {
  region: 'place',
  province: 'place',
  municipality: 'place',
  place: 'street',
  streetGroup: 'street',
  street: 'house',
  boxes: 'house',
} as const satisfies Record<ListContext['kind'], Candidate['kind']>;

function listAreas(
  index: CountryIndex,
  kind: 'municipality' | 'place',
  from: number,
  to: number,
  language: Language | undefined,
  scope: Scope | undefined,
): LazyList<Suggestion> {
  const suggest = (area: number): Suggestion => suggestArea(index, kind, area, language);
  const all = listOfRange(from, to, (area) => area);
  return scope === undefined
    ? listOfRange(from, to, suggest)
    : listOfEach(
        all.slice(0, all.total).filter((area) => scope.hasArea(kind, area)),
        suggest,
      );
}

/** The streets in [from, to) with addresses whose postcode begins with this; each opens into those addresses only. */
export function listStreetsOfPostcode(
  index: CountryIndex,
  postcode: string,
  language: Language | undefined,
  filter: Filter = {},
  from: number = 0,
  to: number = index.streets.length,
): LazyList<Suggestion> {
  const streets = isOfKind(filter, 'street') ? streetsOfPostcode(index, postcode, from, to, filter.scope) : [];
  return listOfEach(streets, (street) => suggestStreet(index, street, language, postcode));
}

/** The streets in [from, to) with addresses, in the scope, whose postcode begins with this, in index order. */
export function streetsOfPostcode(
  index: CountryIndex,
  postcode: string,
  from: number,
  to: number,
  scope?: Scope,
): number[] {
  const [first, end] = ordinalsOf(index, postcode);
  return [...new Set(index.postcodes.streetsOf(first, end).map(({ street }) => street))]
    .filter((street) => street >= from && street < to && (scope?.hasPostcode(street, { first, end }) ?? true))
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
