import type { Suffix } from '../../store/address-table.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import type { TypedHouseNumber } from '../house-numbers.ts';
import { type Candidate, NUMBER_MATCH, type NumberMatch } from './candidate.ts';
import type { Division } from './divisions.ts';
import { placeSizeOf } from './make-candidate.ts';
import { WEIGHT } from './ranking.ts';
import type { StreetMatch } from './street-finder.ts';

/**
 * Houses as candidates, in index order within each street. In Belgium the boxes of a house are one answer, unless a box was
 * typed (ruling 35).
 */
export class HouseCandidates {
  readonly houses: Candidate[] = [];
  readonly #index: CountryIndex;
  readonly #typed: TypedHouseNumber;
  readonly #postcode: Division['postcode'];
  #match: StreetMatch | undefined;
  #from: number = 0;
  #to: number = 0;
  #placeSize: number = -1;
  /** The last house of the street that has been entered. */
  #last: Writable<Candidate> | undefined;

  constructor(index: CountryIndex, typed: TypedHouseNumber, postcode: Division['postcode']) {
    this.#index = index;
    this.#typed = typed;
    this.#postcode = postcode;
  }

  /** What follows is about this street. */
  enter(match: StreetMatch): void {
    this.#match = match;
    [this.#from, this.#to] = this.#index.streets.addressesOf(match.street);
    this.#placeSize = -1;
    this.#last = undefined;
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
    if (this.#last !== undefined && this.#isAnotherBox(this.#last.index, address)) {
      this.#last.cost = Math.min(this.#last.cost, cost + moreCost);
      this.#last.isGroup = true;
      return;
    }
    if (this.#placeSize === -1) this.#placeSize = placeSizeOf(this.#index, street);
    this.#last = {
      kind: 'house',
      index: address,
      language,
      cost: cost + moreCost,
      isProposed: this.#index.addresses.isProposed(address),
      isGroup: false,
      placeSize: this.#placeSize,
      size,
    };
    this.houses.push(this.#last);
  }

  /** Whether address `b` is in the same house as `a`, an earlier one of the street, and not the box that was typed. */
  #isAnotherBox(a: number, b: number): boolean {
    const { addresses, country } = this.#index;
    if (country !== 'be' || a >= b || addresses.numberOf(a) !== addresses.numberOf(b)) return false;
    const { letter, letterKey } = addresses.suffixOf(b);
    if (this.#typed.key !== '' && letterKey !== this.#typed.key) return false;
    return addresses.suffixOf(a).letter === letter && addresses.postcodeOf(a) === addresses.postcodeOf(b);
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
