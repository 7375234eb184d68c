import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { Command } from 'commander';
import { type BatchCounts, discrepanciesByCount, shareOfRows } from '../batch/chunk.ts';
import { ROLES, type Role } from '../batch/headers.ts';
import { describeColumns, type FileOptions, type PlannedFile } from '../batch/plan.ts';
import type { SheetInfo } from '../batch/workbook.ts';
import { AddressLookupError, diskFaultOf, notWritable, quotedList } from '../errors.ts';
import type { Country } from '../model/country.ts';
import { MAX_WITHIN_METRES } from '../query/nearest.ts';
import { STATUSES } from '../search/match.ts';
import { invalidOption, parseCountry, parseDecimal, parseWholeNumber } from './run-program.ts';

/** The files of a batch: the options for reading one, the input, the output, and the summary and report of a run. */

/** The options of a file and of its answers, the same on one machine and on several. */
export interface InputOptions {
  readonly country?: Country;
  readonly reverse: boolean;
  readonly radius?: number;
  readonly threshold?: number;
  readonly column: { [role in Role]?: string };
  readonly ignoreColumn: readonly string[];
  readonly prefix?: string;
  readonly columns?: readonly string[];
  readonly inputFormat?: 'csv' | 'ndjson';
  readonly sheet?: string;
  readonly skipLines?: number;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly quotes: boolean;
  readonly header: boolean;
  readonly bom: boolean;
  readonly neutraliseFormulas: boolean;
}

export function withInputOptions(command: Command): Command {
  return command
    .optionsGroup('Rows:')
    .option('--country <country>', 'country of rows without a country column: nl, be or lu', parseCountry)
    .option(
      '--column <role=name>',
      `say which column is what, by header or number: ${ROLES.join(', ')}`,
      collectColumn,
      {},
    )
    .option(
      '--ignore-column <name>',
      'a column that is not part of the address; repeatable',
      (name: string, before: readonly string[]) => [...before, name],
      [],
    )
    .option('--reverse', 'find the address nearest to the latitude and longitude of each row', false)
    .option('--radius <metres>', 'maximum distance for --reverse, in metres (default: 100)', parseDecimal)
    .optionsGroup('Result columns:')
    .option('--threshold <score>', 'minimum score, 0 to 1; anything less likely is "none"', parseDecimal)
    .option('--prefix <text>', 'prefix for added columns (default: match_)')
    .option('--columns <names>', 'columns to add, separated by commas, in this order (default: all)', parseNames)
    .optionsGroup('Reading:')
    .option('--sheet <name>', 'sheet of a workbook, by name or number (default: the first)')
    .option('--skip-lines <number>', 'lines above the header (default: detected)', parseWholeNumber)
    .option('--input-format <format>', 'csv or ndjson (default: detected)', parseInputFormat)
    .option('--delimiter <character>', 'field delimiter, one character or "tab" (default: detected)')
    .option('--encoding <name>', 'input encoding (default: detected); the output is UTF-8')
    .option('--no-quotes', 'treat quotes as ordinary characters')
    .option('--no-header', 'the first line is a row; name columns by number')
    .optionsGroup('Writing:')
    .option('--bom', 'start the output with a byte order mark, for Excel', false)
    .option('--neutralise-formulas', 'put an apostrophe before added values that a spreadsheet would evaluate', false);
}

/** @throws AddressLookupError `invalid-option` */
export function fileOptionsOf(options: InputOptions): FileOptions {
  checkOptions(options);
  return {
    format: options.inputFormat,
    skippedLines: options.skipLines,
    resultColumns: options.columns,
    delimiter: options.delimiter === 'tab' || options.delimiter === '\\t' ? '\t' : options.delimiter,
    hasQuotes: options.quotes ? undefined : false,
    hasHeader: options.header,
    encoding: options.encoding,
    columns: options.column,
    ignoredColumns: options.ignoreColumn,
    prefix: options.prefix,
    isReverse: options.reverse,
    radiusMetres: options.radius,
    country: options.country,
    threshold: options.threshold,
    neutraliseFormulas: options.neutraliseFormulas,
    hasBom: options.bom,
  };
}

function checkOptions({ threshold, radius, reverse, delimiter }: InputOptions): void {
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1)) {
    throw invalidOption(`Got threshold ${threshold}; allowed is a score from 0 to 1.`);
  }
  if (radius !== undefined && !(radius > 0 && radius <= MAX_WITHIN_METRES)) {
    throw invalidOption(
      `Got radius ${radius}; allowed is a number of metres above 0, at most ${MAX_WITHIN_METRES.toLocaleString('en')}.`,
    );
  }
  if (radius !== undefined && !reverse)
    throw invalidOption('--radius is the maximum distance of --reverse; give both, or neither.');
  if (delimiter === '') throw invalidOption('Got an empty delimiter; allowed is one ASCII character.');
}

/**
 * Checks that a command writes no two things into one file, nor into the one that it reads.
 *
 * @param paths by what they are for; devices and pipes may repeat
 * @throws AddressLookupError `invalid-option`
 */
