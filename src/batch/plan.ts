import { AddressLookupError, quotedList } from '../errors.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import {
  assignColumns,
  type Columns,
  type NamedColumns,
  NO_COLUMNS,
  recogniseColumns,
  requireAddress,
} from './columns.ts';
import { type CsvDialect, CsvRecord, readCells, writeCell } from './csv.ts';
import { type DetectedEncoding, detectEncoding, sampleToUtf8 } from './encoding.ts';
import { JOINED_ROLES } from './fields.ts';
import { Geocoder } from './geocoder.ts';
import { findHeader, looksLikeAddresses, looksLikeRow } from './header-line.ts';
import { meaningsTogether } from './headers-together.ts';
import { DEFAULT_PREFIX, type ResultColumn, resultColumns } from './result-columns.ts';
import { DEFAULT_REVERSE_RADIUS } from './reverse.ts';
import { excelLine, flattened, type OutputForm, parseObject } from './row-forms.ts';
import type { SheetInfo } from './workbook.ts';

/** How rows are answered and written. */
interface AnswerOptions {
  readonly prefix: string;
  /** Default: `rows`, as in the input; given, it must be a table. */
  readonly output: OutputForm;
  /** Whether the answer to a chunk has marks, for a map. */
  readonly hasMarks: boolean;
  readonly isReverse: boolean;
  readonly radiusMetres: number;
  readonly country: Country | undefined;
  readonly threshold: number | undefined;
  /** Puts an apostrophe before our values that a spreadsheet would read as a formula. */
  readonly neutraliseFormulas: boolean;
}

/**
 * Everything needed to answer a chunk of a file, also in another thread or on another machine. The columns are of CSV; in NDJSON each object
 * has its own.
 */
export interface BatchPlan extends AnswerOptions, Columns {
  readonly format: 'csv' | 'ndjson';
  /** CSV only. */
  readonly dialect: CsvDialect;
  /** Columns of the header. CSV only. */
  readonly columnCount: number;
  /** NDJSON only: the keys named in options, by role, and those that are not part of the address. */
  readonly namedKeys: NamedColumns;
  readonly ignoredKeys: readonly string[];
  /** Our columns, in the order of the output. */
  readonly resultColumns: readonly ResultColumn[];
  /** The header, if the output has objects. CSV only. */
  readonly keys: readonly string[];
  /** The CSV is a sheet of a workbook: its rows may have fewer cells, and cells without quotes are not text. */
  readonly isSheet: boolean;
}

/** What a caller may specify about a file; everything else is detected. */
export interface FileOptions extends Optional<AnswerOptions> {
  readonly format?: 'csv' | 'ndjson' | undefined;
  readonly delimiter?: string | undefined;
  readonly hasQuotes?: boolean | undefined;
  readonly hasHeader?: boolean | undefined;
  /** Lines above the header; detected unless given. */
  readonly skippedLines?: number | undefined;
  readonly encoding?: string | undefined;
  /** Header, or number from 1, of the column for a role; in NDJSON the key. */
  readonly columns?: NamedColumns | undefined;
  /** Columns that are not part of the address, even if they look like it. */
  readonly ignoredColumns?: readonly string[] | undefined;
  /** More columns than this are refused, since the meaning of each takes time; any number unless given. */
  readonly maxColumns?: number | undefined;
  /** Which of our columns are written, in this order; all unless given. */
  readonly resultColumns?: readonly string[] | undefined;
  /** Begins the output with a byte order mark, even if the input has none. */
  readonly hasBom?: boolean | undefined;
}

type Optional<Options> = { readonly [option in keyof Options]?: Options[option] | undefined };

/** What the first bytes of a file show. */
export interface PlannedFile {
  readonly plan: BatchPlan;
  readonly encoding: DetectedEncoding;
  /** In NDJSON the keys of the first object that has an address, as an example, since each object has its own. */
  readonly headers: readonly string[];
  /** The columns of `headers`. */
  readonly columns: Columns;
  /** Bytes of the header, in UTF-8 and without the byte order mark; 0 if there is none. */
  readonly headerBytes: number;
  /** The rows at the beginning, in UTF-8, whose cells say what columns are; the last one may be a part of one if `isCut`. CSV only. */
  readonly firstRows: Buffer;
  readonly isCut: boolean;
  /** The beginning of the output. */
  readonly head: Buffer;
}

