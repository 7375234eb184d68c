import { LocalMetric } from '../model/local-metric.ts';

/** A part of the country, in 10⁻⁷ degree WGS84. */
export interface MapBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Bounds of nothing, to extend. */
export function noBounds(): Writable<MapBounds> {
  return { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export function extendBounds(bounds: Writable<MapBounds>, latE7: number, lonE7: number): void {
  bounds.west = Math.min(bounds.west, lonE7);
  bounds.east = Math.max(bounds.east, lonE7);
  bounds.south = Math.min(bounds.south, latE7);
  bounds.north = Math.max(bounds.north, latE7);
}

/** A few rows in one street still show the town around it. */
const MIN_SPAN_METRES = 3000;

/** Bounds with room around them, for whole dots and for names. */
export function withMargin(bounds: MapBounds): MapBounds {
  const { west, south, east, north } = bounds;
  const { metresPerLat, metresPerLon } = metricOf(bounds);
  const marginX = Math.max((east - west) * 0.06, (MIN_SPAN_METRES / metresPerLon - (east - west)) / 2);
  const marginY = Math.max((north - south) * 0.06, (MIN_SPAN_METRES / metresPerLat - (north - south)) / 2);
  return { west: west - marginX, east: east + marginX, south: south - marginY, north: north + marginY };
}

/** Metres per degree in the middle of a map. */
function metricOf({ west, south, east, north }: MapBounds): LocalMetric {
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
