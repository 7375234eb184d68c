import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Random } from '../../fixtures/generate/random.ts';
import { type AddressLookup, openAddressLookup } from '../../src/index.ts';
import type { AddressNL } from '../../src/model/address.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import {
  cpuOf,
  HEADERS,
  Load,
  type LoadFigures,
  median,
  middleOf,
  pin,
  startTarget,
  type Target,
  tell,
} from './http-load.ts';
import { formatNumber, formatTable } from './text-table.ts';

/**
 * One operation under load, and what its time is made of: a bare Fastify route that answers with a fixed text of the same size; a bare route that asks the library; the service without token and log; and what the library and JSON take by themselves.
 */
interface HttpFigures {
  readonly name: string;
  /** Of the middle answer. */
  readonly bytes: number;
  readonly loads: Readonly<Record<Route, LoadFigures>>;
  /** The processor time of a fixed text beside that of the service, of each round. */
  readonly shares: readonly number[];
  /** The processor time of the service beside that of another version's, of each round. */
  readonly ratios: readonly number[];
  readonly libraryMicroseconds: number;
  readonly jsonMicroseconds: number;
  /** The share of requests that had been asked for in an earlier round. */
  readonly askedBefore: number;
  /** The processor time of the service beside that of the library in the bare framework, of each round. */
  readonly overBare: readonly number[];
}

/** `before` is the service of another version. */
type Route = 'fixed' | 'service' | 'open' | 'asking' | 'before';

export interface HttpBenchOptions {
  readonly seed: number;
  /** Of each route in each turn. */
  readonly requests: number;
  /** Of all operations, each of which has `TURNS` in each round. */
  readonly rounds: number;
  readonly connections: number;
  /** A checkout of another version, and the same addresses in its format. */
  readonly against?: string | undefined;
  readonly againstIndex?: string | undefined;
}

interface BenchOperation {
  readonly name: string;
  /** Of the processor time of the fixed text, the share that the service's own is to be at most: wanted of the issue that asked for it. */
  readonly wanted: number | undefined;
  readonly path: (address: AddressNL) => string;
  readonly ask: (lookup: AddressLookup, address: AddressNL) => object | null;
}

const SAMPLE = 500;

/** Of all routes, in each round. */
const TURNS = 10;

/** Requests to each route before those that count: code that has not run often is not compiled, and compiling takes processor time. */
const WARM_UP = 5_000;

/** A share that differs by more than this part of itself from round to round is no figure. */
const MAX_SPREAD = 0.1;

/**
 * Measures the HTTP service on the Dutch index in `directory` from another process, over keep-alive connections, each request of any address, cold:
 * none of a sample that repeats. Each server has a process of its own. They take turns, short ones, so that what else the machine does befalls all of
 * them; of all turns the middle one counts, and of each round the share of a fixed text is shown. Where there is `taskset`, all servers have one core, of
 * which one works at a time, and the client has another.
 */
export async function benchHttp(directory: string, options: HttpBenchOptions): Promise<void> {
  const { against, againstIndex = directory, rounds, requests } = options;
  const lookup = await openAddressLookup(directory, { countries: ['nl'] });
  const drawn = await sampleAddresses(directory, options.seed, WARM_UP + rounds * TURNS * requests);
  const targets: Partial<Record<Route, Target>> = {};
  const module = compiledTarget(fileURLToPath(new URL('../..', import.meta.url)));
  for (const kind of ['fixed', 'service', 'open', 'asking'] as const)
    targets[kind] = await startTarget(directory, kind, module);
  if (against !== undefined) targets.before = await startTarget(againstIndex, 'service', compiledTarget(against));
  const isPinned = pin(process.pid, 0) && Object.values(targets).every((each) => pin(each.process.pid!, 1));
  const loads = Object.fromEntries(
    Object.entries(targets).map(([route, of]) => [route, { load: new Load(of.urls.service, options.connections), of }]),
  ) as ServiceUnderLoad['loads'];
  const services: ServiceUnderLoad = { lookup, drawn, loads };
  try {
    const measurements: Measurement[] = [];
    for (const operation of OPERATIONS) measurements.push(await begin(services, operation));
    for (let round = 0; round < rounds; round++) {
      for (const measurement of measurements) await measureRound(services, measurement, round, options);
    }
    const figures = measurements.map((each) => figuresOf(services, each, options));
    print(figures, options, isPinned);
  } finally {
    for (const load of Object.values(services.loads)) await load.load.close();
    for (const target of Object.values(targets)) target.process.disconnect();
  }
}

