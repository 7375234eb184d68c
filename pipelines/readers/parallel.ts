import { setFlagsFromString } from 'node:v8';
import { WorkerPool } from '../../src/threads/worker-pool.ts';
import type { Progress } from '../progress.ts';

/**
 * Reads the files of a register, each as one task, in worker threads if there is enough to read. The results come in the
 * order of the tasks: the same files give the same rows, whatever the threads do.
 */
export interface ParallelReader<Task, Result> {
  /**
   * Yields the results as soon as their turn comes. Some files are read ahead, so that memory holds a few results only.
   *
   * @throws AddressLookupError of the first task, in their order, that fails
   */
  inOrder(tasks: readonly Task[]): AsyncGenerator<Result>;
  /**
   * Returns all results in the order of the tasks. In threads, the largest file is read first: with few files of different
   * sizes this takes the least time.
   *
   * @throws AddressLookupError of the first task that fails, in threads the largest before the others
   */
  all(tasks: readonly Task[], byteLengthOf: (task: Task) => number): Promise<Result[]>;
  /** Ends the threads. */
  close(): Promise<void>;
}

interface ParallelReaderOptions<Task, Result> {
  /** Reads one file. */
  readonly readFile: (task: Task) => Promise<Result>;
  /** A module whose default export does the same in a worker thread: `(task) => answerTask(() => readFile(task), …)`. */
  readonly worker: URL;
  readonly threads: number;
  /** Total size of the files to read. */
  readonly totalBytes: number;
  /** Below this many bytes (about half a second of work) threads take longer to start than they save. */
  readonly minBytesForThreads: number;
}

/** Files per thread that `inOrder` reads ahead. */
const READ_AHEAD = 4;

export function createParallelReader<Task, Result>(
  options: ParallelReaderOptions<Task, Result>,
): ParallelReader<Task, Result> {
  const { readFile, worker, threads, totalBytes, minBytesForThreads } = options;
  letHeapsGrow();
  if (threads >= 2 && totalBytes >= minBytesForThreads) return new ThreadedReader<Task, Result>(worker, threads);
  return {
    async *inOrder(tasks) {
      for (const task of tasks) yield await readFile(task);
    },
    async all(tasks) {
      const results: Result[] = [];
      for (const task of tasks) results.push(await readFile(task));
      return results;
    },
    close: () => Promise.resolve(growHeapsAsUsual()),
  };
}

class ThreadedReader<Task, Result> implements ParallelReader<Task, Result> {
  readonly #pool: WorkerPool<Task, Result>;
  readonly #threads: number;

  constructor(worker: URL, threads: number) {
    this.#pool = new WorkerPool<Task, Result>({ module: worker, threads });
    this.#threads = threads;
  }

  inOrder(tasks: readonly Task[]): AsyncGenerator<Result> {
    return this.#pool.runInOrder(tasks, this.#threads * READ_AHEAD);
  }

  async all(tasks: readonly Task[], byteLengthOf: (task: Task) => number): Promise<Result[]> {
    const largestFirst = [...tasks.keys()].sort((a, b) => byteLengthOf(tasks[b]!) - byteLengthOf(tasks[a]!) || a - b);
    const sorted = largestFirst.map((position) => tasks[position]!);
    const results: Result[] = [];
    let next = 0;
    for await (const result of this.#pool.runInOrder(sorted, sorted.length)) results[largestFirst[next++]!] = result;
    return results;
  }

  async close(): Promise<void> {
    growHeapsAsUsual();
    await this.#pool.close();
  }
}

/**
 * Lets the heaps of all threads grow to five times what they hold before V8 collects everything in them. The bytes of a register's files lie
 * outside the heaps, but V8 counts them as their growth: a thread that holds 10 MB and reads files of 12 MB would be collected for nearly
 * every file, which takes a fifth of the processor time of an import. For reading, when heaps hold little.
 */
function letHeapsGrow(): void {
  setFlagsFromString('--heap-growing-percent=400');
}

/** V8 decides again by itself. */
function growHeapsAsUsual(): void {
  setFlagsFromString('--heap-growing-percent=0');
}

const MILLISECONDS_BETWEEN_LOOKS = 200;

/** Bytes that files have been read to, counted by all threads at once, for the progress display. */
interface ByteCounter {
  /** One 64-bit number in shared memory, to be sent to threads with their tasks: see `countBytes`. */
  readonly shared: SharedArrayBuffer;
  /** Reports the final count, and stops. */
  stop(): void;
}

/** Reports the count to `progress` a few times a second, until stopped. */
export function startByteCounter(progress: Progress): ByteCounter {
  const shared = new SharedArrayBuffer(8);
  const counter = new BigInt64Array(shared);
  let told = 0;
  const look = (): void => {
    const read = Number(Atomics.load(counter, 0));
    if (read > told) progress.advance(read - told);
    told = read;
  };
  const timer = setInterval(look, MILLISECONDS_BETWEEN_LOOKS);
  return {
    shared,
    stop(): void {
      clearInterval(timer);
      look();
    },
  };
}

/** In any thread: counts bytes that have been read. */
export function countBytes(shared: SharedArrayBuffer, count: number): void {
  Atomics.add(new BigInt64Array(shared), 0, BigInt(count));
}
