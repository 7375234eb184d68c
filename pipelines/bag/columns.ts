/** One column of a table. */
export type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/**
 * The array type of each column of a table, for example `{ id: Float64Array, number: Uint32Array }`. Tables are typed
 * arrays, one per column: at ten million rows an object each would be gigabytes.
 */
export type ColumnTypes<C> = { readonly [K in keyof C]: new (length: number) => C[K] };

/** A table: an interface whose properties are columns, all of the same length. */
export type Table<C> = { readonly [K in keyof C]: Column };

/** Rows that are appended one by one, or table by table; the first `length` elements of each column count. */
export class ColumnBuilder<C extends Table<C>> {
  columns: C;
  length: number = 0;
  readonly #types: ColumnTypes<C>;
  #capacity: number;

  /**
   * `capacity` rows are made room for at first. Of large columns, memory that no row has been written to is none that the
   * system has given out, so it does no harm to expect too many.
   */
  constructor(types: ColumnTypes<C>, capacity: number) {
    this.#types = types;
    this.#capacity = capacity;
    this.columns = mapColumns(types, (name) => new types[name](capacity));
  }

  /** Makes one more row, of zeros, and returns its number. `columns` may be others than before. */
  add(): number {
    if (this.length === this.#capacity) this.#grow(this.length + 1);
    return this.length++;
  }

  /** Appends all rows of another table, whose columns are of just its length. */
  append(table: C): void {
    const names = Object.keys(table) as (keyof C)[];
    const rows = table[names[0]!]!.length;
    if (this.length + rows > this.#capacity) this.#grow(this.length + rows);
    for (const name of names) this.columns[name].set(table[name], this.length);
    this.length += rows;
  }

  /** The rows so far, in arrays of just that length: copies, which can be handed to another thread. */
  copy(): C {
    return mapColumns(this.#types, (name) => this.columns[name].slice(0, this.length) as C[typeof name]);
  }

  /** The rows so far, as views of this builder's columns. */
  view(): C {
    return mapColumns(this.#types, (name) => this.columns[name].subarray(0, this.length) as C[typeof name]);
  }

  #grow(rows: number): void {
    this.#capacity = Math.max(rows, Math.ceil(this.#capacity * 1.5));
    const before = this.columns;
    this.columns = mapColumns(this.#types, (name) => {
      const column = new this.#types[name](this.#capacity);
      column.set(before[name].subarray(0, this.length));
      return column;
    });
  }
}

function mapColumns<C>(types: ColumnTypes<C>, make: <K extends keyof C>(name: K) => C[K]): C {
  const columns: Partial<C> = {};
  for (const name in types) columns[name] = make(name);
  return columns as C;
}
