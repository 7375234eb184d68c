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

  /** No hit farther than this is kept: infinite until `capacity` hits are. */
  get bound(): number {
    if (this.#capacity === 0) return -1;
    return this.#distances.length < this.#capacity ? Number.POSITIVE_INFINITY : this.#distances[0]!;
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
