import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readableBy } from '../../src/http/admission.ts';
import { MAX_COMPRESSIONS, StaticFile } from '../../src/http/answer-text.ts';
import { openAddressLookup } from '../../src/index.ts';
import { type FixtureService, HEADERS, openFixtureService } from './fixture-service.ts';

const SHORT = '/v1/directmatch/nl/2012ES/30';
const LONG = '/v1/autocomplete/nl?search=a&details=true&per_page=100';
/** Of these, no answer is kept. */
const NEAR = `${LONG}&near=52.37,4.89`;

describe('the headers of an answer', () => {
  it('name the page that may read it, and the headers it may read', () =>
    expect(readableBy('https://shop.example')).toEqual({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After',
      vary: 'Origin',
    }));

  let service: FixtureService;

  beforeAll(async () => {
    service = await openFixtureService();
  });
  afterAll(() => service.close());

  it('bind it to the release and the URL: a client that has it already is answered with 304', async () => {
    for (const path of [SHORT, '/v1/geocode?text=Dam%201,%20Amsterdam']) {
      const { headers } = await service.get(path);
      expect(headers.etag).toMatch(/^W\/"nl-[0-9a-z.-]+"$/);
      expect(headers['cache-control']).toBe('private, max-age=60');
      expect(headers.vary).toBe(`Authorization, Accept-Encoding${path === SHORT ? '' : ', Accept'}`);
      for (const known of [headers.etag, `"other", ${headers.etag}`, String(headers.etag).slice(2), '*', ' * ']) {
        for (const method of ['GET', 'HEAD'] as const) {
          const again = await service.get(path, { method, headers: { 'if-none-match': String(known) } });
          expect([again.statusCode, again.body]).toEqual([304, '']);
          for (const name of ['etag', 'cache-control', 'vary']) expect(again.headers[name]).toBe(headers[name]);
          expect(again.headers).not.toHaveProperty('content-length');
        }
      }
      const other = await service.get(path, { headers: { 'if-none-match': 'W/"nl-other"' } });
      expect(other.statusCode).toBe(200);
    }
  });

  it('say how many bytes a text has, with and without letters beyond ASCII', async () => {
    for (const [path, isAscii] of [
      [SHORT, true],
      ['/v1/directmatch/be/1000/16', false],
    ] as const) {
      const { headers, body, rawPayload } = await service.get(path, { headers: { 'accept-encoding': 'identity' } });
      expect(rawPayload.toString('utf8')).toBe(body);
      expect(Number(headers['content-length'])).toBe(rawPayload.length);
      expect(rawPayload.length === body.length).toBe(isAscii);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(body)).toHaveLength(1);
    }
  });

  it('have another ETag for another country or URL, and none for what is not there', async () => {
    const nl = await service.get(SHORT);
    const tags = [SHORT, `${SHORT}?identifiers=true`, '/v1/directmatch/nl/1012JS/1', '/v1/directmatch/lu/9209/10'];
    const etags = await Promise.all(tags.map(async (path) => (await service.get(path)).headers.etag));
    expect(new Set(etags).size).toBe(tags.length);
    for (const known of [String(nl.headers.etag), '*']) {
      const missing = await service.get('/v1/directmatch/nl/2012ES/99999', { headers: { 'if-none-match': known } });
      expect(missing.statusCode).toBe(404);
      expect(missing.headers).not.toHaveProperty('etag');
      expect(missing.headers['cache-control']).toBe('no-store');
    }
  });

  it('of an answer that the client has are there without anything being looked up, but for who asks and how', async () => {
    const own = await openFixtureService({}, await openAddressLookup(service.directory));
    const paths = [SHORT, NEAR, '/v1/radius/nl/52.3729527/4.8935644/20', '/v1/geocode?text=Dam%201,%20Amsterdam'];
    const etags = await Promise.all(paths.map(async (path) => String((await own.get(path)).headers.etag)));
    // The indexes are gone; what is served is known still.
    own.lookup.close();
    for (const [i, path] of paths.entries()) {
      const headers = { 'if-none-match': etags[i]! };
      expect((await own.get(path, { headers })).statusCode).toBe(304);
      expect((await own.get(path)).statusCode).toBe(500);
      const unknown = await own.get(path, { headers: { ...headers, authorization: 'Bearer none' } });
      expect(unknown.statusCode).toBe(401);
    }
    const withoutSession = { 'if-none-match': etags[1]!, 'x-autocompletesessionid': undefined };
    expect((await own.get(NEAR, { headers: withoutSession })).statusCode).toBe(400);
    await own.close();
  });

  it('are those of GET for HEAD; what is wrong is as wrong', async () => {
    const paths = [SHORT, LONG, '/v1/radius/nl/52.3729527/4.8935644/20', '/v1/radius/nl/52.3729527/4.8935644'];
    for (const path of paths) {
      const [get, head] = [await service.get(path), await service.get(path, { method: 'HEAD' })];
      expect([head.statusCode, head.body]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary']) {
        expect(head.headers[name]).toBe(get.headers[name]);
      }
    }
    const wrong = ['/v1/autocomplete/nl', `${LONG}0`, '/v1/autocomplete/nl?search=qqqqqqqq', '/v1/radius/nl/52.2/5.0'];
    for (const path of [...wrong, '/v1/autocomplete/nl?context=x', '/v1/directmatch/nl/2012ES/99999']) {
      const [get, head] = [await service.get(path), await service.get(path, { method: 'HEAD' })];
      expect(head.statusCode).toBeGreaterThanOrEqual(400);
      expect([head.statusCode, head.body]).toEqual([get.statusCode, '']);
    }
  });

  it('compress a long answer for those who can read it', async () => {
    const plain = await service.get(LONG);
    for (const accepted of ['gzip', 'br;q=0.9, gzip;q=0.5', 'gzip, deflate, br, zstd', '*']) {
      const answer = await service.app.inject({
        url: LONG,
        headers: {
          authorization: 'Bearer the-token-of-the-tests',
          'x-autocompletesessionid': '1',
          'accept-encoding': accepted,
        },
      });
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.body);
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    }
  });

  it('compress what does not change once, however often it is asked for', async () => {
    const file = new StaticFile('text/plain', 'text '.repeat(1000));
    expect(file.packed()).toBe(file.packed());
    expect(gunzipSync((await file.packed())!).toString()).toBe(file.text);
    for (const url of ['/openapi.json', '/docs']) {
      const plain = await service.app.inject(url);
      const packed = await service.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    }
  });

  it('compress so many long answers at a time, and send the others as they are', async () => {
    const headers = { ...HEADERS, 'accept-encoding': 'gzip' };
    const count = 3 * MAX_COMPRESSIONS;
    const answers = await Promise.all(Array.from({ length: count }, () => service.app.inject({ url: NEAR, headers })));
    const compressed = answers.filter((answer) => answer.headers['content-encoding'] === 'gzip');
    expect(compressed.length).toBeGreaterThanOrEqual(MAX_COMPRESSIONS);
    expect(compressed.length).toBeLessThan(count);
    const texts = answers.map((answer) =>
      answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.rawPayload).toString() : answer.body,
    );
    expect(new Set(texts).size).toBe(1);
  });

  it('leave a short answer, and one for those who cannot read it, as it is', async () => {
    for (const [path, accepted] of [
      [SHORT, 'gzip'],
      [LONG, 'identity'],
      [LONG, 'gzip;q=0'],
      [LONG, 'zstd'],
      [LONG, ''],
    ] as const) {
      const answer = await service.get(path, { headers: { 'accept-encoding': accepted } });
      expect(answer.headers).not.toHaveProperty('content-encoding');
      expect(answer.json()).toBeTruthy();
    }
  });

  it('tell browsers that it is data and nothing else', async () => {
    for (const path of [SHORT, '/v1/nothing', '/health', '/v1/directmatch/nl/%zz/1']) {
      const { headers } = await service.app.inject(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it('let no page of another origin read it', async () => {
    const answer = await service.get(SHORT, { headers: { origin: 'https://shop.example' } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('CORS, where it is set', () => {
  let service: FixtureService;

  beforeAll(async () => {
    service = await openFixtureService({ corsOrigins: ['https://shop.example', 'https://till.example'] });
  });
  afterAll(() => service.close());

  it('lets the pages of those origins ask, without token in the preflight', async () => {
    const preflight = await service.app.inject({
      method: 'OPTIONS',
      url: SHORT,
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-autocompletesessionid',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, X-AutocompleteSessionId, If-None-Match',
    });
    const answer = await service.get(SHORT, { headers: { origin: 'https://till.example' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('https://till.example');
    expect(answer.headers['access-control-expose-headers']).toBe('ETag, RateLimit, RateLimit-Policy, Retry-After');
    expect(answer.headers.vary).toBe('Origin, Authorization, Accept-Encoding');
  });

  it('lets no other page, and not even these without a token', async () => {
    const other = await service.get(SHORT, { headers: { origin: 'https://evil.example' } });
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    const anonymous = await service.get(SHORT, {
      headers: { origin: 'https://shop.example', authorization: undefined },
    });
    expect(anonymous.statusCode).toBe(401);
    expect(anonymous.headers['access-control-allow-origin']).toBe('https://shop.example');
  });
});
