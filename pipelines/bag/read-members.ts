import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { AddressLookupError, type ErrorCode } from '../../src/errors.ts';
import { type MemberResult, type MemberTask, readMember } from './read-member.ts';

/** What a worker sends back. Errors lose their class on the way between threads, so they travel as data. */
export type MemberAnswer =
  | { readonly result: MemberResult }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly data: Record<string, unknown> } };

/** Below this many bytes of XML (about half a second of work) threads take longer to start than they save. */
const WORTH_THREADS_BYTES = 256 * 2 ** 20;

/** Files that are read ahead, per thread, while the results before them are waited for. */
const AHEAD = 4;

/** Reads stand files, one list of them after the other. */
export interface MemberReader {
  /**
   * Yields the results in the order of the tasks: the same files give the same rows whatever the threads do.
   *
   * @throws AddressLookupError `input-corrupt` as soon as a file in turn turns out to be
   */
  read(tasks: readonly MemberTask[]): AsyncGenerator<MemberResult>;
  close(): Promise<void>;
}

/** A reader with `threads` worker threads, where `totalBytes` of XML are worth them. */
export function createMemberReader(options: { readonly threads: number; readonly totalBytes: number }): MemberReader {
  const { threads, totalBytes } = options;
  if (threads < 2 || totalBytes < WORTH_THREADS_BYTES) {
    return {
      async *read(tasks) {
        for (const task of tasks) yield await readMember(task);
      },
      close: () => Promise.resolve(),
    };
  }
  const pool = new Piscina<MemberTask, MemberAnswer>({
    filename: new URL(workerFile(), import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    execArgv: workerArguments(),
  });
  return {
    read: (tasks) => inOrder(tasks, threads * AHEAD, async (task) => unwrap(await pool.run(task))),
    close: () => pool.destroy(),
  };
}

/** Runs up to `ahead` tasks at a time and yields their results in the order of the tasks. */
async function* inOrder<T, R>(tasks: readonly T[], ahead: number, run: (task: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  let next = 0;
  for (let done = 0; done < tasks.length; done++) {
    while (next < tasks.length && running.length < ahead) {
      const result = run(tasks[next++]!);
      // Without this, a second task that fails while the first is waited for would end the process.
      result.catch(() => {});
      running.push(result);
    }
    yield await running.shift()!;
  }
}

function unwrap(answer: MemberAnswer): MemberResult {
  if ('result' in answer) return answer.result;
  const { code, message, data } = answer.error;
  throw new AddressLookupError(code, message, data);
}

/** The worker lies beside this file: a `.ts` file when run from the sources, a `.js` file when built. */
function workerFile(): string {
  return import.meta.url.endsWith('.ts') ? './read-member-worker.ts' : './read-member-worker.js';
}

/** A worker that is TypeScript needs tsx where Node cannot run TypeScript itself (before 22.18). */
function workerArguments(): string[] {
  const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
  if (!workerFile().endsWith('.ts') || runsTypeScript) return [];
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(tsx).href];
}
