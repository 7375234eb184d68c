import { type CsvDialect, CsvRecord } from './csv-record.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const LARGEST_RECORD_COUNT = 50;

/**
 * How a file is written, from its first bytes: the delimiter that divides the most records like the first one into more than one
 * cell. A file of one column gets a delimiter that none of these records has outside quotes.
 */
export function detectDialect(sample: Buffer, given: Partial<CsvDialect>, isWholeFile: boolean): CsvDialect {
  const lineEnd = given.lineEnd ?? (sample.includes(0x0a) || !sample.includes(0x0d) ? '\n' : '\r');
  const hasQuotes = given.hasQuotes ?? true;
  if (given.delimiter !== undefined) return { delimiter: given.delimiter, lineEnd, hasQuotes };
  let best: { delimiter: string; score: number } | undefined;
  let unused: string | undefined;
  for (const delimiter of DELIMITERS) {
    const counts = cellCounts(sample, { delimiter, lineEnd, hasQuotes }, isWholeFile);
    if (counts.every((count) => count === 1)) unused ??= delimiter;
    const width = counts[0] ?? 1;
    if (width === 1) continue;
    const alike = counts.filter((count) => count === width).length / counts.length;
    const score = alike * 100 + Math.min(width, 50);
    if (best === undefined || score > best.score) best = { delimiter, score };
  }
  return { delimiter: best?.delimiter ?? unused ?? '\t', lineEnd, hasQuotes };
}

function cellCounts(sample: Buffer, dialect: CsvDialect, isWholeFile: boolean): number[] {
  const record = new CsvRecord(sample, dialect);
  const counts: number[] = [];
  while (counts.length < LARGEST_RECORD_COUNT && record.read()) {
    // The last one may be cut off.
    if (!isWholeFile && record.next >= sample.length && counts.length > 0) break;
    counts.push(record.cellCount);
  }
  return counts;
}