interface ServiceUnderLoad {
  readonly lookup: AddressLookup;
  readonly drawn: readonly AddressNL[];
  readonly loads: Readonly<Partial<Record<Route, { readonly load: Load; readonly of: Target }>>>;
}

/** What is known of an operation so far: of each turn the figures of each route. */
interface Measurement {
  readonly operation: BenchOperation;
  readonly bytes: number;
  readonly turns: Partial<Record<Route, LoadFigures>>[][];
}

/**
 * The target of a checkout, which every version has in the same place, compiled: tsx, which runs this bench, adds a call to each function that is
 * made.
 */
function compiledTarget(checkout: string): URL {
  const at = (path: string): string => join(checkout, path);
  if (!existsSync(at('test/bench/http-target.ts')))
    throw new Error(`${at('test/bench/http-target.ts')} is missing; --against takes a checkout of this project.`);
  const tsc = at('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'test/bench'], { cwd: checkout, stdio: 'inherit' });
  // Versions before compiled into another directory.
  const compiled = ['pipelines/dist-bench', 'dist-bench'].map(at).find(existsSync)!;
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', 'page'], { cwd: checkout, stdio: 'inherit' });
  cpSync(at('pipelines/dist/page'), join(compiled, 'page'), { recursive: true });
  return pathToFileURL(join(compiled, 'test/bench/http-target.js'));
}

/** Has the target keep the fixed text of an operation, and warms up everything that answers it. */
async function begin(services: ServiceUnderLoad, operation: BenchOperation): Promise<Measurement> {
  const { loads, drawn } = services;
  const text = await middleAnswer(loads.service!.of.urls.service, drawn.slice(0, SAMPLE).map(operation.path));
  await tell(loads.fixed!.of, { name: operation.name, text });
  await takeTurn(services, operation, drawn.slice(0, WARM_UP), WARM_UP, 0);
  return { operation, bytes: Buffer.byteLength(text), turns: [] };
}

/** Puts each route under load, one after the other. @param first which one begins */
async function takeTurn(
  { loads }: ServiceUnderLoad,
  { name, path }: BenchOperation,
  turn: readonly AddressNL[],
  requests: number,
  first: number,
): Promise<Partial<Record<Route, LoadFigures>>> {
  const paths = turn.map(path);
  const fixed = [`/fixed/${encodeURIComponent(name)}`];
  const figures: Partial<Record<Route, LoadFigures>> = {};
  const routes = Object.entries(loads) as [Route, { load: Load; of: Target }][];
  for (let i = 0; i < routes.length; i++) {
    const [route, { load, of }] = routes[(first + i) % routes.length]!;
    figures[route] = await load.put(route === 'fixed' ? fixed : paths, requests, () => cpuOf(of));
  }
  return figures;
}

async function measureRound(
  services: ServiceUnderLoad,
  { operation, turns }: Measurement,
  round: number,
  { requests }: HttpBenchOptions,
): Promise<void> {
  const ofRound: Partial<Record<Route, LoadFigures>>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const from = WARM_UP + (round * TURNS + turn) * requests;
    ofRound.push(await takeTurn(services, operation, services.drawn.slice(from, from + requests), requests, turn));
  }
  turns.push(ofRound);
}

function figuresOf(
  { lookup, drawn, loads }: ServiceUnderLoad,
  { operation, bytes, turns }: Measurement,
  { requests }: HttpBenchOptions,
): HttpFigures {
  const { name, path, ask } = operation;
  const sample = drawn.slice(0, SAMPLE);
  const answers = sample.map((address) => ask(lookup, address));
  const cpuRatios = (over: Route, under: Route): number[] =>
    turns.map((round) => median(round.map((turn) => turn[over]!.cpuMicroseconds / turn[under]!.cpuMicroseconds)));
  const middle = (route: Route): LoadFigures => middleOf(turns.flat().map((turn) => turn[route]!));
  const before = new Set(drawn.slice(0, -requests).map(path));
  const again = drawn.slice(-requests).filter((address) => before.has(path(address))).length;
  return {
    name,
    bytes,
    loads: {
      fixed: middle('fixed'),
      service: middle('service'),
      open: middle('open'),
      asking: middle('asking'),
      before: middle(loads.before === undefined ? 'service' : 'before'),
    },
    shares: cpuRatios('fixed', 'service'),
    ratios: loads.before === undefined ? [] : cpuRatios('service', 'before'),
    libraryMicroseconds: leastMicroseconds(sample, (address) => ask(lookup, address)),
    jsonMicroseconds: leastMicroseconds(answers, (answer) => JSON.stringify(answer)),
    askedBefore: again / requests,
    overBare: cpuRatios('service', 'asking'),
  };
}

