import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { countriesIn, readIndex } from '../../src/store/directory.ts';
import { moduleBeside } from '../../src/threads/thread-module.ts';
import { buildGenerated } from './scale-build.ts';
import type { ScaleFigures } from './scale-target.ts';
import { type Target, targetsOf } from './scale-targets.ts';
import { formatNumber, formatTable } from './text-table.ts';

export interface ScaleOptions {
  /** Directories with the countries' indexes in them, as the import writes them. */
  readonly indexes: readonly string[];
  /** Registers of these sizes are generated and built in `scratch` besides. */
  readonly scales: readonly number[];
  readonly country: Country;
  readonly scratch: string;
  readonly seed: number;
  readonly rounds: number;
  readonly threads: number;
}

/** Measures indexes of every size, each beside the targets, and of several of one country how the figures grow. */
export async function benchScale(options: ScaleOptions): Promise<void> {
  const { indexes, scales, country, scratch, seed, rounds, threads } = options;
  const directories = [...indexes];
  for (const scale of scales) {
    const directory = join(scratch, `scale-${scale}`);
    await mkdir(directory, { recursive: true });
    await buildGenerated({ country, scale, seed, threads, directory });
    directories.push(directory);
  }
  const measured: ScaleFigures[] = [];
  for (const directory of directories) {
    for (const each of countriesIn(directory)) {
      const figures = await measureScale(directory, each, seed, rounds);
      measured.push(figures);
      console.log(`${formatFigures(figures)}\n`);
    }
  }
  for (const each of COUNTRIES) {
    const sizes = measured.filter((figures) => figures.country === each).sort((a, b) => a.addresses - b.addresses);
    if (sizes.length > 1) console.log(`${formatGrowth(sizes)}\n`);
  }
}

/** In a process of its own. */
async function measureScale(directory: string, country: Country, seed: number, rounds: number): Promise<ScaleFigures> {
  // So that what the process measures is opening with the files in the page cache.
  await readIndex(join(directory, country));
  const target = fork(fileURLToPath(moduleBeside('scale-target', import.meta.url)), [
    directory,
    country,
    String(seed),
    String(rounds),
  ]);
  const failed = once(target, 'exit').then(([code]) => {
    throw new Error(`The process that measures ${directory} ended with code ${code}.`);
  });
  const [figures] = (await Promise.race([once(target, 'message'), failed])) as [ScaleFigures];
  failed.catch(() => {});
  target.kill();
  return figures;
}

function formatFigures(figures: ScaleFigures): string {
  const { country, addresses, streets, files, operations, indexBytes, residentBytes, residentBytesBefore } = figures;
  const megabytes = (bytes: number): string => `${formatNumber(Math.round(bytes / 1e6))} MB`;
  return [
    `## ${country}: ${formatNumber(addresses)} addresses, ${formatNumber(streets)} streets, ${megabytes(indexBytes)}`,
    formatTable([
      ['', 'unit', 'target', 'measured', ''],
      ...targetsOf(country).map((target) => {
        const value = target.measured(figures);
        return [target.name, target.unit, target.limit, value, verdict(value, target.limit)];
      }),
    ]),
    `Resident: ${megabytes(residentBytes)}, of which ${megabytes(residentBytesBefore)} before opening.`,
    formatTable([['operation', 'p50 µs', 'p99 µs'], ...operations.map(({ name, p50, p99 }) => [name, p50, p99])]),
    formatTable([['file', 'bytes', 'an address'], ...files.map(({ name, bytes }) => [name, bytes, bytes / addresses])]),
  ].join('\n\n');
}

function verdict(value: number, limit: number): string {
  return value <= limit ? 'met' : `missed: ${(value / limit).toPrecision(3)} ×`;
}

/** One column for each size, and the exponent e of figure ~ addresses^e, by least squares on the logarithms. */
function formatGrowth(sizes: readonly ScaleFigures[]): string {
  const rows = targetsOf(sizes[0]!.country).map((target) => {
    const values = sizes.map((figures) => target.measured(figures));
    return [`${target.name}, ${target.unit}`, ...values, target.grows ? exponentOf(target, sizes) : ''];
  });
  return [
    `## ${sizes[0]!.country}: how it grows`,
    formatTable([['addresses', ...sizes.map(({ addresses }) => formatNumber(addresses)), 'exponent'], ...rows]),
  ].join('\n\n');
}

function exponentOf(target: Target, sizes: readonly ScaleFigures[]): string {
  const points = sizes.map((figures) => [Math.log(figures.addresses), Math.log(target.measured(figures))] as const);
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const slope =
    points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0) /
    points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
  return Number.isFinite(slope) ? slope.toFixed(2) : '';
}
