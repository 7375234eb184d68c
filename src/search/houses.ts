import type { TypedHouseNumber } from '../model/house-number.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { houseCandidate, placeSizeOf, streetCandidate } from './candidates.ts';
import { NUMBER_MATCH, type NumberMatch, WEIGHT } from './cost.ts';
import { bestHouses, HOUSE_TIER, type HouseTier, hasPostcode, longerNumbers, matchHouses } from './house-match.ts';
import type { Interpretation } from './interpretations.ts';
import type { Candidate } from './ranking.ts';
import type { StreetMatch } from './streets.ts';

/** Maximum number of houses per interpretation. */
const MAX_HOUSE_COUNT = 1000;
/** With more streets than this, longer numbers than the typed one are not shown. */
const MAX_STREETS_FOR_LONGER = 12;
/** For a number that does not exist: maximum streets shown, and maximum neighbours of the number. */
const MAX_NEAREST_COUNT = 5;

/** The houses with the typed number, and with the typed postcode, in the streets that the words name. */
export function collectHouses(
  index: CountryIndex,
  { number, postcode }: Interpretation,
  streets: readonly StreetMatch[],
): Candidate[] {
  const { number: typed, isOpen } = number!;
  // An unfinished number may be the beginning of a longer one.
  const longer = isOpen && streets.length <= MAX_STREETS_FOR_LONGER ? longerNumbers(typed) : [];
  const list = new HouseCandidates(index, typed, postcode);
  if (streets.length > MAX_STREETS_READ_ALONE) readAhead(index, streets);
  for (const match of streets) {
    if (list.houses.length >= MAX_HOUSE_COUNT) break;
    list.enter(match);
    const houses = matchHouses(index, match.street, typed, postcode);
    const isFound = houses.some(({ tier }) => NUMBER_MATCH_OF[tier] === NUMBER_MATCH.exact);
    for (const { address, tier } of houses) {
      const numberMatch = NUMBER_MATCH_OF[tier];
      // A range around the number is no answer if the number itself exists.
      const isBetterFound = isFound && tier === HOUSE_TIER.range && index.addresses.numberOf(address) !== typed.number;
      if (numberMatch !== undefined && !isBetterFound) list.add(address, numberMatch * WEIGHT.numberMatch);
    }
    for (const [low, high] of longer) list.addNumbers(low, high);
  }
  return list.houses;
}

/** With more streets than this, it pays to read where their numbers begin before they are searched. */
const MAX_STREETS_READ_ALONE = 16;

/**
 * Reads where the numbers of all streets begin, one right after the other: the processor waits for many of these reads at a time. In the
 * searches, where one read depends on another, it would wait for each.
 */
function readAhead({ addresses, streets }: CountryIndex, matches: readonly StreetMatch[]): void {
  let words = 0;
  for (const { street } of matches) words ^= addresses.wordAt(streets.addressesOf(street)[0]);
  READ_AHEAD[0] = words;
}

/** Takes what has been read ahead: V8 leaves out reads without a use. */
const READ_AHEAD = new Uint32Array(1);

/** The houses of one street that a written address means, all at the cost of the street; in Belgium the boxes of each as one. */
export function housesAt(
  index: CountryIndex,
  typed: TypedHouseNumber,
  match: StreetMatch,
  addresses: readonly number[],
): Candidate[] {
  const list = new HouseCandidates(index, typed, undefined);
  list.enter(match);
  for (const address of addresses) list.add(address, 0);
  return list.houses;
}

/** The tiers of the ladder in terms of the ranking. If a suffix was typed, addresses with another one are no answers. */
const NUMBER_MATCH_OF: Readonly<Record<HouseTier, NumberMatch | undefined>> = {
  [HOUSE_TIER.spelled]: NUMBER_MATCH.exact,
  [HOUSE_TIER.same]: NUMBER_MATCH.exact,
  [HOUSE_TIER.boxes]: NUMBER_MATCH.exact,
  [HOUSE_TIER.loose]: NUMBER_MATCH.loose,
  [HOUSE_TIER.range]: NUMBER_MATCH.range,
  [HOUSE_TIER.further]: NUMBER_MATCH.furtherSuffix,
  [HOUSE_TIER.begins]: NUMBER_MATCH.furtherSuffix,
  [HOUSE_TIER.other]: undefined,
};

/**
 * For a number that does not exist: the house with the number if only its letter, addition or box is missing; the best
 * streets; and the nearest numbers of the very best one. If only a postcode was typed for the street, just its
 * streets.
 */
