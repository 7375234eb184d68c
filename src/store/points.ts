import KDBush from 'kdbush';
import { LocalMetric } from '../model/local-metric.ts';

/** In E7 degrees, east and north of every place on Earth: the coordinates of addresses without a position, out of reach of every query. */
export const NOWHERE = 0x7fffffff;

/** Squared metres within which two addresses are at the same point. */
const SAME_POINT = 0.01 ** 2;

/** The addresses at one point, and its distance. */
export interface NearestPoint {
  /** In index order, at most as many as requested. */
  readonly addresses: readonly number[];
  readonly squaredMetres: number;
}

/**
 * The positions of all addresses, in the file `points.kdbush`: a kd-tree over x = longitude, y = latitude in 10⁻⁷ degree,
 * whose point `i` is address `i`. The tree is built by kdbush; its arrays are walked here, with distances in metres:
 *
 *     coords   x y of the points, sorted so that the middle of every range splits it, by x and y in turn
 *     ids      the address of each of these points
 *
 *     left ───────── middle ───────── right      a range of no more than nodeSize points is not split further
 *      x ≤ split     x = split     x ≥ split
 */
export class AddressPoints {
  readonly #points: KDBush;

  /** A view on a file that `collectPoints` has begun and kdbush has sorted. */
  constructor(file: ArrayBufferLike) {
    this.#points = KDBush.from(file);
  }

  get length(): number {
    return this.#points.numItems;
  }

