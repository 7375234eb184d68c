import { type AddressColumns, createAddressColumns, NO_POSITION } from '../src/model/address-columns.ts';
import { nameIn } from '../src/model/country.ts';
import type { Gazetteer } from '../src/model/gazetteer.ts';
import { NO_POSTCODE } from '../src/model/postcode.ts';
import type { FormerInput } from '../src/store/manifest.ts';
import { nameKey } from '../src/text/fold.ts';
import { type FormerCandidate, isPresent, latestOf, WrittenKeys } from './former.ts';
import { SetFilter } from './readers/set-filter.ts';

/** Addresses with the streets and areas that they are in. */
interface Addresses {
  readonly gazetteer: Gazetteer;
  readonly addresses: AddressColumns;
}

/** Addresses that a register has ended, in streets and areas as they were. */
export interface EndedAddresses extends Addresses {
  /** By row, the first day on which it was no longer called so: 20210915. */
  readonly until: Uint32Array;
}

/**
 * The addresses that were, by a register that says which have ended, but not what took their place. An address of today has, if it is the only one
 *
 *     of the same street, number and postcode, in another place     the border between two places moved
 *     at the same point, with the same number or street             the street was renamed, or the house renumbered
 *
 * Time: linear; a few hash look-ups for each address of today, and some hundred bytes of memory for each that ended.
 */
export function findEnded(ended: EndedAddresses, present: Addresses): FormerInput {
  const suffixes = [...present.addresses.suffixes, ...ended.addresses.suffixes];
  const written = new WrittenKeys((suffix) => suffixes[suffix]!);
  const names = new StreetNumbers(ended);
  const candidates = candidatesOf(ended, names, written, present.addresses.suffixes.length);
  const today = new AddressesOfToday(candidates, present, names, written);
  const hasSuccessor = (candidate: Candidate): boolean => today.successorOf(candidate) !== -1;
  const kept = latestOf(candidates.filter((each) => !isPresent(each, today.postcodesOf(each), hasSuccessor)));
  return toInput(ended, kept, (candidate) => today.successorOf(candidate), present.addresses);
}

interface Candidate extends FormerCandidate {
  readonly row: number;
  /** Names of streets, see `StreetNumbers`. */
  readonly street: number;
  /** The same as `key`, of the street's name and the postcode. */
  readonly keyAnywhere: number;
  /** The same of number and suffix alone. */
  readonly house: number;
  readonly latE7: number;
  readonly lonE7: number;
}

/** Numbers for the names of streets that addresses ended in, in their place, with a postcode, and alone; from 1. */
class StreetNumbers {
  readonly #numbers = new Map<string, number>();
  /** By name alone and postcode. */
  readonly #anywhere = new Map<number, number>();
  readonly #inPlace: readonly number[];
  readonly #alone: readonly number[];

