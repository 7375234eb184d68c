import type { Names } from '../../src/model/country.ts';
import { type HouseNumberSuffix, splitHouseNumber } from '../../src/model/house-number.ts';
import { belgianIdentifier } from '../../src/model/identifiers.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import { ColumnBuilder, type ColumnTypes, SuffixTable } from '../readers/columns.ts';
import type { RegionCode } from './names.ts';
import { type DegreesComparison, newComparison, type PositionReader } from './positions.ts';
import {
  isMunicipalityId,
  isPostcode,
  type PostalAreaRecord,
  type Problem,
  type StreetRecord,
  type UnreadRecord,
} from './records.ts';

/** What each row of an `AddressTable` has. */
interface AddressRows {
  /** `belgianIdentifier` of the address. */
  readonly addressId: Float64Array;
  /** Ordinal in `streets`. */
  readonly street: Uint32Array;
  /** Ordinal in `postalAreas`. */
  readonly postalArea: Uint32Array;
  readonly number: Uint32Array;
  /** Ordinal in `suffixes`. */
  readonly suffix: Uint32Array;
  /** Index into `STATUSES`. */
  readonly status: Uint8Array;
  /** 1 for a record that the register itself has closed, whatever its status. Only XML tells. */
  readonly closed: Uint8Array;
  /** The first day on which an address that has ended no longer was one, 20210915; 0 for any other, and where it is unknown. Only XML tells. */
  readonly until: Uint32Array;
  /** Index into `POSITION_STATES`. */
  readonly positionState: Uint8Array;
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
  /** Lambert 72. */
  readonly xMm: Int32Array;
  readonly yMm: Int32Array;
  /** Line of a CSV file, byte offset in an XML file (which may be beyond 4 GiB). */
  readonly position: Float64Array;
}

/**
 * The addresses of one file as columns: row `i` of every array is the i-th record that could be read, in the order of the
 * file, whatever its status. Streets, postal areas and suffixes are in the table once each. About 50 bytes a row, and plain
 * data, which a worker thread transfers without copying.
 */
export interface AddressTable extends AddressRows {
  /** For people: `best.zip/openaddress-bevlg.csv`. */
  readonly path: string;
  /** Records in the file: the rows of this table and those in `unread`. */
  readonly read: number;
  readonly length: number;
  readonly streets: readonly StreetRecord[];
  readonly postalAreas: readonly PostalAreaRecord[];
  /** The first is the empty suffix. */
  readonly suffixes: readonly HouseNumberSuffix[];
  readonly unread: readonly UnreadRecord[];
  readonly degrees: DegreesComparison;
  /** The date stated in the file, `YYYY-MM-DD`; `null` if there is none. */
  readonly referenceDate: string | null;
}

const COLUMNS: ColumnTypes<AddressRows> = {
  addressId: Float64Array,
  street: Uint32Array,
  postalArea: Uint32Array,
  number: Uint32Array,
  suffix: Uint32Array,
  status: Uint8Array,
  closed: Uint8Array,
  until: Uint32Array,
  positionState: Uint8Array,
  latE7: Int32Array,
  lonE7: Int32Array,
  xMm: Int32Array,
  yMm: Int32Array,
  position: Float64Array,
};

const FIRST_CAPACITY = 1 << 12;

/** Collects the addresses of one file. */
export class AddressTableBuilder {
  readonly streets: StreetRecord[] = [];
  readonly postalAreas: PostalAreaRecord[] = [];
  readonly unread: UnreadRecord[] = [];
  readonly degrees: DegreesComparison = newComparison();
  referenceDate: string | null = null;
  readonly #path: string;
  readonly #rows = new ColumnBuilder<AddressRows>(COLUMNS, FIRST_CAPACITY);
  readonly #suffixes = new SuffixTable();
  readonly #ordinalOfStreet = new Map<number, number>();
  readonly #ordinalOfArea = new Map<string, number>();
  /** A country has a few ten thousand spellings of house numbers, each of which is parsed once. */
  readonly #partsOf = new Map<string, { readonly number: number; readonly rest: string }>();

  constructor(path: string) {
    this.#path = path;
  }

  /** The ordinal of a street, which is added when it comes for the first time; only then are its names asked for. */
  streetOf(region: RegionCode, id: number, namesOf: () => Names | undefined): number {
    const key = belgianIdentifier(region, id);
    let street = this.#ordinalOfStreet.get(key);
    if (street === undefined) {
      street = this.streets.push({ region, id, names: namesOf() }) - 1;
      this.#ordinalOfStreet.set(key, street);
    }
    return street;
  }

  /**
   * The ordinal of a postal area, which is added when it comes for the first time, or why it cannot be.
   *
   * @param municipality NIS code, as written
   * @param postcode as written; `''` if there is none
   * @param further the other fields that distinguish areas, as one text
   * @param describe its other properties, asked for once
   */
  postalAreaOf(
    region: RegionCode,
    municipality: string,
    postcode: string,
    further: string,
    describe: () => Pick<PostalAreaRecord, 'municipalityNames' | 'postalNames' | 'part'>,
  ): number | Problem {
    const key = `${region}|${municipality}|${postcode}|${further}`;
    const known = this.#ordinalOfArea.get(key);
    if (known !== undefined) return known;
    if (!isMunicipalityId(municipality)) return ['municipality-id-invalid', municipality];
    if (!isPostcode(postcode)) return ['postcode-invalid', postcode];
    const area =
      this.postalAreas.push({
        region,
        municipality: Number(municipality),
        postcode: postcode === '' ? NO_POSTCODE : Number(postcode),
        ...describe(),
      }) - 1;
    this.#ordinalOfArea.set(key, area);
    return area;
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
    until: number,
    place: PositionReader,
    position: number,
  ): void {
    const row = this.#rows.add();
    const { columns } = this.#rows;
    const { number, rest } = this.#split(houseNumber);
    columns.addressId[row] = addressId;
    columns.street[row] = street;
    columns.postalArea[row] = postalArea;
    columns.number[row] = number;
    columns.suffix[row] = this.#suffixes.position(rest, boxNumber);
    columns.status[row] = status;
    columns.closed[row] = closed ? 1 : 0;
    columns.until[row] = until;
    columns.positionState[row] = place.state;
    columns.latE7[row] = place.latE7;
    columns.lonE7[row] = place.lonE7;
    columns.xMm[row] = place.xMm;
    columns.yMm[row] = place.yMm;
    columns.position[row] = position;
  }

  finish(): AddressTable {
    const { streets, postalAreas, unread, degrees, referenceDate } = this;
    const { length } = this.#rows;
    return {
      path: this.#path,
      read: length + unread.length,
      length,
      ...this.#rows.copy(),
      streets,
      postalAreas,
      suffixes: this.#suffixes.suffixes,
      unread,
      degrees,
      referenceDate,
    };
  }

  #split(houseNumber: string): { readonly number: number; readonly rest: string } {
    let parts = this.#partsOf.get(houseNumber);
    if (parts === undefined) {
      parts = splitHouseNumber(houseNumber);
      this.#partsOf.set(houseNumber, parts);
    }
    return parts;
  }
}
