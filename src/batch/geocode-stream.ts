import { AddressLookupError } from '../errors.ts';
import { addPiece, type BatchCounts, noCounts } from './batch-counts.ts';
import { CsvRecord } from './csv/csv-record.ts';
import type { Piece } from './csv/record-cutter.ts';
import type { AnsweredPiece } from './geocode-piece.ts';
import type { PeekedInput } from './peeked-input.ts';
import type { PieceEngine } from './piece-engine.ts';
import { piecesOf } from './pieces-of.ts';
import type { PlannedFile } from './plan-file.ts';

export interface StreamOptions {
  readonly engine: PieceEngine;
  /** Waits where the output cannot take more. */
  readonly write: (bytes: Buffer) => Promise<void>;
  /** Rows that are in the output already. */
  readonly answered?: AnsweredRows | undefined;
  /** Stops reading when it is aborted; what has been read is still answered and written. */
  readonly signal?: AbortSignal | undefined;
  readonly onPiece?: ((counts: BatchCounts) => void) | undefined;
}

/** What an earlier run has written. */
export interface AnsweredRows {
  readonly rows: number;
  /** The last of them, without its line end; it must begin with the row that it answers. */
  readonly lastRow: Buffer;
}

/**
 * Answers a file row by row, in order: cut into pieces of whole rows, each answered by itself, several at a time, and written
 * one after the other. Reading waits for writing, so memory stays the same whatever the size.
 *
 * @throws AddressLookupError `input-corrupt`, `input-mixed` where `answered` is of another input
 */
export async function geocodeStream(
  { rest }: PeekedInput,
  file: PlannedFile,
  { engine, write, answered, signal, onPiece }: StreamOptions,
): Promise<BatchCounts> {
  const counts = noCounts();
  const running: Promise<AnsweredPiece>[] = [];
  const writeFirst = async (): Promise<void> => {
    const piece = await running.shift()!;
    await write(piece.bytes);
    addPiece(counts, piece);
    onPiece?.(counts);
  };
  try {
    if (answered === undefined) await write(file.head);
    for await (const bytes of withoutAnswered(piecesOf(rest, file, signal), file, answered)) {
      const answering = engine.answer(file.plan, bytes);
      // Without this, a piece that fails while an earlier one is waited for would end the process.
      answering.catch(() => {});
      running.push(answering);
      while (running.length >= engine.capacity) await writeFirst();
    }
  } finally {
    // Also after bad input: the rows before it are answered.
    while (running.length > 0) await writeFirst();
  }
  return counts;
}

/** Leaves out the rows that have been answered, and checks that they are these. */
async function* withoutAnswered(
  pieces: AsyncIterable<Piece>,
  { plan }: PlannedFile,
  answered: AnsweredRows | undefined,
): AsyncGenerator<Buffer, void> {
  let left = answered?.rows ?? 0;
  for await (const { bytes, records } of pieces) {
    if (left === 0) {
      yield bytes;
      continue;
    }
    if (left > records) {
      left -= records;
      continue;
    }
    const record = new CsvRecord(bytes, plan.dialect);
    for (; left > 0; left--) record.read();
    // An object is answered before its closing brace.
    const end = plan.format === 'csv' ? record.endOfCells(plan.columnCount) : record.end - 2;
    const { lastRow } = answered!;
    const isRow = lastRow
      .subarray(0, Math.max(0, end - record.start))
      .equals(bytes.subarray(record.start, Math.max(record.start, end)));
    if (!isRow && !lastRow.includes(`${plan.prefix}line`)) throw otherInput(answered!.rows);
    if (record.next < bytes.length) yield bytes.subarray(record.next);
  }
  if (left > 0) throw otherInput(answered!.rows);
}

function otherInput(rows: number): AddressLookupError {
  return new AddressLookupError(
    'input-mixed',
    `Row ${rows} of the output is not the answer to row ${rows} of this input. Go on with the input and options that the output was begun with, or begin anew without --resume.`,
    { row: rows },
  );
}
