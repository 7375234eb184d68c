import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DirectoryLock } from '../../../pipelines/directory-lock.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { type UpdateOptions, type UpdateOutcome, update } from '../../../pipelines/update/update.ts';
import { updateCommand } from '../../../pipelines/update/update-command.ts';
import { addIndexMetrics, healthOf } from '../../../src/http/status.ts';
import { LiveLookup } from '../../../src/lookup/live-lookup.ts';
import { manifestOf, openCountry, openIndex } from '../../../src/store/directory.ts';
import { LAST_UPDATE_FILE, readLastUpdate } from '../../../src/store/last-update.ts';
import { type Outcome, runCommand } from '../../cli/run-command.ts';
import { fixtureFile, offerEdition, offeredAddresses, withoutLastLine } from '../../support/offered-registers.ts';
import { answering } from '../../support/publisher-server.ts';
import { publishersForEachTest } from '../../support/test-publishers.ts';

const publishers = publishersForEachTest('update');
let home = '';
beforeEach(() => {
  home = publishers.folder;
});

const out = (): string => join(home, 'data');
const run = (options: Partial<UpdateOptions> = {}): Promise<UpdateOutcome> =>
  update({
    countries: ['lu'],
    to: join(home, 'downloads'),
    sources: offeredAddresses(publishers.server),
    keepDownloads: 2,
    out: out(),
    threads: 1,
    // The fixtures have a CACLR of another year than the positions that the publishers offer.
    gates: { accept: ['dates'] },
    client: publishers.client,
    progress: () => silentProgress,
    tell: () => {},
    ...options,
  });

