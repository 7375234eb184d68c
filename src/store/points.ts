import { dxOf, dyOf } from '../format/block-points.ts';
import { BLOCK_MASK, BLOCK_ROWS, BLOCK_SHIFT } from '../format/blocks.ts';
import { countBits } from '../model/bits.ts';
import { LocalMetric } from '../model/local-metric.ts';
import type { AddressTable } from './address-table.ts';
import { NearestHits } from './nearest-hits.ts';
import {
  EXTENT_UNIT_E7,
  MAX_RUN_LAT_E7,
  MAX_RUN_LON_E7,
  MAX_RUN_SPAN,
  NODE_SIZE,
  RUN,
  RUN_WIDTH,
  type RunTree,
} from './runs.ts';

/** Squared metres within which two addresses are equally far. */
const SAME_DISTANCE = 0.01 ** 2;

/** More than a tree of 2^32 runs has. */
const MAX_LEVELS = 40;

/** The nearest addresses, all at one distance. */
interface NearestPoint {
  /** In index order, at most as many as requested. */
  readonly addresses: readonly number[];
  readonly squaredMetres: number;
}

/**
 * The positions of all addresses, found through the kd-tree over their runs (runs.ts), with distances in metres. The box of a run
 * says whether any of its addresses can be within reach, and whether all are; else its addresses are looked at, whose positions
 * are offsets from the run's origin. Only positions count, so the result is exact.
 */
export class AddressPoints {
  readonly tree: RunTree;
  readonly #addresses: AddressTable;
  /** What `within` finds. */
  readonly #hits: NearestHits = new NearestHits();
  /** Ranges of the tree that `within` still has to search: three numbers each, one more with every level. */
  readonly #stack: Int32Array = new Int32Array(3 * MAX_LEVELS);
  /** How far the boxes of a leaf are. */
  readonly #boxes: Float64Array = new Float64Array(NODE_SIZE + 1);

  constructor(tree: RunTree, addresses: AddressTable) {
    this.tree = tree;
    this.#addresses = addresses;
  }

  /**
   * Counts the addresses within a radius around a point, and keeps the `capacity` nearest. The result is valid until the next search.
   * O(√runs + addresses in the box around the circle).
   */
  within(latitude: number, longitude: number, radiusMetres: number, capacity: number): NearestHits {
    const hits = this.#hits;
    hits.reset(capacity);
    let { bound, kept, room, distances: keptDistances, addresses: keptAddresses } = hits;
    let total = 0;
    const { runs, extents } = this.tree;
    const addresses = this.#addresses;
    const words = addresses.words;
    const metric = new LocalMetric(latitude, longitude);
    const { latE7, lonE7, metresPerLat, metresPerLon, metresPerLonChange } = metric;
    const { west, south, east, north } = metric.boxAround(radiusMetres);
    // Where the origins of runs are that reach into the box.
    const originWest = west - MAX_RUN_LON_E7;
    const originSouth = south - MAX_RUN_LAT_E7;
    const maxSquaredMetres = radiusMetres * radiusMetres;
    // Metres per unit of longitude, at least and at most, wherever a run within reach has addresses.
    const change = (north - latE7 + MAX_RUN_LAT_E7) * Math.abs(metresPerLonChange);
    const narrowest = Math.max(metresPerLon - change, 0);
    const widest = metresPerLon + change;
    // Ranges of the tree still to be searched: [left, right] and whether they are split by longitude (0) or latitude (1).
    const stack = this.#stack;
    let top = 3;
    stack[0] = 0;
    stack[1] = this.tree.length - 1;
    stack[2] = 0;
    while (top > 0) {
      const axis = stack[--top]!;
      const right = stack[--top]!;
      const left = stack[--top]!;
      // All points of a leaf; of a node, the middle point, at which it is split.
      const isLeaf = right - left <= NODE_SIZE;
      const middle = (left + right) >> 1;
      const end = isLeaf ? right : middle;
      for (let i = isLeaf ? left : middle; i <= end; i++) {
        const run = RUN_WIDTH * i;
        const lon = runs[run]!;
        const lat = runs[run + 1]!;
        if (lon < originWest || lon > east || lat < originSouth || lat > north) continue;
        // From the point to the origin. The nearest and the farthest that an address of the run can be, a centimetre more than enough.
        const toLon = lon - lonE7;
        const toLat = lat - latE7;
        const width = extents[2 * i]! * EXTENT_UNIT_E7 + 1;
        const height = extents[2 * i + 1]! * EXTENT_UNIT_E7 + 1;
        const nearY = (toLat > 0 ? toLat : toLat + height < 0 ? toLat + height : 0) * metresPerLat;
        const nearX = (toLon > 0 ? toLon : toLon + width < 0 ? toLon + width : 0) * narrowest;
        const nearest = nearX * nearX + nearY * nearY;
        if (nearest > maxSquaredMetres) continue;
        const others = runs[run + 3]!;
        if (nearest > bound) {
          const farY = Math.max(-toLat, toLat + height) * metresPerLat;
          const farX = Math.max(-toLon, toLon + width) * widest;
          // All within the radius, none among the nearest: they only count.
          if (farX * farX + farY * farY <= maxSquaredMetres) {
            total += 1 + countBits(others);
            continue;
          }
        }
        const first = runs[run + 2]!;
        const inBlock = first & BLOCK_MASK;
        // A bit for each address of the run from its first block on, and, once these are done, from the next block on.
        const members = (others << 1) | 1;
        let block = first >>> BLOCK_SHIFT;
        let bits = members << inBlock;
        let later = inBlock === 0 ? 0 : members >>> (BLOCK_ROWS - inBlock);
        do {
          const positions = addresses.positionsOf(block);
          while (bits !== 0) {
            const bit = 31 - Math.clz32(bits & -bits);
            bits &= bits - 1;
            const word = words[positions + bit]!;
            // `LocalMetric.squaredMetresTo`, inlined.
            const northward = toLat + dyOf(word);
            const y = northward * metresPerLat;
            const x = (toLon + dxOf(word)) * (metresPerLon + northward * metresPerLonChange);
            const squaredMetres = x * x + y * y;
            if (squaredMetres > maxSquaredMetres) continue;
            total++;
            if (squaredMetres > bound) continue;
            keptDistances[kept] = squaredMetres;
            keptAddresses[kept] = (block << BLOCK_SHIFT) + bit;
            if (++kept < room) continue;
            hits.kept = kept;
            hits.makeRoom();
            ({ bound, kept, room, distances: keptDistances, addresses: keptAddresses } = hits);
          }
          block++;
          bits = later;
          later = 0;
        } while (bits !== 0);
      }
      if (isLeaf) continue;
      const split = runs[RUN_WIDTH * middle + axis]!;
      const hasLeft = (axis === 0 ? originWest : originSouth) <= split;
      const hasRight = (axis === 0 ? east : north) >= split;
      // The side of the query point is popped first: once the nearest are kept, other hits cost one comparison.
      const isRightFirst = (axis === 0 ? lonE7 : latE7) >= split;
      if (hasRight && !isRightFirst) {
        stack[top++] = middle + 1;
        stack[top++] = right;
        stack[top++] = 1 - axis;
      }
      if (hasLeft) {
        stack[top++] = left;
        stack[top++] = middle - 1;
        stack[top++] = 1 - axis;
      }
      if (hasRight && isRightFirst) {
        stack[top++] = middle + 1;
        stack[top++] = right;
        stack[top++] = 1 - axis;
      }
    }
    hits.total = total;
    hits.kept = kept;
    return hits;
  }

