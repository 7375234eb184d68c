import type { PassThrough } from 'node:stream';
import type { ChunkEngine } from '../batch/engine.ts';
import type { CutOptions, PeekedInput } from '../batch/input.ts';
import type { PlannedFile } from '../batch/plan.ts';
import { geocodeStream } from '../batch/stream.ts';
import { quoteCell } from '../text/escape.ts';
import { HttpProblem, type ProblemBody } from './problems.ts';

/** The outgoing rows of a batch: as fast as the client reads them, and with a reason if they break off. */

/** The request whose rows they are. */
export interface AnsweringBatch {
  readonly engine: ChunkEngine;
  /** Aborted when the client has disconnected, or has the whole answer. */
  readonly signal: AbortSignal;
  /** The problem of an answer whose status has been sent. Logs it. */
  problemOf(error: unknown): ProblemBody;
  /** Waits until the client has received what was written. */
  sent(): Promise<void>;
}

/** Maximum bytes of a row. A line of NDJSON is parsed whole, one of CSV cell by cell. */
export const MAX_ROW_BYTES: { readonly csv: number; readonly ndjson: number } = { csv: 1 << 20, ndjson: 64 << 10 };

const CUT: CutOptions = { bytes: 4096, records: 8, isLive: true };

/** Rows that are being written to a stream. */
export interface Writing {
  /** Resolves when the first rows have been written. */
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
  /** The reason why rows are missing, once the stream has ended. */
  readonly fault: () => unknown;
}

/** Writes the answered rows to a stream, at the speed of its reader. */
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
        cut: { ...CUT, maxRecordBytes: MAX_ROW_BYTES[file.plan.format] },
        signal: batch.signal,
        write: (bytes) => {
          // The first write is the header.
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

const LINE_END = 10;

/** The rows; if some are missing, a last line that states the reason, and an error, so that the answer does not look whole. */
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

/** Writes, and waits for the reader or for its end, after which the callback of a write would never be called. */
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
