import { type Language, type Names, nameIn } from '../model/country.ts';
import { parsePostcode } from '../model/postcode.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { AREA_KINDS, type AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { StreetOfName } from '../store/name-index.ts';
import { fold } from '../text/fold.ts';
import type { ListPosition } from './context.ts';
import { addressesOfPostcode, listStreets, listStreetsOfPostcode, streetsBySize } from './drill-down.ts';
import { listBoxes, listHouses } from './house-list.ts';
import { completeHouses, readHouseNumber } from './house-numbers.ts';
import { concatLists, type LazyList, listOf } from './paging.ts';
import { suggestArea } from './suggestions.ts';

/** A search inside the thing that a context stands for, a house excepted (ruling 16). */
export function searchWithin(index: CountryIndex, position: ListPosition, term: string): LazyList<Suggestion> {
  switch (position.kind) {
    case 'boxes':
      return listBoxes(index, position.index, position.language);
    case 'street':
      return searchHouses(index, position, term);
    case 'streetName':
      return searchStreetsOfName(index, position.index, fold(term));
    default:
      return searchArea(index, position.kind, position.index, term);
  }
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
    return [place, municipality].some(({ names }) => matchQuality(names, foldedTerm) > 0);
  });
  return listStreets(index, streetsBySize(index, streets));
}

/** Areas and streets under an area by name, or by a whole postcode its streets there. */
function searchArea(index: CountryIndex, kind: AreaKind, position: number, term: string): LazyList<Suggestion> {
  const [fromStreet, toStreet] = index.areas.descendantsOf(kind, position, 'street');
  if (parsePostcode(index.country, term) !== undefined)
    return listStreetsOfPostcode(index, term.trim(), fromStreet, toStreet);

  const foldedTerm = fold(term);
  const lowerLevels = AREA_KINDS.slice(AREA_KINDS.indexOf(kind) + 1);
  const areas = lowerLevels.flatMap((level) => {
    const [from, to] = index.areas.descendantsOf(kind, position, level);
    return findBest(from, to, (area) => matchQuality(index.areas.at(level, area).names, foldedTerm)).map((area) =>
      suggestArea(index, level, area),
    );
  });
  return concatLists([listOf(areas), listStreets(index, streetsWithin(index, fromStreet, toStreet, foldedTerm))]);
}

/**
 * The streets of [from, to) with a name that begins with the term, or a later word of which does: whole names first, then by
 * size. Walks whichever is shorter, the streets or the names that begin so.
 */
function streetsWithin(index: CountryIndex, from: number, to: number, foldedTerm: string): StreetOfName[] {
  const { names, streets } = index;
  const locus = foldedTerm === '' ? undefined : names.trie.locate(foldedTerm);
  if (locus === undefined) return [];
  const [firstLeaf, endLeaf] = names.trie.leavesUnder(locus.node);
  const found = new Map<number, StreetOfName & { isInner: boolean }>();
  const add = (street: StreetOfName, isInner: boolean): void => {
    const known = found.get(street.street);
    if (known === undefined || (known.isInner && !isInner)) found.set(street.street, { ...street, isInner });
  };
  if (endLeaf - firstLeaf < (to - from) * STREETS_PER_LEAF) {
    for (let leaf = firstLeaf; leaf < endLeaf; leaf++) {
      const { kind, index: position, language, isInner } = names.thingAt(leaf);
      if (kind === 'street' && position >= from && position < to) {
        add({ street: position, language: language ?? streets.officialLanguageOf(position) }, isInner);
      } else if (kind === 'streetName') {
        for (const street of names.streetsOf(position, from, to)) add(street, isInner);
      }
    }
  } else {
    for (let street = from; street < to; street++) {
      const all = streets.namesOf(street);
      for (const language of Object.keys(all) as Language[]) {
        const quality = matchQuality({ [language]: all[language]! }, foldedTerm);
        if (quality > 0) add({ street, language }, quality === INNER_WORD);
      }
    }
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

const WHOLE_NAME = 2;
const INNER_WORD = 1;

/** 2 when a name begins with the folded term, 1 when a later word of one does, 0 otherwise. */
function matchQuality(names: Names, foldedTerm: string): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = 0;
  for (const language in names) {
    const folded = fold(nameIn(names, language as keyof Names));
    if (folded.startsWith(foldedTerm)) return WHOLE_NAME;
    if (folded.includes(` ${foldedTerm}`)) best = INNER_WORD;
  }
  return best;
}

/** The positions of [from, to) that match at all, better ones first, equals in order. */
function findBest(from: number, to: number, qualityOf: (position: number) => number): number[] {
  const found: { position: number; quality: number }[] = [];
  for (let position = from; position < to; position++) {
    const quality = qualityOf(position);
    if (quality > 0) found.push({ position, quality });
  }
  return found.sort((a, b) => b.quality - a.quality || a.position - b.position).map(({ position }) => position);
}
