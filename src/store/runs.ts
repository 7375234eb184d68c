import KDBush from 'kdbush';
import { dxOf, dyOf, ORIGIN_UNIT, type PointGroups } from '../format/block-points.ts';
import { assertSound } from '../format/blocks.ts';
import { bytesOf, type Container } from '../format/container.ts';
import { NO_POSITION } from '../model/address-columns.ts';
import type { OrderedInput } from './order.ts';

/**
 * Runs of addresses of one street that are near one another, in the table and on the map. The kd-tree has one point per run
 * instead of one per address, a ninth as many, and no position is stored twice.
 *
 * House numbers ascend along a street on both of its sides, so neighbours in the table are neighbours on the map. But the two
 * sides need not keep in step: 1, 3, 5 … may be at the other end of the street when 2, 4, 6 … begin. So a run is an address and
 * any of the 31 after it:
 *
 *     address   120  121  122  123  124  125  126            one run:     first 120, others 010101 (bit 0 is address 121)
 *     number      1    2    3    4    5    6    7            another one: first 121, others  01010
 *
 * Every address with a position is in one run, and none without. Its position is stored as how far it is from the origin of
 * its run, at the south-west (format/block-points.ts); so a run is at most `MAX_RUN_LAT_E7` high and `MAX_RUN_LON_E7` wide. An
 * address far from its neighbours is its own run.
 *
 * Container `runs.bin`, in the order of a kd-tree over the origins of the runs, x = longitude, y = latitude, as kdbush sorts
 * it: the middle run of every range splits it, by x and y in turn.
 *
 *     left ───────── middle ───────── right      a range of no more than NODE_SIZE runs is not split further
 *      x ≤ split     x = split     x ≥ split
 *
 *     runs      i32: x, y, first, others of each run; x and y in 10⁻⁷ degree
 *     extents   u8: how far its addresses are from its origin at most, x and y, in units of `EXTENT_UNIT_E7`, rounded up
 *
 * A run is 18 bytes, side by side: searching touches few lines of memory.
 */
export class RunTree {
  readonly length: number;
  /** `RUN_WIDTH` numbers for each run: x, y, first, others. */
  readonly runs: Int32Array;
  /** Two numbers for each run: x, y. */
  readonly extents: Uint8Array;

  /** A view on the sections made by `packRuns`; nothing is copied. */
  constructor(container: Container) {
    const { buffer, byteOffset, byteLength } = container.bytes('runs');
    assertSound(byteLength % (4 * RUN_WIDTH) === 0, 'a run has 16 bytes');
    this.length = byteLength / (4 * RUN_WIDTH);
    this.runs = new Int32Array(buffer, byteOffset, RUN_WIDTH * this.length);
    this.extents = container.bytes('extents');
    if (this.extents.length !== 2 * this.length) {
      throw new RangeError(`Got ${this.extents.length / 2} extents of ${this.length} runs.`);
    }
  }
}

/**
 * Checks that every address with a position is in one run, from its origin, within its box and in its street, and that the runs are in the order of a
 * kd-tree. O(addresses).
 *
 * @param positions 10⁻⁷ degree, of each address, and whether it has one
 * @param firstAddress of each street; one more than streets
 * @throws RangeError
 */
export function checkRuns(
  { runs, extents, length }: RunTree,
  { latE7, lonE7, hasPosition, wordOf }: PositionColumns,
  firstAddress: ArrayLike<number>,
): void {
  const isInRun = new Uint8Array(hasPosition.length);
  const streetOf = new Uint32Array(hasPosition.length);
  for (let street = 0; street + 1 < firstAddress.length; street++) {
    streetOf.fill(street, firstAddress[street]!, firstAddress[street + 1]!);
  }
  for (let run = 0; run < length; run++) {
    const at = RUN_WIDTH * run;
    const [x, y, first, others] = [runs[at + RUN.x]!, runs[at + RUN.y]!, runs[at + RUN.first]!, runs[at + RUN.others]!];
    assertSound(others >= 0, 'a run has at most 32 addresses');
    let [width, height] = [0, 0];
    for (let bit = -1; bit < MAX_RUN_SPAN - 1; bit++) {
      if (bit >= 0 && ((others >>> bit) & 1) === 0) continue;
      const address = first + 1 + bit;
      assertSound(isInRun[address] === 0 && hasPosition[address] === 1, 'every address with a position is in one run');
      isInRun[address] = 1;
      assertSound(streetOf[address] === streetOf[first], 'a run is of one street');
      const [dx, dy] = [lonE7[address]! - x, latE7[address]! - y];
      const word = wordOf(address);
      assertSound(dx === dxOf(word) && dy === dyOf(word), 'an address is stored from the origin of its run');
      width = Math.max(width, dx);
      height = Math.max(height, dy);
    }
    const isAround =
      Math.ceil(width / EXTENT_UNIT_E7) === extents[2 * run] &&
      Math.ceil(height / EXTENT_UNIT_E7) === extents[2 * run + 1];
    assertSound(isAround, 'the box of a run is that of its addresses');
    assertSound(width <= MAX_RUN_LON_E7 && height <= MAX_RUN_LAT_E7, 'a run is no larger than its maximum');
  }
  const isComplete = isInRun.every((is, address) => is === hasPosition[address]);
  assertSound(isComplete, 'every address with a position is in one run');
  checkTreeOrder(runs, 0, length - 1, 0, [-Infinity, -Infinity, Infinity, Infinity]);
}

