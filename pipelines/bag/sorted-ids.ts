/**
 * Finds rows by BAG identifier: ascending identifiers, with a table of where each municipality's begin. The first four
 * of the sixteen digits are the municipality that gave the identifier out, so a search halves the at most half a million
 * of one municipality instead of ten million; and rows that are asked for one after the other mostly share one.
 *
 *     ids      0003… 0003… 0005… 0010… 0010… 0010… 0014…      ascending, each once
 *     starts   [… 3:0, 4:2, 5:2, 6:3 … 10:3, 11:6 …]           first row with at least that prefix
 */
export class SortedIds {
  readonly #ids: Float64Array;
  readonly #starts: Uint32Array;

  /** `ids` must ascend and be below 10¹⁶; the array is kept, not copied. */
  constructor(ids: Float64Array) {
    this.#ids = ids;
    this.#starts = new Uint32Array(PREFIXES + 1);
    let row = 0;
    for (let prefix = 0; prefix <= PREFIXES; prefix++) {
      while (row < ids.length && ids[row]! < prefix * PREFIX_UNIT) row++;
      this.#starts[prefix] = row;
    }
  }

  get length(): number {
    return this.#ids.length;
  }

  /** The row of `id`, or -1; about a tenth of a microsecond. */
  find(id: number): number {
    const ids = this.#ids;
    const prefix = Math.floor(id / PREFIX_UNIT);
    if (!(prefix >= 0 && prefix < PREFIXES)) return -1;
    let low = this.#starts[prefix]!;
    let high = this.#starts[prefix + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return ids[low] === id ? low : -1;
  }
}

const PREFIXES = 10_000;
const PREFIX_UNIT = 1e12;
