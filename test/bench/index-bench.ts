import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openAddressLookup } from '../../src/index.ts';
import type { Country } from '../../src/model/country.ts';
import { openIndex } from '../../src/store/directory.ts';
import { BASELINES, measureImport } from './import-speed.ts';
import { measureWork } from './latency.ts';
import { measureOperations } from './operations.ts';
import { generateRegister } from './scale-build.ts';
import { formatNumber, formatTable } from './text-table.ts';

/** What `benchIndex` writes and measures. */
export interface IndexBenchOptions {
  readonly country: Country;
  readonly scale: number;
  readonly seed: number;
  readonly threads: number;
  readonly rounds: number;
}

/** Writes a register, builds its index beside the least that reading it can cost, and measures every operation on it. */
export async function benchIndex(scratch: string, options: IndexBenchOptions): Promise<void> {
  const { country, scale, seed, threads, rounds } = options;
  const [register, temporary, out] = ['register', 'temporary', 'index'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [register, temporary, out]) await mkdir(directory);
  const written = await generateRegister(country, { directory: register, scale, seed });
  const { bytes, baseline, build } = await measureImport(country, [register], { temporary, out, threads });
  const megabytes = bytes / 1e6;
  const row = (label: string, { cpuSeconds, seconds }: typeof build): (string | number)[] => [
    label,
    cpuSeconds,
    megabytes / cpuSeconds,
    seconds,
    megabytes / seconds,
  ];
  console.log(
    `Import of ${formatNumber(written.addresses)} addresses from ${formatNumber(megabytes)} MB, scale ${scale}, ${threads} threads:\n`,
  );
  console.log(
    formatTable([
      ['', 'CPU s', 'MB/s of CPU', 'clock s', 'MB/s'],
      row(`${BASELINES[country]}, 1 thread`, baseline),
      row('import and write the index', build),
    ]),
  );
  console.log(`\nCPU ratio: ${formatNumber(build.cpuSeconds / baseline.cpuSeconds)}\n`);

  const opened = await measureWork(() => openAddressLookup(out, { countries: [country] }));
  const lookup = opened.result.of(country);
  const { counts, files } = lookup.manifest;
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`Index of ${formatNumber(counts.addresses)} addresses, ${formatNumber(counts.streets)} streets:\n`);
  console.log(
    formatTable([
      ['file', 'bytes', 'bytes/address'],
      ...files.map((file) => [file.name, file.bytes, file.bytes / counts.addresses]),
      ['all', total, total / counts.addresses],
    ]),
  );
  console.log(`\nOpened in ${formatNumber(opened.seconds * 1000)} ms.\n`);
  const operations = measureOperations(lookup, await openIndex(join(out, country)), { seed, rounds });
  console.log(
    formatTable([['operation', 'p50 µs', 'p99 µs'], ...operations.map(({ name, p50, p99 }) => [name, p50, p99])]),
  );
}
