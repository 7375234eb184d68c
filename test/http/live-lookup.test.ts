import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Country } from '../../src/index.ts';
import { LiveLookup } from '../../src/lookup/live-lookup.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { codeOfPromise } from '../support/code-of.ts';
import { randomInput } from '../support/random-input.ts';
import { CLIENTS, checkedGet, type FixtureService } from './fixture-service.ts';
import { createServer } from './inject.ts';

/** Three releases of each country, written once. */
const releases = mkdtempSync(join(tmpdir(), 'releases-'));
const COUNTRIES_HERE: readonly Country[] = ['nl', 'lu'];

beforeAll(() => {
  for (const country of COUNTRIES_HERE) {
    for (const seed of [1, 2, 3]) {
      mkdirSync(releaseOf(country, seed));
      writeIndex(releaseOf(country, seed), randomInput(country, seed));
    }
  }
});
afterAll(() => rmSync(releases, { recursive: true }));

function releaseOf(country: Country, seed: number): string {
  return join(releases, `${country}-${seed}`);
}

describe('a live lookup', () => {
  let data = '';
  let live: LiveLookup;
  let get: FixtureService['get'];
  let close: () => Promise<void>;

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'live-'));
    put('nl', 1);
    live = await LiveLookup.open(data);
    const app = await createServer(live, { clients: CLIENTS, page: false });
    get = await checkedGet(app);
    close = () => app.close();
  });
  afterEach(async () => {
    await close();
    rmSync(data, { recursive: true });
  });

  /** Replaces an index as the build does: written aside, then moved into place. */
  function put(country: Country, seed: number): void {
    const [target, aside] = [join(data, country), join(data, `.${country}.aside`)];
    cpSync(releaseOf(country, seed), aside, { recursive: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(aside, target);
  }

  async function health(): Promise<{
    status: string;
    countries: { country: string; release: string; served_since: string; counts: { addresses: number } }[];
    refused: { country: string; code: string; message: string }[];
  }> {
    return (await get('/health')).json();
  }

  async function addressesOf(country: Country, seed: number): Promise<number> {
    const manifest = JSON.parse(await readFile(join(releaseOf(country, seed), 'manifest.json'), 'utf8'));
    return manifest.counts.addresses;
  }

  it('serves the new release after a refresh, under another ETag', async () => {
    const before = await health();
    expect(before.countries[0]?.counts.addresses).toBe(await addressesOf('nl', 1));
    const ask = (etag = '"none"') => get('/v1/geocode?text=Dam%201', { headers: { 'if-none-match': etag } });
    const known = String((await ask()).headers.etag);
    put('nl', 2);
    expect(await health()).toEqual(before);
    expect((await ask(known)).statusCode).toBe(304);
    await live.refresh();
    const asked = await ask(known);
    expect(asked.statusCode).toBe(200);
    expect(asked.headers.etag).not.toBe(known);
    expect((await ask(String(asked.headers.etag))).statusCode).toBe(304);
    const after = await health();
    expect(after.status).toBe('ok');
    expect(after.countries[0]?.counts.addresses).toBe(await addressesOf('nl', 2));
    expect(after.countries[0]?.release).not.toBe(before.countries[0]?.release);
  });

  it('answers from the new release in what was taken from the former one', async () => {
    const { nl } = live.current;
    expect(nl.manifest.counts.addresses).toBe(await addressesOf('nl', 1));
    put('nl', 2);
    await live.refresh();
    expect(live.current.nl).toBe(nl);
    expect(nl.manifest.counts.addresses).toBe(await addressesOf('nl', 2));
  });

  it('does nothing while nothing has changed', async () => {
    const since = live.servedSince('nl');
    await live.refresh();
    expect(live.servedSince('nl')).toBe(since);
  });

  it('serves a country that is added', async () => {
    expect((await get('/v1/autocomplete/lu?search=l')).statusCode).toBe(503);
    put('lu', 1);
    await live.refresh();
    expect((await get('/v1/autocomplete/lu?search=l')).statusCode).toBe(200);
    expect((await health()).countries.map(({ country }) => country)).toEqual(['nl', 'lu']);
  });

  it('answers of several countries from the releases of all of them', async () => {
    const path = '/v1/autocomplete?search=a&per_page=100';
    const answers = new Set<string>();
    for (const seed of [1, 2]) {
      put('lu', seed);
      await live.refresh();
      const answer = await get(path);
      expect(answer.json()).toEqual(live.current.autocomplete({ search: 'a', perPage: 100 }));
      expect((await get(path)).body).toBe(answer.body);
      answers.add(answer.body).add(String(answer.headers.etag));
    }
    expect(answers.size).toBe(4);
  });

  it.each([
    ['is cut short', 'index-corrupt', () => truncateSync(join(data, 'nl/addresses.bin'), 100)],
    ['lacks a file', 'index-corrupt', () => rmSync(join(data, 'nl/names.bin'))],
    ['has one byte changed', 'index-corrupt', () => flipByte(join(data, 'nl/names.bin'), 4000)],
    ['has no manifest', 'index-not-found', () => rmSync(join(data, 'nl/manifest.json'))],
    ['is gone', 'index-not-found', () => rmSync(join(data, 'nl'), { recursive: true })],
    ['has a manifest of nonsense', 'index-corrupt', () => writeFileSync(join(data, 'nl/manifest.json'), '{}')],
    [
      'is of another format',
      'index-version',
      () => changeManifest(join(data, 'nl/manifest.json'), { formatVersion: 99 }),
    ],
    [
      'is of another country',
      'index-corrupt',
      () => {
        rmSync(join(data, 'nl'), { recursive: true });
        cpSync(releaseOf('lu', 1), join(data, 'nl'), { recursive: true });
      },
    ],
  ] as const)('refuses a new index that %s, says so in /health, and serves the one before', async (_, code, damage) => {
    const before = await health();
    put('nl', 2);
    await damage();
    await live.refresh();
    const after = await health();
    expect(after.countries).toEqual(before.countries);
    expect(after.status).toBe('degraded');
    expect(after.refused).toMatchObject([{ country: 'nl', code }]);
    expect(after.refused[0]?.message).not.toContain(data);
    expect((await get('/v1/autocomplete/nl?search=a')).statusCode).toBeLessThan(500);
    // Mended or replaced, it is served, and nothing is refused any more.
    put('nl', 3);
    await live.refresh();
    const mended = await health();
    expect(mended).toMatchObject({ status: 'ok', refused: [] });
    expect(mended.countries[0]?.counts.addresses).toBe(await addressesOf('nl', 3));
  });

  it('refuses no index that is put in the place of another while it looks', async () => {
    renameSync(join(data, 'nl'), join(data, '.nl.former'));
    const looking = live.refresh();
    await setTimeout(100);
    put('nl', 2);
    await looking;
    expect(live.refused.size).toBe(0);
    await live.refresh();
    expect((await health()).countries[0]?.counts.addresses).toBe(await addressesOf('nl', 2));
  });

  it('takes an index that was seen half copied, once it is whole', async () => {
    const whole = await readFile(join(releaseOf('nl', 2), 'names.bin'));
    put('nl', 2);
    writeFileSync(join(data, 'nl/names.bin'), whole.subarray(0, 1000));
    await live.refresh();
    expect(live.refused.has('nl')).toBe(true);
    writeFileSync(join(data, 'nl/names.bin'), whole);
    await live.refresh();
    expect(live.refused.has('nl')).toBe(false);
    expect(live.current.nl.manifest.counts.addresses).toBe(await addressesOf('nl', 2));
  });

  it('says of a directory without a manifest, at the start too, that it is not a whole index', async () => {
    mkdirSync(join(data, 'lu'));
    writeFileSync(join(data, 'lu/addresses.bin'), 'half');
    const started = await LiveLookup.open(data);
    expect(started.current.countries).toEqual(['nl']);
    expect(started.refused.get('lu')).toMatchObject({
      code: 'index-not-found',
      message: 'lu/ has files, but no manifest.json: it is not a whole index. Copy or build it again.',
    });
    put('lu', 1);
    await started.refresh();
    expect([started.refused.size, started.current.countries]).toEqual([0, ['nl', 'lu']]);
    started.close();
  });

  it('follows how the last update of each country ended, also of one that it has no index of', async () => {
    mkdirSync(join(data, 'lu'));
    const failed = { status: 'failed', at: '2026-11-23T03:17:12.000Z' };
    writeFileSync(join(data, 'lu/last-update.json'), JSON.stringify(failed));
    await live.refresh();
    expect(await health()).toMatchObject({ status: 'ok', refused: [], updates: [{ country: 'lu', status: 'failed' }] });
    const started = await LiveLookup.open(data);
    expect([...started.updates]).toEqual([['lu', failed]]);
    expect(started.refused.size).toBe(0);
    started.close();
    writeFileSync(join(data, 'nl/last-update.json'), JSON.stringify({ ...failed, status: 'refused' }));
    rmSync(join(data, 'lu'), { recursive: true });
    await live.refresh();
    expect(await health()).toMatchObject({ status: 'degraded', updates: [{ country: 'nl', status: 'refused' }] });
  });

  it.each(['counts', 'registers', 'files', 'country'])(
    'lets nothing go for a release whose manifest lacks its %s',
    async (field) => {
      const { current } = live;
      put('nl', 2);
      await changeManifest(join(data, 'nl/manifest.json'), { [field]: undefined });
      await live.refresh();
      expect(live.current).toBe(current);
      expect(live.refused.get('nl')?.code).toBe('index-corrupt');
      expect(live.current.nl.directMatch({ postcode: '1000AA', housenumber: 1 })).toEqual([]);
      for (const path of ['/health', '/metrics', '/ready']) expect((await get(path)).statusCode).toBe(200);
      expect(await codeOfPromise(LiveLookup.open(data))).toBe('index-corrupt');
    },
  );

  it('shares one look among calls that come together', async () => {
    put('nl', 2);
    await Promise.all([live.refresh(), live.refresh(), live.refresh()]);
    expect(live.current.nl.manifest.counts.addresses).toBe(await addressesOf('nl', 2));
  });

  it('does not start on nothing, nor on an index that is damaged', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'empty-'));
    expect(await codeOfPromise(LiveLookup.open(empty))).toBe('index-not-found');
    expect(await codeOfPromise(LiveLookup.open(data, { countries: ['be'] }))).toBe('index-not-found');
    await flipByte(join(data, 'nl/names.bin'), 4000);
    expect(await codeOfPromise(LiveLookup.open(data))).toBe('index-corrupt');
    rmSync(empty, { recursive: true });
  });
});

