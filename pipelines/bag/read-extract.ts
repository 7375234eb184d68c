import { AddressLookupError } from '../../src/errors.ts';
import type { Progress } from '../progress.ts';
import type { ImportReport } from '../report.ts';
import { ColumnBuilder, type ColumnTypes, type Table } from './columns.ts';
import type { StandFile } from './extract-files.ts';
import type { NumberRows, ObjectRows, PlaceRows, StreetRows } from './occurrence-tables.ts';
import type { MemberResult, MemberTask } from './read-member.ts';
import { createMemberReader } from './read-members.ts';
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
import { unpackInTurn } from './unpack-in-turn.ts';

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
  /** For what is unpacked. */
  readonly temporaryDirectory: string;
  readonly report: ImportReport;
  readonly progress: Progress;
}

/**
 * Reads all stand files of an extract.
 *
 * @throws AddressLookupError `input-corrupt`; `input-mixed` for a file of another date
 */
export async function readExtract(files: readonly StandFile[], options: ReadExtractOptions): Promise<ExtractTables> {
  const { referenceDate, threads, report, progress } = options;
  const reader = createMemberReader({ threads, totalBytes: files.reduce((sum, file) => sum + xmlBytes(file), 0) });
  const tables = new TablesBuilder(files);
  const storedBytes = files.reduce((sum, { entry }) => sum + entry.compressedByteLength, 0);
  progress.stage('read', storedBytes, 'bytes');
  try {
    for await (const group of unpackInTurn(files, options.temporaryDirectory)) {
      let next = 0;
      for await (const result of reader.read(group.map((file) => taskOf(file, options)))) {
        const { entry, recordType } = group[next++]!;
        if (result.referenceDate !== '' && result.referenceDate !== referenceDate && !options.allowOtherDates) {
          throw mixedDates(entry.path, result.referenceDate, referenceDate);
        }
        account(recordType, entry.path, result, report);
        tables.add(recordType, entry.path, result);
        progress.advance(entry.compressedByteLength);
      }
    }
  } finally {
    await reader.close();
  }
  return tables.build();
}

function taskOf({ entry, recordType }: StandFile, { referenceDate, gridFile }: ReadExtractOptions): MemberTask {
  return {
    source: entry.source,
    path: entry.path,
    recordType,
    referenceDate: Number(referenceDate.replaceAll('-', '')),
    ...(gridFile === undefined ? {} : { gridFile }),
  };
}

/** XML shrinks to less than a thirtieth (Weesp, 2021: a fortieth). */
const LARGEST_SHRINKAGE = 40;

/** How much XML there is in a file, or at most in a zip of files. */
function xmlBytes({ entry, isZip }: StandFile): number {
  return isZip ? entry.byteLength * LARGEST_SHRINKAGE : entry.byteLength;
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

/** Bytes of XML that a record takes at least; the real ones take a fifth more (Weesp, 2021). */
const BYTES_PER_RECORD = 1_000;

/** The tables of all files, to which those of one file after the other are appended. */
class TablesBuilder {
  readonly #places: OriginedTable<OccurrenceColumns>;
  readonly #streets: OriginedTable<StreetColumns>;
  readonly #numbers: OriginedTable<NumberColumns>;
  readonly #objects: OriginedTable<ObjectColumns>;
  readonly #secondary = new ColumnBuilder<SecondaryColumns>(SECONDARY_COLUMNS, 1024);
  readonly #placeNames: string[] = [];
  readonly #streetNames: string[] = [];
  readonly #shortNames: string[] = [];

  constructor(files: readonly StandFile[]) {
    const most = (...types: readonly RecordType[]): number => {
      const bytes = files.reduce((sum, file) => sum + (types.includes(file.recordType) ? xmlBytes(file) : 0), 0);
      return Math.ceil(bytes / BYTES_PER_RECORD);
    };
    this.#places = new OriginedTable<OccurrenceColumns>(OCCURRENCE_COLUMNS, most('WPL'));
    this.#streets = new OriginedTable<StreetColumns>(STREET_COLUMNS, most('OPR'));
    this.#numbers = new OriginedTable<NumberColumns>(NUMBER_COLUMNS, most('NUM'));
    this.#objects = new OriginedTable<ObjectColumns>(OBJECT_COLUMNS, most('VBO', 'LIG', 'STA'));
  }

  add(recordType: RecordType, path: string, { rows }: MemberResult): void {
    if (recordType === 'WPL') {
      const { columns, names } = rows as PlaceRows;
      this.#places.append(columns, path, recordType);
      this.#placeNames.push(...names);
    } else if (recordType === 'OPR') {
      const { columns, names, shortNames } = rows as StreetRows;
      this.#streets.append(columns, path, recordType);
      this.#streetNames.push(...names);
      this.#shortNames.push(...shortNames);
    } else if (recordType === 'NUM') {
      this.#numbers.append((rows as NumberRows).columns, path, recordType);
    } else {
      const { columns, secondary } = rows as ObjectRows;
      // In a file objects are counted from its first; here from the first of all.
      const firstRow = this.#objects.length;
      for (let i = 0; i < secondary.object.length; i++) secondary.object[i]! += firstRow;
      this.#objects.append(columns, path, recordType);
      this.#secondary.append(secondary);
    }
  }

  build(): ExtractTables {
    return {
      places: { ...this.#places.view(), names: this.#placeNames },
      streets: { ...this.#streets.view(), names: this.#streetNames, shortNames: this.#shortNames },
      numbers: this.#numbers.view(),
      objects: this.#objects.view(),
      secondary: this.#secondary.view(),
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
