import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyFile, parseKeyLines } from '../../src/http/key-file.ts';
import { originOf, PublishableKeys } from '../../src/http/publishable-keys.ts';
import { codeOf, codeOfPromise } from '../support/code-of.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

const SHOP = 'https://shop.example';
const PATH = '/v1/autocomplete/nl?search=kalverstraat%2092&session=s';

describe('the lines of a key file', () => {
  it('have a key, its origins, and a limit where it is another one', () => {
    expect(
      parseKeyLines(
        `# pages\n\npk_shop ${SHOP}  https://www.shop.example\r\npk_fair http://localhost:3000 limit=60`,
        'keys',
      ),
    ).toEqual([
      { key: 'pk_shop', origins: [SHOP, 'https://www.shop.example'] },
      { key: 'pk_fair', origins: ['http://localhost:3000'], requestsPerMinute: 60 },
    ]);
  });

  it.each([
    [`pk ${SHOP}`, /^Line 1 of keys begins with "pk", which is no key/],
    ['pk_shop', /has no origin for the key pk_shop; expected is KEY ORIGIN/],
    ['pk_shop shop.example', /has "shop\.example", which no browser sends/],
    [`pk_shop ${SHOP}/`, /no slash at its end/],
    ['pk_shop *', /has "\*", which no browser sends/],
    [`pk_shop ${SHOP} limit=0`, /has "limit=0" as its limit/],
    [`pk_shop ${SHOP} limit=1 limit=2`, /has "limit=1 limit=2" as its limit/],
    [`pk_shop ${SHOP}\npk_shop https://b.example`, /^Line 2 of keys has the key pk_shop, which a line before it has/],
  ])('refuse %s', (text, message) => {
    expect(() => parseKeyLines(text, 'keys')).toThrow(message);
    expect(codeOf(() => parseKeyLines(text, 'keys'))).toBe('invalid-option');
  });
});

describe('a key file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'keys-'));
  const path = join(directory, 'keys');
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is read again when it has changed, and what a visitor has used stays used', async () => {
    writeFileSync(path, `pk_shop ${SHOP} limit=2`);
    const file = await KeyFile.open(path);
    const left = (): number => file.limiter.take('a', file.find('pk_shop', SHOP).requestsPerMinute).remaining;
    const first = left();
    writeFileSync(path, `pk_shop ${SHOP} limit=5\npk_fair ${SHOP}`);
    expect(await file.refresh()).toBe(true);
    expect([first, file.size]).toEqual([1, 2]);
    // A minute may begin in between.
    expect([3, 4]).toContain(left());
    expect(await file.refresh()).toBe(false);
  });

  it('holds what it had when it is wrong, empty or gone', async () => {
    writeFileSync(path, `pk_shop ${SHOP}`);
    const file = await KeyFile.open(path);
    for (const text of ['nonsense', '']) {
      writeFileSync(path, text);
      expect(await codeOfPromise(file.refresh())).toBe('invalid-option');
    }
    rmSync(path);
    expect(await codeOfPromise(file.refresh())).toBe('input-not-found');
    expect(file.size).toBe(1);
    expect(await codeOfPromise(KeyFile.open(path))).toBe('input-not-found');
  });
});

describe('the page of a request', () => {
  it.each([
    [SHOP, 'https://other.example/a', SHOP],
    [undefined, `${SHOP}/cart?a=b`, SHOP],
    [undefined, 'nonsense', undefined],
    [undefined, undefined, undefined],
    ['null', `${SHOP}/cart`, 'null'],
  ])('with Origin %s and Referer %s is %s', (origin, referer, expected) => {
    expect(originOf(origin, referer)).toBe(expected);
  });
});

