import { type Answer, answerTask } from '../../src/threads/worker-pool.ts';
import { buffersOf } from '../readers/columns.ts';
import { type FileContent, type ReadTask, readFile } from './read.ts';

/** Reads one file of BeST in a worker thread. The columns of the result are handed over, not copied. */
export default function readFileInWorker(task: ReadTask): Promise<Answer<FileContent>> {
  return answerTask(
    () => readFile(task),
    ({ table }) => buffersOf(table),
  );
}
