import type { Pairs } from '../format/packed-rows.ts';
import { LocalMetric } from '../model/local-metric.ts';
import type { AddressTable } from './address-table.ts';
import { NearestHits } from './nearest-hits.ts';
import {
  HALF_UNIT_E7,
  MAX_HALF_LAT_E7,
  MAX_HALF_LON_E7,
  MAX_RUN_SPAN,
  NODE_SIZE,
  RUN,
  RUN_WIDTH,
  type RunTree,
} from './runs.ts';

/** Squared metres within which two addresses are equally far. */
const SAME_DISTANCE = 0.01 ** 2;

/** The nearest addresses, all at one distance. */
export interface NearestPoint {
  /** In index order, at most as many as requested. */
  readonly addresses: readonly number[];
  readonly squaredMetres: number;
}

/**
 * The positions of all addresses, found through the kd-tree over their runs (runs.ts), with distances in metres. A run is within reach
 * if its middle is within the radius plus half the largest extent of a run. Then its box is looked at, and then the positions of
 * its addresses, unpacked from the address table: only they count, so the result is exact.
 */
export class AddressPoints {
  readonly #tree: RunTree;
  readonly #addresses: AddressTable;
  /** The addresses of the run being looked at, and their positions, latitude and longitude in turn. */
  readonly #members: Pairs = { rows: new Uint32Array(MAX_RUN_SPAN), pairs: new Int32Array(2 * MAX_RUN_SPAN) };

  constructor(tree: RunTree, addresses: AddressTable) {
    this.#tree = tree;
    this.#addresses = addresses;
  }

  /**
   * Counts the addresses within a radius around a point, and keeps the `capacity` nearest.
   * O(√runs + addresses in the box around the circle).
   */
  within(latitude: number, longitude: number, radiusMetres: number, capacity: number): NearestHits {
    const hits = new NearestHits(capacity);
    const { runs, halves } = this.#tree;
    const metric = new LocalMetric(latitude, longitude);
    const { latE7, lonE7, metresPerLat, metresPerLon, metresPerLonChange } = metric;
    const circle = metric.boxAround(radiusMetres);
    const { west, south, east, north } = widenedByHalfARun(circle);
    const southmost = toInt32(circle.south);
    const northmost = toInt32(circle.north);
    const maxSquaredMetres = radiusMetres * radiusMetres;
    // Metres per unit of longitude, at least and at most, wherever a run within reach has addresses.
    const change = (north - latE7 + MAX_HALF_LAT_E7) * Math.abs(metresPerLonChange);
    const narrowest = Math.max(metresPerLon - change, 0);
    const widest = metresPerLon + change;
    const { rows: members, pairs: positions } = this.#members;
    // Ranges of the tree still to be searched: [left, right] and whether they are split by longitude (0) or latitude (1).
    const stack = [0, this.#tree.length - 1, 0];
    while (stack.length > 0) {
      const axis = stack.pop()!;
      const right = stack.pop()!;
      const left = stack.pop()!;
      // All points of a leaf; of a node, the middle point, at which it is split.
      const isLeaf = right - left <= NODE_SIZE;
      const middle = (left + right) >> 1;
      const end = isLeaf ? right : middle;
      for (let i = isLeaf ? left : middle; i <= end; i++) {
        const run = RUN_WIDTH * i;
        const lon = runs[run + RUN.x]!;
        const lat = runs[run + RUN.y]!;
        if (lon < west || lon > east || lat < south || lat > north) continue;
        // The nearest and the farthest that an address of the run can be, a centimetre more than enough.
        const halfLon = halves[2 * i]! * HALF_UNIT_E7 + 1;
        const halfLat = halves[2 * i + 1]! * HALF_UNIT_E7 + 1;
        const dLat = Math.abs(lat - latE7);
        const dLon = Math.abs(lon - lonE7);
        const nearY = Math.max(dLat - halfLat, 0) * metresPerLat;
        const nearX = Math.max(dLon - halfLon, 0) * narrowest;
        const nearest = nearX * nearX + nearY * nearY;
        if (nearest > maxSquaredMetres) continue;
        if (nearest > hits.bound) {
          const farY = (dLat + halfLat) * metresPerLat;
          const farX = (dLon + halfLon) * widest;
          // All within the radius, none among the nearest: they only count.
          if (farX * farX + farY * farY <= maxSquaredMetres) {
            hits.total += 1 + bitCount(runs[run + RUN.others]!);
            continue;
          }
        }
        const count = this.#addresses.readPositions(
          runs[run + RUN.first]!,
          runs[run + RUN.others]!,
          southmost,
          northmost,
          this.#members,
        );
        for (let member = 0; member < count; member++) {
          // `LocalMetric.squaredMetresTo`, inlined.
          const north = positions[2 * member]! - latE7;
          const y = north * metresPerLat;
          const x = (positions[2 * member + 1]! - lonE7) * (metresPerLon + north * metresPerLonChange);
          const squaredMetres = x * x + y * y;
          if (squaredMetres <= maxSquaredMetres) hits.offer(squaredMetres, members[member]!);
        }
      }
      if (isLeaf) continue;
      const split = runs[RUN_WIDTH * middle + axis]!;
      const hasLeft = (axis === 0 ? west : south) <= split;
      const hasRight = (axis === 0 ? east : north) >= split;
      // The side of the query point is popped first: once the nearest are kept, other hits cost one comparison.
      const isRightFirst = (axis === 0 ? lonE7 : latE7) >= split;
      if (hasRight && !isRightFirst) stack.push(middle + 1, right, 1 - axis);
      if (hasLeft) stack.push(left, middle - 1, 1 - axis);
      if (hasRight && isRightFirst) stack.push(middle + 1, right, 1 - axis);
    }
    return hits;
  }

