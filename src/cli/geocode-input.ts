import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { ROLES, type Role } from '../batch/headers.ts';
import { describeColumns, type FileOptions, type PlannedFile } from '../batch/plan.ts';
import { AddressLookupError } from '../errors.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import { parseDecimal } from './run-program.ts';

/** What can be said of a file and of how it is answered, wherever that is done. */
export interface InputOptions {
  readonly country?: Country;
  readonly reverse: boolean;
  readonly radius?: number;
  readonly threshold?: number;
  readonly column: { [role in Role]?: string };
  readonly ignoreColumn: readonly string[];
  readonly prefix?: string;
  readonly format?: 'csv' | 'ndjson';
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly quotes: boolean;
  readonly header: boolean;
  readonly bom: boolean;
  readonly neutraliseFormulas: boolean;
}

export function withInputOptions(command: Command): Command {
  return command
    .option('--country <country>', 'nl, be or lu, for rows that do not say', parseCountry)
    .option('--column <role=name>', `which column is what, by name or number: ${ROLES.join(', ')}`, collectColumn, {})
    .option(
      '--ignore-column <name>',
      'a column that is no part of the address; may be repeated',
      (name: string, before: readonly string[]) => [...before, name],
      [],
    )
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
    .option('--neutralise-formulas', 'put an apostrophe before added values that a spreadsheet would calculate', false);
}

/** @throws AddressLookupError `invalid-option` */
export function fileOptionsOf(options: InputOptions): FileOptions {
  checkOptions(options);
  return {
    format: options.format,
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

function checkOptions({ threshold, radius, delimiter }: InputOptions): void {
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1)) {
    throw invalidOption(`Got threshold ${threshold}; allowed is a score from 0 to 1.`);
  }
  if (radius !== undefined && !(radius > 0 && radius <= 100_000)) {
    throw invalidOption(`Got radius ${radius}; allowed is a number of metres above 0, at most 100000.`);
  }
  if (delimiter === '') throw invalidOption('Got an empty delimiter; allowed is one ASCII character.');
}

export function invalidOption(message: string): AddressLookupError {
  return new AddressLookupError('invalid-option', message, {});
}

/** A file that is read, or stdin. */
export interface OpenedInput {
  readonly input: Readable;
  /** Its size where that is known. */
  readonly bytes: number | undefined;
  /** What to tell where the file is no longer what it was when it was opened. */
  readonly findChange: () => Promise<string | undefined>;
}

/**
 * Opens a file, or stdin for `-`.
 *
 * @param out a file that will be written, and must be another
 * @throws AddressLookupError `input-not-found`, `invalid-option`
 */
export async function openInput(path: string, out?: string): Promise<OpenedInput> {
  if (path === '-') return { input: process.stdin, bytes: undefined, findChange: async () => undefined };
  const opened = await stat(path).catch((error: unknown) => {
    throw new AddressLookupError('input-not-found', `There is no file ${path}.`, { got: path }, { cause: error });
  });
  if (opened.isDirectory()) {
    const message = `${path} is a directory; allowed is a file with CSV or NDJSON. Name one of the files in it.`;
    throw new AddressLookupError('input-not-recognised', message, { got: path });
  }
  const written = out === undefined ? undefined : await stat(out).catch(() => undefined);
  if (written?.dev === opened.dev && written.ino === opened.ino) {
    throw invalidOption(`${path} is both read and written. Name another file with --out.`);
  }
  const findChange = async (): Promise<string | undefined> => {
    // A pipe has no size that says anything.
    if (!opened.isFile()) return undefined;
    const now = await stat(path).catch(() => undefined);
    if (now?.size === opened.size && now.mtimeMs === opened.mtimeMs && now.ino === opened.ino) return undefined;
    const sizes = `${opened.size} bytes at the start, ${now === undefined ? 'gone' : `${now.size} bytes`} at the end`;
    return `${path} changed while it was read (${sizes}); the answers are of what was read. Run it again on a file that stays as it is.`;
  };
  return { input: createReadStream(path), bytes: opened.isFile() ? opened.size : undefined, findChange };
}

/** How the input is written and which columns were recognised, for people. */
export function describeFile({ plan, encoding, headers }: PlannedFile): string {
  const { format, dialect } = plan;
  const written = `${encoding.name} (by ${encoding.reason})`;
  if (format === 'ndjson') return `Input: NDJSON, ${written}`;
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
