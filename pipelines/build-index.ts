import { realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { showStages, sizeOf } from '../src/cli/progress.ts';
import { parsePositiveWhole, runProgram } from '../src/cli/run-program.ts';
import { AddressLookupError, quotedList } from '../src/errors.ts';
import { COUNTRIES, type Country } from '../src/model/country.ts';
import { countriesIn, manifestOf, openCountry } from '../src/store/directory.ts';
import { isDay, type Manifest, registerLabel } from '../src/store/manifest.ts';
import { isCompiled } from '../src/version.ts';
import { type BestStatus, DEFAULT_STATUSES, STATUSES, type StatusPolicy } from './best/records.ts';
import { describeGate, GATE_NAMES, GATES, type GateLimits, type GateName, type GateOptions } from './gates/gates.ts';
import type { Progress } from './progress.ts';
import { DEFAULT_KEEP } from './publish-directory.ts';
import { recogniseInput } from './recognise.ts';
import type { RegisterImport } from './register-import.ts';
import { formatSummary } from './report.ts';
import { buildIndex, type ReleaseReport } from './run.ts';

/** The project's own small registers, which are built if no files are given. */
const FIXTURES = new URL('../fixtures/', import.meta.url);

/** Files, zips and folders, by the country whose register they are of. */
export type Inputs = Readonly<Record<Country, readonly string[]>>;

export interface BuildIndexesOptions {
  readonly inputs: Inputs;
  /** The data directory, which contains one directory per country. */
  readonly out: string;
  readonly threads: number;
  readonly referenceDate?: string;
  /** Official grids that refine coordinates, by country. */
  readonly gridFiles?: { readonly [country in Country]?: string };
  /** The Belgian statuses to include; by default `current`, `reserved` and `proposed`. */
  readonly beStatuses?: StatusPolicy;
  /** Dutch addresses get their objects (docs/registers/bag.md). */
  readonly withObjects?: boolean;
  /** The inputs are the project's own small registers: they replace no other index, unless `isReplacing`. */
  readonly isFixture?: boolean;
  readonly isReplacing?: boolean;
  /** Reports every record type, province and note, instead of one line. */
  readonly isDetailed?: boolean;
  /** What a release must pass to be published. */
  readonly gates?: GateOptions;
  /** How many releases of a country to keep, including the new one; by default 3. */
  readonly keep?: number;
  readonly progress: (country: Country) => Progress;
  /** Called with a summary of each country once its index is in place. */
  readonly tell: (text: string) => void;
}

/**
 * Builds an index for each country with input, one after the other.
 *
 * @throws AddressLookupError `input-…`, `output-not-writable`, `gates-failed`: the countries before the failing one are complete
 */
export async function buildIndexes(options: BuildIndexesOptions): Promise<void> {
  const {
    inputs,
    out,
    threads,
    referenceDate,
    gridFiles = {},
    beStatuses = DEFAULT_STATUSES,
    withObjects = false,
    isFixture = false,
    isReplacing = false,
    isDetailed = false,
    keep = DEFAULT_KEEP,
    gates = {},
    progress,
    tell,
  } = options;
  // Each is loaded only if it is needed: the others take 80 ms.
  const registers: Readonly<Record<Country, () => Promise<RegisterImport>>> = {
    nl: async () => (await import('./bag/bag-import.ts')).bagImport,
    be: async () => (await import('./best/best-import.ts')).createBestImport({ statuses: beStatuses }),
    lu: async () => (await import('./caclr/caclr-import.ts')).caclrImport,
  };
  const countries = COUNTRIES.filter((country) => inputs[country].length > 0);
  if (isFixture && !isReplacing) for (const country of countries) assertNoRealIndex(out, country);
  for (const country of countries) {
    const gridFile = gridFiles[country];
    const report = await buildIndex(await registers[country](), inputs[country], out, {
      progress: progress(country),
      threads,
      ...(referenceDate === undefined ? {} : { referenceDate }),
      ...(gridFile === undefined ? {} : { gridFile }),
      withObjects,
      isFixture,
      keep,
      gates,
    });
    tell(formatSummary(report, isDetailed) + formatGates(report));
  }
}

/** What has changed, and the gates that were overruled. */
function formatGates({ changes, gates = [] }: ReleaseReport): string {
  const accepted = gates.filter(({ state }) => state === 'accepted').flatMap(describeGate);
  const changed =
    changes === undefined
      ? []
      : [
          `  Since the previous release: ${Object.entries(changes.totals)
            .map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
            .join(', ')}`,
        ];
  return [...changed, ...accepted].map((line) => `${line}\n`).join('');
}

/** The options of every command that builds: how registers are read, and what a release must pass. */
export interface RegisterCommandOptions {
  readonly threads: number;
  readonly rdGrid?: string;
  readonly beGrid?: string;
  readonly beStatuses?: StatusPolicy;
  readonly objects?: true;
  readonly accept: readonly (GateName | 'all')[];
  readonly limit: NonNullable<GateOptions['limits']>;
}

export function withRegisterOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--threads <number>', 'worker threads for reading')
        .argParser(parsePositiveWhole)
        .default(availableParallelism())
        .env('ADDRESS_LOOKUP_THREADS'),
    )
    .option('--rd-grid <file>', 'rdtrans2018 as GeoTIFF or NTv2: Dutch positions to the centimetre')
    .option('--be-grid <file>', 'bd72lb72_etrs89lb08 as GeoTIFF or NTv2: Belgian positions to the centimetre')
    .option(
      '--be-statuses <list>',
      `Belgian statuses to include, separated by commas, of ${STATUSES.join(', ')} (default: ${[...DEFAULT_STATUSES].join(',')})`,
      parseStatuses,
    )
    .option('--objects', 'NL: also keep the objects of addresses: unit, buildings, uses, floor area, status')
    .option(
      '--accept <gates>',
      `publish even if these gates fail, separated by commas: all, or of ${GATE_NAMES.join(', ')}`,
      parseAccepted,
      [],
    )
    .option(
      '--limit <gate=figure>',
      'change the limit of a gate, in its unit, e.g. municipalities=10, or renamed=5/80 for the country and for one municipality; several separated by commas',
      parseLimits,
      {},
    );
}

