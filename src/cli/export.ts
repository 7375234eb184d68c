import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { AddressLookupError, notWritable, systemFault } from '../errors.ts';
import { ROW_KINDS, type RowKind } from '../export/columns.ts';
import { EXPORT_FORMS, type ExportForm, exportOf } from '../export/export.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { IndexBuffers } from '../store/country-index.ts';
import { countriesIn, readCountry } from '../store/directory.ts';
import { fillsTerminal, isClosedPipe, openOutput } from './geocode-files.ts';
import { showStages, sizeOf } from './progress.ts';
import { collect, INTERRUPTED, invalidOption, parseCountry, parseNames, parseWholeNumber } from './run-program.ts';

interface ExportOptions {
  readonly out?: string;
  readonly format?: ExportForm;
  readonly kind: RowKind;
  readonly countries: readonly Country[];
  readonly within: readonly string[];
  readonly columns?: readonly string[];
  readonly data: string;
  readonly threads: number;
  readonly quiet: boolean;
}

/** What the end of a file name says of its form; `.gz` after it compresses. */
const FORMS: Readonly<Record<string, ExportForm>> = {
  csv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  geojson: 'geojson',
  geojsonl: 'geojsonl',
  geojsons: 'geojsonseq',
  parquet: 'parquet',
  geoparquet: 'parquet',
};

/** More threads do not make it faster than a disk takes it, and each holds another 100 MB. */
const MAX_DEFAULT_THREADS = 2;
/** A thread takes longer to start than this many addresses to write. */
const MIN_ADDRESSES_FOR_THREADS = 50_000;

const REMEDY = 'name another file with --out';

/** `export`: every address, street or place of the indexes, or of a part of them, as a file for other tools. */
export function exportCommand(): Command {
  return new Command('export')
    .description(
      'write all addresses, streets or places, or those of a municipality, as CSV, NDJSON, GeoJSON or GeoParquet',
    )
    .option(
      '-o, --out <file>',
      `output file, whose name says the format: ${Object.keys(FORMS)
        .map((end) => `.${end}`)
        .join(', ')}; .gz compresses text (default: stdout)`,
    )
    .addOption(
      new Option('--format <format>', 'output format (default: by the name of the file, or csv)').choices(EXPORT_FORMS),
    )
    .addOption(new Option('--kind <kind>', 'what the rows are').choices(ROW_KINDS).default('addresses'))
    .option('--countries <countries...>', 'nl, be, lu (default: all with an index)', collectCountry, [])
    .option(
      '--within <parts...>',
      'only these: municipalities by name or code (GM0363, 21004, 0203), contexts of suggestions, boxes (south,west,north,east), circles (latitude,longitude,metres)',
      collect,
      [],
    )
    .option('--columns <names>', 'columns to write, separated by commas, in this order (default: all)', parseNames)
    .option('--data <directory>', 'index directory', 'dist-data')
    .option(
      '--threads <number>',
      'worker threads; 0 for none',
      parseWholeNumber,
      Math.min(MAX_DEFAULT_THREADS, availableParallelism()),
    )
    .option('--quiet', 'suppress progress and summary', false)
    .action(writeExport);
}

