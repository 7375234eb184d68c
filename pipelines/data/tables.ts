import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { AddressLookupError } from '../../src/errors.ts';
import { isCompiled } from '../../src/version.ts';
import { validUtf8Length } from '../readers/utf8.ts';

/**
 * The project's own tables: names that the registers lack, one CSV file each (UTF-8, a header, commas), in this folder.
 * README.md there says where each is from. The form of each file is specified here and checked whenever the file is read, so
 * that a slip is an error with a line number instead of a name that cannot be found.
 *
 * `key`: no two rows agree in all of these columns. `order`: rows ascend by these columns, compared by code unit; rows that
 * agree in them keep the order of the file.
 */
const TABLES: { readonly [Name in TableName]: TableForm<ColumnOf<Name>> } = {
  'nl-municipalities': {
    columns: { code: 'dutchCode', name: 'name', province: 'province', from: 'dateOrBlank', until: 'dateOrBlank' },
    key: ['code', 'from'],
    order: ['code', 'from'],
  },
  'nl-former': {
    columns: { code: 'dutchCode', former_name: 'name' },
    key: ['code', 'former_name'],
    order: ['code', 'former_name'],
  },
  'nl-aliases': {
    columns: { name: 'name', alias: 'name' },
    key: ['name', 'alias'],
    order: ['name'],
  },
  'be-municipalities': {
    columns: { nis: 'nis', name_nl: 'nameOrBlank', name_fr: 'nameOrBlank', name_de: 'nameOrBlank' },
    key: ['nis'],
    order: ['nis'],
  },
  'be-mergers': {
    columns: { nis: 'nis', name: 'name', present_nis: 'nis', year: 'year' },
    key: ['nis'],
    order: ['nis'],
  },
  'be-exonyms': {
    columns: { nis: 'nis', language: 'languageOrBlank', name: 'name' },
    key: ['nis', 'name'],
    order: ['nis'],
  },
  'be-localities': {
    columns: { postcode: 'belgianPostcode', language: 'language', name: 'name' },
    key: ['postcode', 'language', 'name'],
    order: ['postcode'],
  },
  'lu-exonyms': {
    columns: { level: 'luxembourgLevel', name: 'name', language: 'languageOrBlank', exonym: 'name' },
    key: ['level', 'name', 'exonym'],
    order: ['level', 'name'],
  },
};

interface TableForm<Column extends string> {
  /** In the order of the file. */
  readonly columns: { readonly [column in Column]: CellKind };
  readonly key: readonly Column[];
  readonly order: readonly Column[];
}

/** The columns of each table, by its name, which is that of the file. */
interface TableColumns {
  'nl-municipalities': 'code' | 'name' | 'province' | 'from' | 'until';
  'nl-former': 'code' | 'former_name';
  'nl-aliases': 'name' | 'alias';
  'be-municipalities': 'nis' | 'name_nl' | 'name_fr' | 'name_de';
  'be-mergers': 'nis' | 'name' | 'present_nis' | 'year';
  'be-exonyms': 'nis' | 'language' | 'name';
  'be-localities': 'postcode' | 'language' | 'name';
  'lu-exonyms': 'level' | 'name' | 'language' | 'exonym';
}

export type TableName = keyof TableColumns;

type ColumnOf<Name extends TableName> = TableColumns[Name];

