import { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { AddressLookupError } from '../errors.ts';
import { AnsweredSheet, type AnswerPlace, columnLetters, partsOf } from './sheet-xml.ts';
import { type WrittenCell, writtenRows } from './spreadsheet.ts';
import { corruptWorkbook, readingWorkbook, type SheetInfo } from './workbook.ts';

/**
 * Workbooks out that came in: all parts of the `.xlsx` are copied, and answers are added to the rows of one sheet. So everything
 * that a spreadsheet program knows stays as it was: other sheets, formulas, widths, formats, pictures. The packed file is
 * in memory; its parts, the sheet too, stream through.
 */

/** A workbook that answers can be added to. */
export interface KeptWorkbook {
  readonly bytes: Buffer;
  /** The part with the sheet that was read. */
  readonly sheetPart: string;
  /** The columns of that sheet that something is in; ours come after them. */
  readonly columnCount: number;
}

const MAX_UNPACKED_BYTES = 4 * 2 ** 30;
/** Of a part that is looked at whole. */
const MAX_SMALL_PART_BYTES = 16 << 20;
const MAX_COLUMNS = 16_384;

/**
 * Looks at a workbook that has been opened, and through the sheet that is read once. `undefined` for one that must be written anew: `.ods`,
 * a template, one with macros.
 *
 * @throws AddressLookupError `input-corrupt`
 */
export async function keepWorkbook(bytes: Buffer, { kind, name }: SheetInfo): Promise<KeptWorkbook | undefined> {
  if (kind !== 'xlsx') return undefined;
  return readingWorkbook(async () => {
    const zip = await openZip(bytes);
    const types = tagsOf(await smallPart(zip, '[Content_Types].xml'));
    if (!types.some(({ attributes }) => attributes['ContentType'] === WORKBOOK_TYPE)) return undefined;
    const sheets = tagsOf(await smallPart(zip, 'xl/workbook.xml')).filter(({ name }) => partsOf(name)[1] === 'sheet');
    const named = sheets.find(({ attributes }) => attributes['name'] === name);
    const id = Object.entries(named?.attributes ?? {}).find(([key]) => key.endsWith(':id'))?.[1];
    const relations = tagsOf(await smallPart(zip, 'xl/_rels/workbook.xml.rels'));
    const target = relations.find(({ attributes }) => attributes['Id'] === id)?.attributes['Target'];
    if (target === undefined) throw new Error(`the sheet "${name}" has no part`);
    const sheetPart = new URL(target, 'zip:/xl/').pathname.slice(1);
    const sheet = new AnsweredSheet();
    for await (const text of textOf(zip, sheetPart)) sheet.push(text);
    sheet.close();
    return { bytes, sheetPart, columnCount: sheet.columnCount };
  });
}

const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

/** Where answers go. */
export interface AnswerColumns {
  /** Columns of the header. */
  readonly columnCount: number;
  /** How many columns are added. */
  readonly added: number;
  /** The row of the header, from 1; without one 0. The headers of the answers look like the last one there. */
  readonly headerRow: number;
}

/**
 * Refuses a sheet without room for the answers.
 *
 * @throws AddressLookupError `invalid-option`
 */
export function requireRoom(workbook: KeptWorkbook, { columnCount, added }: AnswerColumns): void {
  const first = Math.max(workbook.columnCount, columnCount);
  if (first + added <= MAX_COLUMNS) return;
  throw new AddressLookupError(
    'invalid-option',
    `The sheet has something in column ${columnLetters(first - 1)}, and a sheet has ${MAX_COLUMNS} columns: there is no room for ${added} more. Write .csv, or fewer with --columns.`,
    { got: first, allowed: MAX_COLUMNS - added },
  );
}

/**
 * The workbook with answers, as bytes. Each line of JSON is the array of cells to add to a row of the sheet, from the first row on.
 *
 * @throws AddressLookupError `input-corrupt` for a part that cannot be unpacked
 */
export async function* workbookWithAnswers(
  workbook: KeptWorkbook,
  lines: AsyncIterable<Buffer>,
  columns: AnswerColumns,
): AsyncGenerator<Buffer, void> {
  const zip = await openZip(workbook.bytes);
  const written = new ZipFile();
  const output = written.outputStream as Readable;
  const fail = (error: unknown): void => void output.destroy(error as Error);
  written.on('error', fail);
  for (const entry of zip.entries.values()) {
    const options = { mtime: entry.getLastModDate(), forceDosTimestamp: true };
    written.addReadStreamLazy(entry.fileName, options, (give) => {
      const stream =
        entry.fileName === workbook.sheetPart
          ? Promise.resolve(Readable.from(answeredSheet(textOf(zip, entry.fileName), lines, workbook, columns)))
          : zip.open(entry);
      stream.then((opened) => give(null, opened.on('error', fail)), fail);
    });
  }
  written.end();
  try {
    for await (const part of output) yield part as Buffer;
  } catch (error) {
    throw corruptWorkbook(error);
  }
}

async function* answeredSheet(
  texts: AsyncIterable<string>,
  lines: AsyncIterable<Buffer>,
  workbook: KeptWorkbook,
  { columnCount, headerRow }: AnswerColumns,
): AsyncGenerator<Buffer, void> {
  const answers = writtenRows(lines);
  const sheet = new AnsweredSheet(Math.max(workbook.columnCount, columnCount), headerRow);
  let answered = 0;
  const next = async (): Promise<readonly WrittenCell[] | undefined> => {
    const { value, done } = await answers.next();
    if (done === true) return undefined;
    answered++;
    return value;
  };
  const written = async (place: AnswerPlace): Promise<string> => {
    let text = '';
    // Rows that the sheet leaves out because nothing is in them.
    while (answered < place.row - 1) {
      const cells = await next();
      if (cells === undefined) return text;
      if (cells.length > 0) text += sheet.rowOf(place, answered, cells);
    }
    return place.isBefore ? text : text + sheet.cellsOf(place, (await next()) ?? []);
  };
  for await (const part of texts) {
    let text = '';
    for (const piece of sheet.push(part)) text += typeof piece === 'string' ? piece : await written(piece);
    if (text !== '') yield Buffer.from(text);
  }
  yield Buffer.from(sheet.close());
}

interface OpenZip {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly open: (entry: Entry) => Promise<Readable>;
}

async function openZip(bytes: Buffer): Promise<OpenZip> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    entries.set(entry.fileName, entry);
    unpackedBytes += entry.uncompressedSize;
  }
  if (unpackedBytes > MAX_UNPACKED_BYTES) throw new Error(`it has ${unpackedBytes} bytes when unpacked`);
  return { entries, open: (entry) => zip.openReadStreamPromise(entry) };
}

async function* textOf(zip: OpenZip, name: string): AsyncGenerator<string, void> {
  const entry = zip.entries.get(name);
  if (entry === undefined) throw new Error(`${name} is not in it`);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of await zip.open(entry)) yield decoder.decode(bytes as Buffer, { stream: true });
  decoder.decode();
}

async function smallPart(zip: OpenZip, name: string): Promise<string> {
  let text = '';
  for await (const part of textOf(zip, name)) {
    text += part;
    if (text.length > MAX_SMALL_PART_BYTES) throw new Error(`${name} is too large`);
  }
  return text;
}

function tagsOf(xml: string): SaxesTagPlain[] {
  const tags: SaxesTagPlain[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => tags.push(tag));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return tags;
}
