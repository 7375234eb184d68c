import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createFetchHandler, createNodeHandler, fastifyAddressLookup } from '../../src/http/handler.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { createServer as createService } from './inject.ts';

const fixtures = fixtureIndexes();

const SHOP = 'https://shop.example';
const KEY = { key: 'pk_shop', origins: [SHOP], requestsPerMinute: 2 };
const URL_OF = (path: string): string => `https://addresses.example/a/v1/${path}`;
const SEARCH = 'autocomplete/nl?search=kalverstraat%2092&session=s';

/** Requests that the handler reads and answers as the service does, whatever their parameters are. */
const PATHS: readonly string[] = [
  SEARCH,
  ...[
    'language=fr',
    'language=xx',
    'language=',
    'description_language=nl',
    'description_language=xx',
    'explain=true&per_page=1',
    'explain=maybe',
    'details=true',
    'details=1',
    'identifiers=x',
    'near=52.38,4.63',
    'near=52.38',
    'near=99,4',
    'page=2&per_page=1',
    'per_page=0',
    'per_page=101',
    'explain=true',
    'explain=true&per_page=11',
    'session=t',
    'context=!',
  ].map((parameter) => `autocomplete/nl?search=julianastraat&session=s&${parameter}`),
  'autocomplete/nl?search=dam',
  'autocomplete/nl?search=dam&session=',
  'autocomplete/nl?search=%20&session=s',
  'autocomplete/nl?search=qqqqqqqq&session=s',
  'autocomplete/nl?session=s',
  'directmatch/nl/1012JS/1?alternatives=true',
  'directmatch/nl/1012JS/77',
  'directmatch/nl/1012JS/77?alternatives=true',
  'directmatch/nl/1012JS/1/Z?alternatives=true',
  'directmatch/nl/1012JS/77?alternatives=yes',
  'directmatch/be/1000/16/Wetstraat?identifiers=true',
  'directmatch/be/1301/1?postal_name=true',
  'attributions',
  'directmatch/be/1000/16/Nowhere?alternatives=true',
  'radius/nl/52.3729527/4.8935644',
  'radius/nl/52.3729527/4.8935644/20?per_page=2',
  'radius/nl/52.3729527/4.8935644/2000',
  'radius/nl/52.3729527/4.8935644/0',
  'radius/nl/52.0/4.8935644/2',
  'radius/nl/91/4.8935644',
  'radius/nl/0x34/4.8935644',
  ...['0', '007', '2147483647', '2147483648', '1.0', '-0', '%2B1', '0x10', 'null', ''].map(
    (page) => `radius/nl/52.3729527/4.8935644/20?page=${page}`,
  ),
  'geocode?text=Kinkerstrat%20175%20F,%201053DM%20Amsterdam',
  'geocode?text=nowhere%20at%20all',
  'geocode?text=Dam&country=Atlantis',
  'geocode?street=Wetstraat&housenumber=16&postcode=1000&country=BE&identifiers=true',
  'geocode?latitude=52.37295&longitude=4.89357&within=50',
  'geocode?latitude=52.37295&longitude=4.89357&within=0',
  'geocode?text=Dam%201,%20Amsterdam&latitude=',
  'geocode?text=Dam&text=Spui',
];

const ask = async (
  handle: ReturnType<typeof createFetchHandler>,
  path: string,
  headers: Record<string, string> = {},
  address = '192.0.2.1',
) => {
  const response = handle(new Request(URL_OF(path), { headers }), { address });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
};