/** The mean over all items of the least time that each took. */
function leastMicroseconds<Item>(items: readonly Item[], work: (item: Item) => unknown): number {
  const least = items.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 40; round++) {
    items.forEach((item, i) => {
      const start = performance.now();
      work(item);
      least[i] = Math.min(least[i]!, performance.now() - start);
    });
  }
  return (least.reduce((sum, ms) => sum + ms, 0) / items.length) * 1000;
}

const around =
  (radius: number): BenchOperation['path'] =>
  ({ location }) =>
    `/v1/radius/nl/${location!.wgs84[0]}/${location!.wgs84[1]}/${radius}`;

const askAround =
  (radius: number): BenchOperation['ask'] =>
  (lookup, { location }) =>
    lookup.nl.radius({ latitude: location!.wgs84[0], longitude: location!.wgs84[1], radius });

function searching(term: (address: AddressNL) => string, perPage: number): Pick<BenchOperation, 'path' | 'ask'> {
  return {
    path: (address) => `/v1/autocomplete/nl?search=${encodeURIComponent(term(address))}&per_page=${perPage}`,
    ask: (lookup, address) => lookup.nl.autocomplete({ search: term(address), perPage }),
  };
}

const letters =
  (count: number) =>
  ({ street }: AddressNL): string =>
    street.slice(0, count);

const OPERATIONS: readonly BenchOperation[] = [
  {
    name: 'directmatch, postcode + number',
    wanted: 0.48,
    path: ({ postcode, housenumber }) => `/v1/directmatch/nl/${encodeURIComponent(postcode)}/${housenumber}`,
    ask: (lookup, { postcode, housenumber }) => lookup.nl.directMatch({ postcode, housenumber }),
  },
  { name: 'radius 5 m', wanted: undefined, path: around(5), ask: askAround(5) },
  { name: 'radius 50 m, 20 results', wanted: 0.38, path: around(50), ask: askAround(50) },
  { name: 'autocomplete, 3 letters, 10 results', wanted: 0.55, ...searching(letters(3), 10) },
  { name: 'autocomplete, 6 letters, 10 results', wanted: undefined, ...searching(letters(6), 10) },
  { name: 'autocomplete, 3 letters, 50 results', wanted: undefined, ...searching(letters(3), 50) },
  { name: 'autocomplete, postcode, 10 results', wanted: undefined, ...searching(({ postcode }) => postcode, 10) },
];

