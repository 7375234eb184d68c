import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openAddressLookup } from '../../src/index.ts';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { Random } from '../support/random.ts';
import { fuzzSearch } from './search-fuzz.ts';
import { measureKinds } from './search-kinds.ts';
import { type Miss, measureNames } from './search-names.ts';
import { measurePeers } from './search-peers.ts';
import { type Replay, replayKeystrokes } from './search-replay.ts';
import { sampleAddresses } from './search-sample.ts';
import { askTables } from './search-tables.ts';
import { judge, medianOf, percent, shareOf } from './search-targets.ts';
import { percentilesOf, type TextLatency } from './search-timing.ts';

export interface SearchBenchOptions {
  readonly seed: number;
  /** Instead of everything else: so many random and mutated texts for all countries together. */
  readonly fuzz?: number | undefined;
  /** So many of the texts that were not answered right are shown for each country. */
  readonly misses?: number | undefined;
}

const SAMPLE = 300;
const WARM_UP = 40;

/** Tables of figures, by what they are about. */
type Figures = Record<string, object[]>;

/**
 * Measures the free text on the indexes in a directory: the tables of queries (on the fixtures), addresses typed letter by
 * letter, streets by name and place, latency by length and by kind of query, what people would use instead, and what of the
 * targets is met.
 */
export async function benchSearch(directory: string, options: SearchBenchOptions): Promise<Figures> {
  const countries = COUNTRIES.filter((country) => existsSync(join(directory, country)));
  const figures: Figures = {};
  const add = (name: string, rows: readonly object[]): void => {
    figures[name] = [...(figures[name] ?? []), ...rows];
  };
  if (options.fuzz === undefined) add('Tables of queries, on the fixtures', await askTables());
  for (const country of countries) {
    const lookup = (await openAddressLookup(directory, { countries: [country] })).of(country);
    const share = options.fuzz && Math.ceil(options.fuzz / countries.length);
    if (share === undefined) await measureCountry(lookup, options, add);
    else add('Random and mutated texts', [fuzzSearch(lookup, lookup.index, new Random(options.seed), share)]);
  }
  return figures;
}

async function measureCountry<C extends Country>(
  lookup: CountryLookup<C>,
  { seed, misses = 0 }: SearchBenchOptions,
  add: (name: string, rows: readonly object[]) => void,
): Promise<void> {
  const { country, index } = lookup;
  const sample = sampleAddresses(index, new Random(seed), SAMPLE);
  replayKeystrokes(lookup, sample.slice(0, WARM_UP), new Random(seed + 1));
  const replays = replayKeystrokes(lookup, sample, new Random(seed + 2));
  const names = measureNames(lookup, index, new Random(seed + 3));
  const kinds = measureKinds(lookup, sample, new Random(seed + 4));

  add('Addresses typed letter by letter', describeReplays(country, replays));
  add(
    'Streets by their own name and place',
    names.map(({ hit1, misses: { length }, ...each }) => ({ ...each, 'hit@1': percent(hit1), misses: length })),
  );
  add('A keystroke, by letters typed', describeKeystrokes(country, replays));
  add(
    'Kinds of queries',
    kinds.map(({ kind, p50, p99 }) => ({ country, kind, 'p50 µs': p50, 'p99 µs': p99 })),
  );
  add('Streets by name and place, beside others', await measurePeers(lookup, index, new Random(seed + 5)));
  add('Targets', judge({ country, replays, names, kinds }));
  if (misses > 0) {
    const missed = [...missesOf(replays), ...names.flatMap((each) => each.misses)];
    add('Not answered right', sampleMisses(country, missed, misses, new Random(seed + 6)));
  }
}

function describeReplays(country: Country, replays: readonly Replay[]): object[] {
  const describe = (order: string, hasTypo: boolean, some: readonly Replay[]): object => ({
    country,
    order,
    typos: Number(hasTypo),
    'hit@1': percent(shareOf(some, 'isFirst')),
    'hit@5': percent(shareOf(some, 'isInFive')),
    'median until the street is in five': percent(medianOf(some, 'untilStreet')),
    'until street and house are': percent(medianOf(some, 'untilHouse')),
    'at the least': percent(medianOf(some, 'leastUntilHouse')),
  });
  return [
    ...replays.map((replay) => describe(replay.order, replay.hasTypo, [replay])),
    ...[false, true].map((hasTypo) =>
      describe(
        'all of these',
        hasTypo,
        replays.filter((replay) => replay.hasTypo === hasTypo),
      ),
    ),
  ];
}

const LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 20, 30];

function describeKeystrokes(country: Country, replays: readonly Replay[]): object[] {
  const latencyOf = (hasTypo: boolean, length: number | undefined): TextLatency =>
    percentilesOf(
      replays
        .filter((replay) => replay.hasTypo === hasTypo)
        .flatMap(({ keystrokes }) => keystrokes)
        .filter((each) => length === undefined || each.length === length)
        .map(({ microseconds }) => microseconds),
    );
  return [...LENGTHS, undefined].map((length) => {
    const [clean, mistyped] = [latencyOf(false, length), latencyOf(true, length)];
    return {
      country,
      letters: length === undefined ? 'all' : String(length),
      'p50 µs': clean.p50,
      'p99 µs': clean.p99,
      'p50 µs, one typo': mistyped.p50,
      'p99 µs, one typo': mistyped.p99,
    };
  });
}

function missesOf(replays: readonly Replay[]): Miss[] {
  return replays.flatMap(({ texts }) => texts.filter(({ isFirst }) => !isFirst));
}

function sampleMisses(country: Country, misses: readonly Miss[], count: number, random: Random): object[] {
  return random
    .shuffle(misses)
    .slice(0, count)
    .map(({ text, answers }) => ({
      country,
      typed: text,
      'first answers': answers
        .slice(0, 2)
        .map(({ label, description }) => `${label} (${description})`)
        .join('; '),
    }));
}
