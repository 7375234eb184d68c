import { POINT_X, POINT_Y, type PointGroups } from '../format/block-points.ts';
import type { Container } from '../format/container.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';
import { PackedRows, packRows } from '../format/packed-rows.ts';
import { packStrings, StringTable } from '../format/string-table.ts';
import { ADDRESS_STATE, NO_POSITION } from '../model/address-columns.ts';
import type { Country } from '../model/country.ts';
import { rangeEnd, readSuffix, type Suffix } from '../model/house-number.ts';
import { IdIndex, packIds } from './id-index.ts';
import {
  approximateGridMm,
  type GridApproximation,
  gridApproximation,
  roundedMm,
  scaledLatitude,
  scaledLongitude,
} from './national-grid.ts';
import type { OrderedInput } from './order.ts';

/**
 * Addresses in index order, packed: about nine bytes each. Nothing is decoded at opening.
 *
 * Container `addresses.bin`:
 *
 *     suffixes     StringTable of what follows a number: letter TAB addition, in natural order; 0 is neither
 *     rows         PackedRows, what a document is made of:
 *       0 number     house number, 0 where there is none; ascends within a street
 *       1 suffix     position in `suffixes`; ascends within a number
 *       2 postcode   position in the postcode table (postcode-table.ts), 0 is none
 *       3 flags      1: no position; 2: only proposed
 *       4 gridX      millimetres to add to the approximation of the national grid; NL and BE only
 *       5 gridY
 *       points       WGS84, x longitude, y latitude, in 10⁻⁷ degree; the groups are the runs (runs.ts)
 *     id, idOrder  packed: the register's identifiers, and the addresses in the order of these
 *     ranges       packed: the addresses whose house number is a range, 109-115, ascending; absent where none is
 */
export class AddressTable {
  readonly length: number;
  readonly #suffixes: StringTable;
  readonly #rows: PackedRows;
  /** The values of the address being read. */
  readonly #row: Int32Array = new Int32Array(8);
  readonly #grid: GridApproximation | undefined;
  readonly #ids: IdIndex;
  readonly #ranges: PackedColumn | undefined;
  readonly #suffixParts: (Suffix | undefined)[];
  readonly #country: Country;

  constructor(country: Country, container: Container) {
    this.#country = country;
    this.#suffixes = new StringTable(container.bytes('suffixes'));
    this.#suffixParts = new Array(this.#suffixes.length);
    this.#rows = new PackedRows(container.bytes('rows'));
    this.#grid = gridApproximation(country);
    this.#ids = new IdIndex(container.bytes('id'), container.has('idOrder') ? container.bytes('idOrder') : undefined);
    this.#ranges = container.has('ranges') ? new PackedColumn(container.bytes('ranges')) : undefined;
    this.length = this.#rows.length;
  }

  numberOf(address: number): number {
    return this.#rows.at(COLUMN.number, address);
  }

  /** Letter and addition of an address. */
  suffixOf(address: number): Suffix {
    return this.#suffixAt(this.#rows.at(COLUMN.suffix, address));
  }

  /** Position in the postcode table. */
  postcodeOf(address: number): number {
    return this.#rows.at(COLUMN.postcode, address);
  }

