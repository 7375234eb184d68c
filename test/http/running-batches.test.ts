import { describe, expect, it } from 'vitest';
import { MAX_BATCHES, MAX_BATCHES_OF_CLIENT, RunningBatches, Turns } from '../../src/http/running-batches.ts';

describe('running batches', () => {
  it('are so many in all, and so many of a client, of all processes together', () => {
    const batches = new RunningBatches();
    const told: object[] = [];
    batches.onChange = (clients) => told.push([...clients]);
    const end = batches.begin('a')!;
    batches.setOthers(
      2,
      Array.from({ length: MAX_BATCHES_OF_CLIENT - 1 }, () => 'a'),
    );
    expect(batches.begin('a')).toBeUndefined();
    end();
    expect(told).toEqual([['a'], []]);
    expect(batches.begin('a')).toBeDefined();
    batches.setOthers(
      3,
      Array.from({ length: MAX_BATCHES - 2 }, (_, i) => `c${i}`),
    );
    expect(batches.begin('b')).toBeUndefined();
    batches.setOthers(3, []);
    expect(batches.begin('b')).toBeDefined();
  });
});

describe('turns', () => {
  /** Steps that take some milliseconds each. */
  function* work(name: string, steps: number, ms: number, done: string[]): Generator<void, string> {
    for (let i = 0; i < steps; i++) {
      const end = performance.now() + ms;
      while (performance.now() < end);
      done.push(name);
      yield;
    }
    return name;
  }

  it('let others be answered between two rows, and charge each what it took', async () => {
    const turns = new Turns();
    const done: string[] = [];
    let others = 0;
    const other = setInterval(() => others++, 0);
    const [dear, cheap] = await Promise.all([
      turns.take(work('dear', 20, 6, done)),
      turns.take(work('cheap', 20, 0.01, done)),
    ]);
    clearInterval(other);
    expect([dear.result, cheap.result]).toEqual(['dear', 'cheap']);
    expect(dear.ms).toBeGreaterThanOrEqual(120);
    expect(cheap.ms).toBeLessThan(dear.ms / 2);
    // One row of each, in turn; and after each dear one, others.
    expect(done.slice(0, 4)).toEqual(['dear', 'cheap', 'dear', 'cheap']);
    expect(others).toBeGreaterThanOrEqual(15);
  });

  it('go on for others when one fails', async () => {
    const turns = new Turns();
    const failing = turns.take(
      (function* (): Generator<void, string> {
        yield;
        throw new Error('broken');
      })(),
    );
    const other = turns.take(work('other', 3, 0, []));
    await expect(failing).rejects.toThrow('broken');
    expect((await other).result).toBe('other');
  });
});
