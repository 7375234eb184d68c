import { type Answer, answer } from '../readers/worker-threads.ts';
import { contentBuffers, type FileContent, type ReadTask, readFile } from './read-file.ts';

/** Reads one file of BeST in a worker thread. */
export default function readFileInWorker(task: ReadTask): Promise<Answer<FileContent>> {
  return answer(() => readFile(task), contentBuffers);
}
