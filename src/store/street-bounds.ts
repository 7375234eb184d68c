import Flatbush from 'flatbush';
import FlatQueue from 'flatqueue';
import { LocalMetric } from '../model/local-metric.ts';

/** In 10⁻⁷ degrees, east and north of every place on Earth: the box of a street without a position, out of reach of every query. */
export const NOWHERE = 0x7fffffff;

export interface NearestStreetsOptions {
  /** At most so many streets. */
  readonly limit: number;
  /** Boxes of streets and of groups of streets that are looked at, at most: what bounds the time. */
  readonly maxBoxes: number;
  /** Filter on streets. */
  readonly isWanted: (street: number) => boolean;
}

/**
 * The bounding boxes of every street's addresses, in the file `streets.flatbush`: an R-tree, whose box `i` is street `i`. The
 * tree is built by flatbush; its boxes are walked here, because flatbush measures distance in degrees, which at 52° N are
 * 1.6 times as long to the north as to the east, and does not bound the number of boxes visited.
 *
 *     boxes        west south east north of each street, then of each node of 16, level by level, the root last
 *     indices      street of each box; for a node, where the boxes under it begin
 *     levelBounds  where each level ends in the boxes
 */
export class StreetBounds {
  readonly #tree: Flatbush;

  constructor(file: ArrayBufferLike) {
    this.#tree = Flatbush.from(file);
  }

  get length(): number {
    return this.#tree.numItems;
  }

  /** The streets that pass the filter, by the distance of their boxes to a position, nearest first; 0 inside a box. */
  nearest(latitude: number, longitude: number, { limit, maxBoxes, isWanted }: NearestStreetsOptions): number[] {
    const { _boxes: boxes, _indices: indices, _levelBounds: levelBounds, nodeSize, numItems } = this.#tree;
    const metric = new LocalMetric(latitude, longitude);
    const streets: number[] = [];
    // Streets as 2 · street + 1, nodes as 2 · where their boxes begin: best-first, so that anything nearer than a street comes before it.
    const queue = new FlatQueue();
    queue.push(2 * (boxes.length - 4), 0);
    let looked = 0;
    for (let next = queue.pop(); next !== undefined && streets.length < limit; next = queue.pop()) {
      const isStreet = (next & 1) === 1;
      const value = Math.floor(next / 2);
      if (isStreet) {
        streets.push(value);
        continue;
      }
      const isOverStreets = value < numItems * 4;
      // After the last box allowed, the queue is still emptied in order.
      const end = Math.min(value + nodeSize * 4, levelBounds.find((bound) => bound > value)!);
      for (let box = value; box < end && looked < maxBoxes; box += 4) {
        looked++;
        const index = indices[box >> 2]!;
        if (isOverStreets && !isWanted(index)) continue;
        const distance = metric.squaredMetresToBox(boxes[box]!, boxes[box + 1]!, boxes[box + 2]!, boxes[box + 3]!);
        queue.push(isOverStreets ? 2 * index + 1 : 2 * index, distance);
      }
    }
    return streets;
  }
}
