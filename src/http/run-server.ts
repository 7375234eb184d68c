import cluster from 'node:cluster';
import { fstatSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getSystemErrorMap } from 'node:util';
import { pino } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { AddressLookupError } from '../errors.ts';
import { LiveLookup } from '../lookup/live-lookup.ts';
import type { Country } from '../model/country.ts';
import type { Manifest } from '../store/manifest.ts';
import { IDLE_MS } from './connections.ts';
import type { KeyFile } from './key-file.ts';
import { lineOf, MAX_ATOMIC_WRITE, MAX_WRITE, openLog } from './log.ts';
import type { ServerOptions } from './options.ts';
import { type RateLimit, RateLimiter } from './rate-limiter.ts';
import { RunningBatches } from './running-batches.ts';
import { type AddressServer, createServer } from './server.ts';
import { TokenFile, type TokenList } from './tokens.ts';
import { joinWorkers, serverUrl } from './workers.ts';

type PassedOn = 'corsOrigins' | 'trustedProxies' | 'page' | 'maxBatchBytes' | 'cacheSeconds' | 'baseUrl';

export interface RunOptions extends Pick<ServerOptions, PassedOn> {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** The data directory. */
  readonly data: string;
  readonly countries?: readonly Country[] | undefined;
  readonly clients: TokenList | 'open';
  /** Publishable keys. */
  readonly keys?: KeyFile | undefined;
  readonly rateLimit?: RateLimit | undefined;
  readonly logLevel: string;
  readonly logTerms: boolean;
  /** How often to check the data directory and the files of tokens and keys. */
  readonly pollSeconds: number;
  /** How long the server may take to end: see `stop`. */
  readonly drainSeconds: number;
  /** Whether this process is one of several on the port. */
  readonly isWorker: boolean;
}

export interface RunningServer {
  /**
   * Listens, and follows new releases, tokens and keys until stopped. As soon as it listens it has connections that a signal
   * must not cut: let signals call `stop` first.
   *
   * @returns the URL
   * @throws AddressLookupError `invalid-option` if there is no such address here, or another program has it
   */
  listen(): Promise<string>;
  /** Checks for new releases, tokens and keys now. */
  refresh(): Promise<void>;
  /**
   * Ends within `drainSeconds`, whatever clients do. From the first moment on /ready answers 503, so that load balancers
   * send nothing more, and every answer closes its connection. In the second half of the time the server no longer listens,
   * and completes open requests.
   */
  stop(): Promise<void>;
}

/** Maximum part of the time to end without listening, which is otherwise half of it. */
const MAX_CLOSING_SECONDS = 5;

const STDOUT = 1;

