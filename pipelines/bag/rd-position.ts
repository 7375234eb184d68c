import { type PolygonRing, polygonCentroid } from './polygon-centroid.ts';
import { FIELD, type Ring, type StandRecord } from './stand-record.ts';

/** Where an object lies, in millimetres of the Dutch grid. */
export interface RdPosition {
  xMm: number;
  yMm: number;
}

/** The Netherlands with a good margin, in millimetres: what lies outside (0 0, swapped numbers) is no position. */
const WEST = -10_000_000;
const EAST = 310_000_000;
const SOUTH = 280_000_000;
const NORTH = 650_000_000;

/** Writes the point of a record, or the centroid of its area, into `position`; `false` where it has no usable one. */
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
  return xMm >= WEST && xMm <= EAST && yMm >= SOUTH && yMm <= NORTH;
}

/** `131009.0 482405.0 0.0`: x, y and perhaps a height. */
function readPoint(bytes: Uint8Array, start: number, end: number, position: RdPosition): boolean {
  const middle = readMillimetres(bytes, skipSpace(bytes, start, end), end);
  position.xMm = millimetres;
  const last = readMillimetres(bytes, skipSpace(bytes, middle, end), end);
  position.yMm = millimetres;
  return middle !== -1 && last !== -1;
}

/** What `readMillimetres` has read: a second result without an object for each of ten million points. */
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
