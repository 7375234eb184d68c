import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { Answered } from '../../src/http/exchange.ts';
import { addIndexMetrics, answerCounter, healthOf } from '../../src/http/status.ts';
import { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { fixedSource, type LookupSource } from '../../src/lookup/live-lookup.ts';
import { belgianTown, dutchTown } from '../support/towns.ts';

const ANSWERED: Answered = {
  request: '1',
  operation: 'radius',
  country: 'nl',
  client: '',
  address: '',
  status: 200,
  ms: 4,
  url: '/',
};

async function townSource(): Promise<LookupSource> {
  return fixedSource(new AddressLookup('towns', [(await dutchTown()).index, (await belgianTown()).index]));
}

const UPDATES: LookupSource['updates'] = new Map([
  [
    'nl',
    {
      status: 'refused',
      at: '1970-01-02T00:00:00.000Z',
      succeededAt: '1970-01-01T00:00:01.500Z',
      code: 'gates-failed',
      gates: ['renamed', 'moved'],
    },
  ],
]);
const REFUSED = { at: new Date('2026-02-03T04:05:06Z'), code: 'index-corrupt', message: 'It is cut short.' };

describe('metrics', () => {
  it('count answers by operation, country and status, in seconds, and what is no operation as "other"', async () => {
    const registry = new Registry();
    const countAnswer = answerCounter(registry);
    for (const answered of [{}, { ms: 40 }, { status: 404 }, { operation: '', country: '' } as const])
      countAnswer({ ...ANSWERED, ...answered });
    const text = await registry.metrics();
    const radius = 'operation="radius",country="nl",status="200"';
    expect(text).toContain(`address_lookup_request_seconds_count{${radius}} 2`);
    expect(text).toContain(`address_lookup_request_seconds_sum{${radius}} 0.044`);
    expect(text).toContain(`address_lookup_request_seconds_bucket{le="0.005",${radius}} 1`);
    expect(text).toContain('address_lookup_request_seconds_count{operation="radius",country="nl",status="404"} 1');
    expect(text).toContain('address_lookup_request_seconds_count{operation="other",country="",status="200"} 1');
  });

  it('count every one of many answers, whenever they are asked for', async () => {
    const registry = new Registry();
    const countAnswer = answerCounter(registry);
    for (const count of [1, 300, 1000]) {
      for (let i = 0; i < count; i++) countAnswer(ANSWERED);
      const { values } = await registry.getSingleMetric('address_lookup_request_seconds')!.get();
      const counted = (values as readonly { metricName?: string; value: number }[]).find(({ metricName }) =>
        metricName?.endsWith('_count'),
      );
      expect(counted?.value).toBe(count === 1 ? 1 : count === 300 ? 301 : 1301);
    }
  });

  it('have the size and the age of each index, and whether a newer one is refused', async () => {
    const registry = new Registry();
    const source = await townSource();
    addIndexMetrics(registry, { ...source, refused: new Map([['lu', REFUSED]]) });
    const text = await registry.metrics();
    const { addresses } = source.current.nl.manifest.counts;
    expect(text).toContain(`address_lookup_index_addresses{country="nl"} ${addresses}`);
    const age = Number(/age_seconds\{country="be"\} (.*)/.exec(text)![1]);
    const ageNow = (Date.now() - Date.parse('2026-01-31')) / 1000;
    // It was asked for a moment ago, however long that was.
    expect(age).toBeLessThanOrEqual(ageNow);
    expect(age).toBeGreaterThan(ageNow - 3600);
    expect(text.match(/index_refused\{.*/g)?.sort()).toEqual([
      'index_refused{country="be"} 0',
      'index_refused{country="lu"} 1',
      'index_refused{country="nl"} 0',
    ]);
  });

  it('have the outcome of the last update of each country, and the times of the last one and the last good one', async () => {
    const registry = new Registry();
    const updates = new Map(UPDATES);
    addIndexMetrics(registry, { ...(await townSource()), updates });
    const lines = async (): Promise<string[]> =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith('address_lookup_update_'));
    expect(await lines()).toEqual([
      'address_lookup_update_tried_seconds{country="nl"} 86400',
      'address_lookup_update_succeeded_seconds{country="nl"} 1.5',
      'address_lookup_update_status{country="nl",outcome="unchanged"} 0',
      'address_lookup_update_status{country="nl",outcome="updated"} 0',
      'address_lookup_update_status{country="nl",outcome="refused"} 1',
      'address_lookup_update_status{country="nl",outcome="failed"} 0',
    ]);
    updates.set('lu', { status: 'failed', at: '1970-01-01T00:00:07Z' });
    expect(await lines()).toContain('address_lookup_update_status{country="lu",outcome="failed"} 1');
    expect((await lines()).filter((line) => line.includes('seconds{country="lu"}'))).toEqual([
      'address_lookup_update_tried_seconds{country="lu"} 7',
    ]);
    updates.delete('nl');
    expect((await lines()).filter((line) => line.includes('"nl"'))).toEqual([]);
  });
});

describe('health', () => {
  it('is ok with what is served, and degraded with what is refused', async () => {
    const source = await townSource();
    const ok = healthOf(source) as { status: string; countries: { country: string; counts: object }[] };
    expect(ok).toMatchObject({ status: 'ok', refused: [] });
    expect(ok.countries.map(({ country }) => country)).toEqual(['nl', 'be']);
    expect(ok.countries[0]).toMatchObject({
      served_since: source.servedSince('nl').toISOString(),
      registers: [{ name: 'Test register', reference_date: '2026-01-31', attribution: null }],
      counts: { addresses: source.current.nl.manifest.counts.addresses, places: 3 },
    });
    expect(healthOf({ ...source, refused: new Map([['nl', REFUSED]]) })).toMatchObject({
      status: 'degraded',
      refused: [{ country: 'nl', at: '2026-02-03T04:05:06.000Z', code: 'index-corrupt', message: 'It is cut short.' }],
    });
  });

  it('names how the last updates ended, and is degraded while one was refused', async () => {
    const source = await townSource();
    expect(healthOf({ ...source, updates: UPDATES })).toMatchObject({
      status: 'degraded',
      updates: [
        {
          country: 'nl',
          status: 'refused',
          at: '1970-01-02T00:00:00.000Z',
          succeeded_at: '1970-01-01T00:00:01.500Z',
          release_date: null,
          code: 'gates-failed',
          gates: ['renamed', 'moved'],
        },
      ],
    });
    const failed = new Map([['lu', { status: 'failed', at: '1970-01-02T00:00:00.000Z' }]] as const);
    expect(healthOf({ ...source, updates: failed })).toMatchObject({ status: 'ok', updates: [{ succeeded_at: null }] });
  });
});
