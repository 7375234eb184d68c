import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PeekedInput } from '../batch/peeked-input.ts';
import { piecesOf } from '../batch/pieces-of.ts';
import type { PlannedFile } from '../batch/plan-file.ts';
import { AddressLookupError } from '../errors.ts';
import type { Batch, BatchStore } from './batch-store.ts';
import type { ChunkJob, ChunkQueue } from './chunk-queue.ts';
import { takeHold } from './hold.ts';
import { describeRelease, type IndexRelease, isSameRelease } from './index-release.ts';
import { packRows } from './packed-chunk.ts';
import type { Tell } from './redis-connection.ts';

export interface SubmitOptions {
  readonly store: BatchStore;
  readonly queue: ChunkQueue;
  readonly name: string;
  /** What to call the file. */
  readonly file: string;
  readonly release: IndexRelease | undefined;
  readonly attempts: number;
  readonly keepSeconds: number;
  /** So many chunks at most wait for an answer; further ones are handed in as workers answer them. */
  readonly mostWaiting: number;
  readonly signal: AbortSignal;
  readonly tell: Tell;
  readonly onSubmitted: (rows: number) => void;
}

/** What became of a submission. */
export interface Submission {
  readonly chunks: number;
  readonly rows: number;
  /** Chunks that were there already, from an earlier submission of the same file. */
  readonly chunksBefore: number;
  /** Of these, chunks that had been set aside and are tried again. */
  readonly chunksRetried: number;
  readonly isInterrupted: boolean;
}

/** Handed in together: two megabytes of rows. */
const GROUP = 32;

/**
 * Cuts a file into chunks, the pieces that a thread would be given, and hands them in. It may be done any number of times with
 * the same file: what is there stays, what is missing is added, what was set aside is tried again.
 *
 * A chunk goes in in three steps, each of which can be taken twice: its rows, its job, and the note that it is there. Whoever
 * dies in between is followed by one who goes on at the note.
 *
 * @throws AddressLookupError `batch-conflict` for another file or other options under the same name; `input-corrupt`
 */
export async function submitBatch(peeked: PeekedInput, file: PlannedFile, options: SubmitOptions): Promise<Submission> {
  const { store, name } = options;
  const hold = await takeHold(
    store.redis,
    store.keyOfHold('submit', name),
    `Another process is submitting the batch "${name}". Wait for it, or give this one another name with --batch.`,
  );
  try {
    const batch = (await store.find(name)) ?? (await store.create({ ...options, plan: file.plan, head: file.head }));
    await checkSame(batch, file, options);
    return await new Submitter(batch, options, hold.check).run(peeked, file);
  } finally {
    await hold.release();
  }
}

interface Chunk extends ChunkJob {
  readonly bytes: Buffer;
}

class Submitter {
  readonly #batch: Batch;
  readonly #options: SubmitOptions;
  readonly #checkHold: () => void;
  #submitted: number;
  #answered = 0;
  #isWaiting = false;

  constructor(batch: Batch, options: SubmitOptions, checkHold: () => void) {
    this.#batch = batch;
    this.#options = options;
    this.#checkHold = checkHold;
    this.#submitted = batch.submitted;
  }

  async run({ rest }: PeekedInput, file: PlannedFile): Promise<Submission> {
    const batch = this.#batch;
    const { queue, signal } = this.#options;
    const failed = new Set((await queue.failedOf(batch.id)).map(({ chunk }) => chunk));
    const again: Chunk[] = [];
    let group: Chunk[] = [];
    let count = 0;
    let rows = 0;
    let chain = '';
    for await (const { bytes, records } of piecesOf(rest, file, signal)) {
      const chunk = { batch: batch.id, chunk: count++, firstRow: rows + 1, rows: records, bytes };
      rows += records;
      chain = linkOf(chain, bytes);
      if (count <= batch.submitted) {
        if (failed.has(chunk.chunk)) again.push(chunk);
        if (count === batch.submitted) {
          if (chain !== batch.chain) throw this.#otherFile();
          await this.#retry(again);
        }
        continue;
      }
      group.push(chunk);
      if (group.length === GROUP) {
        await this.#handIn(group, { rows, chain, isLast: false });
        group = [];
      }
    }
    const isInterrupted = signal.aborted;
    if (!isInterrupted) {
      if (count < batch.submitted || (batch.total !== undefined && count > batch.total)) throw this.#otherFile();
      await this.#handIn(group, { rows, chain, isLast: true });
    }
    return {
      chunks: isInterrupted ? this.#submitted : count,
      rows,
      chunksBefore: batch.submitted,
      chunksRetried: again.length,
      isInterrupted,
    };
  }

