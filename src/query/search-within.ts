import { readBox, readHouseNumber, readSuffix } from '../model/house-number.ts';
import { formatPostcode, parsePostcode } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { areasBeginning } from '../search/areas.ts';
import { beginsAsTyped, completeHouses } from '../search/house-match.ts';
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
import { listBestCandidates, suggestArea, suggestHouse, suggestStreet } from './suggestions.ts';

/** Searches inside the area, street or house with boxes that a context refers to (ruling 16). */
export function searchWithin(index: CountryIndex, context: ListContext, term: string): LazyList<Suggestion> {
  switch (context.kind) {
    case 'boxes':
      return searchBoxes(index, context, term);
    case 'street':
      return searchHouses(index, context, term);
    case 'streetGroup':
      return searchStreetGroup(index, context.ordinal, nameKey(term));
    default:
      return searchArea(index, context, term);
  }
}

/** The boxes of a house that begin as typed, with or without a word for "box" and leading zeros. */
function searchBoxes(
  index: CountryIndex,
  { ordinal: house, language }: ListContext & { kind: 'boxes' },
  term: string,
): LazyList<Suggestion> {
  const typed = readBox(index.country, term);
  const boxes = boxesOf(index, house).filter((box) => {
    const { addition } = index.addresses.suffixOf(box);
    return beginsAsTyped(readSuffix(index.country, '', addition), typed);
  });
  return listOf(boxes.map((box) => suggestHouse(index, box, language)));
}

function searchHouses(
  index: CountryIndex,
  { ordinal: street, postcode, language }: ListContext & { kind: 'street' },
  term: string,
): LazyList<Suggestion> {
  const [from, to] = index.streets.addressesOf(street);
  const houses = completeHouses(index, from, to, readHouseNumber(index.country, term));
  if (postcode === undefined) return listHouses(index, houses, language);
  const allowed = new Set(addressesOfPostcode(index, postcode, from, to));
  return listHouses(
    index,
    houses.filter((house) => allowed.has(house)),
    language,
  );
}

/** The streets of a group whose place or municipality begins with the term. */
function searchStreetGroup(index: CountryIndex, group: number, foldedTerm: string): LazyList<Suggestion> {
  const places = areasBeginning(index, 'place', foldedTerm);
  const municipalities = areasBeginning(index, 'municipality', foldedTerm);
  const streets = index.names.streetsOf(group).filter(({ street }) => {
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
): LazyList<Suggestion> {
  const { country, areas } = index;
  const [fromStreet, toStreet] = areas.descendantsOf(kind, ordinal, 'street');
  const code = parsePostcode(country, term);
  if (code !== undefined) {
    const whole = formatPostcode(country, code);
    const isInside = postcode === undefined || whole.startsWith(postcode.toUpperCase());
    return isInside ? listStreetsOfPostcode(index, whole, language, fromStreet, toStreet) : listOf([]);
  }
  const key = nameKey(term);
  const [fromPlace, toPlace] = kind === 'place' ? [ordinal, ordinal + 1] : areas.descendantsOf(kind, ordinal, 'place');
  const streets = streetsBeginning(index, key, fromPlace, toPlace);
  if (postcode !== undefined) {
    const covered = new Set(streetsOfPostcode(index, postcode, fromStreet, toStreet));
    return listOf(
      streets
        .filter(({ street }) => covered.has(street))
        .map(({ street, language }) => suggestStreet(index, street, language, postcode)),
    );
  }
  const found = AREA_KINDS.slice(AREA_KINDS.indexOf(kind) + 1).flatMap((level) => {
    const [from, to] = areas.descendantsOf(kind, ordinal, level);
    return [...areasBeginning(index, level, key)]
      .filter(([area]) => area >= from && area < to)
      .sort((a, b) => Number(a[1].isInner) - Number(b[1].isInner) || a[0] - b[0])
      .map(([area, { language: found }]) => suggestArea(index, level, area, found));
  });
  if (found.length + streets.length === 0) {
    // Several words that begin no name: a street with its number, or a mistyped name.
    const candidates = findCandidates(index, term, { within: { kind, ordinal } });
    return listBestCandidates(index, candidates, { language });
  }
  return concatLists([listOf(found), listStreets(index, streets)]);
}
