import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A Redis of one's own, with an append-only file in a directory of its own. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** As a power cut would end it. */
  kill(): Promise<void>;
  /** It keeps its connections and answers nothing, as behind a network that swallows everything; until it is killed. */
  pause(): Promise<void>;
  /** On the same port and with the same file. */
  start(): Promise<void>;
  /** Ends it and removes its directory. */
  remove(): Promise<void>;
}

/** Whether there is a redis-server on this machine. */
export function hasRedisServer(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @param options further options of the command, for instance `--requirepass x` */
export async function startRedisServer(options: readonly string[] = []): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    port,
    async start() {
      const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
      child = spawn('redis-server', [...place, ...options, '--appendonly', 'yes', '--save', ''], { stdio: 'ignore' });
      await answers(port);
    },
    async kill() {
      const running = child;
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await ended;
    },
    async pause() {
      child?.kill('SIGSTOP');
    },
    async remove() {
      await server.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await server.start().catch(async (error: unknown) => {
    await server.remove();
    throw error;
  });
  return server;
}

/** Waits until there is an answer, if only that a password is wanted. */
async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
      socket.once('data', (bytes) => resolve(bytes.toString())).once('error', () => resolve(''));
      socket.once('data', () => socket.destroy());
    });
    if (answer !== '' && !answer.startsWith('-LOADING')) return;
    await delay(50);
  }
  throw new Error(`redis-server does not answer on port ${port}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
