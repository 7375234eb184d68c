import { type Answer, answerTask } from '../../src/threads/worker-pool.ts';
import { contentBuffers, type FileContent, type ReadTask, readFile } from './read.ts';

/** Reads one file of BeST in a worker thread. */
export default function readFileInWorker(task: ReadTask): Promise<Answer<FileContent>> {
  return answerTask(() => readFile(task), contentBuffers);
}
