import { AddressLookupError } from '../errors.ts';
import type { Country } from '../model/country.ts';
import type { BatchPlan } from './batch-plan.ts';
import { type ColumnRoles, type Role, recogniseColumns, roleOfHeader } from './column-roles.ts';
import { type CsvDialect, CsvRecord, writeCell } from './csv/csv-record.ts';
import { detectDialect } from './csv/detect-dialect.ts';
import { type DetectedEncoding, detectEncoding, sampleToUtf8 } from './csv/encoding.ts';
import { DEFAULT_THRESHOLD } from './geocoder.ts';
import type { PeekedInput } from './peeked-input.ts';
import { DEFAULT_PREFIX, resultColumns } from './result-columns.ts';
import { DEFAULT_REVERSE_RADIUS } from './reverse.ts';

/** What a caller may say of a file; everything else is found out. */
export interface FileOptions {
  readonly format?: 'csv' | 'ndjson' | undefined;
  readonly delimiter?: string | undefined;
  readonly hasQuotes?: boolean | undefined;
  readonly hasHeader?: boolean | undefined;
  readonly encoding?: string | undefined;
  /** Header, or number from 1, of the column for a role; in NDJSON the key. */
  readonly columns?: { readonly [role in Role]?: string } | undefined;
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

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Finds out how a file is written and which of its columns are what.
 *
 * @throws AddressLookupError `input-not-recognised`, `input-empty`, `invalid-option`
 */
export function planFile({ sample, isWhole }: PeekedInput, options: FileOptions): PlannedFile {
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
  };
  const format = options.format ?? (/^\s*\{\s*["}]/.test(text.toString('utf8', 0, 200)) ? 'ndjson' : 'csv');
  if (format === 'ndjson') {
    const dialect: CsvDialect = { delimiter: ',', hasQuotes: false, lineEnd: '\n' };
    const plan: BatchPlan = { ...common, format, dialect, columnCount: 0, roles: {} };
    return { plan, encoding, headers: [], headerBytes: 0, head: bom };
  }
  return planCsv(text, isWhole, options, { ...common, format }, encoding, bom);
}

type CommonPlan = Omit<BatchPlan, 'dialect' | 'columnCount' | 'roles'>;

function planCsv(
  text: Buffer,
  isWhole: boolean,
  options: FileOptions,
  common: CommonPlan,
  encoding: DetectedEncoding,
  bom: Buffer,
): PlannedFile {
  const { delimiter, hasQuotes, hasHeader = true } = options;
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
  const roles = recogniseColumns(headers, options.columns ?? {}, common.isReverse, hasHeader);
  const plan: BatchPlan = { ...common, dialect, columnCount: headers.length, roles };
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
    text.subarray(0, record.end),
    Buffer.from(written),
    text.subarray(record.end, record.next),
  ]);
  return { plan, encoding, headers, headerBytes: record.next, head };
}

/** One printable ASCII character other than the quote, or a tab. */
function isDelimiter(text: string): boolean {
  return text === '\t' || /^[ !#-~]$/.test(text);
}

/** A header that looks like a row would be lost as a row. */
function checkHeader(headers: readonly string[], named: { readonly [role in Role]?: string }): void {
  const isKnown = headers.some((header) => roleOfHeader(header) !== undefined) || Object.keys(named).length > 0;
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

/** The columns that were recognised, for people: `street = "straat", postcode = "PC"`. */
export function describeRoles(roles: ColumnRoles, headers: readonly string[]): string {
  return Object.entries(roles)
    .map(([role, positions]) => `${role} = ${positions.map((position) => `"${headers[position]}"`).join(' or ')}`)
    .join(', ');
}