describe('an update', () => {
  it('downloads, builds and publishes, and does nothing the next time', async () => {
    const first = await run();
    const { addresses } = manifestOf(out(), 'lu').counts;
    expect(addresses).toBeGreaterThan(100);
    expect(first).toEqual({
      status: 'updated',
      seconds: expect.any(Number),
      countries: {
        lu: {
          status: 'updated',
          releaseDate: '2026-09-28',
          fetchedBytes: fixtureFile('lu/caclr.zip').length + fixtureFile('lu/addresses.csv').length,
          addresses,
          seconds: expect.any(Number),
        },
      },
    });
    const second = await run();
    expect(second.countries.lu).toMatchObject({ status: 'unchanged', fetchedBytes: 0, addresses });
    expect(second.status).toBe('unchanged');
    expect((await run({ isForced: true })).status).toBe('updated');
  });

  it('builds again what was downloaded but never published', async () => {
    await run();
    rmSync(out(), { recursive: true });
    expect((await run()).countries.lu).toMatchObject({ status: 'updated', fetchedBytes: 0 });
  });

  it('publishes the new release when a file has changed', async () => {
    await run();
    const changed = withoutLastLine(fixtureFile('lu/addresses.csv'));
    offerEdition(publishers.server, 'bd', 'addresses.csv', '20261005-023119', changed);
    const { countries } = await run();
    expect(countries.lu).toMatchObject({
      status: 'updated',
      releaseDate: '2026-10-05',
      fetchedBytes: changed.length,
    });
    expect(manifestOf(out(), 'lu').registers[1]!.referenceDate).toBe('2026-10-05');
  });

  it('goes on with the next country when one fails, and leaves the release before current', async () => {
    await run();
    publishers.server.requests.length = 0;
    publishers.server.misbehaviours.push(answering(500));
    const outcome = await run({ countries: ['lu', 'nl'] });
    expect(outcome.status).toBe('failed');
    expect(outcome.countries.lu).toMatchObject({
      status: 'failed',
      code: 'download-failed',
      message: expect.stringContaining('answers 500'),
      addresses: manifestOf(out(), 'lu').counts.addresses,
    });
    expect(outcome.countries.nl).toMatchObject({ status: 'updated', releaseDate: '2026-01-08' });
    await openCountry(out(), 'lu');
  });

  it('says which gates refused what it has built, and where that is', async () => {
    const outcome = await run({ gates: { accept: [] } });
    expect(outcome.status).toBe('refused');
    expect(outcome.countries.lu).toMatchObject({ status: 'refused', code: 'gates-failed', gates: ['dates'] });
    const refused = join(out(), 'lu', 'releases', '.refused');
    expect(outcome.countries.lu!.message).toContain(`the refused build is in ${refused} until the next build`);
    expect(readFileSync(join(refused, 'report.html'), 'utf8')).toContain('failed');
    await openIndex(refused);
    await expect(openCountry(out(), 'lu')).rejects.toMatchObject({ code: 'index-not-found' });
  });

  it('says how it ended where a service looks, with a release to serve and without', async () => {
    const told: string[] = [];
    const tell = (text: string): void => void told.push(text);
    const shown = async (): Promise<object[]> => {
      const live = await LiveLookup.open(out());
      const { updates } = healthOf(live) as { updates: object[] };
      const registry = new Registry();
      addIndexMetrics(registry, live);
      const outcomes = /outcome="(\w+)"\} 1/.exec(await registry.metrics())!.slice(1);
      live.close();
      return [...updates, ...outcomes.map((outcome) => ({ outcome }))];
    };
    // Before there is any release, and then into the same place.
    await run({ gates: { accept: [] } });
    expect(await readLastUpdate(join(out(), 'lu'))).toMatchObject({ status: 'refused', gates: ['dates'] });
    await run();
    const [good, outcome] = await shown();
    expect(good).toEqual({
      country: 'lu',
      status: 'updated',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      succeeded_at: (good as { at: string }).at,
      release_date: '2026-09-28',
      code: null,
      gates: [],
    });
    expect(outcome).toEqual({ outcome: 'updated' });
    const { at: succeeded_at } = good as { at: string };
    await run({ isForced: true, gates: { accept: [] } });
    const refused = { status: 'refused', code: 'gates-failed', gates: ['dates'], release_date: '2026-09-28' };
    expect(await shown()).toMatchObject([{ ...refused, succeeded_at }, { outcome: 'refused' }]);
    publishers.server.misbehaviours.push(answering(500));
    await run();
    const failed = { status: 'failed', code: 'download-failed', gates: [], release_date: null };
    expect(await shown()).toMatchObject([{ ...failed, succeeded_at }, { outcome: 'failed' }]);
    await run();
    const [unchanged] = await shown();
    expect(unchanged).toMatchObject({ status: 'unchanged', code: null, gates: [] });
    expect((unchanged as { succeeded_at: string }).succeeded_at > succeeded_at).toBe(true);
    // Where it cannot be written, that is a line, and no other outcome.
    rmSync(join(out(), 'lu', LAST_UPDATE_FILE));
    mkdirSync(join(out(), 'lu', LAST_UPDATE_FILE));
    expect(await run({ tell })).toMatchObject({ status: 'unchanged' });
    expect(told).toEqual([expect.stringMatching(/^lu: last-update\.json was not written: .*\n$/)]);
    expect(readdirSync(join(out(), 'lu')).sort()).toEqual(['current.json', 'last-update.json', 'releases']);
  });

  it('leaves a directory as it is that is not for indexes', async () => {
    mkdirSync(join(out(), 'lu'), { recursive: true });
    writeFileSync(join(out(), 'lu', 'letters.txt'), 'mine');
    expect((await run()).countries.lu).toMatchObject({ code: 'output-not-writable' });
    expect(readdirSync(join(out(), 'lu'))).toEqual(['letters.txt']);
  });

  it('refuses what is no register', async () => {
    offerEdition(
      publishers.server,
      'bd',
      'addresses.csv',
      '20261005-023119',
      Buffer.from('<html><title>Maintenance</title>'),
    );
    const outcome = await run();
    expect(outcome.status).toBe('refused');
    expect(outcome.countries.lu).toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('Maintenance'),
    });
    expect(outcome.countries.lu).not.toHaveProperty('addresses');
  });

  it('recovers from files that were damaged on their way, and from a disk that fails', async () => {
    const direct = Object.fromEntries(
      ['caclr.zip', 'addresses.csv'].map((name) => [
        name,
        publishers.server.offer(`/${name}`, fixtureFile(`lu/${name}`), { etag: '"v1"' }),
      ]),
    );
    const night = (): Promise<UpdateOutcome> => run({ sources: direct });
    // A zip shows it by the checksums of its members.
    const damaged = Buffer.from(fixtureFile('lu/caclr.zip'));
    for (let at = 200; at < 240; at++) damaged[at]! ^= 0xff;
    publishers.server.offer('/caclr.zip', damaged, { etag: '"v1"' });
    expect((await night()).countries.lu).toMatchObject({ status: 'refused', code: 'input-corrupt' });
    publishers.server.offer('/caclr.zip', fixtureFile('lu/caclr.zip'), { etag: '"v1"' });
    // A CSV that is cut short shows it to the build.
    const csv = fixtureFile('lu/addresses.csv');
    publishers.server.offer('/addresses.csv', csv.subarray(0, csv.length - 30), { etag: '"v1"' });
    expect((await night()).countries.lu).toMatchObject({ status: 'refused', code: 'input-corrupt' });
    publishers.server.offer('/addresses.csv', csv, { etag: '"v1"' });
    expect((await night()).countries.lu).toMatchObject({ status: 'updated', addresses: 764 });

    const [release] = readdirSync(join(home, 'downloads/lu')) as [string];
    const zip = join(home, 'downloads/lu', release, 'caclr.zip');
    writeFileSync(zip, damaged);
    expect((await run({ sources: direct, isForced: true })).countries.lu).toMatchObject({ status: 'refused' });
    expect((await night()).countries.lu).toMatchObject({ status: 'unchanged', addresses: 764 });
    expect(readFileSync(zip).equals(fixtureFile('lu/caclr.zip'))).toBe(true);
  });

  it('fetches a file that the publisher himself has damaged twice, and then only when he offers another', async () => {
    const csv = fixtureFile('lu/addresses.csv');
    const offer = (body: Buffer, etag: string): string => publishers.server.offer('/addresses.csv', body, { etag });
    const sources = { ...offeredAddresses(publishers.server), 'addresses.csv': offer(csv.subarray(0, -30), '"v1"') };
    const fetched: number[] = [];
    for (let night = 0; night < 4; night++) {
      const { lu } = (await run({ sources })).countries;
      expect(lu).toMatchObject({ status: 'refused', code: 'input-corrupt' });
      fetched.push(lu!.fetchedBytes!);
    }
    expect(fetched.slice(1)).toEqual([csv.length - 30, 0, 0]);
    offer(csv, '"v2"');
    expect((await run({ sources })).countries.lu).toMatchObject({ status: 'updated' });
  });

  it('one country has failed whatever happens to it: the others go on, and there is a line of JSON', async () => {
    const { server } = publishers;
    const notFile = (): never => {
      throw new TypeError('what nobody has thought of');
    };
    const outcome = await run({
      countries: ['nl', 'lu'],
      progress: (country) => (country === 'nl' ? { ...silentProgress, stage: notFile } : silentProgress),
    });
    expect(outcome.countries.nl).toMatchObject({ status: 'failed', code: 'internal-error' });
    expect(outcome.countries.nl!.message).toContain('what nobody has thought of');
    expect(outcome.countries.lu).toMatchObject({ status: 'updated' });
    server.requests.length = 0;
    writeFileSync(join(home, 'file'), '');
    const nowhere = await run({ countries: ['nl', 'lu'], to: join(home, 'file', 'downloads') });
    expect(nowhere).toMatchObject({ status: 'failed', countries: { nl: { code: 'output-not-writable' }, lu: {} } });
    expect(nowhere.countries.lu!.addresses).toBe(764);
    expect(server.requests).toEqual([]);
  });

  it('does not run twice at once on the same downloads', async () => {
    await run();
    const lock = await DirectoryLock.acquire(join(home, 'downloads', '.lock'));
    expect(await run()).toMatchObject({
      status: 'failed',
      countries: { lu: { status: 'failed', code: 'output-not-writable', addresses: expect.any(Number) } },
    });
    lock.release();
    expect((await run()).status).toBe('unchanged');
  });
});