  /**
   * The nearest addresses no farther than the square root of `maxSquaredMetres`: all that are equally near, of which the first
   * `capacity` are kept. The nearer side of the tree is walked first, and of a leaf the nearest box; the others only if they can have an
   * address that is as near as the best so far. O(log runs) for a position between addresses.
   */
  nearest(latitude: number, longitude: number, maxSquaredMetres: number, capacity: number): NearestPoint | undefined {
    const { runs, extents } = this.tree;
    const metric = new LocalMetric(latitude, longitude);
    const { latE7, lonE7, metresPerLat, metresPerLon, metresPerLonChange } = metric;
    const { north } = metric.boxAround(Math.sqrt(maxSquaredMetres + SAME_DISTANCE));
    // Metres per unit of longitude, at least, wherever an address can be that counts.
    const narrowest = Math.max(metresPerLon - (north - latE7) * Math.abs(metresPerLonChange), 0);
    const best = new EquallyNear(maxSquaredMetres);
    const boxes = this.#boxes;
    // Ranges of the tree still to be searched: [left, right], how they are split, and the least that anything in them is away.
    const stack = [0, this.tree.length - 1, 0, 0];
    while (stack.length > 0) {
      const away = stack.pop()!;
      const axis = stack.pop()!;
      const right = stack.pop()!;
      const left = stack.pop()!;
      if (away > best.reach) continue;
      const isLeaf = right - left <= NODE_SIZE;
      const middle = (left + right) >> 1;
      const from = isLeaf ? left : middle;
      const count = isLeaf ? right - left + 1 : 1;
      // How far the boxes of the runs are.
      let nearest = 0;
      for (let slot = 0; slot < count; slot++) {
        const i = from + slot;
        const toLon = runs[RUN_WIDTH * i]! - lonE7;
        const toLat = runs[RUN_WIDTH * i + 1]! - latE7;
        const toEast = toLon + extents[2 * i]! * EXTENT_UNIT_E7 + 1;
        const toNorth = toLat + extents[2 * i + 1]! * EXTENT_UNIT_E7 + 1;
        const y = (toLat > 0 ? toLat : toNorth < 0 ? toNorth : 0) * metresPerLat;
        const x = (toLon > 0 ? toLon : toEast < 0 ? toEast : 0) * narrowest;
        boxes[slot] = x * x + y * y;
        if (boxes[slot]! < boxes[nearest]!) nearest = slot;
      }
      if (count > 0 && boxes[nearest]! <= best.reach) this.#look(from + nearest, metric, best);
      for (let slot = 0; slot < count; slot++) {
        if (boxes[slot]! <= best.reach && slot !== nearest) this.#look(from + slot, metric, best);
      }
      if (isLeaf) continue;
      // Origins are up to the split on the left, and their runs reach beyond it; on the right, from the split on.
      const split = runs[RUN_WIDTH * middle + axis]! - (axis === 0 ? lonE7 : latE7);
      const metres = axis === 0 ? narrowest : metresPerLat;
      const toRight = Math.max(split, 0) * metres;
      const toLeft = Math.max(-split - (axis === 0 ? MAX_RUN_LON_E7 : MAX_RUN_LAT_E7), 0) * metres;
      const isRightFirst = split <= 0;
      if (!isRightFirst) stack.push(middle + 1, right, 1 - axis, Math.max(away, toRight * toRight));
      stack.push(left, middle - 1, 1 - axis, Math.max(away, toLeft * toLeft));
      if (isRightFirst) stack.push(middle + 1, right, 1 - axis, Math.max(away, toRight * toRight));
    }
    return best.take(maxSquaredMetres, capacity);
  }

