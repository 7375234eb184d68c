import { POINT_X, POINT_Y, type PointGroups } from '../format/block-points.ts';
import { assertSound } from '../format/blocks.ts';
import type { Sections } from '../format/container.ts';
import { checkColumn, PackedColumn, packColumn } from '../format/packed-column.ts';
import { bytesOfColumns, checkRows, PackedRows, packRows } from '../format/packed-rows.ts';
import { checkStrings, packStrings, StringTable } from '../format/string-table.ts';
import { ADDRESS_STATE, NO_POSITION } from '../model/address-columns.ts';
import type { Country } from '../model/country.ts';
import { compareSuffixes, rangeEnd, readSuffix, type Suffix } from '../model/house-number.ts';
import type { IndexCounts } from './manifest.ts';
import {
  approximateGridMm,
  type GridApproximation,
  gridApproximation,
  roundedMm,
  scaledLatitude,
  scaledLongitude,
} from './national-grid.ts';
import type { OrderedInput } from './order.ts';
import type { PositionColumns } from './runs.ts';

/**
 * Addresses in index order, packed: about nine bytes each. Nothing is decoded at opening.
 *
 * Container `addresses.bin`:
 *
 *     suffixes     StringTable of what follows a number: letter TAB addition, in natural order; 0 is neither
 *     rows         PackedRows, what a document is made of:
 *       0 number     house number, 0 if there is none; ascends within a street
 *       1 suffix     position in `suffixes`; ascends within a number
 *       2 postcode   position in the postcode table (postcode-table.ts), 0 is none
 *       3 flags      1: no position; 2: only proposed
 *       4 gridX      millimetres to add to the approximation of the national grid; NL and BE only
 *       5 gridY
 *       points       WGS84, x longitude, y latitude, in 10⁻⁷ degree; the groups are the runs (runs.ts)
 *     id           packed: the register's identifier
 *     ranges       packed: the addresses whose house number is a range, 109-115, ascending; absent where none is
 */
export class AddressTable {
  readonly length: number;
  readonly #suffixes: StringTable;
  readonly #rows: PackedRows;
  /** The values of the address being read. */
  readonly #row: Int32Array = new Int32Array(8);
  readonly #grid: GridApproximation | undefined;
  readonly #id: PackedColumn;
  readonly #ranges: PackedColumn | undefined;
  readonly #suffixParts: (Suffix | undefined)[];
  readonly #country: Country;