describe('the handler of requests', () => {
  it('answers as the lookup does', async () => {
    const handle = createFetchHandler(fixtures.lookup);
    const { status, body } = await ask(handle, SEARCH);
    expect(status).toBe(200);
    expect(body).toEqual(
      JSON.parse(JSON.stringify(fixtures.lookup.of('nl').autocomplete({ search: 'kalverstraat 92' }))),
    );
    const [first] = (body as unknown as { results: { context: string }[] }).results;
    const opened = await ask(handle, `autocomplete/nl?context=${first!.context}&session=s`);
    expect(opened.body).toMatchObject({ street: 'Kalverstraat', housenumber: '92' });
    expect((await ask(handle, 'directmatch/nl/1012PH/92')).body).toMatchObject([{ street: 'Kalverstraat' }]);
    expect((await ask(handle, 'directmatch/nl/1012JS/1/A2')).body).toEqual([
      expect.objectContaining({ houseletter: 'A', housenumberaddition: '2' }),
    ]);
    expect((await ask(handle, 'directmatch/nl/1012JS/1/A2?identifiers=true')).body).toMatchObject([
      { identifiers: { municipality: 'GM0363' } },
    ]);
    const [latitude, longitude] = (opened.body as { location: { wgs84: number[] } }).location.wgs84;
    expect((await ask(handle, `radius/nl/${latitude}/${longitude}/50`)).body).toMatchObject({
      results: expect.any(Array),
    });
  });

  it('answers to the letter as the service does', async () => {
    const service = await createService(fixtures.lookup, { clients: 'open', page: false });
    // On a busy machine answers take longer.
    const handle = createFetchHandler(fixtures.lookup, { processorMs: 1e6 });
    const statuses = new Set<number>();
    for (const path of PATHS) {
      const expected = await service.inject(`/v1/${path}`);
      const response = handle(new Request(URL_OF(path)), { address: '192.0.2.1' });
      expect([path, response.status, await response.text()]).toEqual([path, expected.statusCode, expected.payload]);
      statuses.add(response.status);
    }
    expect(statuses).toEqual(new Set([200, 400, 404]));
    await service.close();
  });

  it('answers a radius with one address in it with that address, as the service does', async () => {
    const { body } = await ask(createFetchHandler(fixtures.lookup), 'radius/nl/52.3729527/4.8935644');
    expect(body).toMatchObject({ street: 'Dam', housenumber: '1' });
  });

  it.each([
    ['autocomplete/nl?search=x', 400, 'session-missing'],
    ['autocomplete/nl?session=s', 400, 'search-or-context-required'],
    ['autocomplete/fr?search=x&session=s', 404, 'path-unknown'],
    ['radius/fr/52/5', 400, 'unknown-country'],
    ['autocomplete/nl?search=qqqqqqqq&session=s', 404, 'nothing-found'],
    ['autocomplete/nl?search=x&session=s&page=1e3', 400, 'invalid-page'],
    ['autocomplete/nl?context=!&session=s', 400, 'invalid-context'],
    ['directmatch/nl/1012JS/1?identifiers=1', 400, 'invalid-parameter'],
    ['directmatch/be/1301/1?postal_name=1', 400, 'invalid-parameter'],
    ['radius/nl/x/4', 400, 'invalid-coordinate'],
    ['directmatch/nl/1012PH', 404, 'path-unknown'],
    ['nonsense/nl', 404, 'path-unknown'],
    ['geocode', 400, 'address-or-position-required'],
    ['geocode?text=&country=nl', 400, 'address-or-position-required'],
    ['geocode?latitude=52', 400, 'address-or-position-required'],
    ['geocode?text=Dam&latitude=52&longitude=5', 400, 'address-or-position-required'],
    ['geocode?latitude=0x34&longitude=5', 400, 'invalid-coordinate'],
    ['geocode?latitude=91&longitude=5', 400, 'invalid-coordinate'],
    ['geocode?latitude=52&longitude=5&within=0', 400, 'invalid-radius'],
    ['geocode?text=Dam&identifiers=1', 400, 'invalid-parameter'],
    ['geocode?text=Dam&text=Spui', 400, 'invalid-parameter'],
    [`geocode?text=${'a'.repeat(257)}`, 400, 'invalid-parameter'],
    [`directmatch/be/1000/1/${'a'.repeat(257)}`, 400, 'invalid-parameter'],
    ['geocode/nl?text=Dam', 404, 'path-unknown'],
    ['directmatch/nl/%E0%A4/1', 400, 'malformed-request'],
  ])('refuses %s', async (path, status, code) => {
    const answer = await ask(createFetchHandler(fixtures.lookup), path);
    expect([answer.status, answer.body['status'], answer.body['code']]).toEqual([status, status, code]);
  });

  it('answers GET alone', () => {
    const response = createFetchHandler(fixtures.lookup)(new Request(URL_OF(SEARCH), { method: 'POST' }));
    expect(response.status).toBe(405);
  });

  it('answers its own origin without a key, and another one with a key that is for it', async () => {
    const handle = createFetchHandler(fixtures.lookup, { keys: [KEY] });
    expect((await ask(handle, SEARCH)).status).toBe(200);
    expect((await ask(handle, SEARCH, { origin: 'https://addresses.example' })).status).toBe(200);
    const allowed = await ask(handle, `${SEARCH}&key=pk_shop`, { origin: SHOP });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(allowed.headers.get('vary')).toContain('Origin');
    for (const [path, origin] of [
      [SEARCH, SHOP],
      [`${SEARCH}&key=other`, SHOP],
      [`${SEARCH}&key=pk_shop`, 'https://thief.example'],
      [`${SEARCH}&key=pk_shop`, 'null'],
    ] as const) {
      const refused = await ask(handle, path, { origin });
      expect(refused.status).toBe(403);
      expect(refused.body['code']).toBe('key-refused');
      // The page may read why.
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    }
  });

  it('limits each visitor of a key, and no other', async () => {
    const handle = createFetchHandler(fixtures.lookup, { keys: [KEY] });
    const once = (address: string) => ask(handle, `${SEARCH}&key=pk_shop`, { origin: SHOP }, address);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await once('192.0.2.7')).status);
    // A minute may begin in between.
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses).toContain(429);
    const limited = await once('192.0.2.7');
    if (limited.status === 429) expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await once('192.0.2.8')).status).toBe(200);
  });
});

