import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tokenLine } from '../../src/http/tokens.ts';
import { threadArguments } from '../../src/threads/thread-module.ts';
import { sampleAddresses } from './http.ts';
import { best, type LoadFigures, putUnderLoad, TOKEN } from './http-load.ts';
import { formatTable } from './text-table.ts';

const WANTED = 1.8;
const COUNTS = [1, 2];
const CONNECTIONS = 20;
/** Of `getconf CLK_TCK`, which is 100 on every Linux that Node runs on. */
const TICK_MICROSECONDS = 10_000;

interface Serving {
  readonly child: ChildProcess;
  readonly url: string;
}

/**
 * One worker and two, by turns: what a request costs them, and what two would answer on cores of their own; and their memory. On Linux, whose
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
  const services: Serving[] = [];
  try {
    for (const count of COUNTS) services.push(await serve(directory, tokens, count));
    const rounds: LoadFigures[][] = services.map(() => []);
    for (let round = 0; round < options.rounds; round++) {
      for (const [i, { child, url }] of services.entries()) {
        const cpu = async (): Promise<number> => cpuOf(familyOf(child.pid!));
        // As many a worker: one with fewer looks for requests more often, and answers fewer each time.
        const connections = CONNECTIONS * COUNTS[i]!;
        rounds[i]!.push(await putUnderLoad(cpu, url, paths, { ...options, connections }));
      }
    }
    const [one, two] = rounds.map(best) as [LoadFigures, LoadFigures];
    console.log(
      formatTable([
        ['workers', 'CPU µs a request', 'requests/s here', 'memory, MB (PSS)', 'of it shared, MB'],
        ...[one, two].map((figures, i) => {
          const { pss, shared } = memoryOf(familyOf(services[i]!.child.pid!));
          return [COUNTS[i]!, figures.cpuMicroseconds.toFixed(1), Math.round(figures.requestsPerSecond), pss, shared];
        }),
      ]),
    );
    const factor = (2 * one.cpuMicroseconds) / two.cpuMicroseconds;
    console.log(
      `\nOn cores of their own, two workers answer ${factor.toFixed(2)} × what one does; ${WANTED} wanted. Each has its own copy of the index.\n`,
    );
  } finally {
    for (const { child } of services) child.kill('SIGTERM');
  }
}

async function serve(directory: string, tokens: string, workers: number): Promise<Serving> {
  const main = new URL('../../src/cli/main.ts', import.meta.url);
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

function cpuOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => Number(statOf(pid)[11]) + Number(statOf(pid)[12]));
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MICROSECONDS;
}

/** Proportional: a page that several processes share counts once in all. */
function memoryOf(pids: readonly number[]): { readonly pss: number; readonly shared: number } {
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
