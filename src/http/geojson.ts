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

/** The addresses of a page, or the only one; what the page says of itself stands beside them. */
export function featuresOfPage(found: Page<Address> | Address): object {
  const { results = [found as Address], pagination } = found as Partial<Page<Address>>;
  return { type: 'FeatureCollection', features: results.map(featureOf), pagination };
}

/** The addresses found; or the street or the place, with its parts. What the answer says beside them stands beside them here, too. */
export function featuresOfGeocoded({ addresses, parts, position, ...said }: Geocoded): object {
  const found = (addresses as readonly Address[]).map(featureOf);
  const place = position && featureAt([position.latitude, position.longitude], parts);
  return { type: 'FeatureCollection', features: found.length === 0 && place ? [place] : found, ...said };
}

function featureOf({ location, ...properties }: Address): object {
  return featureAt(location?.wgs84, properties);
}

/** @param wgs84 latitude and longitude, if there is a position */
function featureAt(wgs84: readonly [number, number] | undefined, properties: object | undefined): object {
  const geometry = wgs84 === undefined ? null : { type: 'Point', coordinates: [wgs84[1], wgs84[0]] };
  return { type: 'Feature', geometry, properties };
}