describe('the service', () => {
  it('takes the session as a parameter too, which needs no preflight', async () => {
    const app = await createService(fixtures.lookup, { clients: 'open', page: false });
    expect((await app.inject(`/v1/${SEARCH}`)).statusCode).toBe(200);
    expect((await app.inject('/v1/autocomplete/nl?search=kalver')).json().code).toBe('session-missing');
    expect((await app.inject('/v1/autocomplete/nl?search=kalver&session=')).json().code).toBe('session-missing');
    await app.close();
  });
});

describe('in a server of Node', () => {
  it('is a Fastify plugin under any prefix', async () => {
    const app = Fastify();
    await app.register(fastifyAddressLookup, { prefix: '/addresses', lookup: fixtures.lookup });
    const found = await app.inject(`/addresses/v1/${SEARCH}`);
    expect(found.statusCode).toBe(200);
    expect(found.json().results[0].label).toBe('Kalverstraat 92');
    expect((await app.inject('/addresses/v1/geocode?text=Dam%201,%20Amsterdam')).json()).toMatchObject({
      status: 'exact',
    });
    const refused = await app.inject({ url: `/addresses/v1/${SEARCH}`, headers: { origin: SHOP } });
    expect(refused.json().code).toBe('key-refused');
    await app.close();
  });

  it('is a handler of requests and responses', async () => {
    const server: Server = createServer(createNodeHandler(fixtures.lookup));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = await fetch(`${origin}/addresses/v1/${SEARCH}`, { headers: { origin } });
    expect(found.status).toBe(200);
    expect(await found.json()).toMatchObject({ results: [{ label: 'Kalverstraat 92' }] });
    const geocoded = await fetch(`${origin}/addresses/v1/geocode?text=Dam%201,%20Amsterdam`);
    expect(await geocoded.json()).toMatchObject({ status: 'exact', addresses: [{ street: 'Dam' }] });
    expect((await fetch(`${origin}/other`)).status).toBe(404);
    await new Promise((resolve) => server.close(resolve));
  });
});
