import { workerData } from 'node:worker_threads';
import { CountryIndex, type IndexBuffers } from '../store/country-index.ts';
import { type Answer, answerTask } from '../threads/worker-pool.ts';
import { type AnsweredPiece, geocodePiece } from './geocode-piece.ts';
import { Geocoder } from './geocoder.ts';
import type { PieceTask } from './piece-engine.ts';

/** One thread of the pool: a view of its own on the shared indexes, and one piece at a time. */
const indexes = (workerData as readonly IndexBuffers[]).map((buffers) => new CountryIndex(buffers));

export default function answer({ plan, bytes }: PieceTask): Promise<Answer<AnsweredPiece>> {
  const rows = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return answerTask(
    () => geocodePiece(Geocoder.forPlan(indexes, plan), plan, rows),
    (piece) => [piece.bytes.buffer],
  );
}
