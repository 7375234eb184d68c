import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { Command } from 'commander';
import type { BatchCounts } from '../batch/chunk.ts';
import { describeByContent, judgeByContent } from '../batch/content.ts';
import { createEngine, createThreadEngine } from '../batch/engine.ts';
import { type PeekedInput, peekInput } from '../batch/input.ts';
import {
  type AnswerColumns,
  type KeptWorkbook,
  keepWorkbook,
  requireRoom,
  workbookWithAnswers,
} from '../batch/kept-workbook.ts';
import { countriesOfPlan, type PlannedFile, planFile } from '../batch/plan.ts';
import type { OutputForm } from '../batch/row-forms.ts';
import { type DrawnRows, RowMap } from '../batch/row-map.ts';
import { workbookOf } from '../batch/spreadsheet.ts';
import { geocodeStream, type PartialOutput, readPartialOutput } from '../batch/stream.ts';
import type { SheetInfo } from '../batch/workbook.ts';
import { CountryIndex } from '../store/country-index.ts';
import { readCountries } from '../store/directory.ts';
import { clusterCommands } from './geocode-cluster.ts';
import {
  assertDistinct,
  assertWritable,
  describeFile,
  fileOptionsOf,
  fillsTerminal,
  type InputOptions,
  isClosedPipe,
  openInput,
  openOutput,
  summaryOf,
  withInputOptions,
  workbookOutput,
  writeLater,
  writeReport,
} from './geocode-files.ts';
import { showRows } from './progress.ts';
import { INTERRUPTED, invalidOption, parseWholeNumber } from './run-program.ts';

interface GeocodeCommandOptions extends InputOptions {
  readonly data: string;
  readonly out?: string;
  readonly resume: boolean;
  readonly report?: string;
  readonly threads: number;
  readonly quiet: boolean;
  readonly format?: OutputFormat;
  readonly excel: boolean;
  readonly map?: string;
}

/** Formats of the output; by default, that of the input. */
type OutputFormat = 'csv' | 'ndjson' | 'geojsonl' | 'xlsx';
const OUTPUT_FORMATS: readonly OutputFormat[] = ['csv', 'ndjson', 'geojsonl', 'xlsx'];

/** Smaller files are answered in less time than threads take to start. */
const MIN_BYTES_FOR_THREADS = 200_000;

/**
 * `geocode`: rows in, the same rows with their addresses out. Results on stdout, everything else on stderr. Its sub-commands do the
 * same on several machines; write a file with the name of one of them as `./submit`.
 */
export function geocodeCommand(): Command {
  const command = new Command('geocode')
    .description(
      'geocode the rows of a CSV, NDJSON, .xlsx or .ods file: every row is kept as is, result columns are appended',
    )
    // Otherwise this command would take the options of its sub-commands.
    .enablePositionalOptions()
    .argument('[file]', 'CSV or NDJSON (gzipped, too), .xlsx or .ods; - for stdin', '-')
    .option('-o, --out <file>', 'output file (default: stdout); .gz compresses, .xlsx and .geojsonl choose the format')
    .option(
      '--format <format>',
      `output format: ${OUTPUT_FORMATS.join(', ')} (default: that of the input)`,
      parseOutputFormat,
    )
    .option(
      '--excel',
      'write CSV for Excel where decimals have a comma: semicolons, decimal commas, byte order mark',
      false,
    )
    .option('--resume', 'resume an interrupted run that wrote to --out', false)
    .option('--map <file>', 'draw the rows on a map: .html (one file, no scripts) or .png')
    .option('--report <file>', 'write the summary to this file, as JSON')
    .option('--data <directory>', 'index directory', 'dist-data');
  withInputOptions(command)
    .optionsGroup('Operation:')
    .option('--threads <number>', 'worker threads; 0 for none', parseWholeNumber, availableParallelism())
    .option('--quiet', 'suppress progress and summary', false)
    .action(geocode);
  for (const each of clusterCommands()) command.addCommand(each);
  return command;
}

