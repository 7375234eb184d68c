import { setTimeout as delay } from 'node:timers/promises';
import { type AnsweredChunk, addCounts, type BatchCounts, noCounts, passChunk } from '../batch/chunk.ts';
import { AddressLookupError } from '../errors.ts';
import type { Tell } from './connection.ts';
import { type ChunkQueue, describeChunk, type FailedChunk, unpackAnswer, unpackRows } from './queue.ts';
import { acquireLease, type Batch, type BatchStore, isLeased } from './store.ts';

/** Where a batch is collected to. */
interface CollectedOutput {
  write(bytes: Buffer): Promise<void>;
  /**
   * Waits until what was written would survive a crash of the machine. Then it is removed from Redis, and the next collector continues after
   * it. Without this, as on stdout, the whole batch stays until the end.
   */
  readonly sync?: (() => Promise<void>) | undefined;
}

export interface CollectOptions {
  readonly store: BatchStore;
  readonly queue: ChunkQueue;
  readonly name: string;
  /** The absolute path of the file that is written; `undefined` for an output that cannot be resumed. */
  readonly file: string | undefined;
  /** Opens the output and keeps its first `keptBytes` bytes. */
  readonly open: (keptBytes: number) => Promise<CollectedOutput>;
  /** Ends at a missing answer instead of waiting for it. */
  readonly isImpatient: boolean;
  readonly signal: AbortSignal;
  readonly tell: Tell;
  readonly onCollected: (counts: BatchCounts, chunks: number, total: number | undefined) => void;
}

export interface Collection {
  readonly batch: Batch;
  /** Counts of the rows collected in this run. */
  readonly counts: BatchCounts;
  /** Rows that an earlier collector wrote to the same file. */
  readonly rowsBefore: number;
  /** Chunks whose rows were written without an answer and with `not-answered`, by this collector or an earlier one. */
  readonly setAside: readonly FailedChunk[];
  /** Whether the output is complete and the batch is deleted from Redis. */
  readonly isComplete: boolean;
}

/** Answers that are read together: two megabytes of rows. */
const GROUP_CHUNKS = 32;
/** Chunks after which the output is synced and Redis is cleared of them. */
const SYNC_CHUNKS = 32;
/** Poll interval for the next answer. */
const POLL_MILLISECONDS = 200;
/** After this many polls without an answer, its chunk is looked for. */
const POLLS_UNTIL_SEARCH = 5;

/**
 * Writes the rows of a batch in their order as they are answered, and deletes the batch after the last.
 *
 * @throws AddressLookupError `batch-not-found`, `batch-conflict`, `batch-incomplete`
 */
export async function collectBatch(options: CollectOptions): Promise<Collection> {
  const { store, name } = options;
  const lease = await acquireLease(
    store.redis,
    store.keyOfLease('collect', name),
    `Another process is collecting the batch "${name}".`,
  );
  try {
    const batch = await store.get(name);
    if (batch.collected > 0 && batch.collectedTo !== options.file) {
      throw new AddressLookupError(
        'batch-conflict',
        `The first ${batch.collected} chunks of the batch "${name}" have been collected into ${batch.collectedTo}. Resume with --out ${batch.collectedTo}, on the same machine.`,
        { batch: name, file: batch.collectedTo },
      );
    }
    return await new Collector(batch, options, lease.check).run();
  } finally {
    await lease.release();
  }
}

class Collector {
  readonly #options: CollectOptions;
  readonly #checkLease: () => void;
  readonly #counts: BatchCounts = noCounts();
  #batch: Batch;
  #output: CollectedOutput | undefined;
  #chunk: number;
  #bytes: number;
  #rows: number;

  constructor(batch: Batch, options: CollectOptions, checkLease: () => void) {
    this.#batch = batch;
    this.#options = options;
    this.#checkLease = checkLease;
    this.#chunk = batch.collected;
    this.#rows = batch.collectedRows;
    this.#bytes = batch.collectedBytes;
  }