/** The first bytes of a file. */
export interface FileSample {
  readonly sample: Buffer;
  readonly isWhole: boolean;
  /** If the file is a workbook: this is one of its sheets, as CSV. */
  readonly sheet?: SheetInfo;
}

/**
 * How much of the beginning of a file its columns are judged by, in bytes: what every way to answer a file has before its first row, so that
 * all of them decide the same.
 */
export const CONTENT_SAMPLE_BYTES: number = 16 << 10;

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Detects how a file is written, and the roles of its columns.
 *
 * @throws AddressLookupError `input-not-recognised`, `input-empty`, `invalid-option`
 */
export function planFile({ sample, isWhole, sheet }: FileSample, options: FileOptions): PlannedFile {
  if (sample.length === 0) {
    const others = quotedList(sheet?.otherNames ?? []);
    const message =
      sheet === undefined
        ? 'The input is empty; expected at least a header row.'
        : `The sheet "${sheet.name}" is empty.`;
    const remedy = others === '' ? '' : ` The workbook also has ${others}; choose one with --sheet.`;
    throw new AddressLookupError('input-empty', message + remedy);
  }
  if (sheet === undefined && options.encoding === undefined && options.format === undefined) refuseOtherFormats(sample);
  const encoding = detectEncoding(sample, sheet === undefined ? options.encoding : 'utf-8');
  const text = sampleToUtf8(sample.subarray(encoding.bomBytes), encoding.name);
  const beginning = sampleToUtf8(sample.subarray(encoding.bomBytes, CONTENT_SAMPLE_BYTES), encoding.name).length;
  const bom = encoding.bomBytes > 0 || options.hasBom === true ? BOM : Buffer.alloc(0);
  const prefix = options.prefix ?? DEFAULT_PREFIX;
  const isReverse = options.isReverse ?? false;
  const common = {
    prefix,
    resultColumns: resultColumns(prefix, isReverse, options.resultColumns),
    output: options.output ?? 'rows',
    isSheet: sheet !== undefined,
    hasMarks: options.hasMarks ?? false,
    isReverse,
    radiusMetres: options.radiusMetres ?? DEFAULT_REVERSE_RADIUS,
    country: options.country,
    threshold: options.threshold,
    neutraliseFormulas: options.neutraliseFormulas ?? false,
    namedKeys: options.columns ?? {},
    ignoredKeys: options.ignoredColumns ?? [],
  };
  const format =
    sheet !== undefined
      ? 'csv'
      : (options.format ?? (/^\s*\{\s*["}]/.test(text.toString('utf8', 0, 200)) ? 'ndjson' : 'csv'));
  if (format === 'ndjson') {
    if (options.output === 'rows' || options.output === 'excel' || options.output === 'cells') {
      throw new AddressLookupError(
        'invalid-option',
        'The input is NDJSON, whose objects have no columns in common, so it cannot become CSV or a workbook. Give --format ndjson or geojsonl.',
      );
    }
    const dialect: CsvDialect = { delimiter: ',', hasQuotes: false, lineEnd: '\n' };
    const plan: BatchPlan = { ...common, ...NO_COLUMNS, format, dialect, columnCount: 0, keys: [] };
    const head = common.output === 'geojsonl' ? Buffer.alloc(0) : bom;
    const [headers, columns] = firstObjectColumns(text, plan);
    return { plan, encoding, headers, columns, headerBytes: 0, firstRows: Buffer.alloc(0), isCut: false, head };
  }
  try {
    return planCsv({ text, isWhole, beginning }, options, { ...common, format }, encoding, bom);
  } catch (error) {
    throw sheet === undefined || sheet.otherNames.length === 0 ? error : withOtherSheets(error, sheet);
  }
}

/** Other formats that may be given by mistake: how they begin, what they are, what to do. */
const OTHER_FORMATS: readonly (readonly [beginning: RegExp, name: string, remedy: string])[] = [
  [/^%PDF-/, 'a PDF', 'Export the table that it was made from.'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP)/s, 'an image', 'Give the table itself.'],
  [/^\{\\rtf/, 'a text document (RTF)', 'Save its table as CSV.'],
  [/^\s*<(?:!doctype html|html|head|body|table)\b/i, 'a web page', 'Save its table as CSV or .xlsx.'],
  [/^\s*<(?:\?xml|[a-z][\w:-]*[\s/>])/i, 'XML', 'Convert it to CSV, with a row for each address.'],
  [/^\s*\[\s*[[{\]]/, 'a JSON array', "Give NDJSON, an object on each line, as jq -c '.[]' FILE prints it."],
  [
    /^\s*\{\s*"type"\s*:\s*"FeatureCollection"/,
    'GeoJSON',
    "Give NDJSON, an object on each line, as jq -c '.features[].properties' FILE prints it.",
  ],
  [
    /^\s*\{[ \t]*\r?\n/,
    'a JSON object over several lines',
    'Give NDJSON, an object on each line, as jq -c . FILE prints it.',
  ],
];

/**
 * Refuses files in known other formats, by their first bytes.
 *
 * @throws AddressLookupError `input-not-recognised`
 */
export function refuseOtherFormats(sample: Buffer): void {
  // Byte for byte, without a byte order mark.
  const beginning = sample.toString('latin1', 0, 1024).replace(/^\xef\xbb\xbf/, '');
  const found = OTHER_FORMATS.find(([pattern]) => pattern.test(beginning));
  if (found === undefined) return;
  const [, name, remedy] = found;
  throw new AddressLookupError(
    'input-not-recognised',
    `The input is ${name}; allowed are CSV, NDJSON, .xlsx and .ods. ${remedy}`,
    { got: name },
  );
}

/** Maximum objects to look at before answering. */
const MAX_FIRST_OBJECTS = 100;

/**
 * The keys of the first object that has an address, and their roles. If keys are named, the first object.
 *
 * @throws AddressLookupError `input-not-recognised` if none of the first objects has an address
 */
function firstObjectColumns(
  text: Buffer,
  { namedKeys: named, ignoredKeys, isReverse }: BatchPlan,
): [keys: readonly string[], columns: Columns] {
  const lines = text.toString('utf8', 0, text.lastIndexOf(0x0a) + 1 || text.length).split('\n', MAX_FIRST_OBJECTS);
  const keys = lines
    .map(parseObject)
    .flatMap((object) => (object === undefined ? [] : [Object.keys(flattened(object))]));
  let refusal: unknown;
  for (const each of keys) {
    const isThere = (name: string | undefined): boolean => name !== undefined && each.includes(name);
    const given = Object.fromEntries(Object.entries(named).filter(([, name]) => isThere(name)));
    try {
      const columns = assignColumns(each, given, isReverse, true, ignoredKeys.filter(isThere));
      return [each, requireAddress(columns, each, isReverse)];
    } catch (error) {
      refusal ??= error;
    }
  }
  if (refusal === undefined || Object.keys(named).length > 0) return [[], NO_COLUMNS];
  throw refusal;
}

/** Adds the other sheets to an error, since the table may be in one of them. */
function withOtherSheets(error: unknown, { name, otherNames }: SheetInfo): unknown {
  if (!(error instanceof AddressLookupError) || error.code !== 'input-not-recognised') return error;
  const others = quotedList(otherNames);
  return new AddressLookupError(
    error.code,
    `${error.message} The sheet that was read is "${name}"; the workbook also has ${others}. Choose one with --sheet.`,
    error.data,
    { cause: error },
  );
}

type CommonPlan = Omit<BatchPlan, 'dialect' | 'columnCount' | 'keys' | keyof Columns>;

/** The sample of a file in UTF-8, without the byte order mark. */
interface Sampled {
  readonly text: Buffer;
  readonly isWhole: boolean;
  /** The bytes by whose cells columns are judged. */
  readonly beginning: number;
}

/** One printable ASCII character other than the quote, or a tab. */
const DELIMITER = /^[\t !#-~]$/;

function planCsv(
  { text, isWhole, beginning }: Sampled,
  options: FileOptions,
  common: CommonPlan,
  encoding: DetectedEncoding,
  bom: Buffer,
): PlannedFile {
  const { hasQuotes, hasHeader = true, skippedLines, maxColumns = Number.POSITIVE_INFINITY } = options;
  const { namedKeys, ignoredKeys, isReverse } = common;
  const delimiter = common.isSheet ? ',' : options.delimiter;
  if (delimiter !== undefined && !DELIMITER.test(delimiter)) {
    const message = `Got "${delimiter}" as the delimiter; allowed is one ASCII character.`;
    throw new AddressLookupError('invalid-option', message, { got: delimiter });
  }
  const given = { delimiter, hasQuotes: common.isSheet ? undefined : hasQuotes };
  const recognise = (headers: readonly string[], empty?: ReadonlySet<number>): Columns => {
    if (headers.length > maxColumns) {
      throw new AddressLookupError(
        'input-not-recognised',
        `The table has ${headers.length} columns; allowed are ${maxColumns}. Send those of the address, and one to join by.`,
        { got: headers.length, allowed: maxColumns },
      );
    }
    return recogniseColumns(headers, namedKeys, isReverse, hasHeader, ignoredKeys, empty);
  };
  const skipped = hasHeader ? skippedLines : (skippedLines ?? 0);
  const { dialect, headers: first, from, end, next } = findHeader(text, given, isWhole, skipped, recognise);
  if (!isWhole && next >= text.length) {
    throw new AddressLookupError(
      'input-not-recognised',
      `The first line is longer than ${text.length} bytes; a quote in it is probably never closed, or this is not CSV.`,
    );
  }
  const headers = hasHeader ? first : first.map((_, position) => String(position + 1));
  if (hasHeader) checkHeader(headers, namedKeys, text.subarray(next));
  // In a file without a header, skipped lines are also written unchanged.
  const headerBytes = hasHeader ? next : from;
  const firstRows = text.subarray(headerBytes, beginning);
  const columns = recognise(headers, emptyColumns(firstRows, dialect, headers.length));
  const plan: BatchPlan = { ...common, dialect, columnCount: headers.length, ...columns, keys: headers };
  const repeated = common.resultColumns.find(({ name }) => headers.includes(name));
  if (hasHeader && repeated !== undefined) {
    throw new AddressLookupError(
      'invalid-option',
      `The file has a column "${repeated.name}" already. Give the added columns another prefix with --prefix.`,
      { got: repeated.name },
    );
  }
  const above = text.subarray(0, from);
  const line = hasHeader ? { cells: text.subarray(from, end), lineEnd: text.subarray(end, next) } : undefined;
  const isCut = !isWhole || beginning < text.length;
  const head = headOf(plan, above, line, bom);
  return { plan, encoding, headers, columns: plan, headerBytes, firstRows, isCut, head };
}

/** The columns with nothing in them in some rows, of which the last may be a part of one; none without rows. */
function emptyColumns(rows: Buffer, dialect: CsvDialect, count: number): ReadonlySet<number> {
  const record = new CsvRecord(rows, dialect);
  const empty = new Set<number>();
  for (let isFirst = true; record.read(); isFirst = false) {
    for (let position = 0; position < count; position++) {
      if (record.cell(position).trim() !== '') empty.delete(position);
      else if (isFirst) empty.add(position);
    }
  }
  return empty;
}

/** The beginning of the output: the lines above the header, and the header with our columns. */
function headOf(
  plan: BatchPlan,
  above: Buffer,
  header: { readonly cells: Buffer; readonly lineEnd: Buffer } | undefined,
  bom: Buffer,
): Buffer {
  const { output, dialect, keys } = plan;
  const ours = plan.resultColumns.map(({ name }) => name);
  if (output === 'ndjson' || output === 'geojsonl') return Buffer.alloc(0);
  if (output === 'rows') {
    if (header === undefined) return Buffer.concat([bom, above]);
    const written = ours.map((name) => dialect.delimiter + writeCell(name, dialect)).join('');
    // A header without a line end is the whole file, so its answer has none either.
    return Buffer.concat([bom, above, header.cells, Buffer.from(written), header.lineEnd]);
  }
  // The line that tells Excel the delimiter is left out below, since it is another one in the output.
  if (output === 'added') {
    const lines = readCells(above, dialect).map(() => '[]\n');
    return Buffer.from(lines.join('') + (header === undefined ? '' : `${JSON.stringify(ours)}\n`));
  }
  const lines = readCells(above, dialect).filter((cells) => !/^sep=.?$/i.test(cells[0] ?? ''));
  if (header !== undefined) lines.push([...keys, ...ours]);
  const text = lines.map((cells) =>
    output === 'excel' ? excelLine(cells) : `${JSON.stringify(cells.map((cell) => cell || null))}\n`,
  );
  return Buffer.concat([output === 'excel' ? BOM : Buffer.alloc(0), Buffer.from(text.join(''))]);
}

/** Refuses a header that looks like a row, which would be lost, and a text of one column that may not be a table at all. */
function checkHeader(headers: readonly string[], named: NamedColumns, rows: Buffer): void {
  const meanings = [...meaningsTogether(headers, [...headers.keys()]).values()];
  const isKnown = meanings.some(({ kind }) => kind === 'role') || Object.keys(named).length > 0;
  if (headers.length === 1 && !isKnown && !looksLikeAddresses(rows)) {
    throw new AddressLookupError(
      'input-not-recognised',
      `This is not a table of addresses: it has one column, "${headers[0]!.slice(0, 80)}", and its lines do not look like addresses. Give CSV, NDJSON, .xlsx or .ods; if each line is an address, say so with --column text=1.`,
      { got: headers },
    );
  }
  if (isKnown || !headers.some(looksLikeRow)) return;
  throw new AddressLookupError(
    'input-not-recognised',
    `The first line, "${headers.join(' ').slice(0, 80)}", looks like an address, not like column names. Give --no-header and say which column is what, or add a header.`,
    { got: headers },
  );
}

/**
 * The role of each column, for people: `street = "straat_nl" or "straat_fr", addition = "letter" + "toev."; not used: "id"`; and in a
 * second sentence the columns that should perhaps be used.
 */
export function describeColumns(
  { roles, leftOver }: Pick<Columns, 'roles' | 'leftOver'>,
  headers: readonly string[],
): string {
  const quoted = (positions: readonly number[]): string[] => positions.map((position) => `"${headers[position]}"`);
  const used = Object.entries(roles).sort(([, a], [, b]) => a[0]! - b[0]!);
  const read = used.map(
    ([role, positions]) => `${role} = ${quoted(positions).join(JOINED_ROLES.has(role) ? ' + ' : ' or ')}`,
  );
  const isUsed = new Set(used.flatMap(([, positions]) => positions));
  const unused = headers.flatMap((_, position) =>
    isUsed.has(position) || leftOver.includes(position) ? [] : [position],
  );
  const notUsed = unused.length === 0 ? '' : `; not used: ${quoted(unused).join(', ')}`;
  if (leftOver.length === 0) return read.join(', ') + notUsed;
  return `${read.join(', ')}${notUsed}
Not used, but it looks like a part of the address: ${quoted(leftOver).join(', ')}. A row with something in it is never exact. Say what it is with --column ROLE=NAME, or exclude it with --ignore-column NAME.`;
}

/** The countries whose indexes are needed: one if the plan names it and rows have no country of their own. */
export function countriesOfPlan({ country, format, roles, isReverse }: BatchPlan): readonly Country[] {
  const rowsMaySay = !isReverse && (format === 'ndjson' || roles.country !== undefined);
  return country === undefined || rowsMaySay ? COUNTRIES : [country];
}

/** A geocoder with the options of a plan, over the countries that it needs. Costs nothing to make again over the same indexes. */
export function geocoderOf(indexes: readonly CountryIndex[], plan: BatchPlan): Geocoder {
  const countries = countriesOfPlan(plan);
  return new Geocoder(
    indexes.filter(({ country }) => countries.includes(country)),
    plan,
  );
}
