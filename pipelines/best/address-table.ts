import type { HouseNumberSuffix } from '../../src/model/house-number.ts';
import { splitHouseNumber } from '../../src/model/house-number.ts';
import { type DegreesComparison, newComparison, type PositionReader } from './positions.ts';
import type { PostalAreaRecord, StreetRecord, UnreadRecord } from './records.ts';

/**
 * The addresses of one file as columns: row `i` of every array is the i-th record that could be read, in the order of the
 * file, whatever its status. Streets, postal areas and suffixes stand once each and are referred to by position. About
 * 50 bytes a row, and plain data: a worker thread hands it over without copying.
 */
export interface AddressTable {
  /** For people: `best.zip/openaddress-bevlg.csv`. */
  readonly path: string;
  /** Records in the file: the rows of this table and those in `unread`. */
  readonly read: number;
  readonly length: number;
  readonly addressId: Float64Array;
  readonly street: Uint32Array;
  readonly postalArea: Uint32Array;
  readonly number: Uint32Array;
  readonly suffix: Uint32Array;
  /** Position in `STATUSES`. */
  readonly status: Uint8Array;
  /** 1 for a record that the register itself has closed, whatever its status. Only XML tells. */
  readonly closed: Uint8Array;
  /** Position in `POSITION_STATES`. */
  readonly positionState: Uint8Array;
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
  readonly xMm: Int32Array;
  readonly yMm: Int32Array;
  /** Line of a CSV file, byte offset in an XML file (which may be beyond 4 GiB). */
  readonly position: Float64Array;
  readonly streets: readonly StreetRecord[];
  readonly postalAreas: readonly PostalAreaRecord[];
  /** Position 0 is the empty suffix. */
  readonly suffixes: readonly HouseNumberSuffix[];
  readonly unread: readonly UnreadRecord[];
  readonly degrees: DegreesComparison;
  /** The date that the file says it speaks of, `YYYY-MM-DD`; `null` where it says none. */
  readonly referenceDate: string | null;
}

const FIRST_CAPACITY = 1 << 12;

/** Collects the addresses of one file. Arrays double when they are full. */
export class AddressTableBuilder {
  readonly #path: string;
  #length: number = 0;
  #capacity: number = FIRST_CAPACITY;
  #columns: Columns = newColumns(FIRST_CAPACITY);
  readonly #suffixes = new SuffixTable();
  readonly streets: StreetRecord[] = [];
  readonly postalAreas: PostalAreaRecord[] = [];
  readonly unread: UnreadRecord[] = [];
  readonly degrees: DegreesComparison = newComparison();
  referenceDate: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** `houseNumber` and `boxNumber` exactly as written; `place` has just read the record's position. */
  add(
    addressId: number,
    street: number,
    postalArea: number,
    houseNumber: string,
    boxNumber: string,
    status: number,
    closed: boolean,
    place: PositionReader,
    position: number,
  ): void {
    if (this.#length === this.#capacity) this.#grow();
    const row = this.#length++;
    const columns = this.#columns;
    const { number, letter } = this.#suffixes.split(houseNumber);
    columns.addressId[row] = addressId;
    columns.street[row] = street;
    columns.postalArea[row] = postalArea;
    columns.number[row] = number;
    columns.suffix[row] = this.#suffixes.position(letter, boxNumber);
    columns.status[row] = status;
    columns.closed[row] = closed ? 1 : 0;
    columns.positionState[row] = place.state;
    columns.latE7[row] = place.latE7;
    columns.lonE7[row] = place.lonE7;
    columns.xMm[row] = place.xMm;
    columns.yMm[row] = place.yMm;
    columns.position[row] = position;
  }

  finish(): AddressTable {
    this.#capacity = this.#length;
    const { streets, postalAreas, unread, degrees, referenceDate } = this;
    return {
      path: this.#path,
      read: this.#length + unread.length,
      length: this.#length,
      ...resized(this.#columns, this.#length),
      streets,
      postalAreas,
      suffixes: this.#suffixes.suffixes,
      unread,
      degrees,
      referenceDate,
    };
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#columns = resized(this.#columns, this.#capacity);
  }
}

/** The buffers of a table, for a worker thread to hand over without copying. */
export function buffersOf(table: AddressTable): ArrayBuffer[] {
  return COLUMN_NAMES.map((name) => table[name].buffer as ArrayBuffer);
}

/** Distinct letters and boxes, numbered in order of first appearance. */
class SuffixTable {
  readonly suffixes: HouseNumberSuffix[] = [{ letter: '', addition: '' }];
  readonly #byLetter = new Map<string, Map<string, number>>([['', new Map([['', 0]])]]);
  readonly #split = new Map<string, { number: number; letter: string }>();

  /** The parts of a house number; the few ten thousand ways in which they are written are taken apart once. */
  split(houseNumber: string): { number: number; letter: string } {
    let parts = this.#split.get(houseNumber);
    if (parts === undefined) {
      const { number, rest } = splitHouseNumber(houseNumber);
      parts = { number, letter: rest };
      this.#split.set(houseNumber, parts);
    }
    return parts;
  }

  position(letter: string, addition: string): number {
    let byAddition = this.#byLetter.get(letter);
    if (byAddition === undefined) {
      byAddition = new Map();
      this.#byLetter.set(letter, byAddition);
    }
    let position = byAddition.get(addition);
    if (position === undefined) {
      position = this.suffixes.length;
      this.suffixes.push({ letter, addition });
      byAddition.set(addition, position);
    }
    return position;
  }
}

type Columns = Pick<AddressTable, (typeof COLUMN_NAMES)[number]>;

const COLUMN_NAMES = [
  'addressId',
  'street',
  'postalArea',
  'number',
  'suffix',
  'status',
  'closed',
  'positionState',
  'latE7',
  'lonE7',
  'xMm',
  'yMm',
  'position',
] as const;

function newColumns(capacity: number): Columns {
  return {
    addressId: new Float64Array(capacity),
    street: new Uint32Array(capacity),
    postalArea: new Uint32Array(capacity),
    number: new Uint32Array(capacity),
    suffix: new Uint32Array(capacity),
    status: new Uint8Array(capacity),
    closed: new Uint8Array(capacity),
    positionState: new Uint8Array(capacity),
    latE7: new Int32Array(capacity),
    lonE7: new Int32Array(capacity),
    xMm: new Int32Array(capacity),
    yMm: new Int32Array(capacity),
    position: new Float64Array(capacity),
  };
}

/** The same columns with room for `capacity` rows, more or fewer than before. */
function resized(columns: Columns, capacity: number): Columns {
  const copies = newColumns(capacity);
  for (const name of COLUMN_NAMES) copies[name].set(columns[name].subarray(0, capacity));
  return copies;
}
