import type { AddressOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { checkDocumentOptions, checkRequest } from './arguments.ts';
import { checkCoordinates, checkMetres, type Position } from './coordinates.ts';
import { type DocumentOptions, makeDocuments } from './documents.ts';

export interface NearestRequest extends DocumentOptions, Position {
  /** Maximum distance in metres, above 0 and at most 100,000; default 500. */
  readonly within?: number | undefined;
}

/** The address nearest to a position. */
export interface NearestOf<C extends Country> {
  /** Metres, geodesic on the WGS84 ellipsoid, to the millimetre. */
  readonly distance: number;
  /** All addresses at that point, in natural order, at most 100. */
  readonly addresses: readonly AddressOf[C][];
}

const DEFAULT_WITHIN_METRES = 500;
export const MAX_WITHIN_METRES = 100_000;
/** Enough for a tower of flats. */
const MAX_ADDRESS_COUNT = 100;

/**
 * The address nearest to a position, or all of them if several are at the same point; `null` if there is none within the
 * distance. O(log addresses) for a position between addresses.
 *
 * @throws AddressLookupError `invalid-argument`, `invalid-coordinate`, `invalid-radius`
 *
 * @internal
 */
export function nearest<C extends Country>(index: CountryIndex, request: NearestRequest): NearestOf<C> | null {
  checkRequest('nearest', request);
  checkDocumentOptions('nearest', request);
  const { latitude, longitude, within = DEFAULT_WITHIN_METRES } = request;
  checkCoordinates(index.country, { latitude, longitude });
  checkMetres('within', within, MAX_WITHIN_METRES);
  const found = index.points.nearest(latitude, longitude, within * within, MAX_ADDRESS_COUNT);
  if (found === undefined) return null;
  return {
    distance: toMillimetre(Math.sqrt(found.squaredMetres)),
    addresses: makeDocuments<C>(index, found.addresses, request),
  };
}

/** Rounds to millimetres: further digits differ between releases of V8. */
export function toMillimetre(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}
