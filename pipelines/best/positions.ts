import { NO_POSITION } from '../../src/model/address-columns.ts';
import { isInBox } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import type { DatumGrid } from '../projection/datum-grid.ts';
import { type BelgianConverter, type BelgianCrs, belgianConverter } from '../projection/lambert.ts';
import { toE7 } from '../projection/wgs84-converter.ts';

/** The result of reading the position of an address; all but `placed` leave it without one. */
export const POSITION_STATES = [
  'placed',
  'no-position',
  'outside-belgium',
  'position-unreadable',
  'crs-unknown',
] as const;
export const PLACED = 0;
const NONE = 1;
const OUTSIDE = 2;
const UNREADABLE = 3;
const CRS_UNKNOWN = 4;

/**
 * Reads positions in either grid. The result is in the fields until the next call, so that millions of calls make no
 * objects; the boxes of a house share its point, which is converted once.
 */
export class PositionReader {
  /** Index into `POSITION_STATES`. */
  state: number = NONE;
  latE7: number = NO_POSITION;
  lonE7: number = NO_POSITION;
  /** Lambert 72 in millimetres; 0 without a position. */
  xMm: number = 0;
  yMm: number = 0;
  readonly #converters: { readonly [crs in BelgianCrs]: BelgianConverter };
  #lastX: string = '';
  #lastY: string = '';
  #lastCrs: string = '';

  constructor(grid: DatumGrid | undefined) {
    this.#converters = {
      'EPSG:31370': belgianConverter('EPSG:31370', grid),
      'EPSG:3812': belgianConverter('EPSG:3812', grid),
    };
  }

  /** Reads metres as written. `0` and `0`, or nothing at all, mean that BeST does not know the position. */
  read(crs: string, x: string, y: string): void {
    if (x === this.#lastX && y === this.#lastY && crs === this.#lastCrs) return;
    this.#lastX = x;
    this.#lastY = y;
    this.#lastCrs = crs;
    this.#convert(crs, x, y);
  }

  #convert(crs: string, writtenX: string, writtenY: string): void {
    const x = Number(writtenX);
    const y = Number(writtenY);
    // In metres, before any conversion: in degrees (0, 0) is a field in northern France or a wood in Spain.
    if (x === 0 && y === 0) this.#without(NONE);
    else if (!Number.isFinite(x) || !Number.isFinite(y)) this.#without(UNREADABLE);
    else if (crs !== 'EPSG:31370' && crs !== 'EPSG:3812') this.#without(CRS_UNKNOWN);
    else this.#place(this.#converters[crs], x, y);
  }

  #place(converter: BelgianConverter, x: number, y: number): void {
    const degrees = converter.toWgs84(x, y);
    const [latitude, longitude] = degrees;
    // A point outside Belgium is a mistake of the register, not a place to go to.
    if (!isInBox('be', latitude, longitude)) {
      this.#without(OUTSIDE);
      return;
    }
    const [x72, y72] = converter.toLambert72(x, y, degrees);
    this.state = PLACED;
    this.latE7 = toE7(latitude);
    this.lonE7 = toE7(longitude);
    this.xMm = Math.round(x72 * 1000);
    this.yMm = Math.round(y72 * 1000);
  }

  #without(state: number): void {
    this.state = state;
    this.latE7 = NO_POSITION;
    this.lonE7 = NO_POSITION;
    this.xMm = 0;
    this.yMm = 0;
  }
}

/** How far our degrees are from the file's own, in metres: a check of the import, made on every row that has both. */
export interface DegreesComparison {
  compared: number;
  sum: number;
  max: number;
  /** Line of the row that is farthest off. */
  maxLine: number;
  /** Rows that are more than `TOLERANCE_METRES` off. */
  beyond: number;
}

/**
 * The file prints five decimals (up to 0.66 m of rounding) and seven parameters are up to 0.33 m off. Beyond that, the
 * row's metres and degrees are not the same place, or the conversion is wrong.
 */
const TOLERANCE_METRES = 1.5;

/**
 * Since June 2025 BOSA prints WGS84 at epoch 2025.0, this far to the north and east of ETRS89; before, and in
 * third-party copies, the degrees are those of ETRS89. A row is compared with whichever is nearer.
 */
const EPOCH_2025_NORTH_METRES = 0.645;
const EPOCH_2025_EAST_METRES = 0.61;

/** At 50.5° north; within 3 % anywhere in Belgium, which is a hand's breadth at the distances in question. */
const METRIC = new LocalMetric(50.5, 4.5);

export function newComparison(): DegreesComparison {
  return { compared: 0, sum: 0, max: 0, maxLine: 0, beyond: 0 };
}

/** Adds a row to the comparison, unless we computed no position for it or it states no degrees. */
export function compareDegrees(
  comparison: DegreesComparison,
  latE7: number,
  lonE7: number,
  writtenLatitude: string,
  writtenLongitude: string,
  line: number,
): void {
  if (latE7 === NO_POSITION || writtenLatitude === '' || writtenLongitude === '') return;
  const north = (Number(writtenLatitude) * 1e7 - latE7) * METRIC.metresPerLat;
  const east = (Number(writtenLongitude) * 1e7 - lonE7) * METRIC.metresPerLon;
  if (Number.isNaN(north) || Number.isNaN(east)) return;
  const metres = Math.sqrt(
    Math.min(north ** 2 + east ** 2, (north - EPOCH_2025_NORTH_METRES) ** 2 + (east - EPOCH_2025_EAST_METRES) ** 2),
  );
  comparison.compared++;
  comparison.sum += metres;
  if (metres > TOLERANCE_METRES) comparison.beyond++;
  if (metres > comparison.max) {
    comparison.max = metres;
    comparison.maxLine = line;
  }
}

/** One sentence on the file's comparison; `undefined` if there was nothing to compare. */
export function describeComparison(path: string, comparison: DegreesComparison): string | undefined {
  const { compared, sum, max, maxLine, beyond } = comparison;
  if (compared === 0) return undefined;
  const mean = (sum / compared).toFixed(2);
  const figures = `${mean} m on average, ${max.toFixed(2)} m at most (line ${maxLine.toLocaleString('en')}) apart`;
  const positions = `${compared.toLocaleString('en')} positions`;
  if (beyond === 0) {
    return `${path}: the degrees computed for ${positions} agree with the file's own: ${figures}.`;
  }
  return (
    `${path}: of ${positions}, ${beyond.toLocaleString('en')} are more than ${TOLERANCE_METRES} m from the degrees that the file ` +
    `itself gives: ${figures}. The metres were used.`
  );
}
