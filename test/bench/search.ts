import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { openAddressLookup } from '../../src/index.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { openIndex } from '../../src/store/open-index.ts';
import { QUERIES_BE } from '../query/search/queries-be.ts';
import { QUERIES_LU } from '../query/search/queries-lu.ts';
import { QUERIES_NL } from '../query/search/queries-nl.ts';
import { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';
import { Random } from '../support/random.ts';
import { measureKinds } from './search-kinds.ts';
import { measurePeers } from './search-peers.ts';
import { type Keystroke, median, type Replay, replayKeystrokes } from './search-replay.ts';
import { sampleAddresses } from './search-sample.ts';

const QUERIES = { nl: QUERIES_NL, be: QUERIES_BE, lu: QUERIES_LU };
const SAMPLE = 300;
const WARM_UP = 40;

/** Tables of figures, by what they are about. */
type Figures = Record<string, readonly object[]>;

/**
 * Measures the free text on the indexes in a directory: the tables of queries (on the fixtures), addresses typed letter by
 * letter, latency by length and by kind of query, and what people would use instead.
 */
export async function benchSearch(directory: string): Promise<Figures> {
  const figures: { [name: string]: object[] } = {
    'Tables of queries, on the fixtures': await askQueries(),
    'Addresses typed letter by letter': [],
    'All orders together': [],
    'A keystroke, by letters typed': [],
    'Kinds of queries': [],
    'Streets by name and place, beside others': [],
  };
  for (const country of COUNTRIES) {
    if (!existsSync(join(directory, country))) continue;
    const lookup = (await openAddressLookup(directory, { countries: [country] })).of(country);
    const index = await openIndex(join(directory, country));
    const sample = sampleAddresses(index, new Random(20261120), SAMPLE);
    replayKeystrokes(lookup, sample.slice(0, WARM_UP), new Random(1));
    const replays = replayKeystrokes(lookup, sample, new Random(2));
    figures['Addresses typed letter by letter']!.push(...replays.map((replay) => describeReplay(country, replay)));
    for (const hasTypo of [false, true]) {
      figures['All orders together']!.push(
        describeAll(
          country,
          hasTypo,
          replays.filter((each) => each.hasTypo === hasTypo),
        ),
      );
    }
    figures['A keystroke, by letters typed']!.push(...describeKeystrokes(country, replays));
    figures['Kinds of queries']!.push(...measureKinds(lookup, sample, new Random(3)));
    figures['Streets by name and place, beside others']!.push(...(await measurePeers(lookup, index, new Random(4))));
  }
  return figures;
}

/** How many queries of the tables have the right first answer. */
async function askQueries(): Promise<object[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-search-'));
  try {
    await buildIndexes({
      inputs: FIXTURE_INPUTS,
      out: directory,
      threads: 1,
      progress: () => silentProgress,
      tell: () => {},
    });
    const lookup = await openAddressLookup(directory);
    return COUNTRIES.map((country) => {
      const hits = QUERIES[country].filter(({ search, expect }) => {
        const { results } = lookup.of(country).autocomplete({ search }) as Page<Suggestion>;
        const [first] = results;
        return first !== undefined && `${first.label} (${first.description})`.replaceAll('\u00a0', ' ') === expect[0];
      });
      return { country, queries: QUERIES[country].length, 'hit@1': percent(hits.length / QUERIES[country].length) };
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function describeReplay(country: Country, replay: Replay): object {
  return {
    country,
    order: replay.order,
    typos: Number(replay.hasTypo),
    'hit@1': percent(replay.hit1),
    'hit@5': percent(replay.hit5),
    'typed until the street is in five': percent(replay.typedUntilStreet),
    'until the house is': percent(replay.typedUntilHouse),
  };
}

function describeAll(country: Country, hasTypo: boolean, replays: readonly Replay[]): object {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    country,
    typos: Number(hasTypo),
    'hit@1': percent(mean(replays.map(({ hit1 }) => hit1))),
    'hit@5': percent(mean(replays.map(({ hit5 }) => hit5))),
    'typed until the street is in five': percent(median(replays.flatMap(({ untilStreet }) => untilStreet))),
    'until the house is': percent(median(replays.flatMap(({ untilHouse }) => untilHouse))),
  };
}

const LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 20, 30];

function describeKeystrokes(country: Country, replays: readonly Replay[]): object[] {
  const ofTypo = (hasTypo: boolean): Keystroke[] =>
    replays.filter((each) => each.hasTypo === hasTypo).flatMap(({ keystrokes }) => keystrokes);
  const [clean, mistyped] = [ofTypo(false), ofTypo(true)];
  const row = (letters: string, isIn: (length: number) => boolean): object => ({
    country,
    letters,
    ...latencyOf(clean.filter(({ length }) => isIn(length))),
    'with a typo': latencyOf(mistyped.filter(({ length }) => isIn(length))),
  });
  return [...LENGTHS.map((length) => row(String(length), (each) => each === length)), row('all', () => true)];
}

function latencyOf(keystrokes: readonly Keystroke[]): { 'p50 µs': number; 'p99 µs': number } {
  const sorted = keystrokes.map(({ microseconds }) => microseconds).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { 'p50 µs': at(0.5), 'p99 µs': at(0.99) };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
