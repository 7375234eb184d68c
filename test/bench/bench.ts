import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { openAddressLookup } from '../../src/index.ts';
import { openIndex } from '../../src/store/open-index.ts';
import { measureImport } from './import-speed.ts';
import { measureWork } from './latency.ts';
import { measureOperations } from './operations.ts';
import { formatNumber, formatTable } from './text-table.ts';

/**
 * `npm run bench`: writes a Dutch register (seeded), builds its index and measures both, in one run. Absolute times
 * depend on the machine; what is claimed elsewhere are the ratios and the sizes.
 */
const command = new Command('npm run bench --')
  .option('--scale <number>', 'size of the register; 1 is the whole country', positive, 0.01)
  .option('--seed <number>', 'another seed gives another register of the same kind', positive, 1)
  .option('--threads <number>', 'worker threads of the import', positive, availableParallelism())
  .action(bench);

await command.parseAsync();

async function bench({ scale, seed, threads }: { scale: number; seed: number; threads: number }): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'address-lookup-bench-'));
  try {
    const directories = {
      register: join(scratch, 'register'),
      temporary: join(scratch, 'temporary'),
      out: join(scratch, 'index'),
    };
    for (const directory of Object.values(directories)) await mkdir(directory);
    console.log(
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, scale ${scale}, seed ${seed}\n`,
    );

    const speed = await measureImport(directories, scale, seed, threads);
    const megabytes = speed.xmlBytes / 1e6;
    console.log(
      `Import of ${formatNumber(speed.addresses)} addresses from ${formatNumber(megabytes)} MB of XML, ${threads} threads:\n`,
    );
    console.log(
      formatTable([
        ['', 'CPU s', 'MB/s of CPU', 'clock s', 'MB/s'],
        ...(['inflate', 'build'] as const).map((name) => {
          const { cpuSeconds, seconds } = speed[name];
          const label = name === 'inflate' ? 'inflate alone, 1 thread' : 'import and write the index';
          return [label, cpuSeconds, megabytes / cpuSeconds, seconds, megabytes / seconds];
        }),
      ]),
    );
    console.log(`\nCPU ratio: ${formatNumber(speed.build.cpuSeconds / speed.inflate.cpuSeconds)}\n`);
    await benchIndex(directories.out, seed);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function benchIndex(directory: string, seed: number): Promise<void> {
  const opened = await measureWork(() => openAddressLookup(directory, { countries: ['nl'] }));
  const lookup = opened.result.nl;
  const { counts, files } = lookup.manifest;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`Index of ${formatNumber(counts.addresses)} addresses, ${formatNumber(counts.streets)} streets:\n`);
  console.log(
    formatTable([
      ['file', 'bytes', 'bytes/address'],
      ...files.map(({ name, bytes }) => [name, bytes, bytes / counts.addresses]),
      ['all', total, total / counts.addresses],
    ]),
  );
  console.log(`\nOpened in ${formatNumber(opened.seconds * 1000)} ms.\n`);
  console.log(
    formatTable([
      ['operation', 'p50 µs', 'p99 µs'],
      ...measureOperations(lookup, await openIndex(join(directory, 'nl')), seed).map(({ name, p50, p99 }) => [
        name,
        p50,
        p99,
      ]),
    ]),
  );
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}
