import { fstatSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import sonicBoom from 'sonic-boom';
import type { Country } from '../model/country.ts';
import { LiveLookup } from './live-lookup.ts';
import type { Answered } from './options.ts';
import { type RateLimit, RateLimiter } from './rate-limiter.ts';
import { createServer } from './server.ts';
import { TokenFile, type TokenList } from './tokens.ts';
import { joinWorkers, serverUrl } from './workers.ts';

export interface RunOptions {
  /** The data directory. */
  readonly data: string;
  readonly countries?: readonly Country[] | undefined;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly clients: TokenFile | TokenList | 'open';
  readonly rateLimit?: RateLimit | undefined;
  readonly corsOrigins?: readonly string[] | '*' | undefined;
  readonly page: boolean;
  readonly cacheSeconds: number;
  readonly baseUrl: string;
  readonly logLevel: string;
  readonly logTerms: boolean;
  /** How often to check the data directory and the token file. */
  readonly pollSeconds: number;
  /** How long /ready answers 503 before the server stops listening, so that a load balancer can react. */
  readonly drainSeconds: number;
  /** Whether this process is one of several on the port. */
  readonly isWorker: boolean;
}

export interface RunningServer {
  readonly url: string;
  /** Checks for new releases and tokens now. */
  refresh(): Promise<void>;
  /** Completes open requests, and ends. */
  stop(): Promise<void>;
}

const STDOUT = 1;

/**
 * Opens the indexes, listens, and follows new releases and tokens until stopped.
 *
 * @throws AddressLookupError `index-…`
 */
export async function runServer(options: RunOptions): Promise<RunningServer> {
  const { clients, isWorker } = options;
  const mayMix = isWorker && !fstatSync(STDOUT).isFile();
  const lines = openLog(STDOUT, mayMix ? MAX_ATOMIC_WRITE : MAX_WRITE);
  const log = pino({ level: options.logLevel, base: { pid: process.pid } }, lines);
  const live = await LiveLookup.open(options.data, { countries: options.countries, log });
  const rateLimiter = options.rateLimit && new RateLimiter(options.rateLimit);
  const registry = new Registry();
  const isLogged = log.isLevelEnabled('info');
  collectDefaultMetrics({ register: registry });
  const workers = isWorker ? joinWorkers(registry, rateLimiter) : undefined;
  let isReady = true;
  const app = await createServer(live, {
    ...options,
    rateLimiter,
    log,
    onAnswer: isLogged ? (answer) => lines.write(answerLine(answer, options.logTerms)) : undefined,
    registry,
    collectMetrics: workers?.collectMetrics,
    isReady: () => isReady,
  });
  await app.listen({ host: options.host, port: options.port });

  const refresh = async (): Promise<void> => {
    await live.refresh();
    if (!(clients instanceof TokenFile)) return;
    try {
      if (await clients.refresh()) log.info({ clients: clients.size }, 'token file read again');
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'token file not read; the tokens before it hold');
    }
  };
  const timer = setInterval(refresh, options.pollSeconds * 1000).unref();

  return {
    url: serverUrl(app.server.address() as AddressInfo),
    refresh,
    async stop() {
      isReady = false;
      clearInterval(timer);
      await new Promise((resolve) => setTimeout(resolve, options.drainSeconds * 1000));
      await app.close();
      live.close();
      log.info('stopped');
      await lines.end();
    },
  };
}

/** The log line of an answer, as pino would write it. Built here for speed, because every answer has one. */
function answerLine({ request, operation, country, client, status, ms, url }: Answered, hasTerms: boolean): string {
  const terms = hasTerms ? `,"url":${JSON.stringify(url)}` : '';
  return `{"level":30,"time":${Date.now()},"pid":${process.pid},"request":"${request}","operation":"${operation}","country":"${country}","client":${JSON.stringify(client)},"status":${status},"ms":${ms.toFixed(3)}${terms},"msg":"answered"}\n`;
}

/** Where log lines go. */
export interface Log {
  /** @param line with its newline */
  write(line: string): void;
  /** Flushes before the process ends. */
  end(): Promise<void>;
}

/**
 * Maximum delay of a line. Each write wakes another thread, which on a busy machine displaces this one: forty writes per
 * second cost more than building the lines.
 */
const FLUSH_MS = 200;

/** A write of up to this many bytes to a pipe is atomic, so that lines of several processes do not mix (POSIX, PIPE_BUF). */
export const MAX_ATOMIC_WRITE = 4096;

/** For a single process, or a file, where writes are sequential. */
export const MAX_WRITE: number = 1 << 20;

/** Maximum bytes waiting for a slow reader of the log; further lines are dropped, because answering matters more. */
const MAX_BACKLOG_BYTES = 8 << 20;

/** How long shutdown waits for a blocked reader of the log. */
const MAX_END_MS = 1000;

/** Writes lines to a file descriptor in the background, in batches of whole lines. */
export function openLog(fd: number, maxWrite: number): Log {
  const stream = new sonicBoom.SonicBoom({
    fd,
    contentMode: 'buffer',
    // A write starts at this many bytes, or at the next flush.
    minLength: maxWrite - 1,
    maxWrite,
    maxLength: MAX_BACKLOG_BYTES,
    periodicFlush: FLUSH_MS,
  });
  let dropped = 0;
  const write = (line: string): void => void stream.write(Buffer.from(line) as unknown as string);
  stream
    .on('drop', () => dropped++)
    .on('drain', () => {
      if (dropped === 0) return;
      write(`${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines dropped' })}\n`);
      dropped = 0;
    })
    // The reader is gone; continue without a log.
    .on('error', () => {});
  return {
    write,
    async end() {
      const ended = new Promise((resolve) => stream.once('close', resolve).once('error', resolve));
      if (dropped > 0) stream.once('drain', () => stream.end());
      else stream.end();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, MAX_END_MS).unref())]);
    },
  };
}
