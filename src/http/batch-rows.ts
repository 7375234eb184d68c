import type { PassThrough } from 'node:stream';
import type { ChunkEngine } from '../batch/engine.ts';
import type { CutOptions, PeekedInput } from '../batch/input.ts';
import type { PlannedFile } from '../batch/plan.ts';
import { geocodeStream } from '../batch/stream.ts';
import { quoteCell } from '../text/escape.ts';
import { HttpProblem, type ProblemBody } from './problems.ts';

/** The rows of a batch as they go out: as fast as they are taken, and with a reason where they break off. */

/** The request whose rows they are. */
export interface AnsweringBatch {
  readonly engine: ChunkEngine;
  /** Aborted when the client is gone, or has its whole answer. */
  readonly signal: AbortSignal;
  /** What is wrong, where the status has been sent. Logged. */
  problemOf(error: unknown): ProblemBody;
  /** Waits until what has been written is with the client. */
  sent(): Promise<void>;
}

export const MAX_ROW_BYTES: number = 1 << 20;

const CUT: CutOptions = { bytes: 4096, records: 8, maxRecordBytes: MAX_ROW_BYTES, isLive: true };

/** Rows that are being answered into a stream. */
export interface Writing {
  /** The first of them are there. */
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
  /** Why there are no more of them, once the stream has ended and there should be. */
  readonly fault: () => unknown;
}

/** Answers the rows into a stream, whose reader they wait for. */
export function writeRows(batch: AnsweringBatch, peeked: PeekedInput, file: PlannedFile, rows: PassThrough): Writing {
  let isBegun: () => void;
  const firstRows = new Promise<void>((resolve) => {
    isBegun = resolve;
  });
  let writes = 0;
  let fault: unknown;
  const ended = (async () => {
    try {
      await geocodeStream(peeked, file, {
        engine: batch.engine,
        cut: CUT,
        signal: batch.signal,
        write: (bytes) => {
          // The header is the first.
          if (++writes > 1) isBegun();
          return writeTo(rows, bytes);
        },
      });
      if (batch.signal.aborted) rows.destroy();
      else rows.end();
    } catch (error) {
      fault = error;
      if (writes > 1) rows.end();
      throw error;
    }
  })();
  ended.catch(() => {});
  return { begun: Promise.race([firstRows, ended]), ended, fault: () => fault };
}

/** The rows, and an error where there should be more: an answer without its end is not taken for whole. */
export async function* upToFault(
  rows: PassThrough,
  writing: Writing,
  batch: AnsweringBatch,
): AsyncGenerator<Buffer, void> {
  yield* rows as AsyncIterable<Buffer>;
  const fault = writing.fault();
  if (fault === undefined) return;
  // The log has it, where the answer cannot.
  batch.problemOf(fault);
  throw fault;
}

const LINE_END = 10;

/** The same, and before the answer breaks off a last line that says why. */
export async function* withReason(
  rows: PassThrough,
  writing: Writing,
  form: 'csv' | 'json',
  batch: AnsweringBatch,
): AsyncGenerator<Buffer, void> {
  let last = LINE_END;
  for await (const bytes of rows as AsyncIterable<Buffer>) {
    last = bytes[bytes.length - 1] ?? last;
    yield bytes;
  }
  const fault = writing.fault();
  if (fault === undefined) return;
  const problem = batch.problemOf(fault);
  const line =
    form === 'json' ? JSON.stringify({ problem }) : quoteCell(`The answer breaks off here. ${problem.detail}`);
  yield Buffer.from(`${last === LINE_END ? '' : '\n'}${line}\n`);
  await batch.sent();
  throw fault;
}

/** Waits for the reader, or learns that there is none any more; the callback of a write would not be called then. */
async function writeTo(stream: PassThrough, bytes: Buffer): Promise<void> {
  if (!stream.destroyed && stream.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stream.off('drain', end).off('close', end);
      resolve();
    };
    if (stream.destroyed) resolve();
    else stream.once('drain', end).once('close', end);
  });
  if (stream.destroyed) throw new HttpProblem('invalid-batch', 'The answer was not taken: the client is gone.');
}