  /** The runs whose middle is within a radius, nearest first. For people. */
  runsAround(latitude: number, longitude: number, radiusMetres: number): RunAround[] {
    const { runs, halves, length } = this.#tree;
    const metric = new LocalMetric(latitude, longitude);
    const found: RunAround[] = [];
    for (let i = 0; i < length; i++) {
      const [x, y, first, others] = runs.subarray(RUN_WIDTH * i, RUN_WIDTH * (i + 1)) as unknown as RunNumbers;
      const metres = Math.sqrt(metric.squaredMetresTo(y, x));
      if (metres > radiusMetres) continue;
      const addresses = [first];
      for (let bit = 0; bit < MAX_RUN_SPAN - 1; bit++) if ((others >>> bit) & 1) addresses.push(first + 1 + bit);
      found.push({
        metres,
        addresses,
        widthMetres: 2 * halves[2 * i]! * HALF_UNIT_E7 * metric.metresPerLon,
        heightMetres: 2 * halves[2 * i + 1]! * HALF_UNIT_E7 * metric.metresPerLat,
      });
    }
    return found.sort((a, b) => a.metres - b.metres || a.addresses[0]! - b.addresses[0]!);
  }

  /**
   * The nearest addresses no farther than the square root of `maxSquaredMetres`: all that are equally near, of which the first
   * `capacity` are kept. The nearer half is walked first, the other one only within the best distance so far. O(log runs)
   * for a position between addresses.
   */
  nearest(latitude: number, longitude: number, maxSquaredMetres: number, capacity: number): NearestPoint | undefined {
    const { runs, halves } = this.#tree;
    const metric = new LocalMetric(latitude, longitude);
    const { latE7, lonE7, metresPerLat, metresPerLon, metresPerLonChange } = metric;
    const { rows: members, pairs: positions } = this.#members;
    let best = maxSquaredMetres;
    let found: { address: number; squaredMetres: number }[] = [];
    // What is within the best distance so far, and how many metres a unit of longitude has there at least.
    let box = widenedByHalfARun(metric.boxAround(Math.sqrt(best + SAME_DISTANCE)));
    let narrowest = 0;
    const come = (squaredMetres: number): void => {
      best = squaredMetres;
      box = widenedByHalfARun(metric.boxAround(Math.sqrt(best + SAME_DISTANCE)));
      narrowest = Math.max(metresPerLon - (box.north - latE7) * Math.abs(metresPerLonChange), 0);
      found = found.filter((each) => each.squaredMetres <= best + SAME_DISTANCE);
    };
    come(best);
    const look = (i: number): void => {
      const run = RUN_WIDTH * i;
      const lon = runs[run + RUN.x]!;
      const lat = runs[run + RUN.y]!;
      if (lon < box.west || lon > box.east || lat < box.south || lat > box.north) return;
      const y = Math.max(Math.abs(lat - latE7) - halves[2 * i + 1]! * HALF_UNIT_E7 - 1, 0) * metresPerLat;
      const x = Math.max(Math.abs(lon - lonE7) - halves[2 * i]! * HALF_UNIT_E7 - 1, 0) * narrowest;
      if (x * x + y * y > best + SAME_DISTANCE) return;
      const count = this.#addresses.readPositions(
        runs[run + RUN.first]!,
        runs[run + RUN.others]!,
        toInt32(box.south),
        toInt32(box.north),
        this.#members,
      );
      for (let member = 0; member < count; member++) {
        const squaredMetres = metric.squaredMetresTo(positions[2 * member]!, positions[2 * member + 1]!);
        if (squaredMetres > best + SAME_DISTANCE) continue;
        found.push({ address: members[member]!, squaredMetres });
        if (squaredMetres < best) come(squaredMetres);
      }
    };
    const walk = (left: number, right: number, axis: 0 | 1): void => {
      if (right - left <= NODE_SIZE) {
        for (let i = left; i <= right; i++) look(i);
        return;
      }
      const middle = (left + right) >> 1;
      look(middle);
      const split = runs[RUN_WIDTH * middle + axis]!;
      const next = (1 - axis) as 0 | 1;
      const isBefore = axis === 0 ? lonE7 <= split : latE7 <= split;
      if (isBefore) walk(left, middle - 1, next);
      if ((axis === 0 ? box.east : box.north) >= split) walk(middle + 1, right, next);
      if (!isBefore && (axis === 0 ? box.west : box.south) <= split) walk(left, middle - 1, next);
    };
    walk(0, this.#tree.length - 1, 0);
    const addresses = found
      .filter(({ squaredMetres }) => squaredMetres <= maxSquaredMetres)
      .map(({ address }) => address);
    if (addresses.length === 0) return undefined;
    return { addresses: addresses.sort((a, b) => a - b).slice(0, capacity), squaredMetres: best };
  }
}

/** A run, as it is around a point. */
export interface RunAround {
  /** From the point to its middle. */
  readonly metres: number;
  readonly addresses: readonly number[];
  readonly widthMetres: number;
  readonly heightMetres: number;
}

type RunNumbers = readonly [x: number, y: number, first: number, others: number];

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A box in which the middles of all runs are that have an address in the given one. */
function widenedByHalfARun({ west, south, east, north }: Box): Box {
  return {
    west: west - MAX_HALF_LON_E7,
    south: south - MAX_HALF_LAT_E7,
    east: east + MAX_HALF_LON_E7,
    north: north + MAX_HALF_LAT_E7,
  };
}

/** The whole number of 32 bits that is nearest; bounds have a margin of more than one. */
function toInt32(value: number): number {
  return Math.max(Math.min(Math.round(value), 0x7fffffff), -0x80000000);
}

/** Bits that are set in a whole number of 32 bits. (Warren, "Hacker's Delight", 5-1.) */
function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
