import { partitionPoint } from '../format/blocks.ts';
import { bytesOf, type Container } from '../format/container.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';
import type { PathStep } from '../format/prefix-trie.ts';
import { buildPrefixTrie } from '../format/prefix-trie-builder.ts';
import { packStrings, StringTable } from '../format/string-table.ts';
import { nameKey } from '../text/fold.ts';
import { collectStreetGroups, rankedNameKeys, type StreetGroup, type StreetOfGroup } from './name-keys.ts';
import { identityOf, NameTrie, type NameTrieName, packFeature, trieNameOf, unpackFeature } from './name-trie.ts';
import type { OrderedInput } from './order.ts';
import { LANGUAGES } from './street-table.ts';

/**
 * Everything that can be found by name: two prefix tries, one for areas and one for streets, with a common
 * order of ranks, so that the completions of both can be merged.
 *
 * Container `names.bin`: the sections of the tries, `area.…` and `street.…` (format/prefix-trie.ts; their values
 * name-trie.ts), and the street groups (a name and the streets that have it), ordered by hash:
 *
 *     sn.hash         f64: hash52 of the folded name, ascending; contexts refer to a group by it
 *     sn.label        StringTable: the name as most of its streets write it
 *     sn.firstStreet  packed: group → its first entry in the next; one more than groups
 *     sn.street       packed: street · 4 + language, ascending within a group
 *     sn.places       packed: number of places with such a street
 *     sn.addresses    packed: number of addresses in its streets
 *     pl.…            the leaves of streets by place: `PlaceLeaves`
 */
export class NameIndex {
  readonly areas: NameTrie;
  readonly streets: NameTrie;
  readonly streetGroupCount: number;
  /** The leaves of `streets` by place. */
  readonly placeLeaves: PlaceLeaves;
  readonly #hash: Float64Array;
  readonly #label: StringTable;
  readonly #firstStreet: PackedColumn;
  readonly #street: PackedColumn;
  readonly #places: PackedColumn;
  readonly #addresses: PackedColumn;
  #leavesByStreet: LeavesByStreet | undefined;

  constructor(container: Container) {
    this.areas = new NameTrie(container, 'area');
    this.streets = new NameTrie(container, 'street');
    this.#hash = container.f64('sn.hash');
    this.#label = new StringTable(container.bytes('sn.label'));
    this.#firstStreet = new PackedColumn(container.bytes('sn.firstStreet'));
    this.#street = new PackedColumn(container.bytes('sn.street'));
    this.#places = new PackedColumn(container.bytes('sn.places'));
    this.#addresses = new PackedColumn(container.bytes('sn.addresses'));
    this.streetGroupCount = this.#hash.length;
    this.placeLeaves = new PlaceLeaves(container);
  }

  /** How a name is found, label by label. For people. */
  pathsOf(name: string): Readonly<Record<NameTrieName, readonly PathStep[]>> {
    const key = nameKey(name);
    return { area: this.areas.pathOf(key), street: this.streets.pathOf(key) };
  }

  labelOf(group: number): string {
    return this.#label.at(group);
  }

  hashOf(group: number): number {
    return this.#hash[group]!;
  }

  /** The street group with this hash, or -1. O(log groups). */
  streetGroupWithHash(hash: number): number {
    const found = partitionPoint(0, this.#hash.length, (i) => this.#hash[i]! < hash);
    return this.#hash[found] === hash ? found : -1;
  }

  /** The leaves of the street trie that lead to a street. The first call takes some 10 ms. */
  leavesOfStreet(street: number): Uint32Array {
    this.#leavesByStreet ??= this.#collectLeaves();
    const { first, leaves } = this.#leavesByStreet;
    return leaves.subarray(first[street]!, first[street + 1]!);
  }

  #collectLeaves(): LeavesByStreet {
    const counts: number[] = [];
    const pairs: number[] = [];
    for (let leaf = 0; leaf < this.streets.leafCount; leaf++) {
      const { kind, ordinal } = this.streets.featureAt(leaf);
      const streets = kind === 'street' ? [ordinal] : this.streetsOf(ordinal).map(({ street }) => street);
      for (const street of streets) {
        pairs.push(street, leaf);
        counts[street] = (counts[street] ?? 0) + 1;
      }
    }
    const first = new Uint32Array(counts.length + 1);
    for (let street = 0; street < counts.length; street++) first[street + 1] = first[street]! + (counts[street] ?? 0);
    const free = first.slice();
    const leaves = new Uint32Array(pairs.length / 2);
    for (let i = 0; i < pairs.length; i += 2) {
      const street = pairs[i]!;
      const at = free[street]!;
      leaves[at] = pairs[i + 1]!;
      free[street] = at + 1;
    }
    return { first, leaves };
  }

  /** Number of places with a street of the name. */
  countPlaces(group: number): number {
    return this.#places.at(group);
  }

  /** Number of addresses in the streets of the name. */
  countAddresses(group: number): number {
    return this.#addresses.at(group);
  }

  /** The streets of a name within [from, to), in index order. O(log streets of the name + those found). */
  streetsOf(group: number, from: number = 0, to: number = Number.MAX_SAFE_INTEGER): StreetOfGroup[] {
    const end = this.#firstStreet.at(group + 1);
    const found: StreetOfGroup[] = [];
    for (let i = this.#street.lowerBound(from * 4, this.#firstStreet.at(group), end); i < end; i++) {
      const entry = this.#street.at(i);
      const street = Math.floor(entry / 4);
      if (street >= to) break;
      found.push({ street, language: LANGUAGES[entry % 4]! });
    }
    return found;
  }
}

