import type { CountryIndex } from '../../src/store/country-index.ts';
import { matchMerged } from './match-merged.ts';
import { writtenInStreet, writtenStreet } from './written.ts';

/** Pairs of equal addresses in two releases. */
export interface AddressMatch {
  /** Positions in the other index, -1 for none. */
  readonly oldOf: Int32Array;
  readonly newOf: Int32Array;
  /** For each address of the new release, 1 if it is one of the old release with another identifier. */
  readonly isReidentified: Uint8Array;
}

/** Finds each address of one release in the other: in its street, elsewhere by its identifier, by how it is written, and after a merger by where it is. */
export function matchAddresses(before: CountryIndex, after: CountryIndex): AddressMatch {
  const oldOf = new Int32Array(after.addresses.length).fill(-1);
  const newOf = new Int32Array(before.addresses.length).fill(-1);
  const link = (old: number, address: number): void => {
    oldOf[address] = old;
    newOf[old] = address;
  };
  const [olds, news] = [new IdsOfStreet(before), new IdsOfStreet(after)];
  for (let street = 0; street < after.streets.length; street++) {
    const old = sameStreet(before, after, street);
    if (old === undefined) continue;
    olds.load(old);
    news.load(street);
    matchRanges(olds, news, link);
  }
  const leftOld = unmatched(newOf);
  const leftNew = unmatched(oldOf);
  const byId = new IdTable(leftOld, (old) => before.addresses.idOf(old));
  for (const address of leftNew) {
    const old = byId.find(after.addresses.idOf(address));
    if (old !== -1 && newOf[old] === -1) link(old, address);
  }
  const isReidentified = new Uint8Array(oldOf.length);
  for (const match of [matchWritten, matchMerged])
    for (const address of match(before, after, unmatched(newOf), unmatched(oldOf), link)) isReidentified[address] = 1;
  return { oldOf, newOf, isReidentified };
}

/** The street of the old release with the same identifier in the same place. */
function sameStreet(before: CountryIndex, after: CountryIndex, street: number): number | undefined {
  const place = after.areas.at('place', after.streets.placeOf(street)).id;
  return before.streets
    .streetsWithId(after.streets.idOf(street))
    .find((old) => before.areas.at('place', before.streets.placeOf(old)).id === place);
}

/** The identifiers of the addresses of one street, unpacked together. */
class IdsOfStreet {
  readonly #index: CountryIndex;
  from: number = 0;
  to: number = 0;
  ids: Float64Array = new Float64Array(1024);

  constructor(index: CountryIndex) {
    this.#index = index;
  }

  load(street: number): void {
    [this.from, this.to] = this.#index.streets.addressesOf(street);
    const length = this.to - this.from;
    if (length > this.ids.length) this.ids = new Float64Array(2 * length);
    this.#index.addresses.readIds(this.from, this.to, this.ids);
  }
}

/**
 * Both streets are in the order of numbers, so equal addresses advance together; only where they differ is there something
 * to look up.
 */
function matchRanges(olds: IdsOfStreet, news: IdsOfStreet, link: (old: number, address: number) => void): void {
  const { ids: oldIds, from: oldFrom } = olds;
  const { ids: newIds, from: newFrom } = news;
  let [old, address] = [0, 0];
  let [oldEnd, newEnd] = [olds.to - oldFrom, news.to - newFrom];
  while (old < oldEnd && address < newEnd && oldIds[old] === newIds[address])
    link(oldFrom + old++, newFrom + address++);
  while (oldEnd > old && newEnd > address && oldIds[oldEnd - 1] === newIds[newEnd - 1])
    link(oldFrom + --oldEnd, newFrom + --newEnd);
  if (old === oldEnd || address === newEnd) return;
  const positions = new Map<number, number>();
  for (; old < oldEnd; old++) positions.set(oldIds[old]!, old);
  for (; address < newEnd; address++) {
    const found = positions.get(newIds[address]!);
    if (found !== undefined) link(oldFrom + found, newFrom + address);
  }
}

function unmatched(partners: Int32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < partners.length; i++) if (partners[i] === -1) count++;
  const left = new Uint32Array(count);
  for (let i = 0, at = 0; i < partners.length; i++) if (partners[i] === -1) left[at++] = i;
  return left;
}

/** Finds positions by identifier, with open addressing: at national size a `Map` would take ten times the memory. */
class IdTable {
  readonly #positions: Uint32Array;
  readonly #slots: Uint32Array;
  readonly #ids: Float64Array;

  constructor(positions: Uint32Array, idOf: (position: number) => number) {
    this.#positions = positions;
    this.#ids = Float64Array.from(positions, idOf);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(positions.length * 2 + 2)));
    this.#ids.forEach((id, i) => {
      let slot = this.#slotOf(id);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = i + 1;
    });
  }

  /** The position with this identifier, or -1. */
  find(id: number): number {
    for (let slot = this.#slotOf(id); this.#slots[slot] !== 0; slot = (slot + 1) & (this.#slots.length - 1)) {
      const i = this.#slots[slot]! - 1;
      if (this.#ids[i] === id) return this.#positions[i]!;
    }
    return -1;
  }

  /** Identifiers have up to 53 bits; both halves are mixed (Knuth's multiplicative hashing). */
  #slotOf(id: number): number {
    const mixed = Math.imul(id | 0, 0x9e3779b1) ^ Math.imul(Math.floor(id / 2 ** 32), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (this.#slots.length - 1);
  }
}

/**
 * Links the remaining addresses that are written the same in both: street, number, letter, addition and postcode. Street by
 * street, so that no more than the texts of one street are in memory.
 */
function matchWritten(
  before: CountryIndex,
  after: CountryIndex,
  leftOld: Uint32Array,
  leftNew: Uint32Array,
  link: (old: number, address: number) => void,
): number[] {
  const reidentified: number[] = [];
  if (leftOld.length === 0 || leftNew.length === 0) return reidentified;
  const oldByStreet = groupByStreet(before, leftOld);
  for (const [key, addresses] of groupByStreet(after, leftNew)) {
    const olds = oldByStreet.get(key);
    if (olds === undefined) continue;
    const written = new Map(olds.map((old) => [writtenInStreet(before, old), old]));
    for (const address of addresses) {
      const text = writtenInStreet(after, address);
      const old = written.get(text);
      if (old === undefined) continue;
      written.delete(text);
      link(old, address);
      reidentified.push(address);
    }
  }
  return reidentified;
}

function groupByStreet(index: CountryIndex, addresses: Uint32Array): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  let [end, group] = [0, [] as number[]];
  for (const address of addresses) {
    if (address >= end) {
      const street = index.streets.streetOf(address);
      end = index.streets.addressesOf(street)[1];
      const key = writtenStreet(index, street);
      group = groups.get(key) ?? [];
      groups.set(key, group);
    }
    group.push(address);
  }
  return groups;
}
