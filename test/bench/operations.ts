import { Random } from '../../fixtures/generate/random.ts';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Address, AddressBE, AddressOf } from '../../src/model/address.ts';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { makeDocument } from '../../src/query/documents.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { type Latency, measureLatency } from './latency.ts';

/** What an operation costs on a sample of the index's own addresses. */
export interface OperationLatency extends Latency {
  readonly name: string;
}

export interface OperationOptions {
  readonly seed: number;
  /** Of each operation; the quickest counts. */
  readonly rounds: number;
}

const CALLS = 10_000;
const COSTLY_CALLS = 2_000;
const SAMPLE = 40_000;
/** Addresses whose surroundings are counted to find the densest town, and how many of them make a town. */
const TOWN_SAMPLE = 20_000;
const MIN_TOWN_SAMPLE = 20;

export const PREFIX_LENGTHS: readonly number[] = [1, 2, 3, 4, 6, 8, 12];

/** An address in what the operations ask with. */
export interface SampleAddress {
  readonly address: number;
  readonly postcode: string;
  readonly housenumber: string;
  readonly addition: string;
  readonly street: string;
  readonly municipality: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The operations of the public API with the defaults of the specification, whole answers built: directmatch and autocomplete
 * over the country, radius over the country and in its densest town.
 */
export function measureOperations<C extends Country>(
  lookup: CountryLookup<C>,
  index: CountryIndex,
  { seed, rounds }: OperationOptions,
): OperationLatency[] {
  const random = new Random(seed).stream('bench');
  const sample = sampleAddresses(index, SAMPLE, random);
  const dense = addressesInDensestTown(lookup, index, random);
  const measure = (
    name: string,
    operation: (address: SampleAddress, i: number) => unknown,
    calls: number,
    from: readonly SampleAddress[] = sample,
  ): OperationLatency => ({
    name,
    ...measureLatency(calls, (i) => operation(from[i % from.length]!, i), rounds),
  });
  const around = (radius: number) => (address: SampleAddress) => lookup.radius({ ...positionOf(address), radius });
  const complete = (length: number) => (address: SampleAddress) =>
    lookup.autocomplete({ search: address.street.slice(0, length), perPage: 10 });

  return [
    measure('directmatch', ({ postcode, housenumber }) => lookup.directMatch({ postcode, housenumber }), CALLS),
    measure(
      'directmatch, with addition',
      ({ postcode, housenumber, addition }) =>
        lookup.directMatch({ postcode, housenumber, housenumberaddition: addition }),
      CALLS,
    ),
    measure('radius 5 m', around(5), CALLS),
    measure('radius 50 m', around(50), CALLS),
    measure('radius 500 m', around(500), COSTLY_CALLS),
    measure('radius 50 m, densest town', around(50), CALLS, dense),
    measure('radius 500 m, densest town', around(500), COSTLY_CALLS, dense),
    measure('autocomplete, 1 to 12 letters', (address, i) => complete(1 + (i % 12))(address), CALLS),
    ...PREFIX_LENGTHS.map((length) =>
      measure(`autocomplete, ${length} letter${length > 1 ? 's' : ''}`, complete(length), COSTLY_CALLS),
    ),
    measure(
      'autocomplete, postcode',
      ({ postcode }) => lookup.autocomplete({ search: postcode, perPage: 10 }),
      COSTLY_CALLS,
    ),
    measure('drill-down, five steps', (address) => drillDown(lookup, address), COSTLY_CALLS),
  ];
}

/** Addresses that have a position and a postcode, taken at random. */
export function sampleAddresses(
  index: CountryIndex,
  count: number,
  random: Pick<Random, 'integer'>,
): readonly SampleAddress[] {
  const sample: SampleAddress[] = [];
  while (sample.length < count) {
    const address = describe(index, random.integer(0, index.addresses.length - 1));
    if (address !== undefined) sample.push(address);
  }
  return sample;
}

function describe(index: CountryIndex, address: number): SampleAddress | undefined {
  const document: Address = makeDocument(index, address);
  const { location, postcode, street, municipality } = document;
  if (location === null || postcode === '') return undefined;
  const { letter, addition } = index.addresses.suffixOf(address);
  const [latitude, longitude] = location.wgs84;
  return {
    address,
    postcode,
    housenumber: document.housenumber,
    addition: index.country === 'nl' ? `${letter}${addition}` : addition,
    street: firstName(street),
    municipality: firstName(municipality),
    latitude,
    longitude,
  };
}

function firstName(names: string | AddressBE['street']): string {
  return typeof names === 'string' ? names : (Object.values(names)[0] ?? '');
}

function positionOf({ latitude, longitude }: SampleAddress): { latitude: number; longitude: number } {
  return { latitude, longitude };
}

/** A sample from the place whose addresses have, in the middle, the most others within 500 metres. */
export function addressesInDensestTown<C extends Country>(
  lookup: CountryLookup<C>,
  index: CountryIndex,
  random: Pick<Random, 'integer'>,
): readonly SampleAddress[] {
  const byPlace = new Map<number, number[]>();
  for (const address of sampleAddresses(index, Math.min(TOWN_SAMPLE, index.addresses.length), random)) {
    const place = index.streets.placeOf(index.streets.streetOf(address.address));
    const { total_count } = lookup.radius({ ...positionOf(address), radius: 500, perPage: 0 }).pagination;
    const counts = byPlace.get(place);
    if (counts === undefined) byPlace.set(place, [total_count]);
    else counts.push(total_count);
  }
  let densest = -1;
  let most = -1;
  for (const [place, counts] of byPlace) {
    const middle = counts.sort((a, b) => a - b)[counts.length >> 1]!;
    if (counts.length >= MIN_TOWN_SAMPLE && middle > most) {
      most = middle;
      densest = place;
    }
  }
  const [from, to] = index.addressesUnder('place', densest);
  const town: SampleAddress[] = [];
  for (let i = 0; i < SAMPLE / 4; i++) {
    const address = describe(index, random.integer(from, to - 1));
    if (address !== undefined) town.push(address);
  }
  return town;
}

/** From a municipality's name to one of its addresses: search, municipality, place, street, house. */
export function drillDown<C extends Country>(
  lookup: CountryLookup<C>,
  { municipality }: Pick<SampleAddress, 'municipality'>,
): unknown {
  let answer: Page<Suggestion> | AddressOf[C] | null = lookup.autocomplete({ search: municipality, perPage: 10 });
  while (answer !== null && 'results' in answer && answer.results.length > 0) {
    const first: Suggestion = answer.results[0]!;
    answer = lookup.autocomplete({ context: first.context, perPage: 10 });
  }
  return answer;
}
