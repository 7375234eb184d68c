import { AddressLookupError } from '../errors.ts';
import { openWorkbook, type SheetInfo } from './workbook.ts';

/** Workbooks as streams of bytes, in and out. */

/** Maximum size of a workbook, which is read whole before its rows, because its table of contents is at its end. */
const MAX_WORKBOOK_BYTES = 512 << 20;

/**
 * Opens a sheet of a workbook: see `openWorkbook`.
 *
 * @throws AddressLookupError as `openWorkbook`, and `input-not-recognised` for more than 512 MiB
 */
export async function openSheet(
  input: AsyncIterable<Buffer>,
  wanted: string | undefined,
): Promise<{ readonly sheet: SheetInfo; readonly csv: AsyncGenerator<Buffer, void>; readonly workbook: Buffer }> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of input) {
    parts.push(part);
    length += part.length;
    if (length > MAX_WORKBOOK_BYTES) {
      throw new AddressLookupError(
        'input-not-recognised',
        `The workbook is larger than ${MAX_WORKBOOK_BYTES / 1024 / 1024} MiB. Save the sheet as CSV, which may be larger.`,
      );
    }
  }
  const workbook = Buffer.concat(parts);
  const { sheet, csv } = await openWorkbook(workbook, wanted);
  return { sheet, csv: asBytes(csv), workbook };
}

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  for await (const text of texts) yield Buffer.from(text);
}

/** A cell of an answered row on its way into a workbook, in JSON: a text, a number, a boolean, nothing, or a day. */
export type WrittenCell = string | number | boolean | null | { readonly date: string };

/** The rows of lines of JSON, each an array of cells. */
export async function* writtenRows(lines: AsyncIterable<Buffer>): AsyncGenerator<WrittenCell[], void> {
  for await (const bytes of lines)
    for (const line of bytes.toString().split('\n')) if (line !== '') yield JSON.parse(line) as WrittenCell[];
}

/**
 * A new workbook of one sheet, as bytes, from lines of JSON: each a row, an array of `WrittenCell`. More rows than a sheet can have go on
 * in another one, under the header again. Memory does not grow with the rows.
 */
export async function* workbookOf(lines: AsyncIterable<Buffer>, name = 'Addresses'): AsyncGenerator<Buffer, void> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  async function* rows(): AsyncGenerator<(string | number | boolean | Date | null)[], void> {
    for await (const cells of writtenRows(lines)) {
      yield cells.map((cell) => (typeof cell === 'object' && cell !== null ? new Date(`${cell.date}Z`) : cell));
    }
  }
  const workbook = writeXlsxStream(rows(), { name });
  for await (const part of workbook as unknown as AsyncIterable<Uint8Array>) yield Buffer.from(part);
}
