import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { programArguments } from '../support/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface LogLine {
  readonly msg: string;
  readonly pid: number;
}

/** The command `serve` as a process of its own. */
export interface ServeProcess {
  readonly url: string;
  readonly pid: number;
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<{ status: number; body: string }>;
  log(): LogLine[];
  errors(): string;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

const running: ChildProcess[] = [];

/** Ends those that are left, at once. */
export function killServes(): void {
  for (const child of running.splice(0)) child.kill('SIGKILL');
}

/** Starts the command on a free port, and waits until it listens. @param token sent with each request @param variables of the environment, besides */
export async function startServe(
  options: readonly string[],
  token: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ServeProcess> {
  const args = ['serve', '--port', '0', '--poll-seconds', '0.2', ...options];
  const child = spawn(process.execPath, [...programArguments('src/cli/main.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
  });
  running.push(child);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  await expect.poll(() => `${err} ${child.exitCode ?? ''}`).toMatch(/Listening on|\d$/);
  const [, url] = /Listening on ([^\s;]+)/.exec(err) ?? [];
  if (url === undefined) throw new Error(`The server did not start: ${err}`);
  return {
    url,
    pid: child.pid!,
    ask: (path, headers = {}) => ask(url + path, { authorization: `Bearer ${token}`, ...headers }),
    log: () =>
      out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as LogLine),
    errors: () => err,
    async stop() {
      child.kill('SIGTERM');
      return (await exit)[0];
    },
  };
}

/** Asks over a connection of its own. */
export function ask(url: string, headers: Readonly<Record<string, string>>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false, timeout: 60_000 }, (answer) => {
      let body = '';
      answer
        .setEncoding('utf8')
        .on('data', (text: string) => {
          body += text;
        })
        .on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.on('timeout', () => sent.destroy(new Error(`${url} was not answered.`)));
    sent.on('error', reject);
    sent.end();
  });
}