async function geocode(path: string, options: GeocodeCommandOptions): Promise<void> {
  // Refuse options that cannot be combined, and outputs that cannot be written, before anything is read.
  if (options.resume && (options.out === undefined || options.out.endsWith('.gz'))) {
    throw invalidOption('--resume continues the file of --out, which must not be compressed.');
  }
  const output = outputFormOf(options);
  if (output === 'cells' && fillsTerminal(options.out)) {
    throw invalidOption('A workbook cannot be shown on a terminal. Name a file for it, e.g. --out answers.xlsx.');
  }
  if (options.resume && output !== undefined && output !== 'rows') {
    throw invalidOption(
      '--resume continues output in the format of the input; it cannot be combined with --excel or another --format.',
    );
  }
  const given = fileOptionsOf(options);
  const hasMarks = checkMap(options);
  const tell = (text: string): void => {
    if (!options.quiet) process.stderr.write(text);
  };
  await assertDistinct({
    'the input': path,
    'the file of --out': options.out,
    'the file of --map': options.map,
    'the file of --report': options.report,
  });
  for (const later of [options.map, options.report]) if (later !== undefined) await assertWritable(later);
  // Recognise the file by its beginning.
  const { input, bytes, findChange } = await openInput(path);
  const peeked = await peekInput(input, options.sheet);
  // A part of a file may be empty; a whole file has at least a header.
  if (!options.header && peeked.sample.length === 0) {
    if (options.out !== undefined) await writeFile(options.out, '');
    tell('The input is empty: 0 rows.\n');
    return;
  }
  const kept = output === 'cells' ? await keptWorkbook(peeked, tell) : undefined;
  const planned = planFile(peeked, { ...given, hasMarks, output: kept === undefined ? output : 'added' });
  tell(`${describeFile(planned, peeked.sheet)}\n`);
  const indexes = await readCountries(options.data, countriesOfPlan(planned.plan), options.country);
  const views = indexes.map((each) => new CountryIndex(each));
  const { file, judged } = judgeByContent(planned, views);
  const columns = answerColumnsOf(file, options);
  if (kept !== undefined) requireRoom(kept, columns);
  for (const each of judged) tell(`${describeByContent(each)}\n`);

  // Continue an earlier output or begin one, with as many threads as the file is worth.
  const partial = await partialOutputOf(options, file);
  const isSmall = peeked.isWhole && peeked.sample.length < MIN_BYTES_FOR_THREADS;
  const engine = options.threads === 0 || isSmall ? createEngine(views) : createThreadEngine(indexes, options.threads);
  const opened = await openOutput(options.out, partial?.bytes);
  const written =
    output === 'cells'
      ? workbookOutput(opened, (lines) =>
          kept === undefined ? workbookOf(lines, peeked.sheet?.name) : workbookWithAnswers(kept, lines, columns),
        )
      : opened;
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    interrupt.abort();
    input.destroy();
  };
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  const progress = showRows(
    { quiet: options.quiet || fillsTerminal(options.out) },
    // The bytes of a workbook say nothing about its progress, since they are read before its rows.
    peeked.sheet === undefined ? bytes : undefined,
    () => (input as { bytesRead?: number }).bytesRead ?? 0,
  );
  // Answer row by row, until the end of the file, an interruption, or the end of the reader of our output.
  const map = new RowMap();
  const started = performance.now();
  let counts: BatchCounts;
  try {
    counts = await geocodeStream(peeked, file, {
      engine,
      write: written.write,
      answered: partial,
      signal: interrupt.signal,
      onChunk: progress?.update,
      onMarks: (marks) => map.add(marks),
    });
  } catch (error) {
    if (isClosedPipe(error)) return;
    throw error;
  } finally {
    progress?.stop();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
    input.destroy();
    await engine.close();
    await written.close();
  }
  // Say what was done: on the map, in the summary, by the exit code, in the report.
  const seconds = (performance.now() - started) / 1000;
  if (options.map !== undefined) {
    await writeMap(options.map, map, {
      title: path === '-' ? 'Rows' : basename(path),
      counts,
      indexes: views,
    });
  }
  const isInterrupted = interrupt.signal.aborted;
  tell(summaryOf(counts, partial?.rows ?? 0, seconds));
  const change = await findChange();
  if (change !== undefined) {
    process.stderr.write(`${change}\n`);
    process.exitCode = 1;
  }
  if (isInterrupted) {
    tell(options.out === undefined ? 'Interrupted.\n' : 'Interrupted; --resume goes on from here.\n');
    process.exitCode = INTERRUPTED;
  }
  if (options.report !== undefined) {
    await writeReport(options.report, counts, seconds, {
      resumedAfterRows: partial?.rows ?? 0,
      isInterrupted,
      input: inputForReport(file, peeked.sheet),
      indexes: indexes.map(({ manifest }) => ({ country: manifest.country, registers: manifest.registers })),
    });
  }
}