/** Latin letters and what joins words; no blank at an edge, no two in a row. */
const NAME = /^(?! )(?:[\p{Script=Latin}'’.,/()-]| (?! ))+(?<! )$/u;
const NAME_ALLOWED = "a name: letters and ' - . , / ( ), with single blanks between words";

/** The allowed content of cells: a pattern, and a description for messages. */
const CELL_KINDS = {
  name: [NAME, NAME_ALLOWED],
  nameOrBlank: [new RegExp(`^$|${NAME.source}`, 'u'), `${NAME_ALLOWED}; or nothing`],
  dateOrBlank: [/^(?:\d{4}-\d{2}-\d{2})?$/, 'a date as YYYY-MM-DD, or nothing'],
  year: [/^(?:19|20)\d{2}$/, 'a year of four digits'],
  dutchCode: [/^\d{4}$/, 'a municipality code of four digits'],
  province: [/^(?:2\d|30|31)$/, 'a province code from 20 to 31'],
  nis: [/^[1-9]\d{4}$/, 'a NIS code of five digits'],
  belgianPostcode: [/^[1-9]\d{3}$/, 'a postcode of four digits'],
  luxembourgLevel: [/^(?:commune|localite)$/, 'commune or localite'],
  language: [/^(?:nl|fr|de|lb)$/, 'nl, fr, de or lb'],
  languageOrBlank: [/^(?:nl|fr|de|lb)?$/, 'nl, fr, de, lb, or nothing for a name in another language'],
} as const satisfies Readonly<Record<string, readonly [RegExp, string]>>;

type CellKind = keyof typeof CELL_KINDS;

/** A row by the names of its columns, every cell as written. */
export type TableRow<Name extends TableName> = Readonly<Record<ColumnOf<Name>, string>>;

export const TABLE_NAMES: readonly TableName[] = Object.keys(TABLES) as TableName[];

/** The CSV files, in the package in `data`: `tsc` copies none of them to `dist`. */
const FOLDER = new URL(isCompiled() ? '../../../data/' : './', import.meta.url);

/**
 * Reads and checks one of the tables, some ten milliseconds for the largest; callers keep what they make of it.
 *
 * @throws AddressLookupError `input-corrupt` with file and line for an invalid table.
 */
export function readTable<Name extends TableName>(name: Name): readonly TableRow<Name>[] {
  return parseTable(name, readFileSync(new URL(`${name}.csv`, FOLDER)));
}

/** Derives a value from a table on first use, once: a build of one country reads no other country's tables. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * The rows in the bytes of a table.
 *
 * @throws AddressLookupError as `readTable` does.
 */
export function parseTable<Name extends TableName>(name: Name, bytes: Uint8Array): readonly TableRow<Name>[] {
  const form: TableForm<string> = TABLES[name];
  const columns = Object.keys(form.columns);
  const [header, ...lines] = csvLines(name, bytes);
  if (header?.join() !== columns.join()) {
    throw wrong(name, 1, `the columns are ${header?.join() || 'missing'}; they must be ${columns.join()}.`);
  }

  const lineOfKey = new Map<string, number>();
  let rankBefore: readonly string[] = [];
  const rows: Record<string, string>[] = [];
  for (const [lineAfterHeader, cells] of lines.entries()) {
    const line = lineAfterHeader + 2;
    if (cells.length !== columns.length) {
      const remedy = cells.length > columns.length ? ' Put a cell with a comma in it in double quotes.' : '';
      throw wrong(name, line, `there are ${cells.length} cells; there must be ${columns.length}.${remedy}`);
    }
    const row: Record<string, string> = {};
    for (const [i, column] of columns.entries()) {
      assertCell(name, line, column, form.columns[column]!, cells[i]!);
      row[column] = cells[i]!;
    }
    // Two rows of one key would contradict or repeat each other.
    const key = form.key.map((column) => row[column]).join('\n');
    const sameKey = lineOfKey.get(key);
    if (sameKey !== undefined) throw wrong(name, line, `${form.key.join(', ')} are those of line ${sameKey} again.`);
    lineOfKey.set(key, line);
    // In a fixed order, a change is one line of a diff, and an existing row is easy to find.
    const rank = form.order.map((column) => row[column]!);
    if (compareRanks(rankBefore, rank) > 0) {
      throw wrong(
        name,
        line,
        `${rank.join(', ')} comes before ${rankBefore.join(', ')}: rows ascend by ${form.order.join(', ')}.`,
      );
    }
    rankBefore = rank;
    rows.push(row);
  }
  return rows as unknown as readonly TableRow<Name>[];
}

/** The cells of each line: a cell with a line break in it is refused before the lines after it are counted wrong. */
function csvLines(name: TableName, bytes: Uint8Array): string[][] {
  if (!isUtf8(bytes))
    throw wrong(name, lineOfInvalidBytes(bytes), 'there are bytes that are not UTF-8. Save it as UTF-8.');
  try {
    return parse(Buffer.from(bytes), { bom: true, relax_column_count: true });
  } catch (error) {
    const { lines = 1, message } = error as Error & { readonly lines?: number };
    throw wrong(name, lines, `it is not CSV (${message}).`, error);
  }
}

/** The line of the first bytes that no UTF-8 text has. */
function lineOfInvalidBytes(bytes: Uint8Array): number {
  return bytes.subarray(0, validUtf8Length(bytes)).filter((byte) => byte === LINE_FEED).length + 1;
}

const LINE_FEED = 10;

/**
 * Characters that text has when it was decoded in a wrong encoding: `OhÃ©` is UTF-8 read as Latin-1, `Oh‚` is code page 850
 * read as Windows-1252. No name of the three countries has them.
 */
const MOJIBAKE = /[\u0080-\u009f\ufffdÃƒ‚„…†‡ˆ‰“”]|Â[\u0080-\u00bf]|\p{Ll}[ŠŒ]/u;

function assertCell(name: TableName, line: number, column: string, kind: CellKind, cell: string): void {
  const [pattern, allowed] = CELL_KINDS[kind];
  const fault = MOJIBAKE.test(cell)
    ? ', which looks like text read in a wrong encoding.'
    : cell !== cell.normalize('NFC')
      ? ', with accents apart from their letters (not NFC).'
      : pattern.test(cell)
        ? undefined
        : `; allowed is ${allowed}.`;
  if (fault !== undefined) throw wrong(name, line, `${column} is ${JSON.stringify(cell)}${fault}`);
}

function compareRanks(a: readonly string[], b: readonly string[]): number {
  for (const [i, cell] of a.entries()) {
    if (cell !== b[i]) return cell < b[i]! ? -1 : 1;
  }
  return 0;
}

function wrong(name: TableName, line: number, what: string, cause?: unknown): AddressLookupError {
  const file = `${name}.csv`;
  return new AddressLookupError('input-corrupt', `${file}, line ${line}: ${what}`, { file, line }, { cause });
}