function print(figures: readonly HttpFigures[], options: HttpBenchOptions, isPinned: boolean): void {
  const { connections, requests, rounds, against } = options;
  const percent = (ratio: number | undefined): string => (ratio === undefined ? '' : `${Math.round(ratio * 100)} %`);
  const wantedOf = ({ name }: HttpFigures): number | undefined => OPERATIONS.find((each) => each.name === name)!.wanted;
  const cpu = (of: LoadFigures): number => Number(of.cpuMicroseconds.toFixed(1));
  const cores = isPinned ? 'server and client have a core each' : 'server and client share all cores';
  console.log(
    `${connections} connections; the routes take turns of ${formatNumber(requests)} requests, ${TURNS} turns in each of ${rounds} rounds; ${cores}. CPU is processor time of the server's process for one request, with its collector and compiler, in µs: the middle of all turns. The share is that of a fixed text, the middle of the rounds and, in brackets, each round. "Over bare + library" is beside a bare Fastify that asks the library. Every server has a process of its own. Requests are drawn from all addresses; "asked before" is the share of the last turn's that came earlier.\n`,
  );
  console.log(
    formatTable([
      [
        'operation',
        'bytes',
        'CPU µs',
        'a fixed text',
        'share',
        'wanted',
        'over bare + library',
        'asked before',
        'requests/s',
        'a fixed text',
        'p50 ms',
        'p99 ms',
      ],
      ...figures.map((each) => [
        each.name,
        each.bytes,
        cpu(each.loads.service),
        cpu(each.loads.fixed),
        `${percent(median(each.shares))} (${each.shares.map((share) => Math.round(share * 100)).join(', ')})`,
        percent(wantedOf(each)),
        `${median(each.overBare).toFixed(2)} (${each.overBare.map((ratio) => ratio.toFixed(2)).join(', ')})`,
        percent(each.askedBefore),
        Math.round(each.loads.service.requestsPerSecond),
        Math.round(each.loads.fixed.requestsPerSecond),
        each.loads.service.p50Milliseconds.toFixed(2),
        each.loads.service.p99Milliseconds.toFixed(2),
      ]),
    ]),
  );
  const unsteady = figures.filter(({ shares }) => Math.max(...shares) > Math.min(...shares) * (1 + MAX_SPREAD));
  if (unsteady.length > 0) {
    const names = unsteady.map(({ name }) => name).join('; ');
    console.log(`\nNo figures, because rounds differ by more than ${percent(MAX_SPREAD)}: ${names}.`);
  }
  console.log(
    '\nWhat the CPU time is made of, in µs (less than nothing where an answer was kept and so needed no library):\n',
  );
  console.log(
    formatTable([
      [
        'operation',
        'Fastify and the connection',
        'the library',
        'its JSON',
        'both under load, besides',
        'checks, headers, metrics',
        'token and log',
      ],
      ...figures.map(({ name, loads, libraryMicroseconds, jsonMicroseconds }) => {
        const { fixed, asking, open, service } = loads;
        const alone = fixed.cpuMicroseconds + libraryMicroseconds + jsonMicroseconds;
        return [
          name,
          fixed.cpuMicroseconds.toFixed(1),
          libraryMicroseconds.toFixed(1),
          jsonMicroseconds.toFixed(1),
          (asking.cpuMicroseconds - alone).toFixed(1),
          (open.cpuMicroseconds - asking.cpuMicroseconds).toFixed(1),
          (service.cpuMicroseconds - open.cpuMicroseconds).toFixed(1),
        ];
      }),
    ]),
  );
  const judged = figures.filter((each) => wantedOf(each) !== undefined);
  const missed = judged.filter((each) => median(each.shares) < wantedOf(each)!);
  console.log(
    `\nWanted share of the fixed text: met by ${judged.length - missed.length} of ${judged.length}${missed.length > 0 ? `, missed by ${missed.map(({ name }) => name).join('; ')}` : ''}.\n`,
  );
  if (against === undefined) return;
  console.log(`Before (${against}) and now, CPU µs for one request:\n`);
  console.log(
    formatTable([
      ['operation', 'before', 'now', 'ratio', 'of each round'],
      ...figures.map(({ name, loads, ratios }) => [
        name,
        formatNumber(loads.before.cpuMicroseconds),
        formatNumber(loads.service.cpuMicroseconds),
        median(ratios).toFixed(2),
        ratios.map((ratio) => ratio.toFixed(2)).join(', '),
      ]),
    ]),
  );
}

export async function sampleAddresses(directory: string, seed: number, count: number = SAMPLE): Promise<AddressNL[]> {
  const place = join(directory, 'nl');
  const index = await openIndex(currentDirectory(place) ?? place);
  const random = new Random(seed).stream('http');
  const sample: AddressNL[] = [];
  while (sample.length < Math.max(count, SAMPLE)) {
    const document = makeDocument<'nl'>(index, random.integer(0, index.addresses.length - 1));
    if (document.location !== null && document.postcode !== '') sample.push(document);
  }
  return sample;
}

function ask(url: string): Promise<Response> {
  return fetch(url, { headers: HEADERS });
}

/** The answer of middle length. */
async function middleAnswer(url: string, paths: readonly string[]): Promise<string> {
  const answers: string[] = [];
  for (const path of paths) {
    // A connection that was idle since the operation before may just be closing.
    const answer = await ask(url + path).catch(() => ask(url + path));
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    answers.push(text);
  }
  return answers.sort((a, b) => a.length - b.length)[answers.length >> 1]!;
}