  /**
   * The addresses within a radius around a point, of which the `capacity` nearest are kept.
   * O(√addresses + addresses in the box around the circle).
   */
  within(latitude: number, longitude: number, radiusMetres: number, capacity: number): NearestHits {
    const hits = new NearestHits(capacity);
    const { ids, coords, nodeSize } = this.#points;
    const metric = new LocalMetric(latitude, longitude);
    const { latE7, lonE7, metresPerLat, metresPerLon, metresPerLonChange } = metric;
    const { west, south, east, north } = metric.boxAround(radiusMetres);
    const maxSquaredMetres = radiusMetres * radiusMetres;
    // Ranges of the tree still to be searched: [left, right] and whether they are split by longitude (0) or latitude (1).
    const stack = [0, ids.length - 1, 0];
    while (stack.length > 0) {
      const axis = stack.pop()!;
      const right = stack.pop()!;
      const left = stack.pop()!;
      // All points of a leaf; of a node, the middle point, at which it is split.
      const isLeaf = right - left <= nodeSize;
      const middle = (left + right) >> 1;
      const end = isLeaf ? right : middle;
      // `LocalMetric.squaredMetresTo`, inlined: computing a distance is cheaper than an unpredictable box test.
      for (let i = isLeaf ? left : middle; i <= end; i++) {
        const dLat = coords[2 * i + 1]! - latE7;
        const y = dLat * metresPerLat;
        const x = (coords[2 * i]! - lonE7) * (metresPerLon + dLat * metresPerLonChange);
        const squaredMetres = x * x + y * y;
        if (squaredMetres <= maxSquaredMetres) hits.offer(squaredMetres, ids[i]!);
      }
      if (isLeaf) continue;
      const split = coords[2 * middle + axis]!;
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

  /**
   * The nearest point with an address no farther than the square root of `maxSquaredMetres`, and the first `capacity` of its
   * addresses. The nearer half is walked first, the other one only within the best distance so far. O(log addresses) for
   * a position between addresses.
   */
  nearest(latitude: number, longitude: number, maxSquaredMetres: number, capacity: number): NearestPoint | undefined {
    const { ids, coords, nodeSize } = this.#points;
    const metric = new LocalMetric(latitude, longitude);
    const { latE7, lonE7 } = metric;
    let best = maxSquaredMetres;
    let found: number[] = [];
    const look = (i: number): void => {
      const squaredMetres = metric.squaredMetresTo(coords[2 * i + 1]!, coords[2 * i]!);
      if (squaredMetres > best + SAME_POINT || coords[2 * i] === NOWHERE) return;
      if (found.length > 0 && squaredMetres >= best - SAME_POINT) {
        if (found.length < capacity) found.push(ids[i]!);
        return;
      }
      found = [ids[i]!];
      best = squaredMetres;
    };
    const walk = (left: number, right: number, axis: 0 | 1): void => {
      if (right - left <= nodeSize) {
        for (let i = left; i <= right; i++) look(i);
        return;
      }
      const middle = (left + right) >> 1;
      look(middle);
      const split = coords[2 * middle + axis]!;
      const next = (1 - axis) as 0 | 1;
      const isBefore = axis === 0 ? lonE7 <= split : latE7 <= split;
      if (isBefore) walk(left, middle - 1, next);
      else walk(middle + 1, right, next);
      // The other half is at least as far away as the split line.
      const toSplit = axis === 0 ? metric.squaredMetresTo(latE7, split) : metric.squaredMetresTo(split, lonE7);
      if (toSplit * 0.999 > best + SAME_POINT) return;
      if (isBefore) walk(middle + 1, right, next);
      else walk(left, middle - 1, next);
    };
    walk(0, ids.length - 1, 0);
    if (found.length === 0 || best > maxSquaredMetres) return undefined;
    return { addresses: found.sort((a, b) => a - b), squaredMetres: best };
  }
}

/**
 * The `capacity` nearest of any number of hits, and how many there were: a heap with the farthest kept hit on top, so that
 * most hits of a large circle cost one comparison. Equal distances are ordered by address.
 */
export class NearestHits {
  /** All hits offered, kept or not. */
  total: number = 0;
  readonly #capacity: number;
  // Plain arrays: allocating two typed ones would cost more than the whole work of a small circle.
  readonly #distances: number[] = [];
  readonly #addresses: number[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** O(log capacity) for a hit that is kept, O(1) for one that is not. */
  offer(distance: number, address: number): void {
    this.total++;
    if (this.#distances.length < this.#capacity) {
      this.#distances.push(distance);
      this.#addresses.push(address);
      // The farthest is needed only once the capacity is reached.
      if (this.#distances.length === this.#capacity) this.#makeHeap();
    } else if (this.#capacity > 0 && !this.#isBefore(0, distance, address)) {
      this.#siftDown(0, distance, address, this.#distances.length);
    }
  }

  /** Removes the kept hits and returns their addresses, nearest first. O(capacity · log capacity). */
  take(): number[] {
    const nearestFirst = this.#addresses;
    if (nearestFirst.length < this.#capacity) this.#makeHeap();
    for (let size = nearestFirst.length - 1; size > 0; size--) {
      // Moves the farthest remaining hit to the end, and the last one to its place in the heap.
      const farthest = nearestFirst[0]!;
      this.#siftDown(0, this.#distances[size]!, nearestFirst[size]!, size);
      nearestFirst[size] = farthest;
    }
    return nearestFirst;
  }

  /** Whether the kept hit at `i` is nearer than the other, or equally near with a lower address. */
  #isBefore(i: number, distance: number, address: number): boolean {
    const kept = this.#distances[i]!;
    return kept < distance || (kept === distance && this.#addresses[i]! < address);
  }

  /** Makes a heap of the kept hits, from the last parent to the first. O(kept). */
  #makeHeap(): void {
    const size = this.#distances.length;
    for (let i = (size >> 1) - 1; i >= 0; i--) this.#siftDown(i, this.#distances[i]!, this.#addresses[i]!, size);
  }

  /** Puts a hit at `hole` or below it, among the first `size`. */
  #siftDown(hole: number, distance: number, address: number, size: number): void {
    let at = hole;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.#isBefore(child, this.#distances[child + 1]!, this.#addresses[child + 1]!)) child++;
      if (this.#isBefore(child, distance, address)) break;
      this.#distances[at] = this.#distances[child]!;
      this.#addresses[at] = this.#addresses[child]!;
      at = child;
    }
    this.#distances[at] = distance;
    this.#addresses[at] = address;
  }
}
