import type { AddressOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import { parsePostcode } from '../model/postcode.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { makeDocument, makeDocuments } from './documents.ts';
import { type HouseMatch, matchHouses, readHouseNumber } from './house-numbers.ts';
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

  const { housenumber, housenumberaddition: addition = '', street: name } = request;
  const typed = readHouseNumber(index.country, addition === '' ? String(housenumber) : `${housenumber} ${addition}`);
  const [from, to] = index.postcodes.entriesOf(postcode);
  const named = name?.trim()
    ? streetsNamed(index, name, index.postcodes.streetAt(from), index.postcodes.streetAt(to - 1) + 1)
    : undefined;
  const matches: HouseMatch[] = [];
  for (let entry = from; entry < to; entry++) {
    const street = index.postcodes.streetAt(entry);
    if (named === undefined || named.has(street)) matchHouses(index, street, postcode, typed, matches);
  }
  // Of all streets together, so that a range in the first does not come before the very number in the second.
  if (!areInOrder(matches)) matches.sort(byRank);
  if (matches.length === 1) return [makeDocument<C>(index, matches[0]!.address, matches[0]!.street)];
  return makeDocuments<C>(
    index,
    matches.map(({ address }) => address),
  );
}

function byRank(a: HouseMatch, b: HouseMatch): number {
  return a.rank - b.rank;
}

/** As they are for nearly all numbers of one street. */
function areInOrder(matches: readonly HouseMatch[]): boolean {
  for (let i = 1; i < matches.length; i++) if (matches[i]!.rank < matches[i - 1]!.rank) return false;
  return true;
}
