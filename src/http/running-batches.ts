/** The batches that run: how many there may be, and how they share the time of the process. */

export const MAX_BATCHES = 8;
export const MAX_BATCHES_OF_CLIENT = 2;

/**
 * Counts the batches of all workers together: `onChange` is called with the clients of those in this one, `setOthers` takes
 * those of another. They arrive within milliseconds, so batches that begin at the same moment may be a few more.
 */
export class RunningBatches {
  /** The client of each batch. */
  readonly #own: string[] = [];
  readonly #others: Map<number, readonly string[]> = new Map();
  /** How those of this process share its time. */
  readonly turns: Turns = new Turns();
  onChange: (clients: readonly string[]) => void = () => {};

  /** Begins a batch, and returns a function that ends it; `undefined` if there are too many. */
  begin(client: string): (() => void) | undefined {
    const all = [this.#own, ...this.#others.values()].flat();
    const ofClient = all.filter((each) => each === client);
    if (all.length >= MAX_BATCHES || ofClient.length >= MAX_BATCHES_OF_CLIENT) return undefined;
    this.#own.push(client);
    this.onChange(this.#own);
    return () => {
      this.#own.splice(this.#own.indexOf(client), 1);
      this.onChange(this.#own);
    };
  }

  /** The client of each batch of another worker. */
  setOthers(worker: number, clients: readonly string[]): void {
    this.#others.set(worker, clients);
  }
}

/**
 * Lets the batches of a process do their work in turns: one step of one of them in each turn of the event loop. So another
 * request waits for one step, however many batches there are; looking for it costs too little to measure beside a row.
 */
export class Turns {
  /** Lets a step be done; the first of them in the next turn. */
  readonly #waiting: (() => void)[] = [];

  /** Does all steps; resolves with their result, and the milliseconds that they took. */
  async take<Result>(steps: Generator<void, Result>): Promise<{ readonly result: Result; readonly ms: number }> {
    let ms = 0;
    for (;;) {
      await new Promise<void>((resolve) => {
        if (this.#waiting.push(resolve) === 1) setImmediate(this.#turn);
      });
      const from = performance.now();
      const { value, done } = steps.next();
      ms += performance.now() - from;
      if (done) return { result: value, ms };
    }
  }

  readonly #turn = (): void => {
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setImmediate(this.#turn);
  };
}
