import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { moduleBeside } from '../../src/threads/thread-module.ts';

/** A server in a process of its own, and how it does under load. */

export const TOKEN = 'a-token-of-43-characters-as-the-command-makes';
export const HEADERS = { authorization: `Bearer ${TOKEN}`, 'x-autocompletesessionid': 'bench' };

export interface LoadFigures {
  readonly requestsPerSecond: number;
  /** Processor time of the server for one request, user and system. */
  readonly cpuMicroseconds: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

export interface Target {
  readonly process: ChildProcess;
  /** Of the service, and of the bare Fastify beside it. */
  readonly urls: { readonly service: string; readonly bare: string };
}

/** @param module of another version, instead of the one here */
export async function startTarget(
  data: string,
  module: URL = moduleBeside('http-target', import.meta.url),
): Promise<Target> {
  const child = fork(module, [data, TOKEN], {
    // Its log goes nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with code ${code}.`);
  });
  const [urls] = (await Promise.race([once(child, 'message'), failed])) as [Target['urls']];
  failed.catch(() => {});
  return { process: child, urls };
}

/** Sends a message to the target, and returns its answer. */
export async function tell<Answer>({ process: child }: Target, message: object | string): Promise<Answer> {
  child.send(message);
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}

/**
 * Asks for the paths on some keep-alive connections, each of which has its part of them and takes it in turn, so many times in all.
 *
 * @param cpu microseconds that the server has used so far
 * @throws Error if an answer is no 2xx
 */
export async function putUnderLoad(
  cpu: () => Promise<number>,
  url: string,
  paths: readonly string[],
  { requests, connections }: { readonly requests: number; readonly connections: number },
): Promise<LoadFigures> {
  const milliseconds: number[] = [];
  const askedFor = paths.map((path) => ({ method: 'GET' as const, path, headers: HEADERS }));
  let clients = 0;
  const before = await cpu();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        amount: requests,
        // Seconds; a busy machine is slow, not broken.
        timeout: 60,
        requests: askedFor,
        setupClient: (client) => {
          const first = clients++;
          const own = askedFor.filter((_, i) => i % connections === first);
          if (own.length > 0) client.setRequests(own);
        },
      },
      (error, finished) => (error ? reject(error) : resolve(finished)),
    );
    // Its own latencies are whole milliseconds.
    instance.on('response', (_client, _status, _bytes, responseTime) => milliseconds.push(responseTime));
  });
  const used = (await cpu()) - before;
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${url}${paths[0]}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx.`);
  }
  milliseconds.sort((a, b) => a - b);
  return {
    requestsPerSecond: result.requests.total / result.duration,
    cpuMicroseconds: used / result.requests.total,
    p50Milliseconds: milliseconds[Math.floor(milliseconds.length * 0.5)]!,
    p99Milliseconds: milliseconds[Math.floor(milliseconds.length * 0.99)]!,
  };
}

/** Microseconds that the target has used so far. */
export async function cpuOf(target: Target): Promise<number> {
  const { user, system } = await tell<NodeJS.CpuUsage>(target, 'cpu');
  return user + system;
}

/** The best of each figure: other rounds had company on the machine. */
export function best(rounds: readonly LoadFigures[]): LoadFigures {
  const least = (of: (round: LoadFigures) => number): number => Math.min(...rounds.map(of));
  return {
    requestsPerSecond: -least(({ requestsPerSecond }) => -requestsPerSecond),
    cpuMicroseconds: least(({ cpuMicroseconds }) => cpuMicroseconds),
    p50Milliseconds: least(({ p50Milliseconds }) => p50Milliseconds),
    p99Milliseconds: least(({ p99Milliseconds }) => p99Milliseconds),
  };
}