  /** Offers the addresses of a run. */
  #look(i: number, metric: LocalMetric, best: EquallyNear): void {
    const { runs } = this.tree;
    const lon = runs[RUN_WIDTH * i + RUN.x]!;
    const lat = runs[RUN_WIDTH * i + RUN.y]!;
    const first = runs[RUN_WIDTH * i + RUN.first]!;
    let rest = runs[RUN_WIDTH * i + RUN.others]!;
    const words = this.#addresses.words;
    let address = first;
    for (;;) {
      const word = words[this.#addresses.positionsOf(address >>> BLOCK_SHIFT) + (address & BLOCK_MASK)]!;
      const squaredMetres = metric.squaredMetresTo(lat + dyOf(word), lon + dxOf(word));
      if (squaredMetres <= best.reach) best.offer(squaredMetres, address);
      if (rest === 0) return;
      address = first + 32 - Math.clz32(rest & -rest);
      rest &= rest - 1;
    }
  }
}

/** The addresses that are nearest so far. */
class EquallyNear {
  /** Squared metres within which an address is as near as the best so far; nothing farther counts. */
  reach: number;
  #best: number;
  readonly #addresses: number[] = [];
  readonly #distances: number[] = [];

  constructor(maxSquaredMetres: number) {
    this.#best = maxSquaredMetres;
    this.reach = maxSquaredMetres + SAME_DISTANCE;
  }

  offer(squaredMetres: number, address: number): void {
    if (squaredMetres < this.#best) {
      // What was the best is now too far, unless it was equally near.
      if (this.#best > squaredMetres + SAME_DISTANCE) {
        this.#addresses.length = 0;
        this.#distances.length = 0;
      }
      this.#best = squaredMetres;
      this.reach = squaredMetres + SAME_DISTANCE;
    }
    this.#addresses.push(address);
    this.#distances.push(squaredMetres);
  }

  take(maxSquaredMetres: number, capacity: number): NearestPoint | undefined {
    const reach = Math.min(this.reach, maxSquaredMetres);
    const addresses = this.#addresses.filter((_, i) => this.#distances[i]! <= reach).sort((a, b) => a - b);
    if (addresses.length === 0) return undefined;
    return { addresses: addresses.slice(0, capacity), squaredMetres: this.#best };
  }
}

/** The runs whose middle is within a radius, nearest first. For people. */
export function runsAround(
  { runs, extents, length }: RunTree,
  latitude: number,
  longitude: number,
  radiusMetres: number,
): RunAround[] {
  const metric = new LocalMetric(latitude, longitude);
  const found: RunAround[] = [];
  for (let i = 0; i < length; i++) {
    const [x, y, first, others] = runs.subarray(RUN_WIDTH * i, RUN_WIDTH * (i + 1)) as unknown as RunNumbers;
    const width = extents[2 * i]! * EXTENT_UNIT_E7;
    const height = extents[2 * i + 1]! * EXTENT_UNIT_E7;
    const metres = Math.sqrt(metric.squaredMetresTo(y + height / 2, x + width / 2));
    if (metres > radiusMetres) continue;
    const addresses = [first];
    for (let bit = 0; bit < MAX_RUN_SPAN - 1; bit++) if ((others >>> bit) & 1) addresses.push(first + 1 + bit);
    found.push({
      metres,
      addresses,
      widthMetres: width * metric.metresPerLon,
      heightMetres: height * metric.metresPerLat,
    });
  }
  return found.sort((a, b) => a.metres - b.metres || a.addresses[0]! - b.addresses[0]!);
}

/** A run near a point. */
export interface RunAround {
  /** From the point to its middle. */
  readonly metres: number;
  readonly addresses: readonly number[];
  readonly widthMetres: number;
  readonly heightMetres: number;
}

type RunNumbers = readonly [x: number, y: number, first: number, others: number];
