import type { LocalMetric } from '../model/local-metric.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { Candidate } from './ranking.ts';

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

/** The address in the middle of a range, which are in the order of streets and numbers; `undefined` if it is empty. */
export function middleOf([from, to]: readonly [number, number]): number | undefined {
  return from === to ? undefined : (from + to) >>> 1;
}

function squaredMetresTo({ addresses }: CountryIndex, address: number | undefined, metric: LocalMetric): number {
  return address !== undefined && addresses.hasPosition(address)
    ? metric.squaredMetresTo(addresses.latE7Of(address), addresses.lonE7Of(address))
    : Number.POSITIVE_INFINITY;
}