/** The same for `buildIndexes` of these countries. @throws AddressLookupError `invalid-option` for objects without the Dutch register */
export function registerOptionsOf(
  { threads, rdGrid, beGrid, beStatuses, objects, accept, limit }: RegisterCommandOptions,
  countries: readonly Country[],
): Pick<BuildIndexesOptions, 'threads' | 'gridFiles' | 'beStatuses' | 'withObjects' | 'gates'> {
  if (objects && !countries.includes('nl')) {
    throw new AddressLookupError(
      'invalid-option',
      `Got --objects for ${quotedList(countries)}; only the Dutch register has the objects of addresses. Leave the option out, or build nl, too.`,
      { got: countries, allowed: ['nl'] },
    );
  }
  return {
    threads,
    gridFiles: { ...(rdGrid === undefined ? {} : { nl: rdGrid }), ...(beGrid === undefined ? {} : { be: beGrid }) },
    ...(beStatuses === undefined ? {} : { beStatuses }),
    withObjects: objects === true,
    gates: { accept, limits: limit },
  };
}

interface CommandOptions extends RegisterCommandOptions {
  readonly nl: string[];
  readonly be: string[];
  readonly lu: string[];
  readonly out: string;
  readonly referenceDate?: string;
  readonly details?: true;
  readonly replace?: true;
  readonly keep: number;
}

