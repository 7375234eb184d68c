import type { SheetFilterInfo } from 'hucre';
import type { CellValue, StreamRow } from 'hucre/xlsx';
import { AddressLookupError, quotedList } from '../errors.ts';
import { quoteCell } from '../text/escape.ts';

/**
 * Workbooks in: a sheet is read as the CSV that it would be saved as, so that all later steps, from the recognition of
 * columns to the threads, deal with one kind of table. Quotes preserve the type of a cell: texts have them; numbers, dates
 * and booleans do not. It runs in browsers too. hucre is loaded only when the first workbook comes.
 */

/** The sheet that is read, and the names of those that are not. */
export interface SheetInfo {
  readonly kind: 'xlsx' | 'ods';
  readonly name: string;
  readonly otherNames: readonly string[];
}

/** A sheet and its rows, some at a time. */
export interface OpenSheet {
  readonly sheet: SheetInfo;
  readonly csv: AsyncGenerator<string, void>;
}

/** Whether bytes begin like a zip, or like the format that Excel wrote before 2007 and still writes with a password. */
export function beginsAsWorkbook(bytes: Uint8Array): boolean {
  return begins(bytes, ZIP) || begins(bytes, COMPOUND_FILE);
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Begins the record at the end of a zip; APPNOTE 6.3.10, section 4.3.16. */
const END_OF_ZIP = 'PK\x05\x06';
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte);
}

/**
 * Opens a sheet of a workbook, `.xlsx` or `.ods`: the first that is not hidden, or the one with this name or number from 1. Its
 * rows are unpacked one after the other; the packed file and the texts that its cells share stay in memory.
 *
 * @throws AddressLookupError `input-not-recognised` for another zip or an older format, `input-corrupt`, `invalid-option` for a
 * sheet that is not there
 */
export async function openWorkbook(bytes: Uint8Array, wanted?: string): Promise<OpenSheet> {
  if (begins(bytes, COMPOUND_FILE)) {
    throw notAWorkbook(
      'The input is an Excel file from before 2007, or one with a password. Save it as .xlsx without a password.',
    );
  }
  // The names of a zip's parts are in it as they are.
  const names = new TextDecoder('latin1').decode(bytes);
  if (!names.includes(END_OF_ZIP)) throw corruptWorkbook(new Error('its end is missing, so it was cut short'));
  if (names.includes('application/vnd.oasis.opendocument.spreadsheet')) return openOds(bytes, wanted);
  if (names.includes('xl/workbook.xml')) return openXlsx(bytes, wanted);
  if (names.includes('xl/workbook.bin')) throw notAWorkbook('The input is an .xlsb workbook. Save it as .xlsx.');
  throw notAWorkbook(
    'The input is a zip, not a spreadsheet. Unpack it, and give one of its tables: CSV, NDJSON, .xlsx or .ods.',
  );
}

async function openXlsx(bytes: Uint8Array, wanted: string | undefined): Promise<OpenSheet> {
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  const [sheet, at] = await chooseSheet('xlsx', wanted, (sheets) => readXlsx(bytes, { sheets }));
  return { sheet, csv: csvOf(streamXlsxRows(bytes, { sheet: at })) };
}

async function openOds(bytes: Uint8Array, wanted: string | undefined): Promise<OpenSheet> {
  const { readOds, streamOdsRows } = await import('hucre/ods');
  const [sheet, at] = await chooseSheet('ods', wanted, (sheets) => readOds(bytes, { sheets }));
  return { sheet, csv: csvOf(streamOdsRows(bytes, { sheets: [at] })) };
}

/** The sheet to read, and its position. @param visit asks about each sheet whether to read it: none is; the reader may ask more than once */
async function chooseSheet(
  kind: SheetInfo['kind'],
  wanted: string | undefined,
  visit: (ask: (sheet: SheetFilterInfo) => boolean) => Promise<unknown>,
): Promise<[sheet: SheetInfo, at: number]> {
  const byIndex = new Map<number, SheetFilterInfo>();
  await readingWorkbook(() =>
    visit((sheet) => {
      byIndex.set(sheet.index, sheet);
      return false;
    }),
  );
  const sheets = [...byIndex.values()];
  const at = positionOfSheet(sheets, wanted);
  const names = sheets.map(({ name }) => name);
  return [{ kind, name: names[at]!, otherNames: names.filter((_, i) => i !== at) }, at];
}

function positionOfSheet(sheets: readonly SheetFilterInfo[], wanted: string | undefined): number {
  if (sheets.length === 0) throw notAWorkbook('The workbook has no sheet with cells.');
  if (wanted === undefined) {
    const visible = sheets.findIndex(({ hidden, veryHidden }) => hidden !== true && veryHidden !== true);
    return Math.max(0, visible);
  }
  const byName = sheets.findIndex(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  if (byName !== -1) return byName;
  if (/^[1-9][0-9]{0,3}$/.test(wanted) && Number(wanted) <= sheets.length) return Number(wanted) - 1;
  const names = quotedList(sheets.map(({ name }) => name));
  throw new AddressLookupError(
    'invalid-option',
    `Got "${wanted}" as the sheet; the workbook has ${names}. Give one of these, or its number from 1.`,
    { got: wanted, allowed: sheets.map(({ name }) => name) },
  );
}

const LETTERS_AT_A_TIME = 64 * 1024;

/** The rows as CSV; an empty row between others is an empty line, so that the lines are the rows of the sheet. */
async function* csvOf(rows: AsyncIterable<StreamRow>): AsyncGenerator<string, void> {
  let text = '';
  let next = 0;
  try {
    for await (const { index, values } of rows) {
      const filled = values.findLastIndex((value) => value !== null && value !== undefined && value !== '') + 1;
      if (filled === 0) continue;
      text += '\n'.repeat(Math.max(0, index - next));
      next = index + 1;
      for (let i = 0; i < filled; i++) text += (i > 0 ? ',' : '') + cellText(values[i]);
      text += '\n';
      if (text.length < LETTERS_AT_A_TIME) continue;
      yield text;
      text = '';
    }
  } catch (error) {
    throw corruptWorkbook(error);
  }
  if (text !== '') yield text;
}

function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return dateText(value);
  return quoteCell(String(value));
}

/** A day, or a day and a time; a sheet has no time zones. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`;
}

/** What is read of a workbook. @throws AddressLookupError `input-corrupt` */
export async function readingWorkbook<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw corruptWorkbook(error);
  }
}

/** The error of a workbook that cannot be read on, with the reader's as its cause. */
export function corruptWorkbook(error: unknown): AddressLookupError {
  if (error instanceof AddressLookupError) return error;
  return new AddressLookupError(
    'input-corrupt',
    `The workbook cannot be read: ${(error as Error).message.replace(/\.$/, '')}. Open it, and save it again or as CSV.`,
    {},
    { cause: error },
  );
}

function notAWorkbook(message: string): AddressLookupError {
  return new AddressLookupError('input-not-recognised', message);
}
