import { loadRdGrid, rdConverter } from '../projection/rd.ts';
import type { Wgs84Converter } from '../projection/wgs84-converter.ts';
import { type EntrySource, readInGulps } from '../readers/input-tree.ts';
import { readStand } from './stand-reader.ts';
import { ELEMENT_OF, FIELD, type RecordType, type StandRecord } from './stand-record.ts';
import { stateReader, WITHDRAWN } from './statuses.ts';
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
} from './tables.ts';

/** One stand file to read. Plain data, so that a worker thread can be given it. */
export interface StandFileTask {
  readonly source: EntrySource;
  /** The path of the file in messages. */
  readonly path: string;
  readonly recordType: RecordType;
  /** As a number: 20210915. */
  readonly referenceDate: number;
  readonly gridFile?: string;
  /** Whether to read what objects say of themselves (object-details.ts). */
  readonly withObjects: boolean;
}

/** The content of a stand file: the rows of its current records, and counts and rejects of all others. */
export interface StandFileContent {
  /** The date stated in the file, `YYYY-MM-DD`; `''` if there is none. */
  readonly referenceDate: string;
  readonly read: number;
  readonly historical: number;
  readonly rejects: readonly StandFileReject[];
  readonly rows: PlaceRows | StreetRows | NumberRows | ObjectRows;
}

interface StandFileReject {
  readonly reason: string;
  readonly byteOffset: number;
  /** As written; `''` if it is missing. */
  readonly id: string;
  readonly detail: string;
}

/**
 * Reads one stand file and keeps the occurrences that are in force on the reference date: begun on it or before, not
 * ended on it or before (a period that ends on the day it begins never was), and not declared void; and of those that have ended, what
 * they said (past-tables.ts).
 *
 * @throws AddressLookupError `input-corrupt`
 */
export async function readStandFile(task: StandFileTask): Promise<StandFileContent> {
  const { path, recordType, withObjects } = task;
  return collectRecords(task, (onRecord) =>
    readStand(readInGulps(task.source), onRecord, { path, scanFor: ELEMENT_OF[recordType], withObjects }),
  );
}

/**
 * The same of records that `read` gives one after the other, in the order of a file.
 *
 * @param read calls `onRecord` with one record object that is filled anew each time, and returns the date stated with the records
 */
export async function collectRecords(
  task: Omit<StandFileTask, 'source' | 'path'>,
  read: (onRecord: (record: StandRecord) => void) => Promise<{ readonly referenceDate: string }>,
): Promise<StandFileContent> {
  const { recordType, referenceDate } = task;
  const expected = ELEMENT_OF[recordType];
  const table = await tableOf(task);
  const stateOf = stateReader(recordType);
  const rejects: StandFileReject[] = [];
  const occurrence: Occurrence = { id: 0, occurrence: 0, state: 0, begin: 0, byteOffset: 0 };
  let count = 0;
  let historical = 0;

  // That an object had a number, its past versions say whatever its state was.
  const existed = recordType === 'NUM' || recordType === 'OPR' || recordType === 'WPL' ? stateOf : () => 0;
  const takePast = (record: StandRecord, begin: number, end: number): void => {
    if (begin >= end || end > referenceDate || record.has(FIELD.inactive)) return;
    const id = record.digits(FIELD.id);
    if (id > 0 && existed(record) !== WITHDRAWN) table.addPast({ id, begin, end }, record);
  };
  // Returns `historical`, the reason of a rejection, or nothing if the record was kept. Historical records are never rejected.
  const take = (record: StandRecord): string | undefined => {
    if (record.objectType !== expected) return 'other-type';
    const begin = record.date(FIELD.beginDate);
    const end = record.has(FIELD.endDate) ? record.date(FIELD.endDate) : Number.POSITIVE_INFINITY;
    if (begin === -1 || end === -1) return 'invalid-validity';
    if (begin > referenceDate || end <= referenceDate) {
      takePast(record, begin, end);
      return HISTORICAL;
    }
    if (record.has(FIELD.inactive)) return 'inactive';
    occurrence.id = record.digits(FIELD.id);
    if (occurrence.id <= 0) return 'invalid-identifier';
    occurrence.occurrence = record.digits(FIELD.occurrence);
    if (occurrence.occurrence < 0) return 'invalid-occurrence';
    occurrence.state = stateOf(record);
    if (occurrence.state === -1) return 'status-missing';
    occurrence.begin = begin;
    occurrence.byteOffset = record.byteOffset;
    return table.add(occurrence, record);
  };
  const onRecord = (record: StandRecord): void => {
    count++;
    const reason = take(record);
    if (reason === HISTORICAL) historical++;
    else if (reason !== undefined) rejects.push(rejectOf(record, reason));
  };
  const header = await read(onRecord);
  return { referenceDate: header.referenceDate, read: count, historical, rejects, rows: table.build() };
}

const HISTORICAL = 'historical';

async function tableOf(
  task: Omit<StandFileTask, 'source' | 'path'>,
): Promise<OccurrenceTable<StandFileContent['rows']>> {
  if (task.recordType === 'WPL') return placeTable();
  if (task.recordType === 'OPR') return streetTable();
  if (task.recordType === 'NUM') return numberTable();
  return objectTable(await converterFor(task.gridFile), task.withObjects);
}

function rejectOf(record: StandRecord, reason: string): StandFileReject {
  return { reason, byteOffset: record.byteOffset, id: record.text(FIELD.id), detail: detailOf(record, reason) };
}

function detailOf(record: StandRecord, reason: string): string {
  if (reason === 'other-type') return record.objectType;
  if (reason === INVALID_DIMENSION) return [...new Set(record.rings.map(({ dimension }) => dimension))].join(' ');
  const got = (FIELDS_OF_REASON[reason] ?? []).map((field) => record.text(field));
  return got.filter((text) => text !== '').join(' ');
}

/** Which of the record's fields explain a rejection. */
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

/** By grid file: building a converter takes far longer than reading a small file. */
const converters = new Map<string, Promise<Wgs84Converter>>();

function converterFor(gridFile: string = ''): Promise<Wgs84Converter> {
  let converter = converters.get(gridFile);
  if (converter === undefined) {
    converter = (gridFile === '' ? Promise.resolve(undefined) : loadRdGrid(gridFile)).then(rdConverter);
    converters.set(gridFile, converter);
  }
  return converter;
}