/** The input as it was recognised, for the report. */
function inputForReport({ plan, encoding, headers, columns }: PlannedFile, sheet: SheetInfo | undefined): object {
  return {
    // A sheet of a workbook is read as CSV, which is nobody's concern.
    ...(sheet === undefined
      ? {
          format: plan.format,
          encoding: encoding.name,
          delimiter: plan.format === 'csv' ? plan.dialect.delimiter : null,
        }
      : { format: sheet.kind, sheet: sheet.name, otherSheets: sheet.otherNames }),
    columns: Object.fromEntries(
      Object.entries(columns.roles).map(([role, positions]) => [role, positions.map((each) => headers[each])]),
    ),
    columnsLeftOver: columns.leftOver.map((each) => headers[each]),
  };
}

/** The workbook that the answers are added to, if the input is one that can be kept. */
async function keptWorkbook(
  { workbook, sheet }: PeekedInput,
  tell: (text: string) => void,
): Promise<KeptWorkbook | undefined> {
  if (workbook === undefined || sheet === undefined) return undefined;
  const kept = await keepWorkbook(workbook, sheet);
  if (kept === undefined)
    tell(`Output: a new workbook with the cells of "${sheet.name}". Of an .xlsx without macros, everything is kept.\n`);
  return kept;
}

function answerColumnsOf({ plan, head }: PlannedFile, { header }: InputOptions): AnswerColumns {
  const linesOfHead = head.toString().split('\n').length - 1;
  return {
    columnCount: plan.columnCount,
    added: plan.resultColumns.length,
    headerRow: header ? linesOfHead : 0,
  };
}

/** Whether to draw a map; checks that its name has a known format. */
function checkMap({ map, resume }: GeocodeCommandOptions): boolean {
  if (map !== undefined && !/\.(?:html?|png)$/i.test(map)) {
    throw invalidOption(`Got "${map}" as the map; allowed is a name that ends in .html or .png.`);
  }
  if (map !== undefined && resume)
    throw invalidOption('--map draws the rows of one run; it cannot be combined with --resume.');
  return map !== undefined;
}

async function writeMap(path: string, map: RowMap, rows: DrawnRows): Promise<void> {
  await writeLater(path, /\.png$/i.test(path) ? map.toPng(rows) : map.toHtml(rows));
}

/** The form of the output, by the options or its file extension; `undefined` for that of the input. */
function outputFormOf({ format: given, excel, out = '' }: GeocodeCommandOptions): OutputForm | undefined {
  const format = given ?? (/\.(xlsx|geojsonl)$/i.exec(out)?.[1]?.toLowerCase() as OutputFormat | undefined);
  if (excel && format !== undefined && format !== 'csv') {
    throw invalidOption(
      `--excel writes CSV, and ${given === undefined ? `"${out}"` : `--format ${format}`} is something else. Leave one of them out.`,
    );
  }
  if (/\.ods$/i.test(out))
    throw invalidOption(`"${out}" cannot be written: .ods is read only. Give a name that ends in .xlsx or .csv.`);
  if (format === 'xlsx') return 'cells';
  if (format === 'ndjson' || format === 'geojsonl') return format;
  return excel ? 'excel' : format && 'rows';
}

function parseOutputFormat(text: string): OutputFormat {
  if ((OUTPUT_FORMATS as readonly string[]).includes(text)) return text as OutputFormat;
  throw invalidOption(`Got format "${text}"; allowed are ${OUTPUT_FORMATS.join(', ')}.`);
}

async function partialOutputOf(
  { resume, out }: GeocodeCommandOptions,
  file: PlannedFile,
): Promise<PartialOutput | undefined> {
  return resume && out !== undefined && existsSync(out) ? readPartialOutput(out, file) : undefined;
}
