import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import type { TypedAddress } from './search-sample.ts';
import { percentilesOf, type TextLatency, timeTexts } from './search-timing.ts';

/** What one kind of query costs, ten results. */
export interface KindLatency extends TextLatency {
  readonly country: Country;
  readonly kind: string;
  /** Words are mistyped or mean nothing, so that corrections are looked for. */
  readonly hasTypo: boolean;
}

interface Kind {
  readonly hasTypo?: boolean;
  /** A text of the kind, made of one address. */
  readonly write: (address: TypedAddress, random: Random) => string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'street name': { write: ({ street }) => street },
  'street and place': { write: ({ street, place }) => `${street} ${place}` },
  'street and the beginning of a place': { write: ({ street, place }) => `${street} ${place.slice(0, 3)}` },
  'place and the beginning of a street': { write: ({ street, place }) => `${place}, ${street.slice(0, 4)}` },
  'street and number': { write: ({ street, number }) => `${street} ${number}` },
  'postcode and number': { write: ({ postcode, number }) => `${postcode} ${number}` },
  'whole address': { write: ({ street, number, postcode, place }) => `${street} ${number}, ${postcode} ${place}` },
  'whole address without postcode': { write: ({ street, number, place }) => `${street} ${number}, ${place}` },
  'number that does not exist': { write: ({ street, place }) => `${street} 98765, ${place}` },
  'street name, one typo': { hasTypo: true, write: ({ street }, random) => mistype(street, random) },
  'whole address, one typo': {
    hasTypo: true,
    write: ({ street, number, place }, random) => mistype(`${street} ${number}, ${place}`, random),
  },
  'whole address, two typos': {
    hasTypo: true,
    write: ({ street, number, place }, random) => `${mistype(street, random)} ${number}, ${mistype(place, random)}`,
  },
  'words that mean nothing': {
    hasTypo: true,
    write: (_, random) => Array.from({ length: 4 }, () => nonsense(random)).join(' '),
  },
};

const TEXTS = 1000;

export function measureKinds<C extends Country>(
  lookup: CountryLookup<C>,
  sample: readonly TypedAddress[],
  random: Random,
): KindLatency[] {
  return Object.entries(KINDS).map(([kind, { hasTypo = false, write }]) => {
    const texts = Array.from({ length: TEXTS }, (_, i) => write(sample[i % sample.length]!, random));
    const microseconds = timeTexts(texts, (search) => lookup.autocomplete({ search, perPage: 10 }));
    return { country: lookup.country, kind, hasTypo, ...percentilesOf(microseconds) };
  });
}

function nonsense(random: Random): string {
  return Array.from({ length: random.between(4, 10) }, () => random.pick([...'abdegiklmnorstuvz'])).join('');
}
