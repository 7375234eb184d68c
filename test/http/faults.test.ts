import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answered } from '../../src/http/exchange.ts';
import { PROBLEMS, type ProblemBody } from '../../src/http/problems.ts';
import type { AddressServer } from '../../src/http/server.ts';
import { effort } from '../support/effort.ts';
import { Random } from '../support/random.ts';
import { CLIENTS, type FixtureService, openFixtureService, TOKEN } from './fixture-service.ts';
import { createServer, type Injected } from './inject.ts';

const REQUESTS = effort(1500, 20_000);

/** Of those over a socket, which the parser of Node reads. */
const RAW_REQUESTS = effort(200, 1000);

let service: FixtureService;

beforeAll(async () => {
  service = await openFixtureService();
});
afterAll(() => service.close());

describe('requests of any kind', () => {
  it(`are answered: of ${REQUESTS.toLocaleString('en')} that are generated, none with a 5xx, each as described`, async () => {
    const random = new Random(1);
    const statuses = new Map<number, number>();
    for (let i = 0; i < REQUESTS; i++) {
      const path = randomPath(random);
      const headers = randomHeaders(random);
      const answer = await service.get(path, { headers });
      expect(answer.statusCode, `${path} ${JSON.stringify(headers)}: ${answer.body}`).toBeLessThan(500);
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    }
    // All kinds of answers have come up, or the requests would prove nothing.
    for (const status of [200, 304, 400, 401, 404, 414]) {
      expect(statuses.get(status), String(status)).toBeGreaterThan(REQUESTS / 500);
    }
  });
});

const BASES = [
  '/v1/autocomplete/nl?search=kalverstraat&page=1&per_page=10',
  '/v1/autocomplete/be?search=rue%20de%20la%20loi%2016',
  '/v1/autocomplete/lu?search=grand-rue&context=',
  '/v1/autocomplete/nl?context=mn8j-eu2e&search=k',
  '/v1/autocomplete/nl?search=kerk&near=52.38,4.63&language=nl&explain=true',
  '/v1/directmatch/nl/1012JS/1',
  '/v1/directmatch/nl/1012JS/1/A-2',
  '/v1/directmatch/be/1130/240%2F1/Verdunstraat',
  "/v1/directmatch/lu/L-9209/10/D'Baach%20aus",
  '/v1/radius/nl/52.373/4.8936/100?page=2&per_page=5',
  '/v1/radius/be/50.8464/4.367',
  '/health',
  '/openapi.json',
];

const PIECES = [
  ...[
    '',
    ' ',
    '%20',
    '+',
    '%2B',
    '%00',
    '%0A',
    '%0d%0a',
    '%',
    '%%',
    '%2',
    '%zz',
    '%ff',
    '%e4',
    '%C3%A9',
    '%F0%9F%8F%A0',
  ],
  ...[
    '%2F',
    '%252F',
    '/',
    '//',
    '..',
    '%2e%2e%2f',
    '../../etc/passwd',
    '..%5c',
    '\\',
    ';',
    ':',
    '?',
    '&',
    '=',
    '#',
    '*',
  ],
  ...['NaN', 'Infinity', '-Infinity', '1e309', '-1e309', '-0', '0', '-1', '0.5', '1e-320', '9007199254740993', '1e21'],
  ...['2147483647', '2147483648', '00000000001', '0x10', '1_000', '１２', '٣', 'null', 'undefined', 'true', '[]', '{}'],
  ...[
    '[object Object]',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    "'",
    '"',
    '`',
    '<script>',
    '{{7*7}}',
  ],
  ...["' OR 1=1 --", '%EF%BB%BF', '%E2%80%AE', '%CC%81', 'é', 'Ĳ', 'ß', '🏠', '\u0000'],
  ...['page=0', 'page=1&page=2', 'per_page=100', 'per_page=101', 'per_page=0', 'search=', 'context=', 'search[]=a'],
];

