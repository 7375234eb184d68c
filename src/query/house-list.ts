import type { Language } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { type LazyList, listOf, listOfRange } from './paging.ts';
import { suggestHouse } from './suggestions.ts';

/**
 * Suggestions for addresses, in the order given. In Belgium neighbouring boxes of one house become one suggestion, which
 * opens into them (ruling 35).
 */
export function listHouses(
  index: CountryIndex,
  addresses: readonly number[],
  language: Language | undefined,
): LazyList<Suggestion> {
  if (index.country !== 'be') {
    return {
      total: addresses.length,
      slice: (from, to) => addresses.slice(from, to).map((address) => suggestHouse(index, address, language)),
    };
  }
  const houses: { address: number; isGroup: boolean }[] = [];
  for (const address of addresses) {
    const last = houses.at(-1);
    if (last !== undefined && isSameHouse(index, last.address, address)) last.isGroup = true;
    else houses.push({ address, isGroup: false });
  }
  return {
    total: houses.length,
    slice: (from, to) =>
      houses.slice(from, to).map(({ address, isGroup }) => suggestHouse(index, address, language, isGroup)),
  };
}

/** Suggestions for the addresses of a street, a range. */
export function listHousesOfRange(
  index: CountryIndex,
  from: number,
  to: number,
  language: Language | undefined,
): LazyList<Suggestion> {
  if (index.country !== 'be') return listOfRange(from, to, (address) => suggestHouse(index, address, language));
  return listHouses(
    index,
    Array.from({ length: to - from }, (_, i) => from + i),
    language,
  );
}

/** The boxes of the house that an address belongs to, each a suggestion that leads to its document. */
export function listBoxes(index: CountryIndex, address: number, language: Language | undefined): LazyList<Suggestion> {
  const [from, to] = index.streets.addressesOf(index.streets.streetOf(address));
  let first = address;
  let end = address + 1;
  while (first > from && isSameHouse(index, first - 1, address)) first--;
  while (end < to && isSameHouse(index, end, address)) end++;
  const boxes = Array.from({ length: end - first }, (_, i) => first + i);
  return listOf(boxes.map((box) => suggestHouse(index, box, language)));
}

function isSameHouse({ addresses }: CountryIndex, a: number, b: number): boolean {
  return (
    addresses.numberOf(a) === addresses.numberOf(b) &&
    addresses.suffixOf(a).letter === addresses.suffixOf(b).letter &&
    addresses.postcodeOf(a) === addresses.postcodeOf(b)
  );
}