export async function assertDistinct(paths: Readonly<Record<string, string | undefined>>): Promise<void> {
  const known = new Map<string, string>();
  for (const [use, path] of Object.entries(paths)) {
    if (path === undefined || path === '-') continue;
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() === false) continue;
    const file = found === undefined ? resolve(path) : `${found.dev}:${found.ino}`;
    const other = known.get(file);
    if (other !== undefined)
      throw invalidOption(`${path} is both ${other} and ${use}. Name another file for one of them.`);
    known.set(file, use);
  }
}

/** An open input: a file, or stdin. */
interface OpenedInput {
  readonly input: Readable;
  /** Its size, if known. */
  readonly bytes: number | undefined;
  /** A message if the file has changed since it was opened. */
  readonly findChange: () => Promise<string | undefined>;
}

/**
 * Opens a file, or stdin for `-`.
 *
 * @throws AddressLookupError `input-not-found`, `input-not-recognised`
 */
export async function openInput(path: string): Promise<OpenedInput> {
  if (path === '-' && process.stdin.isTTY) process.stderr.write('Reading standard input; Ctrl-D ends it.\n');
  if (path === '-') return { input: process.stdin, bytes: undefined, findChange: async () => undefined };
  const opened = await stat(path).catch((error: unknown) => {
    const message = `There is no file "${path}". Give the path of a table, or - for standard input.`;
    throw new AddressLookupError('input-not-found', message, { got: path }, { cause: error });
  });
  if (opened.isDirectory()) {
    const message = `"${path}" is a directory; allowed is a file with CSV or NDJSON. Name one of the files in it.`;
    throw new AddressLookupError('input-not-recognised', message, { got: path });
  }
  const findChange = async (): Promise<string | undefined> => {
    // A pipe has no meaningful size.
    if (!opened.isFile()) return undefined;
    const now = await stat(path).catch(() => undefined);
    if (now?.size === opened.size && now.mtimeMs === opened.mtimeMs && now.ino === opened.ino) return undefined;
    const sizes = `${opened.size} bytes at the start, ${now === undefined ? 'gone' : `${now.size} bytes`} at the end`;
    return `${path} changed while it was read (${sizes}); the output answers the rows as they were read. Run the command again when the file no longer changes.`;
  };
  return { input: createReadStream(path), bytes: opened.isFile() ? opened.size : undefined, findChange };
}

/** The format of the input and its recognised columns, for people. */
export function describeFile({ plan, encoding, headers, columns }: PlannedFile, sheet?: SheetInfo): string {
  const { format, dialect } = plan;
  if (sheet !== undefined) {
    const others = quotedList(sheet.otherNames);
    const also = others === '' ? '' : ` (not read: ${others})`;
    return `Input: .${sheet.kind}, sheet "${sheet.name}"${also}; ${describeColumns(plan, headers)}`;
  }
  const written = `${encoding.name} (by ${encoding.reason})`;
  if (format === 'ndjson') {
    const described = headers.length === 0 ? '' : `; of the first address: ${describeColumns(columns, headers)}`;
    return `Input: NDJSON, ${written}${described}`;
  }
  const delimiter = dialect.delimiter === '\t' ? 'tab' : `"${dialect.delimiter}"`;
  return `Input: CSV, ${written}, delimiter ${delimiter}; ${describeColumns(plan, headers)}`;
}

function collectColumn(
  text: string,
  columns: { readonly [role in Role]?: string },
): { readonly [role in Role]?: string } {
  const [, role = '', name = ''] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  if ((ROLES as readonly string[]).includes(role)) return { ...columns, [role]: name };
  throw new AddressLookupError(
    'invalid-option',
    `Got column "${text}"; allowed is a role and a column, as in street=Straatnaam. Roles are ${ROLES.join(', ')}.`,
    { got: text, allowed: ROLES },
  );
}

function parseInputFormat(text: string): 'csv' | 'ndjson' {
  if (text === 'csv' || text === 'ndjson') return text;
  throw invalidOption(
    `Got input format "${text}"; allowed are csv and ndjson. A workbook needs no option, and --format is for the output.`,
  );
}

function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  throw invalidOption(`Got columns "${text}"; allowed are names separated by commas, as in status,latitude,longitude.`);
}

