import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip, type Gzip } from 'node:zlib';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { type PartialOutput, readPartialOutput } from '../batch/answered-rows.ts';
import { ROLES, type Role } from '../batch/column-roles.ts';
import { type BatchCounts, geocodeStream } from '../batch/geocode-stream.ts';
import { STATUSES } from '../batch/match.ts';
import { peekInput } from '../batch/peeked-input.ts';
import { createEngine, createThreadEngine } from '../batch/piece-engine.ts';
import { describeRoles, type FileOptions, type PlannedFile, planFile } from '../batch/plan-file.ts';
import { AddressLookupError } from '../errors.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import type { IndexBuffers } from '../store/country-index.ts';
import { INDEX_FILES } from '../store/layout.ts';
import { readIndex } from '../store/open-index.ts';
import { parseDecimal, parseWholeNumber } from './run-program.ts';

interface GeocodeCommandOptions {
  readonly data: string;
  readonly out?: string;
  readonly resume: boolean;
  readonly report?: string;
  readonly threads: number;
  readonly country?: Country;
  readonly reverse: boolean;
  readonly radius?: number;
  readonly threshold?: number;
  readonly column: { [role in Role]?: string };
  readonly prefix?: string;
  readonly format?: 'csv' | 'ndjson';
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly quotes: boolean;
  readonly header: boolean;
  readonly bom: boolean;
  readonly neutraliseFormulas: boolean;
  readonly quiet: boolean;
}

/** A file that is smaller is answered before threads would have started. */
const SMALL_FILE_BYTES = 200_000;

/** `geocode`: rows in, the same rows with their addresses out. Results on stdout, all else on stderr. */
export function geocodeCommand(): Command {
  return new Command('geocode')
    .description(
      'find the address of every row of a CSV or NDJSON file; the rows come out as they are, with columns added',
    )
    .argument('[file]', 'CSV or NDJSON, also in gzip; "-" or nothing reads stdin', '-')
    .option('-o, --out <file>', 'write here instead of to stdout; a name that ends in .gz is packed')
    .option('--resume', 'go on with the file of --out where an earlier run ended', false)
    .option('--report <file>', 'write the summary here, as JSON')
    .option('--data <directory>', 'the directory of the indexes', 'dist-data')
    .option('--country <country>', 'nl, be or lu, for rows that do not say', parseCountry)
    .option('--column <role=name>', `which column is what, by name or number: ${ROLES.join(', ')}`, collectColumn, {})
    .option('--reverse', 'find the address nearest to latitude and longitude', false)
    .option('--radius <metres>', 'of --reverse: how far away it may be', parseDecimal)
    .option('--threshold <score>', 'answers with a lower score are left out', parseDecimal)
    .option('--prefix <text>', 'what the names of the added columns begin with')
    .option('--format <format>', 'csv or ndjson', parseFormat)
    .option('--delimiter <character>', 'of a CSV file; "tab" is one too')
    .option('--encoding <name>', 'of the input; the output is UTF-8')
    .option('--no-quotes', 'quotes are letters like all others')
    .option('--no-header', 'the first line is a row; name the columns by number')
    .option('--bom', 'begin the output with a byte order mark, for Excel', false)
    .option('--neutralise-formulas', 'put an apostrophe before added values that a spreadsheet would calculate', false)
    .option('--threads <number>', 'worker threads; 0 for none', parseWholeNumber, availableParallelism())
    .option('--quiet', 'say nothing but errors', false)
    .action(geocode);
}

