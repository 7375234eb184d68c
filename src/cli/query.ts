import { Command } from 'commander';
import type { CountryLookup } from '../lookup/country-lookup.ts';
import { openAddressLookup } from '../lookup/open.ts';
import type { Country } from '../model/country.ts';
import { parseCountry, parseDecimal, parseWholeNumber } from './run-program.ts';

interface QueryOptions {
  readonly data: string;
  readonly page?: number;
  readonly perPage?: number;
}

/** `query`: one operation, its answer as JSON on stdout. */
export function queryCommand(): Command {
  const command = new Command('query').description('run one query on an index; prints JSON');
  withPaging(command.command('autocomplete'))
    .description('suggestions for a term, the next level of a context, or its address')
    .argument('<country>', 'nl, be or lu', parseCountry)
    .argument('[search]', 'search term')
    .option('--context <id>', 'the context of an earlier result')
    .action((country: Country, search: string | undefined, options: QueryOptions & { context?: string }) =>
      answer(country, options, (lookup) => lookup.autocomplete({ ...options, search })),
    );
  withData(command.command('directmatch'))
    .aliases(['direct-match', 'directMatch'])
    .description('the addresses with a postcode and house number')
    .argument('<country>', 'nl, be or lu', parseCountry)
    .argument('<postcode>', 'in any usual form')
    .argument('<housenumber>', 'digits, and what follows them')
    .argument('[addition]', 'NL: letter and addition; BE and LU: the street')
    .action(
      (country: Country, postcode: string, housenumber: string, last: string | undefined, options: QueryOptions) =>
        answer(country, options, (lookup) =>
          lookup.directMatch({
            postcode,
            housenumber,
            ...(country === 'nl' ? { housenumberaddition: last } : { street: last }),
          }),
        ),
    );
  withPaging(command.command('radius'))
    .description('the addresses around a position, nearest first')
    .argument('<country>', 'nl, be or lu', parseCountry)
    .argument('<latitude>', 'WGS84 degrees', parseDecimal)
    .argument('<longitude>', 'WGS84 degrees', parseDecimal)
    .argument('[radius]', 'metres, at most 500', parseDecimal)
    .action(
      (country: Country, latitude: number, longitude: number, radius: number | undefined, options: QueryOptions) =>
        answer(country, options, (lookup) => lookup.radius({ ...options, latitude, longitude, radius })),
    );
  return command;
}

function withData(command: Command): Command {
  return command.option('--data <directory>', 'the directory of the indexes', 'dist-data');
}

function withPaging(command: Command): Command {
  return withData(command)
    .option('--page <number>', 'from 1', parseWholeNumber)
    .option('--per-page <number>', '0 to 1,000', parseWholeNumber);
}

async function answer(
  country: Country,
  { data }: QueryOptions,
  ask: (lookup: CountryLookup<Country>) => unknown,
): Promise<void> {
  const lookup = await openAddressLookup(data, { countries: [country] });
  const result = ask(lookup.of(country));
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (isNothing(result)) {
    process.stderr.write(
      result === null ? 'This release has nothing for that context any more.\n' : 'Nothing found.\n',
    );
    process.exitCode = 1;
  }
}

/** An unknown context, no address, or an empty page. */
function isNothing(result: unknown): boolean {
  if (result === null) return true;
  if (Array.isArray(result)) return result.length === 0;
  return (result as { pagination?: { total_count: number } }).pagination?.total_count === 0;
}
