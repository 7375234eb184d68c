import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PeekedInput } from '../batch/input.ts';
import { chunksOf } from '../batch/input.ts';
import type { PlannedFile } from '../batch/plan.ts';
import { AddressLookupError } from '../errors.ts';
import type { Tell } from './connection.ts';
import { type ChunkJob, type ChunkQueue, packRows } from './queue.ts';
import { describeRelease, type IndexRelease, isSameRelease } from './release.ts';
import { acquireLease, type Batch, type BatchStore } from './store.ts';

export interface SubmitOptions {
  readonly store: BatchStore;
  readonly queue: ChunkQueue;
  readonly name: string;
  /** The name of the file in messages. */
  readonly file: string;
  readonly release: IndexRelease | undefined;
  readonly attempts: number;
  readonly keepSeconds: number;
  /** How many chunks may wait for an answer; further ones are submitted as workers answer them. */
  readonly maxWaiting: number;
  readonly signal: AbortSignal;
  readonly tell: Tell;
  readonly onSubmitted: (rows: number) => void;
}

/** The result of submitting. */
export interface Submission {
  readonly chunks: number;
  readonly rows: number;
  /** Chunks from an earlier submission of the same file. */
  readonly chunksBefore: number;
  /** How many of these had been set aside and are tried again. */
  readonly chunksRetried: number;
  readonly isInterrupted: boolean;
}

/** Chunks that are submitted together: two megabytes of rows. */
const GROUP_CHUNKS = 32;

/**
 * Cuts a file into the same chunks as for threads, and submits them. Submitting can be repeated with the same file: existing chunks stay,
 * missing ones are added, those set aside are tried again.
 *
 * A chunk is submitted in three steps, each of which can be repeated: its rows, its job, and the record of its submission. If a process
 * dies in between, the next one continues from that record.
 *
 * @throws AddressLookupError `batch-conflict` for another file or other options under the same name; `input-corrupt`
 */
export async function submitBatch(peeked: PeekedInput, file: PlannedFile, options: SubmitOptions): Promise<Submission> {
  const { store, name } = options;
  const lease = await acquireLease(
    store.redis,
    store.keyOfLease('submit', name),
    `Another process is submitting the batch "${name}". Wait for it, or give this one another name with --batch.`,
  );
  try {
    const batch = (await store.find(name)) ?? (await store.create({ ...options, plan: file.plan, head: file.head }));
    await checkSame(batch, file, options);
    return await new Submitter(batch, options, lease.check).run(peeked, file);
  } finally {
    await lease.release();
  }
}

interface ChunkToSubmit extends ChunkJob {
  readonly bytes: Buffer;
}

class Submitter {
  readonly #batch: Batch;
  readonly #options: SubmitOptions;
  readonly #checkLease: () => void;
  #submitted: number;
  #answered = 0;
  #isWaiting = false;

  constructor(batch: Batch, options: SubmitOptions, checkLease: () => void) {
    this.#batch = batch;
    this.#options = options;
    this.#checkLease = checkLease;
    this.#submitted = batch.submitted;
  }

  async run({ rest }: PeekedInput, file: PlannedFile): Promise<Submission> {
    const batch = this.#batch;
    const { queue, signal } = this.#options;
    const failed = new Set((await queue.failedOf(batch.id)).map(({ chunk }) => chunk));
    const again: ChunkToSubmit[] = [];
    let group: ChunkToSubmit[] = [];
    let count = 0;
    let rows = 0;
    let chain = '';
    for await (const { bytes, records } of chunksOf(rest, file, signal)) {
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
      if (group.length === GROUP_CHUNKS) {
        await this.#submitGroup(group, { rows, chain, isLast: false });
        group = [];
      }
    }
    const isInterrupted = signal.aborted;
    if (!isInterrupted) {
      if (count < batch.submitted || (batch.total !== undefined && count > batch.total)) throw this.#otherFile();
      await this.#submitGroup(group, { rows, chain, isLast: true });
    }
    return {
      chunks: isInterrupted ? this.#submitted : count,
      rows,
      chunksBefore: batch.submitted,
      chunksRetried: again.length,
      isInterrupted,
    };
  }

  async #submitGroup(
    group: readonly ChunkToSubmit[],
    { rows, chain, isLast }: { rows: number; chain: string; isLast: boolean },
  ): Promise<void> {
    const batch = this.#batch;
    const { store, queue, onSubmitted } = this.#options;
    this.#checkLease();
    await this.#waitForWorkers();
    if (this.#options.signal.aborted) return;
    await this.#store(group);
    await queue.add(group.map(jobOf), batch);
    const submitted = this.#submitted + group.length;
    const after = { submitted, submittedRows: rows, chain, isLast };
    if (!(await store.noteSubmitted(batch, this.#submitted, after))) throw this.#wentBack();
    this.#submitted = submitted;
    onSubmitted(rows);
  }

  async #retry(chunks: readonly ChunkToSubmit[]): Promise<void> {
    await this.#store(chunks);
    for (const chunk of chunks) await this.#options.queue.retry(jobOf(chunk), this.#batch);
  }

  async #store(chunks: readonly ChunkToSubmit[]): Promise<void> {
    const packed = await Promise.all(
      chunks.map(async ({ chunk, bytes }) => ({ chunk, packed: await packRows(bytes) })),
    );
    if (!(await this.#options.store.putRows(this.#batch, packed))) throw this.#wentBack();
  }

  /** Waits while more would only fill Redis. */
  async #waitForWorkers(): Promise<void> {
    const { store, maxWaiting, signal, tell } = this.#options;
    while (this.#submitted - this.#answered >= maxWaiting && !signal.aborted) {
      this.#answered = await store.countAnswered(this.#batch.id);
      if (this.#submitted - this.#answered < maxWaiting) break;
      if (!this.#isWaiting)
        tell(`${maxWaiting} chunks wait for workers, which is the maximum; more are submitted as these are answered.`);
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
      `Redis no longer has what was just submitted to the batch "${name}": it was restarted and lost its last seconds, or the batch was discarded. Submit the file again, which adds what is missing.`,
      { batch: name },
    );
  }
}

function jobOf({ batch, chunk, firstRow, rows }: ChunkToSubmit): ChunkJob {
  return { batch, chunk, firstRow, rows };
}

/** A digest of a chunk and of that of all chunks before it. */
function linkOf(before: string, bytes: Buffer): string {
  return createHash('sha256').update(before).update(bytes).digest('hex').slice(0, 32);
}

async function checkSame(batch: Batch, { plan, head }: PlannedFile, { store, release }: SubmitOptions): Promise<void> {
  // In the form that it has in Redis, without undefined values.
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
