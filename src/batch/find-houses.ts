import { withoutLeadingZeros } from '../model/house-number.ts';
import type { TypedHouseNumber } from '../query/house-numbers.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { WeighedFault } from './faults.ts';

/** The addresses of a street that answer best to a house number. */
export interface HousesFound {
  readonly addresses: readonly number[];
  readonly fault: WeighedFault | undefined;
}

const NOT_FOUND: HousesFound = { addresses: [], fault: 'number-not-found' };

/**
 * The addresses of [from, to), a range within one street, that answer best to a typed house number: the first of these that
 * there is, and only that.
 *
 *     the very letter, addition or box; without leading zeros where nothing has them
 *     a range that the number lies in                                       number-in-range
 *     typed without one: the one that there is, or all                      addition-added
 *     typed with one: the house without it, or all with the number          addition-ignored
 */
export function findHouses(index: CountryIndex, from: number, to: number, typed: TypedHouseNumber): HousesFound {
  const { addresses, country } = index;
  if (typed.number === 0) return findDesignation(index, from, to, typed);
  const first = addresses.firstWithNumber(typed.number, from, to);
  const end = addresses.firstWithNumber(typed.number + 1, first, to);
  const select = (fits: (address: number) => boolean): number[] => {
    const found: number[] = [];
    for (let address = first; address < end; address++) if (fits(address)) found.push(address);
    return found;
  };
  if (first < end) {
    const same = select((address) => {
      const { key } = addresses.suffixOf(address);
      return key === typed.key || key === typed.keyWithBoxWord;
    });
    if (same.length === 1) return { addresses: same, fault: undefined };
    if (same.length > 1) {
      const spelled = same.filter((address) => addresses.suffixOf(address).spelled === typed.spelled);
      return { addresses: spelled.length > 0 ? spelled : same, fault: undefined };
    }
    if (typed.key !== '') {
      const bare = withoutLeadingZeros(typed.key);
      const alike = select((address) => withoutLeadingZeros(addresses.suffixOf(address).key) === bare);
      if (alike.length > 0) return { addresses: alike, fault: undefined };
    }
  }
  if (addresses.hasRanges && typed.key === '') {
    for (let address = from; address < first; address++) {
      if (addresses.suffixOf(address).rangeEnd >= typed.number)
        return { addresses: [address], fault: 'number-in-range' };
    }
  }
  if (first === end) return NOT_FOUND;
  if (typed.key === '') {
    const house = select((address) => addresses.suffixOf(address).letterKey === '');
    const found = house.length > 0 ? house : select(() => true);
    return { addresses: found, fault: 'addition-added' };
  }
  const ofLetter =
    country === 'be' ? select((address) => isLetterOf(typed.key, addresses.suffixOf(address).letterKey)) : [];
  const bare = select((address) => addresses.suffixOf(address).key === '');
  const found = ofLetter.length > 0 ? ofLetter : bare.length > 0 ? bare : select(() => true);
  return { addresses: found, fault: 'addition-ignored' };
}

/** `12A bus 3` where 12A has no such box. */
function isLetterOf(typedKey: string, letterKey: string): boolean {
  return letterKey !== '' && typedKey.startsWith(letterKey);
}

function findDesignation({ addresses }: CountryIndex, from: number, to: number, typed: TypedHouseNumber): HousesFound {
  const end = addresses.firstWithNumber(1, from, to);
  const found: number[] = [];
  for (let address = from; address < end; address++) {
    if (typed.designation !== '' && addresses.suffixOf(address).key === typed.designation) found.push(address);
  }
  return found.length > 0 ? { addresses: found, fault: undefined } : NOT_FOUND;
}
