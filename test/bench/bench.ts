import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { DamageOptions } from './damage.ts';
import { benchIndex } from './index-bench.ts';
import { printFigures } from './print-figures.ts';
import { buildGenerated } from './scale-build.ts';

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

interface IndexOptions extends CommonOptions {
  readonly index?: string;
}

interface ScaleCommandOptions {
  readonly index: string[];
  readonly build: number[];
  readonly against?: string;
  readonly againstIndex?: string;
  readonly sqlite?: boolean;
  readonly register: string[];
}

interface QualityCommandOptions {
  readonly typed?: string;
  readonly parts?: string;
  readonly countries: string;
  readonly sample: number;
  readonly all?: boolean;
  readonly property: number;
  readonly misses?: number;
}

interface CalibrateCommandOptions {
  readonly countries: string;
  readonly sample: number;
  readonly real?: string;
  readonly misses?: number;
  readonly write?: boolean;
}

interface AnswersCommandOptions {
  readonly parts?: string;
  readonly countries: string;
  readonly sample: number;
  readonly real?: string;
  readonly against?: string;
  readonly againstIndex?: string;
  readonly kinds?: boolean;
  readonly limit: number;
  readonly misses?: number;
  readonly json?: string;
}

const program = new Command('npm run bench --');

withCommonOptions(program.command('index', { isDefault: true }), 0.01)
  .description('writes a register, builds its index and measures both')
  .action((options: CommonOptions) => inScratch(options, (scratch) => benchIndex(scratch, options)));

withCommonOptions(program.command('build'), 0.1)
  .description("builds an index beside the least that reading its register can cost, with the build's memory and disk")
  .argument('[files...]', 'the register; without files one of --scale is generated')
  .option('--out <directory>', 'where to leave the index')
  .option('--against <directory>', 'another checkout, whose compiled build of the files is measured in turns with ours')
  .action((files: string[], options: CommonOptions & { out?: string; against?: string }) =>
    inScratch(options, async (scratch) => {
      const { against } = options;
      if (against !== undefined) {
        if (files.length === 0) throw new InvalidArgumentError('--against needs the files of a register.');
        const { benchBuildAgainst } = await import('./build-against.ts');
        return benchBuildAgainst({ ...options, files, scratch, against });
      }
      const { benchBuild } = await import('./scale-build.ts');
      await benchBuild({ ...options, files, scratch, out: options.out });
    }),
  );

