import { LocalMetric } from '../model/local-metric.ts';
import { visitPositions } from './address-table.ts';
import type { CountryIndex } from './country-index.ts';

/** A part of the country, in 10⁻⁷ degree WGS84. */
export interface MapBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Metres per degree in the middle of a map. */
export function metricOf({ west, south, east, north }: MapBounds): LocalMetric {
  return new LocalMetric((south + north) / 2e7, (west + east) / 2e7);
}

/** A map as a grid of pixels over bounds. Degrees of longitude are scaled as in its middle, which is accurate enough for a country. */
export class MapGrid {
  readonly bounds: MapBounds;
  readonly width: number;
  readonly height: number;
  /** Metres that a pixel is wide. */
  readonly metresPerPixel: number;

  /** `width` pixels wide, and as high as the bounds make it; narrower if it would be higher than `maxHeight`. */
  constructor(bounds: MapBounds, width: number, maxHeight: number) {
    const { metresPerLat, metresPerLon } = metricOf(bounds);
    const heightMetres = (bounds.north - bounds.south) * metresPerLat;
    const ratio = heightMetres / ((bounds.east - bounds.west) * metresPerLon);
    this.bounds = bounds;
    this.height = Math.max(1, Math.min(maxHeight, Math.round(width * ratio)));
    this.width = Math.max(1, Math.round(this.height / ratio));
    this.metresPerPixel = heightMetres / this.height;
  }

  /** Pixels from the left. */
  xOf(lonE7: number): number {
    const { west, east } = this.bounds;
    return ((lonE7 - west) / (east - west)) * this.width;
  }

  /** Pixels from the top. */
  yOf(latE7: number): number {
    const { south, north } = this.bounds;
    return ((north - latE7) / (north - south)) * this.height;
  }
}

/**
 * How many addresses of the indexes are in each pixel of a map, row by row from the top. Reads the position of every address: some
 * 0.02 µs each.
 */
export function densityOf(indexes: readonly CountryIndex[], grid: MapGrid): Uint32Array {
  const counts = new Uint32Array(grid.width * grid.height);
  for (const { addresses } of indexes) {
    visitPositions(addresses, 0, addresses.length, (_, latE7, lonE7) => {
      const x = Math.floor(grid.xOf(lonE7));
      const y = Math.floor(grid.yOf(latE7));
      if (x >= 0 && x < grid.width && y >= 0 && y < grid.height) counts[y * grid.width + x]!++;
    });
  }
  return counts;
}

/** The darkness of each pixel from 0 to 1: by the logarithm, so that a village is visible next to a city. */
export function shadesOf(counts: Uint32Array): Float32Array {
  let most = 0;
  for (const count of counts) if (count > most) most = count;
  const scale = 1 / Math.log1p(Math.max(1, most));
  const shades = new Float32Array(counts.length);
  // Most of a map is empty.
  for (let pixel = 0; pixel < counts.length; pixel++) {
    if (counts[pixel]! > 0) shades[pixel] = Math.log1p(counts[pixel]!) * scale;
  }
  return shades;
}
