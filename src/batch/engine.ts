import type { CountryIndex, IndexBuffers } from '../store/country-index.ts';
import { moduleBeside } from '../threads/thread-module.ts';
import { WorkerPool } from '../threads/worker-pool.ts';
import { type AnsweredChunk, geocodeChunk } from './chunk.ts';
import { type BatchPlan, geocoderOf } from './plan.ts';

/** Answers chunks, several at a time. */
export interface ChunkEngine {
  /** Number of chunks in progress that keep it busy. */
  readonly capacity: number;
  answer(plan: BatchPlan, bytes: Buffer): Promise<AnsweredChunk>;
  close(): Promise<void>;
}

/** The task of a thread for each chunk. */
export interface ChunkTask {
  readonly plan: BatchPlan;
  readonly bytes: Uint8Array;
}

/** Without threads: each chunk is answered on the spot. */
export function createEngine(indexes: readonly CountryIndex[]): ChunkEngine {
  return {
    capacity: 1,
    answer: async (plan, bytes) => geocodeChunk(geocoderOf(indexes, plan), plan, bytes),
    close: async () => {},
  };
}

/** A pool of threads over one copy of the indexes. */
export function createThreadEngine(buffers: readonly IndexBuffers[], threads: number): ChunkEngine {
  const module = moduleBeside('engine-thread', import.meta.url);
  const pool = new WorkerPool<ChunkTask, AnsweredChunk>({ module, threads, workerData: buffers });
  return {
    capacity: threads * 2 + 1,
    async answer(plan, bytes) {
      // Copied, because the memory is handed over to the thread.
      const copy = new Uint8Array(bytes);
      const chunk = await pool.run({ plan, bytes: copy }, [copy.buffer]);
      return { ...chunk, bytes: Buffer.from(chunk.bytes.buffer, chunk.bytes.byteOffset, chunk.bytes.byteLength) };
    },
    close: () => pool.close(),
  };
}
