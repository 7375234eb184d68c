import type { Language, Names } from '../model/country.ts';
import { foldSuffix, withoutLeadingZeros } from '../model/house-number.ts';
import { formatPostcode, parsePostcode } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { AREA_KINDS, type Area, type AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { StreetOfName } from '../store/name-keys.ts';
import { fold } from '../text/fold.ts';
import { listCandidates } from './candidate-list.ts';
import type { ListPosition } from './context.ts';
import {
  addressesOfPostcode,
  listStreets,
  listStreetsOfPostcode,
  streetsBySize,
  streetsOfPostcode,
} from './drill-down.ts';
import { boxesOf, listHouses } from './house-list.ts';
import { completeHouses, readBox, readHouseNumber } from './house-numbers.ts';
import { concatLists, type LazyList, listOf } from './paging.ts';
import { searchFreeText } from './search/free-text.ts';
import { suggestArea, suggestHouse, suggestStreet } from './suggestions.ts';

/** A search inside the thing that a context stands for, a house excepted (ruling 16). */
export function searchWithin(index: CountryIndex, position: ListPosition, term: string): LazyList<Suggestion> {
  switch (position.kind) {
    case 'boxes':
      return searchBoxes(index, position, term);
    case 'street':
      return searchHouses(index, position, term);
    case 'streetName':
      return searchStreetsOfName(index, position.index, fold(term));
    default:
      return searchArea(index, position, term);
  }
}

/** The boxes of a house that begin as typed, with or without a word for "box", leading zeros aside. */
function searchBoxes(
  index: CountryIndex,
  { index: house, language }: ListPosition & { kind: 'boxes' },
  term: string,
): LazyList<Suggestion> {
  const { key, keyWithBoxWord } = readBox(term);
  const boxes = boxesOf(index, house).filter((box) => {
    const written = foldSuffix(index.addresses.suffixOf(box).addition);
    return (
      written.startsWith(key) || written.startsWith(keyWithBoxWord) || withoutLeadingZeros(written).startsWith(key)
    );
  });
  return listOf(boxes.map((box) => suggestHouse(index, box, language)));
}

function searchHouses(
  index: CountryIndex,
  { index: street, postcode, language }: ListPosition & { kind: 'street' },
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

/** The streets of one name whose place or municipality begins so. */
function searchStreetsOfName(index: CountryIndex, streetName: number, foldedTerm: string): LazyList<Suggestion> {
  const streets = index.names.streetsOf(streetName).filter(({ street }) => {
    const place = index.areas.at('place', index.streets.placeOf(street));
    const municipality = index.areas.at('municipality', place.parent);
    return [place, municipality].some((area) => matchArea(area, foldedTerm) !== undefined);
  });
  return listStreets(index, streetsBySize(index, streets));
}

/** Areas and streets under an area by name, or by a whole postcode its streets there. */
function searchArea(
  index: CountryIndex,
  { kind, index: position, postcode, language }: ListPosition & { kind: AreaKind },
  term: string,
): LazyList<Suggestion> {
  const { country, areas } = index;
  const [fromStreet, toStreet] = areas.descendantsOf(kind, position, 'street');
  const code = parsePostcode(country, term);
  if (code !== undefined) {
    const whole = formatPostcode(country, code);
    const isInside = postcode === undefined || whole.startsWith(postcode.toUpperCase());
    return isInside ? listStreetsOfPostcode(index, whole, language, fromStreet, toStreet) : listOf([]);
  }
  const foldedTerm = fold(term);
  const streets = streetsWithin(index, fromStreet, toStreet, foldedTerm);
  if (postcode !== undefined) {
    const covered = new Set(streetsOfPostcode(index, postcode, fromStreet, toStreet));
    return listOf(
      streets
        .filter(({ street }) => covered.has(street))
        .map(({ street, language }) => suggestStreet(index, street, language, postcode)),
    );
  }
  const found = AREA_KINDS.slice(AREA_KINDS.indexOf(kind) + 1).flatMap((level) => {
    const [from, to] = areas.descendantsOf(kind, position, level);
    return bestAreas(areas.all(level), from, to, foldedTerm).map((area) =>
      suggestArea(index, level, area.position, area.language),
    );
  });
  if (found.length + streets.length === 0) {
    // Several words that are no beginning of a name: a street with its number, a mistyped name.
    const candidates = searchFreeText(index, term, { within: { kind, index: position } });
    return listCandidates(index, candidates, { language });
  }
  return concatLists([listOf(found), listStreets(index, streets)]);
}

/**
 * The streets of [from, to) with a name that begins with the term, or a later word of which does: whole names first, then by
 * size. Walks whichever is shorter, the streets or the names that begin so.
 */
function streetsWithin(index: CountryIndex, from: number, to: number, foldedTerm: string): StreetOfName[] {
  const { names, streets } = index;
  const locus = foldedTerm === '' ? undefined : names.streets.locate(foldedTerm);
  if (locus === undefined) return [];
  const found = new Map<number, StreetOfName & { isInner: boolean }>();
  const offer = (street: number): void => {
    const match = matchNames(streets.namesOf(street), streets.aliasesOf(street), foldedTerm);
    if (match === undefined) return;
    const language = match.language ?? streets.officialLanguageOf(street);
    found.set(street, { street, language, isInner: match.isInner });
  };
  const [firstLeaf, endLeaf] = names.streets.leavesUnder(locus.node);
  if (endLeaf - firstLeaf < (to - from) * STREETS_PER_LEAF) {
    for (let leaf = firstLeaf; leaf < endLeaf; leaf++) {
      const { kind, index: position } = names.streets.thingAt(leaf);
      if (kind === 'streetName') for (const { street } of names.streetsOf(position, from, to)) offer(street);
      else if (position >= from && position < to) offer(position);
    }
  } else {
    for (let street = from; street < to; street++) offer(street);
  }
  const sizeOf = ({ street }: StreetOfName): number => {
    const [first, end] = streets.addressesOf(street);
    return end - first;
  };
  return [...found.values()].sort(
    (a, b) => Number(a.isInner) - Number(b.isInner) || sizeOf(b) - sizeOf(a) || a.street - b.street,
  );
}

/** Looking up a leaf costs about as much as comparing a quarter of a street's name. */
const STREETS_PER_LEAF = 4;

/** How a thing matches: by the beginning of a name or of a later word, and in which language; none for an alias. */
interface Match {
  readonly isInner: boolean;
  readonly language: Language | undefined;
}

/** The best match of a folded term among names and aliases: whole names before later words, names before aliases. */
function matchNames(names: Names, aliases: readonly string[], foldedTerm: string): Match | undefined {
  let inner: Match | undefined;
  const keys: (readonly [name: string, language: Language | undefined])[] = [
    ...(Object.entries(names) as [Language, string][]).map(([language, name]) => [name, language] as const),
    ...aliases.map((name) => [name, undefined] as const),
  ];
  for (const [name, language] of keys) {
    const folded = fold(name);
    if (folded.startsWith(foldedTerm)) return { isInner: false, language };
    if (inner === undefined && folded.includes(` ${foldedTerm}`)) inner = { isInner: true, language };
  }
  return inner;
}

function matchArea({ names, aliases = [] }: Area, foldedTerm: string): Match | undefined {
  return matchNames(
    names,
    aliases.map(({ name }) => name),
    foldedTerm,
  );
}

/** The areas of [from, to) that match at all, whole names first, equals in order. */
function bestAreas(
  areas: readonly Area[],
  from: number,
  to: number,
  foldedTerm: string,
): { position: number; language: Language | undefined }[] {
  const found: (Match & { position: number })[] = [];
  for (let position = from; position < to; position++) {
    const match = matchArea(areas[position]!, foldedTerm);
    if (match !== undefined) found.push({ ...match, position });
  }
  return found.sort((a, b) => Number(a.isInner) - Number(b.isInner) || a.position - b.position);
}
