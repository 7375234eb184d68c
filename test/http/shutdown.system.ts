import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tokenLine } from '../../src/http/index.ts';
import { programArguments } from '../support/program.ts';
import { buildFixtureData } from './fixture-service.ts';
import { killServes, type ServeProcess, startServe } from './serve-process.ts';

const TOKEN = 'the-token-of-the-shutdown';
const REQUEST = `GET /v1/directmatch/nl/1012JS/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;
const LONG = `GET /v1/autocomplete/nl?search=a&details=true&per_page=100 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nX-AutocompleteSessionId: 1\r\n\r\n`;

let data: Awaited<ReturnType<typeof buildFixtureData>>;

beforeAll(async () => {
  data = await buildFixtureData(['nl']);
  writeFileSync(join(data.directory, 'tokens'), tokenLine('shop', TOKEN));
});
afterAll(() => data.remove());
afterEach(killServes);

function serve(...options: readonly string[]): Promise<ServeProcess> {
  const tokens = join(data.directory, 'tokens');
  return startServe(
    ['--data', data.directory, '--tokens', tokens, '--no-page', '--rate-limit', 'none', ...options],
    TOKEN,
  );
}

function open(server: ServeProcess): Socket {
  return connect(Number(new URL(server.url).port), '127.0.0.1')
    .setEncoding('latin1')
    .on('error', () => {});
}

/**
 * A client that asks on one connection, again as soon as it has an answer, until an answer says that the connection closes.
 *
 * @returns whether each of its requests was answered whole
 */
async function askUntilClosed(server: ServeProcess): Promise<{ answered: number; lost: boolean }> {
  const socket = open(server);
  let answered = 0;
  let text = '';
  let isOwed = true;
  socket.write(REQUEST);
  socket.on('data', (chunk: string) => {
    text += chunk;
    const [, head = '', length = ''] = /^([\s\S]*?content-length: (\d+)[\s\S]*?)\r\n\r\n/i.exec(text) ?? [];
    if (head === '' || text.length < head.length + 4 + Number(length)) return;
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    answered++;
    text = '';
    isOwed = !/^connection: close/im.test(head);
    if (isOwed) socket.write(REQUEST);
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return { answered, lost: isOwed };
}

describe('a server that is told to end', () => {
  it.each([
    ['soon', ['--drain-seconds', '2']],
    ['after a time for load balancers', ['--drain-seconds', '4']],
    ['with two workers', ['--drain-seconds', '3', '--workers', '2']],
  ] as const)('resets none of 20 busy connections, %s', async (_, options) => {
    const server = await serve(...options);
    const clients = Array.from({ length: 20 }, () => askUntilClosed(server));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const ended = server.stop();
    const results = await Promise.all(clients);
    expect(results.filter(({ lost }) => lost)).toEqual([]);
    expect(results.every(({ answered }) => answered > 0)).toBe(true);
    expect(await ended).toBe(0);
  });

  it.each([
    ['alone', []],
    ['with workers', ['--workers', '2']],
  ] as const)(
    'ends in its time whatever clients do: half a request, a header a second, an answer that nobody reads, %s',
    async (_, options) => {
      const [server, patient] = await Promise.all(
        ['2', '600'].map((seconds) => serve('--drain-seconds', seconds, ...options)),
      );
      // A server that has more time, and a client of the same kind, is still there when this one has ended.
      const waiting = open(patient!);
      await once(waiting, 'connect');
      waiting.write(REQUEST.slice(0, -2));
      const drippingThere = setInterval(() => waiting.write('X: a\r\n'), 200);
      const [half, drip, deaf, idle] = [open(server!), open(server!), open(server!), open(server!)];
      await Promise.all([half, drip, deaf, idle].map((socket) => once(socket, 'connect')));
      half.write(REQUEST.slice(0, 30));
      drip.write(REQUEST.slice(0, -2));
      const dripping = setInterval(() => drip.write('X: a\r\n'), 200);
      deaf.pause();
      deaf.write(LONG.repeat(200));
      await new Promise((resolve) => setTimeout(resolve, 500));
      let isPatientOver = false;
      void patient!.stop().then(() => {
        isPatientOver = true;
      });
      expect(await server!.stop()).toBe(0);
      expect(isPatientOver).toBe(false);
      clearInterval(dripping);
      clearInterval(drippingThere);
      for (const socket of [half, drip, deaf, idle, waiting]) socket.destroy();
    },
  );

  /** A client that asks in a closed loop, and comes again whenever its connection closes, until nobody listens. */
  async function askUntilRefused(server: ServeProcess, path: string): Promise<{ answered: number; resets: string[] }> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-autocompletesessionid': '1' };
    const resets: string[] = [];
    for (let answered = 0; ; answered++) {
      const fault = await new Promise<string | undefined>((resolve) => {
        get(server.url + path, { agent, headers }, (answer) => {
          answer.resume().once('end', () => resolve(undefined));
          answer.once('error', (error) => resolve(`answer: ${error.message}`));
        }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
      if (fault === 'ECONNREFUSED') return { answered, resets };
      if (fault !== undefined) resets.push(fault);
    }
  }

  it.each([
    ['short answers', '/v1/directmatch/nl/1012JS/1', []],
    ['long answers', '/v1/autocomplete/nl?search=a&details=true&per_page=100', []],
    ['short answers, two workers', '/v1/directmatch/nl/1012JS/1', ['--workers', '2']],
    ['long answers, two workers', '/v1/autocomplete/nl?search=a&details=true&per_page=100', ['--workers', '2']],
  ] as const)('resets none of 20 clients that come again and again: %s', async (_, path, options) => {
    const server = await serve('--drain-seconds', '10', ...options);
    const clients = Array.from({ length: 20 }, () => askUntilRefused(server, path));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await server.stop()).toBe(0);
    const results = await Promise.all(clients);
    expect(results.flatMap(({ resets }) => resets)).toEqual([]);
    expect(results.every(({ answered }) => answered > 0)).toBe(true);
  });

  it.each([
    ['one process', '1'],
    ['two workers', '2'],
  ])('refuses nobody while another one takes its place on a socket that systemd holds: %s', async (_, workers) => {
    const socket = createTcpServer().listen(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address() as AddressInfo;
    const { fd } = (socket as unknown as { _handle: { fd: number } })._handle;
    const command = [
      process.execPath,
      ...programArguments('src/cli/main.ts'),
      'serve',
      '--no-page',
      '--workers',
      workers,
    ];
    const files = ['--data', data.directory, '--tokens', join(data.directory, 'tokens'), '--log-level', 'silent'];
    // The shell holds the socket, as systemd does, and starts one server after the other; each knows its own number.
    const one = 'sh -c \'echo "PID $$" >&2; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"\' "$0" "$@"';
    const shell = spawn('sh', ['-c', `${one}; ${one}`, ...command, ...files], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'ignore', 'pipe', fd],
    });
    socket.close();
    let told = '';
    shell.stderr!.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    const listening = (count: number): Promise<void> =>
      expect.poll(() => told.match(/Listening on/g)?.length, { timeout: 120_000 }).toBe(count);
    const pids = (): number[] => [...told.matchAll(/PID (\d+)/g)].map(([, pid]) => Number(pid));
    await listening(1);
    const statuses: (number | string)[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        const headers = { authorization: `Bearer ${TOKEN}`, connection: 'close' };
        const answer = await fetch(`http://127.0.0.1:${port}/v1/directmatch/nl/1012JS/1`, { headers }).catch(String);
        statuses.push(typeof answer === 'string' ? answer : answer.status);
        if (typeof answer !== 'string') await answer.text();
      }
    })();
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(10);
    process.kill(pids()[0]!, 'SIGTERM');
    await listening(2);
    const before = statuses.length;
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(before + 10);
    isOver = true;
    await asking;
    expect(new Set(statuses)).toEqual(new Set([200]));
    process.kill(pids()[1]!, 'SIGTERM');
    await once(shell, 'exit');
  });
});
