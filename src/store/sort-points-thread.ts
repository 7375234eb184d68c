import KDBush from 'kdbush';
import { type Answer, answerTask } from '../threads/worker-pool.ts';

/** In a thread: sorts points in shared memory; `undefined` only checks that the thread runs. */
export default function sortPoints(points: SharedArrayBuffer | undefined): Promise<Answer<undefined>> {
  return answerTask(() => {
    // Points that are there already count as sorted until they are sorted again.
    if (points !== undefined) KDBush.from(points).finish();
    return undefined;
  });
}
