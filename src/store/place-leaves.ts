import { assertSound } from '../format/blocks.ts';
import type { Sections } from '../format/container.ts';
import { checkColumn, PackedColumn, packColumn } from '../format/packed-column.ts';

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
  readonly first: PackedColumn;
  readonly leaf: PackedColumn;
  readonly street: PackedColumn;

  constructor(container: Sections) {
    this.first = new PackedColumn(container.bytes('pl.first'));
    this.leaf = new PackedColumn(container.bytes('pl.leaf'));
    this.street = new PackedColumn(container.bytes('pl.street'));
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
    const end = this.first.at(place + 1);
    for (let i = this.leaf.lowerBound(firstLeaf, this.first.at(place), end); i < end; i++) {
      const leaf = this.leaf.at(i);
      if (leaf >= endLeaf || !visit(this.street.at(i), leaf)) return;
    }
  }
}

/** A leaf of the trie of streets, and a street that it leads to. */
export interface LeafOfStreet {
  readonly leaf: number;
  readonly street: number;
}

/** `pairs` has one entry per leaf and street that it refers to. */
export function packPlaceLeaves(
  pairs: readonly LeafOfStreet[],
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

/**
 * Checks that the leaves of every place are those that lead to its streets. O(leaves · log leaves).
 *
 * @param leaves all pairs of a leaf and a street that it leads to
 * @param placeOf the place of each street
 * @throws RangeError
 */
export function checkPlaceLeaves(
  { first: firsts, leaf: leafOf, street: streetOf }: PlaceLeaves,
  leaves: LeafOfStreet[],
  placeOf: ArrayLike<number>,
  places: number,
): void {
  for (const column of [firsts, leafOf, streetOf]) checkColumn(column);
  assertSound(firsts.length === places + 1, 'every place has its leaves');
  assertSound(leafOf.length === leaves.length && streetOf.length === leaves.length, 'every leaf is in a place');
  leaves.sort((a, b) => placeOf[a.street]! - placeOf[b.street]! || a.leaf - b.leaf || a.street - b.street);
  const [leafAt, streetAt, first] = [leafOf.values(), streetOf.values(), firsts.values()];
  for (const [i, { leaf, street }] of leaves.entries()) {
    assertSound(leafAt[i] === leaf && streetAt[i] === street, 'the leaves of a place lead to its streets');
    const place = placeOf[street]!;
    assertSound(first[place]! <= i && i < first[place + 1]!, 'the leaves of a place are where it says');
  }
  assertSound(first[0] === 0 && first[places] === leaves.length, 'the leaves of places follow each other');
  for (let place = 0; place < places; place++) {
    assertSound(first[place]! <= first[place + 1]!, 'the leaves of places follow each other');
  }
}
