/** One ring of a polygon: x, y, x, y, … in millimetres; closed or not. */
export interface PolygonRing {
  readonly coordinates: readonly number[];
  /** A hole. */
  readonly interior: boolean;
}

/** Below a square centimetre a ring is a line. In square millimetres. */
const SMALLEST_AREA = 100;

/**
 * The centre of gravity of an area with its holes; of an area that has none (a line, a point, rings that cross
 * themselves so that parts cancel out) that of its outline. `undefined` where there are no finite coordinates.
 *
 * Rings may turn either way: what is a hole is told by their role, not by their direction.
 *
 * With whole millimetres, as registered, the sums below are whole numbers and exact for anything smaller than a village:
 * the centre of a rectangle often lies half way between two millimetres, and must not be rounded by chance.
 */
export function polygonCentroid(rings: readonly PolygonRing[]): readonly [x: number, y: number] | undefined {
  const outlines = rings.filter((ring) => !ring.interior && ring.coordinates.length >= 2);
  const first = outlines[0];
  if (first === undefined || !rings.every((ring) => ring.coordinates.every(Number.isFinite))) return undefined;

  // Relative to a vertex: products of national coordinates would be beyond the whole numbers of a double.
  const originX = first.coordinates[0]!;
  const originY = first.coordinates[1]!;
  let twiceArea = 0;
  let momentX = 0;
  let momentY = 0;
  for (const ring of rings) {
    const sums = shoelaceSums(ring.coordinates, originX, originY);
    const sign = sums.twiceArea < 0 === ring.interior ? 1 : -1;
    twiceArea += sign * sums.twiceArea;
    momentX += sign * sums.momentX;
    momentY += sign * sums.momentY;
  }
  if (twiceArea > 2 * SMALLEST_AREA) {
    const x = originX + momentX / (3 * twiceArea);
    const y = originY + momentY / (3 * twiceArea);
    if (isWithin(outlines, x, y)) return [x, y];
  }
  return outlineCentroid(outlines);
}

interface ShoelaceSums {
  /** Negative for a ring that turns clockwise. */
  readonly twiceArea: number;
  /** First moments of the area, six times. */
  readonly momentX: number;
  readonly momentY: number;
}

function shoelaceSums(ring: readonly number[], originX: number, originY: number): ShoelaceSums {
  let twiceArea = 0;
  let momentX = 0;
  let momentY = 0;
  const length = ring.length - (ring.length % 2);
  for (let i = 0; i < length; i += 2) {
    const next = i + 2 < length ? i + 2 : 0;
    const x0 = ring[i]! - originX;
    const y0 = ring[i + 1]! - originY;
    const x1 = ring[next]! - originX;
    const y1 = ring[next + 1]! - originY;
    const cross = x0 * y1 - x1 * y0;
    twiceArea += cross;
    momentX += (x0 + x1) * cross;
    momentY += (y0 + y1) * cross;
  }
  return { twiceArea, momentX, momentY };
}

/** The middles of the outlines' edges, weighted with their lengths; a single vertex is its own centre. */
function outlineCentroid(outlines: readonly PolygonRing[]): readonly [x: number, y: number] {
  const [firstX, firstY] = outlines[0]!.coordinates as [number, number];
  let total = 0;
  let x = 0;
  let y = 0;
  for (const { coordinates } of outlines) {
    for (let i = 0; i + 3 < coordinates.length; i += 2) {
      const [x0, y0, x1, y1] = coordinates.slice(i, i + 4) as [number, number, number, number];
      const length = Math.hypot(x1 - x0, y1 - y0);
      total += length;
      x += ((x0 + x1) / 2 - firstX) * length;
      y += ((y0 + y1) / 2 - firstY) * length;
    }
  }
  return total === 0 ? [firstX, firstY] : [firstX + x / total, firstY + y / total];
}

/** Whether a point lies in the box around the outlines: where rings cross themselves, the quotient can fall far outside. */
function isWithin(outlines: readonly PolygonRing[], x: number, y: number): boolean {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { coordinates } of outlines) {
    for (let i = 0; i + 1 < coordinates.length; i += 2) {
      west = Math.min(west, coordinates[i]!);
      east = Math.max(east, coordinates[i]!);
      south = Math.min(south, coordinates[i + 1]!);
      north = Math.max(north, coordinates[i + 1]!);
    }
  }
  return x >= west && x <= east && y >= south && y <= north;
}
