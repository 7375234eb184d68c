import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { AnsweredChunk } from '../batch/chunk.ts';
import { AddressLookupError } from '../errors.ts';
import { loadPackage } from './connection.ts';
import type { Batch } from './store.ts';

/** A job of the queue: a reference to a chunk, whose rows are stored under another key. */
export interface ChunkJob {
  /** The ID of its batch. */
  readonly batch: string;
  /** From 0. */
  readonly chunk: number;
  /** The first of its rows, from 1, the header not counted. */
  readonly firstRow: number;
  readonly rows: number;
}

/** A chunk that has failed for the last time. */
export interface FailedChunk extends ChunkJob {
  readonly reason: string;
}

/** The name of the queue within the prefix of its store. */
export const CHUNK_QUEUE = 'chunks';

/** Wait before the second try; it doubles with each further one. */
const FIRST_BACKOFF_MILLISECONDS = 500;

/**
 * The chunks that wait for a worker, in BullMQ: first in, first out; a chunk that fails is tried again, one whose worker is lost goes to
 * another, and one that fails or loses its worker too often is set aside.
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
      // Nothing listens to events.
      streams: { events: { maxLen: 0 } },
    });
    // The connection reports errors already.
    queue.on('error', () => {});
    return new ChunkQueue(queue);
  }

  /** Adds a chunk unless it is in the queue already, whether waiting, in progress or set aside. */
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
          backoff: { type: 'exponential', delay: FIRST_BACKOFF_MILLISECONDS },
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

  /** The chunks of a batch that are set aside, in order. */
  async failedOf(batch: string): Promise<FailedChunk[]> {
    return (await this.#failedJobs(batch)).map(failedChunkOf).sort((a, b) => a.chunk - b.chunk);
  }

  /** Queues a chunk that was set aside again. */
  async retry(chunk: ChunkJob, batch: Batch): Promise<void> {
    await this.#queue.remove(jobIdOf(chunk));
    await this.add([chunk], batch);
  }

  /** Removes the chunks of a batch that were set aside. A waiting chunk is dropped by the worker that gets it, since its batch no longer exists. */
  async forget(batch: string): Promise<void> {
    for (const job of await this.#failedJobs(batch)) await job.remove();
  }

  /** Number of chunks of all batches that wait for a worker or for their next attempt, or are being answered. */
  async countOpen(): Promise<number> {
    return this.#queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
  }

  /** Connected workers; `undefined` if Redis does not tell. */
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

/** Gzip, because its checksum shows damage; at a fast level, because both ends wait for it. */
const GZIP_LEVEL = 3;

const pack = promisify<Buffer, { level: number }, Buffer>(gzip);
const unpack = promisify<Buffer, Buffer>(gunzip);

/** The rows of a chunk as they are stored in Redis: about a fifth of their size. */
export function packRows(bytes: Buffer): Promise<Buffer> {
  return pack(bytes, { level: GZIP_LEVEL });
}

/** @throws AddressLookupError `batch-incomplete` */
export async function unpackRows(packed: Buffer): Promise<Buffer> {
  return unpack(packed).catch((error: unknown) => {
    throw damaged(error);
  });
}

/** An answered chunk: its counts as a line of JSON, then its rows. */
export function packAnswer({ bytes, ...counts }: AnsweredChunk): Promise<Buffer> {
  return pack(Buffer.concat([Buffer.from(`${JSON.stringify(counts)}\n`), bytes]), { level: GZIP_LEVEL });
}

/** @throws AddressLookupError `batch-incomplete` */
export async function unpackAnswer(packed: Buffer): Promise<AnsweredChunk> {
  try {
    const unpacked = await unpack(packed);
    const lineEnd = unpacked.indexOf(0x0a);
    const counts = JSON.parse(unpacked.toString('utf8', 0, lineEnd)) as Omit<AnsweredChunk, 'bytes'>;
    return { ...counts, bytes: unpacked.subarray(lineEnd + 1) };
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(cause: unknown): AddressLookupError {
  return new AddressLookupError('batch-incomplete', 'The chunk is damaged in Redis.', {}, { cause });
}
