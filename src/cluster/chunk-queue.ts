import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Batch } from './batch-store.ts';
import { loadPackage } from './redis-connection.ts';

/** What is queued: a reference to a chunk, whose rows lie beside the queue. */
export interface ChunkJob {
  /** The ID of its batch. */
  readonly batch: string;
  /** From 0. */
  readonly chunk: number;
  /** The first of its rows, from 1, the header not counted. */
  readonly firstRow: number;
  readonly rows: number;
}

/** A chunk whose tries are used up. */
export interface FailedChunk extends ChunkJob {
  readonly reason: string;
}

/** The name of the queue within the prefix of its store. */
export const CHUNK_QUEUE = 'chunks';

/** Seconds: the second try comes half a second after the first has failed, and each further one twice as late. */
const FIRST_BACKOFF = 0.5;

/**
 * The chunks that wait for a worker, in BullMQ: in the order in which they came, tried again when they fail, given to another
 * when their worker is lost, and set aside when that happens too often.
 */
export class ChunkQueue {
  readonly #queue: Queue<ChunkJob>;

  private constructor(queue: Queue<ChunkJob>) {
    this.#queue = queue;
  }

  static async open(redis: Redis, prefix: string): Promise<ChunkQueue> {
    const { Queue } = await loadPackage('bullmq', () => import('bullmq'));
    const queue = new Queue<ChunkJob>(CHUNK_QUEUE, {
      connection: redis,
      prefix,
      // Nobody listens to them.
      streams: { events: { maxLen: 0 } },
    });
    // Said by the connection already.
    queue.on('error', () => {});
    return new ChunkQueue(queue);
  }

  /** A chunk that is in the queue already, waiting, worked on or set aside, stays as it is. */
  async add(
    chunks: readonly ChunkJob[],
    { attempts, keepSeconds }: Pick<Batch, 'attempts' | 'keepSeconds'>,
  ): Promise<void> {
    await this.#queue.addBulk(
      chunks.map((data) => ({
        name: 'chunk',
        data,
        opts: {
          jobId: jobIdOf(data),
          attempts,
          backoff: { type: 'exponential', delay: FIRST_BACKOFF * 1000 },
          removeOnComplete: true,
          removeOnFail: { age: keepSeconds },
          stackTraceLimit: 1,
        },
      })),
    );
  }

  /** Whether a chunk is in the queue, and why it failed if it did. */
  async stateOf(chunk: Pick<ChunkJob, 'batch' | 'chunk'>): Promise<'queued' | 'unknown' | FailedChunk> {
    const job = await this.#queue.getJob(jobIdOf(chunk));
    if (job === undefined) return 'unknown';
    return (await job.isFailed()) ? failedChunkOf(job) : 'queued';
  }

  /** The chunks of a batch that were set aside, in order. */
  async failedOf(batch: string): Promise<FailedChunk[]> {
    return (await this.#failedJobs(batch)).map(failedChunkOf).sort((a, b) => a.chunk - b.chunk);
  }

  /** Puts a chunk that was set aside into the queue anew. */
  async retry(chunk: ChunkJob, batch: Batch): Promise<void> {
    await this.#queue.remove(jobIdOf(chunk));
    await this.add([chunk], batch);
  }

  /** Forgets what was set aside of a batch. What still waits is dropped by whoever gets it, since its batch is gone. */
  async forget(batch: string): Promise<void> {
    for (const job of await this.#failedJobs(batch)) await job.remove();
  }

  /** Chunks, of all batches, that wait for a worker or for their next try, or are being answered. */
  async countOpen(): Promise<number> {
    return this.#queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
  }

  /** Workers that are connected; `undefined` where Redis does not say. */
  async countWorkers(): Promise<number | undefined> {
    return this.#queue.getWorkersCount().catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  async #failedJobs(batch: string): Promise<Job<ChunkJob>[]> {
    const jobs = await this.#queue.getFailed();
    return jobs.filter(({ data }) => data.batch === batch);
  }
}

function jobIdOf({ batch, chunk }: Pick<ChunkJob, 'batch' | 'chunk'>): string {
  return `${batch}-${chunk}`;
}

function failedChunkOf({ data, failedReason }: Job<ChunkJob>): FailedChunk {
  return { ...data, reason: failedReason };
}

/** `rows 2,001 to 3,000 of in.csv`. */
export function describeChunk({ firstRow, rows }: Pick<ChunkJob, 'firstRow' | 'rows'>, file: string): string {
  const number = (row: number): string => row.toLocaleString('en');
  return `rows ${number(firstRow)} to ${number(firstRow + rows - 1)} of ${file}`;
}
