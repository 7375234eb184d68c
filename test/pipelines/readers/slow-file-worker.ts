import { type Answer, answerTask } from '../../../src/threads/worker-pool.ts';
import { readSlowFile, type SlowFile } from './slow-file.ts';

export default function readInWorker(task: SlowFile): Promise<Answer<string>> {
  return answerTask(() => readSlowFile(task));
}