/** Opens the indexes for a server that is to listen. @throws AddressLookupError `index-…` */
export async function openServer(options: RunOptions): Promise<RunningServer> {
  const { clients, isWorker } = options;
  const mayMix = isWorker && !fstatSync(STDOUT).isFile();
  const lines = openLog(STDOUT, mayMix ? MAX_ATOMIC_WRITE : MAX_WRITE);
  const log = pino({ level: options.logLevel, base: { pid: process.pid } }, lines);
  const live = await LiveLookup.open(options.data, {
    countries: options.countries,
    // A server that starts again must not fail on a release that the one before it refused.
    takesFormer: true,
    log,
    onRelease: freeMemory,
  });
  const rateLimiter = options.rateLimit && new RateLimiter(options.rateLimit);
  const registry = new Registry();
  const isLogged = log.isLevelEnabled('info');
  collectDefaultMetrics({ register: registry });
  const batches = new RunningBatches();
  const limiters = [rateLimiter, options.keys?.limiter];
  const workers = isWorker ? joinWorkers(registry, limiters, batches) : undefined;
  let isReady = true;
  const app = await createServer(
    live,
    {
      ...options,
      rateLimiter,
      log,
      onAnswer: isLogged ? (answer) => lines.write(lineOf(answer, Date.now(), options.logTerms)) : undefined,
      registry,
      collectMetrics: workers?.collectMetrics,
      isReady: () => isReady,
    },
    batches,
  );
  const readAgain = async (file: TokenFile | KeyFile, name: string, counted: string): Promise<void> => {
    try {
      if (await file.refresh()) log.info({ [counted]: file.size }, `${name} file read again`);
    } catch (error) {
      log.error({ reason: (error as Error).message }, `${name} file not read; the ${name}s before it hold`);
    }
  };
  const refresh = async (): Promise<void> => {
    await live.refresh();
    if (clients instanceof TokenFile) await readAgain(clients, 'token', 'clients');
    if (options.keys !== undefined) await readAgain(options.keys, 'key', 'keys');
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    async listen() {
      await listenAt(app, options);
      timer = setInterval(refresh, options.pollSeconds * 1000).unref();
      return serverUrl(app.server.address() as AddressInfo);
    },
    refresh,
    async stop() {
      isReady = false;
      clearInterval(timer);
      const closingMs = 1000 * Math.min(MAX_CLOSING_SECONDS, options.drainSeconds / 2);
      app.connections.drain();
      await delay(options.drainSeconds * 1000 - closingMs);
      await app.connections.close(Math.min(IDLE_MS, closingMs), closingMs, workers?.together);
      live.close();
      log.info('stopped');
      await lines.end();
    },
  };
}

/** The memory of smaller indexes is left to the garbage collector. */
const MIN_FREED_BYTES = 32 << 20;

/**
 * Makes the garbage collector return the memory of a former index soon. The collector counts an index as the few small
 * objects that view it, so by itself it would keep several. It does count the memory of buffers, so allocating untouched
 * buffers of the size of an index makes it collect, in steps between other work. Forcing a full collection at once would
 * take longer than anything else in a change of releases.
 */
async function freeMemory({ files }: Manifest): Promise<void> {
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) < MIN_FREED_BYTES) return;
  try {
    // Collected together with the former index.
    const first = new WeakRef(new ArrayBuffer(PRESSURE_BYTES));
    for (let count = 1; count < MAX_PRESSURES && first.deref() !== undefined; count++) {
      await delay(PRESSURE_MS, undefined, { ref: false });
      new ArrayBuffer(PRESSURE_BYTES);
    }
  } catch {
    // The address space is limited, and has no room for a buffer.
  }
}

/**
 * Size of a buffer, which takes no memory, since it is never used. One at a time, because an urgent collection is not done
 * in steps.
 */
const PRESSURE_BYTES = 64 << 20;
const MAX_PRESSURES = 10;
const PRESSURE_MS = 50;

/**
 * The listening socket that systemd passes to the process it starts (sd_listen_fds(3)): it stays open while one server ends
 * and the next one starts, so that no connection is refused. Workers ask the primary for it, whose number it has.
 */
function inheritedSocket(): { readonly fd: number } | undefined {
  const { LISTEN_FDS, LISTEN_PID } = process.env;
  const owner = cluster.isWorker ? process.ppid : process.pid;
  return LISTEN_FDS === '1' && LISTEN_PID === String(owner) ? { fd: FIRST_INHERITED } : undefined;
}

/** SD_LISTEN_FDS_START. */
const FIRST_INHERITED = 3;

async function listenAt(app: AddressServer, { host, port }: RunOptions): Promise<void> {
  const inherited = inheritedSocket();
  try {
    await app.listen(inherited ?? { host, port });
  } catch (cause) {
    const [, reason] = getSystemErrorMap().get((cause as NodeJS.ErrnoException).errno ?? 0) ?? [];
    if (reason === undefined || inherited !== undefined) throw cause;
    throw new AddressLookupError(
      'invalid-option',
      `The server cannot listen on ${host} port ${port}: ${reason}. Choose another with --host and --port.`,
      { got: `${host}:${port}` },
      { cause },
    );
  }
}
