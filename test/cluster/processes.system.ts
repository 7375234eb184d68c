import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRedis, loadPackage, withoutPassword } from '../../src/cluster/connection.ts';
import { codeOf } from '../support/code-of.ts';
import { effort } from '../support/effort.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { programArguments } from '../support/program.ts';
import { manyRows } from './many-rows.ts';
import { freePort, hasRedisServer, type RedisServer, startRedisServer } from './redis-server.ts';

/** Enough that workers are killed in the middle of them. */
const ROWS = effort(14_000, 24_000);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the address of Redis', () => {
  it('is shown without user and password', () => {
    expect(withoutPassword('redis://me:secret@host:6380/2')).toBe('redis://host:6380/2');
    expect(withoutPassword('rediss://:secret@host')).toBe('rediss://host');
  });

  it('must be one', () => {
    expect(codeOf(() => withoutPassword('http://me:secret@host'))).toBe('invalid-option');
    expect(() => withoutPassword('redis:/me:secret')).toThrow(/^((?!secret).)*$/);
  });
});

it('a package that is not installed is named, with what to do', async () => {
  const load = (): Promise<unknown> => import('no-such-package' as string);
  await expect(loadPackage('ioredis', load)).rejects.toThrow(/ioredis is not installed: npm install bullmq ioredis/);
});

it('a Redis that is not there is refused in a sentence', async () => {
  const url = `redis://me:secret@127.0.0.1:${await freePort()}`;
  await expect(connectRedis(url, () => {})).rejects.toThrow(
    /^Redis at redis:\/\/127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/,
  );
});

