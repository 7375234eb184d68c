import { assertSound, partitionPoint } from '../format/blocks.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';

/** Finds rows by the register's identifier: the identifiers in row order, and the rows in identifier order. */
export class IdIndex {
  readonly #id: PackedColumn;
  readonly #rowsById: PackedColumn;

  /** Over the two sections that `packIds` has made; nothing is copied. */
  constructor(id: Uint8Array, rowsById: Uint8Array) {
    this.#id = new PackedColumn(id);
    this.#rowsById = new PackedColumn(rowsById);
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

  idOf(row: number): number {
    return this.#id.at(row);
  }

  /** The rows with this identifier, in row order. O(log n). */
  rowsWith(id: number): number[] {
    const order = this.#rowsById;
    const rows: number[] = [];
    let at = partitionPoint(0, order.length, (i) => this.#id.at(order.at(i)) < id);
    for (; at < order.length && this.#id.at(order.at(at)) === id; at++) rows.push(order.at(at));
    return rows;
  }
}

/** The two sections of an `IdIndex`. */
export function packIds(ids: Float64Array): { readonly id: Uint8Array; readonly rowsById: Uint8Array } {
  const rows = Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]! || a - b);
  return { id: packColumn(ids), rowsById: packColumn(rows) };
}
