/** One column of a table. */
export type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/**
 * The array type of each column of a table, for example `{ id: Float64Array, number: Uint32Array }`. Tables are typed
 * arrays, one per column: at ten million rows an object each would be gigabytes.
 */
export type ColumnTypes<C> = { readonly [K in keyof C]: new (length: number) => C[K] };

/** A table: an interface whose properties are columns, all of the same length. */
export type Table<C> = { readonly [K in keyof C]: Column };

/** Rows that are appended one by one; the columns are arrays of which the first `length` elements count. */
export class ColumnBuilder<C extends Table<C>> {
  columns: C;
  length: number = 0;
  readonly #types: ColumnTypes<C>;
  #capacity: number;

  /** `capacity` rows are made room for at first. */
  constructor(types: ColumnTypes<C>, capacity: number) {
    this.#types = types;
    this.#capacity = capacity;
    this.columns = mapColumns(types, (name) => new types[name](capacity));
  }

  /** Makes one more row, of zeros, and returns its number. `columns` may be others than before. */
  add(): number {
    if (this.length === this.#capacity) this.#grow();
    return this.length++;
  }

  /** The rows so far, in arrays of just that length. */
  build(): C {
    return mapColumns(this.#types, (name) => this.columns[name].slice(0, this.length) as C[typeof name]);
  }

  #grow(): void {
    this.#capacity *= 2;
    const before = this.columns;
    this.columns = mapColumns(this.#types, (name) => {
      const column = new this.#types[name](this.#capacity);
      column.set(before[name]);
      return column;
    });
  }
}

/**
 * The rows of all `parts`, one after the other. Takes the columns away from the parts as it goes, so that there is never
 * more than one column twice in memory.
 */
export function concatColumns<C extends Table<C>>(types: ColumnTypes<C>, parts: Partial<C>[]): C {
  return mapColumns(types, (name) => {
    let length = 0;
    for (const part of parts) length += part[name]!.length;
    const column = new types[name](length);
    let row = 0;
    for (const part of parts) {
      column.set(part[name]!, row);
      row += part[name]!.length;
      delete part[name];
    }
    return column;
  });
}

function mapColumns<C>(types: ColumnTypes<C>, make: <K extends keyof C>(name: K) => C[K]): C {
  const columns: Partial<C> = {};
  for (const name in types) columns[name] = make(name);
  return columns as C;
}
