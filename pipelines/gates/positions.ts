import { isInBox } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { visitPositions } from '../../src/store/address-table.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { writeOut } from '../diff/changed-addresses.ts';
import { type Candidate, type Finding, MAX_EXAMPLES, MIN_LOST, MIN_RECORDS, n, percent } from './gate.ts';

/** Faults of the positions of an index that can be detected without another source. */
export interface PositionFaults {
  readonly positions: number;
  /** Addresses outside the bounding box of the country: swapped or mistyped coordinates, another grid. */
  readonly outside: readonly number[];
  /** Addresses far from the others of their municipality, or of a municipality that is far from the others of its province. */
  readonly misplaced: readonly number[];
}

/** Nearer than this nothing is misplaced: the larger municipalities measure 20 to 60 km across. */
const MIN_FAR_METRES = 10_000;
/** How many times farther than most of the municipality: an island or an exclave is three or four times as far. */
const FAR_FACTOR = 6;
/** The same for the middles of the municipalities of a province. */
const MIN_PROVINCE_FAR_METRES = 80_000;
const PROVINCE_FAR_FACTOR = 4;

const known = new WeakMap<CountryIndex, PositionFaults>();

/** As `findPositionFaults`, once for each index: two gates and the picture of the report ask. */
export function positionFaultsOf(index: CountryIndex): PositionFaults {
  const faults = known.get(index) ?? findPositionFaults(index);
  known.set(index, faults);
  return faults;
}

/**
 * Looks for positions that cannot be right. The middle of a municipality is the median of its addresses, and the usual
 * distance is that of three quarters of them, so that less than a quarter of misplaced addresses does not change the
 * measure. Time: about 0.1 µs an address.
 */
export function findPositionFaults(index: CountryIndex): PositionFaults {
  const { addresses, areas, country } = index;
  const outside: number[] = [];
  const misplaced: number[] = [];
  let positions = 0;
  const middles: (LocalMetric | undefined)[] = [];
  areas.all('municipality').forEach((_, municipality) => {
    const [from, to] = index.addressesUnder('municipality', municipality);
    const inside = new Uint32Array(to - from);
    const [lat, lon] = [new Int32Array(to - from), new Int32Array(to - from)];
    let count = 0;
    visitPositions(addresses, from, to, (address, latE7, lonE7) => {
      positions++;
      if (!isInBox(country, latE7 / 1e7, lonE7 / 1e7)) {
        outside.push(address);
        return;
      }
      inside[count] = address;
      lat[count] = latE7;
      lon[count++] = lonE7;
    });
    const middle = middleOf(lat.subarray(0, count), lon.subarray(0, count));
    middles.push(middle);
    if (middle === undefined) return;
    const distances = new Float64Array(count);
    for (let i = 0; i < count; i++) distances[i] = Math.sqrt(middle.squaredMetresTo(lat[i]!, lon[i]!));
    const far = Math.max(MIN_FAR_METRES, FAR_FACTOR * quantile(distances, 0.75));
    for (let i = 0; i < count; i++) if (distances[i]! > far) misplaced.push(inside[i]!);
  });
  for (const municipality of farMunicipalities(index, middles)) {
    const [from, to] = index.addressesUnder('municipality', municipality);
    for (let address = from; address < to; address++) if (addresses.hasPosition(address)) misplaced.push(address);
  }
  return { positions, outside, misplaced };
}

function farMunicipalities({ areas }: CountryIndex, middles: readonly (LocalMetric | undefined)[]): number[] {
  return areas.all('province').flatMap((_, province) => {
    const [from, to] = areas.childrenOf('province', province);
    const members = Array.from({ length: to - from }, (__, i) => from + i).filter(
      (each) => middles[each] !== undefined,
    );
    // Three are too few to tell which of them is out of place.
    if (members.length < 4) return [];
    const centre = middleOf(
      Int32Array.from(members, (each) => middles[each]!.latE7),
      Int32Array.from(members, (each) => middles[each]!.lonE7),
    )!;
    const distances = Float64Array.from(members, (each) =>
      Math.sqrt(centre.squaredMetresTo(middles[each]!.latE7, middles[each]!.lonE7)),
    );
    const far = Math.max(MIN_PROVINCE_FAR_METRES, PROVINCE_FAR_FACTOR * quantile(distances, 0.75));
    return members.filter((_each, i) => distances[i]! > far);
  });
}

/** The medians of both coordinates; `undefined` without any. */
function middleOf(latE7: Int32Array, lonE7: Int32Array): LocalMetric | undefined {
  if (latE7.length === 0) return undefined;
  return new LocalMetric(quantile(latE7, 0.5) / 1e7, quantile(lonE7, 0.5) / 1e7);
}

/**
 * The value that this share of the values does not exceed. O(values) on average: quickselect. (Hoare, "Algorithm 65: find",
 * CACM 1961.)
 */
export function quantile(values: Int32Array | Float64Array, share: number): number {
  const rest = values.slice();
  const rank = Math.floor((rest.length - 1) * share);
  let left = 0;
  let right = rest.length - 1;
  while (left < right) {
    const pivot = rest[(left + right) >>> 1]!;
    let i = left;
    let j = right;
    // What is less than the pivot comes before what is greater; the scans stop at what equals it, so that many equal values
    // are halved, too.
    while (i <= j) {
      while (rest[i]! < pivot) i++;
      while (rest[j]! > pivot) j--;
      if (i > j) break;
      const value = rest[i]!;
      rest[i++] = rest[j]!;
      rest[j--] = value;
    }
    // Up to j no value is greater than the pivot, from i on none is less; between them it is the pivot.
    if (rank <= j) right = j;
    else if (rank >= i) left = i;
    else return pivot;
  }
  return rest[rank]!;
}

/** An address with its position, for a message. */
export function describeAddress(index: CountryIndex, address: number): string {
  const { street, number, place, latitude, longitude } = writeOut(index, address);
  const position =
    latitude === undefined || longitude === undefined ? '' : ` at ${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return `${street} ${number}, ${place}${position}`;
}

export function outsideCountry({ index }: Candidate): Finding | undefined {
  const { outside, positions } = positionFaultsOf(index);
  if (positions === 0) return undefined;
  return {
    figure: outside.length,
    explanation: `Outside the bounding box of the country, of ${n(positions)} positions.`,
    examples: outside.slice(0, MAX_EXAMPLES).map((address) => describeAddress(index, address)),
  };
}

export function misplaced({ index }: Candidate): Finding | undefined {
  const { misplaced: far, positions } = positionFaultsOf(index);
  if (positions < MIN_RECORDS) return undefined;
  return {
    figure: far.length < MIN_LOST ? 0 : percent(far.length, positions),
    explanation: `${n(far.length)} addresses are far from the others of their municipality, or their municipality from the others of its province.`,
    examples: spread(far, MAX_EXAMPLES).map((address) => describeAddress(index, address)),
  };
}

/** Compares degrees and metres, since BeST gives both for each position. */
export function otherThanOwnDegrees({ report }: Candidate): Finding | undefined {
  if (report.degrees === undefined) return undefined;
  const { compared, beyond } = report.degrees;
  return {
    figure: percent(beyond, compared),
    explanation: `${n(beyond)} of ${n(compared)} positions are not where the register's own degrees are.`,
    examples: report.warnings
      .filter((warning) => warning.includes('from the degrees that the file'))
      .slice(0, MAX_EXAMPLES),
  };
}

/** Some of a list, evenly spread, so that not all are of one street. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
