import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import type { AddressLookup } from '../lookup/address-lookup.ts';
import { openAddressLookup } from '../lookup/open.ts';
import type { Address } from '../model/address.ts';
import { COUNTRIES, type Country, type Language } from '../model/country.ts';
import type { Position } from '../query/coordinates.ts';
import { ANSWER_KINDS, type AnswerKind } from '../search/filter.ts';
import { hasIndex } from '../store/directory.ts';
import { sampleDirectory } from '../store/sample.ts';
import { answerTable } from './answer-table.ts';
import { collect, parseCountry, parseDecimal, parseNames, parsePosition, parseWholeNumber } from './run-program.ts';

interface QueryOptions {
  readonly data?: string;
  readonly json?: true;
  readonly page?: number;
  readonly perPage?: number;
  readonly identifiers?: true;
  readonly postalName?: true;
  readonly label?: true;
}

interface AutocompleteOptions extends QueryOptions {
  readonly context?: string;
  readonly near?: Position;
  readonly language?: Language;
  readonly explain?: true;
  readonly kinds?: readonly string[];
  readonly street?: string;
  readonly postcode?: string;
  readonly place?: string;
  readonly within?: readonly string[];
}

/** `query`: runs one operation, and prints the answer as a table on a terminal, as JSON elsewhere. */
export function queryCommand(): Command {
  const command = new Command('query').description(
    'run one query and print the result: a table on a terminal, JSON elsewhere',
  );
  withPaging(command.command('autocomplete'), 50)
    .description('suggest addresses for a search term, or open the context of a suggestion')
    .argument('<country>', 'nl, be or lu', parseCountry)
    .argument('[search...]', 'search term; quotes are not needed')
    .option('--context <id>', 'context from a previous result')
    .option('--near <latitude,longitude>', 'rank closer results first among equally good ones', parsePosition)
    .addOption(new Option('--language <language>', 'show names in this language').choices(['nl', 'fr', 'de', 'lb']))
    .option('--kinds <kinds>', `only these, separated by commas: ${ANSWER_KINDS.join(', ')}`, parseNames)
    .option(
      '--within <part>',
      'only in a municipality (name or code), the context of a suggestion, a box (south,west,north,east) or a circle (latitude,longitude,metres); may be repeated',
      collect,
    )
    .option('--street <name>', 'instead of a search term: streets of --postcode, --place or both that begin so')
    .option('--postcode <postcode>', 'with --street: whole, or its beginning')
    .option('--place <name>', 'with --street')
    .option('--explain', 'say why each result ranks where it does')
    .action((country: Country, words: string[], options: AutocompleteOptions) =>
      answer(options, [country], (lookup) =>
        lookup.of(country).autocomplete({
          ...options,
          kinds: options.kinds as readonly AnswerKind[] | undefined,
          search: words.length === 0 ? undefined : words.join(' '),
        }),
      ),
    );
  withData(command.command('directmatch'))
    .aliases(['direct-match', 'directMatch'])
    .description('find addresses by postcode and house number')
    .argument('<country>', 'nl, be or lu', parseCountry)
    .argument('<postcode>', 'in any usual form')
    .argument('<housenumber>', 'the digits and whatever follows them: 12, 12A, 12 bus 3')
    .argument('[addition...]', 'NL: letter and addition; BE and LU: street')
    .action((country: Country, postcode: string, housenumber: string, words: string[], options: QueryOptions) => {
      const last = words.length === 0 ? undefined : words.join(' ');
      return answer(options, [country], (lookup) =>
        lookup.of(country).directMatch({
          postcode,
          housenumber,
          ...(country === 'nl' ? { housenumberaddition: last } : { street: last }),
          identifiers: options.identifiers,
          postalName: options.postalName,
          label: options.label,
        }),
      );
    });
  withPaging(withPosition(command.command('radius')), 20)
    .description('find addresses around a position, nearest first')
    .argument('[radius]', 'metres, at most 500 (default: 5)', parseDecimal)
    .action(
      (country: Country, latitude: number, longitude: number, radius: number | undefined, options: QueryOptions) =>
        answer(options, [country], (lookup) => lookup.of(country).radius({ ...options, latitude, longitude, radius })),
    );
  withData(withPosition(command.command('nearest')))
    .description('find the address nearest to a position')
    .argument('[within]', 'metres, at most 100,000 (default: 500)', parseDecimal)
    .action(
      (country: Country, latitude: number, longitude: number, within: number | undefined, options: QueryOptions) =>
        answer(options, [country], (lookup) => lookup.of(country).nearest({ ...options, latitude, longitude, within })),
    );
  withData(command.command('geocode'))
    .description('find the address that a text means, in any country with an index, and what differs')
    .argument('<text...>', 'the address; quotes are not needed')
    .option('--explain', 'say what each word was read as')
    .action((words: string[], options: QueryOptions & { readonly explain?: true }) =>
      answer(options, undefined, (lookup) => lookup.geocode({ text: words.join(' ') }, options)),
    );
  withData(command.command('id'))
    .description('find an address by the identifier of its register, or what it was and what became of it')
    .argument('<country>', 'nl, be or lu', parseCountry)
    .argument('<identifier>', 'e.g. 0363200000006110, BE-BRU:4568, 127237')
    .action((country: Country, identifier: string, options: QueryOptions) =>
      answer(
        options,
        [country],
        (lookup) => lookup.of(country).byId(identifier, options) ?? lookup.formerById(country, identifier, options),
      ),
    );
  withData(command.command('addresses'))
    .description('print all addresses of a country in index order, one line of JSON each')
    .argument('<country>', 'nl, be or lu', parseCountry)
    .action(async (country: Country, options: QueryOptions) => {
      const lookup = await open(options, [country]);
      await pipeline(lines(lookup.of(country).addresses(options)), process.stdout, { end: false });
    });
  return command;
}

