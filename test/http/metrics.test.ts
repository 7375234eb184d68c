import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { AnswerMetrics, addIndexMetrics, healthOf } from '../../src/http/metrics.ts';
import type { Answered } from '../../src/http/options.ts';
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

const REFUSED = { at: new Date('2026-02-03T04:05:06Z'), code: 'index-corrupt', message: 'It is cut short.' };

describe('metrics', () => {
  it('count answers by operation, country and status, in seconds, and what is no operation as "other"', async () => {
    const registry = new Registry();
    const metrics = new AnswerMetrics(registry);
    for (const answered of [{}, { ms: 40 }, { status: 404 }, { operation: '', country: '' } as const])
      metrics.count({ ...ANSWERED, ...answered });
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
    const metrics = new AnswerMetrics(registry);
    for (const count of [1, 300, 1000]) {
      for (let i = 0; i < count; i++) metrics.count(ANSWERED);
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
});
