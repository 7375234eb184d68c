import { AddressLookupError } from '../../src/errors.ts';
import { moduleBeside } from '../../src/threads/thread-module.ts';
import type { Progress } from '../progress.ts';
import { ColumnBuilder, type ColumnTypes, type Table } from '../readers/columns.ts';
import { createParallelReader } from '../readers/parallel.ts';
import type { ImportReport } from '../report.ts';
import { type StandFile, unpackInTurn } from './files.ts';
import {
  DETAIL_COLUMNS,
  type DetailColumns,
  FURTHER_BUILDING_COLUMNS,
  type FurtherBuildingColumns,
} from './object-details.ts';
import {
  PAST_COLUMNS,
  PAST_NUMBER_COLUMNS,
  PAST_STREET_COLUMNS,
  PAST_USE_COLUMNS,
  type PastColumns,
  type PastNumberColumns,
  type PastStreetColumns,
  type PastUseColumns,
} from './past-tables.ts';
import { readStandFile, type StandFileContent, type StandFileTask } from './stand-file.ts';
import type { RecordType } from './stand-record.ts';
import {
  type ExtractTables,
  NUMBER_COLUMNS,
  type NumberColumns,
  type NumberRows,
  OBJECT_COLUMNS,
  type ObjectColumns,
  type ObjectRows,
  OCCURRENCE_COLUMNS,
  type OccurrenceColumns,
  type PlaceRows,
  RowOrigins,
  SECONDARY_COLUMNS,
  type SecondaryColumns,
  STREET_COLUMNS,
  type StreetColumns,
  type StreetRows,
  type TableOf,
} from './tables.ts';

export interface ReadOptions {
  /** `YYYY-MM-DD`: what is in force on this day is current. */
  readonly referenceDate: string;
  /** Whether a file may be of another date than that: only if the user has chosen the date. */
  readonly allowOtherDates: boolean;
  readonly threads: number;
  readonly gridFile?: string;
  /** Whether to read what objects say of themselves. */
  readonly withObjects: boolean;
  /** For zips inside zips. */
  readonly temporaryDirectory: string;
  readonly report: ImportReport;
  readonly progress: Progress;
}

/**
 * Reads all stand files of an extract into one table per kind of record.
 *
 * @throws AddressLookupError `input-corrupt`; `input-mixed` for a file of another date
 */
export async function readExtract(files: readonly StandFile[], options: ReadOptions): Promise<ExtractTables> {
  const { referenceDate, report, progress } = options;
  const reader = createParallelReader<StandFileTask, StandFileContent>({
    readFile: readStandFile,
    worker: moduleBeside('read-worker', import.meta.url),
    threads: options.threads,
    totalBytes: files.reduce((sum, file) => sum + xmlBytes(file), 0),
    minBytesForThreads: MIN_BYTES_FOR_THREADS,
  });
  const tables = new TablesBuilder((...types) => {
    const bytes = files.reduce((sum, file) => sum + (types.includes(file.recordType) ? xmlBytes(file) : 0), 0);
    return Math.ceil(bytes / MIN_BYTES_PER_RECORD);
  });
  const storedBytes = files.reduce((sum, { entry }) => sum + entry.compressedByteLength, 0);
  progress.stage('read', storedBytes, 'bytes');
  try {
    for await (const group of unpackInTurn(files, options.temporaryDirectory)) {
      let next = 0;
      for await (const content of reader.inOrder(group.map((file) => taskOf(file, options)))) {
        const { entry, recordType } = group[next++]!;
        const date = content.referenceDate;
        if (date !== '' && date !== referenceDate && !options.allowOtherDates) {
          throw mixedDates(entry.path, date, referenceDate);
        }
        report.dated(entry.path, date);
        tables.add(recordType, entry.path, content, report);
        progress.advance(entry.compressedByteLength);
      }
    }
  } finally {
    await reader.close();
  }
  return tables.build();
}

/** About half a second of work. */
const MIN_BYTES_FOR_THREADS = 256 * 2 ** 20;

function taskOf(
  { entry, recordType }: StandFile,
  { referenceDate, gridFile, withObjects }: ReadOptions,
): StandFileTask {
  return {
    source: entry.source,
    path: entry.path,
    recordType,
    referenceDate: Number(referenceDate.replaceAll('-', '')),
    ...(gridFile === undefined ? {} : { gridFile }),
    withObjects,
  };
}

/** XML deflates to a fortieth at best (Weesp, 2021). */
const MAX_DEFLATION = 40;

/** How much XML there is in a file, or at most in a zip of files. */
function xmlBytes({ entry, isZip }: StandFile): number {
  return isZip ? entry.byteLength * MAX_DEFLATION : entry.byteLength;
}

export function mixedDates(path: string, date: string, otherDate: string): AddressLookupError {
  return new AddressLookupError(
    'input-mixed',
    `"${path}" is of ${date.slice(0, 20)}, the rest of the input of ${otherDate.slice(0, 20)}. Give extracts of one date, or choose one with --reference-date.`,
    { got: [date, otherDate] },
  );
}

function account(recordType: RecordType, path: string, content: StandFileContent, report: ImportReport): void {
  report.read(recordType, content.read);
  report.historical(recordType, content.historical);
  for (const { reason, byteOffset, id, detail } of content.rejects) {
    report.reject({ recordType, reason, file: path, position: byteOffset, id, detail });
  }
}

