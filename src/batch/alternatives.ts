import { formatSuffix } from '../model/house-number.ts';
import type { Match } from '../search/match.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { inOneLine, partsOfAddress, partsOfStreet } from './address-parts.ts';

const MAX_SUFFIXES = 20;
const MAX_NUMBERS = 5;
const MAX_CANDIDATES = 10;

/**
 * What the register has instead of what is in a row, as the register writes it. For a house without the addition, letter or box of
 * the row: those that the house number has in that street, at most 20, in natural order (`A`, `A-2`, `bus 3`). For a street
 * without the house number of the row: the nearest numbers, at most 5, nearest first and of two equally near the lower first.
 * Empty for any other answer, and for a house number without additions.
 *
 * O(log addresses of the street + what is listed); only a search through two short lists if there is nothing to list.
 */
export function alternativesOf(index: CountryIndex, match: Match): readonly string[] {
  const { addresses, streets, missingNumber, discrepancies } = match;
  if (streets.length === 1 && missingNumber !== undefined) return numbersNear(index, streets[0]!, missingNumber);
  return addresses.length > 0 && discrepancies.includes('addition-ignored') ? suffixesBeside(index, match) : NONE;
}

const NONE: readonly string[] = [];

/** For `several`: the addresses or streets that match equally well, at most 10, one line each. Empty for any other answer. */
export function candidatesOf(index: CountryIndex, match: Match): readonly string[] {
  const { status, addresses, streets, language } = match;
  if (status !== 'several') return NONE;
  const [ordinals, partsOf] = addresses.length > 0 ? [addresses, partsOfAddress] : [streets, partsOfStreet];
  const lines = ordinals.map((each) => inOneLine(partsOf(index, each, language), index.country));
  return [...new Set(lines)].slice(0, MAX_CANDIDATES);
}

function suffixesBeside(index: CountryIndex, { addresses: found, language }: Match): readonly string[] {
  const { addresses, streets, country } = index;
  const street = streets.streetOf(found[0]!);
  const number = addresses.numberOf(found[0]!);
  const [from, to] = streets.addressesOf(street);
  // Houses in several streets have no common list of suffixes.
  if (found.some((each) => each < from || each >= to)) return NONE;
  const shown = language ?? streets.officialLanguageOf(street);
  const suffixes = new Set<string>();
  for (let each = addresses.firstWithNumber(number, from, to); each < to; each++) {
    if (suffixes.size === MAX_SUFFIXES || addresses.numberOf(each) !== number) break;
    const { letter, addition, rangeEnd } = addresses.suffixOf(each);
    const suffix = formatSuffix(country, letter, addition, shown);
    // The end of a range belongs to the number.
    if (suffix !== '' && rangeEnd === 0) suffixes.add(suffix);
  }
  return [...suffixes];
}

function numbersNear({ addresses, streets }: CountryIndex, street: number, wanted: number): readonly string[] {
  const [from, to] = streets.addressesOf(street);
  const firsts = new Map<number, number>();
  for (let address = to - 1; address >= from; address--) firsts.set(addresses.numberOf(address), address);
  // Houses without a number have none that is near.
  firsts.delete(0);
  const nearest = [...firsts].sort(([a], [b]) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);
  return nearest.slice(0, MAX_NUMBERS).map(([number, address]) => {
    const { letter, rangeEnd } = addresses.suffixOf(address);
    return `${number}${rangeEnd > 0 ? letter : ''}`;
  });
}
