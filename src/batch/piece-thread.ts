import { workerData } from 'node:worker_threads';
import { type AnsweredPiece, geocodePiece } from './geocode-piece.ts';
import { Geocoder } from './geocoder.ts';
import { handOver, type ThreadData } from './piece-engine.ts';

/** One thread of the pool: a view of its own on the shared indexes, and one piece at a time. */
const data = readThreadData(workerData);
const geocoder = Geocoder.over(data.indexes, data.plan);

export default function answer(bytes: Uint8Array): AnsweredPiece {
  const piece = geocodePiece(geocoder, data.plan, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return handOver(piece);
}

/** Piscina hands its own data over beside ours. */
function readThreadData(given: unknown): ThreadData {
  return (Array.isArray(given) ? given[1] : given) as ThreadData;
}
