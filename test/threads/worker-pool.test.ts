import { afterAll, describe, expect, it } from 'vitest';
import { AddressLookupError } from '../../src/errors.ts';
import { moduleBeside, threadArguments } from '../../src/threads/thread-module.ts';
import { answerTask, WorkerPool } from '../../src/threads/worker-pool.ts';
import type { Result, Task } from './answering-thread.ts';

describe('a pool of threads', () => {
  const module = moduleBeside('answering-thread', import.meta.url);
  const pool = new WorkerPool<Task, Result>({ module, threads: 2, workerData: { name: 'given to all' } });
  afterAll(() => pool.close());

  it('answers a task in a thread that has what all were given', async () => {
    expect(await pool.run({ number: 7 })).toEqual({
      number: 7,
      given: { name: 'given to all' },
      bytes: new Uint8Array([7]),
    });
  });

  it('gives results in the order of the tasks, whichever is ready first', async () => {
    const tasks = Array.from({ length: 12 }, (_, number) => ({ number, milliseconds: number % 3 === 0 ? 30 : 0 }));
    const numbers: number[] = [];
    for await (const { number } of pool.runInOrder(tasks, 4)) numbers.push(number);
    expect(numbers).toEqual(tasks.map(({ number }) => number));
  });

  it('does not start more tasks than may be ahead', async () => {
    const tasks = Array.from({ length: 6 }, (_, number) => ({ number, bytes: new Uint8Array([1]) }));
    let started = 0;
    const watched = new Proxy(tasks, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) started++;
        return Reflect.get(target, key);
      },
    });
    const results = pool.runInOrder(watched, 2);
    await results.next();
    expect(started).toBe(2);
    await results.next();
    expect(started).toBe(3);
    await results.return(undefined);
  });

  it('tells an error of the library with its code and data', async () => {
    const error = await pool.run({ number: 3, refuse: true }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(AddressLookupError);
    expect(error).toMatchObject({ code: 'invalid-argument', message: 'Got 3.', data: { got: 3 } });
  });

  it('tells any other error too, and goes on', async () => {
    await expect(pool.run({ number: 3, fail: true })).rejects.toThrow('3 is broken');
    expect((await pool.run({ number: 4 })).number).toBe(4);
  });

  it('of tasks in order tells the first error in their order, though a later one failed before', async () => {
    const tasks = [{ number: 0 }, { number: 1, refuse: true, milliseconds: 50 }, { number: 2, refuse: true }];
    const numbers: number[] = [];
    const read = async (): Promise<void> => {
      for await (const { number } of pool.runInOrder(tasks, 3)) numbers.push(number);
    };
    await expect(read()).rejects.toThrow('Got 1.');
    expect(numbers).toEqual([0]);
  });

  it('hands buffers over without a copy', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const result = await pool.run({ number: 1, bytes }, [bytes.buffer]);
    expect(bytes.byteLength).toBe(0);
    expect([...result.bytes]).toEqual([1, 2, 3]);
  });
});

it('an error that is no sentence of the library is not turned into data', async () => {
  await expect(answerTask(() => Promise.reject(new RangeError('too long')))).rejects.toThrow(RangeError);
});

describe('a module of threads', () => {
  it('is the source beside a source, and the compiled form beside a compiled one', () => {
    expect(moduleBeside('worker', 'file:///x/src/engine.ts').href).toBe('file:///x/src/worker.ts');
    expect(moduleBeside('worker', 'file:///x/dist/engine.js').href).toBe('file:///x/dist/worker.js');
  });

  it('needs no options when compiled, and tsx where Node does not run TypeScript', () => {
    expect(threadArguments(new URL('file:///x/worker.js'))).toEqual([]);
    const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
    const [option, loader] = threadArguments(new URL('file:///x/worker.ts'));
    expect(option).toBe(runsTypeScript ? undefined : '--import');
    if (!runsTypeScript) expect(loader).toMatch(/^file:.*tsx/);
  });
});
