import { readBox, readHouseNumber, readSuffix } from '../model/house-number.ts';
import { formatPostcode, parsePostcode } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { areasBeginning } from '../search/areas.ts';
import { type Filter, isOfKind, ofKinds } from '../search/filter.ts';
import { findFormerHouses } from '../search/former-names.ts';
import { beginsAsTyped, completeHouses } from '../search/house-match.ts';
import type { Scope } from '../search/scope.ts';
import { streetsBeginning } from '../search/streets.ts';
import { findCandidates } from '../search/understand.ts';
import { AREA_KINDS, type AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import type { ListContext } from './context.ts';
import {
  addressesOfPostcode,
  listStreets,
  listStreetsOfPostcode,
  streetsBySize,
  streetsOfPostcode,
} from './drill-down.ts';
import { boxesOf, listHouses } from './house-list.ts';
import { concatLists, type LazyList, listOf } from './paging.ts';
import { listBestCandidates, listCandidates, suggestArea, suggestHouse, suggestStreet } from './suggestions.ts';

/** Searches inside the area, street or house with boxes that a context refers to (ruling 16). */
export function searchWithin(
  index: CountryIndex,
  context: ListContext,
  term: string,
  filter: Filter = {},
): LazyList<Suggestion> {
  const { scope } = filter;
  switch (context.kind) {
    case 'boxes':
      return isOfKind(filter, 'house') ? searchBoxes(index, context, term, scope) : listOf([]);
    case 'street':
      return isOfKind(filter, 'house') ? searchHouses(index, context, term, scope) : listOf([]);
    case 'streetGroup':
      return isOfKind(filter, 'street') ? searchStreetGroup(index, context.ordinal, nameKey(term), scope) : listOf([]);
    default:
      return searchArea(index, context, term, filter);
  }
}

/** The boxes of a house that begin as typed, with or without a word for "box" and leading zeros. */
function searchBoxes(
  index: CountryIndex,
  { ordinal: house, language }: ListContext & { kind: 'boxes' },
  term: string,
  scope: Scope | undefined,
): LazyList<Suggestion> {
  const typed = readBox(index.country, term);
  const boxes = boxesOf(index, house).filter((box) => {
    const { addition } = index.addresses.suffixOf(box);
    return (scope?.hasAddress(box) ?? true) && beginsAsTyped(readSuffix(index.country, '', addition), typed);
  });
  return listOf(boxes.map((box) => suggestHouse(index, box, language)));
}

function searchHouses(
  index: CountryIndex,
  { ordinal: street, postcode, language }: ListContext & { kind: 'street' },
  term: string,
  scope: Scope | undefined,
): LazyList<Suggestion> {
  const [from, to] = index.streets.addressesOf(street);
  const typed = readHouseNumber(index.country, term);
  const found = completeHouses(index, from, to, typed);
  const isAsked = (house: number): boolean => scope?.hasAddress(house) ?? true;
  const allowed = postcode === undefined ? undefined : new Set(addressesOfPostcode(index, postcode, from, to));
  const houses = found.filter((house) => isAsked(house) && (allowed?.has(house) ?? true));
  if (houses.length > 0 || index.former === undefined) return listHouses(index, houses, language);
  const were = findFormerHouses(index, index.former, street, typed, language);
  return listCandidates(
    index,
    were.filter(({ ordinal }) => isAsked(ordinal)),
    { language },
  );
}

/** The streets of a group whose place or municipality begins with the term. */
function searchStreetGroup(
  index: CountryIndex,
  group: number,
  foldedTerm: string,
  scope: Scope | undefined,
): LazyList<Suggestion> {
  const places = areasBeginning(index, 'place', foldedTerm);
  const municipalities = areasBeginning(index, 'municipality', foldedTerm);
  const all = scope === undefined ? index.names.streetsOf(group) : scope.streetsOfGroup(group);
  const streets = all.filter(({ street }) => {
    const place = index.streets.placeOf(street);
    return places.has(place) || municipalities.has(index.areas.at('place', place).parent);
  });
  return listStreets(index, streetsBySize(index, streets));
}

/** The areas and streets under an area with a name that begins with the term; for a whole postcode, its streets there. */
function searchArea(
  index: CountryIndex,
  { kind, ordinal, postcode, language }: ListContext & { kind: AreaKind },
  term: string,
  filter: Filter,
): LazyList<Suggestion> {
  const { country, areas } = index;
  const [fromStreet, toStreet] = areas.descendantsOf(kind, ordinal, 'street');
  const code = parsePostcode(country, term);
  if (code !== undefined) {
    const whole = formatPostcode(country, code);
    const isInside = postcode === undefined || whole.startsWith(postcode.toUpperCase());
    return isInside ? listStreetsOfPostcode(index, whole, language, filter, fromStreet, toStreet) : listOf([]);
  }
  const key = nameKey(term);
  const [fromPlace, toPlace] = kind === 'place' ? [ordinal, ordinal + 1] : areas.descendantsOf(kind, ordinal, 'place');
  const { scope } = filter;
  const streets = streetsBeginning(index, key, fromPlace, toPlace, scope);
  if (postcode !== undefined) {
    if (!isOfKind(filter, 'street')) return listOf([]);
    const covered = new Set(streetsOfPostcode(index, postcode, fromStreet, toStreet, scope));
    return listOf(
      streets
        .filter(({ street }) => covered.has(street))
        .map(({ street, language }) => suggestStreet(index, street, language, postcode)),
    );
  }
  const found = AREA_KINDS.slice(AREA_KINDS.indexOf(kind) + 1).flatMap((level) => {
    const [from, to] = areas.descendantsOf(kind, ordinal, level);
    return [...areasBeginning(index, level, key)]
      .filter(([area]) => area >= from && area < to && (scope?.hasArea(level, area) ?? true))
      .sort((a, b) => Number(a[1].isInner) - Number(b[1].isInner) || a[0] - b[0])
      .map(([area, { language: found }]) => suggestArea(index, level, area, found));
  });
  if (found.length + streets.length === 0) {
    // Several words that begin no name: a street with its number, or a mistyped name.
    const candidates = findCandidates(index, term, { within: { kind, ordinal }, scope });
    return listBestCandidates(index, ofKinds(index, candidates, filter), { language, scope });
  }
  const lists = [
    ...(isOfKind(filter, 'place') ? [listOf(found)] : []),
    ...(isOfKind(filter, 'street') ? [listStreets(index, streets)] : []),
  ];
  return concatLists(lists);
}
