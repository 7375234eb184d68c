import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import Fastify from 'fastify';
import { runServer } from '../../src/http/run-server.ts';
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
  const service = await runServer({
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
  return service.url;
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

/** How the process has been since the last report. */
export interface TargetStrain {
  /** The longest that the serving thread worked without looking for new requests, in processor time: what else the machine does is not in it. */
  readonly longestMilliseconds: number;
  readonly rssBytes: number;
}

let longestMicroseconds = 0;
let rssBytes = 0;
let looks = 0;
const LOOKS_PER_RSS = 50;
let before = 0;
let watching: NodeJS.Timeout | undefined;

/** Looks every millisecond, which takes a tenth of the processor time: only from the first question on. */
function watch(): void {
  before = threadCpu();
  watching = setInterval(() => {
    const now = threadCpu();
    longestMicroseconds = Math.max(longestMicroseconds, now - before);
    // To ask for the memory takes as long as some answers.
    if (looks++ % LOOKS_PER_RSS === 0) rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
    before = threadCpu();
  }, 1);
}

/** Microseconds of this thread: by Node from 23.9 on, else by Linux, to one of its ticks; elsewhere of the process, which counts what reads files beside it. */
const threadCpu = ((): (() => number) => {
  const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  const schedule = `/proc/self/task/${process.pid}/schedstat`;
  if (threadCpuUsage === process.cpuUsage && existsSync(schedule)) {
    return () => Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1000;
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
    if (watching === undefined) watch();
    process.send?.({ longestMilliseconds: longestMicroseconds / 1000, rssBytes } satisfies TargetStrain);
    [longestMicroseconds, rssBytes] = [0, 0];
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
