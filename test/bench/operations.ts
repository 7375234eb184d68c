import { Random } from '../../fixtures/generate/random.ts';
import type { AddressNL } from '../../src/model/address.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import type { CountryLookup } from '../../src/query/country-lookup.ts';
import { makeDocument } from '../../src/query/documents.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { type Latency, measureLatency } from './latency.ts';

/** What an operation costs on a sample of the index's own addresses. */
export interface OperationLatency extends Latency {
  readonly name: string;
}

const CALLS = 20_000;
const COSTLY_CALLS = 3_000;

export function measureOperations(lookup: CountryLookup<'nl'>, index: CountryIndex, seed: number): OperationLatency[] {
  const random = new Random(seed).stream('bench');
  const sample: AddressNL[] = [];
  while (sample.length < CALLS) {
    const document = makeDocument<'nl'>(index, random.integer(0, index.addresses.length - 1));
    if (document.location !== null && document.postcode !== '') sample.push(document);
  }
  const at = (i: number): AddressNL => sample[i % sample.length]!;
  const measure = (
    name: string,
    operation: (document: AddressNL) => unknown,
    calls: number = CALLS,
  ): OperationLatency => ({
    name,
    ...measureLatency(calls, (i) => operation(at(i))),
  });
  const around = (radius: number, calls?: number): OperationLatency =>
    measure(
      `radius ${radius} m, 20 results`,
      ({ location }) => lookup.radius({ latitude: location!.wgs84[0], longitude: location!.wgs84[1], radius }),
      calls,
    );

  return [
    measure('directmatch, postcode + number', ({ postcode, housenumber }) =>
      lookup.directMatch({ postcode, housenumber }),
    ),
    measure('directmatch, with addition', (document) =>
      lookup.directMatch({
        postcode: document.postcode,
        housenumber: document.housenumber,
        housenumberaddition: `${document.houseletter ?? ''}${document.housenumberaddition ?? ''}`,
      }),
    ),
    around(5),
    around(50),
    around(500, COSTLY_CALLS),
    ...[1, 2, 3, 4, 6, 8, 12].map((length) =>
      measure(
        `autocomplete, ${length} letter${length > 1 ? 's' : ''}, 10 results`,
        ({ street }) => lookup.autocomplete({ search: street.slice(0, length), perPage: 10 }),
        COSTLY_CALLS,
      ),
    ),
    measure(
      'autocomplete, postcode',
      ({ postcode }) => lookup.autocomplete({ search: postcode, perPage: 10 }),
      COSTLY_CALLS,
    ),
    measure('drill-down, five steps', (document) => drillDown(lookup, document), COSTLY_CALLS),
  ];
}

/** From a municipality's name to one of its addresses: search, municipality, place, street, house. */
function drillDown(lookup: CountryLookup<'nl'>, { municipality }: AddressNL): void {
  let answer = lookup.autocomplete({ search: municipality, perPage: 10 });
  while (answer !== null && 'results' in answer && answer.results.length > 0) {
    const [first]: readonly Suggestion[] = answer.results;
    answer = lookup.autocomplete({ context: first!.context, perPage: 10 });
  }
}
