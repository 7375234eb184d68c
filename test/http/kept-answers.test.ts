import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerText } from '../../src/http/answer-text.ts';
import { KeptAnswers } from '../../src/http/kept-answers.ts';
import { openAddressLookup } from '../../src/index.ts';
import type { Manifest } from '../../src/store/manifest.ts';
import { builtFixtureIndexes } from '../support/fixture-indexes.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

describe('kept answers', () => {
  let service: FixtureService;
  let manifest: Manifest;

  beforeAll(async () => {
    service = await openFixtureService({}, await openAddressLookup(await builtFixtureIndexes()));
    manifest = service.lookup.nl.manifest;
  });
  afterAll(() => service.close());

  it('are those of one release, by their names', () => {
    const kept = new KeptAnswers();
    const text = new AnswerText('{"results":[]}');
    kept.keep(manifest, 'ams', text);
    expect(kept.find(manifest, 'ams')).toBe(text);
    expect(kept.find(manifest, 'am')).toBeUndefined();
    expect(kept.find({ ...manifest }, 'ams')).toBeUndefined();
  });

  it('are bounded: those that are not asked for again go first, and long ones are not kept at all', () => {
    const kept = new KeptAnswers();
    const asked = new AnswerText('x'.repeat(1500));
    kept.keep(manifest, 'asked', asked);
    const count = 20_000;
    for (let i = 0; i < count; i++) {
      kept.keep(manifest, `name ${i}`, new AnswerText('x'.repeat(1500)));
      if (i % 500 === 0) expect(kept.find(manifest, 'asked')).toBe(asked);
    }
    const left = Array.from({ length: count }, (_, i) => kept.find(manifest, `name ${i}`)).filter(Boolean).length;
    expect(left).toBeGreaterThan(2000);
    expect(left * 1500).toBeLessThan(16 << 20);
    expect(kept.find(manifest, 'name 0')).toBeUndefined();
    kept.keep(manifest, 'long', new AnswerText('x'.repeat(20_000)));
    expect(kept.find(manifest, 'long')).toBeUndefined();
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
});
