import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TargetState } from './attack-target.ts';
import { buildFixtureData } from './fixture-service.ts';

const TOKEN = 'the-token-of-the-attacker';

/** What an attack may add to the memory of the server. The unbounded server took gigabytes for these. */
const MAX_GROWTH_BYTES = 250e6;

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
      execArgv: ['--import', 'tsx', `--max-old-space-size=${MAX_HEAP_MB}`],
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
  const LONG = '/v1/autocomplete/nl?search=a&per_page=1000&explain=true';
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

  function attack(connections: number, text: string, isRead: boolean): Socket[] {
    return Array.from({ length: connections }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      attackers.push(socket);
      if (isRead) socket.resume();
      else socket.pause();
      socket.write(text);
      return socket;
    });
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
      const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(10_000) });
      expect(answer.status).toBe(200);
      answers++;
    }
    return answers;
  }

  it.each([
    [
      'asks for compressed descriptions without a token, on few connections',
      20,
      'GET /openapi.json HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n'.repeat(500),
      false,
    ],
    ['asks for compressed answers, on many connections', 300, requestFor(LONG, 'Accept-Encoding: br').repeat(20), true],
    ['asks for long answers and reads none of them', 200, requestFor(LONG).repeat(100), false],
    ['asks for very many short answers at once', 20, requestFor('/v1/directmatch/nl/1012JS/1').repeat(2000), true],
    [
      'sends the shortest requests it can and reads nothing',
      // Node parses what it has read, 64 KB or 2,400 requests, before anything else: some 60 ms for each connection.
      1,
      'GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(20_000),
      false,
    ],
  ] as const)('stays ready and in its memory when a client %s', async (_, connections, text, isRead) => {
    const before = await state();
    attack(connections, text, isRead);
    expect(await probe(3)).toBeGreaterThan(0);
    const after = await state();
    expect(after.rssBytes - before.rssBytes).toBeLessThan(MAX_GROWTH_BYTES);
    expect(after.busyMilliseconds).toBeLessThan(MAX_BUSY_MS);
  });

  it('answers everything that is sent together on one connection, in order, while others flood it', async () => {
    attack(50, requestFor(LONG).repeat(100), false);
    const count = 2000;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    const one = (path: string): string => requestFor(path);
    for (let i = 0; i < count; i++) socket.write(one(i % 2 === 0 ? '/v1/directmatch/nl/1012JS/1' : '/v1/none'));
    socket.write(requestFor('/ready', 'Connection: close'));
    await once(socket, 'close');
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual([...Array.from({ length: count }, (__, i) => (i % 2 === 0 ? '200' : '404')), '200']);
  });
});
