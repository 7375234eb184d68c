import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Peer } from './peers-data.ts';
import { RADIUS_RESULTS, RESULTS } from './peers-data.ts';

/** The library as it is; what the others are measured against and compared with. */
export function ourselves(lookup: CountryLookup<'nl'>): Peer {
  return {
    name: 'benelux-address-lookup',
    bytes: lookup.manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    holdsAddresses: true,
    operations: {
      directmatch: ({ postcode, number }) => lookup.directMatch({ postcode, housenumber: number }),
      radius: (query) => {
        const { results, pagination } = lookup.radius({ ...query, perPage: RADIUS_RESULTS });
        return { total: pagination.total_count, results };
      },
      autocomplete: ({ term }) => {
        const page = lookup.autocomplete({ search: term, perPage: RESULTS });
        return page !== null && 'results' in page ? page.results : [];
      },
      // It cannot be asked for without.
      counted: ({ term }) => {
        const page = lookup.autocomplete({ search: term, perPage: RESULTS });
        if (page === null || !('results' in page)) return { total: 0, results: [] };
        return { total: page.pagination.total_count, results: page.results };
      },
    },
    close() {},
  };
}