  async run(): Promise<Collection> {
    const { store, queue, open, signal, onCollected } = this.#options;
    const rowsBefore = this.#rows;
    this.#output = await open(this.#bytes);
    if (this.#bytes === 0) await this.#write(this.#batch.head);
    while (this.#chunk !== this.#batch.total && !signal.aborted) {
      this.#checkLease();
      const packed = await this.#next();
      if (packed === undefined) break;
      for (const each of packed) {
        if (each === undefined || signal.aborted) break;
        await this.#add(await unpackAnswer(each));
      }
      onCollected(this.#counts, this.#chunk, this.#batch.total);
    }
    const isComplete = this.#chunk === this.#batch.total;
    await this.#release();
    const setAside = (await queue.failedOf(this.#batch.id)).filter(({ chunk }) => chunk < this.#chunk);
    if (isComplete) {
      await queue.forget(this.#batch.id);
      await store.delete(this.#batch);
    }
    return { batch: this.#batch, counts: this.#counts, rowsBefore, setAside, isComplete };
  }

  /** Waits for the next answers; `undefined` if none will come now. */
  async #next(): Promise<(Buffer | undefined)[] | undefined> {
    const { store, signal, isImpatient } = this.#options;
    for (let polls = 1; !signal.aborted; polls++) {
      const packed = await store.answersOf(this.#batch.id, this.#chunk, GROUP_CHUNKS);
      if (packed[0] !== undefined) return packed;
      await this.#readAgain();
      if (this.#chunk === this.#batch.total) return [];
      if (polls % POLLS_UNTIL_SEARCH === 1 && (await this.#search(polls))) return [];
      if (isImpatient) return undefined;
      await delay(POLL_MILLISECONDS);
    }
    return undefined;
  }

  /** Looks for the chunk with the missing answer; `true` if it was set aside and has been written without one. */
  async #search(polls: number): Promise<boolean> {
    const { store, queue, tell } = this.#options;
    const { id, name, file, submitted, total } = this.#batch;
    const chunk = this.#chunk;
    const isComing = total !== undefined || (await isLeased(store.redis, store.keyOfLease('submit', name)));
    if (!isComing && polls > POLLS_UNTIL_SEARCH) throw this.#incomplete('was not submitted to its end');
    if (chunk >= submitted) return false;
    const state = await queue.stateOf({ batch: id, chunk });
    if (state === 'queued') {
      if (polls === 1 && (await queue.countWorkers()) === 0) tell('No worker is connected; waiting for one.');
      return false;
    }
    if (await store.isAnswered(id, chunk)) {
      // It may have been answered since the last poll; if there is still no answer, it is lost.
      const [answer] = polls > POLLS_UNTIL_SEARCH ? await store.answersOf(id, chunk, 1) : [];
      if (polls > POLLS_UNTIL_SEARCH && answer === undefined) throw this.#lost(`the answer to chunk ${chunk}`);
      return false;
    }
    const packed = await store.rowsOf(id, chunk);
    if (packed === undefined) throw this.#lost(`the rows of chunk ${chunk}`);
    const passed = await this.#pass(packed);
    const job = { batch: id, chunk, firstRow: this.#rows + 1, rows: passed.rows };
    if (state === 'unknown') {
      // Rows without a job: the submitter ended in between.
      await queue.add([job], this.#batch);
      return false;
    }
    tell(`Not answered: ${describeChunk(job, file)}: ${state.reason}`);
    await this.#add(passed);
    return true;
  }

  /** The rows of a chunk without answers. */
  async #pass(packed: Buffer): Promise<AnsweredChunk> {
    const rows = await unpackRows(packed).catch(() => {
      throw this.#incomplete(`is damaged in Redis after row ${this.#rows}`);
    });
    return passChunk(this.#batch.plan, rows);
  }

  async #add(answered: AnsweredChunk): Promise<void> {
    await this.#write(answered.bytes);
    addCounts(this.#counts, answered);
    this.#rows += answered.rows;
    this.#chunk++;
    if (this.#chunk % SYNC_CHUNKS === 0) await this.#release();
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#output!.write(bytes);
    this.#bytes += bytes.length;
  }

  /** Removes the answers that are safe in the output from Redis. */
  async #release(): Promise<void> {
    const { store, file } = this.#options;
    if (this.#output!.sync === undefined || file === undefined) return;
    await this.#output!.sync();
    await store.noteCollected(this.#batch, this.#chunk, { rows: this.#rows, bytes: this.#bytes, file });
  }

  async #readAgain(): Promise<void> {
    const { store } = this.#options;
    const batch = await store.read(this.#batch.id);
    if (batch === undefined) throw this.#incomplete('was discarded, or has expired');
    this.#batch = batch;
    await store.touch(batch);
  }

  #lost(what: string): AddressLookupError {
    const { name, file } = this.#batch;
    return new AddressLookupError(
      'batch-incomplete',
      `Redis has lost ${what} of the batch "${name}"; its maxmemory-policy should be noeviction. Discard the batch and submit ${file} again.`,
      { batch: name },
    );
  }

  #incomplete(what: string): AddressLookupError {
    const { name, file } = this.#batch;
    return new AddressLookupError(
      'batch-incomplete',
      `The batch "${name}" ${what}. Submit ${file} again with the same options, which adds what is missing, and collect then.`,
      { batch: name },
    );
  }
}
