import type { ImportReport } from '../report.ts';
import type { TableOf } from './read-extract.ts';
import { type OccurrenceColumns, WITHDRAWN } from './record-columns.ts';

/**
 * The rows of the objects that exist, one per identifier, in order of identifier. Of several current occurrences of one
 * object the one with the highest number stands; the others are rejected, as are objects that are withdrawn.
 *
 * Files come sorted, and the series runs on from one file to the next, so mostly there is nothing to sort; several
 * municipal extracts together repeat the objects on their borders.
 */
export function resolveOccurrences(table: TableOf<OccurrenceColumns>, report: ImportReport): Uint32Array {
  const { id, occurrence, state } = table.columns;
  const rows = rowsById(id, occurrence);
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const next = rows[i + 1];
    if (next !== undefined && id[next] === id[row]) {
      const reason = occurrence[next] === occurrence[row] ? 'repeated' : 'superseded';
      rejectRow(table, row, reason, `occurrence ${occurrence[row]}, kept is ${occurrence[next]}`, report);
    } else if (state[row] === WITHDRAWN) {
      rejectRow(table, row, 'withdrawn', '', report);
    } else {
      rows[kept++] = row;
    }
  }
  return rows.subarray(0, kept);
}

/** Rejects a row of a table, saying which file and where it stands there. */
export function rejectRow(
  { columns, origins }: TableOf<OccurrenceColumns>,
  row: number,
  reason: string,
  detail: string,
  report: ImportReport,
): void {
  const { path, recordType } = origins.of(row);
  const position = columns.byteOffset[row]!;
  report.reject({ recordType, reason, file: path, position, id: formatBagId(columns.id[row]!, recordType), detail });
}

/** Identifiers have leading zeros: 16 digits, of places 4. */
export function formatBagId(id: number, recordType: string): string {
  return String(id).padStart(recordType === 'WPL' ? 4 : 16, '0');
}

/** All rows by identifier, then occurrence; of equal ones the later row first, so that the earlier is the one that stands. */
function rowsById(id: Float64Array, occurrence: Uint32Array): Uint32Array {
  const rows = new Uint32Array(id.length);
  let isSorted = true;
  for (let row = 0; row < rows.length; row++) {
    rows[row] = row;
    if (row > 0 && isSorted) isSorted = compareRows(row - 1, row) < 0;
  }
  return isSorted ? rows : rows.sort(compareRows);

  function compareRows(a: number, b: number): number {
    return id[a]! - id[b]! || occurrence[a]! - occurrence[b]! || b - a;
  }
}