/** A known path with a few changes: pieces put in, taken out, doubled, or other ones put in their place; sometimes very long. */
function randomPath(random: Random): string {
  let path = random.pick(BASES);
  const changes = random.between(0, 4);
  for (let i = 0; i < changes; i++) {
    const at = random.between(1, path.length);
    const end = random.between(at, Math.min(path.length, at + 12));
    const piece = random.chance(0.05) ? random.pick(PIECES).repeat(random.between(1, 900)) : random.pick(PIECES);
    path = path.slice(0, at) + piece + path.slice(random.chance(0.5) ? end : at);
  }
  if (random.chance(0.02))
    path += `${path.includes('?') ? '&' : '?'}search=${'a'.repeat(random.pick([8000, 100_000]))}`;
  // A request line has neither spaces nor control characters; `inject` parses it as a URL.
  return path.replace(/[\s\p{Cc}#\\]/gu, (character) => encodeURIComponent(character)).replace(/^\/+/, '/');
}

function randomHeaders(random: Random): Record<string, string | undefined> {
  const text = (): string =>
    random.pick(['', 'x', '*', 'W/"x"', ',,,', '"', 'é'.repeat(50), 'a'.repeat(5000), random.pick(PIECES)]);
  const kinds: readonly (readonly [name: string, chance: number, value: () => string | undefined])[] = [
    ['authorization', 0.05, () => random.pick([undefined, 'Bearer', 'Bearer ', 'Basic eDp5', `Bearer ${text()}`])],
    ['x-autocompletesessionid', 0.05, () => random.pick([undefined, '', text()])],
    ['if-none-match', 0.1, () => random.pick(['*', text()])],
    ['accept-encoding', 0.1, () => random.pick(['gzip', 'br;q=1.5', 'gzip;q=x', ';;', text()])],
    ['accept', 0.1, text],
    ['origin', 0.05, text],
    ['range', 0.05, () => 'bytes=0-10'],
    ['content-type', 0.05, text],
  ];
  return Object.fromEntries(kinds.flatMap(([name, chance, value]) => (random.chance(chance) ? [[name, value()]] : [])));
}

/** A request of which bytes of the path, of the headers or of anything are changed. */
function randomRequest(random: Random, authorization: string): string {
  const bytes = (length: number): string =>
    Array.from({ length }, () => String.fromCharCode(random.between(0, 255))).join('');
  const path = random.chance(0.3) ? randomPath(random) : random.pick(BASES);
  const garbage = random.chance(0.5)
    ? ''
    : random.pick([
        `${bytes(5)}: ${bytes(20)}`,
        `X: ${random.pick(PIECES)}`,
        `X: ${'a'.repeat(random.pick([100, 20_000]))}`,
        `Content-Length: ${random.pick(['-1', '1e9', '0', 'x', '99999999999999999999'])}`,
        `Transfer-Encoding: ${random.pick(['chunked', 'gzip', 'x'])}`,
        `Expect: ${random.pick(['100-continue', 'x'])}`,
        `Upgrade: ${random.pick(['h2c', 'websocket'])}\r\nConnection: Upgrade`,
      ]);
  const text = `GET ${path} HTTP/1.1\r\nHost: a\r\n${authorization}Connection: close\r\n${garbage === '' ? '' : `${garbage}\r\n`}\r\n`;
  if (random.chance(0.8)) return text;
  const at = random.between(0, text.length - 1);
  return text.slice(0, at) + bytes(random.between(1, 8)) + text.slice(at + random.between(0, 8));
}

describe('connections of any kind', () => {
  let app: AddressServer & Injected;
  let port = 0;

  beforeAll(async () => {
    app = await createServer(service.lookup, { clients: CLIENTS, page: false, requestSeconds: 1 });
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as { port: number }).port;
  });
  afterAll(() => app.close());

  const AUTHORIZATION = `Authorization: Bearer ${TOKEN}\r\nX-AutocompleteSessionId: 1\r\n`;

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 'malformed-request'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost\r\n\r\n', 'malformed-request'],
    ['a null byte in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n', 'malformed-request'],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 'malformed-request'],
    [
      'a term of 100 kB',
      `GET /v1/autocomplete/nl?search=${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      'headers-too-large',
    ],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 'headers-too-large'],
    ['a URL of 10 kB', `GET /${'a'.repeat(10_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 'uri-too-long'],
  ] as const)('are answered with a problem for %s, and closed', async (_, text, code) => {
    const { status, headers, body } = await talk(port, text);
    const problem = JSON.parse(body) as ProblemBody;
    expect(problem.code).toBe(code);
    expect(status).toBe(PROBLEMS[code].status);
    expect(headers).toContain('content-type: application/problem+json');
  });

  it('time out when the request does not arrive', async () => {
    const texts = ['GET /v1/autocomplete/nl HT', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '];
    // A server that waits longer, asked first, still waits.
    const patient = await createServer(service.lookup, { clients: CLIENTS, page: false, requestSeconds: 600 });
    await patient.listen({ host: '127.0.0.1', port: 0 });
    let isPatientOver = false;
    const waiting = talk((patient.server.address() as { port: number }).port, texts[0]!).then(() => {
      isPatientOver = true;
    });
    for (const { status, body } of await Promise.all(texts.map((text) => talk(port, text)))) {
      expect([status, JSON.parse(body).code]).toEqual([408, 'request-timeout']);
    }
    expect(isPatientOver).toBe(false);
    patient.server.closeAllConnections();
    await waiting;
    await patient.close();
  });

  it('end when a body does not arrive, and do not wait for it with the answer', async () => {
    const request = `GET /v1/directmatch/nl/1012JS/1 HTTP/1.1\r\nHost: a\r\n${AUTHORIZATION}`;
    const [get, post] = await Promise.all([
      talk(port, `${request}Content-Length: 100\r\n\r\nabc`),
      talk(port, 'POST /v1/radius/nl/52/5 HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc'),
    ]);
    expect([get.status, post.status]).toEqual([200, 405]);
  });

  it('end when an answer is not read', async () => {
    const hasty = await createServer(service.lookup, { clients: CLIENTS, page: false, requestSeconds: 0.2 });
    await hasty.listen({ host: '127.0.0.1', port: 0 });
    const deaf = connect((hasty.server.address() as { port: number }).port, '127.0.0.1').on('error', () => {});
    const page = `GET /v1/autocomplete/nl?search=a&per_page=100 HTTP/1.1\r\nHost: a\r\n${AUTHORIZATION}\r\n`;
    deaf.write(page.repeat(2000));
    await once(deaf, 'connect');
    const connections = (): Promise<number> =>
      new Promise((resolve) => hasty.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(1);
    await expect.poll(connections, { interval: 100 }).toBe(0);
    deaf.destroy();
    await hasty.close();
  });

  it(`of any bytes are answered or closed: ${RAW_REQUESTS} that are generated, none with a 5xx`, async () => {
    const random = new Random(2);
    const statuses = new Map<number, number>();
    const texts = Array.from({ length: RAW_REQUESTS }, () => randomRequest(random, AUTHORIZATION));
    for (let from = 0; from < texts.length; from += 100) {
      const answers = await Promise.all(texts.slice(from, from + 100).map((text) => talk(port, text, true)));
      for (const [i, { raw, status }] of answers.entries()) {
        expect(raw, texts[from + i]).not.toMatch(/^HTTP\/1\.1 5/);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    for (const status of [200, 400, 404, 431])
      expect(statuses.get(status), String(status)).toBeGreaterThan(RAW_REQUESTS / 100);
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
  });

  it('answer a request with a body without reading it', async () => {
    const text = `GET /v1/directmatch/nl/1012JS/1 HTTP/1.1\r\nHost: a\r\n${AUTHORIZATION}Content-Type: application/json\r\nContent-Length: 5\r\nConnection: close\r\n\r\n{nons`;
    expect((await talk(port, text)).status).toBe(200);
    const post = `POST /v1/directmatch/nl/1012JS/1 HTTP/1.1\r\nHost: a\r\nContent-Type: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc`;
    expect((await talk(port, post)).status).toBe(405);
  });

  it('answer requests that are sent together, in their order', async () => {
    const one = (path: string, rest: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\n${AUTHORIZATION}${rest}\r\n`;
    const text =
      one('/v1/directmatch/nl/1012JS/1/A2', '') + one('/v1/nothing', '') + one('/ready', 'Connection: close\r\n');
    const { raw } = await talk(port, text);
    expect([...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404', '200']);
  });

  const VALID = `GET /v1/autocomplete/nl?search=a&per_page=100 HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n${AUTHORIZATION}\r\n`;

  it.each([
    ['garbage', 'garbage\r\n\r\n', ['200', '200', '400']],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, ['200', '200', '431']],
    [
      'a request with a body that cannot be read',
      VALID.replace('\r\n', '\r\nTransfer-Encoding: xchunked\r\n'),
      ['200', '200', '200'],
    ],
    [
      'a request whose body is broken',
      `${VALID.replace('\r\n', '\r\nTransfer-Encoding: chunked\r\n')}zz\r\n`,
      ['200', '200', '200'],
    ],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', ['200', '200', '405']],
  ] as const)('get the answers of the requests before %s, each its own', async (_, text, statuses) => {
    const { raw } = await talk(port, VALID + VALID + text);
    expect([...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(statuses);
  });

  it('get the same when what is none comes later, after the answers', async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    let raw = '';
    socket.on('data', (chunk: string) => {
      raw += chunk;
    });
    socket.write(VALID.replace('\r\n', '\r\nTransfer-Encoding: chunked\r\n'));
    await expect.poll(() => raw).toMatch(/^HTTP\/1\.1 200/);
    socket.write('zz\r\n');
    await once(socket, 'close');
    expect(raw.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('get their answer, compressed too, when the client has ended its side', async () => {
    const { raw } = await talk(port, VALID, true);
    expect(raw).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(raw.toLowerCase()).toContain('content-encoding: gzip');
    expect(raw.split('\r\n\r\n')[1]!.length).toBeGreaterThan(500);
  });

  it.each([
    ['no Host', 'GET /ready HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
    ['two Hosts', 'GET /ready HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
    ['no Host in HTTP/1.0', 'GET /ready HTTP/1.0\r\n\r\n', 200, undefined],
    [
      'an expectation that nobody knows',
      'GET /ready HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n',
      200,
      undefined,
    ],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'method-not-allowed'],
  ] as const)('are answered for %s as the rules say', async (_, text, status, code) => {
    const answer = await talk(port, text);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).code).toBe(code);
    if (status === 405) expect(answer.headers).toContain('allow: get, head');
  });

  it('are counted and told, even those on which no request arrived', async () => {
    const told: Answered[] = [];
    const counting = await createServer(service.lookup, {
      clients: CLIENTS,
      page: false,
      requestSeconds: 1,
      corsOrigins: ['https://shop.example'],
      onAnswer: (answer) => told.push(answer),
    });
    await counting.listen({ host: '127.0.0.1', port: 0 });
    const { port: at } = counting.server.address() as { port: number };
    await talk(at, 'hello\r\n\r\n');
    await talk(at, 'GET /slow');
    const undecodable = await talk(
      at,
      'GET /v1/%ff HTTP/1.1\r\nHost: a\r\nOrigin: https://shop.example\r\nConnection: close\r\n\r\n',
    );
    expect(undecodable.headers).toContain('access-control-allow-origin: https://shop.example');
    expect(told.map(({ status, address, client }) => [status, address, client])).toEqual([
      [400, '127.0.0.1', ''],
      [408, '127.0.0.1', ''],
      [400, '127.0.0.1', ''],
    ]);
    const { body } = await counting.inject('/metrics');
    expect(body).toContain('address_lookup_request_seconds_count{operation="other",country="",status="400"} 2');
    expect(body).toContain('address_lookup_request_seconds_count{operation="other",country="",status="408"} 1');
    await counting.close();
  });

  it('do not keep a server that closes', async () => {
    const closing = await createServer(service.lookup, { clients: CLIENTS, page: false, requestSeconds: 1 });
    await closing.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((closing.server.address() as { port: number }).port, '127.0.0.1').on('error', () => {});
    socket.write('GET /ready HTTP/1.1\r\nHost: a\r\n');
    await once(socket, 'connect');
    let drips = 0;
    const dripping = setInterval(() => {
      drips++;
      socket.write('X: a\r\n');
    }, 100);
    // A header that arrives after the end resets the connection, which `once` would take for a failure.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await closing.close();
    // Two seconds of them. Where this process has no time to close, it has none to drip either.
    expect(drips).toBeLessThan(100);
    await closed;
    clearInterval(dripping);
  });

  it('hold up nobody else while one of them is slow', async () => {
    const slow = Array.from({ length: 50 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    for (const socket of slow) socket.write('GET /v1/auto');
    const answer = await fetch(`http://127.0.0.1:${port}/ready`);
    expect(answer.status).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});

/** Writes a text to the server, ends its side if that `isAll`, and reads until the server closes the connection. */
async function talk(
  port: number,
  text: string,
  isAll = false,
): Promise<{ status: number; headers: string; body: string; raw: string }> {
  const socket: Socket = connect(port, '127.0.0.1');
  let raw = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    raw += chunk;
  });
  if (isAll) socket.end(text);
  else socket.write(text);
  await new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), headers: head.toLowerCase(), body, raw };
}
