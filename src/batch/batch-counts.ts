import type { AnsweredPiece } from './geocode-piece.ts';
import type { Status } from './match.ts';

/** How far a file is: its rows, and how many had which status and which fault. */
export interface BatchCounts {
  rows: number;
  readonly statuses: Record<Status, number>;
  readonly faults: Record<string, number>;
}

export function noCounts(): BatchCounts {
  return { rows: 0, statuses: { exact: 0, corrected: 0, several: 0, street: 0, place: 0, none: 0 }, faults: {} };
}

export function addPiece(counts: BatchCounts, piece: Omit<AnsweredPiece, 'bytes'>): void {
  counts.rows += piece.rows;
  for (const [status, count] of Object.entries(piece.counts)) counts.statuses[status as Status] += count;
  for (const [fault, count] of Object.entries(piece.faults)) counts.faults[fault] = (counts.faults[fault] ?? 0) + count;
}
