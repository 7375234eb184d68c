import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';
import { AddressLookupError, type ErrorCode } from '../../src/errors.ts';

/** What a worker sends back. Errors lose their class on the way between threads, so they travel as data. */
export type Answer<R> =
  | { readonly result: R }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly data: Record<string, unknown> } };

/**
 * Runs `tasks` in worker threads, in the given order, and returns their results in that order too, whichever was ready
 * first. `moduleUrl` is that of the module beside which the worker lies; the worker's default export takes one task and
 * returns what `answer` makes of it.
 *
 * @throws AddressLookupError the first that a task ended in, by the order of the tasks
 */
export async function runInThreads<T, R>(
  tasks: readonly T[],
  options: { readonly moduleUrl: string; readonly worker: string; readonly threads: number },
): Promise<R[]> {
  const pool = new Piscina<T, Answer<R>>({
    filename: new URL(`./${options.worker}${isTypeScript(options.moduleUrl) ? '.ts' : '.js'}`, options.moduleUrl).href,
    minThreads: options.threads,
    maxThreads: options.threads,
    execArgv: workerArguments(options.moduleUrl),
  });
  try {
    const running = tasks.map((task) => pool.run(task));
    // Without this, a second task that fails while the first is waited for would end the process.
    for (const result of running) result.catch(() => {});
    const results: R[] = [];
    for (const result of running) results.push(unwrap(await result));
    return results;
  } finally {
    await pool.destroy();
  }
}

/** In a worker: does the work, and hands over the buffers of the result without copying them. */
export async function answer<R>(
  work: () => Promise<R>,
  buffersOf: (result: R) => ArrayBufferLike[],
): Promise<Answer<R>> {
  try {
    const result = await work();
    return move({ [transferableSymbol]: buffersOf(result), [valueSymbol]: { result } }) as unknown as Answer<R>;
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    return { error: { code: error.code, message: error.message, data: error.data } };
  }
}

function unwrap<R>(answered: Answer<R>): R {
  if ('result' in answered) return answered.result;
  const { code, message, data } = answered.error;
  throw new AddressLookupError(code, message, data);
}

/** Whether the program runs from its sources, not from what `npm run build` makes of them. */
function isTypeScript(moduleUrl: string): boolean {
  return moduleUrl.endsWith('.ts');
}

/** A worker that is TypeScript needs tsx where Node cannot run TypeScript itself (before 22.18). */
function workerArguments(moduleUrl: string): string[] {
  const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
  if (!isTypeScript(moduleUrl) || runsTypeScript) return [];
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(tsx).href];
}
