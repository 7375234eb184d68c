import type { Country } from '../model/country.ts';

/**
 * Stores two coordinate pairs for little more than one.
 *
 * Every address has WGS84 degrees; in NL and BE also metres in the national grid, exactly as the register gives them. Both
 * pairs in full would be 16 bytes. But one nearly follows from the other: a polynomial of degree 5 in latitude and
 * longitude comes within a few centimetres of the grid, and within one street its error hardly changes. So the index keeps
 * the degrees, and of the grid only the millimetres by which the polynomial is wrong, which a packed column holds in about
 * one byte: the millimetres are exact whatever the conversion was (7 parameters or an official grid).
 *
 * A polynomial uses multiplication and addition of doubles alone, which IEEE 754 defines to the last bit, so that every
 * machine restores the same millimetres. Sines are unsuitable: their last bit differs between engines.
 *
 * The coefficients are a least-squares fit to EPSG:28992 and EPSG:31370 as proj4 computes them; they are part of the format.
 */
export interface GridApproximation {
  /** The box over which u and v run from -1 to 1: south, west, north, east in degrees. */
  readonly box: readonly [south: number, west: number, north: number, east: number];
  /** Metres, one coefficient for each of `EXPONENTS`. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** The terms u^p · v^q of degree 5 and less, p first. */
export const EXPONENTS: readonly (readonly [p: number, q: number])[] = [0, 1, 2, 3, 4, 5].flatMap((p) =>
  [0, 1, 2, 3, 4, 5].filter((q) => p + q <= 5).map((q) => [p, q] as const),
);

/** The approximation for a country, `undefined` if addresses have no national grid coordinates (Luxembourg). */
export function gridApproximation(country: Country): GridApproximation | undefined {
  return country === 'lu' ? undefined : APPROXIMATIONS[country];
}

/** The grid position of a WGS84 position in whole millimetres, off by a few centimetres, which the index corrects. */
export function approximateGridMm(
  grid: GridApproximation,
  latE7: number,
  lonE7: number,
): readonly [x: number, y: number] {
  const u = scaledLatitude(grid, latE7);
  const v = scaledLongitude(grid, lonE7);
  return [roundedMm(grid.x, u, v), roundedMm(grid.y, u, v)];
}

/** The u of a position, -1 … 1 in the box. */
export function scaledLatitude({ box }: GridApproximation, latE7: number): number {
  const south = box[0];
  const north = box[2];
  return (latE7 * 2e-7 - (south + north)) / (north - south);
}

/** The v of a position. */
export function scaledLongitude({ box }: GridApproximation, lonE7: number): number {
  const west = box[1];
  const east = box[3];
  return (lonE7 * 2e-7 - (west + east)) / (east - west);
}

/** One of the two coordinates. */
export function roundedMm(coefficients: Float64Array, u: number, v: number): number {
  return Math.round(evaluate(coefficients, u, v) * 1000);
}

/** Horner's rule in v within each power of u, then in u. */
function evaluate(c: Float64Array, u: number, v: number): number {
  const u0 = c[0]! + v * (c[1]! + v * (c[2]! + v * (c[3]! + v * (c[4]! + v * c[5]!))));
  const u1 = c[6]! + v * (c[7]! + v * (c[8]! + v * (c[9]! + v * c[10]!)));
  const u2 = c[11]! + v * (c[12]! + v * (c[13]! + v * c[14]!));
  const u3 = c[15]! + v * (c[16]! + v * c[17]!);
  const u4 = c[18]! + v * c[19]!;
  return u0 + u * (u1 + u * (u2 + u * (u3 + u * (u4 + u * c[20]!))));
}

const APPROXIMATIONS: Readonly<Record<'nl' | 'be', GridApproximation>> = {
  nl: {
    box: [50.7, 3.2, 53.7, 7.3],
    // biome-ignore format: one row for each power of u
    x: Float64Array.of(
      145620.0156, 140148.9603, 2.6095, -13.0223, 0.0005, -0.0015,
      315.3127, -4716.8511, 0.0264, -0.1306, 0,
      1.6476, -24.6027, -0.0037, 0.0185,
      0.0182, -0.2724, 0,
      0.0002, -0.0026,
      0,
    ),
    // biome-ignore format: one row for each power of u
    y: Float64Array.of(
      467996.4158, -264.7871, 1980.5121, -0.0074, 0.0275, 0,
      166891.6241, 6.2147, -46.5215, 0.0023, -0.0087,
      22.151, 0.1369, -1.0226, 0,
      9.4157, 0.0008, -0.0063,
      -0.0028, 0,
      0.0006,
    ),
  },
  be: {
    box: [49.4, 2.5, 51.6, 6.5],
    // biome-ignore format: one row for each power of u
    x: Float64Array.of(
      159311.7539, 141890.2257, -3.3805, -17.157, 0.0002, 0.0006,
      -217.4048, -3295.6889, 0.0781, 0.3985, 0,
      -0.0317, -0.3128, 0, 0,
      -0.0133, -0.2012, 0,
      -0.0001, -0.0012,
      0,
    ),
    // biome-ignore format: one row for each power of u
    y: Float64Array.of(
      132142.3309, 252.1155, 1910.9383, -0.0302, -0.1155, 0,
      122355.0904, -5.8301, -44.3847, 0.0007, 0.0027,
      11.5884, -0.0009, -0.0042, 0,
      7.4678, -0.0004, -0.0027,
      0.0438, 0,
      0.0013,
    ),
  },
};
