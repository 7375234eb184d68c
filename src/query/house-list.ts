import type { Language } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { boxesOf, houseKey } from '../search/house-match.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { type LazyList, listOfEach } from './paging.ts';
import { suggestHouse } from './suggestions.ts';

/**
 * Suggestions for addresses, in the order given. In Belgium the boxes of one house become one suggestion, in the place of the first of
 * them, which opens into them (ruling 35).
 */
export function listHouses(
  index: CountryIndex,
  addresses: readonly number[],
  language: Language | undefined,
): LazyList<Suggestion> {
  if (index.country !== 'be') {
    return listOfEach(addresses, (address) => suggestHouse(index, address, language));
  }
  const houses = new Map<string, { readonly address: number; isGroup: boolean }>();
  for (const address of addresses) {
    const key = houseKey(index, address);
    const known = houses.get(key);
    if (known === undefined) houses.set(key, { address, isGroup: false });
    else known.isGroup = true;
  }
  return listOfEach([...houses.values()], ({ address, isGroup }) => suggestHouse(index, address, language, isGroup));
}

/** The boxes of the house that an address belongs to, those that are wanted, each a suggestion that leads to its document. */
export function listBoxes(
  index: CountryIndex,
  address: number,
  language: Language | undefined,
  isWanted: (box: number) => boolean,
): LazyList<Suggestion> {
  return listOfEach(boxesOf(index, address).filter(isWanted), (box) => suggestHouse(index, box, language));
}
