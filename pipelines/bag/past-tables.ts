import { ColumnBuilder, type ColumnTypes, type Table } from '../readers/columns.ts';

/**
 * The versions of an object that have ended: only those that said something else than the next version, so that a few in a hundred are
 * kept. An object whose versions all say the same has one present version, which began when the first of them did.
 */
export interface PastColumns {
  readonly id: Float64Array;
  /** First day on which it held, and first day on which it no longer did: 20210915. */
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
}

export interface PastStreetColumns extends PastColumns {
  readonly place: Uint16Array;
}

export interface PastNumberColumns extends PastColumns {
  readonly street: Float64Array;
  /** As of a present number: 0 if none overrides the street's. */
  readonly place: Uint16Array;
  readonly number: Uint32Array;
  readonly suffix: Uint32Array;
  readonly postcode: Uint32Array;
}

/** That an object, `id`, had a house number that it may no longer have. */
export interface PastUseColumns extends PastColumns {
  readonly number: Float64Array;
}

export const PAST_COLUMNS: ColumnTypes<PastColumns> = { id: Float64Array, begin: Uint32Array, end: Uint32Array };

export const PAST_STREET_COLUMNS: ColumnTypes<PastStreetColumns> = { ...PAST_COLUMNS, place: Uint16Array };

export const PAST_NUMBER_COLUMNS: ColumnTypes<PastNumberColumns> = {
  ...PAST_COLUMNS,
  street: Float64Array,
  place: Uint16Array,
  number: Uint32Array,
  suffix: Uint32Array,
  postcode: Uint32Array,
};

export const PAST_USE_COLUMNS: ColumnTypes<PastUseColumns> = { ...PAST_COLUMNS, number: Float64Array };

/** The period of a version that has ended, and whose. */
export interface PastPeriod {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * Collects past versions in the order of a file, where the versions of an object follow each other. A version waits for the next one: if
 * that says the same, both are one.
 */
export class PastVersions<C extends PastColumns & Table<C>> {
  readonly #table: ColumnBuilder<C>;
  readonly #isSame: (columns: C, a: number, b: number) => boolean;
  /** The name of each row, of tables that have them. */
  readonly names: string[] = [];

  /** `isSame`: whether two rows of one object say the same. */
  constructor(types: ColumnTypes<C>, isSame: (columns: C, a: number, b: number) => boolean) {
    this.#table = new ColumnBuilder(types, 256);
    this.#isSame = isSame;
  }

  /** Adds a row for a past version, whose other columns `fill` sets: one function for all rows, as there are millions. */
  add({ id, begin, end }: PastPeriod, fill: (columns: C, row: number) => void, name?: string): void {
    const row = this.#table.add();
    const { columns } = this.#table;
    columns.id[row] = id;
    columns.begin[row] = begin;
    columns.end[row] = end;
    fill(columns, row);
    if (name !== undefined) this.names[row] = name;
    const last = row - 1;
    if (!this.#isOf(last, id) || this.names[last] !== name || !this.#isSame(columns, last, row)) return;
    columns.end[last] = end;
    this.#drop();
  }

  /** Whether the version added last is one of this object. */
  endsWith(id: number): boolean {
    return this.#isOf(this.#table.length - 1, id);
  }

  /**
   * When what the present version of an object says began, which is earlier than the version if the one before said the same: then that
   * one is no longer needed.
   *
   * @param isSame whether a row says the same as the present version
   */
  beginOf(id: number, begin: number, isSame: (columns: C, row: number) => boolean): number {
    const last = this.#table.length - 1;
    if (!this.endsWith(id) || !isSame(this.#table.columns, last)) return begin;
    const earlier = this.#table.columns.begin[last]!;
    this.#drop();
    return earlier;
  }

  copy(): C {
    return this.#table.copy();
  }

  #isOf(row: number, id: number): boolean {
    return row >= 0 && this.#table.columns.id[row] === id;
  }

  #drop(): void {
    this.#table.length--;
    if (this.names.length > this.#table.length) this.names.length = this.#table.length;
  }
}