/** `build-index`, also `npm run build-index`. Reports on `stderr`. */
export function buildIndexCommand(stderr: NodeJS.WriteStream = process.stderr): Command {
  const command = new Command('build-index')
    .description('build indexes from register files; in a checkout, with no files, from the sample registers')
    .argument('[files...]', 'files, zips or folders as the registers publish them, of any country')
    .option('--nl <files...>', 'BAG extracts of Kadaster', [])
    .option('--be <files...>', 'BeST files of BOSA', [])
    .option('--lu <files...>', 'CACLR and BD-Adresses of ACT', [])
    .option('--out <directory>', 'index directory, with one directory per country', 'dist-data')
    .option(
      '--reference-date <date>',
      'use the records valid on this date, YYYY-MM-DD (default: the date of the files)',
      parseDate,
    )
    .option(
      '--keep <number>',
      'how many releases of a country to keep, including the new one',
      parsePositiveWhole,
      DEFAULT_KEEP,
    )
    .option('--details', 'report every record type, province and note, as report.html does')
    .option('--replace', 'let the sample registers replace an index of register files');
  return withRegisterOptions(command).action(async (files: string[], options: CommandOptions) => {
    const { out, referenceDate, replace = false, details = false, keep } = options;
    const start = performance.now();
    const given = await inputsOf(files, options);
    const inputs = given ?? (await fixtureInputs());
    await buildIndexes({
      inputs,
      isFixture: given === undefined,
      isReplacing: replace,
      isDetailed: details,
      keep,
      out,
      ...(referenceDate === undefined ? {} : { referenceDate }),
      ...registerOptionsOf(
        options,
        COUNTRIES.filter((country) => inputs[country].length > 0),
      ),
      progress: (country) => showStages(country, stderr),
      tell: (text) => stderr.write(text),
    });
    stderr.write(await nextStep(out, countriesIn(out), performance.now() - start));
  });
}

/** The closing lines: what was built, and a command to try. */
async function nextStep(out: string, countries: readonly Country[], ms: number): Promise<string> {
  const lines = countries.map((country) => {
    const { counts, files } = manifestOf(out, country);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return `${join(out, country)}: ${counts.addresses.toLocaleString('en')} addresses, ${sizeOf(bytes)}`;
  });
  const data = out === 'dist-data' ? '' : ` --data ${inShell(out)}`;
  const [first = 'nl'] = countries;
  const command = isCompiled() ? 'npx benelux-address-tools query' : 'npm run -s query --';
  return `${lines.join('\n')}\nBuilt in ${(ms / 1000).toFixed(1)} s. Next: ${command} autocomplete ${first} ${inShell(await longestStreet(out, first))}${data}\n`;
}

/** A word of a command as a shell takes it: in quotes unless it is one word of plain letters, as `rue de l'église` is not. */
function inShell(word: string): string {
  return /^[\p{L}\p{N}./_-]+$/u.test(word) ? word : `"${word.replace(/["$`\\]/g, '\\$&')}"`;
}

/** The name of the street with most addresses, in lower case as it is typed: a search that finds something in this index. */
async function longestStreet(out: string, country: Country): Promise<string> {
  const { streets } = await openCountry(out, country, { verify: false });
  const firsts = streets.firstAddresses();
  let longest = 0;
  for (let street = 1; street < firsts.length; street++)
    if (streets.countAddresses(street) > streets.countAddresses(longest)) longest = street;
  return streets.nameOf(longest).toLowerCase();
}

/** The files given, by country; `undefined` if there are none. */
async function inputsOf(files: readonly string[], { nl, be, lu }: CommandOptions): Promise<Inputs | undefined> {
  const inputs = { nl: [...nl], be: [...be], lu: [...lu] };
  for (const file of files) inputs[await recogniseInput(file)].push(file);
  return COUNTRIES.some((country) => inputs[country].length > 0) ? inputs : undefined;
}

/** An index built from register files must not be replaced by fixtures just because files were forgotten. */
function assertNoRealIndex(out: string, country: Country): void {
  let manifest: Manifest;
  try {
    manifest = manifestOf(out, country);
  } catch (error) {
    // `publishDirectory` judges what is not an index. One that cannot be read may still be a real one.
    if (error instanceof AddressLookupError && error.code === 'index-not-found') return;
    throw replacesRealIndex(join(out, country), 'an index that cannot be read');
  }
  if (manifest.isFixture) return;
  const registers = manifest.registers.map(registerLabel);
  const addresses = manifest.counts.addresses.toLocaleString('en');
  throw replacesRealIndex(join(out, country), `${addresses} addresses of ${registers.join(' and ')}`);
}

