import { partitionPoint } from '../../src/format/blocks.ts';
import { NO_POSITION } from '../../src/model/address-columns.ts';
import { toE7, type Wgs84Converter } from '../projection/wgs84-converter.ts';
import { ColumnBuilder, type ColumnTypes } from '../readers/columns.ts';
import { type DetailColumns, DetailRows, type FurtherBuildingColumns } from './object-details.ts';
import {
  PAST_COLUMNS,
  PAST_NUMBER_COLUMNS,
  PAST_STREET_COLUMNS,
  PAST_USE_COLUMNS,
  type PastColumns,
  type PastNumberColumns,
  type PastPeriod,
  type PastStreetColumns,
  type PastUseColumns,
  PastVersions,
} from './past-tables.ts';
import { type RdPosition, readRdPosition } from './position.ts';
import { FIELD, LIST, packSuffix, type RecordType, readPostcode, type StandRecord } from './stand-record.ts';
import { WITHDRAWN } from './statuses.ts';

/** Everything that is current in the stand files, table by table, with every occurrence that claims to be, and what was before it. */
export interface ExtractTables {
  readonly places: TableOf<OccurrenceColumns> & { readonly names: readonly string[] };
  readonly streets: TableOf<StreetColumns> & {
    readonly names: readonly string[];
    readonly shortNames: readonly string[];
  };
  readonly numbers: TableOf<NumberColumns>;
  /** Verblijfsobjecten, ligplaatsen, standplaatsen, in this order. */
  readonly objects: TableOf<ObjectColumns>;
  /** `object` is a row of `objects`. */
  readonly secondary: SecondaryColumns;
  /** By row of `objects`; empty unless they were asked for. */
  readonly details: DetailColumns;
  readonly furtherBuildings: FurtherBuildingColumns;
  readonly past: PastTables;
}

/** What has ended, file by file; `names` are by row. */
export interface PastTables {
  readonly places: PastColumns & { readonly names: readonly string[] };
  readonly streets: PastStreetColumns & { readonly names: readonly string[] };
  readonly numbers: PastNumberColumns;
  readonly uses: PastUseColumns;
}

/** A table with the rows of many files, and which file each row came from. */
export interface TableOf<C> {
  readonly columns: C;
  readonly origins: RowOrigins;
}

/** The columns of every current occurrence. A place has its name besides, and nothing more. */
export interface OccurrenceColumns {
  /** Identifier of the object as a whole number: 16 digits, of a place 4. */
  readonly id: Float64Array;
  /** `voorkomenidentificatie`. */
  readonly occurrence: Uint32Array;
  /** One of `ADDRESS_STATE`, or `WITHDRAWN`. */
  readonly state: Uint8Array;
  /** Where its `sl:stand` starts in its file; saturates at 4 GiB. */
  readonly byteOffset: Uint32Array;
}

/** Openbare ruimten. */
export interface StreetColumns extends OccurrenceColumns {
  readonly place: Uint16Array;
}

/** Nummeraanduidingen. */
export interface NumberColumns extends OccurrenceColumns {
  readonly street: Float64Array;
  /** First day on which it was the number that it is: 20210915. */
  readonly begin: Uint32Array;
  /** The place that overrides the street's, 0 if none does. */
  readonly place: Uint16Array;
  readonly number: Uint32Array;
  /** See `packSuffix`. */
  readonly suffix: Uint32Array;
  /** As in model/postcode.ts. */
  readonly postcode: Uint32Array;
}

/** Verblijfsobjecten, ligplaatsen and standplaatsen. */
export interface ObjectColumns extends OccurrenceColumns {
  readonly mainNumber: Float64Array;
  readonly xMm: Int32Array;
  readonly yMm: Int32Array;
  /** `NO_POSITION` here and in `lonE7` if the object has none. */
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
}

/** House numbers of objects besides the main one. */
export interface SecondaryColumns {
  /** Row of the object, in the table of the same file or of all files. */
  readonly object: Uint32Array;
  readonly number: Float64Array;
}

