import { Bitmap, packBitmap } from '../format/bitmap.ts';
import type { Container } from '../format/container.ts';
import { PackedColumn, packColumn } from '../format/packed-column.ts';
import { packStrings, StringTable } from '../format/string-table.ts';
import { ADDRESS_STATE, NO_POSITION } from '../model/address-columns.ts';
import type { Country } from '../model/country.ts';
import { foldBox, foldSuffix, type HouseNumberSuffix, rangeEnd } from '../model/house-number.ts';
import { approximateGridMm, type GridApproximation, gridApproximation } from './national-grid.ts';
import type { OrderedInput } from './ordered-input.ts';

/**
 * Addresses in index order, as packed columns: about nine bytes each. Nothing is decoded at opening.
 *
 * Container `addresses.bin`:
 *
 *     suffixes          StringTable of what follows a number: letter TAB addition, in natural order; 0 is neither
 *     number            packed: house number, 0 where there is none; ascends within a street
 *     suffix            packed: position in `suffixes`; ascends within a number
 *     postcode          packed: position in the postcode table (postcode-table.ts), 0 is none
 *     latE7, lonE7      packed: WGS84 in 10⁻⁷ degree
 *     gridX, gridY      packed: millimetres to add to the approximation of the national grid; NL and BE only
 *     id                packed: the register's identifier
 *     unpositioned      bitmap of the addresses without a position; absent when all have one
 *     proposed          bitmap of the addresses that are only proposed; absent when none is
 *     ranges            empty; there when some house number is a range, 109-115
 */
export class AddressTable {
  readonly length: number;
  /** Whether any house number of the country is a range. */
  readonly hasRanges: boolean;
  readonly #suffixes: StringTable;
  readonly #number: PackedColumn;
  readonly #suffix: PackedColumn;
  readonly #postcode: PackedColumn;
  readonly #latE7: PackedColumn;
  readonly #lonE7: PackedColumn;
  readonly #gridX: PackedColumn | undefined;
  readonly #gridY: PackedColumn | undefined;
  readonly #grid: GridApproximation | undefined;
  readonly #id: PackedColumn;
  readonly #unpositioned: Bitmap | undefined;
  readonly #proposed: Bitmap | undefined;
  readonly #suffixParts: (Suffix | undefined)[];

  constructor(country: Country, container: Container) {
    const column = (name: string): PackedColumn => new PackedColumn(container.bytes(name));
    const bitmap = (name: string): Bitmap | undefined =>
      container.has(name) ? new Bitmap(container.bytes(name)) : undefined;
    this.#suffixes = new StringTable(container.bytes('suffixes'));
    this.#suffixParts = new Array(this.#suffixes.length);
    this.#number = column('number');
    this.#suffix = column('suffix');
    this.#postcode = column('postcode');
    this.#latE7 = column('latE7');
    this.#lonE7 = column('lonE7');
    this.#grid = gridApproximation(country);
    this.#gridX = this.#grid && column('gridX');
    this.#gridY = this.#grid && column('gridY');
    this.#id = column('id');
    this.#unpositioned = bitmap('unpositioned');
    this.#proposed = bitmap('proposed');
    this.hasRanges = container.has('ranges');
    this.length = this.#number.length;
  }

  numberOf(address: number): number {
    return this.#number.at(address);
  }

  /** Letter and addition of an address. */
  suffixOf(address: number): Suffix {
    return this.#suffixAt(this.#suffix.at(address));
  }

  /** A number that is equal for equal suffixes and ascends in natural order. */
  suffixRankOf(address: number): number {
    return this.#suffix.at(address);
  }

  /** Position in the postcode table. */
  postcodeOf(address: number): number {
    return this.#postcode.at(address);
  }

  hasPosition(address: number): boolean {
    return this.#unpositioned === undefined || !this.#unpositioned.has(address);
  }

  /** WGS84 in 10⁻⁷ degree; without meaning for an address without a position. */
  latE7Of(address: number): number {
    return this.#latE7.at(address);
  }

  lonE7Of(address: number): number {
    return this.#lonE7.at(address);
  }

