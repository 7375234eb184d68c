import type { Country } from '../../src/model/country.ts';
import type { CountryLookup } from '../../src/query/country-lookup.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { type Latency, measureLatency } from './latency.ts';
import type { TypedAddress } from './search-sample.ts';

/** What one kind of query costs, ten results. */
export interface KindLatency extends Latency {
  readonly country: Country;
  readonly kind: string;
}

const CALLS = 2000;
const ROUNDS = 3;

/** Texts of each kind, made of one address. */
const KINDS: Readonly<Record<string, (address: TypedAddress, random: Random) => string>> = {
  'street name': ({ street }) => street,
  'street name, one typo': ({ street }, random) => mistype(street, random),
  'street and place': ({ street, place }) => `${street} ${place}`,
  'street and the beginning of a place': ({ street, place }) => `${street} ${place.slice(0, 3)}`,
  'place and the beginning of a street': ({ street, place }) => `${place}, ${street.slice(0, 4)}`,
  'street and number': ({ street, number }) => `${street} ${number}`,
  'postcode and number': ({ postcode, number }) => `${postcode} ${number}`,
  'whole address': ({ street, number, postcode, place }) => `${street} ${number}, ${postcode} ${place}`,
  'whole address without postcode': ({ street, number, place }) => `${street} ${number}, ${place}`,
  'whole address, one typo': ({ street, number, place }, random) => mistype(`${street} ${number}, ${place}`, random),
  'whole address, two typos': ({ street, number, place }, random) =>
    `${mistype(street, random)} ${number}, ${mistype(place, random)}`,
  'number that does not exist': ({ street, place }) => `${street} 98765, ${place}`,
  'words that mean nothing': (_, random) => Array.from({ length: 4 }, () => nonsense(random)).join(' '),
};

export function measureKinds<C extends Country>(
  lookup: CountryLookup<C>,
  sample: readonly TypedAddress[],
  random: Random,
): KindLatency[] {
  return Object.entries(KINDS).map(([kind, write]) => {
    const texts = Array.from({ length: CALLS }, (_, i) => write(sample[i % sample.length]!, random));
    const ask = (i: number): unknown => lookup.autocomplete({ search: texts[i % texts.length]!, perPage: 10 });
    return { country: lookup.country, kind, ...measureLatency(CALLS, ask, ROUNDS) };
  });
}

function nonsense(random: Random): string {
  return Array.from({ length: random.between(4, 10) }, () => random.pick([...'abdegiklmnorstuvz'])).join('');
}
