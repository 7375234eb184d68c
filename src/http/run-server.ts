import { fstatSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Country } from '../model/country.ts';
import { createServer } from './create-server.ts';
import { LiveLookup } from './live-lookup.ts';
import { LARGEST_ATOMIC_WRITE, LARGEST_WRITE, LogLines } from './log-lines.ts';
import { type RateLimit, RateLimiter } from './rate-limiter.ts';
import type { Answered } from './server-options.ts';
import { serverUrl } from './server-url.ts';
import { TokenFile, type TokenList } from './token-list.ts';
import { joinWorkers } from './workers.ts';

export interface RunOptions {
  /** The data directory. */
  readonly data: string;
  readonly countries?: readonly Country[] | undefined;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly clients: TokenFile | TokenList | 'open';
  readonly rateLimit?: RateLimit | undefined;
  readonly corsOrigins?: readonly string[] | '*' | undefined;
  readonly page: boolean;
  readonly cacheSeconds: number;
  readonly baseUrl: string;
  readonly logLevel: string;
  readonly logTerms: boolean;
  /** How often the data directory and the token file are looked at. */
  readonly pollSeconds: number;
  /** How long /ready says no before the server stops listening, so that a load balancer can turn away. */
  readonly drainSeconds: number;
  /** Whether this process is one of several on the port. */
  readonly isWorker: boolean;
}

export interface RunningServer {
  readonly url: string;
  /** Looks for new releases and tokens at once. */
  refresh(): Promise<void>;
  /** Answers what has been asked, and ends. */
  stop(): Promise<void>;
}

const STDOUT = 1;

/**
 * Opens the indexes, listens, and keeps up with new releases and tokens until it is stopped.
 *
 * @throws AddressLookupError `index-…`
 */
export async function runServer(options: RunOptions): Promise<RunningServer> {
  const { clients, isWorker } = options;
  const mayMix = isWorker && !fstatSync(STDOUT).isFile();
  const lines = new LogLines(STDOUT, mayMix ? LARGEST_ATOMIC_WRITE : LARGEST_WRITE);
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
      lines.flushSync();
    },
  };
}

/** The line of an answer, as pino would write it; put together here because it is written for every answer. */
function answerLine({ request, operation, country, client, status, ms, url }: Answered, hasTerms: boolean): string {
  const terms = hasTerms ? `,"url":${JSON.stringify(url)}` : '';
  return `{"level":30,"time":${Date.now()},"pid":${process.pid},"request":"${request}","operation":"${operation}","country":"${country}","client":${JSON.stringify(client)},"status":${status},"ms":${ms.toFixed(3)}${terms},"msg":"answered"}\n`;
}
