import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { Command } from 'commander';
import type { KeyFile } from '../http/key-file.ts';
import type { RateLimit } from '../http/rate-limiter.ts';
import type { RunOptions } from '../http/run-server.ts';
import type { TokenList } from '../http/tokens.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import { isCompiled } from '../version.ts';
import { invalidOption, parseWholeNumber } from './run-program.ts';

interface ServeOptions {
  readonly data: string;
  readonly countries?: readonly Country[];
  readonly host: string;
  readonly port: number;
  readonly tokens?: string;
  readonly keys?: string;
  readonly open: boolean;
  readonly workers: number;
  readonly rateLimit: RateLimit | 'none';
  readonly cors?: readonly string[];
  readonly trustProxy?: readonly string[];
  readonly page: boolean;
  readonly cacheSeconds: number;
  readonly baseUrl: string;
  readonly logLevel: string;
  readonly logTerms: boolean;
  readonly pollSeconds: number;
  readonly drainSeconds: number;
  readonly batchMegabytes: number;
}

/** The token lines, as an alternative to a file. */
const TOKENS_VARIABLE = 'ADDRESS_LOOKUP_TOKENS';

/** `serve`: the HTTP service, until SIGTERM or SIGINT. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('start the HTTP server')
    .option('--data <directory>', 'index directory', 'dist-data')
    .option('--countries <list>', 'serve only these, e.g. nl,lu (default: all in the directory)', parseCountries)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on, 0 for any', parsePort, 8080)
    .option('--tokens <file>', `token file (default: the lines in $${TOKENS_VARIABLE})`)
    .option('--keys <file>', 'publishable keys for pages on other origins')
    .option('--open', 'serve without tokens, on localhost only', false)
    .option('--workers <number>', 'server processes, each with its own copy of the indexes', parseWorkers, 1)
    .option(
      '--rate-limit <limit>',
      `limit per client, and per address without a token, as REQUESTS/SECONDS; or none (default: ${DEFAULT_RATE_LIMIT.requests}/${DEFAULT_RATE_LIMIT.seconds})`,
      parseRateLimit,
      DEFAULT_RATE_LIMIT,
    )
    .option(
      '--batch-megabytes <number>',
      'largest file that clients may send for geocoding; 0 for none',
      parseWholeNumber,
      64,
    )
    .option('--cors <origins...>', 'origins whose pages may send requests; * for all', parseOrigin)
    .option(
      '--trust-proxy <networks...>',
      'proxies whose X-Forwarded-For names the visitor, such as 127.0.0.1 or 10.0.0.0/8',
      parseNetwork,
    )
    .option('--no-page', 'do not serve the demo page at /, nor /element.js')
    .option('--cache-seconds <number>', 'how long clients may cache an answer', parseWholeNumber, 60)
    .option('--base-url <url>', 'public base URL, e.g. behind a proxy', parseBaseUrl, '')
    .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent', parseLogLevel, 'info')
    .option('--log-terms', 'log request URLs, including search terms', false)
    .option('--poll-seconds <number>', 'how often to look for new indexes, tokens and keys', parseSeconds, 5)
    .option('--drain-seconds <number>', 'how long the server may take to shut down', parseWholeNumber, 2)
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  // Read before any worker starts, so that an error is reported once.
  const clients = await openClients(options);
  const keys = await openKeys(options);
  if (options.workers > 1 && cluster.isPrimary) await supervise(options);
  else {
    const { rateLimit } = options;
    await run({
      ...options,
      clients,
      keys,
      rateLimit: rateLimit === 'none' ? undefined : rateLimit,
      corsOrigins: originsOf(options),
      trustedProxies: options.trustProxy,
      maxBatchBytes: options.batchMegabytes * 2 ** 20,
      isWorker: cluster.isWorker,
    });
  }
}

async function run(options: RunOptions): Promise<void> {
  const { openServer } = await import('../http/run-server.ts');
  const { isWorker } = options;
  try {
    const { listen, refresh, stop } = await openServer(options);
    onSignals(stop, refresh, isWorker);
    const url = await listen();
    if (!isWorker) tellListening(url);
  } catch (error) {
    // Otherwise the worker would wait for messages of the primary for ever.
    cluster.worker?.disconnect();
    throw error;
  }
}

async function supervise({ workers: count, drainSeconds }: ServeOptions): Promise<void> {
  const { superviseWorkers } = await import('../http/workers.ts');
  const workers = superviseWorkers({
    count,
    drainSeconds,
    tell: (text) => process.stderr.write(text),
    // The worker, or `tell`, has already reported the reason.
    fail: (exitCode) => process.exit(exitCode),
  });
  onSignals(workers.stop, () => workers.signal('SIGHUP'), false);
  tellListening(await workers.listening);
}

function tellListening(url: string): void {
  process.stderr.write(`Listening on ${url}\n`);
  if (process.stderr.isTTY)
    process.stderr.write(`The operations are described on ${url}/docs. Ctrl-C ends the server.\n`);
}

/**
 * Ends on SIGTERM and SIGINT after completing open requests; a second signal ends at once. SIGHUP checks for new indexes
 * and tokens. A terminal and systemd also signal the workers, which treat that and the primary's message as one signal.
 */
