import { foldSuffix } from '../../model/house-number.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import { fold } from '../../text/fold.ts';
import type { Candidate } from './candidate.ts';
import { placeSizeOf } from './make-candidate.ts';
import { WEIGHT } from './ranking.ts';
import type { StreetMatch } from './street-finder.ts';

/**
 * Streets and houses that have words in their name, or in those of the areas around, that were left out: these words are
 * accounted for after all. `rue président kennedy` is Rue du Président John Fitzgerald Kennedy.
 */
export function accountForLeftWords(
  index: CountryIndex,
  leftWords: readonly string[],
  candidates: readonly Candidate[],
): Candidate[] {
  return candidates.map((candidate) => {
    const { kind, index: position, cost } = candidate;
    if (kind !== 'house' && kind !== 'street') return candidate;
    const street = kind === 'street' ? position : index.streets.streetOf(position);
    const names = Object.values(index.streets.namesOf(street)).map((name) => ` ${fold(name)} `);
    const text = names.join('|') + index.areas.searchTextOf(index.streets.placeOf(street));
    const found = leftWords.filter((word) => text.includes(` ${word} `)).length;
    return found === 0 ? candidate : { ...candidate, cost: cost - found * (WEIGHT.ignored - WEIGHT.changes) };
  });
}

/** Houses without a number that are called as the words left out: Tour du Guet, Vieux Château. */
export function housesCalled(
  index: CountryIndex,
  leftWords: readonly string[],
  streets: readonly StreetMatch[],
): Candidate[] {
  const { addresses } = index;
  const designation = foldSuffix(leftWords.join(''));
  return streets.flatMap(({ street, language, cost }) => {
    const [from, to] = index.streets.addressesOf(street);
    const end = addresses.firstWithNumber(1, from, to);
    const found: Candidate[] = [];
    for (let address = from; address < end; address++) {
      if (!addresses.suffixOf(address).key.startsWith(designation)) continue;
      found.push({
        kind: 'house',
        index: address,
        language,
        cost: cost - leftWords.length * WEIGHT.ignored,
        isProposed: addresses.isProposed(address),
        isGroup: false,
        placeSize: placeSizeOf(index, street),
        size: 0,
      });
    }
    return found;
  });
}
