import { workerData } from 'node:worker_threads';
import { CountryIndex, type IndexBuffers } from '../store/country-index.ts';
import { type Answer, answerTask } from '../threads/worker-pool.ts';
import { type WritingPlan, type WrittenPiece, writePiece } from './export.ts';
import type { Piece } from './pieces.ts';

/** One thread of an export: its own view of the shared indexes, and one piece at a time. */
const { buffers, plan } = workerData as { readonly buffers: readonly IndexBuffers[]; readonly plan: WritingPlan };
const indexes = buffers.map((each) => new CountryIndex(each));

export default function write(piece: Piece): Promise<Answer<WrittenPiece>> {
  return answerTask(
    () => writePiece(indexes, plan, piece),
    ({ bytes }) => [bytes.buffer],
  );
}
