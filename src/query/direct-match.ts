import type { AddressOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import { parsePostcode } from '../model/postcode.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { makeDocument } from './documents.ts';
import { matchHouses, readHouseNumber } from './house-numbers.ts';
import { streetsNamed } from './street-names.ts';

export interface DirectMatchRequest {
  /** In any form that people write: `1012JS`, `1012 js`, `B-1000`, `L-1466`. */
  readonly postcode: string;
  /** The number; letter, range or box may follow it: `12`, `12A`, `12-14`, `12 bus 3`. */
  readonly housenumber: string | number;
  /** Letter and addition or box, letter first: `A`, `bis`, `A-2`. */
  readonly housenumberaddition?: string | undefined;
  /** In any of the street's languages; case and diacritics do not count. */
  readonly street?: string | undefined;
}

/**
 * The addresses with this postcode and house number.
 *
 * Without an addition every address with the number, whatever letter or addition, the bare number first. With one, those
 * whose letter and addition are the same but for case, spaces and hyphens, the exact spelling first. A house-number range
 * that the number lies in comes after exact ones, and of equally good ones those that are only proposed come last. An
 * empty list when there is none, also for text that is no postcode.
 *
 * O(streets of the postcode · log addresses of a street); a few microseconds.
 */
export function directMatch<C extends Country>(index: CountryIndex, request: DirectMatchRequest): AddressOf[C][] {
  const code = parsePostcode(index.country, request.postcode);
  const postcode = code === undefined ? -1 : index.postcodes.positionOf(code);
  if (postcode <= 0) return [];

  const typed = readHouseNumber(index.country, `${request.housenumber} ${request.housenumberaddition ?? ''}`);
  const named = request.street?.trim() ? streetsNamed(index, request.street) : undefined;
  const matches = index.postcodes.streetsOf(postcode).flatMap(({ street }) => {
    if (named !== undefined && !named.has(street)) return [];
    return matchHouses(index, ...index.streets.addressesOf(street), postcode, typed);
  });
  // Of all streets together, so that a range in the first does not come before the very number in the second.
  const { addresses } = index;
  matches.sort(
    (a, b) => a.tier - b.tier || Number(addresses.isProposed(a.address)) - Number(addresses.isProposed(b.address)),
  );
  return matches.map(({ address }) => makeDocument<C>(index, address));
}
