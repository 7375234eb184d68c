import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Random } from '../../fixtures/generate/random.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { type Latency, measureLatency, measureLatencyAsync, measureWork } from './latency.ts';
import {
  nameEntries,
  type Peer,
  type PeerAnswers,
  type PeerData,
  type PeerOperation,
  type PeerQueries,
  peerQueries,
} from './peers-data.ts';
import { minisearchPeer } from './peers-minisearch.ts';
import { ourselves } from './peers-ours.ts';
import { flatbushPeer, kdbushPeer } from './peers-points.ts';
import { postgresPeer } from './peers-postgres.ts';
import { sqlitePeer } from './peers-sqlite.ts';
import { formatNumber, formatTable } from './text-table.ts';

export interface PeersOptions {
  /** With the Dutch index in it. */
  readonly directory: string;
  readonly scratch: string;
  readonly seed: number;
  readonly rounds: number;
  /** A database that may be filled and emptied. */
  readonly postgres: string | undefined;
  /** SQLite alone. */
  readonly onlySqlite?: boolean;
}

/** Questions, of which every peer is asked as many as fit in its time. */
const QUERIES = 60_000;
/** Before it is measured, everybody is asked other questions for so long: JavaScript is compiled by then, pages are cached. */
const WARM_UP_SECONDS = 0.5;
const MAX_CALLS = 5_000;
const SECONDS = 3;
/** Answers that are compared with ours, as many as fit in their time. */
const COMPARED = 300;

/** As many times slower than us as every peer must be; for a bare index of points, as quick as we must be. */
const MIN_RATIO = 10;
const MIN_BARE_RATIO = 0.8;
/** Times our size, of the smallest that holds whole addresses. */
const MIN_SIZE_RATIO = 4;

const OPERATIONS: readonly {
  readonly name: string;
  readonly operation: PeerOperation;
  readonly radius?: number;
}[] = [
  { name: 'directmatch', operation: 'directmatch' },
  { name: 'radius 50 m, 20 results and the total', operation: 'radius', radius: 50 },
  { name: 'radius 500 m, 20 results and the total', operation: 'radius', radius: 500 },
  { name: 'autocomplete, 1 to 8 letters, 10 results', operation: 'autocomplete' },
  { name: 'autocomplete, 1 to 8 letters, 10 results and the total', operation: 'counted' },
];

/**
 * The same addresses and names in what people would use instead, the same questions, the same documents as answers, which
 * are compared with ours. Of the Netherlands, whose documents are the largest of the three.
 */
export async function benchPeers(options: PeersOptions): Promise<void> {
  const { directory, scratch, seed, rounds, postgres, onlySqlite } = options;
  const open = (): Promise<CountryIndex> => openIndex(join(directory, 'nl'));
  const index = await open();
  const data: PeerData = { index, lookup: new CountryLookup('nl', index), names: nameEntries(index) };
  const queries = peerQueries(data, QUERIES, new Random(seed).stream('peers'));
  const { counts } = index.manifest;
  console.log(
    `${formatNumber(counts.addresses)} addresses, ${formatNumber(counts.streets)} streets, ${formatNumber(data.names.length)} names.\n`,
  );

  const makers: { name: string; remedy: string; make: () => Peer | Promise<Peer> }[] = [
    {
      name: 'benelux-address-lookup',
      remedy: '',
      make: async () => ourselves(new CountryLookup('nl', await open())),
    },
    { name: 'kdbush', remedy: 'npm install', make: () => kdbushPeer(data) },
    { name: 'flatbush', remedy: 'npm install', make: () => flatbushPeer(data) },
    { name: 'MiniSearch', remedy: 'npm install', make: () => minisearchPeer(data) },
    {
      name: 'SQLite',
      remedy: 'Node 24 has it, npx -p node@24 node test/bench/bench.ts peers; or npm install --no-save better-sqlite3',
      make: () => sqlitePeer(data, scratch),
    },
  ];
  if (onlySqlite) makers.splice(1, makers.length - 2);
  else if (postgres === undefined) {
    console.log(
      'PostgreSQL is skipped: it needs a server (apt-get install postgresql postgresql-postgis), npm install --no-save pg, and --postgres URL.',
    );
  } else {
    const remedy = 'npm install --no-save pg, and a server at --postgres URL';
    makers.push({ name: 'PostgreSQL', remedy, make: () => postgresPeer(data, postgres) });
  }

  const results: PeerResult[] = [];
  const ours = ourselves(data.lookup);
  for (const { name, remedy, make } of makers) {
    const before = residentBytes();
    const built = await measureWork(make).catch((error: unknown) => {
      console.log(`${name} is skipped: ${(error as Error).message.split('\n')[0]} (${remedy})`);
      return undefined;
    });
    if (built === undefined) continue;
    const memoryBytes = residentBytes() - before;
    const peer = built.result;
    for (const note of (peer as { notes?: readonly string[] }).notes ?? []) console.log(note);
    const latencies: (Latency | undefined)[] = [];
    for (const { name: operationName, operation, radius } of OPERATIONS) {
      const asked = queries[operation].filter(
        (query) => radius === undefined || (query as PeerQueries['radius']).radius === radius,
      );
      latencies.push(await measureOperation(peer, ours, operation, asked, rounds, operationName));
    }
    results.push({ peer, buildSeconds: built.seconds, memoryBytes, latencies });
    await peer.close();
  }
  report(results);
}