export function nearestHouses(
  index: CountryIndex,
  typedNumber: TypedHouseNumber,
  streets: readonly StreetMatch[],
  { postcode, street }: Partial<Pick<Interpretation, 'postcode'>> & { readonly street: unknown },
): Candidate[] {
  const typed = typedNumber.number;
  const bestStreets = streets
    .map((match) => ({ match, placeSize: placeSizeOf(index, match.street) }))
    .sort((a, b) => a.match.cost - b.match.cost || b.placeSize - a.placeSize || a.match.street - b.match.street)
    .slice(0, MAX_NEAREST_COUNT)
    .map(({ match }) => match);
  const otherSuffixes = new HouseCandidates(index, typedNumber, postcode);
  for (const match of typedNumber.key === '' ? [] : bestStreets) {
    const houses = bestHouses(index, match.street, typedNumber);
    if (houses === undefined) continue;
    otherSuffixes.enter(match);
    for (const address of houses.addresses.slice(0, MAX_NEAREST_COUNT)) {
      otherSuffixes.add(address, NUMBER_MATCH.otherSuffix * WEIGHT.numberMatch);
    }
  }
  const ranked = bestStreets.map((match) => ({
    ...match,
    cost: match.cost + NUMBER_MATCH.nearest * WEIGHT.numberMatch,
  }));
  const found = [...otherSuffixes.houses, ...ranked.map((match) => streetCandidate(index, match))];
  const best = ranked[0];
  if (best === undefined || typed === 0 || street === undefined) return found;
  const { addresses } = index;
  const [from, to] = index.streets.addressesOf(best.street);
  const at = addresses.firstWithNumber(typed, from, to);
  const distance = (address: number): number => Math.abs(addresses.numberOf(address) - typed);
  const first = Math.max(from, at - 2 * MAX_NEAREST_COUNT);
  const end = Math.min(to, at + 2 * MAX_NEAREST_COUNT);
  const neighbours = Array.from({ length: end - first }, (_, i) => first + i)
    .sort((a, b) => distance(a) - distance(b) || a - b)
    .slice(0, MAX_NEAREST_COUNT);
  const list = new HouseCandidates(index, typedNumber, undefined);
  list.enter(best);
  for (const address of neighbours) list.add(address, 0, -distance(address));
  return [...found, ...list.houses];
}

/**
 * Houses as candidates, in index order within each street. In Belgium the boxes of a house are one answer, unless a box was
 * typed (ruling 35).
 */
class HouseCandidates {
  readonly houses: Writable<Candidate>[] = [];
  readonly #index: CountryIndex;
  readonly #typed: TypedHouseNumber;
  readonly #postcode: Interpretation['postcode'];
  #match: StreetMatch | undefined;
  #placeSize: number = -1;
  /** Those of the current street that have boxes, by number, letter and postcode: boxes of houses with two postcodes alternate. */
  readonly #ofStreet: Map<string, Writable<Candidate>> = new Map();

  constructor(index: CountryIndex, typed: TypedHouseNumber, postcode: Interpretation['postcode']) {
    this.#index = index;
    this.#typed = typed;
    this.#postcode = postcode;
  }

  /** Makes a street the current one. */
  enter(match: StreetMatch): void {
    this.#match = match;
    this.#placeSize = -1;
    this.#ofStreet.clear();
  }

  /** Adds the houses with numbers from `low` up to but not including `high`, as longer ones than the one typed. */
  addNumbers(low: number, high: number): void {
    const { addresses, streets } = this.#index;
    const [from, end] = streets.addressesOf(this.#match!.street);
    for (let address = addresses.firstWithNumber(low, from, end); address < end; address++) {
      if (addresses.numberOf(address) >= high) return;
      if (hasPostcode(addresses, address, this.#postcode))
        this.add(address, NUMBER_MATCH.longerNumber * WEIGHT.numberMatch);
    }
  }

  /** @param moreCost the cost of its number @param size breaks ties */
  add(address: number, moreCost: number, size: number = 0): void {
    const { street, language, cost } = this.#match!;
    const key = this.#index.country === 'be' ? this.#houseOf(address) : undefined;
    const house = key === undefined ? undefined : this.#ofStreet.get(key);
    if (house !== undefined) {
      house.cost = Math.min(house.cost, cost + moreCost);
      house.isGroup = true;
      return;
    }
    if (this.#placeSize === -1) this.#placeSize = placeSizeOf(this.#index, street);
    const match = { street, language, cost: cost + moreCost };
    const added = houseCandidate(this.#index, address, match, this.#placeSize, size);
    this.houses.push(added);
    if (key !== undefined) this.#ofStreet.set(key, added);
  }

  /** What the boxes of a house share; `undefined` for the typed box. */
  #houseOf(address: number): string | undefined {
    const { addresses } = this.#index;
    const { letter, letterKey } = addresses.suffixOf(address);
    if (this.#typed.key !== '' && letterKey !== this.#typed.key) return undefined;
    return `${addresses.numberOf(address)}${letter} ${addresses.postcodeOf(address)}`;
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
