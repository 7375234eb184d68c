import { NO_POSITION } from '../../src/model/address-columns.ts';

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
 * The file prints five decimals (up to 0.66 m of rounding) and seven parameters are up to 0.33 m off; what is left would be
 * a row whose metres and degrees are not the same place, or a conversion that is wrong.
 */
export const TOLERANCE_METRES = 1.5;

/**
 * Since June 2025 BOSA prints WGS84 at epoch 2025.0, which lies this far to the north and east of ETRS89; before, and in
 * third-party copies, the degrees are those of ETRS89. A row is held against whichever is nearer.
 */
const EPOCH_2025_NORTH = 0.645;
const EPOCH_2025_EAST = 0.61;

const METRES_PER_DEGREE = 111_245;
/** At 50.5° north; within 3 % anywhere in Belgium, which is a hand's breadth at the distances in question. */
const METRES_PER_DEGREE_EAST = METRES_PER_DEGREE * Math.cos((50.5 * Math.PI) / 180);

export function newComparison(): DegreesComparison {
  return { compared: 0, sum: 0, max: 0, maxLine: 0, beyond: 0 };
}

/** Adds a row to the comparison, unless it has no position of ours or no degrees of its own. */
export function compareDegrees(
  comparison: DegreesComparison,
  latE7: number,
  lonE7: number,
  writtenLatitude: string,
  writtenLongitude: string,
  line: number,
): void {
  if (latE7 === NO_POSITION || writtenLatitude === '' || writtenLongitude === '') return;
  const north = (Number(writtenLatitude) - latE7 / 1e7) * METRES_PER_DEGREE;
  const east = (Number(writtenLongitude) - lonE7 / 1e7) * METRES_PER_DEGREE_EAST;
  if (Number.isNaN(north) || Number.isNaN(east)) return;
  const metres = Math.sqrt(
    Math.min(north ** 2 + east ** 2, (north - EPOCH_2025_NORTH) ** 2 + (east - EPOCH_2025_EAST) ** 2),
  );
  comparison.compared++;
  comparison.sum += metres;
  if (metres > TOLERANCE_METRES) comparison.beyond++;
  if (metres > comparison.max) {
    comparison.max = metres;
    comparison.maxLine = line;
  }
}

/** One sentence on the file's comparison; `undefined` where there was nothing to compare. */
export function describeComparison(path: string, comparison: DegreesComparison): string | undefined {
  const { compared, sum, max, maxLine, beyond } = comparison;
  if (compared === 0) return undefined;
  const mean = (sum / compared).toFixed(2);
  const figures = `${mean} m on average, ${max.toFixed(2)} m at most (line ${maxLine})`;
  if (beyond === 0) {
    return `${path}: the degrees computed for ${compared} positions agree with the file's own: ${figures} apart.`;
  }
  return (
    `${path}: of ${compared} positions, ${beyond} are more than ${TOLERANCE_METRES} m from the degrees that the file ` +
    `itself gives: ${figures} apart. The metres were used.`
  );
}
