import { loadRdGrid, rdConverter } from '../projection/rd.ts';
import type { Wgs84Converter } from '../projection/wgs84-converter.ts';
import { type EntrySource, readInGulps } from '../readers/input-tree.ts';
import {
  INVALID_DIMENSION,
  type NumberRows,
  numberTable,
  type ObjectRows,
  type Occurrence,
  type OccurrenceTable,
  objectTable,
  type PlaceRows,
  placeTable,
  type StreetRows,
  streetTable,
} from './occurrence-tables.ts';
import { readStand } from './read-stand.ts';
import { ELEMENT_OF, type RecordType } from './record-columns.ts';
import { FIELD, type StandRecord } from './stand-record.ts';
import { stateReader } from './status.ts';

/** One stand file to read; plain data, to be sent to a worker thread. */
export interface MemberTask {
  readonly source: EntrySource;
  /** What people know the file by. */
  readonly path: string;
  readonly recordType: RecordType;
  /** As a number: 20210915. */
  readonly referenceDate: number;
  readonly gridFile?: string;
}

/** What a stand file holds: the rows of what is current in it, and the account of all the rest. */
export interface MemberResult {
  /** The date that the file gives itself, `YYYY-MM-DD`; `''` where it has none. */
  readonly referenceDate: string;
  readonly read: number;
  readonly historical: number;
  readonly rejects: readonly MemberReject[];
  readonly rows: PlaceRows | StreetRows | NumberRows | ObjectRows;
}

export interface MemberReject {
  readonly reason: string;
  readonly byteOffset: number;
  /** As written; `''` where it is missing. */
  readonly id: string;
  readonly detail: string;
}

/**
 * Reads one stand file and keeps the occurrences that are in force on the reference date: begun on it or before, not
 * ended on it or before (a period that ends on the day it begins never was), and not declared void.
 *
 * @throws AddressLookupError `input-corrupt`
 */
export async function readMember(task: MemberTask): Promise<MemberResult> {
  const { recordType, referenceDate, path } = task;
  const expected = ELEMENT_OF[recordType];
  const table = await tableOf(task);
  const stateOf = stateReader(recordType);
  const rejects: MemberReject[] = [];
  const occurrence: Occurrence = { id: 0, occurrence: 0, state: 0, byteOffset: 0 };
  let read = 0;
  let historical = 0;

  /** `historical`, the reason of a rejection, or nothing where the record was taken over. */
  const take = (record: StandRecord): string | undefined => {
    if (record.objectType !== expected) return 'other-type';
    const begin = record.date(FIELD.beginDate);
    const end = record.has(FIELD.endDate) ? record.date(FIELD.endDate) : Number.POSITIVE_INFINITY;
    if (begin === -1 || end === -1) return 'invalid-validity';
    if (begin > referenceDate || end <= referenceDate) return HISTORICAL;
    if (record.has(FIELD.inactive)) return 'inactive';
    occurrence.id = record.digits(FIELD.id);
    if (occurrence.id <= 0) return 'invalid-identifier';
    occurrence.occurrence = record.digits(FIELD.occurrence);
    if (occurrence.occurrence < 0) return 'invalid-occurrence';
    occurrence.state = stateOf(record);
    if (occurrence.state === -1) return 'status-missing';
    occurrence.byteOffset = record.byteOffset;
    return table.add(occurrence, record);
  };
  const onRecord = (record: StandRecord): void => {
    read++;
    const reason = take(record);
    if (reason === HISTORICAL) historical++;
    else if (reason !== undefined) rejects.push(rejectOf(record, reason));
  };
  const header = await readStand(readInGulps(task.source), onRecord, { path, scanFor: expected });
  return { referenceDate: header.referenceDate, read, historical, rejects, rows: table.build() };
}

const HISTORICAL = 'historical';

async function tableOf(task: MemberTask): Promise<OccurrenceTable<MemberResult['rows']>> {
  if (task.recordType === 'WPL') return placeTable();
  if (task.recordType === 'OPR') return streetTable();
  if (task.recordType === 'NUM') return numberTable();
  return objectTable(await converterFor(task.gridFile));
}

function rejectOf(record: StandRecord, reason: string): MemberReject {
  return { reason, byteOffset: record.byteOffset, id: record.text(FIELD.id), detail: detailOf(record, reason) };
}

function detailOf(record: StandRecord, reason: string): string {
  if (reason === 'other-type') return record.objectType;
  if (reason === INVALID_DIMENSION) return [...new Set(record.rings.map(({ dimension }) => dimension))].join(' ');
  const got = (FIELDS_OF_REASON[reason] ?? []).map((field) => record.text(field));
  return got.filter((text) => text !== '').join(' ');
}

/** What to show of a record that is rejected. */
const FIELDS_OF_REASON: Readonly<Record<string, readonly number[]>> = {
  'invalid-validity': [FIELD.beginDate, FIELD.endDate],
  'invalid-occurrence': [FIELD.occurrence],
  'invalid-house-number': [FIELD.number],
  'invalid-house-number-suffix': [FIELD.letter, FIELD.addition],
  'invalid-postcode': [FIELD.postcode],
  'invalid-place': [FIELD.place],
  'place-missing': [FIELD.place],
  'street-missing': [FIELD.street],
  'house-number-missing': [FIELD.mainNumber],
};

/** Converters by grid file: building one takes far longer than reading a small file. */
const converters = new Map<string, Promise<Wgs84Converter>>();

function converterFor(gridFile: string = ''): Promise<Wgs84Converter> {
  let converter = converters.get(gridFile);
  if (converter === undefined) {
    converter = (gridFile === '' ? Promise.resolve(undefined) : loadRdGrid(gridFile)).then(rdConverter);
    converters.set(gridFile, converter);
  }
  return converter;
}
