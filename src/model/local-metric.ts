/**
 * Distances in metres near a point, from degrees: the WGS84 ellipsoid's radii of curvature at the point's latitude, with
 * the cosine taken half-way between the two points. Within 2 km the error is below 10⁻⁶ of the geodesic, at the cost of squares and
 * one root. (Snyder, "Map Projections – A Working Manual", USGS 1987, p. 25: radii in the meridian and the prime vertical.)
 */
export class LocalMetric {
  /** The point, in 10⁻⁷ degree. */
  readonly latE7: number;
  readonly lonE7: number;
  /** Metres for 10⁻⁷ degree of latitude, and of longitude, and how the latter changes for 10⁻⁷ degree of latitude. */
  readonly metresPerLat: number;
  readonly metresPerLon: number;
  readonly metresPerLonChange: number;

  constructor(latitude: number, longitude: number) {
    this.latE7 = latitude * 1e7;
    this.lonE7 = longitude * 1e7;
    const phi = (latitude * Math.PI) / 180;
    const w = 1 - ECCENTRICITY_SQUARED * Math.sin(phi) ** 2;
    const meridian = (SEMI_MAJOR_METRES * (1 - ECCENTRICITY_SQUARED)) / w ** 1.5;
    const primeVertical = SEMI_MAJOR_METRES / Math.sqrt(w);
    this.metresPerLat = meridian * RADIANS_PER_E7;
    this.metresPerLon = primeVertical * Math.cos(phi) * RADIANS_PER_E7;
    this.metresPerLonChange = (-meridian * Math.sin(phi) * RADIANS_PER_E7 * RADIANS_PER_E7) / 2;
  }

  /** Where a point is from here, in metres to the east and to the north. */
  offsetTo(latE7: number, lonE7: number): { readonly east: number; readonly north: number } {
    const dLat = latE7 - this.latE7;
    return {
      east: (lonE7 - this.lonE7) * (this.metresPerLon + dLat * this.metresPerLonChange),
      north: dLat * this.metresPerLat,
    };
  }

  /** The square of the distance to a point, in square metres. */
  squaredMetresTo(latE7: number, lonE7: number): number {
    const dLat = latE7 - this.latE7;
    const y = dLat * this.metresPerLat;
    const x = (lonE7 - this.lonE7) * (this.metresPerLon + dLat * this.metresPerLonChange);
    return x * x + y * y;
  }

  /**
   * The square of the distance to the nearest point of a box, all in 10⁻⁷ degree. A box inside another is never nearer than
   * the outer one: metres per degree of longitude are those at the point itself, an error of 1 % per 100 km of distance.
   */
  squaredMetresToBox(west: number, south: number, east: number, north: number): number {
    const x = Math.max(west - this.lonE7, 0, this.lonE7 - east) * this.metresPerLon;
    const y = Math.max(south - this.latE7, 0, this.latE7 - north) * this.metresPerLat;
    return x * x + y * y;
  }

  /** A box in 10⁻⁷ degree that contains the circle of this radius, with a small margin. */
  boxAround(radiusMetres: number): { west: number; south: number; east: number; north: number } {
    const dLat = (radiusMetres / this.metresPerLat) * 1.001 + 1;
    const narrowest = this.metresPerLon - dLat * Math.abs(this.metresPerLonChange);
    const dLon = narrowest > 0 ? (radiusMetres / narrowest) * 1.001 + 1 : 3.6e9;
    return {
      west: this.lonE7 - dLon,
      south: this.latE7 - dLat,
      east: this.lonE7 + dLon,
      north: this.latE7 + dLat,
    };
  }
}

const SEMI_MAJOR_METRES = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);
const RADIANS_PER_E7 = Math.PI / 180 / 1e7;

/** The longest of 1, 2, 5, 10, 20, 50 … metres that is at most this: the length of the scale bar of a map. */
export function scaleBarMetres(maxMetres: number): number {
  const power = 10 ** Math.floor(Math.log10(maxMetres));
  return [5, 2, 1].map((digit) => digit * power).find((metres) => metres <= maxMetres) ?? power;
}
