import { join } from 'node:path';
import { Random } from '../../fixtures/generate/random.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import { CountryIndex, type IndexBuffers } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/directory.ts';
import { moduleBeside } from '../../src/threads/thread-module.ts';
import { WorkerPool } from '../../src/threads/worker-pool.ts';
import { measureOperations, type OperationLatency } from './operations.ts';
import { askMixed } from './scale-queries.ts';
import type { ThreadTask } from './scale-thread.ts';

/** What the process of `scale-target.ts` measures of one index. */
export interface ScaleFigures {
  readonly country: Country;
  readonly addresses: number;
  readonly streets: number;
  readonly indexBytes: number;
  /** By file. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly openMilliseconds: number;
  /** Of this process, the runtime included. */
  readonly residentBytes: number;
  /** Before anything was opened. */
  readonly residentBytesBefore: number;
  /** What a second and third thread that query the same memory add, each. */
  readonly threadBytes: number;
  readonly operations: readonly OperationLatency[];
}

const MIXED_QUERIES = 100_000;
const THREADS = 2;

/**
 * A process of its own for each index, so that memory is that of this index alone and opening is a first opening.
 *
 *     tsx scale-target.ts DIRECTORY COUNTRY SEED ROUNDS
 */
const [directory = '', country = 'nl', seed = '1', rounds = '3'] = process.argv.slice(2);
process.send?.(await measure(directory, country as Country, Number(seed), Number(rounds)));

async function measure(directory: string, country: Country, seed: number, rounds: number): Promise<ScaleFigures> {
  const residentBytesBefore = process.memoryUsage.rss();
  const start = performance.now();
  const buffers = await readIndex(join(directory, country));
  const index = new CountryIndex(buffers);
  const openMilliseconds = performance.now() - start;
  const { counts, files } = index.manifest;
  const lookup = new CountryLookup(country, index);
  askMixed(lookup, index, MIXED_QUERIES, new Random(seed).stream('mixed'));
  const residentBytes = process.memoryUsage.rss();
  const threadBytes = await measureThreads(buffers, country, seed);
  return {
    country,
    addresses: counts.addresses,
    streets: counts.streets,
    indexBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.map(({ name, bytes }) => ({ name, bytes })),
    openMilliseconds,
    residentBytes,
    residentBytesBefore,
    threadBytes,
    operations: measureOperations(lookup, index, { seed, rounds }),
  };
}

async function measureThreads(buffers: IndexBuffers, country: Country, seed: number): Promise<number> {
  const before = process.memoryUsage.rss();
  const module = moduleBeside('scale-thread', import.meta.url);
  const pool = new WorkerPool<ThreadTask, number>({ module, threads: THREADS });
  const tasks = Array.from({ length: THREADS }, (_, i) =>
    pool.run({ buffers, country, seed: seed + i, queries: MIXED_QUERIES / THREADS }),
  );
  await Promise.all(tasks);
  const after = process.memoryUsage.rss();
  await pool.close();
  return (after - before) / THREADS;
}