interface PeerResult {
  readonly peer: Peer;
  readonly buildSeconds: number;
  readonly memoryBytes: number;
  /** By `OPERATIONS`. */
  readonly latencies: readonly (Latency | undefined)[];
}

async function measureOperation<Operation extends PeerOperation>(
  peer: Peer,
  ours: Peer,
  operation: Operation,
  queries: readonly PeerQueries[Operation][],
  rounds: number,
  name: string,
): Promise<Latency | undefined> {
  type Ask = (query: PeerQueries[Operation]) => PeerAnswers[Operation] | Promise<PeerAnswers[Operation]>;
  const ask = peer.operations[operation] as Ask | undefined;
  const expected = ours.operations[operation] as Ask;
  if (ask === undefined) return undefined;

  const start = performance.now();
  let compared = 0;
  let different = 0;
  let example = '';
  for (; compared < COMPARED && (performance.now() - start < SECONDS * 1000 || compared < 5); compared++) {
    const query = queries[compared % queries.length]!;
    if (isDeepStrictEqual(await ask(query), await expected(query))) continue;
    different++;
    example ||= JSON.stringify(query);
  }
  if (different > 0) {
    console.log(
      `${peer.name}, ${name}: ${different} of ${compared} answers differ from ours, the first for ${example}.`,
    );
  }
  const secondsEach = (performance.now() - start) / 1000 / compared;
  const calls = Math.max(20, Math.min(MAX_CALLS, Math.floor(SECONDS / rounds / secondsEach)));
  for (let i = queries.length - 1, from = performance.now(); i >= queries.length / 2; i--) {
    if (performance.now() - from > WARM_UP_SECONDS * 1000) break;
    await ask(queries[i]!);
  }
  const isAsync = ask(queries[0]!) instanceof Promise;
  const at = (i: number): PeerQueries[Operation] => queries[i % queries.length]!;
  if (!isAsync) return measureLatency(calls, (i) => ask(at(i)), rounds);
  return measureLatencyAsync(calls, async (i) => ask(at(i)), rounds);
}

function report(results: readonly PeerResult[]): void {
  const [ours, ...others] = results;
  if (ours === undefined) return;
  OPERATIONS.forEach(({ name }, i) => {
    const own = ours.latencies[i]!;
    console.log(`\n## ${name}\n`);
    console.log(
      formatTable([
        ['', 'p50 µs', 'p99 µs', 'p50, times ours', 'p99, times ours', ''],
        ...results.flatMap(({ peer, latencies }) => {
          const latency = latencies[i];
          if (latency === undefined) return [];
          const ratio = latency.p50 / own.p50;
          const least = peer.name.includes('bare') ? MIN_BARE_RATIO : MIN_RATIO;
          const verdict = peer === ours.peer ? '' : ratio >= least ? 'met' : `missed: ${least} × wanted`;
          return [[peer.name, latency.p50, latency.p99, ratio, latency.p99 / own.p99, verdict]];
        }),
      ]),
    );
  });
  const smallest = Math.min(...others.filter(({ peer }) => peer.holdsAddresses).map(({ peer }) => peer.bytes));
  console.log('\n## Size, build and memory\n');
  console.log(
    formatTable([
      ['', 'MB', 'times ours', 'holds whole addresses', 'filled or opened in s', 'resident MB'],
      ...results.map(({ peer, buildSeconds, memoryBytes }) => [
        peer.name,
        peer.bytes / 1e6,
        peer.bytes / ours.peer.bytes,
        peer.holdsAddresses ? 'yes' : 'no',
        buildSeconds,
        Math.max(0, Math.round(memoryBytes / 1e6)),
      ]),
    ]),
  );
  if (!Number.isFinite(smallest)) return;
  const ratio = smallest / ours.peer.bytes;
  const verdict = ratio >= MIN_SIZE_RATIO ? 'met' : 'missed';
  console.log(
    `\nThe smallest other that holds whole addresses is ${formatNumber(ratio)} × our size; ${MIN_SIZE_RATIO} × wanted: ${verdict}.`,
  );
}

/** After what can be let go of has been. */
function residentBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage.rss();
}
