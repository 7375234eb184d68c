import type { Container } from '../format/container.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';

/**
 * By which leaves of the trie of streets the streets of each place can be found, in the order of the leaves. The leaves under
 * a beginning are a run, so the streets of a place that begin so are two binary searches away, however many there are elsewhere.
 *
 *     place 0                             place 1
 *     leaf     12  40  40  97 …           leaf    12  13 …       "kerk…" is the leaves 30 … 50:
 *     street    3   0   7   3             street  21  18         in place 0 streets 0 and 7, in place 1 none
 *
 * In container `names.bin`, all packed:
 *
 *     pl.first     place → its first entry in the two below; one more than places
 *     pl.leaf      leaf of the trie of streets, ascending within a place
 *     pl.street    a street of the place that this leaf stands for, ascending within a leaf
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
   * Calls `visit` for each street of a place that a leaf in [firstLeaf, endLeaf) stands for, as often as such leaves do, until
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

/** `pairs` are the leaves with the streets that each stands for, as often as there are such streets. */
export function packPlaceLeaves(
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