/** Lines are written in groups, because a write per line takes longer than making the line. */
const LINES_PER_WRITE = 1000;

function* lines(documents: Iterable<Address>): Generator<string, void> {
  let text: string[] = [];
  for (const document of documents) {
    text.push(`${JSON.stringify(document)}\n`);
    if (text.length < LINES_PER_WRITE) continue;
    yield text.join('');
    text = [];
  }
  yield text.join('');
}

function withPosition(command: Command): Command {
  return command
    .argument('<country>', 'nl, be or lu', parseCountry)
    .argument('<latitude>', 'WGS84 degrees', parseDecimal)
    .argument('<longitude>', 'WGS84 degrees', parseDecimal);
}

function withData(command: Command): Command {
  return command
    .option('--data <directory>', `index directory (default: ${DEFAULT_DATA}, or the sample in the package)`)
    .option(
      '--identifiers',
      "include the register's identifier, the municipality code and, if the index has them, the objects of the address",
    )
    .option('--postal-name', 'BE: include the name of the place that goes with the postcode')
    .option('--label', 'include the lines of an envelope')
    .option('--json', 'print JSON on a terminal, too');
}

function withPaging(command: Command, perPage: number): Command {
  return withData(command)
    .option('--page <number>', 'page number, from 1', parseWholeNumber)
    .option('--per-page <number>', `results per page, 0 to 1,000 (default: ${perPage})`, parseWholeNumber);
}

const DEFAULT_DATA = 'dist-data';

/** The indexes in `--data`, or, where there are none yet, the sample in the package. */
async function open({ data }: QueryOptions, countries: readonly Country[] | undefined): Promise<AddressLookup> {
  const sample = sampleDirectory();
  const isSample = data === undefined && !hasIndexes(DEFAULT_DATA) && hasIndexes(sample);
  if (isSample) {
    process.stderr.write(
      `There is no index in ${DEFAULT_DATA}: this is from the small sample in the package. For a whole country: "npx benelux-address-tools update --countries ${countries?.[0] ?? 'lu'}".\n`,
    );
  }
  return openAddressLookup(isSample ? sample : (data ?? DEFAULT_DATA), { countries });
}

function hasIndexes(directory: string): boolean {
  return COUNTRIES.some((country) => hasIndex(join(directory, country)));
}

async function answer(
  options: QueryOptions,
  countries: readonly Country[] | undefined,
  ask: (lookup: AddressLookup) => unknown,
): Promise<void> {
  const result = ask(await open(options, countries));
  const isForPerson = options.json !== true && process.stdout.isTTY;
  process.stdout.write(isForPerson ? answerTable(result) : `${JSON.stringify(result, null, 2)}\n`);
  if (isNothing(result)) {
    process.stderr.write(
      result === null && process.argv.includes('--context')
        ? 'This context no longer exists in this release; search again.\n'
        : 'Nothing found.\n',
    );
    process.exitCode = 1;
  }
}

/** An unknown context, no address, or an empty page. */
function isNothing(result: unknown): boolean {
  if (result === null) return true;
  if (Array.isArray(result)) return result.length === 0;
  if ((result as { status?: string }).status === 'none') return true;
  return (result as { pagination?: { total_count: number } }).pagination?.total_count === 0;
}
