import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { COUNTRIES, type Country } from '../../src/index.ts';
import { INDEX_FILES, type Manifest, sealManifest } from '../../src/store/manifest.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { buildFixtureData } from './fixture-service.ts';

/**
 * The service under load, while its indexes are replaced all the time. `npx tsx test/http/load.ts` runs it for a minute; the
 * tests run it for seconds.
 */
export interface LoadOptions {
  /** Simultaneous connections, one run after the other. */
  readonly concurrencies: readonly number[];
  /** Of each run. */
  readonly seconds: number;
  /** How often all indexes are replaced. */
  readonly swapMs: number;
  /** As long as the server has taken fewer, the last run is made again. */
  readonly minReleases: number;
}

export interface LoadResult {
  readonly runs: readonly {
    readonly connections: number;
    readonly requests: number;
    /** Connections that broke, requests without an answer in time, and answers other than 200. */
    readonly failed: number;
    readonly p99Milliseconds: number;
  }[];
  /** Indexes that the server took while it was under load. */
  readonly releasesTaken: number;
  /** Indexes that it refused at the end. */
  readonly refused: number;
  /** After garbage collection: at the start, when everything had been used once, and after each run. */
  readonly memory: readonly MemoryUse[];
}

export interface MemoryUse {
  /** Lookups that are still in memory, of all that were ever served. */
  readonly alive: number;
  /** The same by the buffers of their indexes, of which those in use are 1. */
  readonly aliveBuffers: number;
  readonly heapUsed: number;
  readonly arrayBuffers: number;
  readonly rss: number;
}

const TOKEN = 'the-token-of-the-load-test';
const POLL_MS = 100;

const PATHS = [
  '/v1/autocomplete/nl?search=dam',
  '/v1/autocomplete/nl?search=1012JS%201',
  '/v1/autocomplete/be?search=rue&per_page=100',
  '/v1/autocomplete/lu?search=g',
  '/v1/directmatch/nl/1012JS/1',
  '/v1/directmatch/be/1000/16/Wetstraat',
  '/v1/directmatch/lu/9209/10',
  '/v1/radius/nl/52.373/4.8936/500?per_page=100',
  '/v1/radius/be/50.8464/4.367/300',
  '/v1/radius/lu/49.8718/6.16/200',
  '/health',
];

export async function putUnderLoad({ concurrencies, seconds, swapMs, minReleases }: LoadOptions): Promise<LoadResult> {
  const data = await buildFixtureData();
  const releases = mkdtempSync(join(tmpdir(), 'address-lookup-load-'));
  for (const country of COUNTRIES)
    cpSync(currentDirectory(join(data.directory, country))!, join(releases, country), { recursive: true });
  const target = fork(
    fileURLToPath(new URL('./load-target.ts', import.meta.url)),
    [data.directory, TOKEN, `${POLL_MS}`],
    {
      execArgv: ['--expose-gc', '--import', 'tsx'],
    },
  );
  let swaps = 0;
  const swapping = setInterval(() => {
    swaps++;
    for (const country of COUNTRIES) replaceIndex(join(releases, country), data.directory, country, swaps);
  }, swapMs);
  try {
    const [port] = (await Promise.race([once(target, 'message'), failureOf(target)])) as [number];
    const url = `http://127.0.0.1:${port}`;
    await run(url, 10, 1);
    const before = await stateOf(target);
    const memory: MemoryUse[] = [before];
    const runs: LoadResult['runs'][number][] = [];
    let after = before;
    const next = async (connections: number): Promise<void> => {
      runs.push(await run(url, connections, seconds));
      after = await restingStateOf(target);
      memory.push(after);
    };
    for (const connections of concurrencies) await next(connections);
    while (after.taken - before.taken < minReleases) await next(concurrencies.at(-1)!);
    return { runs, releasesTaken: after.taken - before.taken, refused: after.refused, memory };
  } finally {
    clearInterval(swapping);
    if (target.connected) {
      target.disconnect();
      await once(target, 'exit');
    }
    rmSync(releases, { recursive: true });
    data.remove();
  }
}

/** Fails when the process ends. */
async function failureOf(target: ChildProcess): Promise<never> {
  const [code] = await once(target, 'exit');
  throw new Error(`The server ended with code ${code}.`);
}

/** Puts a copy of an index, which says of itself that it is another release, into the place of the one that is there. */
function replaceIndex(release: string, directory: string, country: Country, number: number): void {
  const [target, aside, former] = [country, `.${country}.aside`, `.${country}.former`].map((name) =>
    join(directory, name),
  );
  cpSync(release, aside!, { recursive: true });
  const { manifest: name } = INDEX_FILES;
  const manifest: Manifest = JSON.parse(readFileSync(join(aside!, name), 'utf8'));
  const tool = { ...manifest.tool, version: `${number}` };
  writeFileSync(join(aside!, name), JSON.stringify(sealManifest({ ...manifest, tool })));
  renameSync(target!, former!);
  renameSync(aside!, target!);
  rmSync(former!, { recursive: true });
}

async function run(url: string, connections: number, seconds: number): Promise<LoadResult['runs'][number]> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-autocompletesessionid': '1', 'accept-encoding': 'gzip' };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 60,
    requests: PATHS.map((path) => ({ method: 'GET', path, headers })),
  });
  const { requests, errors, timeouts, non2xx, latency } = result;
  return { connections, requests: requests.total, failed: errors + timeouts + non2xx, p99Milliseconds: latency.p99 };
}

async function stateOf(target: ChildProcess): Promise<MemoryUse & { taken: number; refused: number }> {
  target.send('state');
  const [state] = (await once(target, 'message')) as [MemoryUse & { taken: number; refused: number }];
  return state;
}

/** The state when the last answers from former releases have gone, or that after many looks. */
async function restingStateOf(target: ChildProcess): ReturnType<typeof stateOf> {
  let state = await stateOf(target);
  for (let look = 0; look < MAX_LOOKS && Math.max(state.alive, state.aliveBuffers) > 2; look++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    state = await stateOf(target);
  }
  return state;
}

const MAX_LOOKS = 100;

if (process.argv[1] === import.meta.filename) {
  const { runs, releasesTaken, refused, memory } = await putUnderLoad({
    concurrencies: [1, 10, 50, 200],
    seconds: 15,
    swapMs: 1000,
    minReleases: 0,
  });
  console.table(runs);
  console.log(`${releasesTaken} releases taken, ${refused} refused\n`);
  console.table(memory);
}