async function geocode(path: string, options: GeocodeCommandOptions): Promise<void> {
  checkOptions(options);
  const tell = (text: string): void => {
    if (!options.quiet) process.stderr.write(text);
  };
  const { input, bytes } = await openInput(path);
  const peeked = await peekInput(input);
  // A part of a file may have no rows at all; a file has at least a header.
  if (!options.header && peeked.sample.length === 0) {
    if (options.out !== undefined) await writeFile(options.out, '');
    return;
  }
  const file = planFile(peeked, fileOptionsOf(options));
  tell(`${describeFile(file)}\n`);
  const indexes = await readIndexes(options);

  const partial = await partialOutputOf(options, file);
  const data = { indexes, plan: file.plan };
  const isSmall = peeked.isWhole && peeked.sample.length < SMALL_FILE_BYTES;
  const engine = options.threads === 0 || isSmall ? createEngine(data) : createThreadEngine(data, options.threads);
  const output = await openOutput(options.out, partial);
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    interrupt.abort();
    input.destroy();
  };
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  const progress =
    options.quiet || !process.stderr.isTTY
      ? undefined
      : showProgress(bytes, () => (input as { bytesRead?: number }).bytesRead ?? 0);
  const started = performance.now();
  let counts: BatchCounts;
  try {
    counts = await geocodeStream(peeked, file, {
      engine,
      write: output.write,
      answered: partial,
      signal: interrupt.signal,
      onPiece: progress?.update,
    });
  } catch (error) {
    if (isClosedPipe(error)) return;
    throw error;
  } finally {
    progress?.stop();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
    input.destroy();
    await engine.close();
    await output.close();
  }
  const seconds = (performance.now() - started) / 1000;
  const isInterrupted = interrupt.signal.aborted;
  tell(summaryOf(counts, partial?.rows ?? 0, seconds));
  if (isInterrupted) {
    tell(options.out === undefined ? 'Interrupted.\n' : 'Interrupted; --resume goes on from here.\n');
    process.exitCode = 130;
  }
  if (options.report !== undefined) {
    const report = {
      rows: counts.rows,
      resumedAfterRows: partial?.rows ?? 0,
      isInterrupted,
      statuses: counts.statuses,
      faults: Object.fromEntries(Object.entries(counts.faults).sort(([a], [b]) => (a < b ? -1 : 1))),
      seconds: Number(seconds.toFixed(3)),
      input: {
        format: file.plan.format,
        encoding: file.encoding.name,
        delimiter: file.plan.format === 'csv' ? file.plan.dialect.delimiter : null,
        columns: Object.fromEntries(
          Object.entries(file.plan.roles).map(([role, positions]) => [
            role,
            positions.map((each) => file.headers[each]),
          ]),
        ),
      },
      indexes: indexes.map(({ manifest }) => ({ country: manifest.country, registers: manifest.registers })),
    };
    await writeFile(options.report, `${JSON.stringify(report, null, 2)}\n`);
  }
}

function checkOptions({ resume, out, threshold, radius, delimiter }: GeocodeCommandOptions): void {
  const refuse = (message: string): never => {
    throw new AddressLookupError('invalid-option', message, {});
  };
  if (resume && (out === undefined || out.endsWith('.gz'))) {
    refuse('--resume goes on with the file of --out, which must not be packed.');
  }
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1)) {
    refuse(`Got threshold ${threshold}; allowed is a score from 0 to 1.`);
  }
  if (radius !== undefined && !(radius > 0 && radius <= 100_000)) {
    refuse(`Got radius ${radius}; allowed is a number of metres above 0, at most 100000.`);
  }
  if (delimiter === '') refuse('Got an empty delimiter; allowed is one ASCII character.');
}

function fileOptionsOf(options: GeocodeCommandOptions): FileOptions {
  return {
    format: options.format,
    delimiter: options.delimiter === 'tab' || options.delimiter === '\\t' ? '\t' : options.delimiter,
    hasQuotes: options.quotes ? undefined : false,
    hasHeader: options.header,
    encoding: options.encoding,
    columns: options.column,
    prefix: options.prefix,
    isReverse: options.reverse,
    radiusMetres: options.radius,
    country: options.country,
    threshold: options.threshold,
    neutraliseFormulas: options.neutraliseFormulas,
    hasBom: options.bom,
  };
}

async function openInput(path: string): Promise<{ input: Readable; bytes: number | undefined }> {
  if (path === '-') return { input: process.stdin, bytes: undefined };
  const { size } = await stat(path).catch((error: unknown) => {
    throw new AddressLookupError('input-not-found', `There is no file ${path}.`, { got: path }, { cause: error });
  });
  return { input: createReadStream(path), bytes: size };
}

async function readIndexes({ data, country }: GeocodeCommandOptions): Promise<IndexBuffers[]> {
  const present = COUNTRIES.filter((each) => existsSync(join(data, each, INDEX_FILES.manifest)));
  const wanted = country === undefined ? present : [country];
  if (present.length === 0) {
    throw new AddressLookupError(
      'index-not-found',
      `There is no index in ${data}. Build one with "npm run build-index", or name the directory that holds it with --data.`,
      { directory: data },
    );
  }
  return Promise.all(wanted.map((each) => readIndex(join(data, each))));
}

async function partialOutputOf(
  { resume, out }: GeocodeCommandOptions,
  file: PlannedFile,
): Promise<PartialOutput | undefined> {
  return resume && out !== undefined && existsSync(out) ? readPartialOutput(out, file) : undefined;
}

