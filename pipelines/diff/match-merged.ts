import { LocalMetric } from '../../src/model/local-metric.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { writtenInStreet, writtenNames, writtenNumber } from './written.ts';

/*
 * A municipality that is merged into another one may come back with another identifier of everything: of streets, places and addresses. Its
 * addresses are recognised by what a merger leaves as it is. Streets are renamed at the same time where two of the municipalities have one of the
 * same name, so the second way asks for the position alone.
 */

/** How far apart the positions of one house may be in two deliveries: they are rounded. */
const SAME_POSITION_METRES = 1;
/** Cells of 1.1 m by at least 0.6 m, of which the one of a position and those around it are looked into. */
const CELL_E7 = 100;

/**
 * Links addresses of municipalities that are no more with the addresses that they have become: of the same street name, number, postcode, and then
 * of the same number at the same position. The nearest comes first where several are written the same.
 *
 * @param leftOld addresses of the old release without a partner; `leftNew` those of the new one
 * @returns the linked addresses of the new release. Time and memory: some µs and 200 bytes for each address of a merged municipality
 */
export function matchMerged(
  before: CountryIndex,
  after: CountryIndex,
  leftOld: Uint32Array,
  leftNew: Uint32Array,
  link: (old: number, address: number) => void,
): number[] {
  const isGone = before.areas.all('municipality').map(({ id }) => after.areas.withId('municipality', id) === -1);
  const municipalityOf = (old: number): number =>
    before.areas.at('place', before.streets.placeOf(before.streets.streetOf(old))).parent;
  let olds = isGone.includes(true) ? [...leftOld].filter((old) => isGone[municipalityOf(old)]) : [];
  const free = new Set(leftNew);
  const linked: number[] = [];
  for (const keysOf of [writtenAs, placedAs]) {
    if (olds.length === 0 || free.size === 0) break;
    const byKey = new Map<string, number[]>();
    for (const address of free) {
      const [own] = keysOf(after, address);
      if (own === undefined) continue;
      const others = byKey.get(own);
      if (others === undefined) byKey.set(own, [address]);
      else others.push(address);
    }
    const limit = keysOf === placedAs ? SAME_POSITION_METRES : Number.POSITIVE_INFINITY;
    olds = olds.filter((old) => {
      const candidates = keysOf(before, old).flatMap((key) => byKey.get(key) ?? []);
      const address = nearest(
        before,
        old,
        after,
        candidates.filter((each) => free.has(each)),
        limit,
      );
      if (address === undefined) return true;
      free.delete(address);
      link(old, address);
      linked.push(address);
      return false;
    });
  }
  return linked;
}

/** What an address is written as, without what a merger changes. */
function writtenAs(index: CountryIndex, address: number): string[] {
  const { streets } = index;
  return [`${writtenInStreet(index, address)}|${writtenNames(streets.namesOf(streets.streetOf(address)))}`];
}

/** Its number and the cell of its position, followed by those around that; nothing for an address without a position. */
function placedAs(index: CountryIndex, address: number): string[] {
  const { addresses } = index;
  if (!addresses.hasPosition(address)) return [];
  const number = writtenNumber(index, address);
  const [row, column] = [addresses.latE7Of(address), addresses.lonE7Of(address)].map((e7) =>
    Math.floor(e7 / CELL_E7),
  ) as [number, number];
  return AROUND.map(([north, east]) => `${number}|${row + north}|${column + east}`);
}

const AROUND: readonly (readonly [number, number])[] = [0, -1, 1].flatMap((north) =>
  [0, -1, 1].map((east) => [north, east] as const),
);

/** The candidate nearest to an old address, within a limit; the first one where there are no positions to tell. */
function nearest(
  before: CountryIndex,
  old: number,
  { addresses }: CountryIndex,
  candidates: readonly number[],
  limitMetres: number,
): number | undefined {
  if (!before.addresses.hasPosition(old)) return candidates[0];
  const metric = new LocalMetric(before.addresses.latE7Of(old) / 1e7, before.addresses.lonE7Of(old) / 1e7);
  const distances = candidates.map((address) =>
    addresses.hasPosition(address)
      ? Math.sqrt(metric.squaredMetresTo(addresses.latE7Of(address), addresses.lonE7Of(address)))
      : Number.POSITIVE_INFINITY,
  );
  const least = Math.min(...distances);
  return least <= limitMetres ? candidates[distances.indexOf(least)] : undefined;
}
