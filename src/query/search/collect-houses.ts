import { withoutLeadingZeros } from '../../model/house-number.ts';
import type { Suffix } from '../../store/address-table.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import type { TypedHouseNumber } from '../house-numbers.ts';
import { type Candidate, NUMBER_MATCH, type NumberMatch } from './candidate.ts';
import { placeSizeOf, streetCandidate } from './collect.ts';
import type { Division } from './divisions.ts';
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
  const houses = new HouseList(index, postcode);
  for (const match of streets) {
    if (houses.length >= LARGEST_HOUSE_COUNT) break;
    houses.enter(match);
    let isFound = false;
    houses.addNumbers(typed.number, typed.number + 1, (suffix) => {
      const numberMatch = suffixMatch(index, suffix, typed);
      isFound ||= numberMatch === NUMBER_MATCH.exact;
      return numberMatch;
    });
    if (index.addresses.hasRanges && typed.key === '' && !isFound) {
      houses.addRanges(typed.number, isFew ? Number.POSITIVE_INFINITY : RANGE_LOOK_BACK);
    }
    if (isOpen && typed.key === '' && isFew && typed.number > 0) {
      for (let scale = 10; typed.number * scale < 100_000; scale *= 10) {
        houses.addNumbers(typed.number * scale, (typed.number + 1) * scale, () => NUMBER_MATCH.longerNumber);
      }
    }
  }
  return houses.grouped(typed);
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
  return withoutLeadingZeros(key) === withoutLeadingZeros(typed.key) ? NUMBER_MATCH.exact : undefined;
}

/** Houses as candidates, in index order within each street. */
class HouseList {
  readonly #index: CountryIndex;
  readonly #postcode: Division['postcode'];
  readonly #houses: Candidate[] = [];
  #match: StreetMatch | undefined;
  #from: number = 0;
  #to: number = 0;
  #placeSize: number = -1;

  constructor(index: CountryIndex, postcode: Division['postcode']) {
    this.#index = index;
    this.#postcode = postcode;
  }

  get length(): number {
    return this.#houses.length;
  }

  /** What follows is about this street. */
  enter(match: StreetMatch): void {
    this.#match = match;
    [this.#from, this.#to] = this.#index.streets.addressesOf(match.street);
    this.#placeSize = -1;
  }

  /** Adds the houses with numbers from `low` up to but not including `high` that `matchOf` says something of. */
  addNumbers(low: number, high: number, matchOf: (suffix: Suffix) => NumberMatch | undefined): void {
    const { addresses } = this.#index;
    const end = this.#to;
    for (let address = addresses.firstWithNumber(low, this.#from, end); address < end; address++) {
      if (addresses.numberOf(address) >= high) return;
      const numberMatch = matchOf(addresses.suffixOf(address));
      if (numberMatch !== undefined && this.#isInPostcode(address)) this.add(address, numberMatch * WEIGHT.numberMatch);
    }
  }

  /** Adds the ranges that begin before a number, at most `lookBack` addresses before, and do not end before it. */
  addRanges(number: number, lookBack: number): void {
    const { addresses } = this.#index;
    const end = addresses.firstWithNumber(number, this.#from, this.#to);
    for (let address = Math.max(this.#from, end - lookBack); address < end; address++) {
      if (addresses.suffixOf(address).rangeEnd < number || !this.#isInPostcode(address)) continue;
      this.add(address, NUMBER_MATCH.range * WEIGHT.numberMatch);
    }
  }

  #isInPostcode(address: number): boolean {
    if (this.#postcode === undefined) return true;
    const postcode = this.#index.addresses.postcodeOf(address);
    return postcode >= this.#postcode.first && postcode < this.#postcode.end;
  }

  /** `moreCost` is what its number costs it; `size` decides between equals. */
  add(address: number, moreCost: number, size: number = 0): void {
    const { street, language, cost } = this.#match!;
    if (this.#placeSize === -1) this.#placeSize = placeSizeOf(this.#index, street);
    this.#houses.push({
      kind: 'house',
      index: address,
      language,
      cost: cost + moreCost,
      isProposed: this.#index.addresses.isProposed(address),
      isGroup: false,
      placeSize: this.#placeSize,
      size,
    });
  }

  /** In Belgium the boxes of a house are one answer, unless a box was typed (ruling 35). */
  grouped(typed: TypedHouseNumber): Candidate[] {
    if (this.#index.country !== 'be') return this.#houses;
    const grouped: Candidate[] = [];
    for (const house of this.#houses) {
      const last = grouped.at(-1);
      if (last !== undefined && this.#isSameHouse(last, house) && !this.#isTypedBox(house, typed)) {
        grouped[grouped.length - 1] = { ...last, cost: Math.min(last.cost, house.cost), isGroup: true };
      } else grouped.push(house);
    }
    return grouped;
  }

  #isSameHouse(a: Candidate, b: Candidate): boolean {
    const { addresses, streets } = this.#index;
    return (
      a.index < b.index &&
      addresses.numberOf(a.index) === addresses.numberOf(b.index) &&
      addresses.suffixOf(a.index).letter === addresses.suffixOf(b.index).letter &&
      addresses.postcodeOf(a.index) === addresses.postcodeOf(b.index) &&
      streets.streetOf(a.index) === streets.streetOf(b.index)
    );
  }

  #isTypedBox({ index: address }: Candidate, typed: TypedHouseNumber): boolean {
    const { letterKey } = this.#index.addresses.suffixOf(address);
    return typed.key !== '' && letterKey !== typed.key;
  }
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
  const houses = new HouseList(index, undefined);
  houses.enter(best);
  for (const address of neighbours) houses.add(address, 0, -distance(address));
  return [...found, ...houses.grouped(division.number!.number)];
}