/** A range of the tree lies within the bounds that the splits above it leave: west, south, east, north. */
function checkTreeOrder(runs: Int32Array, left: number, right: number, axis: 0 | 1, bounds: readonly number[]): void {
  const isWithin = (run: number): boolean => {
    const [x, y] = [runs[RUN_WIDTH * run + RUN.x]!, runs[RUN_WIDTH * run + RUN.y]!];
    return x >= bounds[0]! && y >= bounds[1]! && x <= bounds[2]! && y <= bounds[3]!;
  };
  const isLeaf = right - left <= NODE_SIZE;
  const middle = (left + right) >> 1;
  for (let run = isLeaf ? left : middle; run <= (isLeaf ? right : middle); run++) {
    assertSound(isWithin(run), 'runs are in the order of a kd-tree');
  }
  if (isLeaf) return;
  const split = runs[RUN_WIDTH * middle + axis]!;
  const next = (1 - axis) as 0 | 1;
  checkTreeOrder(runs, left, middle - 1, next, bounds.with(axis + 2, split));
  checkTreeOrder(runs, middle + 1, right, next, bounds.with(axis, split));
}

/** The positions of all addresses, as columns. */
export interface PositionColumns {
  /** 10⁻⁷ degree; arbitrary for an address without a position. */
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
  /** 1 or 0. */
  readonly hasPosition: Uint8Array;
  /** The position as its block stores it: the offset from the origin of its run (format/block-points.ts). */
  readonly wordOf: (address: number) => number;
}

/** Columns of `RunTree.runs`. */
export const RUN_WIDTH = 4;
export const RUN = { x: 0, y: 1, first: 2, others: 3 } as const;

/** Runs in a leaf of the tree. */
export const NODE_SIZE = 16;
/** An address and the 31 after it. */
export const MAX_RUN_SPAN = 32;
/** The unit of `extents`. */
export const EXTENT_UNIT_E7 = 64;
/**
 * How far an address may be from the origin of its run, in 10⁻⁷ degree: about 57 m by 57 m at 51.5° N. With a larger box, small circles
 * look at more addresses in vain; with a smaller one there are more runs.
 */
export const MAX_RUN_LAT_E7: number = 5119;
export const MAX_RUN_LON_E7: number = 8191;

/** Runs that an address may continue: two sides of a street, and two that an outlier or a courtyard interrupts. */
const MAX_OPEN_RUNS = 4;

/** The runs of a country in the order of their first addresses, as columns. */
class RunColumns implements PointGroups {
  readonly first: number[] = [];
  readonly others: number[] = [];
  readonly west: number[] = [];
  readonly south: number[] = [];
  readonly east: number[] = [];
  readonly north: number[] = [];
  /** Address → its run, -1 without a position. */
  readonly #runOf: Int32Array;

  constructor(addresses: number) {
    this.#runOf = new Int32Array(addresses).fill(-1);
  }

  get length(): number {
    return this.first.length;
  }

  groupOf(address: number): number {
    return this.#runOf[address]!;
  }

  originXOf(run: number): number {
    return originOf(this.west[run]!);
  }

  originYOf(run: number): number {
    return originOf(this.south[run]!);
  }

