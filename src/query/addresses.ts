import { AddressLookupError } from '../errors.ts';
import type { AddressOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import { parseIdentifier } from '../model/identifiers.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { checkDocumentOptions, checkOptions, shown } from './arguments.ts';
import { type DocumentOptions, makeDocument, makeDocuments } from './documents.ts';
import { range } from './paging.ts';

/** An example of an identifier of each country, for messages. */
const EXAMPLES: Readonly<Record<Country, string>> = { nl: '0363200000006110', be: 'BE-BRU:4568', lu: '127237' };

/**
 * The address with this identifier of the register; `null` if this release has none. About a tenth of a millisecond in a
 * country of eight million addresses, the first time some milliseconds.
 *
 * @throws AddressLookupError `invalid-argument`
 *
 * @internal
 */
export function byId<C extends Country>(
  index: CountryIndex,
  identifier: string,
  options: DocumentOptions = {},
): AddressOf[C] | null {
  const id = readIdentifier('byId', index, identifier, options);
  const address = index.addresses.addressWithId(id);
  return address === -1 ? null : makeDocument<C>(index, address, undefined, options);
}

/** The number of an identifier in an index. @throws AddressLookupError `invalid-argument` */
export function readIdentifier(
  operation: 'byId' | 'formerById',
  { country }: CountryIndex,
  identifier: string,
  options: DocumentOptions,
): number {
  checkOptions(operation, options);
  checkDocumentOptions(operation, options);
  const id = typeof identifier === 'string' ? parseIdentifier(country, identifier.trim()) : undefined;
  if (id !== undefined) return id;
  throw new AddressLookupError(
    'invalid-argument',
    `Got ${shown(identifier)} as the identifier of an address; allowed is a text such as "${EXAMPLES[country]}" for "${country}".`,
    { got: identifier, allowed: EXAMPLES[country] },
  );
}

/** Documents made at a time: neighbours share the names of their street. */
const BATCH = 512;

/**
 * Every address of the country, in the order of the index. Half a microsecond each; memory does not grow.
 *
 * @throws AddressLookupError `invalid-argument`
 *
 * @internal
 */
export function addresses<C extends Country>(
  index: CountryIndex,
  options: DocumentOptions = {},
): Generator<AddressOf[C], void> {
  checkOptions('addresses', options);
  checkDocumentOptions('addresses', options);
  return walk<C>(index, options);
}

function* walk<C extends Country>(index: CountryIndex, options: DocumentOptions): Generator<AddressOf[C], void> {
  for (let from = 0; from < index.addresses.length; from += BATCH) {
    yield* makeDocuments<C>(index, range(from, Math.min(from + BATCH, index.addresses.length)), options);
  }
}
