import { type Country, isInBox } from '../model/country.ts';
import { LocalMetric } from '../query/local-metric.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { type Match, NO_MATCH } from './match.ts';

/** Metres, unless an option says otherwise. */
export const DEFAULT_REVERSE_RADIUS = 100;

/** Addresses at one point, of which only what they have in common is shown. */
const LARGEST_ADDRESS_COUNT = 100;
/** Squared metres within which two addresses are at the same point. */
const SAME_POINT = 0.01 ** 2;

/**
 * The address nearest to a WGS84 position within a radius; all of them where several are at the same point. A position whose
 * latitude and longitude only make sense the other way round is turned, and the fault says so.
 *
 * O(log addresses) for a position between addresses.
 */
export function matchPosition(
  indexes: readonly CountryIndex[],
  latitude: number,
  longitude: number,
  radiusMetres: number = DEFAULT_REVERSE_RADIUS,
): Match {
  if (!(Math.abs(latitude) <= 180) || !(Math.abs(longitude) <= 180))
    return { ...NO_MATCH, faults: ['not-a-coordinate'] };
  const isSwapped = !isInSome(indexes, latitude, longitude) && isInSome(indexes, longitude, latitude);
  const [lat, lon] = isSwapped ? [longitude, latitude] : [latitude, longitude];
  if (Math.abs(lat) > 90) return { ...NO_MATCH, faults: ['not-a-coordinate'] };
  let best: { country: Country; addresses: number[]; squaredMetres: number } | undefined;
  const metric = new LocalMetric(lat, lon);
  for (const index of indexes) {
    if (!isInBox(index.country, lat, lon)) continue;
    const limit = best?.squaredMetres ?? radiusMetres * radiusMetres;
    const found = nearest(index, metric, lat, lon, limit);
    if (found !== undefined && found.squaredMetres < limit + SAME_POINT) best = { country: index.country, ...found };
  }
  if (best === undefined) return { ...NO_MATCH, faults: isSwapped ? ['coordinates-swapped'] : [] };
  const isSeveral = best.addresses.length > 1;
  return {
    ...NO_MATCH,
    status: isSeveral ? 'several' : isSwapped ? 'corrected' : 'exact',
    score: 1,
    precision: isSeveral ? 'house' : 'address',
    country: best.country,
    addresses: best.addresses,
    faults: [...(isSwapped ? (['coordinates-swapped'] as const) : []), ...(isSeveral ? (['several'] as const) : [])],
    distance: Math.sqrt(best.squaredMetres),
  };
}

function isInSome(indexes: readonly CountryIndex[], latitude: number, longitude: number): boolean {
  return indexes.some(({ country }) => isInBox(country, latitude, longitude));
}

/**
 * Walks kdbush's own arrays, the nearer half first, with the distance to the best point so far as the bound: what lies
 * farther away than that on the other side of a split is not looked at.
 */
function nearest(
  { points, addresses }: CountryIndex,
  metric: LocalMetric,
  latitude: number,
  longitude: number,
  limit: number,
): { addresses: number[]; squaredMetres: number } | undefined {
  const { ids, coords, nodeSize } = points;
  const latE7 = latitude * 1e7;
  const lonE7 = longitude * 1e7;
  let best = limit;
  let found: number[] = [];
  const look = (i: number): void => {
    const squaredMetres = metric.squaredMetresTo(coords[2 * i + 1]!, coords[2 * i]!);
    if (squaredMetres > best + SAME_POINT) return;
    const address = ids[i]!;
    if (!addresses.hasPosition(address)) return;
    if (found.length > 0 && squaredMetres >= best - SAME_POINT) {
      if (found.length < LARGEST_ADDRESS_COUNT) found.push(address);
      return;
    }
    found = [address];
    best = squaredMetres;
  };
  const walk = (left: number, right: number, axis: 0 | 1): void => {
    if (right - left <= nodeSize) {
      for (let i = left; i <= right; i++) look(i);
      return;
    }
    const middle = (left + right) >> 1;
    look(middle);
    const split = coords[2 * middle + axis]!;
    const next = (1 - axis) as 0 | 1;
    const isBefore = axis === 0 ? lonE7 <= split : latE7 <= split;
    if (isBefore) walk(left, middle - 1, next);
    else walk(middle + 1, right, next);
    // The other half is at least as far away as the split, measured straight to it.
    const toSplit = axis === 0 ? metric.squaredMetresTo(latE7, split) : metric.squaredMetresTo(split, lonE7);
    if (toSplit * 0.999 > best + SAME_POINT) return;
    if (isBefore) walk(middle + 1, right, next);
    else walk(left, middle - 1, next);
  };
  walk(0, ids.length - 1, 0);
  if (found.length === 0 || best > limit) return undefined;
  return { addresses: found.sort((a, b) => a - b), squaredMetres: best };
}