describe.skipIf(!hasRedisServer())('several processes', () => {
  let fixtures: FixtureIndexes;
  let scratch = '';
  const children: ChildProcess[] = [];
  const servers: RedisServer[] = [];

  beforeAll(async () => {
    fixtures = await readFixtureIndexes();
    scratch = mkdtempSync(join(tmpdir(), 'processes-'));
  });
  afterAll(async () => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    for (const server of servers) await server.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  const startServer = async (options: readonly string[] = []): Promise<RedisServer> => {
    const server = await startRedisServer(options);
    servers.push(server);
    return server;
  };

  interface Running {
    readonly child: ChildProcess;
    readonly stderr: () => string;
    /** The exit code, or the signal. */
    readonly ended: Promise<number | string | null>;
  }

  /** As one process, which a signal reaches. */
  function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const child = spawn(process.execPath, [...programArguments('src/cli/main.ts'), 'geocode', ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    children.push(child);
    let stderr = '';
    child.stderr!.on('data', (text) => {
      stderr += String(text);
    });
    child.stdout!.resume();
    const ended = new Promise<number | string | null>((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal)),
    );
    return { child, stderr: () => stderr, ended };
  }

  it('answer a file as one does, though one is killed and Redis is too', async () => {
    const server = await startServer();
    const input = join(scratch, 'in.csv');
    const out = join(scratch, 'out.csv');
    const alone = join(scratch, 'alone.csv');
    writeFileSync(input, manyRows(fixtures.indexes.nl, ROWS));
    const redisOptions = ['--redis', server.url];
    const workers = Array.from({ length: 3 }, () =>
      start(['worker', ...redisOptions, '--data', fixtures.directory, '--threads', '0', '--lost-after', '1']),
    );
    const single = start([input, '--data', fixtures.directory, '--threads', '0', '--out', alone, '--quiet']);
    // All at once, so that the one that is killed has a chunk in hand.
    for (const { stderr } of workers) while (!stderr().includes('Working with')) await delay(20);
    // Nor do they begin before the collector is there.
    for (const { child } of workers) child.kill('SIGSTOP');
    const submitting = start(['submit', input, ...redisOptions]);
    const submitted = await submitting.ended;
    expect(submitted, submitting.stderr()).toBe(0);
    const collecting = start([
      'collect',
      'in.csv',
      ...redisOptions,
      '--out',
      out,
      '--report',
      join(scratch, 'report.json'),
    ]);

    const redis = new Redis(server.url, { maxRetriesPerRequest: null });
    redis.on('error', () => {});
    while ((await redis.keys('*:lease-collect:*')).length === 0) await delay(20);
    for (const { child } of workers) child.kill('SIGCONT');
    const answered = async (): Promise<number> => {
      const [key] = await redis.keys('*:answered:*');
      return key === undefined ? 0 : redis.bitcount(key);
    };
    const afterAnswers = async (count: number): Promise<number> => {
      for (;;) {
        const now = await answered();
        if (now >= count) return now;
        await delay(5);
      }
    };
    const atFirstKill = await afterAnswers(3);
    // Between two chunks nobody has one in hand, for as long as a busy machine likes.
    let active: readonly string[] = [];
    while (active.length === 0 && (await answered()) < ROWS / 1000)
      active = await redis.lrange('{address-lookup-geocode}:chunks:active', 0, -1);
    workers[0]!.child.kill('SIGKILL');
    const atSecondKill = await afterAnswers(atFirstKill + 5);
    await server.kill();
    await delay(200);
    await server.start();

    expect(await collecting.ended, collecting.stderr()).toBe(0);
    expect(await single.ended).toBe(0);
    // Both were killed in the middle.
    expect(active.length).toBeGreaterThan(0);
    expect(atSecondKill).toBeLessThan(ROWS / 1000);
    expect(await workers[0]!.ended).toBe('SIGKILL');
    expect(readFileSync(out).equals(readFileSync(alone))).toBe(true);
    expect(JSON.parse(readFileSync(join(scratch, 'report.json'), 'utf8'))).toMatchObject({
      rows: ROWS,
      setAside: [],
    });

    for (const { child } of workers.slice(1)) child.kill('SIGTERM');
    for (const { ended, stderr } of workers.slice(1)) {
      expect(await ended, stderr()).toBe(0);
      expect(stderr()).toMatch(/rows in .* s/);
      expect(stderr()).toContain('is lost; reconnecting');
    }
    expect(await redis.keys('*:batch:*')).toEqual([]);
    redis.disconnect();
  });

  it('end on one SIGTERM although Redis is gone, or silent', async () => {
    const endWithout = async (lose: (server: RedisServer) => Promise<void>, name: string): Promise<void> => {
      const server = await startServer();
      const input = join(scratch, name);
      writeFileSync(input, manyRows(fixtures.indexes.nl, 1_000));
      const redisOptions = ['--redis', server.url];
      const data = ['--data', fixtures.directory, '--threads', '1'];
      const submitting = start(['submit', input, ...redisOptions]);
      expect(await submitting.ended, submitting.stderr()).toBe(0);
      const collecting = start(['collect', name, ...redisOptions, '--out', join(scratch, `${name}.out`)]);
      const working = start(['worker', ...redisOptions, '--queue', 'other', ...data]);
      const redis = new Redis(server.url, { maxRetriesPerRequest: null });
      redis.on('error', () => {});
      while ((await redis.keys('*:lease-collect:*')).length === 0) await delay(20);
      while (!working.stderr().includes('Working with')) await delay(20);
      redis.disconnect();
      await lose(server);
      await delay(500);
      for (const { child } of [collecting, working]) child.kill('SIGTERM');
      // A worker that had nothing in hand may have nothing to tell Redis.
      for (const { ended, stderr } of [collecting, working]) {
        const code = await ended;
        expect(code === 130 || (code === 0 && stderr().includes('0 rows in')), stderr()).toBe(true);
        if (code === 130) expect(stderr()).toContain('Redis does not answer, so the command ends without it.');
      }
      expect(await collecting.ended).toBe(130);
    };
    await Promise.all([
      endWithout((server) => server.kill(), 'gone.csv'),
      endWithout((server) => server.pause(), 'silent.csv'),
    ]);
  });

  it('reach a Redis with a password over TLS, and never print it', async ({ skip }) => {
    const [key, certificate] = [join(scratch, 'key.pem'), join(scratch, 'certificate.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
    try {
      execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
    } catch {
      skip('openssl');
    }
    const port = await freePort();
    const tls = ['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key];
    await startServer([
      ...tls,
      '--tls-ca-cert-file',
      certificate,
      '--tls-auth-clients',
      'no',
      '--requirepass',
      'geheim',
    ]);
    const trusting = { NODE_EXTRA_CA_CERTS: certificate };
    const [right, wrong, untrusted] = [
      start(['status'], { ...trusting, REDIS_URL: `rediss://:geheim@127.0.0.1:${port}` }),
      start(['status', '--redis', `rediss://:verkeerd@127.0.0.1:${port}`], trusting),
      start(['status', '--redis', `rediss://:geheim@127.0.0.1:${port}`]),
    ];
    expect(await right!.ended, right!.stderr()).toBe(0);
    expect(await wrong!.ended).toBe(2);
    expect(wrong!.stderr()).toMatch(/^Redis at rediss:\/\/127\.0\.0\.1:\d+ cannot be used: WRONGPASS/);
    expect(await untrusted!.ended).toBe(2);
    for (const { stderr } of [right!, wrong!, untrusted!]) expect(stderr()).not.toMatch(/geheim|verkeerd/);
  });
});