  constructor(ended: EndedAddresses) {
    const give = (key: string): number => {
      const known = this.#numbers.get(key) ?? this.#numbers.size + 1;
      this.#numbers.set(key, known);
      return known;
    };
    const keys = keysOf(ended);
    this.#inPlace = keys.map(({ street, place }) => give(`${street}\t${place}`));
    this.#alone = keys.map(({ street }) => give(street));
    const { street, postcode } = ended.addresses;
    street.forEach((each, row) => {
      if (postcode[row] === NO_POSTCODE) return;
      const key = this.#alone[each]! * POSTCODES + postcode[row]!;
      if (!this.#anywhere.has(key)) this.#anywhere.set(key, give(`${keys[each]!.street}\t\t${postcode[row]}`));
    });
  }

  /** By position of a street that ended. */
  get ended(): { readonly inPlace: readonly number[]; readonly alone: readonly number[] } {
    return { inPlace: this.#inPlace, alone: this.#alone };
  }

  /** The same for streets of today; 0 for a name that none had that ended. */
  of(present: Addresses): { readonly inPlace: readonly number[]; readonly alone: readonly number[] } {
    const keys = keysOf(present);
    return {
      inPlace: keys.map(({ street, place }) => this.#numbers.get(`${street}\t${place}`) ?? 0),
      alone: keys.map(({ street }) => this.#numbers.get(street) ?? 0),
    };
  }

  /** Of the name alone with a postcode; 0 if no address ended there. */
  anywhere(alone: number, postcode: number): number {
    return this.#anywhere.get(alone * POSTCODES + postcode) ?? 0;
  }
}

/** More than any postcode. */
const POSTCODES = 2 ** 25;

function keysOf({ gazetteer: { streets, places } }: Addresses): { readonly street: string; readonly place: string }[] {
  const ofPlace = places.map(({ names }) => nameKey(nameIn(names)));
  return streets.map(({ names, place }) => ({ street: nameKey(nameIn(names)), place: ofPlace[place]! }));
}

/** @param firstSuffix number of the first suffix of the addresses that ended, among those of `written` */
function candidatesOf(
  { addresses, until }: EndedAddresses,
  names: StreetNumbers,
  written: WrittenKeys,
  firstSuffix: number,
): Candidate[] {
  const { inPlace, alone } = names.ended;
  const candidates: Candidate[] = [];
  for (let row = 0; row < addresses.length; row++) {
    const street = addresses.street[row]!;
    const postcode = addresses.postcode[row]!;
    const number = addresses.number[row]!;
    const suffix = firstSuffix + addresses.suffix[row]!;
    candidates.push({
      id: addresses.id[row]!,
      row,
      postcode,
      until: until[row]!,
      street: alone[street]!,
      key: written.of(inPlace[street]!, number, suffix),
      keyAnywhere: written.of(names.anywhere(alone[street]!, postcode), number, suffix),
      house: written.of(0, number, suffix),
      latE7: addresses.latE7[row]!,
      lonE7: addresses.lonE7[row]!,
    });
  }
  return candidates;
}

/** What addresses of today have in common with those that ended. */
class AddressesOfToday {
  readonly #present: AddressColumns;
  readonly #alone: readonly number[];
  readonly #houseOf: (address: number) => number;
  readonly #byKey = new Map<number, number[]>();
  /** By latitude and longitude. */
  readonly #points = new Map<number, Map<number, readonly number[]>>();

  constructor(candidates: readonly Candidate[], present: Addresses, names: StreetNumbers, written: WrittenKeys) {
    const { addresses } = present;
    const { inPlace, alone } = names.of(present);
    const { street, number, suffix, postcode, latE7, lonE7 } = addresses;
    const keyOf = (name: number, address: number): number => written.of(name, number[address]!, suffix[address]!);
    this.#present = addresses;
    this.#alone = alone;
    this.#houseOf = (address) => keyOf(0, address);
    for (const { latE7: latitude, lonE7: longitude } of candidates) {
      if (latitude === NO_POSITION) continue;
      const onLatitude = this.#points.get(latitude) ?? new Map<number, readonly number[]>();
      this.#points.set(latitude, onLatitude.set(longitude, NONE));
    }
    // Few addresses pass the filter that have a key of no candidate: they are kept, and asked for by none.
    const keys = candidates.flatMap(({ key, keyAnywhere }) => [key, keyAnywhere]);
    const asked = new SetFilter(keys, keys.length);
    const append = (name: number, address: number): void => {
      if (name === 0) return;
      const key = keyOf(name, address);
      if (!asked.mayHave(key)) return;
      const known = this.#byKey.get(key);
      if (known === undefined) this.#byKey.set(key, [address]);
      else known.push(address);
    };
    for (let i = 0; i < addresses.length; i++) {
      append(inPlace[street[i]!]!, i);
      if (alone[street[i]!] !== 0) append(names.anywhere(alone[street[i]!]!, postcode[i]!), i);
      const onLatitude = this.#points.get(latE7[i]!);
      if (onLatitude !== undefined) appendIfAsked(onLatitude, lonE7[i]!, i);
    }
  }

  /** The postcodes of those that are written so; `undefined` if there are none. */
  postcodesOf({ key }: Candidate): readonly number[] | undefined {
    return this.#byKey.get(key)?.map((address) => this.#present.postcode[address]!);
  }

  /** The one that has taken the place of an address; -1 if there is none, or several. */
  successorOf({ keyAnywhere, postcode, street, house, latE7, lonE7 }: Candidate): number {
    const elsewhere = postcode === NO_POSTCODE ? undefined : this.#byKey.get(keyAnywhere);
    if (elsewhere?.length === 1) return elsewhere[0]!;
    const there = this.#points.get(latE7)?.get(lonE7) ?? [];
    const { street: streets, postcode: postcodes } = this.#present;
    // A point that several streets share is none of a house.
    if (there.some((each) => streets[each] !== streets[there[0]!] || postcodes[each] !== postcode)) return -1;
    const same = there.filter((each) => this.#houseOf(each) === house);
    const isSameStreet = there.length === 1 && this.#alone[streets[there[0]!]!] === street;
    return same.length === 1 ? same[0]! : isSameStreet ? there[0]! : -1;
  }
}

/** A point without an address of today: one list for most. */
const NONE: readonly number[] = [];

/** Adds an address to those at a longitude that a candidate has. */
function appendIfAsked(found: Map<number, readonly number[]>, key: number, address: number): void {
  const known = found.get(key);
  if (known === NONE) found.set(key, [address]);
  else (known as number[] | undefined)?.push(address);
}

function toInput(
  { gazetteer, addresses }: EndedAddresses,
  kept: readonly Candidate[],
  successorOf: (candidate: Candidate) => number,
  present: AddressColumns,
): FormerInput {
  const columns = createAddressColumns(kept.length, addresses.suffixes);
  const until = new Uint32Array(kept.length);
  const successors = new Float64Array(kept.length);
  kept.forEach((candidate, i) => {
    until[i] = candidate.until;
    const successor = successorOf(candidate);
    if (successor !== -1) successors[i] = present.id[successor]!;
  });
  for (const name of ['id', 'street', 'number', 'suffix', 'postcode', 'state'] as const) {
    const [to, from] = [columns[name], addresses[name]];
    kept.forEach(({ row }, i) => {
      to[i] = from[row]!;
    });
  }
  for (const name of ['latE7', 'lonE7', 'gridXmm', 'gridYmm'] as const) {
    const [to, from] = [columns[name], addresses[name]];
    kept.forEach(({ row }, i) => {
      if (successors[i] === 0) to[i] = from[row]!;
    });
  }
  return { gazetteer, addresses: columns, until, successor: successors };
}
