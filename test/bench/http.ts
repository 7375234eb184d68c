import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '../../fixtures/generate/random.ts';
import { type AddressLookup, openAddressLookup } from '../../src/index.ts';
import type { AddressNL } from '../../src/model/address.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { best, cpuOf, HEADERS, type LoadFigures, putUnderLoad, startTarget, type Target, tell } from './http-load.ts';
import { formatNumber, formatTable } from './text-table.ts';

/**
 * One operation under load, and what its time is made of: a bare Fastify route that answers with a fixed text of the same size, with the
 * same headers; a bare route that asks the library; and what the library and JSON take by themselves.
 */
interface HttpFigures {
  readonly name: string;
  /** Of the middle answer. */
  readonly bytes: number;
  readonly service: LoadFigures;
  /** No token, check, log or metric, and a text that is there. */
  readonly fixed: LoadFigures;
  /** No token, check, log or metric. */
  readonly asking: LoadFigures;
  readonly libraryMicroseconds: number;
  readonly jsonMicroseconds: number;
  /** The service of another version. */
  readonly before: LoadFigures | undefined;
  /** Of drawn requests, the share that had been asked for in an earlier round. */
  readonly askedBefore: number | undefined;
}

export interface HttpBenchOptions {
  readonly seed: number;
  /** Of each of the rounds, in which all routes take turns: short ones, since the best counts, which had no company on the machine. */
  readonly requests: number;
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
  /** Every request is drawn anew, as from people who type: the service keeps answers to what is asked again. Others take turns in a sample. */
  readonly isDrawn?: boolean;
  readonly path: (address: AddressNL) => string;
  readonly ask: (lookup: AddressLookup, address: AddressNL) => object | null;
}

const SAMPLE = 500;

/** Requests of each kind before those that count. */
const WARM_UP = 10_000;

/**
 * Measures the HTTP service on the Dutch index in `directory` from another process, over keep-alive connections, each request
 * another one of a sample of 500, of a search another one of any addresses, and prints the figures. Of the rounds the best counts, for all sides: the others had
 * company on the machine. Processor time hardly depends on that company, nor on how fast the asking side is.
 */
export async function benchHttp(directory: string, options: HttpBenchOptions): Promise<void> {
  const { against, againstIndex = directory } = options;
  const lookup = await openAddressLookup(directory, { countries: ['nl'] });
  const drawn = await sampleAddresses(directory, options.seed, WARM_UP + options.rounds * options.requests);
  const target = await startTarget(directory);
  const other = against === undefined ? undefined : await startTarget(againstIndex, targetOf(against));
  try {
    const figures: HttpFigures[] = [];
    for (const operation of OPERATIONS) {
      figures.push(await measure({ target, other, lookup, drawn }, operation, options));
    }
    print(figures, options);
  } finally {
    target.process.disconnect();
    other?.process.disconnect();
  }
}

/** Every version has the same target in the same place. */
function targetOf(checkout: string): URL {
  const path = join(checkout, 'test/bench/http-target.ts');
  if (!existsSync(path)) throw new Error(`${path} is missing; --against takes a checkout of this project.`);
  return pathToFileURL(path);
}

