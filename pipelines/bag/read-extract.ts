import { AddressLookupError } from '../../src/errors.ts';
import type { Progress } from '../progress.ts';
import type { ImportReport } from '../report.ts';
import { type ColumnTypes, concatColumns, type Table } from './columns.ts';
import type { StandFile } from './extract-files.ts';
import type { NumberRows, ObjectRows, PlaceRows, StreetRows } from './occurrence-tables.ts';
import type { MemberResult, MemberTask } from './read-member.ts';
import { readMembers } from './read-members.ts';
import {
  NUMBER_COLUMNS,
  type NumberColumns,
  OBJECT_COLUMNS,
  type ObjectColumns,
  OCCURRENCE_COLUMNS,
  type OccurrenceColumns,
  type RecordType,
  SECONDARY_COLUMNS,
  type SecondaryColumns,
  STREET_COLUMNS,
  type StreetColumns,
} from './record-columns.ts';
import { RowOrigins } from './row-origins.ts';

/** Everything that is current in the stand files, table by table, still with every occurrence that claims to be. */
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
}

export interface TableOf<C> {
  readonly columns: C;
  readonly origins: RowOrigins;
}

export interface ReadExtractOptions {
  /** `YYYY-MM-DD`: what is in force on this day is current. */
  readonly referenceDate: string;
  /** Whether a file may be of another date than that: only where the user has chosen the date. */
  readonly allowOtherDates: boolean;
  readonly threads: number;
  readonly gridFile?: string;
  readonly report: ImportReport;
  readonly progress: Progress;
}

/**
 * Reads all stand files of an extract.
 *
 * @throws AddressLookupError `input-corrupt`; `input-mixed` for a file of another date
 */
export async function readExtract(files: readonly StandFile[], options: ReadExtractOptions): Promise<ExtractTables> {
  const { referenceDate, threads, gridFile, report, progress } = options;
  const tasks = files.map(
    ({ entry, recordType }): MemberTask => ({
      source: entry.source,
      path: entry.path,
      recordType,
      referenceDate: Number(referenceDate.replaceAll('-', '')),
      ...(gridFile === undefined ? {} : { gridFile }),
    }),
  );
  const totalBytes = files.reduce((sum, { entry }) => sum + entry.byteLength, 0);
  const parts = new ExtractParts();
  progress.stage('read', totalBytes, 'bytes');
  let next = 0;
  for await (const result of readMembers(tasks, { threads, totalBytes })) {
    const { entry, recordType } = files[next++]!;
    if (result.referenceDate !== '' && result.referenceDate !== referenceDate && !options.allowOtherDates) {
      throw mixedDates(entry.path, result.referenceDate, referenceDate);
    }
    account(recordType, entry.path, result, report);
    parts.add(recordType, entry.path, result);
    progress.advance(entry.byteLength);
  }
  return parts.join();
}

export function mixedDates(path: string, date: string, otherDate: string): AddressLookupError {
  return new AddressLookupError(
    'input-mixed',
    `"${path}" is of ${date}, the rest of the input of ${otherDate}. Give extracts of one date, or choose one with --reference-date.`,
    { got: [date, otherDate] },
  );
}

function account(recordType: RecordType, path: string, result: MemberResult, report: ImportReport): void {
  report.read(recordType, result.read);
  report.historical(recordType, result.historical);
  for (const { reason, byteOffset, id, detail } of result.rejects) {
    report.reject({ recordType, reason, file: path, position: byteOffset, id, detail });
  }
}

/** The results of files, gathered until all are there. */
class ExtractParts {
  readonly #places = new Parts<OccurrenceColumns>(OCCURRENCE_COLUMNS);
  readonly #streets = new Parts<StreetColumns>(STREET_COLUMNS);
  readonly #numbers = new Parts<NumberColumns>(NUMBER_COLUMNS);
  readonly #objects = new Parts<ObjectColumns>(OBJECT_COLUMNS);
  readonly #secondary: Partial<SecondaryColumns>[] = [];
  readonly #placeNames: string[][] = [];
  readonly #streetNames: string[][] = [];
  readonly #shortNames: string[][] = [];

  add(recordType: RecordType, path: string, { rows }: MemberResult): void {
    if (recordType === 'WPL') {
      const { columns, names } = rows as PlaceRows;
      this.#places.add(columns, path, recordType);
      this.#placeNames.push(names);
    } else if (recordType === 'OPR') {
      const { columns, names, shortNames } = rows as StreetRows;
      this.#streets.add(columns, path, recordType);
      this.#streetNames.push(names);
      this.#shortNames.push(shortNames);
    } else if (recordType === 'NUM') {
      this.#numbers.add((rows as NumberRows).columns, path, recordType);
    } else {
      const { columns, secondary } = rows as ObjectRows;
      // In a file objects are counted from its first; here from the first of all.
      const firstRow = this.#objects.length;
      for (let i = 0; i < secondary.object.length; i++) secondary.object[i]! += firstRow;
      this.#objects.add(columns, path, recordType);
      this.#secondary.push({ ...secondary });
    }
  }

  join(): ExtractTables {
    return {
      places: { ...this.#places.join(), names: this.#placeNames.flat() },
      streets: { ...this.#streets.join(), names: this.#streetNames.flat(), shortNames: this.#shortNames.flat() },
      numbers: this.#numbers.join(),
      objects: this.#objects.join(),
      secondary: concatColumns(SECONDARY_COLUMNS, this.#secondary),
    };
  }
}

class Parts<C extends Table<C> & OccurrenceColumns> {
  readonly #types: ColumnTypes<C>;
  readonly #parts: Partial<C>[] = [];
  readonly #origins = new RowOrigins();
  length = 0;

  constructor(types: ColumnTypes<C>) {
    this.#types = types;
  }

  add(columns: C, path: string, recordType: RecordType): void {
    const rows = columns.id.length;
    if (rows > 0) this.#parts.push({ ...columns });
    this.#origins.add(path, recordType, rows);
    this.length += rows;
  }

  join(): TableOf<C> {
    return { columns: concatColumns(this.#types, this.#parts), origins: this.#origins };
  }
}
