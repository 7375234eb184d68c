import { AddressLookupError, quotedList } from '../errors.ts';
import { quoteCell } from '../text/escape.ts';

/**
 * Spreadsheets in and out. A sheet is read as the CSV that it would be saved as, so that all later steps, from the
 * recognition of columns to the threads, deal with one kind of table. Quotes preserve the type of a cell: texts have them;
 * numbers, dates and booleans do not.
 *
 * hucre is loaded only when the first spreadsheet comes.
 */

/** The sheet that is read, and the names of those that are not. */
export interface SheetInfo {
  readonly kind: 'xlsx' | 'ods';
  readonly name: string;
  readonly otherNames: readonly string[];
}

/** Limits on a workbook, which is read whole before its rows, because its table of contents is at its end. */
export interface WorkbookLimits {
  readonly packedBytes: number;
  /** Maximum size of all parts together, by the table of contents; the reader stops if a part turns out to be larger. */
  readonly unpackedBytes: number;
}

/** For files on the user's own machine. */
export const FILE_WORKBOOK: WorkbookLimits = {
  packedBytes: 512 * 1024 * 1024,
  unpackedBytes: Number.POSITIVE_INFINITY,
};

/** Whether bytes begin like a zip, or like the format that Excel wrote before 2007 and still writes with a password. */
export function beginsAsWorkbook(bytes: Buffer): boolean {
  return isZip(bytes) || isCompoundFile(bytes);
}

function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0x504b0304;
}

function isCompoundFile(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0xd0cf11e0;
}

/**
 * Opens a sheet of a workbook, `.xlsx` or `.ods`: the first that is not hidden, or the one with this name or number from 1. Its
 * rows are unpacked one after the other; the packed file and the texts that its cells share stay in memory.
 *
 * @throws AddressLookupError `input-not-recognised` for another zip or an older format, `input-corrupt`, `invalid-option` for a
 * sheet that is not there
 */
export async function openSheet(
  input: AsyncIterable<Buffer>,
  wanted: string | undefined,
  limits: WorkbookLimits = FILE_WORKBOOK,
): Promise<{ readonly sheet: SheetInfo; readonly csv: AsyncGenerator<Buffer, void> }> {
  const bytes = await readWhole(input, limits.packedBytes);
  if (isCompoundFile(bytes)) {
    throw notAWorkbook(
      'The input is an Excel file from before 2007, or one with a password. Save it as .xlsx without a password.',
    );
  }
  if (isZip(bytes) && unpackedBytesOf(bytes) > limits.unpackedBytes) throw tooLarge(limits.unpackedBytes, ' unpacked');
  if (bytes.includes('application/vnd.oasis.opendocument.spreadsheet')) return openOds(bytes, wanted);
  if (bytes.includes('xl/workbook.xml')) return openXlsx(bytes, wanted);
  if (bytes.includes('xl/workbook.bin')) throw notAWorkbook('The input is an .xlsb workbook. Save it as .xlsx.');
  throw notAWorkbook(
    'The input is a zip, not a spreadsheet. Unpack it, and give one of its tables: CSV, NDJSON, .xlsx or .ods.',
  );
}

/** Reads an input into memory. @throws AddressLookupError `input-not-recognised` for more than `maxBytes` */
export async function readWhole(input: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of input) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) throw tooLarge(maxBytes, '');
  }
  return Buffer.concat(parts);
}

function tooLarge(bytes: number, how: string): AddressLookupError {
  return notAWorkbook(
    `The workbook is larger than ${bytes / 1024 / 1024} MiB${how}. Save the sheet as CSV, which may be larger.`,
  );
}

/** Bytes of an entry of a zip's table of contents before its name, and its signature (APPNOTE.TXT, 4.3.12). */
const ENTRY_BYTES = 46;
const ENTRY_SIGNATURE = 0x504b0102;

/** A size that is in the extra field of the entry (4.5.3). */
const ZIP64 = 0xffffffff;

function zip64SizeAt(zip: Buffer, entry: number): number {
  let at = entry + ENTRY_BYTES + zip.readUInt16LE(entry + 28);
  const end = Math.min(zip.length - 12, at + zip.readUInt16LE(entry + 30));
  while (at < end) {
    if (zip.readUInt16LE(at) === 1) return Number(zip.readBigUInt64LE(at + 4));
    at += 4 + zip.readUInt16LE(at + 2);
  }
  return Number.POSITIVE_INFINITY;
}

/** The unpacked size of all parts of a zip, by its table of contents. A part without a size counts as the maximum. */
function unpackedBytesOf(zip: Buffer): number {
  let sum = 0;
  let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
  while (at !== -1 && at + ENTRY_BYTES <= zip.length) {
    // Other bytes may look like a signature: counting them makes the sum larger, never smaller.
    if (zip.readUInt32BE(at) === ENTRY_SIGNATURE) {
      const [packed, unpacked] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
      const isUnsaid = unpacked === 0 && packed > 0;
      sum += isUnsaid ? Number.POSITIVE_INFINITY : unpacked === ZIP64 ? zip64SizeAt(zip, at) : unpacked;
    }
    at = zip.indexOf('PK\u0001\u0002', at + ENTRY_BYTES, 'latin1');
  }
  return sum;
}

