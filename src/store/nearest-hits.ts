/**
 * The `capacity` nearest of any number of hits, and how many there were. Equal distances are ordered by address.
 *
 * Hits are appended to two arrays. When there are twice as many as wanted, only the nearest `capacity` are kept, and from then on farther hits
 * are not appended at all. So most hits of a large circle cost one comparison, and those of a small one
 * two stores, until the answer is sorted.
 *
 * One object serves one search after the other. The searching code appends hits itself, since a call with a
 * distance takes as long as the rest of the work:
 *
 *     if (distance <= hits.bound) {
 *       hits.distances[hits.kept] = distance;
 *       hits.addresses[hits.kept] = address;
 *       if (++hits.kept === hits.room) hits.makeRoom();
 *     }
 */
export class NearestHits {
  /** All hits, kept or not. */
  total: number = 0;
  kept: number = 0;
  /** No hit farther than this needs to be kept: infinite until `capacity` are known, -1 if none is wanted. */
  bound: number = -1;
  /** How many may be kept until `makeRoom` is called. */
  room: number = MIN_ROOM;
  distances: Float64Array = new Float64Array(MIN_ROOM);
  addresses: Uint32Array = new Uint32Array(MIN_ROOM);
  #capacity: number = 0;

  /** Starts a new search, and drops the hits of the last one. */
  reset(capacity: number): void {
    this.total = 0;
    this.kept = 0;
    this.bound = capacity === 0 ? -1 : Number.POSITIVE_INFINITY;
    this.#capacity = capacity;
    this.room = Math.min(this.distances.length, Math.max(MIN_ROOM, 2 * capacity));
  }

  /** Called when the arrays are full: keeps the nearest `capacity` hits, or replaces the arrays by longer ones. O(kept). */
  makeRoom(): void {
    if (this.kept >= 2 * this.#capacity) this.#select();
    else {
      const { distances, addresses } = this;
      this.distances = new Float64Array(2 * this.kept);
      this.distances.set(distances);
      this.addresses = new Uint32Array(2 * this.kept);
      this.addresses.set(addresses);
      this.room = 2 * this.kept;
    }
  }

  /** The addresses of the nearest `capacity` hits, nearest first. O(kept + capacity · log capacity). */
  take(): number[] {
    if (this.kept > this.#capacity) this.#select();
    this.#sort(0, this.kept - 1);
    return Array.from(this.addresses.subarray(0, this.kept));
  }

  /** Leaves the nearest `capacity` hits, in no order: quickselect. (Hoare, "Algorithm 65: find", CACM 1961.) */
  #select(): void {
    const last = this.#capacity - 1;
    let left = 0;
    let right = this.kept - 1;
    while (left < right) {
      const split = this.#partition(left, right);
      if (last <= split) right = split;
      else left = split + 1;
    }
    this.kept = this.#capacity;
    const { distances } = this;
    let bound = 0;
    for (let i = 0; i <= last; i++) if (distances[i]! > bound) bound = distances[i]!;
    this.bound = bound;
  }

  /** Quicksort of hits left … right; by insertion where there are few. */
  #sort(left: number, right: number): void {
    let from = left;
    while (right - from >= MIN_PARTITION) {
      const split = this.#partition(from, right);
      this.#sort(from, split);
      from = split + 1;
    }
    const { distances, addresses } = this;
    for (let i = from + 1; i <= right; i++) {
      const distance = distances[i]!;
      const address = addresses[i]!;
      let at = i;
      while (
        at > from &&
        (distances[at - 1]! > distance || (distances[at - 1] === distance && addresses[at - 1]! > address))
      ) {
        distances[at] = distances[at - 1]!;
        addresses[at] = addresses[at - 1]!;
        at--;
      }
      distances[at] = distance;
      addresses[at] = address;
    }
  }

  /** Orders hits left … right so that none up to the returned one, which is before `right`, comes after any beyond it. */
  #partition(left: number, right: number): number {
    const { distances, addresses } = this;
    const middle = (left + right) >>> 1;
    const distance = distances[middle]!;
    const address = addresses[middle]!;
    let i = left - 1;
    let j = right + 1;
    for (;;) {
      do i++;
      while (distances[i]! < distance || (distances[i] === distance && addresses[i]! < address));
      do j--;
      while (distances[j]! > distance || (distances[j] === distance && addresses[j]! > address));
      if (i >= j) return j;
      const farther = distances[i]!;
      distances[i] = distances[j]!;
      distances[j] = farther;
      const other = addresses[i]!;
      addresses[i] = addresses[j]!;
      addresses[j] = other;
    }
  }
}

/** Of the arrays. With pages of twenty, the second half of forty is dropped whenever it is full. */
const MIN_ROOM = 64;
/** Parts with fewer hits are sorted by insertion. */
const MIN_PARTITION = 24;
