import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../../src/batch/engine.ts';
import { peekInput } from '../../src/batch/input.ts';
import { type FileOptions, planFile } from '../../src/batch/plan.ts';
import { geocodeStream } from '../../src/batch/stream.ts';
import { type Output, openOutput } from '../../src/cli/geocode-files.ts';
import { type Collection, type CollectOptions, collectBatch } from '../../src/cluster/collect.ts';
import { closeRedis, connectRedis } from '../../src/cluster/connection.ts';
import { CHUNK_QUEUE, ChunkQueue } from '../../src/cluster/queue.ts';
import { BatchStore } from '../../src/cluster/store.ts';
import { type Submission, type SubmitOptions, submitBatch } from '../../src/cluster/submit.ts';
import { type WorkOptions, workOnBatches } from '../../src/cluster/work.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { CountryIndex, type IndexBuffers } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/directory.ts';
import { codeOfPromise } from '../support/code-of.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { manyRows, numberedRows } from './many-rows.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.ts';

const viewsOf = (indexes: readonly IndexBuffers[]): CountryIndex[] => indexes.map((each) => new CountryIndex(each));

describe.skipIf(!hasRedisServer())('a batch in Redis', () => {
  let fixtures: FixtureIndexes;
  let indexes: IndexBuffers[];
  let server: RedisServer;
  let redis: Redis;
  let store: BatchStore;
  let queue: ChunkQueue;
  let scratch = '';
  let told: string[] = [];
  const tell = (sentence: string): void => void told.push(sentence);

  beforeAll(async () => {
    fixtures = await readFixtureIndexes();
    indexes = await Promise.all(COUNTRIES.map((country) => readIndex(join(fixtures.directory, country))));
    server = await startRedisServer();
    scratch = mkdtempSync(join(tmpdir(), 'batches-'));
  });
  afterAll(async () => {
    await server.remove();
    rmSync(scratch, { recursive: true, force: true });
  });
  beforeEach(async () => {
    told = [];
    redis = await connectRedis(server.url, tell);
    await redis.flushall();
    store = new BatchStore(redis, 'test');
    queue = await ChunkQueue.open(redis, store.prefix);
  });
  afterEach(async () => {
    await queue.close();
    closeRedis(redis);
  });

  async function submit(rows: string, options: Partial<SubmitOptions & FileOptions> = {}): Promise<Submission> {
    const peeked = await peekInput(Readable.from([Buffer.from(rows)]));
    return submitBatch(peeked, planFile(peeked, options), {
      store,
      queue,
      name: 'in.csv',
      file: 'in.csv',
      release: undefined,
      attempts: 2,
      keepSeconds: 3600,
      maxWaiting: 1000,
      signal: new AbortController().signal,
      tell,
      onSubmitted: () => {},
      ...options,
    });
  }

  const work = (options: Partial<WorkOptions> = {}): Promise<void> =>
    workOnBatches({
      store,
      queue,
      indexes,
      engine: createEngine(viewsOf(indexes)),
      lostAfterSeconds: 5,
      isUntilDone: true,
      signal: new AbortController().signal,
      tell,
      onAnswered: () => {},
      ...options,
    });

  /** All workers fail on all chunks, until they are set aside. */
  const failing = async (): Promise<void> => {
    const worker = new Worker(CHUNK_QUEUE, async () => Promise.reject(new Error('no luck')), {
      connection: redis,
      prefix: store.prefix,
      concurrency: 3,
    });
    while ((await queue.countOpen()) > 0) await delay(20);
    await worker.close();
  };

  /** Without a file, as on stdout. */
  async function collect(options: Partial<CollectOptions> = {}): Promise<Collection & { readonly bytes: Buffer }> {
    const out: Buffer[] = [];
    const collection = await collectBatch({
      store,
      queue,
      name: 'in.csv',
      file: undefined,
      open: async () => ({ write: async (bytes) => void out.push(bytes) }),
      isImpatient: false,
      signal: new AbortController().signal,
      tell,
      onCollected: () => {},
      ...options,
    });
    return { ...collection, bytes: Buffer.concat(out) };
  }

  const known = new Map<string, Buffer>();

  /** What one machine makes of it. */
  async function alone(rows: string, options: FileOptions = {}): Promise<Buffer> {
    const key = JSON.stringify([options, rows]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const peeked = await peekInput(Readable.from([Buffer.from(rows)]));
    const out: Buffer[] = [];
    const write = async (bytes: Buffer): Promise<void> => void out.push(bytes);
    await geocodeStream(peeked, planFile(peeked, options), { engine: createEngine(viewsOf(indexes)), write });
    known.set(key, Buffer.concat(out));
    return known.get(key)!;
  }

  const keysOfBatches = async (): Promise<string[]> =>
    (await redis.keys('*')).filter((key) => /:(?:batch|rows|answers|answered):|:chunks:\d+-/.test(key));

  it.each<[string, FileOptions]>([
    ['as it is', {}],
    ['for one country, with another prefix and a threshold', { country: 'nl', prefix: 'x_', threshold: 0.9 }],
  ])('comes out as one machine would give it, %s', async (_how, options) => {
    const rows = manyRows(fixtures.indexes.nl, 2500);
    await submit(rows, options);
    await work();
    const { bytes, counts, isComplete } = await collect();
    expect(bytes.equals(await alone(rows, options))).toBe(true);
    expect(counts.rows).toBe(2500);
    expect(isComplete).toBe(true);
    expect(await keysOfBatches()).toEqual([]);
  });

  it('may have a header and no rows', async () => {
    await submit('adres\n');
    expect((await collect()).bytes.equals(await alone('adres\n'))).toBe(true);
  });

  it('that is submitted twice is answered once', async () => {
    const rows = manyRows(fixtures.indexes.nl, 2500);
    expect(await submit(rows)).toMatchObject({ chunks: 3, rows: 2500, chunksBefore: 0 });
    expect(await submit(rows)).toMatchObject({ chunks: 3, rows: 2500, chunksBefore: 3 });
    let answered = 0;
    await work({
      onAnswered: (piece) => {
        answered += piece.rows;
      },
    });
    expect(await submit(rows)).toMatchObject({ chunksBefore: 3 });
    await work({
      onAnswered: (piece) => {
        answered += piece.rows;
      },
    });
    expect(answered).toBe(2500);
    expect((await collect()).bytes.equals(await alone(rows))).toBe(true);
  });

  it('whose submitter was interrupted, or died between any two of its steps, is gone on with', async () => {
    const rows = numberedRows(33_500);
    const interrupt = new AbortController();
    const first = await submit(rows, { signal: interrupt.signal, onSubmitted: () => interrupt.abort() });
    expect(first).toMatchObject({ isInterrupted: true, chunks: 32 });
    await expect(collect()).rejects.toThrow(/not submitted to its end/);
    // The note of what was handed in is lost, rows and jobs are not.
    const { id } = (await store.find('in.csv'))!;
    await redis.hset(`${store.prefix}:batch:${id}`, { submitted: 0, submittedRows: 0, chain: '' });
    expect(await submit(rows)).toMatchObject({ chunks: 34, chunksBefore: 0, isInterrupted: false });
    let answered = 0;
    await work({
      onAnswered: (piece) => {
        answered += piece.rows;
      },
    });
    expect(answered).toBe(33_500);
    expect((await collect()).bytes.equals(await alone(rows))).toBe(true);
  });

  it('is not mixed with another file, or other options or indexes, of the same name', async () => {
    const rows = manyRows(fixtures.indexes.nl, 1500);
    await submit(rows);
    const changed = rows.replace(/1\d00;/, 'x;');
    expect(await codeOfPromise(submit(changed))).toBe('batch-conflict');
    expect(await codeOfPromise(submit(rows.split('\n').slice(0, 900).join('\n')))).toBe('batch-conflict');
    expect(await codeOfPromise(submit(`${rows}1;;;;;\n`))).toBe('batch-conflict');
    expect(await codeOfPromise(submit(rows, { prefix: 'x_' }))).toBe('batch-conflict');
    await work();
    const other = { software: '0.0.0', indexes: [] };
    expect(await codeOfPromise(submit(rows, { release: other }))).toBe('batch-conflict');
    expect((await collect()).bytes.equals(await alone(rows))).toBe(true);
  });

  it('waits for workers where too much waits already', async () => {
    const rows = numberedRows(33_500);
    const submitting = submit(rows, { maxWaiting: 32 });
    while (!told.some((sentence) => sentence.includes('32 chunks wait for workers'))) await delay(20);
    expect((await store.find('in.csv'))!.submitted).toBe(32);
    const interrupt = new AbortController();
    const working = work({ isUntilDone: false, signal: interrupt.signal });
    expect(await submitting).toMatchObject({ chunks: 34 });
    expect((await collect()).counts.rows).toBe(33_500);
    interrupt.abort();
    await working;
  });

  it('collected before its end comes as it is answered; collected twice is gone', async () => {
    const rows = manyRows(fixtures.indexes.nl, 2500);
    await submit(rows);
    const impatient = await collect({ isImpatient: true });
    expect(impatient).toMatchObject({ isComplete: false, counts: { rows: 0 } });
    const collecting = collect();
    await delay(50);
    await work();
    expect((await collecting).bytes.equals(await alone(rows))).toBe(true);
    expect(told).toContain('No worker is connected; waiting for one.');
    expect(await codeOfPromise(collect())).toBe('batch-not-found');
  });

  it('is collected by one process at a time', async () => {
    await submit(manyRows(fixtures.indexes.nl, 500));
    const interrupt = new AbortController();
    const first = collect({ signal: interrupt.signal });
    await delay(50);
    await expect(collect()).rejects.toThrow('Another process is collecting');
    interrupt.abort();
    expect((await first).isComplete).toBe(false);
  });

  it('collected into a file is gone on with after the collector died, and makes room as it goes', async () => {
    const rows = numberedRows(33_500);
    await submit(rows);
    await work();
    const file = join(scratch, 'out.csv');
    const opened: Output[] = [];
    const open = async (keptBytes: number): Promise<Output> => {
      const output = await openOutput(file, keptBytes);
      opened.push(output);
      return output;
    };
    const interrupt = new AbortController();
    const onCollected: CollectOptions['onCollected'] = (_counts, chunks) => {
      if (chunks >= 32) interrupt.abort();
    };
    const first = await collect({ file, open, signal: interrupt.signal, onCollected });
    expect(first.isComplete).toBe(false);
    const { id, collected } = (await store.find('in.csv'))!;
    expect(collected).toBeGreaterThanOrEqual(32);
    expect(await redis.hlen(`${store.prefix}:answers:${id}`)).toBe(34 - collected);
    // It had written more, but not noted it.
    writeFileSync(file, 'half a ro', { flag: 'a' });
    expect(await codeOfPromise(collect())).toBe('batch-conflict');
    const second = await collect({ file, open });
    expect(second).toMatchObject({ isComplete: true, counts: { rows: 33_500 - first.counts.rows } });
    for (const output of opened) await output.close();
    expect(readFileSync(file).equals(await alone(rows))).toBe(true);
  });

  it('whose workers all fail on a chunk has it set aside and reported, its rows kept; submitted again, it is tried again', async () => {
    const rows = manyRows(fixtures.indexes.nl, 2500);
    await submit(rows);
    await failing();
    expect(await submit(rows)).toMatchObject({ chunksBefore: 3, chunksRetried: 3 });
    await work();
    expect((await collect()).bytes.equals(await alone(rows))).toBe(true);

    await submit(rows);
    await failing();
    const { bytes, setAside, counts, isComplete } = await collect();
    expect(setAside).toMatchObject([
      { chunk: 0, firstRow: 1, rows: 1000, reason: 'no luck' },
      { chunk: 1, firstRow: 1001, rows: 1000 },
      { chunk: 2, firstRow: 2001, rows: 500 },
    ]);
    expect(told).toContain('Not answered: rows 1,001 to 2,000 of in.csv: no luck');
    expect(counts).toMatchObject({ rows: 2500, statuses: { none: 2500 }, discrepancies: { 'not-answered': 2500 } });
    const kept = bytes.toString().replace(/;none;0\.000;+not-answered/g, '');
    expect(kept.split('\n').slice(1)).toEqual(rows.split('\n').slice(1));
    expect(isComplete).toBe(true);
    expect(await keysOfBatches()).toEqual([]);
  });

  it('with damaged rows says which; submitted again, it is mended', async () => {
    const rows = manyRows(fixtures.indexes.nl, 2500);
    await submit(rows);
    const { id } = (await store.find('in.csv'))!;
    await redis.hset(`${store.prefix}:rows:${id}`, '1', 'no rows at all');
    await work();
    expect(told).toContain('Set aside: rows 1,001 to 2,000 of in.csv: The chunk is damaged in Redis.');
    await expect(collect()).rejects.toThrow(/damaged in Redis after row 1000\. Submit in\.csv again/);
    expect(await submit(rows)).toMatchObject({ chunksRetried: 1 });
    await work();
    expect((await collect()).bytes.equals(await alone(rows))).toBe(true);
  });

  it('whose jobs were lost is answered all the same', async () => {
    const rows = manyRows(fixtures.indexes.nl, 2500);
    await submit(rows);
    const jobs = await redis.keys(`${store.prefix}:chunks:*`);
    await redis.del(...jobs);
    const interrupt = new AbortController();
    const working = work({ isUntilDone: false, signal: interrupt.signal });
    expect((await collect()).bytes.equals(await alone(rows))).toBe(true);
    interrupt.abort();
    await working;
  });

  it('is refused by a worker with other indexes, before and after it has begun, and loses nothing by it', async () => {
    const rows = manyRows(fixtures.indexes.nl, 2500);
    const some = indexes.slice(0, 2);
    const other = { indexes: some, engine: createEngine(viewsOf(some)) };
    // Working already when the batch comes.
    const waiting = work({ ...other, isUntilDone: false });
    waiting.catch(() => {});
    const { releaseOfIndexes } = await import('../../src/cluster/release.ts');
    await submit(rows, { release: releaseOfIndexes(indexes, COUNTRIES) });
    await expect(waiting).rejects.toThrow(
      /is answered by version .* lu \(CACLR.*this worker is version .*Give the worker the same/,
    );
    expect(await codeOfPromise(work(other))).toBe('batch-conflict');
    await work();
    expect((await collect()).bytes.equals(await alone(rows))).toBe(true);
  });

  it('for the Netherlands alone is answered whatever other indexes a worker has', async () => {
    const rows = manyRows(fixtures.indexes.nl, 1500);
    await submit(rows, { country: 'nl' });
    const some = indexes.slice(0, 1);
    await work({ indexes: some, engine: createEngine(viewsOf(some)) });
    expect((await store.find('in.csv'))!.release!.indexes.map(({ country }) => country)).toEqual(['nl']);
    await work();
    expect((await collect()).bytes.equals(await alone(rows, { country: 'nl' }))).toBe(true);
  });

  it('is forgotten when its chunks set aside are removed, and not before', async () => {
    const rows = manyRows(fixtures.indexes.nl, 2500);
    await submit(rows);
    await failing();
    const { id } = (await store.find('in.csv'))!;
    // Redis lets chunks be read, but not removed.
    await redis.call('ACL', 'SETUSER', 'default', '-zrem', '-del', '-unlink');
    await expect(queue.forget(id)).rejects.toThrow(/permission|can't run/);
    await redis.call('ACL', 'SETUSER', 'default', '+@all');
    expect(await queue.failedOf(id)).toHaveLength(3);
    await queue.forget(id);
    expect(await queue.failedOf(id)).toEqual([]);
  });

  it('expires as a whole, and is discarded as a whole', async () => {
    await submit(manyRows(fixtures.indexes.nl, 2500));
    const ttls = async (): Promise<number[]> =>
      Promise.all((await keysOfBatches()).filter((key) => !key.includes(':chunks:')).map((key) => redis.ttl(key)));
    expect(await ttls()).toEqual([3600, 3600]);
    await work();
    expect(await ttls()).toEqual([3600, 3600, 3600]);
    const batch = (await store.find('in.csv'))!;
    await store.delete(batch);
    expect(await keysOfBatches()).toEqual([]);
    // A worker that comes too late with an answer leaves nothing behind.
    await store.putAnswer(batch, 1, Buffer.from('late'));
    expect(await keysOfBatches()).toEqual([]);
  });
});