export const OCCURRENCE_COLUMNS: ColumnTypes<OccurrenceColumns> = {
  id: Float64Array,
  occurrence: Uint32Array,
  state: Uint8Array,
  byteOffset: Uint32Array,
};

export const STREET_COLUMNS: ColumnTypes<StreetColumns> = { ...OCCURRENCE_COLUMNS, place: Uint16Array };

export const NUMBER_COLUMNS: ColumnTypes<NumberColumns> = {
  ...OCCURRENCE_COLUMNS,
  street: Float64Array,
  begin: Uint32Array,
  place: Uint16Array,
  number: Uint32Array,
  suffix: Uint32Array,
  postcode: Uint32Array,
};

export const OBJECT_COLUMNS: ColumnTypes<ObjectColumns> = {
  ...OCCURRENCE_COLUMNS,
  mainNumber: Float64Array,
  xMm: Int32Array,
  yMm: Int32Array,
  latE7: Int32Array,
  lonE7: Int32Array,
};

export const SECONDARY_COLUMNS: ColumnTypes<SecondaryColumns> = { object: Uint32Array, number: Float64Array };

/** What all occurrences have in common. */
export interface Occurrence {
  id: number;
  occurrence: number;
  state: number;
  /** First day of its period: 20210915. */
  begin: number;
  byteOffset: number;
}

/** Collects the occurrences of one file while it is being read. */
export interface OccurrenceTable<Rows> {
  /** Adds a current record, or returns the reason why it cannot. Nothing that a withdrawn object says can be wrong. */
  add(occurrence: Occurrence, record: StandRecord): string | undefined;
  /** Adds one that has ended, if it says what can be read and may be asked for. */
  addPast(period: PastPeriod, record: StandRecord): void;
  build(): Rows;
}

/** Files hold 10,000 occurrences at most (the register's own rule); most are current. */
const ROWS_PER_FILE = 10_000;

export interface PlaceRows {
  readonly columns: OccurrenceColumns;
  /** By row. */
  readonly names: string[];
  readonly past: PastColumns;
  readonly pastNames: string[];
}

export function placeTable(): OccurrenceTable<PlaceRows> {
  const table = new ColumnBuilder(OCCURRENCE_COLUMNS, 16);
  const names: string[] = [];
  const past = new PastVersions(PAST_COLUMNS, () => true);
  return {
    add(occurrence, record) {
      const name = record.text(FIELD.name);
      if (name === '') return 'name-missing';
      addOccurrence(table, occurrence);
      names.push(name);
      return undefined;
    },
    addPast(period, record) {
      const name = record.text(FIELD.name);
      if (name !== '') past.add(period, () => {}, name);
    },
    build: () => ({ columns: table.copy(), names, past: past.copy(), pastNames: past.names }),
  };
}

export interface StreetRows {
  readonly columns: StreetColumns;
  readonly names: string[];
  /** NEN 5825 names, `''` if there is none. */
  readonly shortNames: string[];
  readonly past: PastStreetColumns;
  readonly pastNames: string[];
}

export function streetTable(): OccurrenceTable<StreetRows> {
  const table = new ColumnBuilder(STREET_COLUMNS, 1024);
  const names: string[] = [];
  const shortNames: string[] = [];
  const past = new PastVersions(PAST_STREET_COLUMNS, ({ place }, a, b) => place[a] === place[b]);
  return {
    add(occurrence, record) {
      const name = record.text(FIELD.name);
      const place = record.digits(FIELD.place);
      if (occurrence.state !== WITHDRAWN) {
        if (name === '') return 'name-missing';
        if (place <= 0 || place > MAX_PLACE) return 'place-missing';
      }
      const row = addOccurrence(table, occurrence);
      table.columns.place[row] = Math.max(place, 0);
      names.push(name);
      shortNames.push(record.text(FIELD.shortName));
      return undefined;
    },
    addPast(period, record) {
      const name = record.text(FIELD.name);
      const place = record.digits(FIELD.place);
      if (name === '' || place <= 0 || place > MAX_PLACE) return;
      const fill = (columns: PastStreetColumns, row: number): void => {
        columns.place[row] = place;
      };
      past.add(period, fill, name);
    },
    build: () => ({ columns: table.copy(), names, shortNames, past: past.copy(), pastNames: past.names }),
  };
}

