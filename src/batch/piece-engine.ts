import { CountryIndex, type IndexBuffers } from '../store/country-index.ts';
import { moduleBeside } from '../threads/thread-module.ts';
import { WorkerPool } from '../threads/worker-pool.ts';
import type { BatchPlan } from './batch-plan.ts';
import { type AnsweredPiece, geocodePiece } from './geocode-piece.ts';
import { Geocoder } from './geocoder.ts';

/** Answers pieces, several at a time. */
export interface PieceEngine {
  /** So many pieces may be under way to keep it busy. */
  readonly capacity: number;
  answer(plan: BatchPlan, bytes: Buffer): Promise<AnsweredPiece>;
  close(): Promise<void>;
}

/** What a thread is given for each piece. */
export interface PieceTask {
  readonly plan: BatchPlan;
  readonly bytes: Uint8Array;
}

/** Without threads: each piece is answered when it is asked for. */
export function createEngine(buffers: readonly IndexBuffers[]): PieceEngine {
  const indexes = buffers.map((each) => new CountryIndex(each));
  return {
    capacity: 1,
    answer: async (plan, bytes) => geocodePiece(Geocoder.forPlan(indexes, plan), plan, bytes),
    close: async () => {},
  };
}

/** A pool of threads over one copy of the indexes. */
export function createThreadEngine(buffers: readonly IndexBuffers[], threads: number): PieceEngine {
  const module = moduleBeside('piece-thread', import.meta.url);
  const pool = new WorkerPool<PieceTask, AnsweredPiece>({ module, threads, workerData: buffers });
  return {
    capacity: threads * 2 + 1,
    async answer(plan, bytes) {
      // Copied to memory of its own, which is then handed over.
      const copy = new Uint8Array(bytes);
      const piece = await pool.run({ plan, bytes: copy }, [copy.buffer]);
      return { ...piece, bytes: Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.byteLength) };
    },
    close: () => pool.close(),
  };
}
