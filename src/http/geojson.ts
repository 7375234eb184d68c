import type { Geocoded } from '../lookup/geocode.ts';
import type { Address } from '../model/address.ts';
import type { Page } from '../model/suggestion.ts';
import { weightsOf } from './answer-text.ts';

/** Answers as GeoJSON (RFC 7946), for clients that ask for it. */

export const GEO_JSON_TYPE = 'application/geo+json';

/** Whether a client that sends this `Accept` would rather have GeoJSON than JSON; who names neither has JSON. */
export function prefersGeoJson(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(GEO_JSON_TYPE)) return false;
  const weights = weightsOf(accept);
  const weight = weights.get(GEO_JSON_TYPE) ?? 0;
  return weight > 0 && weight >= (weights.get('application/json') ?? 0);
}

export interface FeatureCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly Feature[];
}

interface Feature {
  readonly type: 'Feature';
  /** `null` without a position. */
  readonly geometry: {
    readonly type: 'Point';
    readonly coordinates: readonly [longitude: number, latitude: number];
  } | null;
  readonly properties: object;
}

/** The addresses of a page, or the only one; what the page says of itself stands beside them. */
export function featuresOfPage(found: Page<Address> | Address): FeatureCollection & Partial<Page<Address>> {
  if (!('results' in found)) return { type: 'FeatureCollection', features: [featureOf(found)] };
  const { results, pagination } = found;
  return { type: 'FeatureCollection', features: results.map(featureOf), pagination };
}

/** The addresses found; or the street or the place, with its parts. What the answer says beside them stands beside them here, too. */
export function featuresOfGeocoded({ addresses, parts, position, ...said }: Geocoded): FeatureCollection {
  const point = position && pointAt([position.latitude, position.longitude]);
  const features =
    addresses.length > 0
      ? (addresses as readonly Address[]).map(featureOf)
      : point
        ? [{ type: 'Feature', geometry: point, properties: parts } as const]
        : [];
  return { type: 'FeatureCollection', features, ...said };
}

function featureOf({ location, ...properties }: Address): Feature {
  return { type: 'Feature', geometry: location && pointAt(location.wgs84), properties };
}

function pointAt([latitude, longitude]: readonly [number, number]): NonNullable<Feature['geometry']> {
  return { type: 'Point', coordinates: [longitude, latitude] };
}