async function writeExport(options: ExportOptions): Promise<void> {
  const { out, kind, data, quiet } = options;
  const form = formOf(options);
  if (form === 'parquet' && fillsTerminal(out)) {
    throw invalidOption('GeoParquet cannot be shown on a terminal. Name a file for it, e.g. --out addresses.parquet.');
  }
  if (out !== undefined) await assertNoDirectory(out);
  const countries = countriesIn(data, options.countries.length > 0 ? options.countries : COUNTRIES);
  const buffers: IndexBuffers[] = [];
  const within = options.within.length > 0 ? options.within : undefined;
  // Contexts of streets lead through names, boxes and circles through positions, which nothing else needs.
  const operations = within === undefined ? [] : (['autocomplete', 'radius'] as const);
  for (const country of countries) buffers.push(await readCountry(data, country, { operations }));
  const written = exportOf(buffers, { form, kind, within, columns: options.columns });
  const threads = written.addresses < MIN_ADDRESSES_FOR_THREADS ? 0 : options.threads;

  const progress = quiet || fillsTerminal(out) ? undefined : showStages('export');
  progress?.stage(kind, written.addresses, 'addresses');
  const started = performance.now();
  let [rows, bytes] = [0, 0];
  const isWhole = await writeAside(out, async (write, signal) => {
    for await (const part of written.parts(threads)) {
      signal.throwIfAborted();
      await write(Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength));
      rows += part.rows;
      bytes += part.bytes.length;
      progress?.advance(part.addresses);
    }
  }).finally(() => progress?.stop());
  if (!isWhole || quiet) return;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(
    `${count(rows)} ${kind} in ${seconds} s, ${sizeOf(bytes)}${out === undefined ? '' : `: ${out}`}\n`,
  );
  for (const attribution of written.attributions) process.stderr.write(`Show with the data: ${attribution}\n`);
}

/**
 * Writes a file under another name beside its own, which it gets when it is whole and on disk; without a name, writes stdout. What is not
 * finished is removed.
 *
 * @returns whether it is whole: not if it was interrupted, or its reader has had enough
 * @throws AddressLookupError `output-not-writable`
 */
async function writeAside(
  out: string | undefined,
  write: (write: (bytes: Buffer) => Promise<void>, signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  // With the same ending, which says whether to compress.
  // Where a link leads. A device or a pipe cannot be replaced: it is written to as it is.
  const target = out && (await realpath(out).catch(() => out));
  const isReplaced = target !== undefined && ((await stat(target).catch(() => undefined))?.isFile() ?? true);
  const aside = isReplaced
    ? join(dirname(target), `.partial-${randomBytes(8).toString('hex')}-${basename(target)}`)
    : undefined;
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort();
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  try {
    const output = await openOutput(aside ?? target);
    try {
      await write(output.write, interrupt.signal);
    } finally {
      await output.close();
    }
    if (aside !== undefined) {
      const file = await open(aside, 'r+');
      await file.sync().finally(() => file.close());
      await rename(aside, target!);
    }
    return true;
  } catch (error) {
    if (aside !== undefined) await rm(aside, { force: true }).catch(() => {});
    if (interrupt.signal.aborted) {
      process.stderr.write(`Interrupted${out === undefined ? '' : `; ${out} is not written`}.\n`);
      process.exitCode = INTERRUPTED;
      return false;
    }
    if (isClosedPipe(error)) return false;
    if (error instanceof AddressLookupError && error.code === 'output-not-writable')
      throw notWritable(out, error.cause, REMEDY);
    throw systemFault(error) === undefined ? error : notWritable(out, error, REMEDY);
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  }
}

/** A directory would be found only when the file takes its name. @throws AddressLookupError `output-not-writable` */
async function assertNoDirectory(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw notWritable(path, Object.assign(new Error(), { code: 'EISDIR' }), REMEDY);
}

function formOf({ format, out }: ExportOptions): ExportForm {
  const ending = /\.(\w+?)(?:\.gz)?$/.exec(out ?? '')?.[1]?.toLowerCase() ?? '';
  const form = format ?? FORMS[ending];
  if (form === undefined && out !== undefined) {
    throw invalidOption(
      `Got "${out}", whose name does not say a format; allowed are names that end in ${Object.keys(FORMS)
        .map((end) => `.${end}`)
        .join(', ')}. Or give --format.`,
      { got: out, allowed: Object.keys(FORMS) },
    );
  }
  if (form === 'parquet' && out?.endsWith('.gz')) {
    throw invalidOption(`Got "${out}"; GeoParquet is compressed inside. Leave .gz out.`, { got: out });
  }
  return form ?? 'csv';
}

function collectCountry(value: string, before: readonly Country[]): readonly Country[] {
  return [...before, parseCountry(value)];
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
