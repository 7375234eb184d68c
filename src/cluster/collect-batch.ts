import { setTimeout as delay } from 'node:timers/promises';
import { addPiece, type BatchCounts, noCounts } from '../batch/batch-counts.ts';
import { type AnsweredPiece, passPiece } from '../batch/geocode-piece.ts';
import { AddressLookupError } from '../errors.ts';
import type { Batch, BatchStore } from './batch-store.ts';
import { type ChunkQueue, describeChunk, type FailedChunk } from './chunk-queue.ts';
import { isHeld, takeHold } from './hold.ts';
import { unpackAnswer, unpackRows } from './packed-chunk.ts';
import type { Tell } from './redis-connection.ts';

/** Where a batch is collected to. */
export interface CollectedOutput {
  write(bytes: Buffer): Promise<void>;
  /**
   * Waits until what was written would survive the machine: then it is let go of in Redis, and the next collector goes on behind
   * it. Without it, as on stdout, all of the batch stays until its end.
   */
  readonly sync?: (() => Promise<void>) | undefined;
}

export interface CollectOptions {
  readonly store: BatchStore;
  readonly queue: ChunkQueue;
  readonly name: string;
  /** The file that is written, by its whole path; `undefined` for what cannot be gone on with. */
  readonly file: string | undefined;
  /** Opens the output; so many bytes of what is in it are kept. */
  readonly open: (keptBytes: number) => Promise<CollectedOutput>;
  /** Gives up where an answer is not there yet, instead of waiting for it. */
  readonly isImpatient: boolean;
  readonly signal: AbortSignal;
  readonly tell: Tell;
  readonly onCollected: (counts: BatchCounts, chunks: number, total: number | undefined) => void;
}

export interface Collection {
  readonly batch: Batch;
  /** Of the rows collected now. */
  readonly counts: BatchCounts;
  /** Rows that an earlier collector had written into the same file. */
  readonly rowsBefore: number;
  /** Chunks, also of an earlier collector, whose rows were written without an answer, with `not-answered` for a fault. */
  readonly setAside: readonly FailedChunk[];
  /** Whether the batch is whole in the output and gone from Redis. */
  readonly isComplete: boolean;
}

/** Read together: two megabytes of rows. */
const GROUP = 32;
/** Let go of together. */
const SYNCED_CHUNKS = 32;
/** How often is looked for the next answer, in milliseconds. */
const LOOKED_EVERY = 200;
/** After so many looks without one, its chunk is looked for. */
const LOOKS_UNTIL_SEARCH = 5;

/**
 * Writes the rows of a batch in their order, as they are answered, and deletes it behind the last.
 *
 * @throws AddressLookupError `batch-not-found`, `batch-conflict`, `batch-incomplete`
 */
export async function collectBatch(options: CollectOptions): Promise<Collection> {
  const { store, name } = options;
  const hold = await takeHold(
    store.redis,
    store.keyOfHold('collect', name),
    `Another process is collecting the batch "${name}".`,
  );
  try {
    const batch = await store.get(name);
    if (batch.collected > 0 && batch.collectedTo !== options.file) {
      throw new AddressLookupError(
        'batch-conflict',
        `The first ${batch.collected} chunks of the batch "${name}" have been collected into ${batch.collectedTo}. Go on with --out ${batch.collectedTo}, on the same machine.`,
        { batch: name, file: batch.collectedTo },
      );
    }
    return await new Collector(batch, options, hold.check).run();
  } finally {
    await hold.release();
  }
}

class Collector {
  readonly #options: CollectOptions;
  readonly #checkHold: () => void;
  readonly #counts: BatchCounts = noCounts();
  #batch: Batch;
  #output: CollectedOutput | undefined;
  #chunk: number;
  #bytes: number;
  #rows: number;

  constructor(batch: Batch, options: CollectOptions, checkHold: () => void) {
    this.#batch = batch;
    this.#options = options;
    this.#checkHold = checkHold;
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
      this.#checkHold();
      const packed = await this.#next();
      if (packed === undefined) break;
      for (const each of packed) {
        if (each === undefined || signal.aborted) break;
        await this.#add(await unpackAnswer(each));
      }
      onCollected(this.#counts, this.#chunk, this.#batch.total);
    }
    const isComplete = this.#chunk === this.#batch.total;
    await this.#letGo();
    const setAside = (await queue.failedOf(this.#batch.id)).filter(({ chunk }) => chunk < this.#chunk);
    if (isComplete) {
      await queue.forget(this.#batch.id);
      await store.delete(this.#batch);
    }
    return { batch: this.#batch, counts: this.#counts, rowsBefore, setAside, isComplete };
  }

  /** The next answers, as soon as there is one; `undefined` where nothing more is to be had now. */
  async #next(): Promise<(Buffer | undefined)[] | undefined> {
    const { store, signal, isImpatient } = this.#options;
    for (let looks = 1; !signal.aborted; looks++) {
      const packed = await store.answersOf(this.#batch.id, this.#chunk, GROUP);
      if (packed[0] !== undefined) return packed;
      await this.#readAgain();
      if (this.#chunk === this.#batch.total) return [];
      if (looks % LOOKS_UNTIL_SEARCH === 1 && (await this.#search(looks))) return [];
      if (isImpatient) return undefined;
      await delay(LOOKED_EVERY);
    }
    return undefined;
  }

  /** Looks for the chunk whose answer does not come; `true` where it was set aside, and is written as it is. */
  async #search(looks: number): Promise<boolean> {
    const { store, queue, tell } = this.#options;
    const { id, name, file, submitted, total } = this.#batch;
    const chunk = this.#chunk;
    const isComing = total !== undefined || (await isHeld(store.redis, store.keyOfHold('submit', name)));
    if (!isComing && looks > LOOKS_UNTIL_SEARCH) throw this.#incomplete('was not submitted to its end');
    if (chunk >= submitted) return false;
    const state = await queue.stateOf({ batch: id, chunk });
    if (state === 'queued') {
      if (looks === 1 && (await queue.countWorkers()) === 0) tell('No worker is connected; waiting for one.');
      return false;
    }
    if (await store.isAnswered(id, chunk)) {
      // Between the two looks, or else its answer is gone.
      if (looks > LOOKS_UNTIL_SEARCH) throw this.#lost(`the answer to chunk ${chunk}`);
      return false;
    }
    const packed = await store.rowsOf(id, chunk);
    if (packed === undefined) throw this.#lost(`the rows of chunk ${chunk}`);
    const piece = await this.#pass(packed);
    const job = { batch: id, chunk, firstRow: this.#rows + 1, rows: piece.rows };
    if (state === 'unknown') {
      // Rows without a job: its submitter ended in between.
      await queue.add([job], this.#batch);
      return false;
    }
    tell(`Not answered: ${describeChunk(job, file)}: ${state.reason}`);
    await this.#add(piece);
    return true;
  }

  /** The rows of a chunk without answers. */
  async #pass(packed: Buffer): Promise<AnsweredPiece> {
    const rows = await unpackRows(packed).catch(() => {
      throw this.#incomplete(`is damaged in Redis behind row ${this.#rows}`);
    });
    return passPiece(this.#batch.plan, rows);
  }

  async #add(piece: AnsweredPiece): Promise<void> {
    await this.#write(piece.bytes);
    addPiece(this.#counts, piece);
    this.#rows += piece.rows;
    this.#chunk++;
    if (this.#chunk % SYNCED_CHUNKS === 0) await this.#letGo();
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#output!.write(bytes);
    this.#bytes += bytes.length;
  }

  /** What is safe in the output is no longer needed in Redis. */
  async #letGo(): Promise<void> {
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
