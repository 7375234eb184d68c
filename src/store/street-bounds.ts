import Flatbush from 'flatbush';
import FlatQueue from 'flatqueue';
import { assertSound } from '../format/blocks.ts';
import { NO_POSITION } from '../model/address-columns.ts';
import { LocalMetric } from '../model/local-metric.ts';
import type { OrderedInput } from './order.ts';
import type { PositionColumns } from './runs.ts';

/** In 10⁻⁷ degrees, east and north of every place on Earth: the box of a street without a position, out of reach of every query. */
export const NOWHERE = 0x7fffffff;

/** Boxes per node. */
const BOXES_NODE_SIZE = 16;
/** Size of the header of flatbush's file. */
const HEAD_BYTES = 8;

interface NearestStreetsOptions {
  /** Maximum number of streets. */
  readonly limit: number;
  /** Maximum number of boxes, of streets and of groups of streets, to look at; bounds the time. */
  readonly maxBoxes: number;
  /** Filter on streets. */
  readonly isWanted: (street: number) => boolean;
}

/**
 * The bounding boxes of every street's addresses, in the file `streets.flatbush`: an R-tree, whose box `i` is street `i`. The
 * tree is built by flatbush; its boxes are walked here, because flatbush measures distance in degrees, and at 52° N a degree is
 * 1.6 times as long to the north as to the east, and does not bound the number of boxes visited.
 *
 *     boxes        west south east north of each street, then of each node of 16, level by level, the root last
 *     indices      street of each box; for a node, where the boxes under it begin
 *     levelBounds  where each level ends in the boxes
 */
export class StreetBounds {
  /** For `checkStreetBounds`. @internal */
  readonly tree: Flatbush;

  constructor(file: ArrayBufferLike) {
    this.tree = Flatbush.from(file);
    const { ArrayType, nodeSize, _boxes: boxes, _indices: indices } = this.tree;
    assertSound(
      ArrayType === Int32Array && nodeSize === BOXES_NODE_SIZE,
      'the boxes of streets are Int32, 16 to a node',
    );
    assertSound(
      HEAD_BYTES + boxes.byteLength + indices.byteLength === file.byteLength,
      'the tree of boxes is the file',
    );
  }

  get length(): number {
    return this.tree.numItems;
  }

  /** The streets that pass the filter, by the distance of their boxes to a position, nearest first; 0 inside a box. */
  nearest(latitude: number, longitude: number, { limit, maxBoxes, isWanted }: NearestStreetsOptions): number[] {
    const { _boxes: boxes, _indices: indices, _levelBounds: levelBounds, nodeSize, numItems } = this.tree;
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

/**
 * Checks that every street is in the tree once, its box around its addresses, and that a node's box is around those below it.
 * O(addresses).
 *
 * @param firstAddress of each street; one more than streets
 * @throws RangeError
 */
export function checkStreetBounds(
  bounds: StreetBounds,
  { latE7, lonE7, hasPosition }: PositionColumns,
  firstAddress: ArrayLike<number>,
): void {
  const latOf = (address: number): number => (hasPosition[address] === 1 ? latE7[address]! : NO_POSITION);
  const lonOf = (address: number): number => lonE7[address]!;
  const { _boxes: boxes, _indices: indices, _levelBounds: levelBounds, numItems } = bounds.tree;
  const isIn = new Uint8Array(numItems);
  for (let i = 0; i < numItems; i++) {
    const street = indices[i]!;
    assertSound(isIn[street] === 0, 'every street has one box');
    isIn[street] = 1;
    const box = boxAround(firstAddress[street]!, firstAddress[street + 1]!, latOf, lonOf);
    assertSound(
      box.every((bound, side) => bound === boxes[4 * i + side]),
      'the box of a street is around its addresses',
    );
  }
  // Nodes are written level by level, each after the last child of the one before it.
  let child = 0;
  for (let node = numItems; node < indices.length; node++) {
    const end = Math.min(child + 4 * BOXES_NODE_SIZE, levelBounds.find((bound) => bound > child)!);
    const isRootOfOne = numItems <= BOXES_NODE_SIZE;
    assertSound(indices[node] === (isRootOfOne ? 0 : child), 'the boxes under a node are where it says');
    const around = [Infinity, Infinity, -Infinity, -Infinity];
    for (; child < end; child += 4) {
      for (const side of [0, 1]) around[side] = Math.min(around[side]!, boxes[child + side]!);
      for (const side of [2, 3]) around[side] = Math.max(around[side]!, boxes[child + side]!);
    }
    assertSound(
      around.every((bound, side) => bound === boxes[4 * node + side]),
      'the box of a node is around those below it',
    );
  }
}

/** The file `streets.flatbush`. O(addresses + streets · log streets). */
export function packStreetBounds({ addresses, rows, firstAddress, streets }: OrderedInput): Uint8Array {
  const tree = new Flatbush(streets.length, BOXES_NODE_SIZE, Int32Array);
  const latOf = (address: number): number => addresses.latE7[rows[address]!]!;
  const lonOf = (address: number): number => addresses.lonE7[rows[address]!]!;
  for (let street = 0; street < streets.length; street++) {
    tree.add(...boxAround(firstAddress[street]!, firstAddress[street + 1]!, latOf, lonOf));
  }
  tree.finish();
  return new Uint8Array(tree.data);
}

/** West, south, east, north of addresses [from, to), whose latitude may be `NO_POSITION`; `NOWHERE` where each is. */
function boxAround(
  from: number,
  to: number,
  latOf: (address: number) => number,
  lonOf: (address: number) => number,
): readonly [west: number, south: number, east: number, north: number] {
  let [west, south, east, north] = [NOWHERE, NOWHERE, -NOWHERE, -NOWHERE];
  for (let address = from; address < to; address++) {
    const lat = latOf(address);
    if (lat === NO_POSITION) continue;
    const lon = lonOf(address);
    west = Math.min(west, lon);
    south = Math.min(south, lat);
    east = Math.max(east, lon);
    north = Math.max(north, lat);
  }
  return east < west ? [NOWHERE, NOWHERE, NOWHERE, NOWHERE] : [west, south, east, north];
}
