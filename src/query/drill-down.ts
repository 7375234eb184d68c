import type { Language } from '../model/country.ts';
import { parsePostcodePrefix } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { type Filter, isOfKind } from '../search/filter.ts';
import { hasPostcode } from '../search/house-match.ts';
import type { Candidate } from '../search/ranking.ts';
import type { Scope } from '../search/scope.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { ListContext } from './context.ts';
import { listBoxes, listHouses } from './house-list.ts';
import { type LazyList, listOf, listOfEach, range } from './paging.ts';
import { suggestArea, suggestStreet } from './suggestions.ts';

/** The next level under the feature that a context refers to, as far as it passes a filter. */
export function listChildren(index: CountryIndex, context: ListContext, filter: Filter = {}): LazyList<Suggestion> {
  const { language } = context;
  const { scope } = filter;
  if (!isOfKind(filter, CHILD_KINDS[context.kind])) return listOf([]);
  switch (context.kind) {
    case 'region':
    case 'province':
    case 'municipality': {
      const level = context.kind === 'municipality' ? 'place' : 'municipality';
      const [from, to] = index.areas.descendantsOf(context.kind, context.ordinal, level);
      const found = range(from, to).filter((area) => scope?.hasArea(level, area) ?? true);
      return listOfEach(found, (area) => suggestArea(index, level, area, language));
    }
    case 'place': {
      const [from, to] = index.areas.childrenOf('place', context.ordinal);
      if (context.postcode !== undefined)
        return listStreetsOfPostcode(index, context.postcode, language, filter, from, to);
      const suggest = (street: number): Suggestion => suggestStreet(index, street, language);
      return listOfEach(scope === undefined ? range(from, to) : [...scope.streets.between(from, to)], suggest);
    }
    case 'streetGroup':
      return listStreetsOfGroup(index, context.ordinal, scope);
    case 'street': {
      const houses = range(...index.streets.addressesOf(context.ordinal));
      return listHouses(index, housesWithin(index, houses, context.postcode, scope), language);
    }
    case 'boxes':
      return listBoxes(index, context.ordinal, language, (box) => scope?.addresses.has(box) ?? true);
  }
}

/** What the contexts of each kind open into. */
export const CHILD_KINDS: Readonly<Record<ListContext['kind'], Candidate['kind']>> = {
  region: 'place',
  province: 'place',
  municipality: 'place',
  place: 'street',
  streetGroup: 'street',
  street: 'house',
  boxes: 'house',
};

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

/** Those of some addresses whose postcode begins with this, if given, and that are in the scope. */
export function housesWithin(
  index: CountryIndex,
  houses: readonly number[],
  postcode: string | undefined,
  scope?: Scope,
): readonly number[] {
  const [first, end] = postcode === undefined ? [0, 0] : ordinalsOf(index, postcode);
  return houses.filter(
    (house) =>
      (postcode === undefined || hasPostcode(index.addresses, house, { first, end })) &&
      (scope?.addresses.has(house) ?? true),
  );
}

/** The streets of a name in the scope, those of the largest place first; ties in index order. */
export function listStreetsOfGroup(
  index: CountryIndex,
  group: number,
  scope: Scope | undefined,
  isWanted: (street: number) => boolean = () => true,
): LazyList<Suggestion> {
  const streets = (scope?.streetsOfGroup(group) ?? index.names.streetsOf(group))
    .filter(({ street }) => isWanted(street))
    .map((each) => ({ ...each, size: index.placeSizeOf(index.streets.placeOf(each.street)) }))
    .sort((a, b) => b.size - a.size || a.street - b.street);
  return listOfEach(streets, ({ street, language }) => suggestStreet(index, street, language));
}

function ordinalsOf(index: CountryIndex, postcode: string): readonly [from: number, to: number] {
  const range = parsePostcodePrefix(index.country, postcode);
  return range === undefined ? [0, 0] : index.postcodes.ordinalsBetween(...range);
}