/** Bytes of XML that a record takes at least; real records take a fifth more (Weesp, 2021). */
const MIN_BYTES_PER_RECORD = 1_000;

/** The tables of all files, and what is counted of them. The rows of one file after the other are appended. */
export class TablesBuilder {
  readonly #places: OriginedTable<OccurrenceColumns>;
  readonly #streets: OriginedTable<StreetColumns>;
  readonly #numbers: OriginedTable<NumberColumns>;
  readonly #objects: OriginedTable<ObjectColumns>;
  readonly #secondary = new ColumnBuilder<SecondaryColumns>(SECONDARY_COLUMNS, 1024);
  readonly #details = new ColumnBuilder<DetailColumns>(DETAIL_COLUMNS, 0);
  readonly #furtherBuildings = new ColumnBuilder<FurtherBuildingColumns>(FURTHER_BUILDING_COLUMNS, 1024);
  readonly #placeNames: string[] = [];
  readonly #streetNames: string[] = [];
  readonly #shortNames: string[] = [];
  readonly #pastPlaces = new ColumnBuilder<PastColumns>(PAST_COLUMNS, 64);
  readonly #pastPlaceNames: string[] = [];
  readonly #pastStreets = new ColumnBuilder<PastStreetColumns>(PAST_STREET_COLUMNS, 1024);
  readonly #pastStreetNames: string[] = [];
  readonly #pastNumbers = new ColumnBuilder<PastNumberColumns>(PAST_NUMBER_COLUMNS, 1024);
  readonly #pastUses = new ColumnBuilder<PastUseColumns>(PAST_USE_COLUMNS, 1024);

  /** @param maxRows how many rows there are at most of some types of record */
  constructor(maxRows: (...types: readonly RecordType[]) => number) {
    this.#places = new OriginedTable<OccurrenceColumns>(OCCURRENCE_COLUMNS, maxRows('WPL'));
    this.#streets = new OriginedTable<StreetColumns>(STREET_COLUMNS, maxRows('OPR'));
    this.#numbers = new OriginedTable<NumberColumns>(NUMBER_COLUMNS, maxRows('NUM'));
    this.#objects = new OriginedTable<ObjectColumns>(OBJECT_COLUMNS, maxRows('VBO', 'LIG', 'STA'));
  }

  add(recordType: RecordType, path: string, content: StandFileContent, report: ImportReport): void {
    account(recordType, path, content, report);
    const { rows } = content;
    if (recordType === 'WPL') {
      const { columns, names, past, pastNames } = rows as PlaceRows;
      this.#places.append(columns, path, recordType);
      this.#placeNames.push(...names);
      this.#pastPlaces.append(past);
      this.#pastPlaceNames.push(...pastNames);
    } else if (recordType === 'OPR') {
      const { columns, names, shortNames, past, pastNames } = rows as StreetRows;
      this.#streets.append(columns, path, recordType);
      this.#streetNames.push(...names);
      this.#shortNames.push(...shortNames);
      this.#pastStreets.append(past);
      this.#pastStreetNames.push(...pastNames);
    } else if (recordType === 'NUM') {
      const { columns, past } = rows as NumberRows;
      this.#numbers.append(columns, path, recordType);
      this.#pastNumbers.append(past);
    } else {
      const { columns, secondary, details, furtherBuildings, past } = rows as ObjectRows;
      // A file counts its objects from 0; here they follow those of the files before.
      const firstRow = this.#objects.length;
      for (const { object } of [secondary, furtherBuildings])
        for (let i = 0; i < object.length; i++) object[i]! += firstRow;
      this.#objects.append(columns, path, recordType);
      this.#secondary.append(secondary);
      this.#details.append(details);
      this.#furtherBuildings.append(furtherBuildings);
      this.#pastUses.append(past);
    }
  }

  build(): ExtractTables {
    return {
      places: { ...this.#places.view(), names: this.#placeNames },
      streets: { ...this.#streets.view(), names: this.#streetNames, shortNames: this.#shortNames },
      numbers: this.#numbers.view(),
      objects: this.#objects.view(),
      secondary: this.#secondary.view(),
      details: this.#details.view(),
      furtherBuildings: this.#furtherBuildings.view(),
      past: {
        places: { ...this.#pastPlaces.view(), names: this.#pastPlaceNames },
        streets: { ...this.#pastStreets.view(), names: this.#pastStreetNames },
        numbers: this.#pastNumbers.view(),
        uses: this.#pastUses.view(),
      },
    };
  }
}

/** A table that remembers which rows came from which file. */
class OriginedTable<C extends Table<C> & OccurrenceColumns> {
  readonly #builder: ColumnBuilder<C>;
  readonly #origins = new RowOrigins();

  constructor(types: ColumnTypes<C>, capacity: number) {
    this.#builder = new ColumnBuilder(types, capacity);
  }

  get length(): number {
    return this.#builder.length;
  }

  append(columns: C, path: string, recordType: RecordType): void {
    this.#builder.append(columns);
    this.#origins.add(path, recordType, columns.id.length);
  }

  view(): TableOf<C> {
    return { columns: this.#builder.view(), origins: this.#origins };
  }
}
