import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Random } from '../../fixtures/generate/random.ts';
import type { AddressNL } from '../../src/model/address.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { openIndex } from '../../src/store/open-index.ts';

/** One operation under load, and a bare Fastify route that answers with a fixed text of the same size. */
export interface HttpFigures {
  readonly name: string;
  /** Of the middle answer. */
  readonly bytes: number;
  readonly service: LoadFigures;
  readonly bare: LoadFigures;
}

export interface LoadFigures {
  readonly requestsPerSecond: number;
  /** Processor time of the server, user and system. */
  readonly cpuMicroseconds: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

export interface HttpBenchOptions {
  readonly seed: number;
  /** Of each of the rounds; the service and the bare route take turns. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

const TOKEN = 'a-token-of-43-characters-as-the-command-makes';
const SAMPLE = 500;

/**
 * Measures the HTTP service on the Dutch index in `directory` from another process, over keep-alive connections, each request
 * another one of a sample of 500. Of the rounds the quickest counts, for both sides: the others had company on the machine. Processor time
 * hardly depends on that company.
 */
export async function benchHttp(
  directory: string,
  { seed, seconds, rounds, connections }: HttpBenchOptions = { seed: 1, seconds: 3, rounds: 3, connections: 20 },
): Promise<HttpFigures[]> {
  const target = fork(fileURLToPath(new URL('./http-target.ts', import.meta.url)), [directory, TOKEN], {
    // Its log goes nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ service, bare }] = (await once(target, 'message')) as [{ service: string; bare: string }];
    const figures: HttpFigures[] = [];
    for (const { name, paths } of operations(await sampleAddresses(directory, seed))) {
      const text = await middleAnswer(service, paths);
      await setFixedText(target, name, text);
      const load = (url: string, requests: readonly string[]): Promise<LoadFigures> =>
        putUnderLoad(target, url, requests, seconds, connections);
      const measured: { service: LoadFigures[]; bare: LoadFigures[] } = { service: [], bare: [] };
      for (let round = 0; round < rounds; round++) {
        measured.bare.push(await load(bare, [`/fixed/${encodeURIComponent(name)}`]));
        measured.service.push(await load(service, paths));
      }
      figures.push({
        name,
        bytes: Buffer.byteLength(text),
        service: quickest(measured.service),
        bare: quickest(measured.bare),
      });
    }
    return figures;
  } finally {
    target.disconnect();
  }
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

/** The answer of middle length. */
async function middleAnswer(url: string, paths: readonly string[]): Promise<string> {
  const answers: string[] = [];
  for (const path of paths) {
    const answer = await fetch(url + path, { headers: HEADERS });
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    answers.push(await answer.text());
  }
  return answers.sort((a, b) => a.length - b.length)[answers.length >> 1]!;
}

async function setFixedText(target: ChildProcess, name: string, text: string): Promise<void> {
  target.send({ name, text });
  await once(target, 'message');
}

async function putUnderLoad(
  target: ChildProcess,
  url: string,
  paths: readonly string[],
  seconds: number,
  connections: number,
): Promise<LoadFigures> {
  const before = await cpuOf(target);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({ method: 'GET', path, headers: HEADERS })),
  });
  const cpu = (await cpuOf(target)) - before;
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${url}${paths[0]}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx.`);
  }
  return {
    requestsPerSecond: result.requests.average,
    cpuMicroseconds: cpu / result.requests.total,
    p50Milliseconds: result.latency.p50,
    p99Milliseconds: result.latency.p99,
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
