import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openAddressLookup } from '../../src/index.ts';
import { moduleBeside } from '../../src/threads/thread-module.ts';
import { sampleAddresses } from './http.ts';
import { CLIENTS, HEADERS, median, startTarget, type Target, tell, tokenOf } from './http-load.ts';
import type { TargetStrain } from './http-target.ts';
import { formatTable } from './text-table.ts';

/** Uploads at a time: as many as the service allows. */
const UPLOADS = 8;
const ROWS = 20_000;
const SECONDS = 8;
const WANTED_P99_MS = 50;
const WANTED_READY_MS = 200;
const WANTED_OVER_ALONE = 2;

/** Rows whose words can be many things, so that each is looked up as all of them. */
const DEAR: readonly string[] = [
  '1000 '.repeat(40),
  '12 '.repeat(80),
  '1 '.repeat(120),
  '4000 esch '.repeat(24),
  '1000 33 laan e 1000 1000 der 1000 rue de la loi 1000 '.repeat(4),
  'rue stt d rue l d de bruxelles '.repeat(8),
  'kerkstraaat hoofdstrat amstedam '.repeat(7),
  'de van rue la du st '.repeat(12),
  'a '.repeat(120),
  '-'.repeat(240),
];

/** Files that uploads may be: the media type, and the text. */
type Files = Readonly<Record<string, readonly [mediaType: string, text: string]>>;

/**
 * Uploads eight files at a time, of four clients, while another client asks for addresses and a load balancer for /ready, and prints how long both
 * waited, and the longest piece of work of the serving thread, in processor time. Without limits on clients: those would have the files wait.
 */
export async function benchFiles(directory: string, seed: number): Promise<void> {
  const sample = await sampleAddresses(directory, seed);
  const { text, milliseconds } = await dearest(directory);
  console.log(
    `The dearest text of a row, of ${DEAR.length}: "${text.slice(0, 24).trim()} …", ${milliseconds.toFixed(1)} ms.\n`,
  );
  const line = ({ street, housenumber, postcode, city }: (typeof sample)[number]): string =>
    `"${street} ${housenumber}, ${postcode} ${city}"\n`;
  const files: Files = {
    'none: alone': ['text/csv', ''],
    'ordinary rows': [
      'text/csv',
      `address\n${Array.from({ length: ROWS }, (_, i) => line(sample[i % sample.length]!)).join('')}`,
    ],
    'the dearest rows': ['text/csv', `address\n${`"${text}"\n`.repeat(ROWS)}`],
    'objects of 1,000 keys': ['application/x-ndjson', `${JSON.stringify(wideObject())}\n`.repeat(ROWS / 50)],
  };
  const target = await startTarget(directory);
  const path = (i: number): string =>
    `/v1/directmatch/nl/${encodeURIComponent(sample[i % sample.length]!.postcode)}/${sample[i % sample.length]!.housenumber}`;
  try {
    for (let i = 0; i < 2000; i++) await waitFor(target, path(i));
    const rows: Figures[] = [];
    for (const [name, file] of Object.entries(files)) rows.push(await measure(target, name, file, path));
    print(rows);
  } finally {
    target.process.disconnect();
  }
}

interface Figures {
  readonly name: string;
  /** Milliseconds, ascending. */
  readonly waits: readonly number[];
  readonly ready: readonly number[];
  readonly strain: TargetStrain;
  readonly statuses: readonly number[];
}

async function measure(
  target: Target,
  name: string,
  [mediaType, body]: Files[string],
  path: (i: number) => string,
): Promise<Figures> {
  const end = performance.now() + SECONDS * 1000;
  const uploads = body === '' ? undefined : startUploads(target, mediaType, body);
  await pause(1000);
  await tell(target, 'strain');
  const asking = async (pathOf: (i: number) => string): Promise<number[]> => {
    const waits: number[] = [];
    for (let i = 0; performance.now() < end; i++) waits.push(await waitFor(target, pathOf(i)));
    return waits.sort((a, b) => a - b);
  };
  const [waits, ready] = await Promise.all([asking(path), asking(() => '/ready')]);
  const strain = await tell<TargetStrain>(target, 'strain');
  const statuses = (await uploads?.()) ?? [];
  // Until the service has noticed, which may be busy with a row of each.
  const isFree = async (): Promise<boolean> => {
    const tries = Array.from({ length: UPLOADS }, (_, i) => send(target, clientOf(i)));
    const answers = await Promise.all(tries);
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers.every(({ status }) => status === 200);
  };
  while (!(await isFree())) await pause(1000);
  return { name, waits, ready, strain, statuses };
}

