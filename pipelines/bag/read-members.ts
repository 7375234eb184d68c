import { moduleBeside } from '../../src/threads/thread-module.ts';
import { WorkerPool } from '../../src/threads/worker-pool.ts';
import { type MemberResult, type MemberTask, readMember } from './read-member.ts';

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
  const module = moduleBeside('read-member-worker', import.meta.url);
  const pool = new WorkerPool<MemberTask, MemberResult>({ module, threads });
  return { read: (tasks) => pool.runInOrder(tasks, threads * AHEAD), close: () => pool.close() };
}
