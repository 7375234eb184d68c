import { AddressLookupError } from '../errors.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { type ColumnRoles, type Columns, JOINED_ROLES, type NamedColumns, recogniseColumns } from './columns.ts';
import { type CsvDialect, CsvRecord, detectDialect, writeCell } from './csv.ts';
import { type DetectedEncoding, detectEncoding, sampleToUtf8 } from './encoding.ts';
import { DEFAULT_THRESHOLD, Geocoder } from './geocoder.ts';
import { meaningOfHeader } from './headers.ts';
import { DEFAULT_PREFIX, resultColumns } from './result-columns.ts';
import { DEFAULT_REVERSE_RADIUS } from './reverse.ts';

/** All that a chunk of a file must know to be answered by itself, in another thread or on another machine. */
export interface BatchPlan {
  readonly format: 'csv' | 'ndjson';
  /** CSV only. */
  readonly dialect: CsvDialect;
  /** Of the header. CSV only. */
  readonly columnCount: number;
  /** CSV only; in NDJSON every object says its own. */
  readonly roles: ColumnRoles;
  /** Columns that look like a part of the address and are not read: a row with something in one is never exact. CSV only. */
  readonly leftOver: readonly number[];
  /** NDJSON only: keys of the options, by role, and those that are no part of the address. */
  readonly namedKeys: NamedColumns;
  readonly ignoredKeys: readonly string[];
  readonly prefix: string;
  readonly isReverse: boolean;
  readonly radiusMetres: number;
  readonly country: Country | undefined;
  readonly threshold: number;
  /** Puts an apostrophe before values of ours that a spreadsheet would take for a formula. */
  readonly neutraliseFormulas: boolean;
}

/** What a caller may say of a file; everything else is found out. */
export interface FileOptions {
  readonly format?: 'csv' | 'ndjson' | undefined;
  readonly delimiter?: string | undefined;
  readonly hasQuotes?: boolean | undefined;
  readonly hasHeader?: boolean | undefined;
  readonly encoding?: string | undefined;
  /** Header, or number from 1, of the column for a role; in NDJSON the key. */
  readonly columns?: NamedColumns | undefined;
  /** Columns that are no part of the address, though they may look like one. */
  readonly ignoredColumns?: readonly string[] | undefined;
  readonly prefix?: string | undefined;
  readonly isReverse?: boolean | undefined;
  readonly radiusMetres?: number | undefined;
  readonly country?: Country | undefined;
  readonly threshold?: number | undefined;
  readonly neutraliseFormulas?: boolean | undefined;
  /** Begins the output with a byte order mark, also where the input has none. */
  readonly hasBom?: boolean | undefined;
}

/** A file, understood from its first bytes. */
export interface PlannedFile {
  readonly plan: BatchPlan;
  readonly encoding: DetectedEncoding;
  readonly headers: readonly string[];
  /** Bytes of the header, in UTF-8 and without the byte order mark; 0 where there is none. */
  readonly headerBytes: number;
  /** What the output begins with. */
  readonly head: Buffer;
}