  async #handIn(
    group: readonly Chunk[],
    { rows, chain, isLast }: { rows: number; chain: string; isLast: boolean },
  ): Promise<void> {
    const batch = this.#batch;
    const { store, queue, onSubmitted } = this.#options;
    this.#checkHold();
    await this.#waitForWorkers();
    if (this.#options.signal.aborted) return;
    await this.#putIn(group);
    await queue.add(group.map(jobOf), batch);
    const submitted = this.#submitted + group.length;
    const after = { submitted, submittedRows: rows, chain, isLast };
    if (!(await store.noteSubmitted(batch, this.#submitted, after))) throw this.#wentBack();
    this.#submitted = submitted;
    onSubmitted(rows);
  }

  async #retry(chunks: readonly Chunk[]): Promise<void> {
    await this.#putIn(chunks);
    for (const chunk of chunks) await this.#options.queue.retry(jobOf(chunk), this.#batch);
  }

  async #putIn(chunks: readonly Chunk[]): Promise<void> {
    const packed = await Promise.all(
      chunks.map(async ({ chunk, bytes }) => ({ chunk, packed: await packRows(bytes) })),
    );
    if (!(await this.#options.store.putRows(this.#batch, packed))) throw this.#wentBack();
  }

  /** Waits where more would only lie in Redis. */
  async #waitForWorkers(): Promise<void> {
    const { store, mostWaiting, signal, tell } = this.#options;
    while (this.#submitted - this.#answered >= mostWaiting && !signal.aborted) {
      this.#answered = await store.countAnswered(this.#batch.id);
      if (this.#submitted - this.#answered < mostWaiting) break;
      if (!this.#isWaiting) tell(`${mostWaiting} chunks wait for workers, which is the most; the rest waits for them.`);
      this.#isWaiting = true;
      await delay(500);
      await store.touch(this.#batch);
    }
  }

  #otherFile(): AddressLookupError {
    return conflict(this.#batch.name, 'of other rows');
  }

  #wentBack(): AddressLookupError {
    const { name } = this.#batch;
    return new AddressLookupError(
      'batch-incomplete',
      `Redis no longer has what was just submitted to the batch "${name}": it was started again without its last seconds, or the batch was discarded. Submit the file again, which adds what is missing.`,
      { batch: name },
    );
  }
}

function jobOf({ batch, chunk, firstRow, rows }: Chunk): ChunkJob {
  return { batch, chunk, firstRow, rows };
}

/** A digest of a chunk and of all before it. */
function linkOf(before: string, bytes: Buffer): string {
  return createHash('sha256').update(before).update(bytes).digest('hex').slice(0, 32);
}

async function checkSame(batch: Batch, { plan, head }: PlannedFile, { store, release }: SubmitOptions): Promise<void> {
  // As it comes out of Redis, where what is undefined is not there.
  const isSamePlan = isDeepStrictEqual(JSON.parse(JSON.stringify(plan)), batch.plan);
  if (!isSamePlan || !head.equals(batch.head)) throw conflict(batch.name, 'of another file or with other options');
  if (release === undefined) return;
  const settled = await store.settleRelease(batch.id, release);
  if (settled !== undefined && !isSameRelease(settled, release)) {
    throw conflict(batch.name, `to be answered by ${describeRelease(settled)}`);
  }
}

function conflict(name: string, what: string): AddressLookupError {
  return new AddressLookupError(
    'batch-conflict',
    `There is a batch "${name}" in this Redis already, ${what}. Collect or discard it, or give this one another name with --batch.`,
    { batch: name },
  );
}
