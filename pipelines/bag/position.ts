import { RD_BOX } from '../projection/rd.ts';
import { FIELD, type Ring, type StandRecord } from './stand-record.ts';

/** The location of an object, in millimetres of the Dutch grid. */
export interface RdPosition {
  xMm: number;
  yMm: number;
}

const WEST_MM = RD_BOX.west * 1000;
const EAST_MM = RD_BOX.east * 1000;
const SOUTH_MM = RD_BOX.south * 1000;
const NORTH_MM = RD_BOX.north * 1000;

/** Writes the point of a record, or the centroid of its outline, to `position`; returns `false` if it has no usable one. */
export function readRdPosition(record: StandRecord, position: RdPosition): boolean {
  if (record.has(FIELD.point)) {
    if (!readPoint(record.bytes, record.starts[FIELD.point]!, record.ends[FIELD.point]!, position)) return false;
  } else {
    const centroid = polygonCentroid(record.rings.map((ring) => readRing(record.bytes, ring)));
    if (centroid === undefined) return false;
    position.xMm = Math.round(centroid[0]);
    position.yMm = Math.round(centroid[1]);
  }
  const { xMm, yMm } = position;
  return xMm >= WEST_MM && xMm <= EAST_MM && yMm >= SOUTH_MM && yMm <= NORTH_MM;
}

/** `131009.0 482405.0 0.0`: x, y and perhaps a height. */
function readPoint(bytes: Uint8Array, start: number, end: number, position: RdPosition): boolean {
  const middle = readMillimetres(bytes, skipSpace(bytes, start, end), end);
  position.xMm = millimetres;
  const last = readMillimetres(bytes, skipSpace(bytes, middle, end), end);
  position.yMm = millimetres;
  return middle !== -1 && last !== -1;
}

/** The number that `readMillimetres` has read: its second result, without an object for each of ten million points. */
let millimetres = 0;

/** Reads a decimal number of metres, rounds it to the millimetre and returns where it ends; -1 if it is none. */
function readMillimetres(bytes: Uint8Array, start: number, end: number): number {
  if (start < 0) return -1;
  const isNegative = bytes[start] === MINUS;
  let at = isNegative ? start + 1 : start;
  let value = 0;
  let decimals = -1;
  let digits = 0;
  for (; at < end && bytes[at]! > SPACE; at++) {
    const byte = bytes[at]!;
    if (byte === POINT && decimals === -1) {
      decimals = 0;
      continue;
    }
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9 || (decimals === -1 && digits > 9)) return -1;
    digits++;
    if (decimals === -1) value = value * 10 + digit;
    else if (decimals < 3) value = value * 10 + digit;
    else if (decimals === 3 && digit >= 5) value++;
    if (decimals !== -1) decimals++;
  }
  if (digits === 0) return -1;
  for (let i = Math.max(decimals, 0); i < 3; i++) value *= 10;
  millimetres = isNegative ? -value : value;
  return at;
}

function readRing(bytes: Uint8Array, { start, end, dimension, interior }: Ring): PolygonRing {
  const numbers = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
    .toString('latin1')
    .trim()
    .split(/\s+/)
    .map(Number);
  const coordinates: number[] = [];
  for (let i = 0; i + dimension <= numbers.length; i += dimension) {
    coordinates.push(toMillimetres(numbers[i]!), toMillimetres(numbers[i + 1]!));
  }
  return { coordinates, interior };
}

/** To the nanometre, so that three decimals, which no binary fraction is, give a whole number. */
function toMillimetres(metres: number): number {
  return Math.round(metres * 1e9) / 1e6;
}

const SPACE = 0x20;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

function skipSpace(bytes: Uint8Array, start: number, end: number): number {
  if (start === -1) return -1;
  let at = start;
  while (at < end && bytes[at]! <= SPACE) at++;
  return at;
}

/** One ring of a polygon: x, y, x, y, … in millimetres; closed or not. */
interface PolygonRing {
  readonly coordinates: readonly number[];
  /** A hole. */
  readonly interior: boolean;
}

/** In square millimetres: a ring that is smaller than a square centimetre is a line. */
const MIN_AREA = 100;

/**
 * The centre of gravity of an area with holes. An area without one (a line, a point, rings that cross themselves so that
 * parts cancel out) has the centre of gravity of its outline. `undefined` without finite coordinates.
 *
 * Rings may turn either way: their role says what is a hole, not their direction.
 *
 * With whole millimetres, as registered, the sums below are whole numbers and exact for anything smaller than a village.
 * The centre of a rectangle is often half way between two millimetres, and must not be rounded by chance.
 */
export function polygonCentroid(rings: readonly PolygonRing[]): readonly [x: number, y: number] | undefined {
  const outlines = rings.filter((ring) => !ring.interior && ring.coordinates.length >= 2);
  const first = outlines[0];
  if (first === undefined || !rings.every((ring) => ring.coordinates.every(Number.isFinite))) return undefined;

  // Relative to a vertex: products of national coordinates exceed the whole numbers of a double.
  const originX = first.coordinates[0]!;
  const originY = first.coordinates[1]!;
  let twiceArea = 0;
  let momentX = 0;
  let momentY = 0;
  // Outlines add, holes take away.
  for (const ring of rings) {
    const sums = shoelaceSums(ring.coordinates, originX, originY);
    const sign = sums.twiceArea < 0 === ring.interior ? 1 : -1;
    twiceArea += sign * sums.twiceArea;
    momentX += sign * sums.momentX;
    momentY += sign * sums.momentY;
  }
  // An area: its moments divided by it. A line: its outline.
  if (twiceArea > 2 * MIN_AREA) {
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

/** Whether a point is in the box around the outlines: if rings cross themselves, the quotient can be far outside. */
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
