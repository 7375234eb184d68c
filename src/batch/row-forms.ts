import { type CsvDialect, type CsvRecord, writeCell } from './csv.ts';
import type { BatchPlan } from './plan.ts';
import type { ResultColumn } from './result-columns.ts';
import type { WrittenCell } from './spreadsheet.ts';

/**
 * How answered rows are written: `rows`, byte for byte as in the input, followed by our columns; or in another form, for
 * which the cells of a row are read and written again. New workbooks are made from `cells` (spreadsheet.ts); `added` are only our
 * columns, for the rows of a workbook that is kept (kept-workbook.ts).
 */
export type OutputForm = 'rows' | 'excel' | 'ndjson' | 'geojsonl' | 'cells' | 'added';

/** Our columns for one row, and its position. */
export interface Answer {
  readonly values: readonly string[];
  /** WGS84 degrees, `''` without. */
  readonly latitude: string;
  readonly longitude: string;
}

/** A row of a CSV file with its answer, before it is written. It may have fewer cells than the header, or more, which then follow our columns. */
export interface AnsweredRow extends Answer, Pick<BatchPlan, 'columnCount' | 'keys' | 'isSheet' | 'resultColumns'> {
  readonly record: CsvRecord;
}

/** One row in another form, with its line end. */
export function writeRow(form: Exclude<OutputForm, 'rows'>, row: AnsweredRow): string {
  switch (form) {
    case 'excel':
      return excelRow(row);
    case 'cells':
      return `${JSON.stringify(cellsOf(row))}\n`;
    case 'added':
      return `${JSON.stringify(ourCells(row))}\n`;
    case 'ndjson':
      return `${objectOf(row)}\n`;
    case 'geojsonl':
      return `${featureOf(objectOf(row), row.latitude, row.longitude)}\n`;
  }
}

/** A GeoJSON feature of an object in JSON; without a position its geometry is null, as RFC 7946 has it. */
export function featureOf(properties: string, latitude: string, longitude: string): string {
  const geometry =
    latitude === '' || longitude === '' ? 'null' : `{"type":"Point","coordinates":[${longitude},${latitude}]}`;
  return `{"type":"Feature","geometry":${geometry},"properties":${properties}}`;
}

/** Our columns in JSON: numbers are numbers, what is empty is null. */
export function membersOf(columns: readonly ResultColumn[], values: readonly string[]): string[] {
  return columns.map(({ name, isNumber }, i) => {
    const value = values[i]!;
    const isPlain = isNumber && PLAIN_NUMBER.test(value);
    return `${JSON.stringify(name)}:${value === '' ? 'null' : isPlain ? value : JSON.stringify(value)}`;
  });
}

const PLAIN_NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** The object of a line of NDJSON; `undefined` for any other line. */
export function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isNested(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The values of an object by their keys; those of an object in it by its key, too: `address.street` of `{"address":{"street":"Damrak"}}`. The
 * object itself if it has none.
 */
export function flattened(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.values(object).some((value) => isNested(value) || Array.isArray(value))
    ? flattenInto(Object.create(null), object, '', MAX_DEPTH)
    : object;
}

function flattenInto(
  flat: Record<string, unknown>,
  object: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): Readonly<Record<string, unknown>> {
  for (const [key, listed] of Object.entries(object)) {
    // A list of one address is that address.
    const value = Array.isArray(listed) && listed.length === 1 && isNested(listed[0]) ? listed[0] : listed;
    if (isNested(value) && depth > 0) flattenInto(flat, value, `${path}${key}.`, depth - 1);
    else flat[path + key] = value;
  }
  return flat;
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Objects in objects; deeper ones are no cells. */
const MAX_DEPTH = 4;

/** A value of an object as the text of a cell: a text, a number, or a list of them. */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return value.filter(isTextOrNumber).join(', ');
  return isTextOrNumber(value) ? String(value) : '';
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** The beginning of the answer to a line that is no object. @param prefix that of our columns */
export function lineAsObject(prefix: string, line: string): string {
  return `{${JSON.stringify(`${prefix}line`)}:${JSON.stringify(line.replace(/\r$/, ''))}`;
}

function excelRow({ record, columnCount, isSheet, resultColumns, values }: AnsweredRow): string {
  const given = record.cells(columnCount).map((text, position) => {
    return isSheet && !record.isQuoted(position) && PLAIN_NUMBER.test(text) ? withComma(text) : text;
  });
  const ours = values.map((value, i) => (resultColumns[i]!.isNumber ? withComma(value) : asText(value)));
  return excelLine(given.toSpliced(columnCount, 0, ...ours));
}

/** A line of CSV that Excel opens correctly on a double click if it uses decimal commas: in Dutch, French and German. */
export function excelLine(cells: readonly string[]): string {
  return `${cells.map((cell) => writeCell(cell, EXCEL_DIALECT)).join(EXCEL_DIALECT.delimiter)}\r\n`;
}

const EXCEL_DIALECT: CsvDialect = { delimiter: ';', hasQuotes: true, lineEnd: '\n' };

/** Texts that Excel would turn into a number or a date: a leading zero, more digits than it keeps, `1E5`, `3-5`. */
const MISREAD_BY_EXCEL = /^(?:0[0-9]+|[0-9]{12,}|[0-9]+e[0-9]+|[0-9]{1,4}([-/.])[0-9]{1,4}(?:\1[0-9]{1,4})?)$/i;

/** A text that stays a text in Excel, if necessary as the result of a formula. */
function asText(value: string): string {
  return MISREAD_BY_EXCEL.test(value) ? `="${value}"` : value;
}

function withComma(number: string): string {
  return number.replace('.', ',');
}

function cellsOf(row: AnsweredRow): WrittenCell[] {
  const { record, columnCount, isSheet } = row;
  const given = record.cells(columnCount).map((text, position) => cellOf(text, record.isQuoted(position), isSheet));
  return given.toSpliced(columnCount, 0, ...ourCells(row));
}

function ourCells({ resultColumns, values }: AnsweredRow): WrittenCell[] {
  return values.map((value, i) => {
    if (value === '') return null;
    return resultColumns[i]!.isNumber && PLAIN_NUMBER.test(value) ? Number(value) : value;
  });
}

/** Cells of a CSV file that become numbers: those that a spreadsheet shows as written, without a leading zero and not so long that it rounds them. */
const SHOWN_AS_WRITTEN = /^(?:0|-?[1-9][0-9]{0,10})$/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-9]{2}:[0-9]{2}:[0-9]{2})?$/;

export function cellOf(text: string, isQuoted: boolean, isSheet: boolean): WrittenCell {
  if (text === '') return null;
  if (isQuoted) return text;
  if (!isSheet) return SHOWN_AS_WRITTEN.test(text) ? Number(text) : text;
  if (text === 'TRUE' || text === 'FALSE') return text === 'TRUE';
  if (DAY.test(text)) return { date: text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T') };
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** The cells under their headers, then ours. A header that occurs again gets a number, and so does a cell without a header. */
function objectOf({ record, columnCount, keys, resultColumns, values }: AnsweredRow): string {
  const used = new Map<string, number>();
  const members = record.cells(columnCount).map((text, position) => {
    const header = keys[position] || String(position + 1);
    const count = (used.get(header) ?? 0) + 1;
    used.set(header, count);
    return `${JSON.stringify(count > 1 ? `${header}_${count}` : header)}:${JSON.stringify(text)}`;
  });
  return `{${[...members, ...membersOf(resultColumns, values)].join(',')}}`;
}
