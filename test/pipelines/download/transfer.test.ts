import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpClient } from '../../../pipelines/download/http-client.ts';
import { type TransferRequest, type Transferred, transfer } from '../../../pipelines/download/transfer.ts';
import { type Progress, silentProgress } from '../../../pipelines/progress.ts';
import {
  answering,
  breakingAfter,
  dripping,
  type Misbehaviour,
  PublisherServer,
  stallingAfter,
} from '../../support/publisher-server.ts';

const root = mkdtempSync(join(tmpdir(), 'transfer-'));
const body = randomBytes(300_000);
const sha256 = createHash('sha256').update(body).digest('hex');
const path = join(root, 'register.zip');
/** Breaks off when the beginning is in the part file, however long that takes. */
const broken = (bytes: number): Misbehaviour =>
  breakingAfter(bytes, () => statSync(`${path}.part`, { throwIfNoEntry: false })?.size ?? 0);
let server: PublisherServer;
let client: HttpClient;
const told: string[] = [];

beforeAll(async () => {
  server = await PublisherServer.start();
});
beforeEach(() => {
  told.length = 0;
  client = new HttpClient(
    { firstPauseMs: 1, silenceMs: 2_000, slowWindowMs: 1_000, maxAttempts: 3, connectMs: 10_000 },
    (text) => told.push(text),
  );
});
afterEach(async () => {
  await client.close();
  server.reset();
  vi.unstubAllEnvs();
  for (const name of readdirSync(root)) rmSync(join(root, name));
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

const fetchFile = (request: Partial<TransferRequest> = {}): Promise<Transferred | undefined> =>
  transfer(client, { url: server.url('/register.zip'), path, progress: silentProgress, ...request });
const ranges = (): (string | undefined)[] => server.requests.map(({ headers }) => headers.range);

describe('fetching a file', () => {
  it('gives the file its name when it is whole, with its checksum and what tells its version', async () => {
    server.offer('/register.zip', body, { etag: '"1"', lastModified: 'Sun, 08 Nov 2026 04:00:00 GMT' });
    expect(await fetchFile()).toEqual({
      bytes: body.length,
      sha256,
      validators: { etag: '"1"', lastModified: 'Sun, 08 Nov 2026 04:00:00 GMT' },
    });
    expect(readFileSync(path).equals(body)).toBe(true);
    expect(readdirSync(root)).toEqual(['register.zip']);
  });

  it('fetches nothing if the version is the known one, by its ETag or its date, also from a server that sends all the same', async () => {
    const lastModified = 'Sun, 08 Nov 2026 04:00:00 GMT';
    server.offer('/register.zip', body, { etag: '"1"', lastModified });
    expect(await fetchFile({ known: { etag: '"1"' } })).toBeUndefined();
    expect(await fetchFile({ known: { lastModified } })).toBeUndefined();
    expect(server.requests.map(({ status, sentBytes }) => [status, sentBytes])).toEqual([
      [304, 0],
      [304, 0],
    ]);
    server.offer('/register.zip', body, { etag: '"1"', ignoresRanges: true });
    expect(await fetchFile({ known: { etag: '"1"' } })).toBeUndefined();
    expect(readdirSync(root)).toEqual([]);
    expect((await fetchFile({ known: { etag: '"0"' } }))?.sha256).toBe(sha256);
  });

  it('follows redirects, but not in a circle', async () => {
    server.offer('/dated/register.zip', body);
    server.redirects.set('/register.zip', '/latest');
    server.redirects.set('/latest', server.url('/dated/register.zip'));
    expect((await fetchFile())?.sha256).toBe(sha256);
    server.redirects.set('/latest', '/register.zip');
    await expect(fetchFile()).rejects.toMatchObject({
      code: 'download-failed',
      message: expect.stringContaining('it redirects in a circle'),
    });
    for (let i = 0; i < 12; i++) server.redirects.set(`/${i}`, `/${i + 1}`);
    await expect(fetchFile({ url: server.url('/0') })).rejects.toThrow('redirects more than 10 times');
  });

  it('shows how much of the file has come', async () => {
    server.offer('/register.zip', body, { etag: '"1"' });
    server.misbehaviours.push(broken(100_000));
    const stages: { name: string; total: number; done: number }[] = [];
    const progress: Progress = {
      stage: (name, total) => void stages.push({ name, total, done: 0 }),
      advance: (done) => {
        stages.at(-1)!.done += done;
      },
      stop() {},
    };
    await fetchFile({ progress });
    expect(stages.at(-2)).toEqual({ name: 'fetch register.zip', total: body.length, done: body.length });
    expect(stages.at(-1)).toEqual({ name: 'check register.zip', total: body.length, done: body.length });
  });

  it('sends the password in an address, and keeps it to itself', async () => {
    server.offer('/register.zip', body, { etag: '"1"' });
    const url = server.url('/register.zip').replace('//', '//me:secret%21@');
    await fetchFile({ url });
    expect(server.requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('me:secret!').toString('base64')}`);
    server.misbehaviours.push(answering(403));
    await expect(fetchFile({ url })).rejects.toThrow(/^(?!.*secret).*answers 403/);
  });

  it('goes through the proxy that the environment names', async () => {
    server.offer('/register.zip', body);
    vi.stubEnv('http_proxy', server.url(''));
    const proxied = new HttpClient({ maxAttempts: 1 });
    const url = 'http://publisher.example/register.zip';
    expect((await transfer(proxied, { url, path, progress: silentProgress }))?.sha256).toBe(sha256);
    vi.stubEnv('no_proxy', 'publisher.example');
    const direct = new HttpClient({ maxAttempts: 1, connectMs: 1_000 });
    await expect(transfer(direct, { url, path, progress: silentProgress })).rejects.toMatchObject({
      code: 'download-failed',
    });
    expect(server.requests).toHaveLength(1);
    vi.stubEnv('https_proxy', server.url(''));
    vi.stubEnv('no_proxy', '');
    const tunnelled = new HttpClient({ maxAttempts: 1 });
    await expect(
      transfer(tunnelled, { url: url.replace('http:', 'https:'), path, progress: silentProgress }),
    ).rejects.toThrow(/could not be fetched: .*403/);
    expect(server.requests.at(-1)!.path).toBe('CONNECT publisher.example:443');
    await Promise.all([proxied.close(), direct.close(), tunnelled.close()]);
  });
});

describe('a transfer that breaks off', () => {
  it.each<[string, Misbehaviour]>([
    ['by a broken connection', broken(100_000)],
    ['because nothing comes any more', stallingAfter(100_000)],
    ['because it only drips', dripping(100_000, 50)],
  ])('%s is continued where it ended', async (_, misbehaviour) => {
    server.offer('/register.zip', body, { etag: '"1"' });
    server.misbehaviours.push(misbehaviour);
    expect((await fetchFile())?.sha256).toBe(sha256);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]!.headers).toMatchObject({
      range: expect.stringMatching(/^bytes=\d+-$/),
      'if-range': '"1"',
    });
    expect(server.requests[1]!.sentBytes).toBeLessThanOrEqual(200_001 + 20);
  });

  it('is continued by the next run', async () => {
    server.offer('/register.zip', body, { lastModified: 'Sun, 08 Nov 2026 04:00:00 GMT' });
    server.misbehaviours.push(broken(50_000), broken(50_000), broken(50_000));
    await expect(fetchFile()).rejects.toMatchObject({
      code: 'download-failed',
      message: expect.stringContaining('what has been received is kept'),
    });
    expect(readdirSync(root).sort()).toEqual(['register.zip.part', 'register.zip.part.json']);
    expect((await fetchFile())?.sha256).toBe(sha256);
    expect(server.requests.at(-1)!.sentBytes).toBeLessThan(200_000);
    expect(readdirSync(root)).toEqual(['register.zip']);
  });

  it('is continued even if only the last step was missing', async () => {
    server.offer('/register.zip', body, { etag: '"1"' });
    writeFileSync(`${path}.part`, body);
    const state = { url: server.url('/register.zip'), validators: { etag: '"1"' }, totalBytes: body.length };
    writeFileSync(`${path}.part.json`, JSON.stringify(state));
    expect((await fetchFile())?.sha256).toBe(sha256);
    expect(ranges()).toEqual([`bytes=${body.length - 1}-`]);
  });

  it('begins anew if there is another version by now, if versions cannot be told apart, or if ranges are not known', async () => {
    const other = randomBytes(200_000);
    server.offer('/register.zip', body, { etag: '"1"' });
    server.misbehaviours.push(broken(100_000), (request, response, file) => {
      server.offer('/register.zip', other, { etag: '"2"' });
      broken(10)(request, response, file);
    });
    await fetchFile();
    expect(readFileSync(path).equals(other)).toBe(true);

    server.requests.length = 0;
    server.offer('/register.zip', body, { etag: 'W/"1"' });
    server.misbehaviours.push(broken(100_000));
    expect((await fetchFile())?.sha256).toBe(sha256);
    expect(ranges()).toEqual([undefined, undefined]);

    server.offer('/register.zip', body, { etag: '"1"', ignoresRanges: true });
    server.misbehaviours.push(broken(100_000));
    expect((await fetchFile())?.sha256).toBe(sha256);
  });

  it('begins anew where the server sends another range, or has none left', async () => {
    server.offer('/register.zip', body, { etag: '"1"' });
    for (const fault of [
      answering(206, { 'content-range': `bytes 5-9/${body.length}`, etag: '"1"' }, 'wrong'),
      answering(416, { 'content-range': 'bytes */10' }),
    ]) {
      server.misbehaviours.push(broken(100_000), fault);
      expect((await fetchFile())?.sha256).toBe(sha256);
      expect(readFileSync(path).equals(body)).toBe(true);
    }
  });

  it('does not count as failed while it gets on', async () => {
    const large = randomBytes(8 << 20);
    server.offer('/register.zip', large, { etag: '"1"' });
    server.misbehaviours.push(...Array(5).fill(broken((1 << 20) + 70_000)));
    expect((await fetchFile())?.bytes).toBe(large.length);
    expect(server.requests).toHaveLength(6);
  });
});

describe('a server that is busy', () => {
  it('is asked again after as long as it says', async () => {
    server.offer('/register.zip', body);
    server.misbehaviours.push(
      answering(503, { 'retry-after': '1' }),
      answering(429, { 'retry-after': new Date(Date.now() - 1000).toUTCString() }),
    );
    const start = Date.now();
    expect((await fetchFile())?.sha256).toBe(sha256);
    // At least: a busy machine takes longer, and a timer of a second may end within the millisecond before.
    expect(Date.now() - start).toBeGreaterThanOrEqual(990);
    expect(server.requests).toHaveLength(3);
  });

  it('is given up after some attempts, or at once if it wants to be left alone for long', async () => {
    server.offer('/register.zip', body);
    server.misbehaviours.push(answering(502), answering(500), answering(504));
    await expect(fetchFile()).rejects.toMatchObject({ code: 'download-failed', data: { isTransient: true } });
    expect(server.requests).toHaveLength(3);
    const url = server.url('/register.zip');
    expect(told).toEqual([502, 500].map((status) => `${url}: the server answers ${status}; trying again\n`));
    server.misbehaviours.push(answering(503, { 'retry-after': '86400' }));
    await expect(fetchFile()).rejects.toThrow('the server answers 503, try again in 86400 s');
    expect(server.requests).toHaveLength(4);
  });

  it('is not asked again where that cannot help', async () => {
    await expect(fetchFile()).rejects.toThrow(
      `${server.url('/register.zip')} could not be fetched: the server answers 404. Check the address; another one can be set with --source.`,
    );
    expect(server.requests).toHaveLength(1);
  });

  it.each(['file:///etc/passwd', 'ftp://example.org/register.zip', 'javascript:alert(1)', 'http://['])(
    'is not asked again where it redirects to %s',
    async (target) => {
      server.redirects.set('/register.zip', target);
      await expect(fetchFile()).rejects.toThrow(
        `${server.url('/register.zip')} could not be fetched: it redirects to an address that is neither http nor https. Check the address; another one can be set with --source.`,
      );
      expect(server.requests).toHaveLength(1);
    },
  );

  it('is told apart from one that is not there', async () => {
    const gone = await PublisherServer.start();
    const url = gone.url('/register.zip');
    await gone.stop();
    await expect(fetchFile({ url })).rejects.toThrow('it refuses the connection');
  });
});

describe('what is not the file of the register', () => {
  it('is refused if its size or checksum is not the published one, and nothing of it stays', async () => {
    const url = server.offer('/register.zip', body, { etag: '"1"' });
    await expect(fetchFile({ expectedBytes: 10 })).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('300000 bytes; the publisher states 10'),
    });
    const md5 = createHash('md5').update(body).digest('hex');
    await expect(
      fetchFile({
        expectedChecksums: [{ algorithm: 'md5', value: md5.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }],
      }),
    ).rejects.toThrow(`${url} does not send the file of the register: its md5 is not`);
    expect(readdirSync(root)).toEqual([]);
    expect(
      await fetchFile({
        expectedBytes: body.length,
        expectedChecksums: [{ algorithm: 'md5', value: md5.toUpperCase() }],
      }),
    ).toBeDefined();
  });

  it('is refused if it contradicts a checksum that came with it', async () => {
    const other = createHash('sha256').update('other').digest('base64');
    server.offer('/register.zip', body, { headers: { 'repr-digest': `sha-256=:${other}:` } });
    await expect(fetchFile()).rejects.toThrow('its sha256 is not');
    server.offer('/register.zip', body, { headers: { 'content-md5': createHash('md5').update('').digest('base64') } });
    await expect(fetchFile()).rejects.toThrow('its md5 is not');
  });

  it('is refused if it is a web page', async () => {
    const page = '<!DOCTYPE html>\n<html><head><title>Down for maintenance</title></head></html>';
    server.offer('/register.zip', page, { contentType: 'text/html' });
    await expect(fetchFile()).rejects.toThrow('a web page came instead of the file ("Down for maintenance")');
    expect(server.requests).toHaveLength(1);
  });

  it('is noticed if it ends early without a word', async () => {
    server.offer('/register.zip', body, { isChunked: true });
    expect((await fetchFile())?.sha256).toBe(sha256);
    server.misbehaviours.push((_, response) => {
      response.writeHead(200);
      response.write(body.subarray(0, 1000), () => setTimeout(() => response.destroy(), 20));
    });
    expect((await fetchFile())?.sha256).toBe(sha256);
  });
});

it('a long file that never gets further is given up, however much of it comes each time', async () => {
  const long = randomBytes(3_000_000);
  server.offer('/register.zip', long, { etag: '"1"', ignoresRanges: true });
  server.everyRequest = () => broken(2_000_000);
  await expect(fetchFile()).rejects.toMatchObject({ code: 'download-failed' });
  // The first attempt may have got far; no other got further.
  expect(server.requests.length).toBeLessThanOrEqual(4);
});

it('a resumed file is of one version, and compared with the checksum that came with its beginning', async () => {
  const digest = (bytes: Buffer): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  const other = randomBytes(body.length);
  const partOf =
    (bytes: Buffer, etag: string): Misbehaviour =>
    ({ headers }, response) => {
      const from = Number(/bytes=(\d+)-/.exec(headers.range!)![1]);
      response.writeHead(206, { etag, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` });
      response.end(bytes.subarray(from));
    };
  // The server ignores If-Range, and says so by the ETag: the file is fetched from its beginning.
  server.offer('/register.zip', body, { etag: '"1"', headers: { 'repr-digest': digest(body) } });
  server.misbehaviours.push(broken(100_000), partOf(other, '"2"'));
  expect((await fetchFile())?.sha256).toBe(sha256);
  expect(ranges().map((range) => range === undefined)).toEqual([true, false, true]);
  // It does not even say so.
  rmSync(path);
  server.misbehaviours.push(broken(100_000), partOf(other, '"1"'));
  await expect(fetchFile()).rejects.toMatchObject({
    code: 'input-corrupt',
    message: expect.stringContaining('sha256'),
  });
  expect(readdirSync(root)).toEqual([]);
});

it.each([
  ['announced', {}],
  ['not announced', { isChunked: true }],
])('a file may have the most bytes that are allowed, and not one more, %s', async (_, how) => {
  server.offer('/register.zip', body, how);
  expect((await fetchFile({ maxBytes: body.length }))?.bytes).toBe(body.length);
  rmSync(path);
  await expect(fetchFile({ maxBytes: body.length - 1 })).rejects.toThrow('it has more than 299,999 bytes');
});

it('a full disk is known before the file comes', async () => {
  server.misbehaviours.push((_, response) => {
    response.writeHead(200, { 'content-length': '9000000000000000' });
    response.write('PK');
  });
  await expect(fetchFile({ maxBytes: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject({
    code: 'output-not-writable',
    message: expect.stringContaining('needs 9,000,000,000,000,000 bytes'),
  });
});
