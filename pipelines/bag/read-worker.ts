import { type Answer, answerTask } from '../../src/threads/worker-pool.ts';
import { buffersOf } from '../readers/columns.ts';
import { readStandFile, type StandFileContent, type StandFileTask } from './stand-file.ts';

/** Reads one stand file in a worker thread. The columns of the result are handed over, not copied. */
export default function readStandFileInWorker(task: StandFileTask): Promise<Answer<StandFileContent>> {
  return answerTask(
    () => readStandFile(task),
    ({ rows }) => Object.values(rows).flatMap(buffersOf),
  );
}
