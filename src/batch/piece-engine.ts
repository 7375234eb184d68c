import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';
import { CountryIndex, type IndexBuffers } from '../store/country-index.ts';
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
  const pool = new Piscina<PieceTask, AnsweredPiece>({
    filename: new URL(`./piece-thread${isTypeScript() ? '.ts' : '.js'}`, import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    workerData: buffers,
    execArgv: threadArguments(),
  });
  return {
    capacity: threads * 2 + 1,
    async answer(plan, bytes) {
      // Copied to memory of its own, which is then handed over.
      const copy = new Uint8Array(bytes);
      const piece = await pool.run({ plan, bytes: copy }, { transferList: [copy.buffer] });
      return { ...piece, bytes: Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.byteLength) };
    },
    close: () => pool.destroy(),
  };
}

/** In a thread: hands the bytes of a piece over without copying them. */
export function handOver(piece: AnsweredPiece): AnsweredPiece {
  const movable = { [transferableSymbol]: [piece.bytes.buffer], [valueSymbol]: piece };
  return move(movable as unknown as ArrayBuffer) as unknown as AnsweredPiece;
}

function isTypeScript(): boolean {
  return import.meta.url.endsWith('.ts');
}

/** A thread that is TypeScript needs tsx where Node cannot run TypeScript itself (before 22.18). */
function threadArguments(): string[] {
  const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
  if (!isTypeScript() || runsTypeScript) return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}
