import type { HouseNumberSuffix } from './house-number.ts';

/**
 * The addresses of a country as columns: row `i` of every array is address `i`. At ten million addresses an object each
 * would be gigabytes; these are about 45 bytes each. Row order carries no meaning: the index writer sorts.
 */
export interface AddressColumns {
  readonly length: number;
  /** The register's own identifier of the address: a whole number below 2^53, unique, stable over releases. */
  readonly id: Float64Array;
  /** Position in the gazetteer's `streets`. */
  readonly street: Uint32Array;
  /** House number, 0 where the address has none. */
  readonly number: Uint32Array;
  /** Position in `suffixes`. Position 0 is always the empty suffix. */
  readonly suffix: Uint32Array;
  readonly suffixes: readonly HouseNumberSuffix[];
  /** Postcode as a number (model/postcode.ts), 0 where the address has none. */
  readonly postcode: Uint32Array;
  /** WGS84 latitude and longitude in units of 10^-7 degree, rounded; both `NO_POSITION` where the register has no point. */
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
  /** National grid in millimetres: RD (NL), Belgian Lambert 72 (BE), LUREF (LU, not kept). 0 where there is no point. */
  readonly gridXmm: Int32Array;
  readonly gridYmm: Int32Array;
  /** One of `ADDRESS_STATE`. */
  readonly state: Uint8Array;
  /** 1 for a secondary address (a further address of an object that has a main one). */
  readonly secondary: Uint8Array;
  /** The import's own number for the register record, from which it can name file and position. Not written. */
  readonly record: Uint32Array;
}

/** In `latE7` and `lonE7`: the register gives this address no position. */
export const NO_POSITION: number = -0x80000000;

/** Life-cycle state of an address; if a register has an address twice, the one with the lower state is kept. */
export const ADDRESS_STATE = { current: 0, reserved: 1, proposed: 2 } as const;

/** Columns for `length` addresses, all zero and without position, to be filled in row by row. */
export function createAddressColumns(length: number, suffixes: readonly HouseNumberSuffix[]): AddressColumns {
  return {
    length,
    suffixes,
    id: new Float64Array(length),
    street: new Uint32Array(length),
    number: new Uint32Array(length),
    suffix: new Uint32Array(length),
    postcode: new Uint32Array(length),
    latE7: new Int32Array(length).fill(NO_POSITION),
    lonE7: new Int32Array(length).fill(NO_POSITION),
    gridXmm: new Int32Array(length),
    gridYmm: new Int32Array(length),
    state: new Uint8Array(length),
    secondary: new Uint8Array(length),
    record: new Uint32Array(length),
  };
}

/**
 * The rows of each group, group by group and in their order within it: a counting sort. The rows of group `g` are `rows` from
 * `starts[g]` up to `starts[g + 1]`. O(rows + groups).
 */
export function groupRows(
  length: number,
  groups: number,
  groupOf: (row: number) => number,
): { readonly rows: Uint32Array; readonly starts: Uint32Array } {
  const starts = new Uint32Array(groups + 1);
  for (let row = 0; row < length; row++) starts[groupOf(row) + 1]!++;
  for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!;
  const rows = new Uint32Array(length);
  const next = starts.slice();
  for (let row = 0; row < length; row++) rows[next[groupOf(row)]!++] = row;
  return { rows, starts };
}

/** Moves the rows that stay (0 in `dropped`) to the front of each column. */
export function withoutRows(addresses: AddressColumns, dropped: Uint8Array): AddressColumns {
  const length = dropped.length - dropped.reduce((sum, flag) => sum + flag, 0);
  if (length === dropped.length) return addresses;
  const keep = <Column extends Float64Array | Uint32Array | Int32Array | Uint8Array>(column: Column): Column => {
    let to = 0;
    for (let from = 0; from < dropped.length; from++) {
      if (dropped[from] === 0) column[to++] = column[from]!;
    }
    return column.subarray(0, length) as Column;
  };
  return {
    length,
    suffixes: addresses.suffixes,
    id: keep(addresses.id),
    street: keep(addresses.street),
    number: keep(addresses.number),
    suffix: keep(addresses.suffix),
    postcode: keep(addresses.postcode),
    latE7: keep(addresses.latE7),
    lonE7: keep(addresses.lonE7),
    gridXmm: keep(addresses.gridXmm),
    gridYmm: keep(addresses.gridYmm),
    state: keep(addresses.state),
    secondary: keep(addresses.secondary),
    record: keep(addresses.record),
  };
}

/** One of several records that claim to be the same address. */
export interface AddressClaim {
  /** One of `ADDRESS_STATE`. */
  readonly state: number;
  readonly isSecondary: boolean;
  readonly hasPosition: boolean;
  readonly id: number;
}

/**
 * Negative where `a` is kept: the better state, then a main address before a secondary one, then one with a position, then the
 * newest identifier.
 */
export function compareClaims(a: AddressClaim, b: AddressClaim): number {
  return (
    a.state - b.state ||
    Number(a.isSecondary) - Number(b.isSecondary) ||
    Number(b.hasPosition) - Number(a.hasPosition) ||
    b.id - a.id
  );
}
