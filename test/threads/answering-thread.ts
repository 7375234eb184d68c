import { workerData } from 'node:worker_threads';
import { AddressLookupError } from '../../src/errors.ts';
import { type Answer, answerTask } from '../../src/threads/worker-pool.ts';

/** What the threads of worker-pool.test.ts do with a task. */
export interface Task {
  readonly number: number;
  readonly milliseconds?: number;
  readonly refuse?: boolean;
  readonly fail?: boolean;
  readonly bytes?: Uint8Array;
}

export interface Result {
  readonly number: number;
  readonly given: unknown;
  readonly bytes: Uint8Array;
}

export default function answer({ number, milliseconds = 0, refuse, fail, bytes }: Task): Promise<Answer<Result>> {
  return answerTask(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      if (refuse) throw new AddressLookupError('invalid-argument', `Got ${number}.`, { got: number });
      if (fail) throw new TypeError(`${number} is broken`);
      return { number, given: workerData, bytes: bytes ?? new Uint8Array([number]) };
    },
    (result) => [result.bytes.buffer],
  );
}
