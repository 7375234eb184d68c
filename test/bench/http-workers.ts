import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tokenLine } from '../../src/http/tokens.ts';
import { moduleBeside, threadArguments } from '../../src/threads/thread-module.ts';
import { sampleAddresses } from './http.ts';
import { Load, type LoadFigures, median, middleOf, TOKEN } from './http-load.ts';
import { formatTable } from './text-table.ts';

const WANTED = 1.8;
const COUNTS = [1, 2] as const;
const CONNECTIONS = 20;
const WARM_UP = 10_000;
/** In which one server and two are asked by turns, in each round. */
const TURNS = 5;

/** What is served by one and by two. */
const KINDS = {
  service: 'the service, processes as `serve` starts them',
  fixed: 'a bare Fastify with a fixed text, processes',
  processes: 'the service without log, processes',
  threads: 'the service without log, threads on one copy of the index',
} as const;

type Kind = keyof typeof KINDS;

interface Serving {
  readonly child: ChildProcess;
  readonly url: string;
}

interface KindFigures {
  readonly kind: Kind;
  /** Of one and of two. */
  readonly loads: readonly LoadFigures[];
  readonly memory: readonly Memory[];
  /** How many times as much as one two answer in the same processor time each, of each round. */
  readonly factors: readonly number[];
}

/**
 * One server and two, by turns: what a request costs them, what two would answer on cores of their own, and their memory. Beside the service, a bare
 * Fastify says what a second server costs whatever it serves, since two share the machine's caches; and threads stand beside processes. On Linux, whose
 * /proc says what the processes use.
 */
export async function benchWorkers(
  directory: string,
  scratch: string,
  options: { readonly seed: number; readonly requests: number; readonly rounds: number },
): Promise<void> {
  const tokens = join(scratch, 'tokens');
  writeFileSync(tokens, tokenLine('bench', TOKEN));
  const sample = await sampleAddresses(directory, options.seed);
  const paths = sample.map(
    ({ postcode, housenumber }) => `/v1/directmatch/nl/${encodeURIComponent(postcode)}/${housenumber}`,
  );
  const figures: KindFigures[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const start = (count: number): Promise<Serving> =>
      kind === 'service' ? serve(directory, tokens, count) : startServers(kind, count, directory);
    figures.push(await measure(kind, start, paths, options));
  }
  print(figures, options);
}

async function measure(
  kind: Kind,
  start: (count: number) => Promise<Serving>,
  paths: readonly string[],
  { requests, rounds }: { readonly requests: number; readonly rounds: number },
): Promise<KindFigures> {
  const servings: Serving[] = [];
  const loads: Load[] = [];
  try {
    for (const count of COUNTS) {
      const serving = await start(count);
      servings.push(serving);
      // As many a worker: one with fewer looks for requests more often, and answers fewer each time.
      loads.push(new Load(serving.url, CONNECTIONS * count));
    }
    const families = servings.map(({ child }) => familyOf(child.pid!));
    const put = (i: number, count: number): Promise<LoadFigures> =>
      loads[i]!.put(paths, count, async () => cpuOf(families[i]!));
    const turns: LoadFigures[][] = servings.map(() => []);
    const factors: number[] = [];
    for (let i = 0; i < servings.length; i++) await put(i, WARM_UP * COUNTS[i]!);
    for (let round = 0; round < rounds; round++) {
      const ofRound: number[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        for (let i = 0; i < servings.length; i++) turns[i]!.push(await put(i, requests));
        const [one, two] = turns.map((each) => each.at(-1)!.cpuMicroseconds) as [number, number];
        ofRound.push((2 * one) / two);
      }
      factors.push(median(ofRound));
    }
    return { kind, loads: turns.map(middleOf), memory: families.map(memoryOf), factors };
  } finally {
    for (const load of loads) await load.close();
    for (const { child } of servings) child.kill('SIGTERM');
  }
}

function print(
  figures: readonly KindFigures[],
  { requests, rounds }: { readonly requests: number; readonly rounds: number },
): void {
  console.log(
    `Directmatch; ${CONNECTIONS} connections for each server; one and two take turns of ${requests} requests, ${TURNS} turns in each of ${rounds} rounds; the middle counts. How many times as much two answer is 2 × the processor time of a request to one / that to two: what it would be on cores of their own. In brackets, each round.\n`,
  );
  console.log(
    formatTable([
      ['servers', 'CPU µs a request, 1', '2', 'two answer', 'memory, MB (PSS), 1', '2', 'of it shared, MB, 2'],
      ...figures.map(({ kind, loads: [one, two], memory: [ofOne, ofTwo], factors }) => [
        KINDS[kind],
        one!.cpuMicroseconds.toFixed(1),
        two!.cpuMicroseconds.toFixed(1),
        `${median(factors).toFixed(2)} × (${factors.map((factor) => factor.toFixed(2)).join(', ')})`,
        ofOne!.pss,
        ofTwo!.pss,
        ofTwo!.shared,
      ]),
    ]),
  );
  const of = (wanted: Kind): number => median(figures.find(({ kind }) => kind === wanted)!.factors);
  console.log(
    `\nTwo workers answer ${of('service').toFixed(2)} × what one does, ${WANTED} wanted; two servers of a fixed text ${of('fixed').toFixed(2)} × on the same machine.\n`,
  );
}

/** Servers that are not the service as it is. */
async function startServers(kind: Exclude<Kind, 'service'>, count: number, directory: string): Promise<Serving> {
  const child = fork(moduleBeside('http-workers-target', import.meta.url), [kind, `${count}`, directory, TOKEN], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The ${kind} ended with code ${code}.`);
  });
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number];
  failed.catch(() => {});
  return { child, url: `http://127.0.0.1:${port}` };
}

async function serve(directory: string, tokens: string, workers: number): Promise<Serving> {
  const main = moduleBeside('../../src/cli/main', import.meta.url);
  const options = ['--data', directory, '--countries', 'nl', '--tokens', tokens, '--rate-limit', 'none'];
  const child = spawn(
    process.execPath,
    [
      ...threadArguments(main),
      fileURLToPath(main),
      'serve',
      ...options,
      '--port',
      '0',
      '--no-page',
      '--workers',
      `${workers}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (;;) {
    const [, url] = /Listening on ([^\s;]+)/.exec(said) ?? [];
    // The other workers begin when the first one listens.
    if (url !== undefined && (workers === 1 || familyOf(child.pid!).length > workers)) {
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return { child, url };
    }
    if (child.exitCode !== null) throw new Error(`The server ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A process and its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(statOf(name)[1]) === pid;
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
  return [pid, ...children.map(Number)];
}

/** The fields of /proc/PID/stat after the name: state, parent, … */
function statOf(pid: number | string): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
}

/** Microseconds that the threads of the processes have been running. */
function cpuOf(pids: readonly number[]): number {
  const nanoseconds = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    ),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000;
}

interface Memory {
  /** Proportional: a page that several processes share counts once in all. */
  readonly pss: number;
  readonly shared: number;
}

function memoryOf(pids: readonly number[]): Memory {
  const sum = (field: string): number =>
    pids
      .map((pid) =>
        Number(new RegExp(`^${field}: +(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]),
      )
      .reduce((total, each) => total + each, 0);
  const pss = sum('Pss');
  const own = sum('Private_Clean') + sum('Private_Dirty');
  return { pss: Math.round(pss / 1000), shared: Math.round((pss - own) / 1000) };
}
