import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerLog } from '../../src/http/index.ts';
import { openAddressLookup, VERSION } from '../../src/index.ts';
import { CLIENTS, type FixtureService, HEADERS, openFixtureService } from './fixture-service.ts';
import { createServer } from './inject.ts';

describe('the status of the service', () => {
  let service: FixtureService;

  beforeAll(async () => {
    service = await openFixtureService();
  });
  afterAll(() => service.close());

  it('/health says without a token which releases are served, of which date, with how many addresses', async () => {
    const answer = await service.get('/health', { headers: { authorization: undefined } });
    expect(answer.headers['cache-control']).toBe('no-store');
    const health = answer.json();
    expect(health).toMatchObject({ status: 'ok', version: VERSION, refused: [] });
    expect(health.countries.map(({ country }: { country: string }) => country)).toEqual(['nl', 'be', 'lu']);
    const { manifest } = service.lookup.nl;
    expect(health.countries[0]).toMatchObject({
      registers: [{ name: 'BAG', publisher: 'Kadaster', reference_date: manifest.registers[0]!.referenceDate }],
      counts: { addresses: manifest.counts.addresses, streets: manifest.counts.streets },
    });
    const { etag } = (await service.get('/v1/directmatch/nl/1012JS/1')).headers;
    expect(etag).toMatch(new RegExp(`^W/"nl-${health.countries[0].release}-\\w+"$`));
  });

  it('/metrics has the text that it is given, such as that of all workers', async () => {
    const collectMetrics = async (): Promise<string> => 'of_all_workers 7\n';
    const app = await createServer(service.lookup, { clients: CLIENTS, page: false, collectMetrics });
    expect((await app.inject('/metrics')).body).toBe('of_all_workers 7\n');
    await app.close();
  });

  it('/ready says whether to send requests here', async () => {
    expect((await service.get('/ready')).json()).toEqual({ ready: true });
    const closing = await createServer(service.lookup, { clients: CLIENTS, page: false, isReady: () => false });
    const answer = await closing.inject('/ready');
    expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false }]);
    await closing.close();
  });

  it('/metrics counts answers and times by operation, country and status, in the format of Prometheus', async () => {
    const fresh = await createServer(service.lookup, { clients: CLIENTS, page: false });
    const ask = (url: string) => fresh.inject({ url, headers: HEADERS });
    for (let i = 0; i < 3; i++) await ask('/v1/directmatch/nl/1012JS/1');
    await ask('/v1/directmatch/nl/1012JS/9999');
    await ask('/v1/radius/be/50.8464/4.367/300');
    await fresh.inject('/v1/autocomplete/lu?search=a');
    await fresh.inject('/nothing');
    const metrics = await fresh.inject('/metrics');
    expect(metrics.headers['content-type']).toContain('text/plain; version=0.0.4');
    const counts = [...metrics.body.matchAll(/^address_lookup_request_seconds_count\{(.*)\} (\d+)$/gm)];
    expect(counts.map(([, labels, count]) => `${labels} ${count}`)).toEqual([
      'operation="directmatch-nl",country="nl",status="200" 3',
      'operation="directmatch-nl",country="nl",status="404" 1',
      'operation="radius-within",country="be",status="200" 1',
      'operation="autocomplete-lu",country="lu",status="401" 1',
      'operation="other",country="",status="404" 1',
    ]);
    const buckets = [
      ...metrics.body.matchAll(/_bucket\{le="([^"]+)",operation="directmatch-nl",country="nl",status="200"\} (\d+)/g),
    ];
    expect(buckets.at(-1)?.slice(1)).toEqual(['+Inf', '3']);
    const values = buckets.map(([, , value]) => Number(value));
    expect(values).toEqual([...values].sort((a, b) => a - b));
    const { counts: inManifest, registers } = service.lookup.nl.manifest;
    expect(metrics.body).toContain(`address_lookup_index_addresses{country="nl"} ${inManifest.addresses}`);
    const age = Number(/address_lookup_index_age_seconds\{country="nl"\} (.*)/.exec(metrics.body)?.[1]);
    const ageNow = (Date.now() - Date.parse(registers[0]!.referenceDate!)) / 1000;
    // It was asked for a moment ago, however long that was.
    expect(age).toBeLessThanOrEqual(ageNow);
    expect(age).toBeGreaterThan(ageNow - 3600);
    await fresh.close();
  });

  it('is a 503 with a problem for a country of which there is no index', async () => {
    const lookup = await openAddressLookup(service.directory, { countries: ['nl'] });
    const dutch = await createServer(lookup, { clients: CLIENTS, page: false });
    for (const path of ['/v1/autocomplete/be?search=a', '/v1/directmatch/lu/1000/1', '/v1/radius/be/50/4']) {
      const answer = await dutch.inject({ url: path, headers: HEADERS });
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'country-not-loaded']);
      expect(answer.body).not.toContain(service.directory);
    }
    await dutch.close();
  });

  it('is a 500 without a word of the inside when the server fails, and the log has the reason', async () => {
    const lookup = await openAddressLookup(service.directory, { countries: ['nl'] });
    const logged: [object, string][] = [];
    const log: ServerLog = { info: () => {}, error: (...entry) => logged.push(entry) };
    const failing = await createServer(lookup, { clients: CLIENTS, page: false, log });
    lookup.close();
    const answer = await failing.inject({ url: '/v1/autocomplete/nl?search=kalverstraat', headers: HEADERS });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal-error']);
    expect(answer.json().detail).toMatch(/^The server failed on request req-\w+; its log has the reason\.$/);
    expect(logged).toHaveLength(1);
    expect(logged[0]![0]).toMatchObject({ operation: 'autocomplete-nl', err: { code: 'lookup-closed' } });
    await failing.close();
  });
});
