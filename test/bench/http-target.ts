import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import Fastify from 'fastify';
import { openServer } from '../../src/http/run-server.ts';
import { createServer } from '../../src/http/server.ts';
import { TokenList, tokenLine } from '../../src/http/tokens.ts';
import { type DirectMatchRequest, openAddressLookup } from '../../src/index.ts';
import { CLIENTS, tokenOf } from './http-load.ts';

interface FixedAnswer {
  readonly name: string;
  readonly text: string;
}

/**
 * A process that `benchHttp` puts under load. Each has one server alone, which shares its heap, its collector and the caches of its core with no
 * other: the service as `serve` runs it, with token, log and metrics (`service`); the same without token and log (`open`); a bare Fastify that answers
 * with what the library answers (`asking`); or one that answers with fixed texts, and has no index (`fixed`).
 *
 *     tsx http-target.ts DIRECTORY TOKEN [service|open|asking|fixed]
 */
const [data = '', token = '', kind = 'service'] = process.argv.slice(2);
const AT = { host: '127.0.0.1', port: 0 };
const answers = new Map<string, FixedAnswer>();
let refresh = async (): Promise<void> => {};

const urlOf = ({ server }: { readonly server: Server }): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function startService(): Promise<string> {
  const service = await openServer({
    ...AT,
    data,
    clients: TokenList.parse(
      Array.from({ length: CLIENTS }, (_, i) => tokenLine(`bench-${i}`, tokenOf(i, token))).join('\n'),
      'the bench',
    ),
    page: false,
    cacheSeconds: 60,
    baseUrl: '',
    logLevel: 'info',
    logTerms: false,
    pollSeconds: 5,
    drainSeconds: 0,
    isWorker: false,
  });
  refresh = service.refresh;
  return service.listen();
}

async function startOpen(): Promise<string> {
  const lookup = await openAddressLookup(data, { countries: ['nl'] });
  const open = await createServer(lookup, { clients: 'open', page: false });
  await open.listen(AT);
  return urlOf(open);
}

async function startAsking(): Promise<string> {
  const { nl } = await openAddressLookup(data, { countries: ['nl'] });
  const bare = Fastify();
  bare.get('/v1/autocomplete/nl', (request, reply) => {
    const { search, per_page } = request.query as { search: string; per_page: string };
    reply.send(nl.autocomplete({ search, perPage: Number(per_page) }));
  });
  bare.get('/v1/directmatch/nl/:postcode/:housenumber', (request, reply) => {
    reply.send(nl.directMatch(request.params as DirectMatchRequest));
  });
  bare.get('/v1/radius/nl/:latitude/:longitude/:radius', (request, reply) => {
    const { latitude, longitude, radius } = request.params as Record<string, string>;
    reply.send(nl.radius({ latitude: Number(latitude), longitude: Number(longitude), radius: Number(radius) }));
  });
  await bare.listen(AT);
  return urlOf(bare);
}

async function startFixed(): Promise<string> {
  const bare = Fastify();
  bare.get('/fixed/:name', (request, reply) => {
    const { name } = request.params as { name: string };
    reply.header('content-type', 'application/json; charset=utf-8').send(answers.get(name)!.text);
  });
  await bare.listen(AT);
  return urlOf(bare);
}

const STARTS = { service: startService, open: startOpen, asking: startAsking, fixed: startFixed };

/** How the process has been since the last report; times are of the processor, so what else the machine does is not in them. */
export interface TargetStrain {
  /** The longest that the serving thread worked without looking for new requests. */
  readonly longestMilliseconds: number;
  /** How long it went on working, of half of the moments at which it worked, and of all but a hundredth: what a request that came then waited for. */
  readonly waits: { readonly p50: number; readonly p99: number };
  readonly rssBytes: number;
}

/** Microseconds of each piece of work. */
let pieces: number[] = [];
let rssBytes = 0;
let before = 0;
let isWatching = false;

/** Looks in every turn of the event loop: only from the first question on, since it keeps the thread busy. */
function watch(): void {
  isWatching = true;
  before = threadCpu();
  // To ask for the memory takes as long as some answers.
  setInterval(() => {
    rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
  }, 50);
  const look = (): void => {
    pieces.push(threadCpu() - before);
    before = threadCpu();
    setImmediate(look);
  };
  setImmediate(look);
}

/** What is left, in milliseconds, of the piece of work of a moment, of such a share of all moments of work. */
function leftAt(share: number): number {
  const all = pieces.reduce((sum, each) => sum + each, 0);
  const shareWithin = (wait: number): number => pieces.reduce((sum, each) => sum + Math.min(each, wait), 0) / all;
  let [low, high] = [0, pieces.reduce((most, each) => Math.max(most, each), 0)];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (shareWithin(middle) < share) low = middle;
    else high = middle;
  }
  return high / 1000;
}

function report(): TargetStrain {
  const longestMilliseconds = leftAt(1);
  const strain = { longestMilliseconds, waits: { p50: leftAt(0.5), p99: leftAt(0.99) }, rssBytes };
  [pieces, rssBytes] = [[], 0];
  return strain;
}

/** Microseconds of this thread: by Node from 23.9 on, else by Linux; elsewhere of the process, which counts what reads files beside it. */
const threadCpu = ((): (() => number) => {
  const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  const schedule = `/proc/self/task/${process.pid}/schedstat`;
  if (threadCpuUsage === process.cpuUsage && existsSync(schedule)) {
    return () => {
      // Brings the file up to date, which is otherwise that of the last tick.
      process.cpuUsage();
      return Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1000;
    };
  }
  return () => {
    const { user, system } = threadCpuUsage.call(process);
    return user + system;
  };
})();

process.on('message', async (message: FixedAnswer | 'cpu' | 'strain' | 'refresh') => {
  if (message === 'cpu') {
    process.send?.(process.cpuUsage());
  } else if (message === 'strain') {
    if (!isWatching) watch();
    process.send?.(report());
    // The report is no work of the service.
    before = threadCpu();
  } else if (message === 'refresh') {
    await refresh();
    process.send?.('refreshed');
  } else {
    answers.set(message.name, message);
    process.send?.('set');
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ service: await STARTS[kind as keyof typeof STARTS]() });
