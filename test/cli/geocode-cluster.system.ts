import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geocodeCommand } from '../../src/cli/geocode.ts';
import { manyRows } from '../cluster/many-rows.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../cluster/redis-server.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { type Outcome, runCommand } from './run-command.ts';

const geocode = (...args: string[]): Promise<Outcome> => runCommand(geocodeCommand(), args);

describe.skipIf(!hasRedisServer())('a batch through the commands', () => {
  let fixtures: FixtureIndexes;
  let server: RedisServer;
  let scratch = '';
  beforeAll(async () => {
    fixtures = await readFixtureIndexes();
    server = await startRedisServer();
    scratch = mkdtempSync(join(tmpdir(), 'cluster-commands-'));
    writeFileSync(join(scratch, 'in.csv'), manyRows(fixtures.indexes.nl, 2500));
  });
  afterAll(async () => {
    await server.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  const redis = (): string[] => ['--redis', server.url];
  const work = (): Promise<Outcome> =>
    geocode('worker', ...redis(), '--data', fixtures.directory, '--threads', '0', '--until-done');

  it('is submitted, seen in the status, answered, collected as one machine would give it, and then gone', async () => {
    const input = join(scratch, 'in.csv');
    const submitted = await geocode('submit', input, ...redis());
    expect(submitted.stderr).toContain('Batch "in.csv": 2,500 rows in 3 chunks.\n');
    expect([submitted.code, submitted.stdout]).toEqual([0, '']);

    const waiting = JSON.parse((await geocode('status', ...redis())).stdout);
    expect(waiting).toMatchObject({ workers: 0, batches: [{ name: 'in.csv', rows: 2500, chunks: 3, answered: 0 }] });

    const early = await geocode('collect', input, ...redis(), '--no-wait', '--out', join(scratch, 'early.csv'));
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining('run the same command again to continue from here'),
    ]);

    const worked = await work();
    expect([worked.code, worked.stderr]).toEqual([
      0,
      expect.stringContaining('Working with the indexes of nl, be, lu'),
    ]);
    const answered = JSON.parse((await geocode('status', ...redis())).stdout);
    expect(answered.batches).toMatchObject([{ answered: 3, isWhole: true, setAside: [] }]);
    expect(answered.batches[0].indexes).toHaveLength(3);

    const [out, report] = [join(scratch, 'out.csv'), join(scratch, 'report.json')];
    const again = await geocode(
      'collect',
      'in.csv',
      ...redis(),
      '--out',
      join(scratch, 'early.csv'),
      '--report',
      report,
    );
    expect(again.code).toBe(0);
    const alone = await geocode(input, '--data', fixtures.directory, '--threads', '0', '--quiet', '--out', out);
    expect(alone.code).toBe(0);
    expect(readFileSync(join(scratch, 'early.csv')).equals(readFileSync(out))).toBe(true);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ rows: 2500, setAside: [] });

    expect(JSON.parse((await geocode('status', ...redis())).stdout).batches).toEqual([]);
    const gone = await geocode('collect', 'in.csv', ...redis());
    expect([gone.code, gone.stdout]).toEqual([2, '']);
  });

  it('is discarded with its rows, whatever its state', async () => {
    await geocode('submit', join(scratch, 'in.csv'), ...redis(), '--batch', 'other', '--quiet');
    expect((await geocode('discard', 'other', ...redis())).code).toBe(0);
    expect(JSON.parse((await geocode('status', ...redis())).stdout).batches).toEqual([]);
    expect((await geocode('discard', 'other', ...redis())).code).toBe(2);
    expect((await work()).code).toBe(0);
  });

  it('says nothing with --quiet', async () => {
    const { stdout, stderr } = await geocode('submit', join(scratch, 'in.csv'), ...redis(), '--quiet');
    expect([stdout, stderr]).toEqual(['', '']);
    await geocode('discard', 'in.csv', ...redis());
  });

  it('of another queue is another', async () => {
    await geocode('submit', join(scratch, 'in.csv'), ...redis(), '--queue', 'mine', '--quiet');
    expect(JSON.parse((await geocode('status', ...redis())).stdout).batches).toEqual([]);
    const { batches } = JSON.parse((await geocode('status', ...redis(), '--queue', 'mine')).stdout);
    expect(batches).toMatchObject([{ name: 'in.csv' }]);
    await geocode('discard', 'in.csv', ...redis(), '--queue', 'mine');
  });
});