interface Output {
  readonly write: (bytes: Buffer) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openOutput(path: string | undefined, partial: PartialOutput | undefined): Promise<Output> {
  if (path === undefined) return { write: (bytes) => writeTo(process.stdout, bytes), close: async () => {} };
  let handle: FileHandle;
  try {
    handle = await open(path, partial === undefined ? 'w' : 'r+');
  } catch (error) {
    throw new AddressLookupError('output-not-writable', `${path} cannot be written.`, { file: path }, { cause: error });
  }
  if (partial !== undefined) await handle.truncate(partial.bytes);
  if (path.endsWith('.gz')) return packedOutput(handle);
  let at = partial?.bytes ?? 0;
  return {
    async write(bytes) {
      await handle.write(bytes, 0, bytes.length, at);
      at += bytes.length;
    },
    close: () => handle.close(),
  };
}

function packedOutput(handle: FileHandle): Output {
  const pack: Gzip = createGzip();
  const file = handle.createWriteStream();
  const ended = new Promise<void>((resolve, reject) => file.once('close', resolve).once('error', reject));
  pack.pipe(file);
  return {
    write: (bytes) => writeTo(pack, bytes),
    async close() {
      pack.end();
      await ended;
    },
  };
}

function writeTo(stream: NodeJS.WritableStream, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });
}

/** Whoever read our output has had enough: `| head`. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

function describeFile({ plan, encoding, headers }: PlannedFile): string {
  const { format, dialect, roles } = plan;
  const written = `${encoding.name} (by ${encoding.reason})`;
  if (format === 'ndjson') return `Input: NDJSON, ${written}`;
  const delimiter = dialect.delimiter === '\t' ? 'tab' : `"${dialect.delimiter}"`;
  return `Input: CSV, ${written}, delimiter ${delimiter}; ${describeRoles(roles, headers)}`;
}

function summaryOf({ rows, statuses, faults }: BatchCounts, before: number, seconds: number): string {
  const share = (count: number): string => `${((count / Math.max(1, rows)) * 100).toFixed(1)} %`;
  const number = (count: number): string => count.toLocaleString('en');
  const lines = [
    `${number(rows)} rows in ${seconds.toFixed(1)} s, ${number(Math.round(rows / Math.max(seconds, 0.001)))} a second` +
      (before > 0 ? `, after ${number(before)} that were there` : ''),
    ...STATUSES.map(
      (status) =>
        `  ${status.padEnd(10)} ${number(statuses[status]).padStart(12)}  ${share(statuses[status]).padStart(7)}`,
    ),
  ];
  const worst = Object.entries(faults).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (worst.length > 0) lines.push(`Faults: ${worst.map(([fault, count]) => `${fault} ${number(count)}`).join(', ')}`);
  return `${lines.join('\n')}\n`;
}

interface ShownProgress {
  readonly update: (counts: BatchCounts) => void;
  readonly stop: () => void;
}

/** A bar where the size of the input is known, else a count. */
function showProgress(totalBytes: number | undefined, bytesRead: () => number): ShownProgress {
  const started = performance.now();
  const bar = new SingleBar({
    format:
      totalBytes === undefined
        ? '{rows} rows, {rate} a second  {statuses}'
        : '{bar} {percentage} %, {eta_formatted} left, {rows} rows, {rate} a second  {statuses}',
    stream: process.stderr,
    hideCursor: true,
    barsize: 20,
    fps: 4,
  });
  bar.start(totalBytes ?? 1, 0, { rows: 0, rate: 0, statuses: '' });
  return {
    update({ rows, statuses }) {
      bar.update(totalBytes === undefined ? 0 : Math.min(totalBytes, bytesRead()), {
        rows: rows.toLocaleString('en'),
        rate: Math.round(rows / ((performance.now() - started) / 1000)).toLocaleString('en'),
        statuses: STATUSES.map((status) => `${status} ${statuses[status]}`).join(' '),
      });
    },
    stop: () => bar.stop(),
  };
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

function parseFormat(text: string): 'csv' | 'ndjson' {
  if (text === 'csv' || text === 'ndjson') return text;
  throw new AddressLookupError('invalid-option', `Got format "${text}"; allowed are csv and ndjson.`, { got: text });
}

function parseCountry(text: string): Country {
  if (isCountry(text)) return text;
  throw new AddressLookupError('unknown-country', `Got country "${text}"; allowed are ${COUNTRIES.join(', ')}.`, {
    got: text,
    allowed: COUNTRIES,
  });
}
