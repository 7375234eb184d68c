/** The batches that run: how many there may be, and how they share the time of the process. */

export const MAX_BATCHES = 8;
export const MAX_BATCHES_OF_CLIENT = 2;

/** How many batches each client has. */
export type BatchCounts = Readonly<Record<string, number>>;

/**
 * Counts the batches of all workers together: `onChange` is called with the counts of this one, `setOthers` takes those of
 * another. A count arrives within milliseconds, so batches that begin at the same moment may be a few more.
 */
export class RunningBatches {
  readonly #own: Map<string, number> = new Map();
  readonly #others: Map<number, BatchCounts> = new Map();
  /** How those of this process share its time. */
  readonly turns: Turns = new Turns();
  onChange: (counts: BatchCounts) => void = () => {};

  /** Begins a batch, and returns a function that ends it; `undefined` if there are too many. */
  begin(client: string): (() => void) | undefined {
    const all = [Object.fromEntries(this.#own), ...this.#others.values()];
    const count = all.flatMap((each) => Object.values(each)).reduce((sum, each) => sum + each, 0);
    const ofClient = all.reduce((sum, each) => sum + (each[client] ?? 0), 0);
    if (count >= MAX_BATCHES || ofClient >= MAX_BATCHES_OF_CLIENT) return undefined;
    this.#add(client, 1);
    let isRunning = true;
    return () => {
      if (isRunning) this.#add(client, -1);
      isRunning = false;
    };
  }

  /** The counts of another worker. */
  setOthers(worker: number, counts: BatchCounts): void {
    this.#others.set(worker, counts);
  }

  #add(client: string, count: number): void {
    const next = (this.#own.get(client) ?? 0) + count;
    if (next === 0) this.#own.delete(client);
    else this.#own.set(client, next);
    this.onChange(Object.fromEntries(this.#own));
  }
}

/**
 * Lets the batches of a process do their work in turns: one step of one of them in each turn of the event loop. So another
 * request waits for one step, however many batches there are; looking for it costs too little to measure beside a row.
 */
export class Turns {
  /** Work of which each does a step, and says whether it was the last. */
  readonly #waiting: (() => boolean)[] = [];

  /** Does all steps; resolves with their result, and the milliseconds that they took. */
  take<Result>(steps: Generator<void, Result>): Promise<{ readonly result: Result; readonly ms: number }> {
    return new Promise((resolve, reject) => {
      let ms = 0;
      const step = (): boolean => {
        const from = performance.now();
        try {
          const { value, done } = steps.next();
          ms += performance.now() - from;
          if (done) resolve({ result: value, ms });
          return done === true;
        } catch (error) {
          reject(error);
          return true;
        }
      };
      if (this.#waiting.push(step) === 1) setImmediate(this.#turn);
    });
  }

  readonly #turn = (): void => {
    const first = this.#waiting.shift()!;
    if (!first()) this.#waiting.push(first);
    if (this.#waiting.length > 0) setImmediate(this.#turn);
  };
}
