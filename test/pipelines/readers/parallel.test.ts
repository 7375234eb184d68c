import { describe, expect, it } from 'vitest';
import { silentProgress } from '../../../pipelines/progress.ts';
import {
  countBytes,
  createParallelReader,
  type ParallelReader,
  startByteCounter,
} from '../../../pipelines/readers/parallel.ts';
import { readSlowFile, type SlowFile } from './slow-file.ts';

const file = (name: string, milliseconds: number, byteLength: number = 1): SlowFile => ({
  name,
  milliseconds,
  byteLength,
});

async function withReader<T>(
  threads: number,
  use: (reader: ParallelReader<SlowFile, string>) => Promise<T>,
): Promise<T> {
  const reader = createParallelReader({
    readFile: readSlowFile,
    worker: new URL('./slow-file-worker.ts', import.meta.url),
    threads,
    totalBytes: 10,
    minBytesForThreads: 10,
  });
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

async function collect(results: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe.each([1, 2])('reading files with %i threads', (threads) => {
  it('gives the results in the order of the files, whichever is ready first', async () => {
    const files = [file('a', 60, 1), file('b', 1, 3), file('c', 30, 2), file('d', 1, 9)];
    await withReader(threads, async (reader) => {
      expect(await collect(reader.inOrder(files))).toEqual(['A', 'B', 'C', 'D']);
      expect(await reader.all(files, ({ byteLength }) => byteLength)).toEqual(['A', 'B', 'C', 'D']);
      expect(await collect(reader.inOrder([]))).toEqual([]);
      expect(await reader.all([], () => 0)).toEqual([]);
    });
  });

  it('fails with the first file, in their order, that cannot be read', async () => {
    const files = [file('good', 1), file('bad', 60, -1), file('worse', 1, -1)];
    await withReader(threads, async (reader) => {
      const failure = { code: 'input-corrupt', message: '"bad" cannot be read.', data: { got: 'bad' } };
      await expect(collect(reader.inOrder(files))).rejects.toMatchObject(failure);
      await expect(reader.all(files, () => 0)).rejects.toMatchObject(failure);
    });
  });
});

it('counts the bytes that are read, and passes the last of them on when it stops', () => {
  const advanced: number[] = [];
  const counter = startByteCounter({ ...silentProgress, advance: (amount) => void advanced.push(amount) });
  countBytes(counter.shared, 2 ** 32);
  countBytes(counter.shared, 5);
  expect(advanced).toEqual([]);
  counter.stop();
  expect(advanced).toEqual([2 ** 32 + 5]);
});
