import { ADDRESS_FIELDS, type AddressFields } from '../batch/match.ts';
import { type Geocoded, geocode, type OpenCountries } from '../lookup/geocode.ts';
import { HttpProblem } from './problems.ts';

/** How numbers are written in a URL: in decimal digits. A validator alone would also accept `0x10`, `1e3` and surrounding blanks. */
export const DECIMAL: RegExp = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** A whole number from 0. */
export const WHOLE: RegExp = /^\d+$/;

export const MAX_INT32: number = 2 ** 31 - 1;

/** The parameters of `/v1/geocode`; missing ones are absent or empty. */
export interface GeocodeQuery extends AddressFields {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  /** Metres, for a position. */
  readonly within?: number | undefined;
  readonly identifiers?: boolean | undefined;
}

/**
 * Answers `/v1/geocode`, in the service and in the handlers for other servers: an address or a position, never both. A country alone is
 * not an address.
 *
 * @throws HttpProblem `address-or-position-required`
 * @throws AddressLookupError `invalid-coordinate`, `invalid-radius`
 */
export function answerGeocode(
  lookup: OpenCountries,
  { latitude, longitude, within, identifiers, ...query }: GeocodeQuery,
): Geocoded {
  const fields: AddressFields = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, query[name] || undefined]));
  const hasFields = ADDRESS_FIELDS.some((name) => name !== 'country' && fields[name] !== undefined);
  const hasPosition = latitude !== undefined && longitude !== undefined;
  if (hasFields === hasPosition || (latitude === undefined) !== (longitude === undefined)) {
    const got = hasFields ? 'both an address and a position' : 'neither an address nor a whole position';
    throw new HttpProblem(
      'address-or-position-required',
      `Got ${got}; allowed is text, any of ${ADDRESS_FIELDS.slice(1).join(', ')}, or latitude and longitude.`,
    );
  }
  return geocode(lookup, hasPosition ? { latitude, longitude } : fields, { radius: within, identifiers });
}
