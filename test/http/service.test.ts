import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { createServer } from '../../src/http/index.ts';
import { type AddressLookup, openAddressLookup } from '../../src/query/address-lookup.ts';

const REGISTER = fileURLToPath(new URL('../../fixtures/nl/lvbag-extract-nl.zip', import.meta.url));
const SESSION = { 'x-autocompletesessionid': 'abcdefghi' };
const TOKEN = { authorization: 'Bearer open-sesame' };

describe('the service', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'service-'));
  let lookup: AddressLookup;
  let server: FastifyInstance;

  beforeAll(async () => {
    const inputs = { nl: [REGISTER], be: [], lu: [] };
    await buildIndexes({ inputs, out: scratch, threads: 1, progress: () => silentProgress, tell: () => {} });
    lookup = await openAddressLookup(scratch);
    const clients = { clientOf: (token: string) => (token === 'open-sesame' ? 'a client' : undefined) };
    server = await createServer(lookup, { clients });
  });
  afterAll(async () => {
    await server.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = { ...SESSION, ...TOKEN }) =>
    server.inject({ url, headers });

  it.each([
    ['an autocomplete that finds something', '/v1/autocomplete/nl?search=kalver', 200],
    ['an autocomplete that finds nothing', '/v1/autocomplete/nl?search=qqqqqqqq', 404],
    ['an autocomplete without search and context', '/v1/autocomplete/nl', 400],
    ['an autocomplete with a context that is none', '/v1/autocomplete/nl?context=nonsense', 400],
    ['a page that is too large', '/v1/autocomplete/nl?search=a&per_page=1001', 400],
    ['parameters that are unknown', '/v1/autocomplete/nl?search=kalver&colour=red', 200],
    ['a directmatch', '/v1/directmatch/nl/1012JS/1', 200],
    ['a directmatch with an addition', '/v1/directmatch/nl/1012%20js/1/a-2', 200],
    ['a directmatch that finds nothing', '/v1/directmatch/nl/9999ZZ/1', 404],
    ['a radius', '/v1/radius/nl/52.3729527/4.8935644/50', 200],
    ['a radius around nothing', '/v1/radius/nl/52.0/3.5', 404],
    ['a radius that is too large', '/v1/radius/nl/52.3729527/4.8935644/501', 400],
    ['coordinates the wrong way round', '/v1/radius/nl/4.8935644/52.3729527', 400],
    ['a country that is none', '/v1/radius/xx/52.3729527/4.8935644', 400],
  ])('answers %s as ruled', async (_what, url, status) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    if (status === 404 && url.includes('directmatch')) expect(answer.body).toBe('');
    else if (status >= 400) {
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.json()).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
    }
  });

  it('asks for a token and, for autocomplete, for a session', async () => {
    const without = await get('/v1/directmatch/nl/1012JS/1', {});
    expect(without.statusCode).toBe(401);
    expect(without.headers['www-authenticate']).toMatch(/^Bearer/);
    expect((await get('/v1/directmatch/nl/1012JS/1', { authorization: 'Bearer wrong' })).statusCode).toBe(401);
    expect((await get('/v1/autocomplete/nl?search=kalver', TOKEN)).statusCode).toBe(400);
  });

  it('only reads', async () => {
    const url = '/v1/directmatch/nl/1012JS/1';
    expect((await server.inject({ method: 'POST', url, headers: TOKEN })).statusCode).toBe(405);
    const head = await server.inject({ method: 'HEAD', url, headers: TOKEN });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('answers what the library answers', async () => {
    expect((await get('/v1/autocomplete/nl?search=kerk&per_page=7')).json()).toEqual(
      lookup.nl.autocomplete({ search: 'kerk', perPage: 7 }),
    );
    expect((await get('/v1/directmatch/nl/1012JS/1')).json()).toEqual(
      lookup.nl.directMatch({ postcode: '1012JS', housenumber: '1' }),
    );
    const around = { latitude: 52.3729527, longitude: 4.8935644 };
    expect((await get('/v1/radius/nl/52.3729527/4.8935644/50')).json()).toEqual(
      lookup.nl.radius({ ...around, radius: 50 }),
    );
    // Exactly one address is given without a wrapper.
    expect((await get('/v1/radius/nl/52.3729527/4.8935644/3')).json()).toEqual(
      lookup.nl.radius({ ...around, radius: 3 }).results[0],
    );
  });
});