/** Computed from the files on first use. */
interface LeavesByStreet {
  readonly first: Uint32Array;
  readonly leaves: Uint32Array;
}

export function packNames(input: OrderedInput): Map<string, Uint8Array> {
  const streetGroups = collectStreetGroups(input);
  const keys = rankedNameKeys(input, streetGroups);
  const trieOf = (name: NameTrieName): Map<string, Uint8Array> => {
    const entries = keys.flatMap((key, rank) =>
      trieNameOf(key) === name ? [{ key: key.key, rank, value: packFeature(key) }] : [],
    );
    return buildPrefixTrie(entries, { name, identityOf });
  };
  const streetTrie = trieOf('street');
  const firstStreet = [0];
  for (const { streets } of streetGroups) firstStreet.push(firstStreet.at(-1)! + streets.length);
  return new Map([
    ...trieOf('area'),
    ...streetTrie,
    ...packPlaceLeaves(
      leavesOfStreets(streetTrie, streetGroups),
      (street) => input.streets[street]!.place,
      input.places.length,
    ),
    ['sn.hash', bytesOf(Float64Array.from(streetGroups, ({ hash }) => hash))],
    ['sn.label', packStrings(streetGroups.map(({ label }) => label))],
    ['sn.places', packColumn(streetGroups.map(({ places }) => places))],
    ['sn.addresses', packColumn(streetGroups.map(({ addresses }) => addresses))],
    ['sn.firstStreet', packColumn(firstStreet)],
    [
      'sn.street',
      packColumn(
        streetGroups.flatMap(({ streets }) =>
          streets.map(({ street, language }) => street * 4 + LANGUAGES.indexOf(language)),
        ),
      ),
    ],
  ]);
}

/** The leaves of the street trie, with the streets that each refers to. */
function leavesOfStreets(
  trie: ReadonlyMap<string, Uint8Array>,
  streetGroups: readonly StreetGroup[],
): { leaf: number; street: number }[] {
  const { buffer, byteOffset, byteLength } = trie.get('street.value')!;
  const values = new Uint32Array(buffer, byteOffset, byteLength / 4);
  return [...values].flatMap((value, leaf) => {
    const { kind, ordinal } = unpackFeature(value);
    if (kind === 'street') return [{ leaf, street: ordinal }];
    return streetGroups[ordinal]!.streets.map(({ street }) => ({ leaf, street }));
  });
}

/**
 * For each place, the leaves of the street trie that lead to its streets, ascending. The leaves under a prefix are a
 * run, so two binary searches find the streets of a place with that prefix, however many there are elsewhere.
 *
 *     place 0                             place 1
 *     leaf     12  40  40  97 …           leaf    12  13 …       "kerk…" is the leaves 30 … 50:
 *     street    3   0   7   3             street  21  18         in place 0 streets 0 and 7, in place 1 none
 *
 * In container `names.bin`, all packed:
 *
 *     pl.first     place → its first entry in the two below; one more than places
 *     pl.leaf      leaf of the trie of streets, ascending within a place
 *     pl.street    a street of the place that this leaf refers to, ascending within a leaf
 */
export class PlaceLeaves {
  readonly #first: PackedColumn;
  readonly #leaf: PackedColumn;
  readonly #street: PackedColumn;

  constructor(container: Container) {
    this.#first = new PackedColumn(container.bytes('pl.first'));
    this.#leaf = new PackedColumn(container.bytes('pl.leaf'));
    this.#street = new PackedColumn(container.bytes('pl.street'));
  }

  /**
   * Calls `visit` for each street of a place that a leaf in [firstLeaf, endLeaf) refers to, once per such leaf, until
   * it returns false. O(log entries of the place + calls).
   */
  visitStreets(
    place: number,
    firstLeaf: number,
    endLeaf: number,
    visit: (street: number, leaf: number) => boolean,
  ): void {
    const end = this.#first.at(place + 1);
    for (let i = this.#leaf.lowerBound(firstLeaf, this.#first.at(place), end); i < end; i++) {
      const leaf = this.#leaf.at(i);
      if (leaf >= endLeaf || !visit(this.#street.at(i), leaf)) return;
    }
  }
}

/** `pairs` has one entry per leaf and street that it refers to. */
function packPlaceLeaves(
  pairs: readonly { readonly leaf: number; readonly street: number }[],
  placeOf: (street: number) => number,
  placeCount: number,
): Map<string, Uint8Array> {
  const sorted = pairs
    .map(({ leaf, street }) => ({ place: placeOf(street), leaf, street }))
    .sort((a, b) => a.place - b.place || a.leaf - b.leaf || a.street - b.street);
  const first = new Uint32Array(placeCount + 1);
  for (const { place } of sorted) first[place + 1] = first[place + 1]! + 1;
  for (let place = 0; place < placeCount; place++) first[place + 1] = first[place + 1]! + first[place]!;
  return new Map([
    ['pl.first', packColumn(first)],
    ['pl.leaf', packColumn(sorted.map(({ leaf }) => leaf))],
    ['pl.street', packColumn(sorted.map(({ street }) => street))],
  ]);
}
