import { withoutLeadingZeros } from '../../model/house-number.ts';
import type { Suffix } from '../../store/address-table.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import type { TypedHouseNumber } from '../house-numbers.ts';
import { type Candidate, NUMBER_MATCH, type NumberMatch } from './candidate.ts';
import type { Division } from './divisions.ts';
import { HouseCandidates } from './house-candidates.ts';
import { placeSizeOf, streetCandidate } from './make-candidate.ts';
import { WEIGHT } from './ranking.ts';
import type { StreetMatch } from './street-finder.ts';

/** Houses that one division is answered with at most. */
const LARGEST_HOUSE_COUNT = 1000;
/** Numbers that are only longer than the one typed are shown for so few streets. */
const FEW_STREETS = 12;
/** Where there are more streets, a range that the number lies in is looked for among so many addresses before it. */
const RANGE_LOOK_BACK = 16;
/** For a number that does not exist: so many streets, and so many of its neighbours. */
const NEAREST_COUNT = 5;

/** The houses with the typed number, and with the typed postcode, in the streets that the words name. */
export function collectHouses(
  index: CountryIndex,
  { number, postcode }: Division,
  streets: readonly StreetMatch[],
): Candidate[] {
  const { number: typed, isOpen } = number!;
  const isFew = streets.length <= FEW_STREETS;
  const list = new HouseCandidates(index, typed, postcode);
  for (const match of streets) {
    if (list.houses.length >= LARGEST_HOUSE_COUNT) break;
    list.enter(match);
    let isFound = false;
    list.addNumbers(typed.number, typed.number + 1, (suffix) => {
      const numberMatch = suffixMatch(index, suffix, typed);
      isFound ||= numberMatch === NUMBER_MATCH.exact;
      return numberMatch;
    });
    if (index.addresses.hasRanges && typed.key === '' && !isFound) {
      list.addRanges(typed.number, isFew ? Number.POSITIVE_INFINITY : RANGE_LOOK_BACK);
    }
    if (isOpen && typed.key === '' && isFew && typed.number > 0) {
      for (let scale = 10; typed.number * scale < 100_000; scale *= 10) {
        list.addNumbers(typed.number * scale, (typed.number + 1) * scale, () => NUMBER_MATCH.longerNumber);
      }
    }
  }
  return list.houses;
}

/** How the suffix of a house with the typed number answers to the typed suffix. */
function suffixMatch(
  { country }: CountryIndex,
  { key, letterKey, rangeEnd }: Suffix,
  typed: TypedHouseNumber,
): NumberMatch | undefined {
  if (key === typed.key || key === typed.keyWithBoxWord) return NUMBER_MATCH.exact;
  // A box does not make another house of it.
  if (country === 'be' && letterKey === typed.key) return NUMBER_MATCH.exact;
  if (typed.key === '') return rangeEnd > 0 ? NUMBER_MATCH.range : NUMBER_MATCH.furtherSuffix;
  if (key.startsWith(typed.key)) return NUMBER_MATCH.furtherSuffix;
  // Box 5 is box 0005 in some registers, and the other way round.
  const mayBeEqual = key.at(-1) === typed.key.at(-1) && (key.includes('0') || typed.key.includes('0'));
  return mayBeEqual && withoutLeadingZeros(key) === withoutLeadingZeros(typed.key)
    ? NUMBER_MATCH.otherZeros
    : undefined;
}

/**
 * For a number that does not exist: the best of the streets, and of the very best one the numbers next to the one typed. Where
 * only a postcode was typed for the street, its streets alone.
 */
export function nearestHouses(index: CountryIndex, division: Division, streets: readonly StreetMatch[]): Candidate[] {
  const typed = division.number!.number.number;
  const ranked = streets
    .map((match) => ({ match, placeSize: placeSizeOf(index, match.street) }))
    .sort((a, b) => a.match.cost - b.match.cost || b.placeSize - a.placeSize || a.match.street - b.match.street)
    .slice(0, NEAREST_COUNT)
    .map(({ match }) => ({ ...match, cost: match.cost + NUMBER_MATCH.nearest * WEIGHT.numberMatch }));
  const found = ranked.map((match) => streetCandidate(index, match));
  const best = ranked[0];
  if (best === undefined || typed === 0 || division.street === undefined) return found;
  const { addresses } = index;
  const [from, to] = index.streets.addressesOf(best.street);
  const at = addresses.firstWithNumber(typed, from, to);
  const distance = (address: number): number => Math.abs(addresses.numberOf(address) - typed);
  const first = Math.max(from, at - 2 * NEAREST_COUNT);
  const end = Math.min(to, at + 2 * NEAREST_COUNT);
  const neighbours = Array.from({ length: end - first }, (_, i) => first + i)
    .sort((a, b) => distance(a) - distance(b) || a - b)
    .slice(0, NEAREST_COUNT);
  const list = new HouseCandidates(index, division.number!.number, undefined);
  list.enter(best);
  for (const address of neighbours) list.add(address, 0, -distance(address));
  return [...found, ...list.houses];
}