export interface NumberRows {
  readonly columns: NumberColumns;
  readonly past: PastNumberColumns;
}

export function numberTable(): OccurrenceTable<NumberRows> {
  const table = new ColumnBuilder(NUMBER_COLUMNS, ROWS_PER_FILE);
  const past = new PastVersions(PAST_NUMBER_COLUMNS, (columns, a, b) => isSameNumber(columns, a, columns, b));
  return {
    add(occurrence, record) {
      if (occurrence.state === WITHDRAWN) {
        addOccurrence(table, occurrence);
        return undefined;
      }
      const fault = readNumber(record, written);
      if (fault !== undefined) return fault;
      const row = addOccurrence(table, occurrence);
      const { columns } = table;
      setWritten(columns, row);
      columns.begin[row] = occurrence.begin;
      if (past.endsWith(occurrence.id)) {
        columns.begin[row] = past.beginOf(occurrence.id, occurrence.begin, (earlier, last) =>
          isSameNumber(earlier, last, columns, row),
        );
      }
      return undefined;
    },
    addPast(period, record) {
      if (readNumber(record, written) === undefined) past.add(period, setWritten);
    },
    build: () => ({ columns: table.copy(), past: past.copy() }),
  };
}

/** What a house number says. */
type WrittenNumber = { -readonly [Part in keyof NumberParts]: number };
type NumberParts = Omit<PastNumberColumns, keyof PastColumns>;

/** The number being read. */
const written: WrittenNumber = { street: 0, place: 0, number: 0, suffix: 0, postcode: 0 };

/** Reads a house number into `into`; the reason if it is none. */
function readNumber(record: StandRecord, into: WrittenNumber): string | undefined {
  into.number = record.digits(FIELD.number);
  if (into.number < 1 || into.number > MAX_HOUSE_NUMBER) return 'invalid-house-number';
  into.suffix = packSuffix(record);
  if (into.suffix === -1) return 'invalid-house-number-suffix';
  into.postcode = record.has(FIELD.postcode) ? readPostcode(record) : 0;
  if (into.postcode === -1) return 'invalid-postcode';
  into.street = record.digits(FIELD.street);
  if (into.street === -1) return 'street-missing';
  into.place = record.has(FIELD.place) ? record.digits(FIELD.place) : 0;
  if (into.place < 0 || into.place > MAX_PLACE) return 'invalid-place';
  return undefined;
}

function setWritten(columns: NumberParts, row: number): void {
  const { street, place, number, suffix, postcode } = written;
  columns.street[row] = street;
  columns.place[row] = place;
  columns.number[row] = number;
  columns.suffix[row] = suffix;
  columns.postcode[row] = postcode;
}

function isSameNumber(a: NumberParts, rowA: number, b: NumberParts, rowB: number): boolean {
  return (
    a.number[rowA] === b.number[rowB] &&
    a.suffix[rowA] === b.suffix[rowB] &&
    a.postcode[rowA] === b.postcode[rowB] &&
    a.street[rowA] === b.street[rowB] &&
    a.place[rowA] === b.place[rowB]
  );
}

/** Reason of a rejection: an outline whose vertices have neither two nor three numbers (`srsDimension`). */
export const INVALID_DIMENSION = 'invalid-dimension';

export interface ObjectRows {
  readonly columns: ObjectColumns;
  readonly secondary: SecondaryColumns;
  readonly details: DetailColumns;
  readonly furtherBuildings: FurtherBuildingColumns;
  readonly past: PastUseColumns;
}