function replacesRealIndex(path: string, what: string): AddressLookupError {
  return new AddressLookupError(
    'output-not-writable',
    `${path} holds ${what}, and without register files it would be replaced by the small fixtures of the project. Give the register's files, another directory with --out, or --replace.`,
    { got: path },
  );
}

/** The register files among the fixtures; lists of expected results are in the same folders. */
async function fixtureInputs(): Promise<Inputs> {
  const inputs: Record<Country, string[]> = { nl: [], be: [], lu: [] };
  for (const country of COUNTRIES) {
    const folder = fileURLToPath(new URL(`${country}/`, FIXTURES));
    const names = await readdir(folder).catch(() => []);
    for (const name of names.sort()) {
      if ((await recogniseInput(`${folder}${name}`).catch(() => undefined)) === country)
        inputs[country].push(`${folder}${name}`);
    }
  }
  if (COUNTRIES.some((country) => inputs[country].length > 0)) return inputs;
  throw new AddressLookupError(
    'input-not-found',
    'There are no register files to build from. Give them with --nl, --be or --lu; "npx benelux-address-tools update --countries lu" downloads them, too.',
    { allowed: ['--nl', '--be', '--lu'] },
  );
}

function parseAccepted(text: string): (GateName | 'all')[] {
  return text.split(',').map((name) => (name.trim() === 'all' ? 'all' : parseGate(name.trim(), text)));
}

function parseLimits(text: string): NonNullable<GateOptions['limits']> {
  const limits: { [gate in GateName]?: Partial<GateLimits> } = {};
  for (const part of text.split(',')) {
    const [name = '', figures = ''] = part.split('=').map((each) => each.trim());
    const gate = parseGate(name, text);
    const [country = '', municipality, ...rest] = figures.split('/');
    const given = [country, ...(municipality === undefined ? [] : [municipality])];
    const judgesMunicipalities = GATES[gate].municipality !== undefined;
    if (!given.every(isFigure) || rest.length > 0 || (municipality !== undefined && !judgesMunicipalities)) {
      const example = [GATES[gate].limit, GATES[gate].municipality].filter((limit) => limit !== undefined).join('/');
      throw new AddressLookupError(
        'invalid-option',
        `Got "${part}" as a limit; allowed is GATE=FIGURE${judgesMunicipalities ? ', or GATE=FIGURE/FIGURE for the country and for one municipality,' : ''} with a figure from 0, e.g. ${gate}=${example}.`,
        { got: text },
      );
    }
    limits[gate] = { country: Number(country), ...(municipality && { municipality: Number(municipality) }) };
  }
  return limits;
}

function isFigure(text: string): boolean {
  return /^[0-9.]+$/.test(text) && Number(text) >= 0;
}

function parseGate(name: string, text: string): GateName {
  const gate = GATE_NAMES.find((each) => each === name);
  if (gate !== undefined) return gate;
  throw new AddressLookupError(
    'invalid-option',
    `Got "${text}", with "${name}" as a gate; allowed are ${GATE_NAMES.join(', ')}.`,
    {
      got: text,
      allowed: GATE_NAMES,
    },
  );
}

function parseDate(text: string): string {
  if (isDay(text)) return text;
  throw new AddressLookupError(
    'invalid-option',
    `Got "${text}" as the reference date; allowed is a day of the calendar as YYYY-MM-DD.`,
    { got: text },
  );
}

/** @throws AddressLookupError `invalid-option` */
function parseStatuses(text: string): StatusPolicy {
  const names = text.split(',').map((name) => name.trim());
  const statuses = STATUSES.filter((status) => names.includes(status));
  if (names.every((name) => (STATUSES as readonly string[]).includes(name))) return new Set<BestStatus>(statuses);
  throw new AddressLookupError(
    'invalid-option',
    `Got "${text}" as Belgian statuses; allowed are ${STATUSES.join(', ')}, separated by commas.`,
    { got: text, allowed: STATUSES },
  );
}

function isMainModule(): boolean {
  const script = process.argv[1];
  return script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url);
}

if (isMainModule()) await runProgram(buildIndexCommand());