/** The first bytes of a file. */
export interface FileSample {
  readonly sample: Buffer;
  readonly isWhole: boolean;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Finds out how a file is written and which of its columns are what.
 *
 * @throws AddressLookupError `input-not-recognised`, `input-empty`, `invalid-option`
 */
export function planFile({ sample, isWhole }: FileSample, options: FileOptions): PlannedFile {
  if (sample.length === 0) {
    throw new AddressLookupError('input-empty', 'The input is empty: it has not even a header.', {});
  }
  const encoding = detectEncoding(sample, options.encoding);
  const text = sampleToUtf8(sample.subarray(encoding.bomBytes), encoding.name);
  const bom = encoding.bomBytes > 0 || options.hasBom === true ? BOM : Buffer.alloc(0);
  const common = {
    prefix: options.prefix ?? DEFAULT_PREFIX,
    isReverse: options.isReverse ?? false,
    radiusMetres: options.radiusMetres ?? DEFAULT_REVERSE_RADIUS,
    country: options.country,
    threshold: options.threshold ?? DEFAULT_THRESHOLD,
    neutraliseFormulas: options.neutraliseFormulas ?? false,
    namedKeys: options.columns ?? {},
    ignoredKeys: options.ignoredColumns ?? [],
  };
  const format = options.format ?? (/^\s*\{\s*["}]/.test(text.toString('utf8', 0, 200)) ? 'ndjson' : 'csv');
  if (format === 'ndjson') {
    const dialect: CsvDialect = { delimiter: ',', hasQuotes: false, lineEnd: '\n' };
    const plan: BatchPlan = { ...common, format, dialect, columnCount: 0, roles: {}, leftOver: [] };
    return { plan, encoding, headers: [], headerBytes: 0, head: bom };
  }
  return planCsv(text, isWhole, options, { ...common, format }, encoding, bom);
}

type CommonPlan = Omit<BatchPlan, 'dialect' | 'columnCount' | keyof Columns>;

function planCsv(
  wholeText: Buffer,
  isWhole: boolean,
  options: FileOptions,
  common: CommonPlan,
  encoding: DetectedEncoding,
  bom: Buffer,
): PlannedFile {
  const { hasQuotes, hasHeader = true } = options;
  const before = hasHeader ? linesBeforeHeader(wholeText) : { bytes: 0, delimiter: undefined };
  const text = wholeText.subarray(before.bytes);
  const delimiter = options.delimiter ?? before.delimiter;
  if (delimiter !== undefined && !isDelimiter(delimiter)) {
    throw new AddressLookupError(
      'invalid-option',
      `Got "${delimiter}" as the delimiter; allowed is one ASCII character.`,
      {
        got: delimiter,
      },
    );
  }
  const given = { ...(delimiter !== undefined && { delimiter }), ...(hasQuotes !== undefined && { hasQuotes }) };
  const dialect = detectDialect(text, given, isWhole);
  const record = new CsvRecord(text, dialect);
  record.read();
  if (!isWhole && record.next >= text.length) {
    throw new AddressLookupError(
      'input-not-recognised',
      `The first line is longer than ${text.length} bytes; a quote in it is probably never closed, or this is no CSV.`,
      {},
    );
  }
  const first = record.cells();
  const headers = hasHeader ? first : first.map((_, position) => String(position + 1));
  if (hasHeader) checkHeader(headers, options.columns ?? {});
  const { columns = {}, ignoredColumns } = options;
  const { roles, leftOver } = recogniseColumns(headers, columns, common.isReverse, hasHeader, ignoredColumns);
  const plan: BatchPlan = { ...common, dialect, columnCount: headers.length, roles, leftOver };
  if (!hasHeader) return { plan, encoding, headers, headerBytes: 0, head: bom };
  const ours = resultColumns(common.prefix, common.isReverse);
  const repeated = ours.find((name) => headers.includes(name));
  if (repeated !== undefined) {
    throw new AddressLookupError(
      'invalid-option',
      `The file has a column "${repeated}" already. Give our columns another beginning with --prefix.`,
      { got: repeated },
    );
  }
  const written = ours.map((name) => dialect.delimiter + writeCell(name, dialect)).join('');
  // A header without a line end is all there is; its answer has none either.
  const head = Buffer.concat([
    bom,
    wholeText.subarray(0, before.bytes + record.end),
    Buffer.from(written),
    text.subarray(record.end, record.next),
  ]);
  return { plan, encoding, headers, headerBytes: before.bytes + record.next, head };
}

/** Empty lines, and the line by which Excel is told the delimiter. They stay where they are. */
function linesBeforeHeader(text: Buffer): { readonly bytes: number; readonly delimiter: string | undefined } {
  const [lines, delimiter] = /^(?:[\s;,|]*[\r\n])?(?:"?sep=(.)"?[\r\n]+)?(?:[\s;,|]*[\r\n])?/i.exec(
    text.toString('latin1', 0, MAX_BYTES_BEFORE_HEADER),
  )!;
  return { bytes: lines.length, delimiter };
}

const MAX_BYTES_BEFORE_HEADER = 4096;

/** One printable ASCII character other than the quote, or a tab. */
function isDelimiter(text: string): boolean {
  return text === '\t' || /^[ !#-~]$/.test(text);
}

/** A header that looks like a row would be lost as a row. */
function checkHeader(headers: readonly string[], named: NamedColumns): void {
  const isKnown = headers.some((header) => meaningOfHeader(header).kind === 'role') || Object.keys(named).length > 0;
  const looksLikeRow = headers.some((header) =>
    /[0-9]{4}\s?[a-z]{2}\b|\p{L}.*\s[0-9]+|^-?[0-9]+[.,]?[0-9]*$/iu.test(header),
  );
  if (isKnown || !looksLikeRow) return;
  throw new AddressLookupError(
    'input-not-recognised',
    `The first line, "${headers.join(' ').slice(0, 80)}", looks like an address, not like names of columns. Give --no-header and say which column is what, or add a header.`,
    { got: headers },
  );
}

/**
 * Which columns are read as what, for people: `street = "straat_nl" or "straat_fr", addition = "letter" + "toev."; not used: "id"`; and in a
 * further sentence those that should perhaps be.
 */
export function describeColumns({ roles, leftOver }: Columns, headers: readonly string[]): string {
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
Not used, but it looks like a part of the address: ${quoted(leftOver).join(', ')}. A row with something in it is never exact. Say what it is with --column ROLE=NAME, or that it is none with --ignore-column NAME.`;
}

/** The countries whose indexes are asked: one where the plan names it and no row can say otherwise. */
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
