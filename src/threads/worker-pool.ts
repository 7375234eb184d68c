import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';
import { AddressLookupError, type ErrorCode } from '../errors.ts';
import { threadArguments } from './thread-module.ts';

interface WorkerPoolOptions {
  /** Its default export takes one task and returns what `answerTask` makes of it. */
  readonly module: URL;
  readonly threads: number;
  /** Passed to all threads as `workerData`; shared memory is not copied. */
  readonly workerData?: unknown;
  /** The most that a thread may keep of its own, in MB: it is the sooner tidied up. As much as the process may have unless given. */
  readonly heapMegabytes?: number;
}

/** What is new in a bounded heap may fill this much of it before it is tidied up; unless told, Node lets it fill 48 MB. */
const YOUNG_SHARE = 1 / 6;

/** Worker threads that do one kind of work. */
export class WorkerPool<Task, Result> {
  readonly #pool: Piscina<Task, Answer<Result>>;

  constructor({ module, threads, workerData, heapMegabytes }: WorkerPoolOptions) {
    this.#pool = new Piscina<Task, Answer<Result>>({
      filename: module.href,
      minThreads: threads,
      maxThreads: threads,
      execArgv: threadArguments(module),
      ...(workerData === undefined ? {} : { workerData }),
      ...(heapMegabytes === undefined
        ? {}
        : {
            resourceLimits: {
              maxOldGenerationSizeMb: heapMegabytes,
              maxYoungGenerationSizeMb: heapMegabytes * YOUNG_SHARE,
            },
          }),
    });
  }

  /**
   * Runs a task on the next free thread. The buffers in `handedOver` are moved to it, not copied.
   *
   * @throws AddressLookupError thrown by the task
   */
  async run(task: Task, handedOver: ArrayBuffer[] = []): Promise<Result> {
    const answer = await this.#pool.run(task, { transferList: handedOver });
    if ('result' in answer) return answer.result;
    const { code, message, data } = answer.error;
    throw new AddressLookupError(code, message, data);
  }

  /**
   * Runs up to `ahead` tasks at a time and yields their results in the order of the tasks, whichever is ready first.
   *
   * @throws AddressLookupError of the first task that fails, in the order of the tasks
   */
  async *runInOrder(tasks: readonly Task[], ahead: number): AsyncGenerator<Result> {
    const running: Promise<Result>[] = [];
    let next = 0;
    for (let done = 0; done < tasks.length; done++) {
      while (next < tasks.length && running.length < ahead) {
        const result = this.run(tasks[next++]!);
        // Without this, a second task failing while the first is awaited would end the process.
        result.catch(() => {});
        running.push(result);
      }
      yield await running.shift()!;
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** What a thread sends back. Errors lose their class on the way between threads, so they travel as data. */
export type Answer<Result> =
  | { readonly result: Result }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly data: Record<string, unknown> } };

/** For worker threads: does the work, and transfers the buffers of the result instead of copying them. */
export async function answerTask<Result>(
  work: () => Result | Promise<Result>,
  buffersOf: (result: Result) => ArrayBufferLike[] = () => [],
): Promise<Answer<Result>> {
  try {
    const result = await work();
    return move({ [transferableSymbol]: buffersOf(result), [valueSymbol]: { result } }) as unknown as Answer<Result>;
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    return { error: { code: error.code, message: error.message, data: error.data } };
  }
}
