import { AddressLookupError } from '../errors.ts';
import { withoutDutchPostcodes } from '../model/postcode-form.ts';
import type { Columns } from './columns.ts';
import { type CsvDialect, CsvRecord, detectDialect, detectLineEnd, type GivenDialect } from './csv.ts';
import { meaningOfHeader } from './headers.ts';

/** Where the header of a file is, and how the file is written. */
interface HeaderLine {
  readonly dialect: CsvDialect;
  readonly headers: readonly string[];
  /** Bytes before it: empty lines, titles, `sep=;`. */
  readonly from: number;
  /** Where its last cell ends, and where the first row begins. */
  readonly end: number;
  readonly next: number;
}

/** Titles, dates and empty lines that people put above a table. */
const MAX_LINES_BEFORE = 20;

/**
 * Finds the header: the first line, or below empty lines, `sep=;` and titles the first one that has the columns of an address. A line
 * is a title only if another line below is a header, so a file without recognised columns is still read from its first line.
 *
 * @param given the parts of the dialect that the caller specifies
 * @param skippedLines lines above the header; detected unless given
 * @param recognise throws if headers are not those of an address
 */
export function findHeader(
  text: Buffer,
  given: GivenDialect,
  isWhole: boolean,
  skippedLines: number | undefined,
  recognise: (headers: readonly string[]) => Columns,
): HeaderLine {
  if (skippedLines !== undefined) return headerAt(text, afterLines(text, skippedLines, given), given, isWhole);
  const [blank, delimiter] = /^(?:[\s;,|]*[\r\n])?(?:"?sep=(.)"?[\r\n]+)?(?:[\s;,|]*[\r\n])?/i.exec(
    text.toString('latin1', 0, MAX_BYTES_BEFORE_HEADER),
  )!;
  const said = { ...given, delimiter: given.delimiter ?? delimiter };
  const first = headerAt(text, blank.length, said, isWhole);
  // A single column must have a known header, since a title is a single column, too.
  const [only = ''] = first.headers;
  if (isHeader(first, recognise) && (first.headers.length > 1 || meaningOfHeader(only).kind === 'role'))
    return headerBelow(text, first, said, isWhole, recognise) ?? first;
  let from = first.next;
  for (let line = 1; line < MAX_LINES_BEFORE && from < text.length; line++) {
    const each = headerAt(text, from, said, isWhole);
    const filled = each.headers.filter((header) => header.trim() !== '');
    // A single column below a title could be a word of a letter, and a row may begin with a word for a street.
    if (filled.length > 1 && !filled.some(looksLikeRow) && isHeader(each, recognise)) return each;
    if (each.next <= from) break;
    from = each.next;
  }
  return first;
}

/** The second line of a header of two, of which the first one says what some columns have in common: `Klant;;Adres;;;` above `Nr;Naam;Straat;Huisnr`. */
function headerBelow(
  text: Buffer,
  first: HeaderLine,
  given: GivenDialect,
  isWhole: boolean,
  recognise: (headers: readonly string[]) => Columns,
): HeaderLine | undefined {
  const filledIn = ({ headers }: HeaderLine): string[] => headers.filter((header) => header.trim() !== '');
  const countFilled = filledIn(first).length;
  if (countFilled * 2 > first.headers.length || first.next >= text.length) return undefined;
  const second = headerAt(text, first.next, given, isWhole);
  const filled = filledIn(second);
  if (filled.length <= countFilled || filled.some(looksLikeRow) || !isHeader(second, recognise)) return undefined;
  const countRoles = ({ headers }: HeaderLine): number => Object.keys(recognise(headers).roles).length;
  return countRoles(second) > countRoles(first) ? second : undefined;
}

const MAX_BYTES_BEFORE_HEADER = 4096;

/** Whether a cell looks like one of a row rather than a header: a postcode, a street with its number, a number. */
export function looksLikeRow(cell: string): boolean {
  // `Address 1`
  if (meaningOfHeader(cell).kind === 'role') return false;
  return withoutDutchPostcodes(cell) !== cell || WORD_AND_NUMBER.test(cell) || NUMBER.test(cell);
}

/** From the first letter of a line on, and not from each: a cell of the first line may be all that was read of a file. */
const WORD_AND_NUMBER = /^[^\p{L}\n\r]*\p{L}.*\s[0-9]/mu;
const NUMBER = /^-?[0-9]+(?:[.,][0-9]*)?$/;

function headerAt(text: Buffer, from: number, given: GivenDialect, isWhole: boolean): HeaderLine {
  const rest = text.subarray(from);
  const dialect = detectDialect(rest, given, isWhole);
  const record = new CsvRecord(rest, dialect);
  record.read();
  return { dialect, headers: record.cells(), from, end: from + record.end, next: from + record.next };
}

function isHeader({ headers }: HeaderLine, recognise: (headers: readonly string[]) => Columns): boolean {
  try {
    recognise(headers);
    return true;
  } catch {
    return false;
  }
}

/** The offset after this many lines; line ends in quotes do not count. */
function afterLines(text: Buffer, count: number, given: GivenDialect): number {
  const record = new CsvRecord(text, {
    delimiter: given.delimiter ?? '\t',
    hasQuotes: given.hasQuotes ?? true,
    lineEnd: detectLineEnd(text),
  });
  for (let line = 0; line < count; line++) {
    if (record.read()) continue;
    throw new AddressLookupError(
      'invalid-option',
      `Got ${count} lines to skip; the file has ${line}. Give the number of lines above the header.`,
      { got: count },
    );
  }
  return record.next;
}

/** Whether most lines of a file of one column could be addresses: letters and a number. */
export function looksLikeAddresses(text: Buffer): boolean {
  const lines = text
    .toString('utf8', 0, 64 * 1024)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 100);
  const likely = lines.filter((line) => line.length < 200 && /\p{L}{2}.*[0-9]|[0-9].*\p{L}{2}/u.test(line));
  return likely.length * 2 >= lines.length;
}
