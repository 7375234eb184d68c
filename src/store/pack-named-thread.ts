import { type Answer, answerTask } from '../threads/worker-pool.ts';
import type { OrderedNames } from './order.ts';
import { type NamedFiles, packNamed } from './pack-named.ts';

/** Packs what has names in a worker thread. The files are handed over, not copied. */
export default function packNamedInThread(input: OrderedNames): Promise<Answer<NamedFiles>> {
  return answerTask(
    () => packNamed(input),
    ({ areas, streets, names }) => [areas.buffer, streets.buffer, names.buffer],
  );
}
