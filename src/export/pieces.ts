import { type AddressRange, everything, type Part, rangesWithin, unitedRanges } from '../query/within.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { RowKind } from './columns.ts';

/**
 * Some rows that belong together and are written together: those of whole places, or of a part of one that is large. They are the addresses
 * of some ranges, or their streets or places.
 */
export interface Piece {
  /** Position among the indexes that are exported. */
  readonly index: number;
  readonly ranges: readonly AddressRange[];
  /** How many addresses these are. */
  readonly addresses: number;
}

/** A street and those of its addresses that are exported. */
export interface StreetRun {
  readonly street: number;
  readonly ranges: readonly AddressRange[];
}

/** A piece ends with the place that fills it so far … */
const MIN_ROWS = 8_000;
/** … or where it is full. */
const MAX_ROWS = 16_000;

/**
 * Cuts what is exported of some indexes into pieces, in index order. O(streets).
 *
 * @param within everything unless given
 * @throws AddressLookupError `invalid-argument` for a part of a country that there is not
 */
export function piecesOf(indexes: readonly CountryIndex[], kind: RowKind, within?: readonly Part[]): Piece[] {
  const ranges = within === undefined ? undefined : rangesWithin(indexes, within);
  return indexes.flatMap((index, position) =>
    cut(index, kind, ranges?.get(index) ?? everything(index)).map((own) => ({
      index: position,
      ranges: own,
      addresses: countOf(own),
    })),
  );
}

function cut(index: CountryIndex, kind: RowKind, ranges: readonly AddressRange[]): AddressRange[][] {
  const pieces: AddressRange[][] = [];
  let piece: AddressRange[] = [];
  let rows = 0;
  const end = (): void => {
    if (rows > 0) pieces.push(unitedRanges(piece));
    [piece, rows] = [[], 0];
  };
  for (const streets of placesOf(index, ranges)) {
    if (rows >= MIN_ROWS) end();
    for (const run of streets) {
      for (const [from, to] of run.ranges) {
        for (let at = from; at < to; ) {
          if (kind === 'addresses' && rows === MAX_ROWS) end();
          const next = kind === 'addresses' ? Math.min(to, at + MAX_ROWS - rows) : to;
          piece.push([at, next]);
          if (kind === 'addresses') rows += next - at;
          at = next;
        }
      }
    }
    if (kind !== 'addresses') rows += kind === 'streets' ? streets.length : 1;
  }
  end();
  return pieces;
}

/** The streets of each place that addresses of some ranges lie in, in index order. */
export function* placesOf(index: CountryIndex, ranges: readonly AddressRange[]): Generator<StreetRun[], void> {
  let place = -1;
  let streets: { street: number; ranges: AddressRange[] }[] = [];
  for (const [from, to] of ranges) {
    for (let at = from, street = index.streets.streetOf(from); at < to; street++) {
      const end = Math.min(to, index.streets.addressesOf(street)[1]);
      const own = index.streets.placeOf(street);
      if (own !== place) {
        if (streets.length > 0) yield streets;
        [place, streets] = [own, []];
      }
      const last = streets.at(-1);
      if (last?.street === street) last.ranges.push([at, end]);
      else streets.push({ street, ranges: [[at, end]] });
      at = end;
    }
  }
  if (streets.length > 0) yield streets;
}

export function countOf(ranges: readonly AddressRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}