function onSignals(stop: () => Promise<void>, refresh: () => unknown, isWorker: boolean): void {
  let isStopping = false;
  const end = async (): Promise<void> => {
    if (isStopping && isWorker) return;
    if (isStopping) process.exit(1);
    isStopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('SIGHUP', refresh);
}

async function openKeys({ keys, open }: ServeOptions): Promise<KeyFile | undefined> {
  if (keys === undefined) return undefined;
  if (open)
    throw invalidOption('Got both --open and --keys; with --open no request needs a key. Give one of them.', {
      got: '--open',
    });
  const { KeyFile } = await import('../http/key-file.ts');
  return KeyFile.open(keys);
}

async function openClients({ tokens, keys, open, host }: ServeOptions): Promise<TokenList | 'open'> {
  if (open) {
    if (tokens !== undefined) throw invalidOption('Got both --open and --tokens; give one of them.', { got: '--open' });
    if (isLoopback(host)) return 'open';
    throw invalidOption(
      `Got --open on ${host}; without tokens the server listens on 127.0.0.1, ::1 or localhost only. Leave out --host, or give --tokens.`,
      { got: host },
    );
  }
  const clients = await readClients(tokens);
  if (clients.size > 0 || (keys !== undefined && tokens === undefined)) return clients;
  throw invalidOption(
    `No API tokens are configured, so every request would be refused. Create one with:\n  ${programName()} token NAME --tokens ${tokens ?? 'tokens'}\nThen serve with --tokens ${tokens ?? 'tokens'}. To try the service on this machine without tokens, serve with --open.`,
    {},
  );
}

async function readClients(file: string | undefined): Promise<TokenList> {
  const { TokenFile, TokenList } = await import('../http/tokens.ts');
  if (file === undefined) return TokenList.parse(process.env[TOKENS_VARIABLE] ?? '', `the variable ${TOKENS_VARIABLE}`);
  if (existsSync(file)) return TokenFile.open(file);
  throw invalidOption(
    `There is no file "${file}". Create it, with a token in it, with:\n  ${programName()} token NAME --tokens ${file}`,
    { got: file },
  );
}

/** How to call this program: in a checkout, or installed. */
function programName(): string {
  return isCompiled() ? 'npx benelux-address-tools' : 'npx tsx src/cli/main.ts';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function originsOf({ cors }: ServeOptions): readonly string[] | '*' | undefined {
  return cors?.includes('*') ? '*' : cors;
}

function parseCountries(text: string): Country[] {
  const countries = text.split(',').filter((each) => each !== '');
  if (countries.length > 0 && countries.every(isCountry)) return countries;
  throw invalidOption(`Got countries "${text}"; allowed is a list of ${COUNTRIES.join(', ')} with commas.`, {
    got: text,
  });
}

function parsePort(text: string): number {
  const port = parseWholeNumber(text);
  if (port <= 65_535) return port;
  throw invalidOption(`Got port ${text}; allowed is 0 to 65535.`, { got: text });
}

function parseWorkers(text: string): number {
  const workers = parseWholeNumber(text);
  if (workers >= 1 && workers <= 64) return workers;
  throw invalidOption(`Got ${text} workers; allowed is 1 to 64.`, { got: text });
}

function parseSeconds(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 86_400) return value;
  throw invalidOption(`Got "${text}" seconds; allowed is a number above 0, at most 86400.`, { got: text });
}

/** 100 a second over a minute: people who type and programs that wait for each answer never reach it; floods do. */
const DEFAULT_RATE_LIMIT: RateLimit = { requests: 6000, seconds: 60 };

function parseRateLimit(text: string): RateLimit | 'none' {
  if (text === 'none') return text;
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  if (requests !== undefined) return { requests: Number(requests), seconds: Number(seconds) };
  throw invalidOption(`Got rate limit "${text}"; allowed is REQUESTS/SECONDS in whole numbers, e.g. 600/60, or none.`, {
    got: text,
  });
}

/** An origin as browsers send it. Commander calls this for each value. */
function parseOrigin(text: string, former: readonly string[] | undefined): readonly string[] {
  if (text === '*' || (URL.canParse(text) && new URL(text).origin === text)) return [...(former ?? []), text];
  throw invalidOption(
    `Got --cors "${text}", which no browser sends; allowed is an origin such as https://shop.example or http://localhost:3000, without a path, or *.`,
    { got: text },
  );
}

/** An address, or a network as ADDRESS/BITS. Commander calls this for each value. */
function parseNetwork(text: string, former: readonly string[] | undefined): readonly string[] {
  const [, address = '', bits = ''] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)) return [...(former ?? []), text];
  throw invalidOption(
    `Got --trust-proxy "${text}"; allowed is an address or a network, such as 127.0.0.1 or 10.0.0.0/8.`,
    {
      got: text,
    },
  );
}

function parseBaseUrl(text: string): string {
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  const { search = '', hash = '' } = isWeb ? new URL(text) : {};
  if (isWeb && search === '' && hash === '') return text.replace(/\/+$/, '');
  throw invalidOption(`Got --base-url "${text}"; allowed is the URL of the server, e.g. https://addresses.example.`, {
    got: text,
  });
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function parseLogLevel(text: string): string {
  if (LOG_LEVELS.includes(text)) return text;
  throw invalidOption(`Got log level "${text}"; allowed are ${LOG_LEVELS.join(', ')}.`, { got: text });
}
