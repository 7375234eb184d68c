import { NO_POSITION } from '../../src/model/address-columns.ts';
import { toE7, type Wgs84Converter } from '../projection/wgs84-converter.ts';
import { ColumnBuilder } from './columns.ts';
import { packSuffix } from './packed-suffix.ts';
import { type RdPosition, readRdPosition } from './rd-position.ts';
import {
  NUMBER_COLUMNS,
  type NumberColumns,
  OBJECT_COLUMNS,
  type ObjectColumns,
  OCCURRENCE_COLUMNS,
  type OccurrenceColumns,
  SECONDARY_COLUMNS,
  type SecondaryColumns,
  STREET_COLUMNS,
  type StreetColumns,
  WITHDRAWN,
} from './record-columns.ts';
import { FIELD, type StandRecord } from './stand-record.ts';

/** What all occurrences have: the identity under which a table keeps one. */
export interface Occurrence {
  id: number;
  occurrence: number;
  state: number;
  byteOffset: number;
}

/** The current occurrences of one file, while it is being read. */
export interface OccurrenceTable<Rows> {
  /** Takes over a record; returns the reason where it cannot. Of a withdrawn object only the identity is looked at. */
  add(occurrence: Occurrence, record: StandRecord): string | undefined;
  build(): Rows;
}

/** Files hold 10,000 occurrences at most (registers' own rule), of which most are current. */
const ROWS_PER_FILE = 10_000;

export interface PlaceRows {
  readonly columns: OccurrenceColumns;
  /** By row. */
  readonly names: string[];
}

export function placeTable(): OccurrenceTable<PlaceRows> {
  const table = new ColumnBuilder(OCCURRENCE_COLUMNS, 16);
  const names: string[] = [];
  return {
    add(occurrence, record) {
      const name = record.text(FIELD.name);
      if (name === '') return 'name-missing';
      addOccurrence(table, occurrence);
      names.push(name);
      return undefined;
    },
    build: () => ({ columns: table.copy(), names }),
  };
}

export interface StreetRows {
  readonly columns: StreetColumns;
  readonly names: string[];
  /** NEN 5825 names, `''` where there is none. */
  readonly shortNames: string[];
}

export function streetTable(): OccurrenceTable<StreetRows> {
  const table = new ColumnBuilder(STREET_COLUMNS, 1024);
  const names: string[] = [];
  const shortNames: string[] = [];
  return {
    add(occurrence, record) {
      const name = record.text(FIELD.name);
      const place = record.digits(FIELD.place);
      if (occurrence.state !== WITHDRAWN) {
        if (name === '') return 'name-missing';
        if (place <= 0 || place > LARGEST_PLACE) return 'place-missing';
      }
      const row = addOccurrence(table, occurrence);
      table.columns.place[row] = Math.max(place, 0);
      names.push(name);
      shortNames.push(record.text(FIELD.shortName));
      return undefined;
    },
    build: () => ({ columns: table.copy(), names, shortNames }),
  };
}

export interface NumberRows {
  readonly columns: NumberColumns;
}

export function numberTable(): OccurrenceTable<NumberRows> {
  const table = new ColumnBuilder(NUMBER_COLUMNS, ROWS_PER_FILE);
  return {
    add(occurrence, record) {
      if (occurrence.state === WITHDRAWN) {
        addOccurrence(table, occurrence);
        return undefined;
      }
      const number = record.digits(FIELD.number);
      if (number < 1 || number > LARGEST_NUMBER) return 'invalid-house-number';
      const suffix = packSuffix(record);
      if (suffix === -1) return 'invalid-house-number-suffix';
      const postcode = record.has(FIELD.postcode) ? readPostcode(record) : 0;
      if (postcode === -1) return 'invalid-postcode';
      const street = record.digits(FIELD.street);
      if (street === -1) return 'street-missing';
      const place = record.has(FIELD.place) ? record.digits(FIELD.place) : 0;
      if (place < 0 || place > LARGEST_PLACE) return 'invalid-place';
      const row = addOccurrence(table, occurrence);
      const { columns } = table;
      columns.number[row] = number;
      columns.suffix[row] = suffix;
      columns.postcode[row] = postcode;
      columns.street[row] = street;
      columns.place[row] = place;
      return undefined;
    },
    build: () => ({ columns: table.copy() }),
  };
}