  /**
   * Metres in the national grid, as the register gives them; `undefined` in a country without one. Takes the degrees of the
   * address, since who asks for the one has read the other.
   */
  gridOf(
    address: number,
    latE7: number = this.latE7Of(address),
    lonE7: number = this.lonE7Of(address),
  ): [x: number, y: number] | undefined {
    if (this.#grid === undefined) return undefined;
    const [x, y] = approximateGridMm(this.#grid, latE7, lonE7);
    return [(x + this.#gridX!.at(address)) / 1000, (y + this.#gridY!.at(address)) / 1000];
  }

  isProposed(address: number): boolean {
    return this.#proposed?.has(address) ?? false;
  }

  idOf(address: number): number {
    return this.#id.at(address);
  }

  /** The address with this identifier, or -1. In a range: O(range). Everywhere: O(addresses / 32), a millisecond or two. */
  addressWithId(id: number, from: number = 0, to: number = this.length): number {
    return this.#id.indexOf(id, from, to);
  }

  /** The first address of [from, to), a range within one street, whose number is at least `number`; else `to`. O(log n). */
  firstWithNumber(number: number, from: number, to: number): number {
    return this.#number.lowerBound(number, from, to);
  }

  #suffixAt(rank: number): Suffix {
    const known = this.#suffixParts[rank];
    if (known !== undefined) return known;
    const [letter, addition = ''] = this.#suffixes.at(rank).split('\t', 2) as [string, string?];
    const suffix = {
      letter,
      addition,
      key: foldSuffix(letter, addition),
      letterKey: foldSuffix(letter),
      boxKey: foldSuffix(letter) + foldBox(addition),
      rangeEnd: rangeEnd(letter),
    };
    this.#suffixParts[rank] = suffix;
    return suffix;
  }
}

/** A suffix with what comparing needs, made once for all addresses that have it. */
export interface Suffix extends HouseNumberSuffix {
  /** `foldSuffix` of letter and addition, and of the letter alone. */
  readonly key: string;
  readonly letterKey: string;
  /** The letter's key and `foldBox` of the addition: equal for boxes that differ in how "box" and zeros are written. */
  readonly boxKey: string;
  /** The last number of a range of house numbers, 0 for a single one. */
  readonly rangeEnd: number;
}

/** `postcodePosition` maps a row of the input to its position in the postcode table. */
export function packAddresses(input: OrderedInput, postcodePosition: (row: number) => number): Map<string, Uint8Array> {
  const { addresses, rows, suffixRank } = input;
  const inOrder = (pick: (row: number) => number): Uint8Array => packColumn(Float64Array.from(rows, pick));

  const suffixes = new Array<string>(addresses.suffixes.length);
  addresses.suffixes.forEach(({ letter, addition }, suffix) => {
    suffixes[suffixRank[suffix]!] = addition === '' ? letter : `${letter}\t${addition}`;
  });
  const sections = new Map<string, Uint8Array>([
    ['suffixes', packStrings(suffixes)],
    ['number', inOrder((row) => addresses.number[row]!)],
    ['suffix', inOrder((row) => suffixRank[addresses.suffix[row]!]!)],
    ['postcode', inOrder(postcodePosition)],
    ['latE7', packColumn(withoutGaps(addresses.latE7, rows))],
    ['lonE7', packColumn(withoutGaps(addresses.lonE7, rows))],
    ['id', inOrder((row) => addresses.id[row]!)],
  ]);
  const grid = gridApproximation(input.country);
  if (grid !== undefined) {
    const [x, y] = gridCorrections(grid, input);
    sections.set('gridX', packColumn(x)).set('gridY', packColumn(y));
  }
  const { latE7, state } = addresses;
  if (rows.some((row) => latE7[row] === NO_POSITION)) {
    sections.set(
      'unpositioned',
      packBitmap(rows.length, (address) => latE7[rows[address]!] === NO_POSITION),
    );
  }
  if (rows.some((row) => state[row] === ADDRESS_STATE.proposed)) {
    sections.set(
      'proposed',
      packBitmap(rows.length, (address) => state[rows[address]!] === ADDRESS_STATE.proposed),
    );
  }
  if (addresses.suffixes.some(({ letter }) => rangeEnd(letter) > 0)) sections.set('ranges', new Uint8Array(0));
  return sections;
}

/** A missing coordinate repeats the one before, so that it costs no bits. */
function withoutGaps(coordinatesE7: Int32Array, rows: Uint32Array): Int32Array {
  const filled = new Int32Array(rows.length);
  const first = rows.find((row) => coordinatesE7[row] !== NO_POSITION);
  let last = first === undefined ? 0 : coordinatesE7[first]!;
  rows.forEach((row, address) => {
    if (coordinatesE7[row] !== NO_POSITION) last = coordinatesE7[row]!;
    filled[address] = last;
  });
  return filled;
}

function gridCorrections(grid: GridApproximation, { addresses, rows }: OrderedInput): [x: Int32Array, y: Int32Array] {
  const correctionX = new Int32Array(rows.length);
  const correctionY = new Int32Array(rows.length);
  let lastX = 0;
  let lastY = 0;
  rows.forEach((row, address) => {
    if (addresses.latE7[row] !== NO_POSITION) {
      const [x, y] = approximateGridMm(grid, addresses.latE7[row]!, addresses.lonE7[row]!);
      lastX = addresses.gridXmm[row]! - x;
      lastY = addresses.gridYmm[row]! - y;
    }
    correctionX[address] = lastX;
    correctionY[address] = lastY;
  });
  return [correctionX, correctionY];
}
