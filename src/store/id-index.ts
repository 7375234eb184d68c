import { partitionPoint } from '../format/blocks.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';

/** Finds rows by identifier: the identifiers in row order, and the rows in identifier order. */
export class IdIndex {
  readonly #id: PackedColumn;
  readonly #rowsById: PackedColumn;

  constructor(id: Uint8Array, rowsById: Uint8Array) {
    this.#id = new PackedColumn(id);
    this.#rowsById = new PackedColumn(rowsById);
  }

  idOf(row: number): number {
    return this.#id.at(row);
  }

  /** The rows with this identifier, in row order. O(log n). */
  rowsWith(id: number): number[] {
    let low = partitionPoint(0, this.#rowsById.length, (i) => this.#id.at(this.#rowsById.at(i)) < id);
    const rows: number[] = [];
    for (; low < this.#rowsById.length && this.#id.at(this.#rowsById.at(low)) === id; low++) {
      rows.push(this.#rowsById.at(low));
    }
    return rows;
  }
}

/** The two sections of an `IdIndex`. */
export function packIds(ids: Float64Array): { id: Uint8Array; rowsById: Uint8Array } {
  const rows = Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]! || a - b);
  return { id: packColumn(ids), rowsById: packColumn(rows) };
}