const SMALL = 'address\nDam 1 Amsterdam\n';

/** The clients take turns; the first one is that which asks for addresses. */
function clientOf(upload: number): number {
  return 1 + (upload % (CLIENTS - 1));
}

/** Begins to upload; the result ends it, and resolves with the statuses of the answers. */
function startUploads({ urls }: Target, mediaType: string, body: string): () => Promise<readonly number[]> {
  const tokens = Array.from({ length: UPLOADS }, (_, i) => tokenOf(clientOf(i)));
  const child = fork(moduleBeside('http-uploads', import.meta.url), [urls.service + BATCH, mediaType, ...tokens]);
  child.send(body);
  return async () => {
    child.send('stop');
    const [statuses] = (await once(child, 'message')) as [number[]];
    return statuses;
  };
}

/** Uploads a small file, and resolves when its answer begins. */
function send({ urls }: Target, client: number): Promise<Response> {
  const headers = { authorization: `Bearer ${tokenOf(client)}`, 'content-type': 'text/csv' };
  return fetch(urls.service + BATCH, { method: 'POST', headers, body: SMALL });
}

const BATCH = '/v1/geocode/batch';

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Milliseconds until the answer is there. */
async function waitFor({ urls }: Target, path: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(urls.service + path, { headers: HEADERS });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`);
  return performance.now() - start;
}

/** Of the texts the one that takes longest, by the least of some tries. */
async function dearest(directory: string): Promise<{ readonly text: string; readonly milliseconds: number }> {
  const lookup = await openAddressLookup(directory);
  const timed = DEAR.map((text) => {
    const tries = Array.from({ length: 20 }, () => {
      const start = performance.now();
      lookup.geocode({ text });
      return performance.now() - start;
    });
    return { text, milliseconds: Math.min(...tries) };
  });
  return timed.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a));
}

function wideObject(): object {
  return Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`k${i}`, i === 0 ? 'Dam 1 Amsterdam' : `value ${i}`]),
  );
}

function print(rows: readonly Figures[]): void {
  const at = (waits: readonly number[], share: number): number => waits[Math.floor((waits.length - 1) * share)]!;
  console.log(
    formatTable([
      [
        'files at a time: 8',
        'statuses',
        'answers',
        'p50 ms',
        'p99 ms',
        'longest ms',
        'longest /ready, ms',
        'work before a look, ms of CPU: p50',
        'p99',
        'longest',
        'highest RSS, MB',
      ],
      ...rows.map(({ name, waits, ready, strain, statuses }) => [
        name,
        statuses.join(', '),
        waits.length,
        median(waits).toFixed(1),
        at(waits, 0.99).toFixed(1),
        at(waits, 1).toFixed(1),
        at(ready, 1).toFixed(1),
        ...[strain.waits.p50, strain.waits.p99, strain.longestMilliseconds].map((each) => each.toFixed(2)),
        Math.round(strain.rssBytes / 1e6),
      ]),
    ]),
  );
  const [alone, ordinary, ...hostile] = rows as [Figures, Figures, ...Figures[]];
  const p99 = Math.max(...hostile.map(({ waits }) => at(waits, 0.99)));
  const ready = Math.max(...hostile.map((each) => at(each.ready, 1)));
  const work = Math.max(...rows.map(({ strain }) => strain.longestMilliseconds));
  console.log(
    `\nOrdinary files: p50 ${(median(ordinary.waits) / median(alone.waits)).toFixed(2)} × alone, at most ${WANTED_OVER_ALONE} wanted. Others: p99 ${p99.toFixed(1)} ms, at most ${WANTED_P99_MS} wanted; /ready ${ready.toFixed(1)} ms, at most ${WANTED_READY_MS} wanted. Waits are by the clock, so they count what else the machine does. Work is in processor time: how much of it a request finds before it that comes at any moment at which the thread works; the longest before a look for requests is at most ${work.toFixed(1)} ms.\n`,
  );
}