describe('a service with publishable keys', () => {
  let service: FixtureService;
  beforeAll(async () => {
    const keys = new PublishableKeys([
      { key: 'pk_shop', origins: [SHOP], requestsPerMinute: 2 },
      { key: 'pk_fair', origins: [SHOP] },
    ]);
    service = await openFixtureService({ keys, trustedProxies: ['10.0.0.0/8'] });
  });
  afterAll(() => service.close());

  const asPage = (path: string, headers: Readonly<Record<string, string>>, remoteAddress = '192.0.2.1') =>
    service.app.inject({ url: path, headers, remoteAddress });

  it('answers a page of an origin of the key, which may read the answer', async () => {
    const answer = await asPage(`${PATH}&key=pk_fair`, { origin: SHOP });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().results[0].label).toBe('Kalverstraat 92');
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      vary: expect.stringContaining('Origin'),
      'ratelimit-policy': '"key";q=300;w=60',
      ratelimit: expect.stringMatching(/^"key";r=29\d;t=\d+$/),
    });
    expect((await asPage(`${PATH}&key=pk_fair`, { referer: `${SHOP}/cart` })).statusCode).toBe(200);
  });

  it.each([
    [
      'of another origin',
      '&key=pk_fair',
      { origin: 'https://thief.example' },
      /not for pages of https:\/\/thief\.example/,
    ],
    ['with an unknown key', '&key=pk_none', { origin: SHOP }, /not one of this server/],
    ['in a sandbox', '&key=pk_fair', { origin: 'null' }, /not for pages of null/],
    ['that is none, but a program', '&key=pk_fair', {}, /neither Origin nor Referer/],
  ])('refuses a page %s in a sentence that it may read', async (_, query, headers, detail) => {
    const answer = await asPage(`${PATH}${query}`, headers);
    expect(answer.json()).toMatchObject({ status: 403, code: 'key-refused', detail: expect.stringMatching(detail) });
    expect(answer.headers['access-control-allow-origin']).toBe((headers as { origin?: string }).origin);
  });

  it('limits each visitor of a key, also behind a proxy that it trusts', async () => {
    const url = `${PATH}&key=pk_shop`;
    const statuses: number[] = [];
    // A minute may begin in between, once.
    for (let i = 0; i < 5; i++) statuses.push((await asPage(url, { origin: SHOP })).statusCode);
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses).toContain(429);
    const through = (visitor: string, proxy: string) =>
      asPage(url, { origin: SHOP, 'x-forwarded-for': visitor }, proxy).then(({ statusCode }) => statusCode);
    for (const visitor of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4']) {
      expect(await through(visitor, '10.1.2.3')).toBe(200);
    }
    // Whom it does not trust is the visitor, whatever it says.
    const claimed = [];
    for (const visitor of ['1', '2', '3', '4', '5']) claimed.push(await through(`203.0.113.${visitor}`, '192.0.2.77'));
    expect(claimed).toContain(429);
  });

  it('counts a visitor once, whatever port a proxy says with the address, and what is no address as the proxy', async () => {
    const url = `${PATH}&key=pk_shop`;
    const through = (visitor: string) =>
      asPage(url, { origin: SHOP, 'x-forwarded-for': visitor }, '10.9.9.9').then(({ statusCode }) => statusCode);
    // Two a minute are allowed, and a minute may begin in between, once.
    for (const forms of [
      ['198.51.100.9:1', '198.51.100.9:2', '198.51.100.9:3', '198.51.100.9', '198.51.100.9:5'],
      ['[2001:db8::1]:1', '[2001:db8::2]:2', '2001:db8::3', '[2001:db8::4]', '[2001:db8::5]:5'],
      ['unknown', '"quoted"', '999.1.1.1', '198.51.100.9:x', '_hidden'],
    ]) {
      const statuses = [];
      for (const form of forms) statuses.push(await through(form));
      expect(statuses, forms[0]).toContain(429);
      expect(statuses.filter((status) => status === 200).length, forms[0]).toBeGreaterThanOrEqual(2);
    }
  });

  it('opens no other door: tokens are needed as before, and a file takes one', async () => {
    expect((await asPage(PATH, { origin: SHOP })).json().code).toBe('token-missing');
    const file = await service.app.inject({
      method: 'POST',
      url: '/v1/geocode/batch?key=pk_fair',
      headers: { origin: SHOP, 'content-type': 'text/csv' },
      payload: 'Adres\nDam 1\n',
    });
    expect(file.json().code).toBe('token-missing');
    expect((await service.get(PATH)).statusCode).toBe(200);
  });

  it('says so where there are no keys', async () => {
    const without = await openFixtureService();
    const answer = await without.app.inject({ url: `${PATH}&key=pk_shop`, headers: { origin: SHOP } });
    expect(answer.json()).toMatchObject({ code: 'key-refused', detail: 'This server has no publishable keys.' });
    await without.close();
  });
});
