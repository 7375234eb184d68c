import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressKey, CLIENT_MS, RateLimiter, VISITOR_MS } from '../../src/http/rate-limiter.ts';
import { TokenList, tokenLine } from '../../src/http/tokens.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

describe('a rate limiter', () => {
  it('allows so many requests to a client in a window, and says what is left and for how long', () => {
    let now = 120_000;
    const limiter = new RateLimiter({ requests: 2, seconds: 60 }, () => now);
    expect(limiter.take('a')).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60 });
    now += 10_500;
    expect(limiter.take('a')).toEqual({ isAllowed: true, remaining: 0, resetSeconds: 50 });
    expect(limiter.take('a')).toEqual({
      isAllowed: false,
      remaining: 0,
      resetSeconds: 50,
      used: '2 requests in 60 s',
    });
    expect(limiter.take('b').isAllowed).toBe(true);
    now += 50_000;
    expect(limiter.take('a')).toMatchObject({ isAllowed: true, remaining: 1 });
  });

  it('counts what other processes have counted in the same window, and forgets what they count in an earlier one', () => {
    const now = (): number => 120_000;
    const [here, there] = [1, 2].map(() => new RateLimiter({ requests: 5, seconds: 60 }, now));
    for (let i = 0; i < 3; i++) there!.take('a');
    here!.addCounts(there!.takeNewCounts()!);
    expect(here!.take('a').remaining).toBe(1);
    expect(there!.takeNewCounts()).toBeUndefined();
    here!.addCounts([{ window: 1, counts: { a: 100 } }, undefined]);
    expect(here!.take('a').isAllowed).toBe(true);
    here!.addCounts([{ window: 2, counts: { a: 100 } }, undefined]);
    expect(here!.take('a').isAllowed).toBe(false);
  });
});

describe('the rate limit of the service', () => {
  let service: FixtureService;
  let now = 0;

  beforeAll(async () => {
    const rateLimiter = new RateLimiter({ requests: 3, seconds: 10 }, () => now);
    const clients = TokenList.parse(`${tokenLine('a', 'token-a')}\n${tokenLine('b', 'token-b')}`, 'the test');
    service = await openFixtureService({ rateLimiter, clients });
  });
  afterAll(() => service.close());

  it('is off unless it is set', async () => {
    const open = await openFixtureService();
    expect((await open.get('/v1/directmatch/nl/1012JS/1')).headers).not.toHaveProperty('ratelimit');
    await open.close();
  });

  it('is counted by token, is told in the RateLimit headers, and ends in 429 with Retry-After', async () => {
    now = 1_000_003_000;
    const ask = (token: string) =>
      service.get('/v1/directmatch/nl/1012JS/1', { headers: { authorization: `Bearer ${token}` } });
    const first = await ask('token-a');
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"default";q=3;w=10', ratelimit: '"default";r=2;t=7' });
    await ask('token-a');
    expect((await ask('token-a')).statusCode).toBe(200);
    const refused = await ask('token-a');
    expect(refused.statusCode).toBe(429);
    expect(refused.json().code).toBe('rate-limited');
    expect(refused.headers).toMatchObject({ 'retry-after': '7', ratelimit: '"default";r=0;t=7' });
    expect((await ask('token-b')).statusCode).toBe(200);
    now += 7000;
    expect((await ask('token-a')).statusCode).toBe(200);
  });

  it('counts what has no token by its address: wrong tokens, descriptions, what is not there, but never whether the server is ready', async () => {
    const urls = [
      ['/v1/directmatch/nl/1012JS/1', 401],
      ['/openapi.json', 200],
      ['/docs', 200],
      ['/health', 200],
      ['/metrics', 200],
      ['/none', 404],
    ] as const;
    for (const [i, [url, status]] of urls.entries()) {
      now += 10_000;
      const ask = () =>
        service.app.inject({ url, headers: { authorization: 'Bearer wrong' }, remoteAddress: `10.0.0.${i}` });
      const answers = [await ask(), await ask(), await ask(), await ask()];
      expect(
        answers.map(({ statusCode }) => statusCode),
        url,
      ).toEqual([status, status, status, 429]);
      expect(answers[3]!.json().code).toBe('rate-limited');
    }
    for (let i = 0; i < 10; i++) expect((await service.app.inject('/ready')).statusCode).toBe(200);
  });

  it('lets a client in whose address has used up its share', async () => {
    now += 10_000;
    const ask = (token: string) =>
      service.get('/v1/directmatch/nl/1012JS/1', { headers: { authorization: `Bearer ${token}` } });
    for (const status of [401, 401, 401, 429]) expect((await ask('wrong')).statusCode).toBe(status);
    expect((await ask('token-a')).statusCode).toBe(200);
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.1', 'ip:192.0.2.1'],
    ['::ffff:192.0.2.1', 'ip:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', 'ip:2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', 'ip:2001:db8:1:2::/64'],
    ['2001:db8::6', 'ip:2001:db8:0:0::/64'],
    ['::1', 'ip:0:0:0:0::/64'],
  ])('%s counts as %s', (address, key) => expect(addressKey(address)).toBe(key));
});

describe('the processor time of a client', () => {
  it('is limited beside its requests, in windows of ten seconds, and more for clients than for visitors', () => {
    let now = 120_000;
    const limiter = new RateLimiter({ requests: 100, seconds: 60 }, () => now);
    limiter.spend('a', CLIENT_MS - 1);
    expect(limiter.take('a').isAllowed).toBe(true);
    limiter.spend('a', 1);
    now += 4000;
    expect(limiter.take('a')).toEqual({
      isAllowed: false,
      remaining: 0,
      resetSeconds: 6,
      used: '2 s of processor time in 10 s',
    });
    limiter.spend('b', VISITOR_MS);
    expect(limiter.take('b').isAllowed).toBe(true);
    expect(limiter.take('b', undefined, VISITOR_MS).isAllowed).toBe(false);
    now += 6000;
    expect(limiter.take('a').isAllowed).toBe(true);
  });

  it('is that of all processes together', () => {
    const now = (): number => 120_000;
    const [here, there] = [1, 2].map(() => new RateLimiter({ requests: 5, seconds: 60 }, now));
    there!.spend('a', CLIENT_MS);
    here!.addCounts(JSON.parse(JSON.stringify(there!.takeNewCounts())));
    expect(here!.take('a').isAllowed).toBe(false);
  });

  it('is what its answers took: further ones are a 429 with Retry-After, and others are answered', async () => {
    const now = 1_000_003_000;
    const rateLimiter = new RateLimiter({ requests: 1000, seconds: 10, processorMs: 5 }, () => now);
    const clients = TokenList.parse(`${tokenLine('a', 'token-a')}\n${tokenLine('b', 'token-b')}`, 'the test');
    const service = await openFixtureService({ rateLimiter, clients });
    const ask = (token: string, i: number) =>
      service.get(`/v1/geocode?text=Kinkerstrat%20${i},%20Amsterdam`, {
        headers: { authorization: `Bearer ${token}` },
      });
    let answer = await ask('token-a', 0);
    for (let i = 1; i < 900 && answer.statusCode === 200; i++) answer = await ask('token-a', i);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({
      code: 'rate-limited',
      detail: 'More than 0.005 s of processor time in 10 s. Wait 7 s.',
    });
    expect(answer.headers['retry-after']).toBe('7');
    expect((await ask('token-b', 0)).statusCode).toBe(200);
    await service.close();
  });
});
