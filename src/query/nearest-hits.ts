/**
 * The `capacity` nearest of any number of hits, and how many there were: a heap with the farthest kept hit on top, so that
 * most hits of a large circle cost one comparison. Equal distances are ordered by address.
 */
export class NearestHits {
  /** All hits offered, kept or not. */
  total: number = 0;
  readonly #capacity: number;
  #distances: Float64Array;
  #addresses: Uint32Array;
  #size: number = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    const reserved = Math.min(capacity, 64);
    this.#distances = new Float64Array(reserved);
    this.#addresses = new Uint32Array(reserved);
  }

  /** O(log capacity) for a hit that is kept, O(1) for one that is not. */
  offer(distance: number, address: number): void {
    this.total++;
    if (this.#size < this.#capacity) {
      if (this.#size === this.#distances.length) this.#grow();
      this.#siftUp(distance, address);
    } else if (this.#capacity > 0 && !this.#isBefore(0, distance, address)) {
      this.#siftDown(distance, address);
    }
  }

  /** The kept hits' addresses, nearest first. */
  sorted(): number[] {
    const order = Array.from({ length: this.#size }, (_, i) => i);
    order.sort((a, b) => this.#distances[a]! - this.#distances[b]! || this.#addresses[a]! - this.#addresses[b]!);
    return order.map((i) => this.#addresses[i]!);
  }

  #grow(): void {
    const length = Math.min(this.#capacity, this.#distances.length * 2);
    const distances = new Float64Array(length);
    const addresses = new Uint32Array(length);
    distances.set(this.#distances);
    addresses.set(this.#addresses);
    this.#distances = distances;
    this.#addresses = addresses;
  }

  /** Whether the kept hit at `i` is nearer than the other, or as near with a lower address. */
  #isBefore(i: number, distance: number, address: number): boolean {
    const kept = this.#distances[i]!;
    return kept < distance || (kept === distance && this.#addresses[i]! < address);
  }

  #siftUp(distance: number, address: number): void {
    let hole = this.#size++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!this.#isBefore(parent, distance, address)) break;
      this.#move(parent, hole);
      hole = parent;
    }
    this.#distances[hole] = distance;
    this.#addresses[hole] = address;
  }

  #siftDown(distance: number, address: number): void {
    let hole = 0;
    for (let child = 1; child < this.#size; child = 2 * hole + 1) {
      if (child + 1 < this.#size && this.#isBefore(child, this.#distances[child + 1]!, this.#addresses[child + 1]!))
        child++;
      if (this.#isBefore(child, distance, address)) break;
      this.#move(child, hole);
      hole = child;
    }
    this.#distances[hole] = distance;
    this.#addresses[hole] = address;
  }

  #move(from: number, to: number): void {
    this.#distances[to] = this.#distances[from]!;
    this.#addresses[to] = this.#addresses[from]!;
  }
}
