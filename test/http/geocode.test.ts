import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Geocoded } from '../../src/index.ts';
import type { Position } from '../../src/query/coordinates.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

let service: FixtureService;
beforeAll(async () => {
  service = await openFixtureService();
});
afterAll(() => service.close());

const pathOf = (query: Record<string, string | number>): string =>
  `/v1/geocode?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

describe('geocode over HTTP', () => {
  it.each<Record<string, string>>([
    { text: 'Kinkerstrat 175 F, 1053DM Amsterdam' },
    { text: 'Dam, Amsterdam' },
    { text: 'nowhere at all' },
    { street: 'Wetstraat', housenumber: '16', postcode: '1000', country: 'Belgique' },
    { postcode: '1012JS', housenumber: '1', letter: 'A', addition: '2' },
    { street: "D'Baach aus 10", place: 'Diekirch' },
    { text: 'Dam 1, Amsterdam', country: 'Atlantis' },
    { text: 'a'.repeat(256) },
  ])('answers %j as the library does', async (fields) => {
    const answer = await service.get(pathOf(fields));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(service.lookup.geocode(fields))));
  });

  it('answers a position with the nearest address, 100 m away at most unless `within` says otherwise', async () => {
    const position: Position = { latitude: 52.3735, longitude: 4.8936 };
    const near = await service.get(pathOf({ ...position }));
    expect(near.json()).toEqual(JSON.parse(JSON.stringify(service.lookup.geocode(position))));
    expect(near.json<Geocoded>().distance).toBeGreaterThan(10);
    expect((await service.get(pathOf({ ...position, within: 10 }))).json()).toMatchObject({ status: 'none' });
    expect((await service.get(pathOf({ ...position, within: 100_000 }))).json()).toEqual(near.json());
  });

  it('has the identifiers of the register where they are asked for', async () => {
    const text = 'Dam 1 A-2, Amsterdam';
    expect((await service.get(pathOf({ text }))).body).not.toContain('identifiers');
    expect((await service.get(pathOf({ text, identifiers: 'true' }))).json()).toMatchObject({
      addresses: [{ identifiers: { municipality: 'GM0363' } }],
      parts: { municipalityCode: 'GM0363' },
    });
  });

  it.each([
    ['', 'address-or-position-required'],
    ['country=nl', 'address-or-position-required'],
    ['latitude=52', 'address-or-position-required'],
    ['text=Dam&latitude=52', 'address-or-position-required'],
    ['text=Dam&latitude=52&longitude=5', 'address-or-position-required'],
    ['latitude=91&longitude=5', 'invalid-coordinate'],
    ['latitude=1e1&longitude=5', 'invalid-coordinate'],
    ['latitude=52&longitude=5&within=0', 'invalid-radius'],
    ['latitude=52&longitude=5&within=100001', 'invalid-radius'],
    ['text=Dam&identifiers=1', 'invalid-parameter'],
    ['text=Dam&text=Spui', 'invalid-parameter'],
    [`text=${'1000 '.repeat(52)}`, 'invalid-parameter'],
    [`street=${'a'.repeat(257)}`, 'invalid-parameter'],
    [`street=${'a'.repeat(200)}&place=${'a'.repeat(57)}`, 'invalid-parameter'],
  ])('refuses "%s" with %s', async (query, code) => {
    const answer = await service.get(`/v1/geocode?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
  });

  it('has an ETag of all releases that it looks in, and is not sent again', async () => {
    const path = pathOf({ text: 'Dam 1, Amsterdam' });
    const { etag } = (await service.get(path)).headers;
    expect(etag).toMatch(/^W\/"nl-\w+\.be-\w+\.lu-\w+-\w+"$/);
    expect((await service.get(path, { headers: { 'if-none-match': etag as string } })).statusCode).toBe(304);
  });

  it('is counted in the metrics, by the country that was found', async () => {
    await service.get(pathOf({ text: 'Wetstraat 16, 1000 Brussel' }));
    const { body } = await service.app.inject('/metrics');
    expect(body).toMatch(/address_lookup_request_seconds_count\{operation="geocode",country="be",status="200"\} \d/);
  });
});

describe('the question of geocode', () => {
  it('takes an empty parameter for one that was not given', async () => {
    const given = await service.get(pathOf({ text: 'Dam 1, Amsterdam', street: '', country: '' }));
    expect(given.json()).toEqual(JSON.parse(JSON.stringify(service.lookup.geocode({ text: 'Dam 1, Amsterdam' }))));
    expect((await service.get(pathOf({ text: '', country: 'nl' }))).json().detail).toContain('neither an address nor');
  });
});