  hasPosition(address: number): boolean {
    return (this.#rows.at(COLUMN.flags, address) & NO_POSITION_FLAG) === 0;
  }

  /** WGS84 in 10⁻⁷ degree; meaningless for an address without a position. */
  latE7Of(address: number): number {
    return this.#rows.yAt(address);
  }

  lonE7Of(address: number): number {
    return this.#rows.xAt(address);
  }

  /** Everything that a document needs of the address itself, in one read. */
  factsOf(address: number): AddressFacts {
    const row = this.#row;
    this.#rows.read(address, row);
    return {
      number: row[COLUMN.number]!,
      suffix: this.#suffixAt(row[COLUMN.suffix]!),
      postcode: row[COLUMN.postcode]!,
      wgs84: (row[COLUMN.flags]! & NO_POSITION_FLAG) === 0 ? [row[POINT_Y]! / 1e7, row[POINT_X]! / 1e7] : null,
      grid: this.#gridOf(row),
    };
  }

  /** Bytes of each column of the rows, by name. */
  columnBytes(): Map<string, number> {
    const bytes = this.#rows.columnBytes();
    const names = [...Object.keys(COLUMN).slice(0, this.#rows.columns), 'position'];
    return new Map(names.map((name, column) => [name, bytes[column]!]));
  }

  /** The words of all blocks, among them those of positions (format/block-points.ts), x longitude, y latitude. */
  get words(): Uint32Array {
    return this.#rows.words;
  }

  /** Where in `words` the positions of 32 addresses begin, of block · 32 and those after it. */
  positionsOf(block: number): number {
    return this.#rows.pointsOf(block);
  }

  /** Metres in the national grid, as the register gives them; `undefined` where there is no position or no grid. */
  gridOf(address: number): [x: number, y: number] | undefined {
    this.#rows.read(address, this.#row);
    return this.#gridOf(this.#row);
  }

  #gridOf(row: Int32Array): [x: number, y: number] | undefined {
    const grid = this.#grid;
    if (grid === undefined || (row[COLUMN.flags]! & NO_POSITION_FLAG) !== 0) return undefined;
    const u = scaledLatitude(grid, row[POINT_Y]!);
    const v = scaledLongitude(grid, row[POINT_X]!);
    return [
      (roundedMm(grid.x, u, v) + row[COLUMN.gridX]!) / 1000,
      (roundedMm(grid.y, u, v) + row[COLUMN.gridY]!) / 1000,
    ];
  }

  isProposed(address: number): boolean {
    return (this.#rows.at(COLUMN.flags, address) & PROPOSED_FLAG) !== 0;
  }

  idOf(address: number): number {
    return this.#ids.idOf(address);
  }

  /** The address with this identifier, or -1. O(log n). */
  addressWithId(id: number): number {
    return this.#ids.rowsWith(id)[0] ?? -1;
  }

  /** The same among the addresses [from, to), or -1. O(to - from), which for a street is less. */
  addressAmong(id: number, from: number, to: number): number {
    return this.#ids.rowAmong(id, from, to);
  }

  /** The first address of [from, to), a range within one street, whose number is at least `number`; else `to`. O(log n). */
  firstWithNumber(number: number, from: number, to: number): number {
    return this.#rows.lowerBound(number, from, to);
  }

  /** Whether any house number of the country is a range. */
  get hasRanges(): boolean {
    return this.#ranges !== undefined;
  }

  /** The addresses of [from, to) whose house number is a range, in index order. O(log ranges + those found). */
  rangesIn(from: number, to: number): number[] {
    const found: number[] = [];
    if (this.#ranges === undefined) return found;
    for (let i = this.#ranges.lowerBound(from); i < this.#ranges.length; i++) {
      const address = this.#ranges.at(i);
      if (address >= to) break;
      found.push(address);
    }
    return found;
  }

  #suffixAt(rank: number): Suffix {
    const known = this.#suffixParts[rank];
    if (known !== undefined) return known;
    const [letter, addition = ''] = this.#suffixes.at(rank).split('\t', 2) as [string, string?];
    const suffix = readSuffix(this.#country, letter, addition);
    this.#suffixParts[rank] = suffix;
    return suffix;
  }
}

/** An address without its street. */
export interface AddressFacts {
  /** 0 where there is none. */
  readonly number: number;
  readonly suffix: Suffix;
  /** Position in the postcode table. */
  readonly postcode: number;
  /** Degrees; `null` without a position. */
  readonly wgs84: [latitude: number, longitude: number] | null;
  /** Metres in the national grid, as the register gives them; `undefined` without a position and in a country without a grid. */
  readonly grid: [x: number, y: number] | undefined;
}

/** Columns of `rows`: search columns first; those of the national grid last, which Luxembourg does not have. */
const COLUMN = { number: 0, suffix: 1, postcode: 2, flags: 3, gridX: 4, gridY: 5 } as const;
const NO_POSITION_FLAG = 1;
const PROPOSED_FLAG = 2;

/** `postcodePosition` maps a row of the input to its position in the postcode table; `runs` are those of `cutRuns`. */
export function packAddresses(
  input: OrderedInput,
  postcodePosition: (row: number) => number,
  runs: PointGroups,
): Map<string, Uint8Array> {
  const { addresses, rows, suffixRank } = input;
  const suffixes = new Array<string>(addresses.suffixes.length);
  addresses.suffixes.forEach(({ letter, addition }, suffix) => {
    suffixes[suffixRank[suffix]!] = addition === '' ? letter : `${letter}\t${addition}`;
  });
  const ids = packIds(Float64Array.from(rows, (row) => addresses.id[row]!));
  const sections = new Map<string, Uint8Array>([
    ['suffixes', packStrings(suffixes)],
    ['rows', packAddressRows(input, postcodePosition, runs)],
    ['id', ids.id],
    ['idOrder', ids.rowsById],
  ]);
  const isRange = addresses.suffixes.map(({ letter }) => rangeEnd(letter) > 0);
  if (isRange.includes(true)) {
    const ranges: number[] = [];
    rows.forEach((row, address) => {
      if (isRange[addresses.suffix[row]!]) ranges.push(address);
    });
    sections.set('ranges', packColumn(ranges));
  }
  return sections;
}

function packAddressRows(
  { country, addresses, rows, suffixRank }: OrderedInput,
  postcodePosition: (row: number) => number,
  runs: PointGroups,
): Uint8Array {
  const { number, suffix, state, latE7, lonE7, gridXmm, gridYmm } = addresses;
  const grid = gridApproximation(country);
  // Without a position the corrections of the previous one are repeated, so that they cost no bits; the first ones may be anything.
  const first = rows.find((row) => latE7[row] !== NO_POSITION);
  let [x, y] = [0, 0];
  const moveTo = (row: number): void => {
    if (grid === undefined) return;
    const [nearX, nearY] = approximateGridMm(grid, latE7[row]!, lonE7[row]!);
    x = gridXmm[row]! - nearX;
    y = gridYmm[row]! - nearY;
  };
  if (first !== undefined) moveTo(first);
  const fill = (address: number, values: Int32Array): void => {
    const row = rows[address]!;
    const isSomewhere = latE7[row] !== NO_POSITION;
    if (isSomewhere) moveTo(row);
    values[COLUMN.number] = number[row]!;
    values[COLUMN.suffix] = suffixRank[suffix[row]!]!;
    values[COLUMN.postcode] = postcodePosition(row);
    values[COLUMN.flags] =
      (isSomewhere ? 0 : NO_POSITION_FLAG) | (state[row] === ADDRESS_STATE.proposed ? PROPOSED_FLAG : 0);
    values[COLUMN.gridX] = x;
    values[COLUMN.gridY] = y;
    values[POINT_X] = lonE7[row]!;
    values[POINT_Y] = latE7[row]!;
  };
  const columns = grid === undefined ? COLUMN.gridX : COLUMN.gridY + 1;
  return packRows(rows.length, columns, fill, runs, [COLUMN.suffix, COLUMN.flags]);
}
