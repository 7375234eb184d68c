import type { Random } from '../../fixtures/generate/random.ts';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { drillDown, sampleAddresses } from './operations.ts';

/** Asks `count` queries as they come in practice: mostly autocomplete while somebody types, then directmatch and radius. */
export function askMixed<C extends Country>(
  lookup: CountryLookup<C>,
  index: CountryIndex,
  count: number,
  random: Pick<Random, 'integer'>,
): void {
  for (let i = 0; i < count; i++) {
    // One at a time: a list of them would be in the memory that is measured.
    const address = sampleAddresses(index, 1, random)[0]!;
    const { latitude, longitude, postcode, housenumber, street } = address;
    const kind = i % 10;
    if (kind < 6) lookup.autocomplete({ search: street.slice(0, random.integer(1, 12)), perPage: 10 });
    else if (kind === 6) lookup.autocomplete({ search: `${postcode} ${housenumber}`, perPage: 10 });
    else if (kind === 7) lookup.directMatch({ postcode, housenumber });
    else if (kind === 8) lookup.radius({ latitude, longitude, radius: [5, 50, 500][i % 3]! });
    else if (i % 100 === 9) drillDown(lookup, address);
    else lookup.directMatch({ postcode, housenumber, housenumberaddition: address.addition });
  }
}