/** The file or stream that answered rows are written to. */
export interface Output {
  readonly write: (bytes: Buffer) => Promise<void>;
  /** Waits until everything written is on disk; only for an uncompressed file. */
  readonly sync?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a file, gzipped if its name ends in .gz, or stdout without a name.
 *
 * @param keptBytes how much of the existing file to keep; the rest is cut off
 * @throws AddressLookupError `output-not-writable`
 */
export async function openOutput(path: string | undefined, keptBytes = 0): Promise<Output> {
  if (path === undefined) {
    // If a reader such as `head` closes stdout, the failing write reports it; the event would end the process.
    process.stdout.once('error', () => {});
    return sayingWhy(undefined, {
      write: (bytes) => writeTo(process.stdout, bytes),
      close: async () => {},
    });
  }
  const handle = await open(path, keptBytes > 0 && existsSync(path) ? 'r+' : 'w').catch((error: unknown) => {
    throw notWritable(path, error, REMEDY);
  });
  if (keptBytes > 0) await handle.truncate(keptBytes);
  return sayingWhy(path, path.endsWith('.gz') ? packedOutput(handle) : fileOutput(handle, keptBytes));
}

function fileOutput(handle: FileHandle, keptBytes: number): Output {
  let at = keptBytes;
  return {
    async write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, at);
        from += bytesWritten;
        at += bytesWritten;
      }
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/**
 * An output that takes rows as JSON (`WrittenCell`) and writes them as a workbook to another output. Writing waits for the
 * workbook, and the workbook for the output.
 */
export function workbookOutput(
  output: Output,
  workbookOf: (lines: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Output {
  const lines = new TransformStream<Buffer, Buffer>();
  const writer = lines.writable.getWriter();
  const written = (async () => {
    for await (const part of workbookOf(lines.readable as unknown as AsyncIterable<Buffer>)) await output.write(part);
  })();
  // The error is that of the next write, or of closing.
  written.catch((error: unknown) => writer.abort(error).catch(() => {}));
  return {
    write: (bytes) => writer.write(bytes),
    async close() {
      try {
        await writer.close().catch(() => {});
        await written;
      } finally {
        await output.close();
      }
    },
  };
}

/** Whether the rows go to the terminal, where a progress bar would disturb them. */
export function fillsTerminal(out: string | undefined): boolean {
  return out === undefined && process.stdout.isTTY;
}

function packedOutput(handle: FileHandle): Output {
  const pack: Gzip = createGzip();
  const ended = pipeline(pack, handle.createWriteStream());
  // The error is that of the next write, or of closing.
  ended.catch(() => {});
  return {
    write: (bytes) =>
      writeTo(pack, bytes).catch(async (error: unknown) => {
        await ended;
        throw error;
      }),
    async close() {
      pack.end();
      await ended;
    },
  };
}

/** An output that reports a full or failing disk in one sentence. */
function sayingWhy(path: string | undefined, { write, sync, close }: Output): Output {
  const orSay = async (written: Promise<void>): Promise<void> => {
    try {
      await written;
    } catch (error) {
      throw diskFaultOf(error) === undefined ? error : notWritable(path, error, REMEDY);
    }
  };
  return {
    write: (bytes) => orSay(write(bytes)),
    ...(sync === undefined ? {} : { sync: () => orSay(sync()) }),
    close: () => orSay(close()),
  };
}

/**
 * Checks before a run that a file can be written after it. Leaves no new file behind.
 *
 * @throws AddressLookupError `output-not-writable`
 */
export async function assertWritable(path: string): Promise<void> {
  const isThere = existsSync(path);
  try {
    await (await open(path, 'a')).close();
    if (!isThere) await rm(path);
  } catch (error) {
    throw notWritable(path, error, REMEDY);
  }
}

/**
 * Writes a file that was checked before the run with `assertWritable`.
 *
 * @throws AddressLookupError `output-not-writable`
 */
export async function writeLater(path: string, content: string | Buffer): Promise<void> {
  await writeFile(path, content).catch((error: unknown) => {
    throw notWritable(path, error, REMEDY);
  });
}

const REMEDY = 'name another file';

function writeTo(stream: NodeJS.WritableStream, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });
}

/** The reader of our output has closed it, e.g. `| head`. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/** The counts of a run, as its closing lines. */
export function summaryOf(counts: BatchCounts, before: number, seconds: number): string {
  const { rows, statuses } = counts;
  const number = (count: number): string => count.toLocaleString('en');
  const lines = [
    `${number(rows)} ${rows === 1 ? 'row' : 'rows'} in ${seconds.toFixed(1)} s, ${number(Math.round(rows / Math.max(seconds, 0.001)))} a second` +
      (before > 0 ? `, after ${number(before)} that were done before` : ''),
    ...STATUSES.map(
      (status) =>
        `  ${status.padEnd(10)} ${number(statuses[status]).padStart(12)}  ${shareOfRows(statuses[status], counts).padStart(7)}`,
    ),
  ];
  const worst = discrepanciesByCount(counts);
  if (worst.length > 0)
    lines.push(`Discrepancies: ${worst.map(([discrepancy, count]) => `${discrepancy} ${number(count)}`).join(', ')}`);
  return `${lines.join('\n')}\n`;
}

/** Writes the counts and other data of the run, for programs. */
export async function writeReport(
  path: string,
  { rows, statuses, discrepancies }: BatchCounts,
  seconds: number,
  further: Readonly<Record<string, unknown>>,
): Promise<void> {
  const report = {
    rows,
    statuses,
    faults: Object.fromEntries(Object.entries(discrepancies).sort(([a], [b]) => (a < b ? -1 : 1))),
    seconds: Number(seconds.toFixed(3)),
    ...further,
  };
  await writeLater(path, `${JSON.stringify(report, null, 2)}\n`);
}