export function objectTable(converter: Wgs84Converter, withDetails: boolean): OccurrenceTable<ObjectRows> {
  const table = new ColumnBuilder(OBJECT_COLUMNS, ROWS_PER_FILE);
  const secondary = new ColumnBuilder(SECONDARY_COLUMNS, 64);
  const details = new DetailRows(withDetails ? ROWS_PER_FILE : 0);
  const past = new PastVersions(PAST_USE_COLUMNS, ({ number }, a, b) => number[a] === number[b]);
  const position: RdPosition = { xMm: 0, yMm: 0 };
  let use = 0;
  const setUse = (columns: PastUseColumns, row: number): void => {
    columns.number[row] = use;
  };
  const addUse = (period: PastPeriod, number: number): void => {
    use = number;
    past.add(period, setUse);
  };
  return {
    add(occurrence, record) {
      const isWithdrawn = occurrence.state === WITHDRAWN;
      const mainNumber = record.digits(FIELD.mainNumber);
      const isOutlined = record.rings.every(({ dimension }) => dimension === 2 || dimension === 3);
      if (!isWithdrawn && mainNumber === -1) return 'house-number-missing';
      if (!isWithdrawn && !isOutlined) return INVALID_DIMENSION;
      const row = addOccurrence(table, occurrence);
      const { columns } = table;
      columns.mainNumber[row] = Math.max(mainNumber, 0);
      if (past.endsWith(occurrence.id))
        past.beginOf(occurrence.id, occurrence.begin, ({ number }, last) => number[last] === mainNumber);
      // The position is converted here, where threads share the work.
      if (isOutlined && readRdPosition(record, position)) {
        columns.xMm[row] = position.xMm;
        columns.yMm[row] = position.yMm;
        const [latitude, longitude] = converter.toWgs84(position.xMm / 1000, position.yMm / 1000);
        columns.latE7[row] = toE7(latitude);
        columns.lonE7[row] = toE7(longitude);
      } else {
        columns.latE7[row] = NO_POSITION;
        columns.lonE7[row] = NO_POSITION;
      }
      if (withDetails) details.add(record);
      for (const number of record.digitsOf(LIST.secondaryNumbers)) {
        const entry = secondary.add();
        secondary.columns.object[entry] = row;
        secondary.columns.number[entry] = number;
      }
      return undefined;
    },
    addPast(period, record) {
      for (const number of record.digitsOf(LIST.secondaryNumbers)) addUse(period, number);
      const mainNumber = record.digits(FIELD.mainNumber);
      if (mainNumber !== -1) addUse(period, mainNumber);
    },
    build: () => ({ columns: table.copy(), secondary: secondary.copy(), ...details.build(), past: past.copy() }),
  };
}

/** Woonplaats ids have four digits. */
const MAX_PLACE = 9_999;
const MAX_HOUSE_NUMBER = 99_999;
const MAX_OFFSET = 0xffff_ffff;

function addOccurrence(
  table: { add(): number; readonly columns: OccurrenceColumns },
  { id, occurrence, state, byteOffset }: Occurrence,
): number {
  const row = table.add();
  const { columns } = table;
  columns.id[row] = id;
  columns.occurrence[row] = occurrence;
  columns.state[row] = state;
  columns.byteOffset[row] = Math.min(byteOffset, MAX_OFFSET);
  return row;
}

/** Which file each row of a table came from. The rows of one file follow those of the file before. */
export class RowOrigins {
  readonly #files: { readonly path: string; readonly recordType: RecordType; readonly firstRow: number }[] = [];
  #length = 0;
  /** The file that was found last: rows are mostly asked for in order. */
  #last = 0;

  /** The next `rows` rows come from the file that messages call `path`. */
  add(path: string, recordType: RecordType, rows: number): void {
    if (rows > 0) this.#files.push({ path, recordType, firstRow: this.#length });
    this.#length += rows;
  }

  of(row: number): { readonly path: string; readonly recordType: RecordType } {
    if (!this.#isIn(this.#last, row)) this.#last = this.#find(row);
    return this.#files[this.#last]!;
  }

  #isIn(file: number, row: number): boolean {
    const next = this.#files[file + 1]?.firstRow ?? this.#length;
    return this.#files[file]!.firstRow <= row && row < next;
  }

  #find(row: number): number {
    return partitionPoint(1, this.#files.length, (file) => this.#files[file]!.firstRow <= row) - 1;
  }
}

/** Identifiers have leading zeros: 16 digits, of places 4. */
export function formatBagId(id: number, recordType: string): string {
  return String(id).padStart(recordType === 'WPL' ? 4 : 16, '0');
}
