import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { Pool } from 'undici';
import { moduleBeside } from '../../src/threads/thread-module.ts';

/** A server in a process of its own, and how it does under load. */

export const TOKEN = 'a-token-of-43-characters-as-the-command-makes';
/** The service has so many clients. */
export const CLIENTS = 5;

/** Their tokens. @param first that of the first one */
export function tokenOf(client: number, first: string = TOKEN): string {
  return client === 0 ? first : `${first}-${client}`;
}

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
  /** Where its server is. */
  readonly urls: { readonly service: string };
}

/** @param kind see http-target.ts  @param module of another version, instead of the one here */
export async function startTarget(
  data: string,
  kind: 'service' | 'open' | 'asking' | 'fixed' = 'service',
  module: URL = moduleBeside('http-target', import.meta.url),
): Promise<Target> {
  const child = fork(module, [data, TOKEN, kind], {
    ...(module.pathname.endsWith('.js') && { execArgv: [] }),
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
 * Asks a server on keep-alive connections that stay open from one load to the next: to open them costs the server as much as some requests.
 */
export class Load {
  readonly #pool: Pool;
  readonly #connections: number;

  constructor(url: string, connections: number) {
    this.#connections = connections;
    this.#pool = new Pool(url, { connections, pipelining: 1, keepAliveTimeout: 600_000, keepAliveMaxTimeout: 600_000 });
  }

  /**
   * Asks for the paths in turn, again from the first when there are no more, so many times in all: one request on each connection at a time.
   *
   * @param cpu microseconds that the server has used so far
   * @throws Error if an answer is no 200
   */
  async put(paths: readonly string[], requests: number, cpu: () => Promise<number>): Promise<LoadFigures> {
    const milliseconds: number[] = [];
    const before = await cpu();
    const start = performance.now();
    let asked = 0;
    const askInTurn = async (): Promise<void> => {
      while (asked < requests) {
        const path = paths[asked++ % paths.length]!;
        const sent = performance.now();
        const status = await this.#ask(path);
        if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
        milliseconds.push(performance.now() - sent);
      }
    };
    const awake = stayAwake();
    await Promise.all(Array.from({ length: this.#connections }, askInTurn));
    awake.end();
    const seconds = (performance.now() - start) / 1000;
    const used = (await cpu()) - before;
    milliseconds.sort((a, b) => a - b);
    return {
      requestsPerSecond: requests / seconds,
      cpuMicroseconds: used / requests,
      p50Milliseconds: milliseconds[Math.floor(requests * 0.5)]!,
      p99Milliseconds: milliseconds[Math.floor(requests * 0.99)]!,
    };
  }

  /** The status of the answer, when all of it is there; its text is not looked at. */
  #ask(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      let status = 0;
      this.#pool.dispatch(
        { path, method: 'GET', headers: HEADERS },
        {
          onRequestStart: () => {},
          onResponseStart: (_controller, statusCode) => {
            status = statusCode;
          },
          onResponseData: () => {},
          onResponseEnd: () => resolve(status),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/**
 * Keeps this process from falling asleep: to wake it is work of the server that writes an answer, and more often that of a slow server than of one that
 * is quicker than its client.
 */
function stayAwake(): { end(): void } {
  let isOver = false;
  const look = (): void => {
    if (!isOver) setImmediate(look);
  };
  look();
  return {
    end() {
      isOver = true;
    },
  };
}

/**
 * Keeps the threads of a process on one core, so that it does not share it with who asks (Linux, and more than one core).
 *
 * @returns whether it could
 */
export function pin(pid: number, core: number): boolean {
  if (cpus().length < 2) return false;
  return spawnSync('taskset', ['-a', '-c', '-p', `${core}`, `${pid}`]).status === 0;
}

/** Microseconds that the target has used so far. */
export async function cpuOf(target: Target): Promise<number> {
  const { user, system } = await tell<NodeJS.CpuUsage>(target, 'cpu');
  return user + system;
}

/** Of each figure the middle one. */
export function middleOf(loads: readonly LoadFigures[]): LoadFigures {
  const of = (figure: (load: LoadFigures) => number): number => median(loads.map(figure));
  return {
    requestsPerSecond: of(({ requestsPerSecond }) => requestsPerSecond),
    cpuMicroseconds: of(({ cpuMicroseconds }) => cpuMicroseconds),
    p50Milliseconds: of(({ p50Milliseconds }) => p50Milliseconds),
    p99Milliseconds: of(({ p99Milliseconds }) => p99Milliseconds),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
