import { Readable } from 'node:stream';
import { AddressLookupError } from '../errors.ts';
import { CsvRecord } from './csv/csv-record.ts';
import { isUtf8Name, toUtf8 } from './csv/encoding.ts';
import { type Piece, RecordCutter } from './csv/record-cutter.ts';
import type { AnsweredPiece } from './geocode-piece.ts';
import type { Status } from './match.ts';
import type { PeekedInput } from './peeked-input.ts';
import type { PieceEngine } from './piece-engine.ts';
import type { PlannedFile } from './plan-file.ts';

/** A piece is a few milliseconds of work, and a few dozen of them are all that is ever in memory. */
const PIECE_BYTES = 64 * 1024;
const PIECE_RECORDS = 1000;

/** How far a file is. */
export interface BatchCounts {
  rows: number;
  readonly statuses: Record<Status, number>;
  readonly faults: Record<string, number>;
}

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
  const counts: BatchCounts = {
    rows: 0,
    statuses: { exact: 0, corrected: 0, several: 0, street: 0, place: 0, none: 0 },
    faults: {},
  };
  const running: Promise<AnsweredPiece>[] = [];
  const writeFirst = async (): Promise<void> => {
    const piece = await running.shift()!;
    await write(piece.bytes);
    counts.rows += piece.rows;
    for (const [status, count] of Object.entries(piece.counts)) counts.statuses[status as Status] += count;
    for (const [fault, count] of Object.entries(piece.faults))
      counts.faults[fault] = (counts.faults[fault] ?? 0) + count;
    onPiece?.(counts);
  };
  try {
    if (answered === undefined) await write(file.head);
    for await (const bytes of withoutAnswered(piecesOf(rest, file, signal), file, answered)) {
      const answering = engine.answer(bytes);
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

async function* piecesOf(
  input: AsyncIterable<Buffer>,
  { plan, encoding, headerBytes }: PlannedFile,
  signal: AbortSignal | undefined,
): AsyncGenerator<Piece, void> {
  const cutter = new RecordCutter(plan.dialect, PIECE_BYTES, PIECE_RECORDS);
  const text = isUtf8Name(encoding.name)
    ? skipBytes(input, encoding.bomBytes)
    : Readable.from(skipBytes(input, encoding.bomBytes)).compose(toUtf8(encoding.name));
  try {
    for await (const bytes of skipBytes(text as AsyncIterable<Buffer>, headerBytes)) {
      for (const piece of cutter.push(bytes)) {
        yield piece;
        if (signal?.aborted) return;
      }
      if (signal?.aborted) return;
    }
  } catch (error) {
    // Whoever interrupts closes the input too, which may be waiting for more.
    if (signal?.aborted) return;
    throw error;
  }
  const last = cutter.finish();
  if (last !== undefined) yield last;
}

/** The header may be longer than one read. */
async function* skipBytes(input: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer, void> {
  let left = count;
  for await (const bytes of input) {
    const skipped = Math.min(left, bytes.length);
    left -= skipped;
    if (skipped < bytes.length) yield skipped === 0 ? bytes : bytes.subarray(skipped);
  }
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
