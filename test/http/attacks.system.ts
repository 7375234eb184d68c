import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TargetState } from './attack-target.ts';
import { buildFixtureData } from './fixture-service.ts';

const TOKEN = 'the-token-of-the-attacker';

/** What an attack may make the server hold, as its heap and its buffers are counted: 37 MB were seen. The unbounded server held gigabytes for these. */
const MAX_HELD_BYTES = 100e6;

/**
 * What an attack may add to the process, twice the most that was ever seen (250 MB, before its heap was collected on the way): what an allocator
 * keeps for later is no fault, but more than that would be memory that nothing above counts.
 */
const MAX_GROWTH_BYTES = 500e6;

/**
 * The heap of the server, so that its growth is what it holds: with a large one, Node leaves hundreds of megabytes of garbage lying while it is busy.
 * A server that holds more ends.
 */
const MAX_HEAP_MB = 200;

/** How long /ready may wait, in processor time of the server: a second, which counts double where two threads share a core. */
const MAX_BUSY_MS = 2000;

describe('a server under attack', () => {
  let data: Awaited<ReturnType<typeof buildFixtureData>>;
  let target: ChildProcess;
  let port = 0;
  const attackers: Socket[] = [];

  beforeAll(async () => {
    data = await buildFixtureData();
    target = fork(fileURLToPath(new URL('./attack-target.ts', import.meta.url)), [data.directory, TOKEN], {
      execArgv: ['--expose-gc', '--import', 'tsx', `--max-old-space-size=${MAX_HEAP_MB}`],
    });
    [port] = (await once(target, 'message')) as [number];
    // What is made at the first use is there before anything is measured.
    for (const path of [LONG, '/openapi.json'])
      await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
  });
  afterAll(async () => {
    target.disconnect();
    await once(target, 'exit');
    data.remove();
  });
  afterEach(() => {
    for (const socket of attackers.splice(0)) socket.destroy();
  });

  // Explained, an answer is not kept.
  const LONG = '/v1/autocomplete/nl?search=a&details=true&per_page=100';
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-autocompletesessionid': '1' };

  const requestFor = (path: string, ...more: string[]): string =>
    [
      `GET ${path} HTTP/1.1`,
      'Host: a',
      ...Object.entries(headers).map((each) => each.join(': ')),
      ...more,
      '',
      '',
    ].join('\r\n');

  /** Sends on all connections at once, when all of them are there. */
  async function attack(connections: number, text: string, isRead: boolean): Promise<void> {
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      attackers.push(socket);
      if (isRead) socket.resume();
      else socket.pause();
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await probe(0.5);
    for (const socket of sockets) socket.write(text);
  }

  async function state(): Promise<TargetState> {
    target.send('state');
    const [answer] = (await once(target, 'message')) as [TargetState];
    return answer;
  }

  /** Asks for readiness all the time for some seconds, and returns the number of answers. */
  async function probe(seconds: number): Promise<number> {
    const end = Date.now() + seconds * 1000;
    let answers = 0;
    while (Date.now() < end) {
      const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(120_000) });
      expect(answer.status).toBe(200);
      answers++;
    }
    return answers;
  }

  it.each([
    [
      'asks for compressed descriptions without a token, on few connections',
      20,
      'GET /openapi.json HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n'.repeat(500),
      false,
    ],
    [
      'asks for compressed answers, on many connections',
      300,
      requestFor(LONG, 'Accept-Encoding: gzip').repeat(20),
      true,
    ],
    ['asks for long answers and reads none of them', 200, requestFor(LONG).repeat(100), false],
    ['asks for very many short answers at once', 20, requestFor('/v1/directmatch/nl/1012JS/1').repeat(2000), true],
    [
      'sends the shortest requests it can and reads nothing',
      1,
      'GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(20_000),
      false,
    ],
    [
      'sends the shortest requests it can on many connections',
      // Parsed as they come, those of one connection take 50 ms.
      200,
      'GET /ready HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(1800),
      true,
    ],
  ] as const)('stays ready and in its memory when a client %s', async (_, connections, text, isRead) => {
    const before = await state();
    await attack(connections, text, isRead);
    expect(await probe(3)).toBeGreaterThan(0);
    const after = await state();
    expectBounds(before, after);
  });

  it('answers what is sent together on one connection, in order, while others flood it', async () => {
    await attack(50, requestFor(LONG).repeat(100), false);
    const count = 100;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    const paths = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? '/v1/directmatch/nl/1012JS/1' : '/v1/none'));
    socket.write([...paths.map((path) => requestFor(path)), requestFor('/ready', 'Connection: close')].join(''));
    await once(socket, 'close');
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual([...paths.map((_, i) => (i % 2 === 0 ? '200' : '404')), '200']);
  });

  describe('with files', () => {
    const post = async (body: Buffer, type: string): Promise<void> => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/geocode/batch`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(120_000),
      });
      await answer.text().catch(() => {});
    };
    const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 95_000 }, (_, i) => [`k${i}`, 1])));
    const fewerKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 6000 }, (_, i) => [`k${i}`, 1])));
    const dear = '1000 '.repeat(60).trim();

    it.each<[what: string, body: () => Buffer, type: string]>([
      ['of dear rows', () => Buffer.from(`address\n${`${dear}\n`.repeat(100)}`), 'text/csv'],
      ['of lines with very many keys', () => Buffer.from(`${manyKeys}\n`.repeat(5)), 'application/x-ndjson'],
      ['of lines with many keys', () => Buffer.from(`${fewerKeys}\n`.repeat(100)), 'application/x-ndjson'],
      ['of one line', () => Buffer.alloc(7 << 20, 'x'), 'text/csv'],
      ['of quotes', () => Buffer.from(`a,b\n${'"'.repeat(7 << 20)}`), 'text/csv'],
      ['of very many columns', () => Buffer.from(`${'a,'.repeat(100_000)}\n${'1,'.repeat(100_000)}\n`), 'text/csv'],
      ['that unpack to 300 MB', () => gzipSync(Buffer.alloc(300 << 20, 'Dam 1\n')), 'application/gzip'],
      [
        'that are workbooks',
        () => Buffer.from('PK\u0003\u0004'.padEnd(170_000, 'x'), 'latin1'),
        'application/octet-stream',
      ],
    ])('stays ready and in its memory with files %s', async (_, bodyOf, type) => {
      const body = bodyOf();
      await post(Buffer.from('address\nDam 1\n'), 'text/csv');
      const before = await state();
      const answered = Promise.all([post(body, type), post(body, type)]);
      expect(await probe(2)).toBeGreaterThan(0);
      await answered;
      const after = await state();
      expectBounds(before, after);
    });
  });
});

function expectBounds(before: TargetState, after: TargetState): void {
  expect(after.heldBytes - before.heldBytes).toBeLessThan(MAX_HELD_BYTES);
  expect(after.rssBytes - before.rssBytes).toBeLessThan(MAX_GROWTH_BYTES);
  expect(after.busyMilliseconds).toBeLessThan(MAX_BUSY_MS);
}
