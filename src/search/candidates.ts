import { LocalMetric } from '../model/local-metric.ts';
import type { AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NamedFeature } from '../store/name-trie.ts';
import { centreOf } from './areas.ts';
import { costOf, NAME_MATCH, type Penalties } from './cost.ts';
import type { Candidate } from './ranking.ts';
import type { StreetMatch } from './streets.ts';

/** Minimum addresses of a city. */
const MIN_CITY_ADDRESSES = 10_000;

/** Whether an area has as many addresses as a city. */
export function isLarge(index: CountryIndex, { kind, ordinal }: Pick<NamedFeature, 'kind' | 'ordinal'>): boolean {
  return sizeOf(index, kind, ordinal) >= MIN_CITY_ADDRESSES;
}

/**
 * A feature found only by its name; without a language, by an alias. The beginning of what everybody calls a city is as good as that of its
 * own name: `den ha` is rather Den Haag than the two villages called Den Ham.
 */
export function namedCandidate(index: CountryIndex, feature: NamedFeature, penalties: Penalties): Candidate {
  let aliases = Math.max(penalties.aliases, Number(feature.language === undefined));
  if (aliases > 0 && penalties.nameMatch === NAME_MATCH.beginning && isCityWithAlias(index, feature)) aliases--;
  return candidateOf(index, feature, costOf({ ...penalties, aliases }));
}

/** Whether an area is a town with another name, and not only a municipality that has the name of a former one. */
function isCityWithAlias(index: CountryIndex, feature: NamedFeature): boolean {
  const { kind, ordinal } = feature;
  if (kind !== 'municipality' || !isLarge(index, feature)) return false;
  const centre = centreOf(index, ordinal);
  return centre !== undefined && (index.areas.at('place', centre).aliases ?? []).length > 0;
}

/** As `namedCandidate`, with a cost that many candidates share. */
export function candidateOf(index: CountryIndex, { kind, ordinal, language }: NamedFeature, cost: number): Candidate {
  const size = sizeOf(index, kind, ordinal);
  const placeSize = kind === 'street' ? placeSizeOf(index, ordinal) : size;
  return { kind, ordinal, language, cost, isProposed: false, isGroup: false, placeSize, size };
}

function sizeOf(index: CountryIndex, kind: NamedFeature['kind'], ordinal: number): number {
  if (kind === 'street') return index.streets.countAddresses(ordinal);
  return kind === 'streetGroup' ? index.names.countAddresses(ordinal) : index.countAddressesUnder(kind, ordinal);
}

export function streetCandidate(index: CountryIndex, { street, language, cost }: StreetMatch): Candidate {
  return candidateOf(index, { kind: 'street', ordinal: street, language, isInner: false }, cost);
}

/** Addresses of the place that a street is in. */
export function placeSizeOf(index: CountryIndex, street: number): number {
  return index.placeSizeOf(index.streets.placeOf(street));
}

/** The street that a candidate is, or is in; `undefined` for areas and for names of several streets. O(log streets) at most. */
export function streetOfCandidate(index: CountryIndex, { kind, ordinal, street }: Candidate): number | undefined {
  if (kind === 'street') return ordinal;
  return kind === 'house' ? (street ?? index.streets.streetOf(ordinal)) : undefined;
}

/** A house of a street that matches, at its cost. @param size breaks ties */
export function houseCandidate(
  index: CountryIndex,
  address: number,
  { street, language, cost }: StreetMatch,
  placeSize: number,
  size: number = 0,
): Candidate {
  return {
    kind: 'house',
    ordinal: address,
    language,
    cost,
    isProposed: index.addresses.isProposed(address),
    isGroup: false,
    placeSize,
    size,
    street,
  };
}

/**
 * How far a candidate is, in square metres: a house; the middle address of a street or an area; the closest street of a name that several
 * places have. Infinity without a position.
 */
export function squaredDistance(
  index: CountryIndex,
  { kind, ordinal }: Pick<Candidate, 'kind' | 'ordinal'>,
  metric: LocalMetric,
): number {
  switch (kind) {
    case 'house':
      return squaredMetresTo(index, ordinal, metric);
    case 'street':
      return squaredMetresTo(index, middleOf(index.streets.addressesOf(ordinal)), metric);
    case 'streetGroup':
      return Math.min(
        ...index.names
          .streetsOf(ordinal)
          .map(({ street }) => squaredMetresTo(index, middleOf(index.streets.addressesOf(street)), metric)),
      );
    default:
      return squaredMetresTo(index, middleOf(index.addressesUnder(kind, ordinal)), metric);
  }
}

/** How far a candidate is from the middle address of an area, in square metres; infinity without a position. */
export function squaredDistanceFrom(
  index: CountryIndex,
  { kind, ordinal }: { readonly kind: AreaKind; readonly ordinal: number },
  candidate: Candidate,
): number {
  const { addresses } = index;
  const middle = middleOf(index.addressesUnder(kind, ordinal));
  if (middle === undefined || !addresses.hasPosition(middle)) return Number.POSITIVE_INFINITY;
  const metric = new LocalMetric(addresses.latE7Of(middle) / 1e7, addresses.lonE7Of(middle) / 1e7);
  return squaredDistance(index, candidate, metric);
}

/** The address in the middle of a range, which are in the order of streets and numbers; `undefined` if it is empty. */
export function middleOf([from, to]: readonly [number, number]): number | undefined {
  return from === to ? undefined : (from + to) >>> 1;
}

function squaredMetresTo({ addresses }: CountryIndex, address: number | undefined, metric: LocalMetric): number {
  return address !== undefined && addresses.hasPosition(address)
    ? metric.squaredMetresTo(addresses.latE7Of(address), addresses.lonE7Of(address))
    : Number.POSITIVE_INFINITY;
}