/** Reason of a rejection: an outline whose vertices have neither two nor three numbers (`srsDimension`). */
export const INVALID_DIMENSION = 'invalid-dimension';

export interface ObjectRows {
  readonly columns: ObjectColumns;
  readonly secondary: SecondaryColumns;
}

export function objectTable(converter: Wgs84Converter): OccurrenceTable<ObjectRows> {
  const table = new ColumnBuilder(OBJECT_COLUMNS, ROWS_PER_FILE);
  const secondary = new ColumnBuilder(SECONDARY_COLUMNS, 64);
  const position: RdPosition = { xMm: 0, yMm: 0 };
  return {
    add(occurrence, record) {
      if (occurrence.state === WITHDRAWN) {
        addOccurrence(table, occurrence);
        return undefined;
      }
      const mainNumber = record.digits(FIELD.mainNumber);
      if (mainNumber === -1) return 'house-number-missing';
      if (record.rings.some(({ dimension }) => dimension !== 2 && dimension !== 3)) return INVALID_DIMENSION;
      const row = addOccurrence(table, occurrence);
      const { columns } = table;
      columns.mainNumber[row] = mainNumber;
      if (readRdPosition(record, position)) {
        columns.xMm[row] = position.xMm;
        columns.yMm[row] = position.yMm;
        const [latitude, longitude] = converter.toWgs84(position.xMm / 1000, position.yMm / 1000);
        columns.latE7[row] = toE7(latitude);
        columns.lonE7[row] = toE7(longitude);
      } else {
        columns.latE7[row] = NO_POSITION;
        columns.lonE7[row] = NO_POSITION;
      }
      const numbers = record.secondaryNumbers;
      for (let i = 0; i < numbers.length; i += 2) {
        const number = record.digitsAt(numbers[i]!, numbers[i + 1]!);
        const entry = secondary.add();
        secondary.columns.object[entry] = row;
        secondary.columns.number[entry] = number;
      }
      return undefined;
    },
    build: () => ({ columns: table.copy(), secondary: secondary.copy() }),
  };
}

/** Woonplaats ids have four digits. */
const LARGEST_PLACE = 9_999;
const LARGEST_NUMBER = 99_999;
const LARGEST_OFFSET = 0xffff_ffff;

function addOccurrence(
  table: { add(): number; readonly columns: OccurrenceColumns },
  { id, occurrence, state, byteOffset }: Occurrence,
): number {
  const row = table.add();
  const { columns } = table;
  columns.id[row] = id;
  columns.occurrence[row] = occurrence;
  columns.state[row] = state;
  columns.byteOffset[row] = Math.min(byteOffset, LARGEST_OFFSET);
  return row;
}

/** `1012JS` as `parsePostcode` numbers it, from the bytes: ten million regular expressions would be seconds. -1 if invalid. */
function readPostcode({ bytes, starts, ends }: StandRecord): number {
  const start = starts[FIELD.postcode]!;
  if (ends[FIELD.postcode]! - start !== 6 || bytes[start] === ZERO) return -1;
  let postcode = 0;
  for (let i = 0; i < 4; i++) {
    const digit = bytes[start + i]! - ZERO;
    if (digit < 0 || digit > 9) return -1;
    postcode = postcode * 10 + digit;
  }
  for (let i = 4; i < 6; i++) {
    const letter = bytes[start + i]! - LETTER_A;
    if (letter < 0 || letter > 25) return -1;
    postcode = postcode * 26 + letter;
  }
  return postcode;
}

const ZERO = 0x30;
const LETTER_A = 0x41;