async function flipByte(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at % bytes.length]! ^= 0xff;
  writeFileSync(path, bytes);
}

async function changeManifest(path: string, change: object): Promise<void> {
  writeFileSync(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...change }));
}

it('takes an earlier release that is kept, where the current one is damaged at the start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'former-'));
  const place = join(data, 'nl');
  for (const seed of [1, 2, 3]) cpSync(releaseOf('nl', seed), join(place, 'releases', `r${seed}`), { recursive: true });
  writeFileSync(join(place, 'current.json'), JSON.stringify({ current: 'r3', releases: ['r3', 'r2', 'r1'] }));
  for (const seed of [3, 2]) truncateSync(join(place, 'releases', `r${seed}`, 'areas.msgpack'), 10);
  await expect(LiveLookup.open(data)).rejects.toThrow();
  const live = await LiveLookup.open(data, { takesFormer: true });
  const manifest = JSON.parse(await readFile(join(releaseOf('nl', 1), 'manifest.json'), 'utf8'));
  expect(live.current.of('nl').manifest.counts).toEqual(manifest.counts);
  expect(live.refused.get('nl')?.code).toBe('index-corrupt');
  // Once the current one is repaired, it is served.
  rmSync(join(place, 'releases', 'r3'), { recursive: true });
  cpSync(releaseOf('nl', 3), join(place, 'releases', 'r3'), { recursive: true });
  await live.refresh();
  expect(live.refused.size).toBe(0);
  live.close();
  rmSync(data, { recursive: true });
});
