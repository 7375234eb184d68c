import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Country } from '../../src/model/country.ts';
import { type Latency, measureLatency } from './latency.ts';
import type { SampleAddress } from './operations.ts';

/** Over the country, and in its densest town. */
export interface PairSamples {
  readonly country: readonly SampleAddress[];
  readonly town: readonly SampleAddress[];
}

/** What the process of this file is to compare: first the version before, then the present one. */
export interface PairTask {
  readonly versions: readonly { readonly entry: string; readonly index: string }[];
  /** Which of them is loaded and opened first: what comes second answers up to a tenth slower, whichever it is. */
  readonly first: 0 | 1;
  readonly country: Country;
  readonly rounds: number;
  readonly samples: PairSamples;
}

export interface PairedFigures {
  readonly name: string;
  readonly before: Latency;
  readonly now: Latency;
  readonly differing: number;
  readonly compared: number;
}

/** What both versions have; older ones lack other operations. */
interface Lookup {
  radius(request: object): unknown;
  directMatch(request: object): unknown;
  autocomplete(request: object): unknown;
}

const CALLS = 2_000;
const COSTLY_CALLS = 400;
const COMPARED = 300;

process.once('message', async (task: PairTask) => process.send?.(await compare(task)));

async function compare({ versions, first, country, rounds, samples }: PairTask): Promise<PairedFigures[]> {
  const lookups: Lookup[] = [];
  for (const version of [first, 1 - first]) {
    const { entry, index } = versions[version]!;
    const { openAddressLookup } = await import(pathToFileURL(entry).href);
    lookups[version] = (await openAddressLookup(index))[country];
  }
  const around =
    (radius: number) =>
    (lookup: Lookup, { latitude, longitude }: SampleAddress) =>
      lookup.radius({ latitude, longitude, radius });
  const searching = (textOf: (sample: SampleAddress) => string) => (lookup: Lookup, sample: SampleAddress) =>
    lookup.autocomplete({ search: textOf(sample) });
  const operations: [string, (lookup: Lookup, sample: SampleAddress) => unknown, readonly SampleAddress[], number][] = [
    [
      'directmatch',
      (lookup, { postcode, housenumber }) => lookup.directMatch({ postcode, housenumber }),
      samples.country,
      CALLS,
    ],
    [
      'directmatch, with addition',
      (lookup, { postcode, housenumber, addition }) =>
        lookup.directMatch({ postcode, housenumber, housenumberaddition: addition }),
      samples.country,
      CALLS,
    ],
    [
      'directmatch, with street',
      (lookup, { postcode, housenumber, street }) => lookup.directMatch({ postcode, housenumber, street }),
      samples.country,
      CALLS,
    ],
    ['radius 5 m', around(5), samples.country, CALLS],
    ['radius 50 m', around(50), samples.country, CALLS],
    ['radius 500 m', around(500), samples.country, COSTLY_CALLS],
    ['radius 5 m, densest town', around(5), samples.town, CALLS],
    ['radius 50 m, densest town', around(50), samples.town, CALLS],
    ['radius 500 m, densest town', around(500), samples.town, COSTLY_CALLS],
    ['autocomplete, 1 letter', searching(({ street }) => street.slice(0, 1)), samples.country, COSTLY_CALLS],
    ['autocomplete, 3 letters', searching(({ street }) => street.slice(0, 3)), samples.country, COSTLY_CALLS],
    ['autocomplete, 6 letters', searching(({ street }) => street.slice(0, 6)), samples.country, CALLS],
    [
      'autocomplete, street and number',
      searching(({ street, housenumber }) => `${street} ${housenumber}`),
      samples.country,
      COSTLY_CALLS,
    ],
    [
      'autocomplete, street, number and municipality',
      searching(({ street, housenumber, municipality }) => `${street} ${housenumber} ${municipality}`),
      samples.country,
      COSTLY_CALLS,
    ],
    [
      'autocomplete, postcode and number',
      searching(({ postcode, housenumber }) => `${postcode} ${housenumber}`),
      samples.country,
      COSTLY_CALLS,
    ],
  ];
  return operations.map(([name, ask, sample, calls]) => {
    const compared = Math.min(COMPARED, sample.length);
    let differing = 0;
    for (const question of sample.slice(0, compared)) {
      const [before, now] = lookups.map((lookup) => ask(lookup, question));
      if (!isDeepStrictEqual(before, now)) differing++;
    }
    const best: (Latency | undefined)[] = [undefined, undefined];
    for (let round = 0; round < rounds; round++) {
      for (const version of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const lookup = lookups[version]!;
        const { p50, p99 } = measureLatency(calls, (i) => ask(lookup, sample[(round * calls + i) % sample.length]!));
        const { p50: least50, p99: least99 } = best[version] ?? { p50: Infinity, p99: Infinity };
        best[version] = { p50: Math.min(p50, least50), p99: Math.min(p99, least99) };
      }
    }
    return { name, before: best[0]!, now: best[1]!, differing, compared };
  });
}
