import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../src/cli/main.ts';
import { tokenLine } from '../../src/http/index.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { programArguments } from '../support/program.ts';
import { buildFixtureData } from './fixture-service.ts';
import { ask, killServes, type ServeProcess, startServe } from './serve-process.ts';

/** The command itself, as a process of its own that is asked over the network. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATH = '/v1/directmatch/nl/1012JS/1';

let data: Awaited<ReturnType<typeof buildFixtureData>>;
let tokens: string;
let token: string;

beforeAll(async () => {
  data = await buildFixtureData(['nl']);
  tokens = join(data.directory, 'tokens');
  token = await makeToken('shop');
});
afterAll(() => data.remove());

afterEach(killServes);

describe('serve', () => {
  it.each([
    ['without tokens, and says how to make one', [], /Create one with:\n.* token NAME --tokens tokens/],
    ['with a token file that is not there', ['--tokens', 'none/such'], /token NAME --tokens none\/such/],
    ['open on another address than the loopback', ['--open', '--host', '0.0.0.0'], /Got --open on 0\.0\.0\.0/],
    ['open on all addresses', ['--open', '--host', '::'], /Got --open on ::/],
    ['open on a name', ['--open', '--host', 'localhost.example'], /Got --open on localhost\.example/],
    ['both open and with tokens', ['--open', '--tokens', 'tokens'], /both --open and --tokens/],
    ['both open and with keys', ['--open', '--keys', 'keys'], /both --open and --keys/],
    ['behind a proxy that is none', ['--open', '--trust-proxy', '10.0.0.0/33'], /Got --trust-proxy "10\.0\.0\.0\/33"/],
    ['on a port that is none', ['--open', '--port', '65536'], /Got port 65536; allowed is 0 to 65535/],
    ['with no workers', ['--open', '--workers', '0'], /Got 0 workers/],
    ['with a rate limit that is none', ['--open', '--rate-limit', '10'], /REQUESTS\/SECONDS/],
    ['with a base URL that is none', ['--open', '--base-url', 'not a url'], /https:\/\/addresses\.example/],
    ['for an origin that no browser sends', ['--open', '--cors', 'shop.example'], /https:\/\/shop\.example/],
    ['with a country that is none', ['--open', '--countries', 'nl,fr'], /nl, be, lu/],
  ])('does not start %s', async (_, args, message) => {
    const start = (await createProgram()).parseAsync(['node', 'address-lookup', 'serve', ...args]);
    await expect(start).rejects.toMatchObject({ code: 'invalid-option', message: expect.stringMatching(message) });
  });

  it('logs each answer with its client, without token, term and session; --log-terms adds the URL', async () => {
    const term = 'kalverstraat';
    for (const options of [[], ['--log-terms']]) {
      const server = await serve('--tokens', tokens, '--no-page', ...options);
      const answer = await server.ask(`/v1/autocomplete/nl?search=${term}`, { 'x-autocompletesessionid': 'session-7' });
      expect(answer.status).toBe(200);
      expect((await server.ask(`/v1/autocomplete/nl?search=${term}`, { authorization: 'Bearer nobody' })).status).toBe(
        401,
      );
      expect(await server.stop()).toBe(0);
      const lines = server.log();
      expect(lines.at(-1)?.msg).toBe('stopped');
      const answers = lines.filter(({ msg }) => msg === 'answered');
      expect(answers).toMatchObject([
        { operation: 'autocomplete-nl', country: 'nl', client: 'shop', status: 200, ms: expect.any(Number) },
        { operation: 'autocomplete-nl', client: '', status: 401 },
      ]);
      const text = JSON.stringify(lines);
      for (const secret of [token, readFileSync(tokens, 'utf8').trim().split(':')[1]!, 'nobody', 'session-7']) {
        expect(text).not.toContain(secret);
      }
      expect(text.includes(term)).toBe(options.length > 0);
    }
  });

  it('takes new tokens and new indexes while it runs, refuses a broken index, and serves on', async () => {
    const server = await serve('--tokens', tokens);
    const before = readFileSync(tokens, 'utf8');
    const second = await makeToken('till');
    const statusOf = async (): Promise<number> =>
      (await server.ask(PATH, { authorization: `Bearer ${second}` })).status;
    await expect.poll(statusOf).toBe(200);
    writeFileSync(tokens, before);
    await expect.poll(statusOf).toBe(401);

    const manifest = join(currentDirectory(join(data.directory, 'nl'))!, 'manifest.json');
    const whole = readFileSync(manifest, 'utf8');
    const health = async (): Promise<{ status: string; refused: unknown[] }> =>
      JSON.parse((await server.ask('/health')).body);
    writeFileSync(manifest, whole.slice(0, 100));
    await expect.poll(health).toMatchObject({ status: 'degraded', refused: [{ country: 'nl' }] });
    expect((await server.ask(PATH)).status).toBe(200);
    writeFileSync(manifest, whole);
    await expect.poll(health).toMatchObject({ status: 'ok', refused: [] });
    expect(await server.stop()).toBe(0);
  });

  it('takes publishable keys from pages of their origins, and new ones while it runs, without any token', async () => {
    const keys = join(data.directory, 'keys');
    writeFileSync(keys, 'pk_shop https://shop.example limit=2\n');
    const server = await startServe(['--data', data.directory, '--keys', keys, '--no-page', '--workers', '2'], '');
    const asPage = (key: string, origin: string) =>
      ask(`${server.url}${PATH}?key=${key}`, { origin }).then(({ status, body }) => [status, JSON.parse(body).code]);
    expect(await asPage('pk_shop', 'https://thief.example')).toEqual([403, 'key-refused']);
    expect(await asPage('pk_fair', 'https://fair.example')).toEqual([403, 'key-refused']);
    writeFileSync(keys, 'pk_shop https://shop.example limit=2\npk_fair https://fair.example\n');
    await expect.poll(() => asPage('pk_fair', 'https://fair.example')).toEqual([200, undefined]);
    // Both workers count together.
    await expect
      .poll(() => asPage('pk_shop', 'https://shop.example'), { interval: 300 })
      .toEqual([429, 'rate-limited']);
    expect(await server.stop()).toBe(0);
  });

  it('on SIGTERM says that it is not ready, answers what comes meanwhile, and ends', async () => {
    const server = await serve('--tokens', tokens, '--drain-seconds', '3');
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      .setEncoding('utf8')
      .on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`);
    const ended = server.stop();
    await expect.poll(async () => (await server.ask('/ready')).status).toBe(503);
    expect((await server.ask(PATH)).status).toBe(200);
    // Asked before the end, and not wholly sent before SIGTERM.
    socket.write('\r\n');
    const [text] = (await once(socket, 'data')) as [string];
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ended).toBe(0);
    await expect(server.ask('/ready')).rejects.toThrow();
  });

  it.each([
    [
      'a port that another program has',
      '127.0.0.1',
      /^The server cannot listen on 127\.0\.0\.1 port \d+: address already in use\. Choose another with --host and --port\.\n$/,
    ],
    [
      'an address that this machine does not have',
      '192.0.2.1',
      /^The server cannot listen on 192\.0\.2\.1 port \d+: address not available\./,
    ],
  ])('says in one sentence that it cannot listen on %s', async (_, host, sentence) => {
    const other = createTcpServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const args = ['--data', data.directory, '--open', '--no-page', '--port', String(port)];
    const { code, errors } = await startToEnd(
      host === '127.0.0.1' ? args : [...args.filter((each) => each !== '--open'), '--tokens', tokens, '--host', host],
    );
    expect(errors).toMatch(sentence);
    expect(code).toBe(2);
    other.close();
  });

  it('says in one sentence that it cannot start on a release whose manifest is wrong', async () => {
    const manifest = join(currentDirectory(join(data.directory, 'nl'))!, 'manifest.json');
    const whole = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(whole), counts: undefined }));
    const { code, errors } = await startToEnd(['--data', data.directory, '--open', '--no-page']);
    writeFileSync(manifest, whole);
    expect(errors).toMatch(/^[^\n]*manifest[^\n]*\n$/);
    expect(code).toBe(2);
  });

  it('limits a client to 6,000 requests a minute unless told otherwise', async () => {
    const server = await serve('--tokens', tokens, '--no-page');
    const answer = await fetch(server.url + PATH, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=6000;w=60');
    expect(await server.stop()).toBe(0);
    const free = await serve('--tokens', tokens, '--no-page', '--rate-limit', 'none');
    const unlimited = await fetch(free.url + PATH, { headers: { authorization: `Bearer ${token}` } });
    expect([unlimited.status, unlimited.headers.has('ratelimit')]).toEqual([200, false]);
    expect(await free.stop()).toBe(0);
  });

  it('takes tokens from the environment, says how long an answer holds, logs no answers from warn upwards, and ends at once on a second signal', async () => {
    const server = await startServe(
      ['--data', data.directory, '--no-page', '--cache-seconds', '7', '--log-level', 'warn', '--drain-seconds', '600'],
      'of-the-environment',
      { ADDRESS_LOOKUP_TOKENS: `# clients\n${tokenLine('shop', 'of-the-environment')}` },
    );
    const headers = { authorization: 'Bearer of-the-environment' };
    const answer = await fetch(server.url + PATH, { headers });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=7']);
    expect((await server.ask(PATH, { authorization: 'Bearer other' })).status).toBe(401);
    void server.stop();
    await expect.poll(async () => (await server.ask('/ready')).status).toBe(503);
    expect(await server.stop()).toBe(1);
    expect(server.log()).toEqual([]);
  });

  it('looks for new tokens and new indexes at once on SIGHUP', async () => {
    const file = join(data.directory, 'signalled');
    writeFileSync(file, tokenLine('shop', 'first'));
    const server = await serve('--tokens', file, '--no-page', '--poll-seconds', '86400');
    const status = async (token: string): Promise<number> =>
      (await server.ask(PATH, { authorization: `Bearer ${token}` })).status;
    expect(await status('first')).toBe(200);
    writeFileSync(file, `${tokenLine('shop', 'second')}\n`);
    replaceIndex();
    process.kill(server.pid, 'SIGHUP');
    await expect.poll(() => status('second')).toBe(200);
    expect(await status('first')).toBe(401);
    await expect.poll(() => server.log().map(({ msg }) => msg)).toContain('index replaced by a new release');
    expect(await server.stop()).toBe(0);
  });

  it('with workers: one port, one sum of metrics, one rate limit, releases for all, and one end', async () => {
    const limit = 30;
    const server = await serve(
      '--tokens',
      tokens,
      '--workers',
      '2',
      '--drain-seconds',
      '6',
      '--rate-limit',
      `${limit}/90000`,
    );
    const pids = (): Set<number> =>
      new Set(
        server
          .log()
          .filter(({ msg }) => msg === 'answered')
          .map(({ pid }) => pid),
      );
    await expect.poll(async () => (await server.ask('/ready')).status === 200 && pids().size, { interval: 50 }).toBe(2);

    const statuses: number[] = [];
    for (let i = 0; i < limit; i++) statuses.push((await server.ask(PATH)).status);
    expect(statuses).toEqual(statuses.map(() => 200));
    // Workers tell each other several times a second.
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (let i = 0; i < 4; i++) expect((await server.ask(PATH)).status).toBe(429);

    const counts = async (): Promise<string[]> => {
      const { body } = await server.ask('/metrics');
      return [...body.matchAll(/seconds_count\{operation="directmatch-nl",country="nl",(.*)\} (\d+)/g)].map(
        ([, status, count]) => `${status} ${count}`,
      );
    };
    for (let i = 0; i < 2; i++) expect((await counts()).sort()).toEqual([`status="200" ${limit}`, 'status="429" 4']);

    const [firstPid] = pids();
    replaceIndex();
    const replaced = (): number =>
      new Set(server.log().flatMap(({ msg, pid }) => (msg.startsWith('index replaced') ? [pid] : []))).size;
    await expect.poll(replaced).toBe(2);

    process.kill(firstPid!, 'SIGKILL');
    await expect.poll(server.errors).toContain(`Worker ${firstPid} ended with SIGKILL; another one is started.`);
    await expect.poll(async () => (await server.ask('/ready')).status === 200 && pids().size, { interval: 50 }).toBe(3);
    // As a terminal or systemd does, to all at once.
    const workers = [...pids()].filter((pid) => pid !== firstPid);
    for (const pid of workers) process.kill(pid, 'SIGTERM');
    const ended = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (let i = 0; i < 4; i++) expect((await server.ask('/ready')).status).toBe(503);
    expect(await ended).toBe(0);
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe('token', () => {
  it('shows a token of 43 characters once, and adds its hash on a line of its own', async () => {
    const file = join(data.directory, 'other-tokens');
    // A file that was edited by hand may end without a newline.
    writeFileSync(file, '# who may ask');
    const made = [await makeToken('a', file), await makeToken('b', file)];
    expect(made[0]).toMatch(/^[\w-]{43}$/);
    expect(made[0]).not.toBe(made[1]);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^# who may ask\na:[0-9a-f]{64}\nb:[0-9a-f]{64}\n$/);
    for (const each of made) expect(text).not.toContain(each);
  });

  it('lists the clients with the first digits of their hashes, and revokes one token or all of a client', async () => {
    const file = join(data.directory, 'listed-tokens');
    const lines = [tokenLine('shop', 'a'), tokenLine('shop', 'b', '2999-12-31'), tokenLine('till', 'c', '2020-01-01')];
    writeFileSync(file, `# clients\n${lines.join('\n')}\n`);
    const run = async (...args: string[]): Promise<string> => {
      const written: string[] = [];
      const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
      const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
      try {
        await (await createProgram()).parseAsync(['node', 'address-lookup', 'token', ...args, '--tokens', file]);
      } finally {
        stdout.mockRestore();
        stderr.mockRestore();
      }
      return written.join('');
    };
    const [first, second, third] = lines.map((line) => line.split(':')[1]!.slice(0, 8));
    expect(await run('--list')).toBe(
      `client\thash\tvalid\nshop\t${first}\tuntil it is revoked\nshop\t${second}\tuntil 2999-12-31\ntill\t${third}\texpired after 2020-01-01\n`,
    );
    expect(await run('shop', '--revoke', second!)).toMatch(/^One token of shop revoked\./);
    expect(readFileSync(file, 'utf8')).toBe(`# clients\n${lines[0]}\n${lines[2]}\n`);
    await expect(run('shop', '--revoke', second!)).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining('it has tokens of shop, till'),
    });
    await run('till', '--revoke');
    await run('shop', '--revoke');
    expect(readFileSync(file, 'utf8')).toBe('# No client has a token.\n# clients\n');
    await run('fair', '--expires', '2999-01-01');
    expect(readFileSync(file, 'utf8')).toMatch(/^fair:[0-9a-f]{64}:2999-01-01$/m);
    for (const [args, message] of [
      [['fair', '--expires', '2020-01-01'], /has passed/],
      [['fair', '--expires', 'soon'], /YYYY-MM-DD/],
      [['--revoke'], /Got no name/],
      [['fair', '--list', '--revoke'], /Got --list and --revoke/],
    ] as const) {
      await expect(run(...args)).rejects.toMatchObject({
        code: 'invalid-option',
        message: expect.stringMatching(message),
      });
    }
  });

  it('refuses a name with other characters', async () => {
    const make = (await createProgram()).parseAsync(['node', 'address-lookup', 'token', 'a:b']);
    await expect(make).rejects.toMatchObject({ code: 'invalid-option' });
  });
});

/** Runs the command where it ends by itself. */
async function startToEnd(args: readonly string[]): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, [...programArguments('src/cli/main.ts'), 'serve', ...args], { cwd: ROOT });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors };
}

/** Starts the command on the indexes of this test. */
function serve(...options: readonly string[]): Promise<ServeProcess> {
  return startServe(['--data', data.directory, ...options], token);
}

/** @returns the token that the command shows on its standard output */
async function makeToken(name: string, file: string = tokens): Promise<string> {
  const child = spawn(process.execPath, [...programArguments('src/cli/main.ts'), 'token', name, '--tokens', file], {
    cwd: ROOT,
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  return out.trim();
}

/** Puts an index in the place of the one that is there, as the build does. */
function replaceIndex(): void {
  const [current, aside, former] = ['nl', '.nl.aside', '.nl.former'].map((name) => join(data.directory, name));
  cpSync(current!, aside!, { recursive: true });
  renameSync(current!, former!);
  renameSync(aside!, current!);
  rmSync(former!, { recursive: true });
}