  /** Begins a run with an address. */
  open(address: number, latE7: number, lonE7: number): void {
    this.#runOf[address] = this.length;
    this.first.push(address);
    this.others.push(0);
    this.west.push(lonE7);
    this.south.push(latE7);
    this.east.push(lonE7);
    this.north.push(latE7);
  }

  /** How much a run would grow with this address, 0 to 2, the whole extent in each direction being 1; infinite if it may not. */
  growth(run: number, address: number, latE7: number, lonE7: number): number {
    if (address - this.first[run]! >= MAX_RUN_SPAN) return Number.POSITIVE_INFINITY;
    const [west, south, east, north] = [this.west[run]!, this.south[run]!, this.east[run]!, this.north[run]!];
    const newWest = Math.min(west, lonE7);
    const newSouth = Math.min(south, latE7);
    const newEast = Math.max(east, lonE7);
    const newNorth = Math.max(north, latE7);
    if (newEast - originOf(newWest) > MAX_RUN_LON_E7 || newNorth - originOf(newSouth) > MAX_RUN_LAT_E7) {
      return Number.POSITIVE_INFINITY;
    }
    return (
      (newEast - newWest - (east - west)) / MAX_RUN_LON_E7 + (newNorth - newSouth - (north - south)) / MAX_RUN_LAT_E7
    );
  }

  add(run: number, address: number, latE7: number, lonE7: number): void {
    this.#runOf[address] = run;
    this.others[run] = this.others[run]! | (1 << (address - this.first[run]! - 1));
    this.west[run] = Math.min(this.west[run]!, lonE7);
    this.south[run] = Math.min(this.south[run]!, latE7);
    this.east[run] = Math.max(this.east[run]!, lonE7);
    this.north[run] = Math.max(this.north[run]!, latE7);
  }
}

/** The coordinate of the origin of what begins at `least`. */
function originOf(least: number): number {
  return Math.floor(least / ORIGIN_UNIT) * ORIGIN_UNIT;
}

/**
 * Cuts the streets into runs, from first address to last: each goes to the open run that grows least with it, or begins
 * one. A street ends all runs: runs across streets would be 1 % fewer in the real register of Groningen.
 */
export function cutRuns({ addresses, rows, firstAddress, streets }: OrderedInput): RunColumns {
  const { latE7, lonE7 } = addresses;
  const runs = new RunColumns(rows.length);
  // The open runs, the last one used first.
  const open: number[] = [];
  for (let street = 0; street < streets.length; street++) {
    open.length = 0;
    for (let address = firstAddress[street]!; address < firstAddress[street + 1]!; address++) {
      const [lat, lon] = [latE7[rows[address]!]!, lonE7[rows[address]!]!];
      if (lat === NO_POSITION) continue;
      let best = -1;
      let leastGrowth = Number.POSITIVE_INFINITY;
      for (let slot = 0; slot < open.length; slot++) {
        const growth = runs.growth(open[slot]!, address, lat, lon);
        if (growth < leastGrowth) {
          leastGrowth = growth;
          best = slot;
        }
      }
      let run = runs.length;
      if (best < 0) {
        runs.open(address, lat, lon);
        best = Math.min(open.length, MAX_OPEN_RUNS - 1);
      } else {
        run = open[best]!;
        runs.add(run, address, lat, lon);
      }
      for (let slot = best; slot > 0; slot--) open[slot] = open[slot - 1]!;
      open[0] = run;
    }
  }
  return runs;
}

/** The sections of `runs.bin`. */
export function packRuns(runs: RunColumns): Map<string, Uint8Array> {
  const tree = new KDBush(runs.length, NODE_SIZE, Int32Array);
  for (let run = 0; run < runs.length; run++) tree.add(runs.originXOf(run), runs.originYOf(run));
  tree.finish();
  const packed = new Int32Array(RUN_WIDTH * runs.length);
  const extents = new Uint8Array(2 * runs.length);
  tree.ids.forEach((run, i) => {
    const lon = tree.coords[2 * i]!;
    const lat = tree.coords[2 * i + 1]!;
    packed.set([lon, lat, runs.first[run]!, runs.others[run]!], RUN_WIDTH * i);
    extents[2 * i] = Math.ceil((runs.east[run]! - lon) / EXTENT_UNIT_E7);
    extents[2 * i + 1] = Math.ceil((runs.north[run]! - lat) / EXTENT_UNIT_E7);
  });
  return new Map([
    ['runs', bytesOf(packed)],
    ['extents', extents],
  ]);
}
