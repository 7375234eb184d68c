import type { HouseNumberSuffix } from '../../src/model/house-number.ts';

/** One column of a table. */
export type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/**
 * The array type of each column of a table, for example `{ id: Float64Array, number: Uint32Array }`. Tables are typed
 * arrays, one per column: at ten million rows an object each would be gigabytes.
 */
export type ColumnTypes<C> = { readonly [K in keyof C]: new (length: number) => C[K] };

/** A table: an interface whose properties are columns, all of the same length. */
export type Table<C> = { readonly [K in keyof C]: Column };

/** A table that grows row by row, or table by table; the first `length` elements of each column count. */
export class ColumnBuilder<C extends Table<C>> {
  columns: C;
  length: number = 0;
  readonly #types: ColumnTypes<C>;
  #capacity: number;

  /** Starts with room for `capacity` rows. Over-allocating is free: the system commits no memory page before it is written to. */
  constructor(types: ColumnTypes<C>, capacity: number) {
    this.#types = types;
    this.#capacity = capacity;
    this.columns = mapColumns(types, (name) => new types[name](capacity));
  }

  /** Adds a row of zeros and returns its number. `columns` may be other arrays than before. */
  add(): number {
    if (this.length === this.#capacity) this.#grow(this.length + 1);
    return this.length++;
  }

  /** Appends all rows of another table, whose columns are exactly as long as it has rows. */
  append(table: C): void {
    const names = Object.keys(table) as (keyof C)[];
    const rows = table[names[0]!]!.length;
    if (this.length + rows > this.#capacity) this.#grow(this.length + rows);
    for (const name of names) this.columns[name].set(table[name], this.length);
    this.length += rows;
  }

  /** Copies the rows so far to arrays of exactly that length, which can be handed to another thread. */
  copy(): C {
    return mapColumns(this.#types, (name) => this.columns[name].slice(0, this.length) as C[typeof name]);
  }

  /** Returns the rows so far as views of this builder's columns. */
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

/** The buffers of a table's columns, for a thread to transfer without copying. Skips properties that are not columns. */
export function buffersOf(table: object): ArrayBufferLike[] {
  return Object.values(table).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer] : []));
}

/** Adds a value to the list under a key. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Distinct house number suffixes, numbered in order of first appearance; 0 is the empty suffix. */
export class SuffixTable {
  readonly suffixes: HouseNumberSuffix[] = [{ letter: '', addition: '' }];
  readonly #byLetter = new Map<string, Map<string, number>>([['', new Map([['', 0]])]]);

  /** The number of a suffix, which is its position in `suffixes`. */
  position(letter: string, addition: string): number {
    let byAddition = this.#byLetter.get(letter);
    if (byAddition === undefined) {
      byAddition = new Map();
      this.#byLetter.set(letter, byAddition);
    }
    let position = byAddition.get(addition);
    if (position === undefined) {
      position = this.suffixes.push({ letter, addition }) - 1;
      byAddition.set(addition, position);
    }
    return position;
  }
}
