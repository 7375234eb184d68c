import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { openAddressLookup } from '../../src/index.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { openIndex } from '../../src/store/open-index.ts';
import { BASELINES, measureImport } from './import-speed.ts';
import { measureWork } from './latency.ts';
import { measureOperations } from './operations.ts';
import { buildGenerated, generateRegister } from './scale-build.ts';
import { formatNumber, formatRecords, formatTable } from './text-table.ts';

/**
 * `npm run bench`: measures on seeded registers, or on indexes that are there. Absolute times depend on the machine; what
 * is claimed elsewhere are the ratios and the sizes.
 */
interface CommonOptions {
  readonly country: Country;
  readonly scale: number;
  readonly seed: number;
  readonly threads: number;
  readonly rounds: number;
}

const program = new Command('npm run bench --');

withCommonOptions(program.command('index', { isDefault: true }), 0.01)
  .description('writes a register, builds its index and measures both')
  .action((options: CommonOptions) => inScratch(options, (scratch) => benchIndex(scratch, options)));

withCommonOptions(program.command('build'), 0.1)
  .description("builds an index beside the least that reading its register can cost, with the build's memory and disk")
  .argument('[files...]', 'the register; without files one of --scale is generated')
  .option('--out <directory>', 'where to leave the index')
  .action((files: string[], options: CommonOptions & { out?: string }) =>
    inScratch(options, async (scratch) => {
      const { benchBuild } = await import('./scale-build.ts');
      await benchBuild({ ...options, files, scratch, out: options.out });
    }),
  );

withCommonOptions(program.command('scale'), 0)
  .description('measures indexes beside the targets of a whole country, and how the figures grow with its size')
  .option('--index <directory...>', 'with the countries in it, as build-index writes it; several for several sizes', [])
  .option('--build <scale...>', 'sizes of registers to generate, build and measure besides', parseNumbers, [])
  .action((options: CommonOptions & { index: string[]; build: number[] }) =>
    inScratch(options, async (scratch) => {
      const { benchScale } = await import('./scale.ts');
      const scales = options.index.length + options.build.length > 0 ? options.build : [0.01];
      await benchScale({ ...options, indexes: options.index, scales, scratch });
    }),
  );

withCommonOptions(program.command('parse'), 0.01)
  .description('measures how the XML of the Dutch register is read, beside its general parser')
  .action((options: CommonOptions) =>
    inScratch(options, async (scratch) => {
      const { benchParse } = await import('./parse.ts');
      await benchParse({ ...options, scratch });
    }),
  );

withCommonOptions(program.command('peers'), 0.01)
  .description('measures what people would use instead on the same addresses')
  .option('--index <directory>', 'with the countries in it; without it one of --scale is generated and built')
  .option('--postgres <url>', 'a PostgreSQL database that may be filled and emptied')
  .action((options: CommonOptions & { index?: string; postgres?: string }) =>
    onIndex(options, async (directory, scratch) => {
      const { benchPeers } = await import('./peers.ts');
      await benchPeers({ ...options, directory, scratch, postgres: options.postgres });
    }),
  );

/** Benches of parts that have their own file, by how they are called; they return their figures. */
type Measure = (...values: unknown[]) => Promise<unknown>;
const PARTS: Readonly<Record<string, (module: Readonly<Record<string, Measure>>, options: PartOptions) => unknown>> = {
  search: (module, { directory, ...options }) => functionOf(module)(directory, options),
  http: (module, { directory }) => functionOf(module)(directory),
  batch: (module, { directory, country, rows, seed }) => functionOf(module)(join(directory, country), rows, seed),
};

for (const [name, call] of Object.entries(PARTS)) {
  const file = new URL(`./${name}.ts`, import.meta.url);
  if (!existsSync(file)) continue;
  const command = withCommonOptions(program.command(name), 0.01)
    .description(`measures ${name} on an index`)
    .option('--index <directory>', 'with the countries in it; without it one of --scale is generated and built')
    .option('--rows <number>', 'rows of a batch', positive, 20_000);
  if (name === 'search') {
    command
      .option('--fuzz <number>', 'ask so many random and mutated texts instead of measuring', positive)
      .option('--misses <number>', 'show so many texts of each country that were not answered right', positive);
  }
  command.action((options: Omit<PartOptions, 'directory'> & { index?: string }) =>
    onIndex(options, async (directory) => {
      const module = (await import(file.href)) as Record<string, Measure>;
      printFigures(await call(module, { ...options, directory }));
    }),
  );
}

await program.parseAsync();

function withCommonOptions(command: Command, scale: number): Command {
  return command
    .addOption(new Option('--country <code>').choices(COUNTRIES).default('nl'))
    .option('--scale <number>', 'size of a generated register; 1 is the whole country', positive, scale)
    .option('--seed <number>', 'another seed gives another register of the same kind', positive, 1)
    .option('--rounds <number>', 'rounds of each measurement, of which the quickest counts', positive, 3)
    .option('--threads <number>', 'worker threads of the import', positive, availableParallelism());
}

/** Says what is measured on, and gives the work a directory that is removed behind it. */
async function inScratch({ seed }: CommonOptions, work: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'address-lookup-bench-'));
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, seed ${seed}\n`);
  try {
    await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function onIndex(
  options: CommonOptions & { readonly index?: string },
  work: (directory: string, scratch: string) => Promise<void>,
): Promise<void> {
  return inScratch(options, async (scratch) => {
    if (options.index !== undefined) return work(options.index, scratch);
    const directory = join(scratch, 'generated');
    await mkdir(directory);
    await buildGenerated({ ...options, directory });
    await work(directory, scratch);
  });
}

async function benchIndex(scratch: string, { country, scale, seed, threads, rounds }: CommonOptions): Promise<void> {
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

interface PartOptions extends CommonOptions {
  readonly directory: string;
  readonly rows: number;
  readonly fuzz?: number;
  readonly misses?: number;
}

/** The one function that a bench exports. */
function functionOf(module: Readonly<Record<string, unknown>>): Measure {
  const functions = Object.values(module).filter((value) => typeof value === 'function');
  if (functions.length !== 1) throw new Error(`A bench exports one function; this one has ${functions.length}.`);
  return functions[0] as Measure;
}

/** Lists as tables, whatever else beside their names; nothing for a bench that has printed its figures itself. */
function printFigures(figures: unknown): void {
  if (figures === undefined) return;
  if (Array.isArray(figures)) {
    console.log(`${formatRecords(figures)}\n`);
    return;
  }
  for (const [name, value] of Object.entries(figures as object)) {
    if (Array.isArray(value)) console.log(`${name}:\n\n${formatRecords(value)}\n`);
    else if (typeof value === 'object' && value !== null) console.log(`${name}:\n\n${formatRecords([value])}\n`);
    else console.log(`${name}: ${typeof value === 'number' ? formatNumber(value) : value}\n`);
  }
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

function parseNumbers(text: string, before: readonly number[]): number[] {
  return [...before, positive(text)];
}
