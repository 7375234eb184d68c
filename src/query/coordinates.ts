import { AddressLookupError } from '../errors.ts';
import { type Country, isInBox } from '../model/country.ts';
import { shown } from './arguments.ts';

/** A WGS84 position in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Refuses values that are not numbers or out of range, and pairs that lie in this country only when swapped, which is the
 * most common mistake with coordinates.
 *
 * @param what the parameter to name in the message, if it is not the operation's own: `near`, `within`
 * @throws AddressLookupError `invalid-coordinate`
 */
export function checkCoordinates(country: Country, position: Position, what?: 'near' | 'within'): void {
  const { latitude, longitude } = position ?? {};
  if (!isInRange(latitude, longitude)) throw invalidCoordinate(position, what);
  const looksReversed = isInBox(country, longitude, latitude) && !isInBox(country, latitude, longitude);
  if (looksReversed) throw invalidCoordinate(position, what, true);
}

/**
 * Refuses values that are not numbers of degrees; for operations that swap a reversed pair themselves.
 *
 * @throws AddressLookupError `invalid-coordinate`
 */
export function checkDegrees(position: Position): void {
  if (!isInRange(position.latitude, position.longitude)) throw invalidCoordinate(position);
}

/** @throws AddressLookupError `invalid-radius` for anything but a number of metres above 0, at most `max` */
export function checkMetres(name: 'within' | 'radius', metres: unknown, max: number): void {
  if (typeof metres === 'number' && metres > 0 && metres <= max) return;
  throw new AddressLookupError(
    'invalid-radius',
    `Got ${name} ${shown(metres)}; allowed is a number of metres above 0, at most ${max.toLocaleString('en')}.`,
    { got: metres, allowed: [0, max] },
  );
}

function isInRange(latitude: unknown, longitude: unknown): boolean {
  return (
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  );
}

function invalidCoordinate(
  position: Position | undefined,
  what?: 'near' | 'within',
  looksReversed: boolean = false,
): AddressLookupError {
  const { latitude, longitude } = position ?? {};
  return new AddressLookupError(
    'invalid-coordinate',
    `Got ${what === undefined ? '' : `${what} `}latitude ${shown(latitude)} and longitude ${shown(longitude)}; allowed are numbers of degrees, -90 to 90 and -180 to 180.` +
      (looksReversed ? ' The two look reversed: latitude comes first.' : ''),
    { got: { latitude, longitude }, allowed: { latitude: [-90, 90], longitude: [-180, 180] }, looksReversed },
  );
}
