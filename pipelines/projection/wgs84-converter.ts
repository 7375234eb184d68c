/** Turns coordinates of one national grid into WGS84. Built once per import: building costs far more than converting. */
export interface Wgs84Converter {
  /** `x` (east) and `y` (north) in metres of the national grid; degrees, latitude first. */
  toWgs84(x: number, y: number): readonly [latitude: number, longitude: number];
}

/** Degrees as whole units of 10⁻⁷ degree, the way the index stores them: at most 6 mm off. */
export function toE7(degrees: number): number {
  return Math.round(degrees * 1e7);
}
