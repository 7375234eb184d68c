import Flatbush from 'flatbush';
import FlatQueue from 'flatqueue';
import { LocalMetric } from '../model/local-metric.ts';

export interface NearestStreetsOptions {
  /** At most so many streets. */
  readonly limit: number;
  /** Boxes of streets and of groups of streets that are looked at, at most: what bounds the time. */
  readonly maxBoxes: number;
  /** Which streets count. */
  readonly isWanted: (street: number) => boolean;
}

/**
 * The boxes around the addresses of every street, in the file `streets.flatbush`: an R-tree, whose box `i` is street `i`. The
 * tree is that of flatbush; its boxes are walked here, since its own search takes degrees for distances, which at 52° N are
 * 1.6 times as long to the north as to the east, and has no bound on what it looks at.
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

  /** The wanted streets whose boxes are nearest to a position, nearest first; those around it are at no distance. */
  nearest(latitude: number, longitude: number, { limit, maxBoxes, isWanted }: NearestStreetsOptions): number[] {
    const { _boxes: boxes, _indices: indices, _levelBounds: levelBounds, nodeSize, numItems } = this.#tree;
    const metric = new LocalMetric(latitude, longitude);
    const streets: number[] = [];
    // Streets as 2 · street + 1, nodes as 2 · where their boxes begin: best-first, whatever is nearer than a street comes before it.
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
      // What is in the queue already is still taken in its order when no more boxes may be looked at.
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
