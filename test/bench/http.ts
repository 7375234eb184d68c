import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Random } from '../../fixtures/generate/random.ts';
import type { AddressNL } from '../../src/model/address.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { openIndex } from '../../src/store/directory.ts';
import { moduleBeside } from '../../src/threads/thread-module.ts';
import { formatNumber, formatTable } from './text-table.ts';

/**
 * One operation under load; a bare Fastify route that answers with a fixed text of the same size, with the same headers; and a
 * bare route that asks the library and does nothing else: no token, check, log or metric.
 */
interface HttpFigures {
  readonly name: string;
  /** Of the middle answer. */
  readonly bytes: number;
  readonly service: LoadFigures;
  readonly bare: LoadFigures;
  readonly asking: LoadFigures;
}

interface LoadFigures {
  readonly requestsPerSecond: number;
  /** Processor time of the server, user and system. */
  readonly cpuMicroseconds: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

interface HttpBenchOptions {
  readonly seed: number;
  /** Of each of the rounds; the service and the bare route take turns. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

/** Of the bare route's requests per second, the service is to reach this share. */
const TARGET = 0.8;

const TOKEN = 'a-token-of-43-characters-as-the-command-makes';
const SAMPLE = 500;

/**
 * Measures the HTTP service on the Dutch index in `directory` from another process, over keep-alive connections, each request
 * another one of a sample of 500, and prints the figures. Of the rounds the quickest counts, for both sides: the others had
 * company on the machine. Processor time hardly depends on that company, nor on how fast the asking side is.
 */
export async function benchHttp(
  directory: string,
  options: HttpBenchOptions = { seed: 1, seconds: 2, rounds: 5, connections: 20 },
): Promise<void> {
  const target = fork(moduleBeside('http-target', import.meta.url), [directory, TOKEN], {
    // Its log goes nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const figures: HttpFigures[] = [];
    const [urls] = (await once(target, 'message')) as [{ service: string; bare: string }];
    for (const operation of operations(await sampleAddresses(directory, options.seed))) {
      figures.push(await measure(target, urls, operation, options));
    }
    print(figures, options);
  } finally {
    target.disconnect();
  }
}

async function measure(
  target: ChildProcess,
  urls: { readonly service: string; readonly bare: string },
  { name, paths }: { readonly name: string; readonly paths: readonly string[] },
  { seconds, rounds, connections }: HttpBenchOptions,
): Promise<HttpFigures> {
  const { text, headers } = await middleAnswer(urls.service, paths);
  target.send({ name, text, headers });
  await once(target, 'message');
  const load = (url: string, asked: readonly string[]): Promise<LoadFigures> =>
    putUnderLoad(target, url, asked, seconds, connections);
  const service: LoadFigures[] = [];
  const bare: LoadFigures[] = [];
  const asking: LoadFigures[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await load(urls.bare, [`/fixed/${encodeURIComponent(name)}`]));
    service.push(await load(urls.service, paths));
    asking.push(await load(urls.bare, paths));
  }
  return {
    name,
    bytes: Buffer.byteLength(text),
    service: quickest(service),
    bare: quickest(bare),
    asking: quickest(asking),
  };
}

function print(figures: readonly HttpFigures[], { connections, seconds, rounds }: HttpBenchOptions): void {
  const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;
  const inTurn = ({ service, bare, asking }: HttpFigures, show: (figures: LoadFigures) => string): string =>
    [service, bare, asking].map(show).join(' / ');
  const shareOf = ({ service, bare }: HttpFigures): number => service.requestsPerSecond / bare.requestsPerSecond;
  console.log(
    `${connections} connections, the quickest of ${rounds} rounds of ${seconds} s. Service / bare route with a fixed answer / bare route that asks the library.\n`,
  );
  console.log(
    formatTable([
      ['operation', 'bytes', 'requests/s', 'of bare', 'of library', 'p50 ms', 'p99 ms', 'server CPU µs'],
      ...figures.map((each) => [
        each.name,
        each.bytes,
        inTurn(each, ({ requestsPerSecond }) => formatNumber(Math.round(requestsPerSecond))),
        percent(shareOf(each)),
        percent(each.service.requestsPerSecond / each.asking.requestsPerSecond),
        inTurn(each, ({ p50Milliseconds }) => p50Milliseconds.toFixed(2)),
        inTurn(each, ({ p99Milliseconds }) => p99Milliseconds.toFixed(2)),
        inTurn(each, ({ cpuMicroseconds }) => cpuMicroseconds.toFixed(1)),
      ]),
    ]),
  );
  const met = figures.filter((each) => shareOf(each) >= TARGET);
  const missed = figures.filter((each) => !met.includes(each)).map(({ name }) => name);
  console.log(
    `\nTarget, ${percent(TARGET)} of the bare route's requests per second: met by ${met.length} of ${figures.length}${missed.length > 0 ? `, missed by ${missed.join('; ')}` : ''}.\n`,
  );
}

function operations(sample: readonly AddressNL[]): { name: string; paths: string[] }[] {
  const segment = encodeURIComponent;
  const pathsOf = (path: (address: AddressNL) => string): string[] => sample.map(path);
  const around = (radius: number) =>
    pathsOf(({ location }) => `/v1/radius/nl/${location!.wgs84[0]}/${location!.wgs84[1]}/${radius}`);
  const search = (letters: number, perPage: number) =>
    pathsOf(({ street }) => `/v1/autocomplete/nl?search=${segment(street.slice(0, letters))}&per_page=${perPage}`);
  return [
    {
      name: 'directmatch, postcode + number',
      paths: pathsOf(({ postcode, housenumber }) => `/v1/directmatch/nl/${segment(postcode)}/${housenumber}`),
    },
    { name: 'radius 5 m', paths: around(5) },
    { name: 'radius 50 m, 20 results', paths: around(50) },
    { name: 'autocomplete, 3 letters, 10 results', paths: search(3, 10) },
    { name: 'autocomplete, 6 letters, 10 results', paths: search(6, 10) },
    { name: 'autocomplete, 3 letters, 50 results', paths: search(3, 50) },
    {
      name: 'autocomplete, postcode, 10 results',
      paths: pathsOf(({ postcode }) => `/v1/autocomplete/nl?search=${segment(postcode)}&per_page=10`),
    },
  ];
}

async function sampleAddresses(directory: string, seed: number): Promise<AddressNL[]> {
  const index = await openIndex(join(directory, 'nl'));
  const random = new Random(seed).stream('http');
  const sample: AddressNL[] = [];
  while (sample.length < SAMPLE) {
    const document = makeDocument<'nl'>(index, random.integer(0, index.addresses.length - 1));
    if (document.location !== null && document.postcode !== '') sample.push(document);
  }
  return sample;
}

const HEADERS = { authorization: `Bearer ${TOKEN}`, 'x-autocompletesessionid': 'bench' };

/** The answer of middle length, with the headers that the service sets. */
async function middleAnswer(
  url: string,
  paths: readonly string[],
): Promise<{ readonly text: string; readonly headers: Readonly<Record<string, string>> }> {
  const answers: { text: string; headers: Record<string, string> }[] = [];
  for (const path of paths) {
    const answer = await fetch(url + path, { headers: HEADERS });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    answers.push({ text, headers: Object.fromEntries(answer.headers) });
  }
  const { text, headers } = answers.sort((a, b) => a.text.length - b.text.length)[answers.length >> 1]!;
  // These the server sets by itself.
  for (const name of ['connection', 'content-length', 'date', 'keep-alive']) delete headers[name];
  return { text, headers };
}

async function putUnderLoad(
  target: ChildProcess,
  url: string,
  paths: readonly string[],
  seconds: number,
  connections: number,
): Promise<LoadFigures> {
  const milliseconds: number[] = [];
  const before = await cpuOf(target);
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        duration: seconds,
        requests: paths.map((path) => ({ method: 'GET', path, headers: HEADERS })),
      },
      (error, finished) => (error ? reject(error) : resolve(finished)),
    );
    // Its own latencies are whole milliseconds.
    instance.on('response', (_client, _status, _bytes, responseTime) => milliseconds.push(responseTime));
  });
  const cpu = (await cpuOf(target)) - before;
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${url}${paths[0]}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx.`);
  }
  milliseconds.sort((a, b) => a - b);
  return {
    requestsPerSecond: result.requests.total / result.duration,
    cpuMicroseconds: cpu / result.requests.total,
    p50Milliseconds: milliseconds[Math.floor(milliseconds.length * 0.5)]!,
    p99Milliseconds: milliseconds[Math.floor(milliseconds.length * 0.99)]!,
  };
}

/** Microseconds that the target has used so far. */
async function cpuOf(target: ChildProcess): Promise<number> {
  target.send('cpu');
  const [{ user, system }] = (await once(target, 'message')) as [NodeJS.CpuUsage];
  return user + system;
}

function quickest(rounds: readonly LoadFigures[]): LoadFigures {
  return rounds.reduce((best, round) => (round.requestsPerSecond > best.requestsPerSecond ? round : best));
}