withCommonOptions(program.command('scale'), 0)
  .description('measures indexes beside the targets of a whole country, and how the figures grow with its size')
  .option('--index <directory...>', 'with the countries in it, as build-index writes it; several for several sizes', [])
  .option('--build <scale...>', 'sizes of registers to generate, build and measure besides', parseNumbers, [])
  .option('--against <directory>', 'a checkout of another version, to compare this one with on the first index')
  .option(
    '--against-index <directory>',
    "the same addresses in that version's format; dist-data in its checkout unless given",
  )
  .option(
    '--sqlite',
    'SQLite on the same addresses of nl besides, which takes minutes to fill: Node 24, or better-sqlite3',
  )
  .option('--register <files...>', 'a register whose import is measured beside inflating it', [])
  .action((options: CommonOptions & ScaleCommandOptions) =>
    inScratch(options, async (scratch) => {
      const { against, index, build, register } = options;
      const { benchScale } = await import('./scale.ts');
      const scales = index.length + build.length > 0 ? build : [0.01];
      await benchScale({ ...options, indexes: index, scales, scratch });
      if (against !== undefined) {
        if (index[0] === undefined)
          throw new InvalidArgumentError('--against needs --index, which both versions are asked about.');
        const { benchPair } = await import('./scale-pair.ts');
        const againstIndex = options.againstIndex ?? join(against, 'dist-data');
        await benchPair({ ...options, directory: index[0], against, againstIndex });
      }
      if (options.sqlite && index[0] !== undefined) {
        const { benchPeers } = await import('./peers.ts');
        await benchPeers({ ...options, directory: index[0], scratch, postgres: undefined, onlySqlite: true });
      }
      if (register.length > 0) {
        const { benchBuild } = await import('./scale-build.ts');
        await benchBuild({ ...options, files: register, scratch, out: undefined });
      }
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

program
  .command('damage')
  .description(
    'damages indexes: cut off, single bits, and contents that lie with right checksums; each is refused or answers the same',
  )
  .option('--cuts <number>', 'of each file', Number, 200)
  .option('--flips <number>', 'bits, of each file', Number, 2_000)
  .option('--lies <number>', 'with right checksums, of each country', Number, 2_000)
  .option('--forgeries <number>', 'that are a release of their own besides, of each country', Number, 2_000)
  .action(async (options: DamageOptions) => {
    const { damage } = await import('./damage.ts');
    await damage(options);
  });

program
  .command('fuzz')
  .description('imports registers with faults of every kind; each is built or refused, in bounded time and memory')
  .option('--cases <number>', 'of each country', Number, 50_000)
  .option('--first <number>', 'the number of the first case', Number, 0)
  .option('--minutes <number>', 'stop after this time, for each country', Number, 600)
  .option('--countries <list>', 'of nl,be,lu', 'nl,be,lu')
  .action(async (options: { cases: number; first: number; minutes: number; countries: string }) => {
    const { fuzz, parseFuzzCountries } = await import('./fuzz.ts');
    await fuzz({ ...options, countries: parseFuzzCountries(options.countries) });
  });

onIndexOf('peers')
  .description('measures what people would use instead on the same addresses')
  .option('--postgres <url>', 'a PostgreSQL database that may be filled and emptied')
  .action((options: IndexOptions & { postgres?: string }) =>
    onIndex(options, async (directory, scratch) => {
      const { benchPeers } = await import('./peers.ts');
      await benchPeers({ ...options, directory, scratch, postgres: options.postgres });
    }),
  );

onIndexOf('libraries')
  .description('measures what each library costs compared with our own code')
  .action((options: IndexOptions) =>
    onIndex(options, async (directory) => {
      const { benchLibraries } = await import('./libraries.ts');
      printFigures(await benchLibraries(directory, options));
    }),
  );

onIndexOf('search')
  .description('measures the quality and the cost of free text, beside what people would use instead')
  .option('--fuzz <number>', 'ask so many random and mutated texts instead of measuring', positive)
  .option('--misses <number>', 'show so many texts of each country that were not answered right', positive)
  .action((options: IndexOptions & { fuzz?: number; misses?: number }) =>
    onIndex(options, async (directory) => {
      const { benchSearch } = await import('./search.ts');
      printFigures(await benchSearch(directory, options));
    }),
  );

onIndexOf('countries')
  .description(
    'asks all countries at once what one of them knows: how often the first result is the same, and what it costs',
  )
  .option('--typed <file>', 'addresses as people typed them, a JSON object a line')
  .option('--sample <number>', 'texts of each kind and country', positive, 1000)
  .option('--misses <number>', 'list so many of each kind', positive)
  .action((options: IndexOptions & { typed?: string; sample: number; misses?: number }) =>
    onIndex(options, async (directory) => {
      const { benchCountries } = await import('./countries.ts');
      printFigures(await benchCountries(directory, { ...options, misses: options.misses ?? 0 }));
    }),
  );

onIndexOf('filters')
  .description(
    'asks within the municipality of the answer, and for one kind: what it costs beside the same question without',
  )
  .option('--sample <number>', 'addresses of each country', positive, 1000)
  .action((options: IndexOptions & { sample: number }) =>
    onIndex(options, async (directory) => {
      const { benchFilters } = await import('./filters.ts');
      printFigures(await benchFilters(directory, options));
    }),
  );

onIndexOf('quality')
  .description('measures how good answers are on an index of real names: names, prefixes, variants, rows with faults')
  .option('--typed <file>', 'addresses as people typed them, a JSON object a line')
  .option('--parts <list>', 'some of its parts, separated by commas; all by default')
  .option('--countries <list>', 'separated by commas; by default all that there are', COUNTRIES.join(','))
  .option('--sample <number>', 'streets or addresses of each kind', positive, 3000)
  .option('--all', 'every street of the country by its name and place, instead of a sample')
  .option('--property <number>', 'rows with one part replaced', positive, 5000)
  .option('--misses <number>', 'list so many of each table', positive)
  .action((options: IndexOptions & QualityCommandOptions) =>
    onIndex(options, async (directory) => {
      const { benchQuality, QUALITY_PARTS } = await import('./quality.ts');
      const parts = chosenParts(options.parts, Object.keys(QUALITY_PARTS));
      const countries = COUNTRIES.filter((country) => options.countries.split(',').includes(country));
      await benchQuality(
        directory,
        { ...options, parts, countries, misses: options.misses ?? 0, isAll: options.all ?? false },
        (table, rows) => printFigures({ [table]: rows }),
      );
    }),
  );

onIndexOf('answers')
  .description(
    'asks both engines what is hard on an index of real names: what is right, what wrong, what another version answers',
  )
  .option('--parts <list>', 'some of its families, separated by commas; all by default')
  .option('--countries <list>', 'separated by commas; by default all that there are', COUNTRIES.join(','))
  .option('--sample <number>', 'questions of each kind', positive, 100)
  .option('--real <folder>', 'with national/typed_addresses.jsonl and foreign/{de,fr}.tsv; ../shared/data by default')
  .option('--against <directory>', 'a checkout of another version, to be asked the same; every change is shown')
  .option('--against-index <directory>', "the same addresses in that version's format")
  .option('--kinds', 'count each kind of question by itself')
  .option('--limit <number>', 'changes of each kind that are shown', positive, 40)
  .option('--misses <number>', 'show so many wrong answers of each family', positive)
  .option('--json <file>', 'write all questions and answers to it, a JSON object a line')
  .action((options: IndexOptions & AnswersCommandOptions) =>
    onIndex(options, async (directory) => {
      const { ANSWER_FAMILIES, benchAnswers, REAL_DATA } = await import('./answers.ts');
      const { real = REAL_DATA, against, againstIndex, misses = 0, json, kinds: hasKinds = false } = options;
      const parts = chosenParts(options.parts, Object.keys(ANSWER_FAMILIES));
      const countries = COUNTRIES.filter((country) => options.countries.split(',').includes(country));
      await benchAnswers(
        { ...options, directory, parts, countries, real, against, againstIndex, misses, json, hasKinds },
        (table, rows) => printFigures({ [table]: rows }),
      );
    }),
  );

onIndexOf('calibrate')
  .description('fits what each discrepancy takes from a score to answers that are known, and measures scores on others')
  .option('--countries <list>', 'separated by commas; by default all that there are', COUNTRIES.join(','))
  .option('--sample <number>', 'questions of each kind', positive, 400)
  .option('--real <folder>', 'with national/typed_addresses.jsonl and foreign/{de,fr}.tsv; ../shared/data by default')
  .option('--misses <number>', 'show so many wrong answers that score 0.95 or more', positive)
  .option('--write', 'write src/search/doubts.ts and docs/reliability.svg')
  .action((options: IndexOptions & CalibrateCommandOptions) =>
    onIndex(options, async (directory) => {
      const [{ benchCalibrate }, { REAL_DATA }] = [await import('./calibrate.ts'), await import('./answers.ts')];
      const { real = REAL_DATA, misses = 0, write: isWritten = false } = options;
      const countries = COUNTRIES.filter((country) => options.countries.split(',').includes(country));
      await benchCalibrate({ ...options, directory, countries, real, misses, isWritten }, (table, rows) =>
        printFigures({ [table]: rows }),
      );
    }),
  );

onIndexOf('http')
  .description('measures the service beside bare routes of the same framework, and what its time is made of')
  .option('--against <directory>', 'a checkout of another version, whose service takes turns with this one')
  .option('--against-index <directory>', "the same addresses in that version's format")
  .option('--requests <number>', 'to each route in each turn', positive, 500)
  .action((options: IndexOptions & { against?: string; againstIndex?: string; requests: number }) =>
    onIndex(options, async (directory) => {
      const { benchHttp } = await import('./http.ts');
      await benchHttp(directory, { ...options, connections: 20 });
    }),
  );

onIndexOf('files')
  .description('uploads eight files at a time, ordinary and dear ones: how long others wait')
  .action((options: IndexOptions) =>
    onIndex(options, async (directory) => {
      const { benchFiles } = await import('./http-files.ts');
      await benchFiles(directory, options.seed);
    }),
  );

onIndexOf('workers')
  .description('measures one worker of the service beside two: processor time and memory (Linux)')
  .option('--requests <number>', 'in each turn', positive, 6000)
  .action((options: IndexOptions & { requests: number }) =>
    onIndex(options, async (directory, scratch) => {
      const { benchWorkers } = await import('./http-workers.ts');
      await benchWorkers(directory, scratch, options);
    }),
  );

onIndexOf('swap')
  .description('replaces the index of a running service: how long requests wait, and its memory')
  .action((options: IndexOptions) =>
    onIndex(options, async (directory, scratch) => {
      const { benchSwap } = await import('./http-swap.ts');
      await benchSwap(directory, join(scratch, 'swap'));
    }),
  );

onIndexOf('batch')
  .description('measures rows of a batch, beside a database that is asked for the same rows')
  .option('--rows <number>', 'rows of a batch', positive, 20_000)
  .action((options: IndexOptions & { rows: number }) =>
    onIndex(options, async (directory) => {
      const { measureBatch } = await import('./batch.ts');
      printFigures(await measureBatch(join(directory, options.country), options.rows, options.seed));
    }),
  );

await program.parseAsync();

function withCommonOptions(command: Command, scale: number): Command {
  return command
    .addOption(new Option('--country <code>').choices(COUNTRIES).default('nl'))
    .option('--scale <number>', 'size of a generated register; 1 is the whole country', positive, scale)
    .option('--seed <number>', 'another seed gives another register of the same kind', positive, 1)
    .option('--rounds <number>', 'rounds of each measurement, of which the quickest counts', positive, 3)
    .option('--threads <number>', 'worker threads of the import', positive, availableParallelism());
}

/** A command that measures on an index that is there, or on one that it generates. */
function onIndexOf(name: string): Command {
  return withCommonOptions(program.command(name), 0.01).option(
    '--index <directory>',
    'with the countries in it; without it one of --scale is generated and built',
  );
}

/** Says what is measured on, and gives the work a directory that is removed afterwards. */
async function inScratch({ seed }: CommonOptions, work: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'address-lookup-bench-'));
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, seed ${seed}\n`);
  try {
    await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function onIndex(options: IndexOptions, work: (directory: string, scratch: string) => Promise<void>): Promise<void> {
  return inScratch(options, async (scratch) => {
    if (options.index !== undefined) return work(options.index, scratch);
    const directory = join(scratch, 'generated');
    await mkdir(directory);
    await buildGenerated({ ...options, directory });
    await work(directory, scratch);
  });
}

function chosenParts(list: string | undefined, known: readonly string[]): readonly string[] {
  const parts = list?.split(',') ?? known;
  const unknown = parts.filter((part) => !known.includes(part));
  if (unknown.length > 0) program.error(`There is no part ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  return parts;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

function parseNumbers(text: string, before: readonly number[]): number[] {
  return [...before, positive(text)];
}
