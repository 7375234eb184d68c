import { assertSound, type NumberArray, partitionPoint } from '../format/blocks.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';

/**
 * Finds rows by the register's identifier: the identifiers in row order, and the rows in identifier order. Neighbours in a street
 * were mostly given their identifiers together, so the order packs to some ten bits a row.
 */
export class IdIndex {
  readonly #id: PackedColumn;
  #rowsById: PackedColumn | Sorted | undefined;

  /**
   * Over the two sections that `packIds` has made; nothing is copied. Without the second, which early indexes lack for addresses,
   * the order is made when it is first asked for: a second for ten million.
   */
  constructor(id: Uint8Array, rowsById: Uint8Array | undefined) {
    this.#id = new PackedColumn(id);
    this.#rowsById = rowsById && new PackedColumn(rowsById);
  }

  get length(): number {
    return this.#id.length;
  }

  /** Checks that every row has an identifier, and that the order has all rows in the order of theirs. O(rows). @throws RangeError */
  check(rows: number): void {
    this.#id.check();
    assertSound(this.#id.length === rows, 'every row has an identifier');
    const ids = this.#id.values();
    for (let row = 0; row < rows; row++) assertSound(ids[row]! >= 0, 'identifiers are not negative');
    if (!(this.#rowsById instanceof PackedColumn)) return;
    this.#rowsById.check();
    assertSound(this.#rowsById.length === rows, 'every row is in the order of identifiers');
    const order = this.#rowsById.values();
    for (let i = 0; i < rows; i++) {
      const [row, next] = [order[i]!, order[i + 1]];
      assertSound(row >= 0 && row < rows, 'the order of identifiers is one of rows');
      const isInOrder = next === undefined || ids[row]! < ids[next]! || (ids[row] === ids[next] && row < next);
      assertSound(isInOrder, 'identifiers are in order, each row once');
    }
  }

  /** Copies the identifiers of rows [from, to) to `into`. */
  readRange(from: number, to: number, into: NumberArray): void {
    this.#id.readRange(from, to, into);
  }

  idOf(row: number): number {
    return this.#id.at(row);
  }

  /** The rows with this identifier, in row order. O(log n). */
  rowsWith(id: number): number[] {
    this.#rowsById ??= new Sorted(Float64Array.from({ length: this.#id.length }, (_, row) => this.#id.at(row)));
    const order = this.#rowsById;
    const rows: number[] = [];
    let at = partitionPoint(0, order.length, (i) => this.#id.at(order.at(i)) < id);
    for (; at < order.length && this.#id.at(order.at(at)) === id; at++) rows.push(order.at(at));
    return rows;
  }

  /** The first of the rows [from, to) with this identifier, or -1. O(to - from). */
  rowAmong(id: number, from: number, to: number): number {
    return this.#id.indexOf(id, from, to);
  }
}

/** An order in memory, read like a packed one. */
class Sorted {
  readonly length: number;
  readonly #rows: Uint32Array;

  constructor(ids: Float64Array) {
    this.length = ids.length;
    this.#rows = orderOf(ids);
  }

  at(i: number): number {
    return this.#rows[i]!;
  }
}

/** The two sections of an `IdIndex`. */
export function packIds(ids: Float64Array): { readonly id: Uint8Array; readonly rowsById: Uint8Array } {
  return { id: packColumn(ids), rowsById: packColumn(orderOf(ids)) };
}

const DIGIT_BITS = 14;
const DIGITS = 2 ** DIGIT_BITS;

/**
 * The rows by ascending value, equals in row order: a radix sort, four passes for identifiers of 16 digits. A comparison sort of ten
 * million takes ten times as long.
 */
function orderOf(ids: Float64Array): Uint32Array {
  const greatest = ids.reduce((a, b) => Math.max(a, b), 0);
  let order = Uint32Array.from(ids.keys());
  let sorted = new Uint32Array(ids.length);
  for (let unit = 1; unit <= greatest; unit *= DIGITS) {
    const start = new Uint32Array(DIGITS + 1);
    for (const id of ids) start[digitOf(id, unit) + 1]!++;
    for (let digit = 0; digit < DIGITS; digit++) start[digit + 1]! += start[digit]!;
    for (const row of order) sorted[start[digitOf(ids[row]!, unit)]!++] = row;
    [order, sorted] = [sorted, order];
  }
  return order;
}

function digitOf(id: number, unit: number): number {
  return Math.floor(id / unit) % DIGITS;
}
