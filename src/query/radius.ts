import type { AddressOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import type { Page } from '../model/suggestion.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { checkDocumentOptions, checkRequest } from './arguments.ts';
import { checkCoordinates, checkMetres, type Position } from './coordinates.ts';
import { type DocumentOptions, makeDocuments } from './documents.ts';
import { pageOf, readPageRequest } from './paging.ts';

export interface RadiusRequest extends DocumentOptions, Position {
  /** Metres, above 0 and at most 500; 5 unless given. */
  readonly radius?: number | undefined;
  /** From 1, which is the default. */
  readonly page?: number | undefined;
  /** 0 to 1,000; 20 unless given. */
  readonly perPage?: number | undefined;
}

export const DEFAULT_RADIUS_METRES = 5;
export const MAX_RADIUS_METRES = 500;
const DEFAULT_PER_PAGE = 20;

/**
 * The addresses within a radius around a point, nearest first, equally near ones in natural order; the total is exact.
 * Distances are geodesic on the WGS84 ellipsoid, to 10⁻⁶. O(√addresses + addresses in the box around the circle).
 *
 * @throws AddressLookupError `invalid-argument`, `invalid-coordinate`, `invalid-radius`, `invalid-page`, `invalid-per-page`
 *
 * @internal
 */
export function radius<C extends Country>(index: CountryIndex, request: RadiusRequest): Page<AddressOf[C]> {
  checkRequest('radius', request);
  const { latitude, longitude, radius: metres = DEFAULT_RADIUS_METRES } = request;
  checkCoordinates(index.country, { latitude, longitude });
  checkMetres('radius', metres, MAX_RADIUS_METRES);
  checkDocumentOptions('radius', request);
  const pageRequest = readPageRequest(request.page, request.perPage, DEFAULT_PER_PAGE);

  const capacity = Math.min(pageRequest.page * pageRequest.perPage, index.addresses.length);
  const hits = index.points.within(latitude, longitude, metres, capacity);
  return pageOf(
    {
      total: hits.total,
      slice: (from, to) => (from === to ? [] : makeDocuments<C>(index, hits.take().slice(from, to), request)),
    },
    pageRequest,
  );
}
