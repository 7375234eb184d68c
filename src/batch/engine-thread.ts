import { workerData } from 'node:worker_threads';
import { CountryIndex, type IndexBuffers } from '../store/country-index.ts';
import { type Answer, answerTask } from '../threads/worker-pool.ts';
import { type AnsweredChunk, geocodeChunk } from './chunk.ts';
import type { ChunkTask } from './engine.ts';
import { geocoderOf } from './plan.ts';

/** One thread of the pool: its own view of the shared indexes, and one chunk at a time. */
const indexes = (workerData as readonly IndexBuffers[]).map((buffers) => new CountryIndex(buffers));

export default function answer({ plan, bytes }: ChunkTask): Promise<Answer<AnsweredChunk>> {
  const rows = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return answerTask(
    () => geocodeChunk(geocoderOf(indexes, plan), plan, rows),
    (chunk) => [chunk.bytes.buffer],
  );
}