async function openXlsx(bytes: Buffer, wanted: string | undefined): ReturnType<typeof openSheet> {
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  const sheets: { name: string; isHidden: boolean }[] = [];
  await reading(() =>
    readXlsx(bytes, {
      sheets({ name, hidden, veryHidden }) {
        sheets.push({ name, isHidden: hidden === true || veryHidden === true });
        return false;
      },
    }),
  );
  const at = positionOfSheet(sheets, wanted);
  const sheet: SheetInfo = { kind: 'xlsx', name: sheets[at]!.name, otherNames: namesWithout(sheets, at) };
  return { sheet, csv: csvOf(streamXlsxRows(bytes, { sheet: at })) };
}

async function openOds(bytes: Buffer, wanted: string | undefined): ReturnType<typeof openSheet> {
  const { readOds, streamOdsRows } = await import('hucre/ods');
  // The reader asks about each sheet more than once.
  const byIndex = new Map<number, { name: string; isHidden: boolean }>();
  await reading(() =>
    readOds(bytes, {
      sheets({ name, index, hidden }) {
        byIndex.set(index, { name, isHidden: hidden === true });
        return false;
      },
    }),
  );
  const sheets = [...byIndex.values()];
  const at = positionOfSheet(sheets, wanted);
  const sheet: SheetInfo = { kind: 'ods', name: sheets[at]!.name, otherNames: namesWithout(sheets, at) };
  return { sheet, csv: csvOf(onlySheet(streamOdsRows(bytes), at)) };
}

function positionOfSheet(sheets: readonly { name: string; isHidden: boolean }[], wanted: string | undefined): number {
  if (sheets.length === 0) throw notAWorkbook('The workbook has no sheet with cells.');
  if (wanted === undefined)
    return Math.max(
      0,
      sheets.findIndex(({ isHidden }) => !isHidden),
    );
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

function namesWithout(sheets: readonly { readonly name: string }[], at: number): string[] {
  return sheets.filter((_, position) => position !== at).map(({ name }) => name);
}

/** A cell as the reader gives it. */
type CellValue = unknown;

interface SheetRow {
  readonly index: number;
  readonly sheetIndex?: number;
  readonly values: readonly CellValue[];
}

async function* onlySheet(rows: AsyncIterable<SheetRow>, wanted: number): AsyncGenerator<SheetRow, void> {
  for await (const row of rows) {
    if (row.sheetIndex === wanted) yield row;
    else if ((row.sheetIndex ?? 0) > wanted) return;
  }
}

const BYTES_AT_A_TIME = 64 * 1024;

/** The rows as CSV; an empty row between others is an empty line, so that the lines are the rows of the sheet. */
async function* csvOf(rows: AsyncIterable<SheetRow>): AsyncGenerator<Buffer, void> {
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
      if (text.length < BYTES_AT_A_TIME) continue;
      yield Buffer.from(text);
      text = '';
    }
  } catch (error) {
    throw corrupt(error);
  }
  if (text !== '') yield Buffer.from(text);
}

function cellText(value: CellValue): string {
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

async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw corrupt(error);
  }
}

function corrupt(error: unknown): AddressLookupError {
  if (error instanceof AddressLookupError) return error;
  return new AddressLookupError(
    'input-corrupt',
    `The workbook cannot be read: ${(error as Error).message.replace(/\.$/, '')}. Open it, and save it again or as CSV.`,
    {},
    { cause: error },
  );
}

function notAWorkbook(message: string): AddressLookupError {
  return new AddressLookupError('input-not-recognised', message, {});
}

/** A cell of an answered row on its way into a workbook, in JSON: a text, a number, a boolean, nothing, or a day. */
export type WrittenCell = string | number | boolean | null | { readonly date: string };

/**
 * A workbook of one sheet, as bytes, from lines of JSON: each a row, an array of `WrittenCell`. More rows than a sheet can have go on
 * in another one, under the header again. Memory does not grow with the rows.
 */
export async function* workbookOf(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  async function* rows(): AsyncGenerator<(string | number | boolean | Date | null)[], void> {
    for await (const bytes of lines) {
      for (const line of bytes.toString().split('\n')) {
        if (line === '') continue;
        yield (JSON.parse(line) as WrittenCell[]).map((cell) =>
          typeof cell === 'object' && cell !== null ? new Date(`${cell.date}Z`) : cell,
        );
      }
    }
  }
  const workbook = writeXlsxStream(rows(), { name: 'Addresses' });
  for await (const part of workbook as unknown as AsyncIterable<Uint8Array>) yield Buffer.from(part);
}
