import { type Country, isInBox } from '../model/country.ts';
import { MAX_ANSWERS, type Match, NO_MATCH } from '../search/match.ts';
import type { CountryIndex } from '../store/country-index.ts';

/** Default radius in metres. */
export const DEFAULT_REVERSE_RADIUS = 100;

/**
 * The address nearest to a WGS84 position within a radius, or all of them if several are at the same point. A position that
 * makes sense only with latitude and longitude swapped is swapped, with a discrepancy.
 *
 * O(log addresses) for a position between addresses.
 */
export function matchPosition(
  indexes: readonly CountryIndex[],
  latitude: number,
  longitude: number,
  radiusMetres: number,
): Match {
  if (!(Math.abs(latitude) <= 180) || !(Math.abs(longitude) <= 180))
    return { ...NO_MATCH, discrepancies: ['not-a-coordinate'] };
  const isSwapped = !isInSome(indexes, latitude, longitude) && isInSome(indexes, longitude, latitude);
  const [lat, lon] = isSwapped ? [longitude, latitude] : [latitude, longitude];
  if (Math.abs(lat) > 90) return { ...NO_MATCH, discrepancies: ['not-a-coordinate'] };
  let best: { country: Country; addresses: readonly number[]; squaredMetres: number } | undefined;
  for (const index of indexes) {
    if (!isInBox(index.country, lat, lon)) continue;
    const limit = best?.squaredMetres ?? radiusMetres * radiusMetres;
    const found = index.points.nearest(lat, lon, limit, MAX_ANSWERS);
    if (found !== undefined) best = { country: index.country, ...found };
  }
  if (best === undefined) return { ...NO_MATCH, discrepancies: isSwapped ? ['coordinates-swapped'] : [] };
  const isSeveral = best.addresses.length > 1;
  return {
    ...NO_MATCH,
    status: isSeveral ? 'several' : isSwapped ? 'corrected' : 'exact',
    score: 1,
    precision: isSeveral ? 'house' : 'address',
    country: best.country,
    addresses: best.addresses,
    discrepancies: [
      ...(isSwapped ? (['coordinates-swapped'] as const) : []),
      ...(isSeveral ? (['several'] as const) : []),
    ],
    distance: Math.sqrt(best.squaredMetres),
  };
}

function isInSome(indexes: readonly CountryIndex[], latitude: number, longitude: number): boolean {
  return indexes.some(({ country }) => isInBox(country, latitude, longitude));
}
