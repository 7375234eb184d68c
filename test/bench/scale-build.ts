import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { netherlands } from '../../fixtures/generate/bag/netherlands.ts';
import { belgium } from '../../fixtures/generate/best/belgium.ts';
import { luxembourg } from '../../fixtures/generate/caclr/luxembourg.ts';
import type { CountryGenerator, WrittenRegister } from '../../fixtures/generate/country-generator.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { buildIndex } from '../../pipelines/run.ts';
import type { Country } from '../../src/model/country.ts';
import { RELEASES_DIRECTORY } from '../../src/store/releases.ts';
import { moduleBeside } from '../../src/threads/thread-module.ts';
import { BASELINES, IMPORTS, measureBaseline } from './import-speed.ts';
import type { BuildFigures } from './scale-build-target.ts';
import { formatNumber, formatTable } from './text-table.ts';

const GENERATORS: Readonly<Record<Country, CountryGenerator>> = { nl: netherlands, be: belgium, lu: luxembourg };

/** Writes a register of a size into `directory`. */
export async function generateRegister(
  country: Country,
  options: { readonly scale: number; readonly seed: number; readonly directory: string },
): Promise<WrittenRegister> {
  return GENERATORS[country].writeRegister({ ...options, layout: undefined, level: 6 });
}

/** Generates a register of a size and leaves its index in `directory`. */
export async function buildGenerated(options: {
  readonly country: Country;
  readonly scale: number;
  readonly seed: number;
  readonly threads: number;
  readonly directory: string;
}): Promise<void> {
  const { country, scale, seed, threads, directory } = options;
  const register = join(directory, 'register');
  await mkdir(register);
  await generateRegister(country, { scale, seed, directory: register });
  await buildIndex(IMPORTS[country], [register], directory, { threads, progress: silentProgress });
  await rm(register, { recursive: true });
}

export interface BuildOptions {
  readonly country: Country;
  /** The register's files; without any, a register of the size of `scale` is generated. */
  readonly files: readonly string[];
  readonly scale: number;
  readonly seed: number;
  readonly threads: number;
  readonly scratch: string;
  /** Where the index is left; in `scratch`, and so nowhere, unless given. */
  readonly out: string | undefined;
}

/** Node 20 compiles and collects at a higher cost. */
const isNode20: boolean = Number.parseInt(process.versions.node, 10) < 22;

/** What the build may take, in times the CPU or the clock of the baseline; in Luxembourg it is a matter of seconds. */
const MAX_RATIOS: Readonly<Record<Country, { readonly cpu?: number; readonly clock?: number }>> = {
  nl: { cpu: isNode20 ? 3 : 2.2 },
  be: { clock: 1.5 },
  lu: {},
};
const MAX_RESIDENT_BYTES = 3 * 2 ** 30;
/** Of all threads that were given, so many must have been at work on average. */
const MIN_BUSY_SHARE = 0.85;

/** Builds an index in a process of its own, beside the least that reading its register can cost. */
export async function benchBuild(options: BuildOptions): Promise<void> {
  const { country, scale, seed, threads, scratch } = options;
  let files = options.files;
  if (files.length === 0) {
    const directory = join(scratch, 'register');
    await mkdir(directory);
    await generateRegister(country, { scale, seed, directory });
    files = [directory];
  }
  const inputBytes = (await Promise.all(files.map(bytesUnder))).reduce((sum, bytes) => sum + bytes, 0);
  const temporary = join(scratch, 'temporary');
  await mkdir(temporary);
  const baseline = await measureBaseline(country, files, temporary);
  await rm(temporary, { recursive: true });

  const out = options.out ?? join(scratch, 'index');
  await mkdir(out, { recursive: true });
  const { figures, peakTemporaryBytes } = await buildApart(country, files, out, threads);
  const busy = figures.cpuSeconds / figures.seconds;
  const megabytes = baseline.bytes / 1e6;
  console.log(
    formatTable([
      ['', 'CPU s', 'MB/s of CPU', 'clock s', 'MB/s'],
      [
        `${BASELINES[country]}, 1 thread`,
        baseline.cpuSeconds,
        megabytes / baseline.cpuSeconds,
        baseline.seconds,
        megabytes / baseline.seconds,
      ],
      [
        `import and index, ${threads} threads`,
        figures.cpuSeconds,
        megabytes / figures.cpuSeconds,
        figures.seconds,
        megabytes / figures.seconds,
      ],
    ]),
  );
  const row = (name: string, unit: string, limit: number | undefined, value: number): (string | number)[] => [
    name,
    unit,
    limit === undefined ? '' : `≤ ${formatNumber(limit)}`,
    value,
    limit === undefined ? '' : value <= limit ? 'met' : 'missed',
  ];
  const busiest = threads * MIN_BUSY_SHARE;
  const { cpu, clock } = MAX_RATIOS[country];
  console.log(`
${formatTable([
  ['', 'unit', 'target', 'measured', ''],
  row('CPU, times the baseline', '×', cpu, figures.cpuSeconds / baseline.cpuSeconds),
  row('clock, times the baseline', '×', clock, figures.seconds / baseline.seconds),
  ['cores at work', '', `≥ ${formatNumber(busiest)}`, busy, busy >= busiest ? 'met' : 'missed'],
  row('peak memory', 'GiB', MAX_RESIDENT_BYTES / 2 ** 30, figures.peakResidentBytes / 2 ** 30),
  row('temporary files, times the input', '×', 1, peakTemporaryBytes / inputBytes),
])}
`);
}

async function buildApart(
  country: Country,
  files: readonly string[],
  out: string,
  threads: number,
): Promise<{ figures: BuildFigures; peakTemporaryBytes: number }> {
  const target = fork(moduleBeside('scale-build-target', import.meta.url), [country, out, String(threads), ...files]);
  let figures: BuildFigures | undefined;
  target.on('message', (message) => {
    figures = message as BuildFigures;
  });
  let peakTemporaryBytes = 0;
  let isLooking = false;
  const look = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    peakTemporaryBytes = Math.max(peakTemporaryBytes, await temporaryBytes(join(out, country)));
    isLooking = false;
  }, 200);
  const [code] = await once(target, 'exit');
  clearInterval(look);
  if (figures === undefined) throw new Error(`The build ended with code ${code}.`);
  return { figures, peakTemporaryBytes };
}

/** What publishing keeps among the releases while one is made. */
async function temporaryBytes(place: string): Promise<number> {
  const releases = join(place, RELEASES_DIRECTORY);
  const names = existsSync(releases) ? readdirSync(releases).filter((name) => name.includes('.temporary-')) : [];
  return (await Promise.all(names.map((name) => bytesUnder(join(releases, name))))).reduce((a, b) => a + b, 0);
}

/** Of a file, or of all files in a directory; what disappears meanwhile has none. */
async function bytesUnder(path: string): Promise<number> {
  try {
    const entry = await lstat(path);
    if (!entry.isDirectory()) return entry.size;
    const names = await readdir(path);
    return (await Promise.all(names.map((name) => bytesUnder(join(path, name))))).reduce((a, b) => a + b, 0);
  } catch {
    return 0;
  }
}