  constructor(country: Country, container: Sections) {
    this.#country = country;
    this.#suffixes = new StringTable(container.bytes('suffixes'));
    this.#suffixParts = new Array(this.#suffixes.length);
    this.#rows = new PackedRows(container.bytes('rows'));
    this.#grid = gridApproximation(country);
    this.#id = new PackedColumn(container.bytes('id'));
    this.#ranges = container.has('ranges') ? new PackedColumn(container.bytes('ranges')) : undefined;
    this.length = this.#rows.length;
    const columns = this.#grid === undefined ? COLUMN.gridX : COLUMN.gridY + 1;
    assertSound(this.#rows.columns === columns, `the addresses of "${country}" have ${columns} columns`);
    assertSound(this.#id.length === this.length, 'every address has an identifier');
  }

  /** For `checkAddresses` and `bytesByColumn`. @internal */
  get parts(): AddressParts {
    return {
      suffixes: this.#suffixes,
      suffixAt: (rank) => this.#suffixAt(rank),
      rows: this.#rows,
      columns: this.#ranges === undefined ? [this.#id] : [this.#id, this.#ranges],
    };
  }

  /** One column of all addresses, unpacked, for callers that read every address. */
  column(name: AddressColumn): Int32Array {
    const values = new Int32Array(this.length);
    this.readColumn(name, 0, this.length, values);
    return values;
  }

  /** Copies a column of addresses [from, to) to the beginning of `into`. */
  readColumn(name: AddressColumn, from: number, to: number, into: Int32Array): void {
    this.#rows.readRange(COLUMN[name], from, to, into);
  }

  /** All positions, as columns. O(addresses). */
  positions(): PositionColumns {
    const flags = this.column('flags');
    const hasPosition = new Uint8Array(this.length);
    for (let i = 0; i < this.length; i++) hasPosition[i] = (flags[i]! & NO_POSITION_FLAG) === 0 ? 1 : 0;
    const [latE7, lonE7] = [new Int32Array(this.length), new Int32Array(this.length)];
    this.readPositions(0, this.length, latE7, lonE7);
    return { latE7, lonE7, hasPosition, wordOf: (address) => this.#rows.pointWordAt(address) };
  }

  /** Copies the positions of addresses [from, to), in 10⁻⁷ degree; arbitrary for an address without one. */
  readPositions(from: number, to: number, latE7: Int32Array, lonE7: Int32Array): void {
    this.#rows.readPoints(from, to, lonE7, latE7);
  }

  /** Copies the identifiers of addresses [from, to) to the beginning of `into`. */
  readIds(from: number, to: number, into: Float64Array): void {
    this.#id.readRange(from, to, into);
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

  /** Everything that a document needs from the address itself, in one read. */
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

  /** The words of all blocks, among them those of positions (format/block-points.ts), x longitude, y latitude. */
  get words(): Uint32Array {
    return this.#rows.words;
  }

  /** Where in `words` the positions of 32 addresses begin, of block · 32 and those after it. */
  positionsOf(block: number): number {
    return this.#rows.pointsOf(block);
  }

  /** Whether the block of an address stores positions. */
  storesPosition(address: number): boolean {
    return this.#rows.hasPoints(address);
  }

  /** Whether addresses have positions in a national grid. */
  get hasGrid(): boolean {
    return this.#grid !== undefined;
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
    return this.#id.at(address);
  }

  /**
   * The address with this identifier, or -1. Within a street: O(its addresses). Among all: O(addresses / 2048), plus the blocks
   * whose range includes it, about a tenth of a millisecond at eight million addresses, and some milliseconds the first time. An order by
   * identifier would take another byte per address.
   */
  addressWithId(id: number, from: number = 0, to: number = this.length): number {
    return this.#id.indexOf(id, from, to);
  }

  /** The first address of [from, to), a range within one street, whose number is at least `number`; else `to`. O(log n). */
  firstWithNumber(number: number, from: number, to: number): number {
    return this.#rows.lowerBound(number, from, to);
  }

  /** The word of memory that a search from an address on reads first. */
  wordAt(address: number): number {
    return this.#rows.wordAt(address);
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

interface AddressParts {
  readonly suffixes: StringTable;
  readonly suffixAt: (rank: number) => Suffix;
  readonly rows: PackedRows;
  readonly columns: readonly PackedColumn[];
}

/** Bytes of each column of the rows, by name. */
export function bytesByColumn(addresses: AddressTable): Map<string, number> {
  const { rows } = addresses.parts;
  const bytes = bytesOfColumns(rows);
  const names = [...Object.keys(COLUMN).slice(0, rows.columns), 'position'];
  return new Map(names.map((name, column) => [name, bytes[column]!]));
}

/**
 * Checks that addresses are in order within their street, without two of one identifier there, that all references are valid, that
 * positions are in the country and near those of the national grid, and that the list of ranges is complete. Some 0.5 µs per address.
 *
 * @param firstAddress of each street; one more than streets
 * @param postcodes how many there are, none among them
 * @param haveOwnIds whether the addresses of a street have different identifiers
 * @throws RangeError
 */
export function checkAddresses(
  addresses: AddressTable,
  firstAddress: ArrayLike<number>,
  postcodes: number,
  haveOwnIds: boolean = true,
): void {
  const { suffixes, suffixAt, rows, columns } = addresses.parts;
  checkStrings(suffixes);
  checkRows(rows);
  for (const column of columns) checkColumn(column);
  for (let i = 1; i < suffixes.length; i++) {
    assertSound(compareSuffixes(suffixAt(i - 1), suffixAt(i)) <= 0, 'suffixes are in natural order');
  }
  checkOrder(addresses, firstAddress, postcodes, haveOwnIds);
  checkPositions(addresses);
  const ranges = addresses.rangesIn(-Infinity, Infinity);
  let next = 0;
  for (let i = 0; i < addresses.length; i++) {
    if (addresses.suffixOf(i).rangeEnd === 0) continue;
    assertSound(ranges[next++] === i, 'the addresses that are ranges are listed');
  }
  assertSound(next === ranges.length, 'only addresses that are ranges are listed');
}

function checkOrder(
  addresses: AddressTable,
  firstAddress: ArrayLike<number>,
  postcodes: number,
  haveOwnIds: boolean,
): void {
  const { length } = addresses;
  const suffixCount = addresses.parts.suffixes.length;
  const [number, suffix, postcode] = (['number', 'suffix', 'postcode'] as const).map((name) =>
    addresses.column(name),
  ) as [Int32Array, Int32Array, Int32Array];
  const ids = new Float64Array(length);
  addresses.readIds(0, length, ids);
  for (let address = 0; address < length; address++) {
    const isThere = number[address]! >= 0 && suffix[address]! >= 0 && suffix[address]! < suffixCount;
    assertSound(isThere, 'every address has a number and a suffix');
    assertSound(
      postcode[address]! >= 0 && postcode[address]! < postcodes,
      'the postcode of an address is one of the table',
    );
    assertSound(ids[address]! >= 0, 'identifiers are not negative');
  }
  for (let street = 0; street + 1 < firstAddress.length; street++) {
    const [from, to] = [firstAddress[street]!, firstAddress[street + 1]!];
    for (let i = from + 1; i < to; i++) {
      const order =
        number[i - 1]! - number[i]! ||
        suffix[i - 1]! - suffix[i]! ||
        postcode[i - 1]! - postcode[i]! ||
        ids[i - 1]! - ids[i]!;
      assertSound(order < 0, 'the addresses of a street are in order');
    }
    const sorted = haveOwnIds ? ids.subarray(from, to).sort() : [];
    for (let i = 1; i < sorted.length; i++) {
      assertSound(sorted[i - 1] !== sorted[i], 'no two addresses of a street have one identifier');
    }
  }
}

function checkPositions(addresses: AddressTable): void {
  const flags = addresses.column('flags');
  const { latE7: lat, lonE7: lon } = addresses.positions();
  const grid = addresses.hasGrid ? [addresses.column('gridX'), addresses.column('gridY')] : [];
  const first = flags.findIndex((each) => (each & NO_POSITION_FLAG) === 0);
  for (let i = 0; i < addresses.length; i++) {
    const flag = flags[i]!;
    assertSound(flag >= 0 && flag <= (NO_POSITION_FLAG | PROPOSED_FLAG), 'an address has known flags');
    const isSomewhere = (flag & NO_POSITION_FLAG) === 0;
    if (isSomewhere) assertSound(addresses.storesPosition(i), 'a position is stored');
    if (isSomewhere) assertSound(Math.abs(lat[i]!) <= 90e7 && Math.abs(lon[i]!) <= 180e7, 'a position is on Earth');
    for (const correction of grid) {
      const isNear = first < 0 || Math.abs(correction[i]!) <= MAX_GRID_CORRECTION_MM;
      assertSound(!isSomewhere || isNear, 'the national grid is near its approximation');
    }
  }
}

/** How many addresses have no position, no postcode, and are only proposed. O(addresses). */
export function countAddresses(
  addresses: AddressTable,
): Pick<IndexCounts, 'addressesWithoutPosition' | 'addressesWithoutPostcode' | 'addressesProposed'> {
  const counts = { addressesWithoutPosition: 0, addressesWithoutPostcode: 0, addressesProposed: 0 };
  const [flags, postcode] = [addresses.column('flags'), addresses.column('postcode')];
  for (let i = 0; i < addresses.length; i++) {
    if ((flags[i]! & NO_POSITION_FLAG) !== 0) counts.addressesWithoutPosition++;
    if ((flags[i]! & PROPOSED_FLAG) !== 0) counts.addressesProposed++;
    if (postcode[i] === 0) counts.addressesWithoutPostcode++;
  }
  return counts;
}

/** Calls `visit` for each address of [from, to) that has a position, with the position in 10⁻⁷ degree; takes a quarter of the time of reading them one by one. */
export function visitPositions(
  addresses: AddressTable,
  from: number,
  to: number,
  visit: (address: number, latE7: number, lonE7: number) => void,
): void {
  const [flags, lat, lon] = [new Int32Array(VISITED), new Int32Array(VISITED), new Int32Array(VISITED)];
  for (let start = from; start < to; start += VISITED) {
    const end = Math.min(to, start + VISITED);
    addresses.readColumn('flags', start, end, flags);
    addresses.readPositions(start, end, lat, lon);
    for (let i = 0; i < end - start; i++) {
      if ((flags[i]! & NO_POSITION_FLAG) === 0) visit(start + i, lat[i]!, lon[i]!);
    }
  }
}

/** An address without its street. */
export interface AddressFacts {
  /** 0 if there is none. */
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
/** A column of the rows. */
type AddressColumn = keyof typeof COLUMN;
export const NO_POSITION_FLAG = 1;
export const PROPOSED_FLAG = 2;
/** Addresses that `visitPositions` reads at once. */
const VISITED = 2048;
/** Conversions between a national grid and degrees differ by metres, so a larger correction is a fault. */
const MAX_GRID_CORRECTION_MM = 100_000;

/** `postcodes` are positions in the postcode table, by address; `runs` are those of `cutRuns`. */
export function packAddresses(
  input: OrderedInput,
  postcodes: ArrayLike<number>,
  runs: PointGroups,
): Map<string, Uint8Array> {
  const { addresses, rows, suffixRank } = input;
  const suffixes = new Array<string>(addresses.suffixes.length);
  addresses.suffixes.forEach(({ letter, addition }, suffix) => {
    suffixes[suffixRank[suffix]!] = addition === '' ? letter : `${letter}\t${addition}`;
  });
  const ids = new Float64Array(rows.length);
  for (let address = 0; address < rows.length; address++) ids[address] = addresses.id[rows[address]!]!;
  const sections = new Map<string, Uint8Array>([
    ['suffixes', packStrings(suffixes)],
    ['rows', packAddressRows(input, postcodes, runs)],
    ['id', packColumn(ids)],
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
  postcodes: ArrayLike<number>,
  runs: PointGroups,
): Uint8Array {
  const { number, suffix, state, latE7, lonE7, gridXmm, gridYmm } = addresses;
  const grid = gridApproximation(country);
  // An address without a position repeats the corrections of the previous one, which costs no bits; the first ones are arbitrary.
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
    values[COLUMN.postcode] = postcodes[address]!;
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
