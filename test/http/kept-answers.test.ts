import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressBehind, listenerOf } from '../../src/http/exchange.ts';
import { frontOf, operationRoutes } from '../../src/http/front.ts';
import { KeptAnswers } from '../../src/http/kept-answers.ts';
import { Responder } from '../../src/http/responder.ts';
import { openAddressLookup } from '../../src/index.ts';
import { builtFixtureIndexes } from '../support/fixture-indexes.ts';
import { type FixtureService, HEADERS, openFixtureService } from './fixture-service.ts';
import { injectable } from './inject.ts';

describe('kept answers', () => {
  let service: FixtureService;

  beforeAll(async () => {
    service = await openFixtureService({}, await openAddressLookup(await builtFixtureIndexes()));
  });
  afterAll(() => service.close());

  /** Whether an answer is kept; if not, it is now. */
  const has = (kept: KeptAnswers, name: string, length = 1500): boolean => {
    let isKept = true;
    kept.of(name, () => {
      isKept = false;
      return 'x'.repeat(length);
    });
    return isKept;
  };

  it('are found by their names', () => {
    const kept = new KeptAnswers();
    const text = kept.of('ams', () => '{"results":[]}');
    expect(text.text).toBe('{"results":[]}');
    expect(kept.of('ams', () => 'another')).toBe(text);
    expect(has(kept, 'am')).toBe(false);
  });

  it('are bounded: those that are not asked for again go first, and long ones are not kept at all', () => {
    const kept = new KeptAnswers();
    expect(has(kept, 'asked')).toBe(false);
    const count = 20_000;
    for (let i = 0; i < count; i++) {
      expect(has(kept, `name ${i}`)).toBe(false);
      if (i % 500 === 0) expect(has(kept, 'asked')).toBe(true);
    }
    // From the latest one back, since whatever is gone is kept again.
    let left = 0;
    while (has(kept, `name ${count - 1 - left}`)) left++;
    expect(left).toBeGreaterThan(2000);
    expect(left * 1500).toBeLessThan(16 << 20);
    for (let i = 0; i < 2; i++) expect(has(kept, 'long', 20_000)).toBe(false);
  });

  it('answer what was asked before without a search, under each name its own, compressed as well', async () => {
    const paths = [
      'search=am',
      'search=am&per_page=3',
      'search=am&per_page=3&page=2',
      'search=am&details=true',
      'search=am&description_language=nl',
      'search=am&language=fr',
      'search=ams',
    ].map((query) => `/v1/autocomplete/nl?${query}`);
    const before = await Promise.all(paths.map((path) => service.get(path)));
    expect(new Set(before.map(({ body }) => body)).size).toBeGreaterThan(4);
    const notKept = ['search=am&near=52.37,4.89', 'search=am&explain=true', 'search=amsterdam%20dam%201'];
    for (const query of notKept) expect((await service.get(`/v1/autocomplete/nl?${query}`)).statusCode).toBe(200);
    service.lookup.close();
    for (const [i, path] of paths.entries()) {
      const again = await service.get(path);
      expect([again.statusCode, again.body]).toEqual([200, before[i]!.body]);
      expect(again.headers.etag).toBe(before[i]!.headers.etag);
      const packed = await service.get(path, { headers: { 'accept-encoding': 'gzip' } });
      expect(packed.headers['content-encoding']).toBe(again.body.length < 1400 ? undefined : 'gzip');
    }
    for (const query of notKept) expect((await service.get(`/v1/autocomplete/nl?${query}`)).statusCode).toBe(500);
  });

  it('are those of one release: with a new one they begin anew', async () => {
    const directory = await builtFixtureIndexes();
    const lookups = [await openAddressLookup(directory), await openAddressLookup(directory)] as const;
    const asked = lookups.map(({ nl }) => vi.spyOn(nl, 'autocomplete'));
    let [current] = lookups;
    const responder = new Responder({ baseUrl: '', cacheSeconds: 60, compress: false, variesByOrigin: false });
    const front = frontOf(
      operationRoutes(() => current, responder),
      responder,
    );
    const app = injectable({ handle: listenerOf(front, addressBehind([]), () => {}) });
    const ask = async (): Promise<number> =>
      (await app.inject({ url: '/v1/autocomplete/nl?search=am', headers: HEADERS })).statusCode;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    current = lookups[1];
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect(asked.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    for (const lookup of lookups) lookup.close();
  });
});
