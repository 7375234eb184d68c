import type KDBush from 'kdbush';
import { AddressLookupError } from '../errors.ts';
import type { AddressOf } from '../model/address.ts';
import { type Country, isInBox } from '../model/country.ts';
import type { Page } from '../model/suggestion.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { makeDocuments } from './documents.ts';
import { LocalMetric } from './local-metric.ts';
import { NearestHits } from './nearest-hits.ts';
import { pageOf, readPageRequest } from './paging.ts';

export interface RadiusRequest {
  /** WGS84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres, above 0 and at most 500; 5 unless given. */
  readonly radius?: number | undefined;
  /** From 1, which is the default. */
  readonly page?: number | undefined;
  /** 0 to 1,000; 20 unless given. */
  readonly perPage?: number | undefined;
}

const DEFAULT_RADIUS_METRES = 5;
const MAX_RADIUS_METRES = 500;
const DEFAULT_PER_PAGE = 20;

/**
 * The addresses within a radius around a point, nearest first, equally near ones in natural order; the total is exact.
 * Distances are geodesic on the WGS84 ellipsoid, to 10⁻⁶. O(√addresses + addresses in the box around the circle).
 *
 * @throws AddressLookupError `invalid-coordinate`, `invalid-radius`, `invalid-page`, `invalid-per-page`
 */
export function radius<C extends Country>(index: CountryIndex, request: RadiusRequest): Page<AddressOf[C]> {
  const { latitude, longitude, radius: metres = DEFAULT_RADIUS_METRES } = request;
  checkCoordinates(index.country, latitude, longitude);
  checkRadius(metres);
  const pageRequest = readPageRequest(request.page, request.perPage, DEFAULT_PER_PAGE);

  const hits = new NearestHits(Math.min(pageRequest.page * pageRequest.perPage, index.addresses.length));
  collectWithin(index.points, new LocalMetric(latitude, longitude), metres, hits);
  return pageOf(
    {
      total: hits.total,
      slice: (from, to) => (from === to ? [] : makeDocuments<C>(index, hits.take().slice(from, to))),
    },
    pageRequest,
  );
}

/**
 * Offers every point within the circle. The walk is kdbush's own range search, over its arrays, with the exact distance
 * as the only test of a point, so that no list of candidates is built: `LocalMetric.squaredMetresTo`, written out, since one
 * distance takes less time than a box test whose outcome nobody can foresee.
 */
function collectWithin(points: KDBush, metric: LocalMetric, radiusMetres: number, hits: NearestHits): void {
  const { ids, coords, nodeSize } = points;
  const { latE7, lonE7, metresPerLat, metresPerLon, metresPerLonChange } = metric;
  const { west, south, east, north } = metric.boxAround(radiusMetres);
  const largest = radiusMetres * radiusMetres;
  // Ranges of the tree still to be searched: [left, right] and whether they are split by longitude (0) or latitude (1).
  const stack = [0, ids.length - 1, 0];
  while (stack.length > 0) {
    const axis = stack.pop()!;
    const right = stack.pop()!;
    const left = stack.pop()!;
    // A leaf is looked through; of a node, the point in the middle, at which it is split.
    const isLeaf = right - left <= nodeSize;
    const middle = (left + right) >> 1;
    const end = isLeaf ? right : middle;
    for (let i = isLeaf ? left : middle; i <= end; i++) {
      const dLat = coords[2 * i + 1]! - latE7;
      const y = dLat * metresPerLat;
      const x = (coords[2 * i]! - lonE7) * (metresPerLon + dLat * metresPerLonChange);
      const squaredMetres = x * x + y * y;
      if (squaredMetres <= largest) hits.offer(squaredMetres, ids[i]!);
    }
    if (isLeaf) continue;
    const split = coords[2 * middle + axis]!;
    const hasLeft = (axis === 0 ? west : south) <= split;
    const hasRight = (axis === 0 ? east : north) >= split;
    // The side that the point lies on is taken from the stack first: once the nearest are kept, the others cost one comparison.
    const isRightFirst = (axis === 0 ? lonE7 : latE7) >= split;
    if (hasRight && !isRightFirst) stack.push(middle + 1, right, 1 - axis);
    if (hasLeft) stack.push(left, middle - 1, 1 - axis);
    if (hasRight && isRightFirst) stack.push(middle + 1, right, 1 - axis);
  }
}

/** Out of range, or such a pair as only makes sense in this country the other way round: the most common mistake with coordinates. */
function checkCoordinates(country: Country, latitude: number, longitude: number): void {
  const isInRange = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const looksReversed = isInBox(country, longitude, latitude) && !isInBox(country, latitude, longitude);
  if (isInRange && !looksReversed) return;
  throw new AddressLookupError(
    'invalid-coordinate',
    `Got latitude ${latitude} and longitude ${longitude}; allowed are numbers of degrees, -90 to 90 and -180 to 180.` +
      (looksReversed ? ' The two look reversed: latitude comes first.' : ''),
    { got: { latitude, longitude }, allowed: { latitude: [-90, 90], longitude: [-180, 180] }, looksReversed },
  );
}

function checkRadius(metres: number): void {
  if (metres > 0 && metres <= MAX_RADIUS_METRES) return;
  throw new AddressLookupError(
    'invalid-radius',
    `Got radius ${metres}; allowed is a number of metres above 0, at most ${MAX_RADIUS_METRES}.`,
    { got: metres, allowed: [0, MAX_RADIUS_METRES] },
  );
}
