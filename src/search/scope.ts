import { partitionPoint } from '../format/blocks.ts';
import { kept } from '../model/kept.ts';
import type { AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { StreetOfGroup } from '../store/name-keys.ts';
import { nameKey, wordStarts } from '../text/fold.ts';
import { hasPostcode, type PostcodeRange } from './house-match.ts';
import type { LeafRun } from './name-matcher.ts';
import type { Candidate } from './ranking.ts';
import { type ScopedName, ScopedNames } from './scoped-names.ts';
import { languageOfName } from './streets.ts';

/** Whole numbers as ranges: ascending, apart from each other. */
class Ranges {
  /** From, to, from, to … */
  readonly bounds: Uint32Array;
  readonly count: number;

  constructor(ranges: Iterable<readonly [from: number, to: number]>) {
    const bounds: number[] = [];
    for (const [from, to] of ranges) {
      if (bounds.length > 0 && bounds.at(-1)! >= from) bounds[bounds.length - 1] = Math.max(to, bounds.at(-1)!);
      else bounds.push(from, to);
    }
    this.bounds = Uint32Array.from(bounds);
    this.count = this.bounds.reduce((sum, bound, i) => ((i & 1) === 1 ? sum + bound : sum - bound), 0);
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

/** With at most this many streets, all names of a scope are collected at once: some 10 ms for so many, 0.2 ms for a town. */
const MAX_STREETS_AT_ONCE = 20_000;
/** With more ranges of streets than this, it is shorter to look at every street of a name. */
const MAX_RANGES_LOOKED_UP = 8;
/** A street has two or three names, whole and from later words on, and each takes six. */
const NUMBERS_PER_STREET = 15;
/** Of a larger scope, the names that begin alike are collected, and those of so many beginnings kept. */
const MAX_RUNS_KEPT = 8;

/**
 * The part of a country that everything found must be in, as ranges of addresses. A street or an area is in it if an address of it is; a
 * street name that several of its places have leads to these, and one that only one of them has to its street there.
 */
export class Scope {
  readonly index: CountryIndex;
  readonly addresses: Ranges;
  readonly streets: Ranges;
  readonly places: Ranges;
  #areaNames: ScopedNames | undefined;
  #streetNames: ScopedNames | undefined;
  readonly #runs: Map<string, ScopedNames> = new Map();

  /** @param addresses ranges of addresses: ascending, apart from each other */
  constructor(index: CountryIndex, addresses: readonly (readonly [from: number, to: number])[]) {
    const { streets } = index;
    this.index = index;
    this.addresses = new Ranges(addresses);
    this.streets = new Ranges(
      addresses.map(([from, to]) => [streets.streetOf(from), streets.streetOf(to - 1) + 1] as const),
    );
    const { bounds } = this.streets;
    this.places = new Ranges(
      Array.from(
        { length: bounds.length / 2 },
        (_, i) => [streets.placeOf(bounds[2 * i]!), streets.placeOf(bounds[2 * i + 1]! - 1) + 1] as const,
      ),
    );
  }

  get isEmpty(): boolean {
    return this.addresses.bounds.length === 0;
  }

  hasArea(kind: AreaKind, ordinal: number): boolean {
    return this.streets.meets(...this.index.areas.descendantsOf(kind, ordinal, 'street'));
  }

  has({ kind, ordinal }: Pick<Candidate, 'kind' | 'ordinal'>): boolean {
    if (kind === 'house') return this.addresses.has(ordinal);
    if (kind === 'street') return this.streets.has(ordinal);
    if (kind === 'streetGroup') return this.streetsOfGroup(ordinal).length > 0;
    return this.hasArea(kind, ordinal);
  }

  /** Whether any address of a street is in it and has one of the postcodes. */
  hasPostcode(street: number, postcodes: PostcodeRange): boolean {
    for (const address of this.addresses.between(...this.index.streets.addressesOf(street)))
      if (hasPostcode(this.index.addresses, address, postcodes)) return true;
    return false;
  }

  /** The streets of a name: looked up in each range where they are few, else all streets of the name are looked at. */
  streetsOfGroup(group: number): StreetOfGroup[] {
    const { names } = this.index;
    const { bounds } = this.streets;
    if (bounds.length > 2 * MAX_RANGES_LOOKED_UP)
      return names.streetsOf(group).filter(({ street }) => this.streets.has(street));
    const found: StreetOfGroup[] = [];
    for (let i = 0; i < bounds.length; i += 2) found.push(...names.streetsOf(group, bounds[i]!, bounds[i + 1]!));
    return found;
  }

  /** Number of places that have a street of the name. */
  countPlaces(group: number): number {
    return new Set(this.streetsOfGroup(group).map(({ street }) => this.index.streets.placeOf(street))).size;
  }

  /** About how much it holds once it has been searched, in numbers of four bytes. */
  get weight(): number {
    const names = NUMBERS_PER_STREET * Math.min(this.streets.count, MAX_STREETS_AT_ONCE);
    return names + this.addresses.bounds.length + this.streets.bounds.length + this.places.bounds.length;
  }

  /** The names of its areas. */
  get areaNames(): ScopedNames {
    this.#areaNames ??= new ScopedNames(this.#collectAreas());
    return this.#areaNames;
  }

  /** The names of streets at leaves of a run, and perhaps of others. */
  streetNamesAt(run: LeafRun): ScopedNames {
    if (this.streets.count <= MAX_STREETS_AT_ONCE) {
      this.#streetNames ??= this.#collectStreets([0, this.index.names.streets.leafCount]);
      return this.#streetNames;
    }
    return kept(this.#runs, run.join(), () => this.#collectStreets(run), MAX_RUNS_KEPT);
  }

  /** The names of streets at leaves of some runs, best first. */
  streetNames(runs: readonly LeafRun[]): Iterable<ScopedName> {
    const [only, ...others] = runs.map((run) => this.streetNamesAt(run).bestFirst(run));
    if (only === undefined || others.length === 0) return only ?? [];
    return [only, ...others].flatMap((names) => [...names]).sort((a, b) => a.rank - b.rank);
  }

  #collectAreas(): ScopedName[] {
    const { areas, names } = this.index;
    const trie = names.areas;
    const leaves = new Set<number>();
    const seen = new Set<string>();
    for (const place of this.places.between()) {
      for (const { kind, ordinal } of areas.lineOf('place', place)) {
        const area = `${kind} ${ordinal}`;
        if (seen.has(area)) break;
        seen.add(area);
        for (const leaf of names.leavesOfArea(kind, ordinal)) leaves.add(leaf);
      }
    }
    const ascending = [...leaves].sort((a, b) => a - b);
    return ascending.map((leaf) => ({ leaf, rank: trie.rankAt(leaf), feature: trie.featureAt(leaf) }));
  }

  /** O(places of the scope · log streets of a place, or leaves if these are fewer) and what is found. */
  #collectStreets(run: LeafRun): ScopedNames {
    const { streets: trie } = this.index.names;
    const names: ScopedName[] = [];
    const byLeaf = [...this.#streetsByLeaf(run)].sort(([a], [b]) => a - b);
    for (const [leaf, streets] of byLeaf) {
      const feature = trie.featureAt(leaf);
      const rank = trie.rankAt(leaf);
      if (feature.kind === 'streetGroup' && this.#areSeveralPlaces(streets)) names.push({ leaf, rank, feature });
      else
        for (const street of streets) {
          // An alias of a name that several places have leads to all of them, but not every street has it.
          const isAlias = feature.kind === 'streetGroup' && feature.language === undefined;
          if (isAlias && !this.#hasAliasAt(leaf, street)) continue;
          const language = languageOfName(this.index, feature, street);
          names.push({ leaf, rank, feature: { kind: 'street', ordinal: street, language, isInner: feature.isInner } });
        }
    }
    return new ScopedNames(names);
  }

  #hasAliasAt(leaf: number, street: number): boolean {
    const trie = this.index.names.streets;
    const keys = this.index.streets.aliasesOf(street).map(nameKey);
    return keys
      .flatMap((key) => wordStarts(key).map((start) => trie.locate(key.slice(start))))
      .some((locus) => locus !== undefined && trie.exactLeaves(locus).includes(leaf));
  }

  #areSeveralPlaces(streets: readonly number[]): boolean {
    if (this.places.count === 1 || streets.length === 1) return false;
    const { streets: table } = this.index;
    return table.placeOf(streets[0]!) !== table.placeOf(streets.at(-1)!);
  }

  /** The streets that leaves of a run lead to, ascending. */
  #streetsByLeaf([first, end]: LeafRun): Map<number, number[]> {
    const { placeLeaves } = this.index.names;
    const found = new Map<number, number[]>();
    if (end - first < this.places.count) {
      for (let leaf = first; leaf < end; leaf++) {
        const streets = this.#streetsAt(leaf);
        if (streets.length > 0) found.set(leaf, streets);
      }
      return found;
    }
    for (const place of this.places.between())
      placeLeaves.visitStreets(place, first, end, (street, leaf) => {
        if (!this.streets.has(street)) return true;
        kept(found, leaf, () => []).push(street);
        return true;
      });
    return found;
  }

  #streetsAt(leaf: number): number[] {
    const { kind, ordinal } = this.index.names.streets.featureAt(leaf);
    if (kind !== 'streetGroup') return this.streets.has(ordinal) ? [ordinal] : [];
    return this.streetsOfGroup(ordinal).map(({ street }) => street);
  }
}
