import { setTimeout as delay } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import type { AnsweredChunk } from '../batch/chunk.ts';
import type { ChunkEngine } from '../batch/engine.ts';
import { countriesOfPlan } from '../batch/plan.ts';
import { AddressLookupError } from '../errors.ts';
import type { IndexBuffers } from '../store/country-index.ts';
import { loadPackage, type Tell } from './connection.ts';
import { CHUNK_QUEUE, type ChunkJob, type ChunkQueue, describeChunk, packAnswer, unpackRows } from './queue.ts';
import { describeRelease, isSameRelease, releaseOfIndexes } from './release.ts';
import { type Batch, type BatchStore, isLeased } from './store.ts';

export interface WorkOptions {
  readonly store: BatchStore;
  readonly queue: ChunkQueue;
  readonly indexes: readonly IndexBuffers[];
  readonly engine: ChunkEngine;
  /** A chunk whose worker has been silent for this long goes to another worker. */
  readonly lostAfterSeconds: number;
  /** Ends when nothing is left to do instead of waiting for more. */
  readonly isUntilDone: boolean;
  /** Stops taking chunks when it is aborted; those in progress are finished. */
  readonly signal: AbortSignal;
  readonly tell: Tell;
  readonly onAnswered: (chunk: AnsweredChunk) => void;
}

/** A chunk that has lost more workers than this is set aside, since it may have ended them. */
const MAX_LOSSES = 3;
/** Poll interval. */
const POLL_MILLISECONDS = 200;

/**
 * Answers chunks of any batch until it is told to stop.
 *
 * @throws AddressLookupError `batch-conflict` for a batch that is answered with other indexes
 */
export async function workOnBatches(options: WorkOptions): Promise<void> {
  const work = new Work(options);
  await work.checkAll();
  await work.run();
}

class Work {
  readonly #options: WorkOptions;
  /** Batches that this process has answered chunks of. */
  readonly #batches: Map<string, Batch> = new Map();
  /** Why the work ends, once any chunk has detected it. */
  #refusal: AddressLookupError | undefined;
  #stop: () => void = () => {};

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  /** Checks, before taking any chunk, that the batches are for these indexes. */
  async checkAll(): Promise<void> {
    const { store } = this.#options;
    for (const name of await store.names()) {
      const batch = await store.find(name);
      if (batch === undefined || batch.release === undefined) continue;
      if (batch.total !== undefined && (await store.countAnswered(batch.id)) >= batch.total) continue;
      this.#checkRelease(batch);
    }
  }

  async run(): Promise<void> {
    const { store, engine, lostAfterSeconds, signal, tell, isUntilDone } = this.#options;
    const { Worker, WaitingError } = await loadPackage('bullmq', () => import('bullmq'));
    const worker: Worker<ChunkJob> = new Worker<ChunkJob>(
      CHUNK_QUEUE,
      async (job, token) => {
        try {
          await this.#answer(job.data);
        } catch (error) {
          if (!(error instanceof AddressLookupError) || error.code !== 'batch-conflict') throw error;
          // The fault is not in the chunk, which goes back as if it had never been taken.
          this.#refusal ??= error;
          this.#stop();
          await job.moveToWait(token);
          throw new WaitingError();
        }
      },
      {
        connection: store.redis,
        prefix: store.prefix,
        concurrency: engine.capacity,
        lockDuration: lostAfterSeconds * 1000,
        stalledInterval: lostAfterSeconds * 500,
        maxStalledCount: MAX_LOSSES,
        runRetryDelay: POLL_MILLISECONDS,
        drainDelay: 1,
        autorun: false,
      },
    );
    worker.on('failed', (job, error) => job !== undefined && tell(this.#describeFailure(job, error)));
    // The connection reports its own errors. A lost lock means that another worker answers the chunk too, which does no harm.
    worker.on('error', () => {});
    const stopped = new Promise<void>((resolve) => {
      this.#stop = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (signal.aborted) this.#stop();
    const running = worker.run();
    if (isUntilDone) void this.#stopWhenDone();
    await Promise.race([stopped, running]);
    await worker.close();
    if (this.#refusal !== undefined) throw this.#refusal;
  }

  async #answer({ batch: id, chunk }: ChunkJob): Promise<void> {
    const { store, engine, onAnswered } = this.#options;
    const batch = await this.#batchOf(id);
    if (batch === undefined) return;
    const packed = await store.rowsOf(id, chunk);
    if (packed === undefined) {
      if ((await store.isAnswered(id, chunk)) || (await store.read(id)) === undefined) return;
      throw new AddressLookupError('batch-incomplete', 'The rows of the chunk are not in Redis.', {});
    }
    const answered = await engine.answer(batch.plan, await unpackRows(packed));
    await store.putAnswer(batch, chunk, await packAnswer(answered));
    onAnswered(answered);
  }

  async #batchOf(id: string): Promise<Batch | undefined> {
    const known = this.#batches.get(id);
    if (known !== undefined) return known;
    const batch = await this.#options.store.read(id);
    if (batch === undefined) return undefined;
    const own = releaseOfIndexes(this.#options.indexes, countriesOfPlan(batch.plan));
    const release = await this.#options.store.settleRelease(id, own);
    if (release === undefined) return undefined;
    this.#checkRelease({ ...batch, release });
    this.#batches.set(id, batch);
    return batch;
  }

  #checkRelease({ name, plan, release }: Batch): void {
    const own = releaseOfIndexes(this.#options.indexes, countriesOfPlan(plan));
    if (release === undefined || isSameRelease(release, own)) return;
    throw new AddressLookupError(
      'batch-conflict',
      `The batch "${name}" is answered by ${describeRelease(release)}; this worker is ${describeRelease(own)}. Give the worker the same indexes and version, or keep batches for other indexes apart with --queue.`,
      { batch: name, got: own, allowed: release },
    );
  }

  #describeFailure({ data, attemptsMade, opts }: Job<ChunkJob>, { message }: Error): string {
    const chunk = describeChunk(data, this.#batches.get(data.batch)?.file ?? 'a batch that is gone');
    const tries = opts.attempts ?? 1;
    return attemptsMade < tries
      ? `Try ${attemptsMade} of ${tries} of ${chunk} failed: ${message}`
      : `Set aside: ${chunk}: ${message}`;
  }

  /** Stops when the queue is empty and no process is submitting. */
  async #stopWhenDone(): Promise<void> {
    const { store, queue, signal } = this.#options;
    while (!signal.aborted) {
      const open = await queue.countOpen();
      const submitting = await Promise.all(
        (await store.names()).map((name) => isLeased(store.redis, store.keyOfLease('submit', name))),
      );
      if (open === 0 && !submitting.includes(true)) return this.#stop();
      await delay(POLL_MILLISECONDS);
    }
  }
}