describe('the command update', () => {
  const run = async (argv: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    try {
      return await runCommand(updateCommand(), argv);
    } finally {
      vi.unstubAllEnvs();
    }
  };

  it('takes its options from a file and the environment, prints one line of JSON, and says by its exit code how it went', async () => {
    const config = join(home, 'address-lookup.json');
    const settings = {
      to: join(home, 'downloads'),
      out: out(),
      countries: ['lu'],
      source: offeredAddresses(publishers.server),
      accept: 'dates',
    };
    writeFileSync(config, JSON.stringify({ ...settings, accept: undefined }));
    const gated = await run(['--config', config]);
    expect(JSON.parse(gated.stdout)).toMatchObject({ status: 'refused', countries: { lu: { gates: ['dates'] } } });
    expect(gated.code).toBe(3);
    expect(gated.stderr).toContain('--accept dates');
    writeFileSync(config, JSON.stringify(settings));
    const first = await run(['--config', config]);
    expect(first.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(first.stdout)).toMatchObject({ status: 'updated', countries: { lu: { status: 'updated' } } });
    expect(first.code).toBe(0);
    expect(readFileSync(join(home, 'downloads/lu/2026-09-28/provenance.json'), 'utf8')).toContain('"CC0-1.0"');

    offerEdition(publishers.server, 'bd', 'addresses.csv', '20261005-023119', Buffer.from('<html>'));
    const refused = await run([], { ADDRESS_LOOKUP_CONFIG: config });
    expect(JSON.parse(refused.stdout)).toMatchObject({ status: 'refused' });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('lu: http://127.0.0.1');

    const missing = await run(['--source', `caclr.zip=${publishers.server.url('/none.zip')}`], {
      ADDRESS_LOOKUP_CONFIG: config,
    });
    expect(JSON.parse(missing.stdout)).toMatchObject({ status: 'failed', countries: { lu: { status: 'failed' } } });
    expect(missing.code).toBe(2);

    const wrong = await run(['--countries', 'de', '--config', config]);
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Got country "de"') });
  });
});