async function measure(
  {
    target,
    other,
    lookup,
    drawn,
  }: { target: Target; other: Target | undefined; lookup: AddressLookup; drawn: readonly AddressNL[] },
  { name, path, ask, isDrawn = false }: BenchOperation,
  options: HttpBenchOptions,
): Promise<HttpFigures> {
  const sample = drawn.slice(0, SAMPLE);
  const paths = sample.map(path);
  const { text, headers } = await middleAnswer(target.urls.service, paths);
  await tell(target, { name, text, headers });
  const load = (of: Target, url: string, asked: readonly string[], requests: number): Promise<LoadFigures> =>
    putUnderLoad(() => cpuOf(of), url, asked, { ...options, requests });
  const rounds: Record<'fixed' | 'service' | 'asking' | 'before', LoadFigures[]> = {
    fixed: [],
    service: [],
    asking: [],
    before: [],
  };
  // Once before anything counts: code that has not run often is not compiled, and compiling takes processor time.
  for (let round = -1; round < options.rounds; round++) {
    if (round === 0) for (const each of Object.values(rounds)) each.length = 0;
    const requests = round === -1 ? WARM_UP : options.requests;
    const first = round === -1 ? 0 : WARM_UP + round * requests;
    const asked = isDrawn ? drawn.slice(first, first + requests).map(path) : paths;
    rounds.fixed.push(await load(target, target.urls.bare, [`/fixed/${encodeURIComponent(name)}`], requests));
    rounds.service.push(await load(target, target.urls.service, asked, requests));
    rounds.asking.push(await load(target, target.urls.bare, asked, requests));
    if (other !== undefined) rounds.before.push(await load(other, other.urls.service, asked, requests));
  }
  const beforeLast = new Set(drawn.slice(0, -options.requests).map(path));
  const again = drawn.slice(-options.requests).filter((address) => beforeLast.has(path(address))).length;
  const answers = sample.map((address) => ask(lookup, address));
  return {
    name,
    bytes: Buffer.byteLength(text),
    service: best(rounds.service),
    fixed: best(rounds.fixed),
    asking: best(rounds.asking),
    libraryMicroseconds: leastMicroseconds(sample, (address) => ask(lookup, address)),
    jsonMicroseconds: leastMicroseconds(answers, (answer) => JSON.stringify(answer)),
    before: other && best(rounds.before),
    askedBefore: isDrawn ? again / options.requests : undefined,
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

function searching(
  term: (address: AddressNL) => string,
  perPage: number,
): Pick<BenchOperation, 'path' | 'ask' | 'isDrawn'> {
  return {
    isDrawn: true,
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
    wanted: 0.65,
    path: ({ postcode, housenumber }) => `/v1/directmatch/nl/${encodeURIComponent(postcode)}/${housenumber}`,
    ask: (lookup, { postcode, housenumber }) => lookup.nl.directMatch({ postcode, housenumber }),
  },
  { name: 'radius 5 m', wanted: undefined, path: around(5), ask: askAround(5) },
  { name: 'radius 50 m, 20 results', wanted: 0.5, path: around(50), ask: askAround(50) },
  { name: 'autocomplete, 3 letters, 10 results', wanted: 0.45, ...searching(letters(3), 10) },
  { name: 'autocomplete, 6 letters, 10 results', wanted: 0.45, ...searching(letters(6), 10) },
  { name: 'autocomplete, 3 letters, 50 results', wanted: undefined, ...searching(letters(3), 50) },
  { name: 'autocomplete, postcode, 10 results', wanted: undefined, ...searching(({ postcode }) => postcode, 10) },
];

function print(figures: readonly HttpFigures[], { connections, requests, rounds, against }: HttpBenchOptions): void {
  const percent = (ratio: number | undefined): string => (ratio === undefined ? '' : `${Math.round(ratio * 100)} %`);
  const wantedOf = ({ name }: HttpFigures): number | undefined => OPERATIONS.find((each) => each.name === name)!.wanted;
  const cpu = (of: LoadFigures): number => Number(of.cpuMicroseconds.toFixed(1));
  console.log(
    `${connections} connections, the best of ${rounds} rounds of ${formatNumber(requests)} requests; the routes take turns. CPU is processor time of the server for one request, in µs. Searches are drawn from all addresses; "asked before" is the share of the last round's that came in an earlier round.\n`,
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
        'asked before',
        'requests/s',
        'a fixed text',
        'p50 ms',
        'p99 ms',
      ],
      ...figures.map((each) => [
        each.name,
        each.bytes,
        cpu(each.service),
        cpu(each.fixed),
        percent(each.fixed.cpuMicroseconds / each.service.cpuMicroseconds),
        percent(wantedOf(each)),
        percent(each.askedBefore),
        Math.round(each.service.requestsPerSecond),
        Math.round(each.fixed.requestsPerSecond),
        each.service.p50Milliseconds.toFixed(2),
        each.service.p99Milliseconds.toFixed(2),
      ]),
    ]),
  );
  console.log('\nWhat the CPU time is made of, in µs:\n');
  console.log(
    formatTable([
      ['operation', 'Fastify and the connection', 'the library', 'its JSON', 'both under load, besides', 'our layers'],
      ...figures.map(({ name, fixed, asking, service, libraryMicroseconds, jsonMicroseconds }) => [
        name,
        fixed.cpuMicroseconds.toFixed(1),
        libraryMicroseconds.toFixed(1),
        jsonMicroseconds.toFixed(1),
        (asking.cpuMicroseconds - fixed.cpuMicroseconds - libraryMicroseconds - jsonMicroseconds).toFixed(1),
        (service.cpuMicroseconds - asking.cpuMicroseconds).toFixed(1),
      ]),
    ]),
  );
  const judged = figures.filter((each) => wantedOf(each) !== undefined);
  const missed = judged.filter((each) => each.fixed.cpuMicroseconds / each.service.cpuMicroseconds < wantedOf(each)!);
  console.log(
    `\nWanted share of the fixed text: met by ${judged.length - missed.length} of ${judged.length}${missed.length > 0 ? `, missed by ${missed.map(({ name }) => name).join('; ')}` : ''}.\n`,
  );
  if (against === undefined) return;
  console.log(`Before (${against}) and now, CPU µs for one request:\n`);
  console.log(
    formatTable([
      ['operation', 'before', 'now', 'ratio'],
      ...figures.map(({ name, before, service }) => [
        name,
        formatNumber(before!.cpuMicroseconds),
        formatNumber(service.cpuMicroseconds),
        (service.cpuMicroseconds / before!.cpuMicroseconds).toFixed(2),
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

/** The answer of middle length, with the headers that the service sets. */
async function middleAnswer(
  url: string,
  paths: readonly string[],
): Promise<{ readonly text: string; readonly headers: Readonly<Record<string, string>> }> {
  const answers: { text: string; headers: Record<string, string> }[] = [];
  for (const path of paths) {
    // A connection that was idle since the operation before may just be closing.
    const answer = await ask(url + path).catch(() => ask(url + path));
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    answers.push({ text, headers: Object.fromEntries(answer.headers) });
  }
  const { text, headers } = answers.sort((a, b) => a.text.length - b.text.length)[answers.length >> 1]!;
  // These the server sets by itself.
  for (const name of ['connection', 'content-length', 'date', 'keep-alive']) delete headers[name];
  return { text, headers };
}
