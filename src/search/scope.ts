import { partitionPoint } from '../format/blocks.ts';
import type { AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { StreetOfGroup } from '../store/name-keys.ts';
import type { NamedFeature, NameTrie } from '../store/name-trie.ts';
import { nameKey, wordStarts } from '../text/fold.ts';
import { hasPostcode } from './house-match.ts';
import type { LeafRun } from './name-matcher.ts';
import type { Candidate } from './ranking.ts';
import { languageOfName } from './streets.ts';

/** Whole numbers as ranges: ascending, apart from each other. */
class Ranges {
  /** From, to, from, to … */
  readonly bounds: Uint32Array;

  constructor(ranges: Iterable<readonly [from: number, to: number]>) {
    const bounds: number[] = [];
    for (const [from, to] of ranges) {
      if (bounds.length > 0 && bounds.at(-1)! >= from) bounds[bounds.length - 1] = Math.max(to, bounds.at(-1)!);
      else bounds.push(from, to);
    }
    this.bounds = Uint32Array.from(bounds);
  }

  has(value: number): boolean {
    return (this.#countUpTo(value) & 1) === 1;
  }

  /** Whether any of [from, to) is in one of them. */
  meets(from: number, to: number): boolean {
    const passed = this.#countUpTo(from);
    return (passed & 1) === 1 || (passed < this.bounds.length && this.bounds[passed]! < to);
  }

  /** Those in [from, to), one by one. */
  *between(from: number = 0, to: number = Number.POSITIVE_INFINITY): Generator<number, void> {
    for (let i = this.#countUpTo(from) & ~1; i < this.bounds.length && this.bounds[i]! < to; i += 2) {
      const end = Math.min(this.bounds[i + 1]!, to);
      for (let value = Math.max(this.bounds[i]!, from); value < end; value++) yield value;
    }
  }

  /** How many bounds are this or less: odd in a range. O(log ranges). */
  #countUpTo(value: number): number {
    return partitionPoint(0, this.bounds.length, (i) => this.bounds[i]! <= value);
  }
}

/** A name in a scope, and what it leads to there. */
export interface ScopedName {
  readonly leaf: number;
  /** Smaller is better, in both tries. */
  readonly rank: number;
  readonly feature: NamedFeature;
}

/**
 * The part of a country that everything found must be in, as ranges of addresses. A street or an area is in it if an address of it is; a
 * street name that several of its places have leads to these, and one that only one of them has to its street there.
 */
export class Scope {
  readonly index: CountryIndex;
  readonly #addresses: Ranges;
  readonly #streets: Ranges;
  readonly #places: Ranges;
  readonly #placeCount: number;
  #areaLeaves: Uint32Array | undefined;

  /** @param addresses ranges of addresses: ascending, apart from each other */
  constructor(index: CountryIndex, addresses: readonly (readonly [from: number, to: number])[]) {
    const { streets } = index;
    this.index = index;
    this.#addresses = new Ranges(addresses);
    this.#streets = new Ranges(
      addresses.map(([from, to]) => [streets.streetOf(from), streets.streetOf(to - 1) + 1] as const),
    );
    const { bounds } = this.#streets;
    this.#places = new Ranges(
      Array.from(
        { length: bounds.length / 2 },
        (_, i) => [streets.placeOf(bounds[2 * i]!), streets.placeOf(bounds[2 * i + 1]! - 1) + 1] as const,
      ),
    );
    this.#placeCount = [...this.#places.between()].length;
  }

  get isEmpty(): boolean {
    return this.#addresses.bounds.length === 0;
  }

  hasAddress(address: number): boolean {
    return this.#addresses.has(address);
  }

  hasStreet(street: number): boolean {
    return this.#streets.has(street);
  }

  hasArea(kind: AreaKind, ordinal: number): boolean {
    return this.#streets.meets(...this.index.areas.descendantsOf(kind, ordinal, 'street'));
  }

  has({ kind, ordinal }: Pick<Candidate, 'kind' | 'ordinal'>): boolean {
    if (kind === 'house') return this.hasAddress(ordinal);
    if (kind === 'street') return this.hasStreet(ordinal);
    if (kind === 'streetGroup') return this.streetsOfGroup(ordinal).length > 0;
    return this.hasArea(kind, ordinal);
  }

  /** Its addresses in [from, to), its streets, its places, in index order. */
  addresses(from: number, to: number): Iterable<number> {
    return this.#addresses.between(from, to);
  }

  streets(from?: number, to?: number): Iterable<number> {
    return this.#streets.between(from, to);
  }

  places(from?: number, to?: number): Iterable<number> {
    return this.#places.between(from, to);
  }

  /** Whether any address of a street is in it and has one of the postcodes. */
  hasPostcode(street: number, postcodes: { readonly first: number; readonly end: number }): boolean {
    for (const address of this.addresses(...this.index.streets.addressesOf(street)))
      if (hasPostcode(this.index.addresses, address, postcodes)) return true;
    return false;
  }

  /** The streets of a name. O(streets of the name). */
  streetsOfGroup(group: number): StreetOfGroup[] {
    return this.index.names.streetsOf(group).filter(({ street }) => this.hasStreet(street));
  }

  /** Number of places that have a street of the name. */
  countPlaces(group: number): number {
    return new Set(this.streetsOfGroup(group).map(({ street }) => this.index.streets.placeOf(street))).size;
  }

  /** The names of areas at leaves of a run. The first call looks at every name of an area, a millisecond. */
  areaNames([first, end]: LeafRun): ScopedName[] {
    const trie = this.index.names.areas;
    this.#areaLeaves ??= Uint32Array.from({ length: trie.leafCount }, (_, leaf) => leaf).filter((leaf) =>
      this.has(trie.featureAt(leaf)),
    );
    const leaves = this.#areaLeaves;
    const names: ScopedName[] = [];
    for (let i = partitionPoint(0, leaves.length, (at) => leaves[at]! < first); i < leaves.length; i++) {
      const leaf = leaves[i]!;
      if (leaf >= end) break;
      names.push({ leaf, rank: trie.rankAt(leaf), feature: trie.featureAt(leaf) });
    }
    return names;
  }

  /**
   * The names of streets at leaves of some runs, best first. O(places of the scope · log streets of a place, or leaves if these are
   * fewer) and what is found.
   */
  streetNames(runs: readonly LeafRun[]): ScopedName[] {
    const { streets: trie } = this.index.names;
    const names: ScopedName[] = [];
    for (const [leaf, streets] of this.#streetsByLeaf(runs)) {
      const feature = trie.featureAt(leaf);
      const rank = trie.rankAt(leaf);
      if (feature.kind === 'streetGroup' && this.#areSeveralPlaces(streets)) names.push({ leaf, rank, feature });
      else for (const street of streets) this.#addStreet(names, leaf, rank, feature, street);
    }
    return names.sort((a, b) => a.rank - b.rank);
  }

  #addStreet(names: ScopedName[], leaf: number, rank: number, feature: NamedFeature, street: number): void {
    if (feature.kind === 'street') {
      names.push({ leaf, rank, feature });
      return;
    }
    // An alias of a name that several places have leads to all of them, but not every street has it.
    if (feature.language === undefined && !this.#hasAliasAt(leaf, street)) return;
    const language = languageOfName(this.index, feature, street);
    names.push({ leaf, rank, feature: { kind: 'street', ordinal: street, language, isInner: feature.isInner } });
  }

  #hasAliasAt(leaf: number, street: number): boolean {
    const trie = this.index.names.streets;
    const keys = this.index.streets.aliasesOf(street).map(nameKey);
    return keys
      .flatMap((key) => wordStarts(key).map((start) => trie.locate(key.slice(start))))
      .some((locus) => locus !== undefined && trie.exactLeaves(locus).includes(leaf));
  }

  #areSeveralPlaces(streets: readonly number[]): boolean {
    if (this.#placeCount === 1 || streets.length === 1) return false;
    const { streets: table } = this.index;
    return table.placeOf(streets[0]!) !== table.placeOf(streets.at(-1)!);
  }

  /** The streets that leaves of some runs lead to, ascending. */
  #streetsByLeaf(runs: readonly LeafRun[]): Map<number, number[]> {
    const { streets: trie, placeLeaves } = this.index.names;
    const found = new Map<number, number[]>();
    const leaves = runs.reduce((sum, [first, end]) => sum + end - first, 0);
    for (const [first, end] of runs) {
      if (leaves < this.#placeCount) {
        for (let leaf = first; leaf < end; leaf++) {
          const streets = this.#streetsAt(trie, leaf);
          if (streets.length > 0) found.set(leaf, streets);
        }
      } else
        for (const place of this.places())
          placeLeaves.visitStreets(place, first, end, (street, leaf) => {
            if (!this.hasStreet(street)) return true;
            const known = found.get(leaf);
            if (known === undefined) found.set(leaf, [street]);
            else known.push(street);
            return true;
          });
    }
    return found;
  }

  #streetsAt(trie: NameTrie, leaf: number): number[] {
    const { kind, ordinal } = trie.featureAt(leaf);
    if (kind !== 'streetGroup') return this.hasStreet(ordinal) ? [ordinal] : [];
    return this.streetsOfGroup(ordinal).map(({ street }) => street);
  }
}
