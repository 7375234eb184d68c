import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

const PAGE = '/v1/radius/nl/52.3729527/4.8935644/20';
const ONE = '/v1/radius/nl/52.3729527/4.8935644/20?per_page=1';
const GEO = 'application/geo+json';

type Located = Record<string, unknown> & { readonly location: { readonly wgs84: readonly [number, number] } | null };

describe('GeoJSON', () => {
  let service: FixtureService;
  beforeAll(async () => {
    service = await openFixtureService();
  });
  afterAll(() => service.close());

  const ask = async (path: string, accept: string | undefined) => {
    const answer = await service.get(path, { headers: accept === undefined ? {} : { accept } });
    return { ...answer, type: String(answer.headers['content-type']), document: JSON.parse(answer.body) };
  };

  function expectFeatures(features: readonly object[], addresses: readonly Located[]): void {
    expect(features).toEqual(
      addresses.map(({ location, ...properties }) => ({
        type: 'Feature',
        geometry: location && { type: 'Point', coordinates: [location.wgs84[1], location.wgs84[0]] },
        properties,
      })),
    );
  }

  it('is a page of addresses, with the pagination beside the features', async () => {
    for (const path of [PAGE, ONE]) {
      const [json, geo] = [await ask(path, undefined), await ask(path, GEO)];
      expect(json.type).toBe('application/json; charset=utf-8');
      expect(geo.type).toBe(GEO);
      expectFeatures(geo.document.features, json.document.results);
      expect(geo.document.features.length).toBeGreaterThan(0);
      expect(geo.document).toMatchObject({ type: 'FeatureCollection', pagination: json.document.pagination });
    }
  });

  it('is a collection of one where JSON is the address itself', async () => {
    const path = '/v1/radius/nl/52.3729527/4.8935644';
    const [json, geo] = [await ask(path, undefined), await ask(path, GEO)];
    expect(json.document).toHaveProperty('street');
    expectFeatures(geo.document.features, [json.document]);
  });

  it('is what geocode finds: addresses, the street with its parts, or nothing', async () => {
    for (const text of ['Dam 1, Amsterdam', 'Dam 9999, Amsterdam', 'Amsterdam', 'qqqqq']) {
      const path = `/v1/geocode?text=${encodeURIComponent(text)}`;
      const [{ document: json }, { document: geo, type }] = [await ask(path, undefined), await ask(path, GEO)];
      expect(type).toBe(GEO);
      const { addresses, parts, position, ...said } = json;
      expect(geo).toMatchObject(said);
      if (addresses.length > 0) expectFeatures(geo.features, addresses);
      else if (position === undefined) expect(geo.features).toEqual([]);
      else {
        const geometry = { type: 'Point', coordinates: [position.longitude, position.latitude] };
        expect(geo.features).toEqual([{ type: 'Feature', geometry, properties: parts }]);
      }
    }
  });

  it('is for who prefers it', async () => {
    for (const [accept, isGeo] of [
      ['*/*', false],
      ['application/json', false],
      [`${GEO}, application/json;q=0.9`, true],
      [`application/json, ${GEO};q=0.5`, false],
      [`${GEO};q=0`, false],
      ['Application/Geo+JSON', true],
    ] as const)
      expect((await ask(PAGE, accept)).type === GEO, accept).toBe(isGeo);
    // Where there are no positions, JSON is all there is.
    expect((await ask('/v1/autocomplete/nl?search=dam', GEO)).type).toBe('application/json; charset=utf-8');
  });

  it('has another ETag than JSON, and says that the answer depends on what is accepted', async () => {
    const [json, geo] = [await ask(PAGE, undefined), await ask(PAGE, GEO)];
    expect(geo.headers.etag).not.toBe(json.headers.etag);
    expect([json, geo].map(({ headers }) => headers.vary)).toEqual(
      Array(2).fill('Authorization, Accept-Encoding, Accept'),
    );
    const known = (accept: string, etag: unknown) =>
      service.get(PAGE, { headers: { accept, 'if-none-match': String(etag) } });
    expect((await known(GEO, geo.headers.etag)).statusCode).toBe(304);
    expect((await known(GEO, json.headers.etag)).statusCode).toBe(200);
    expect((await known('*/*', geo.headers.etag)).statusCode).toBe(200);
  });

  it('leaves problems as they are', async () => {
    const answer = await service.get('/v1/radius/nl/95/4.9/20', { headers: { accept: GEO } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ]);
  });
});
