import { BLOCK_ROWS, BLOCK_MASK as ORIGIN_MASK } from './blocks.ts';

/**
 * The points of a block of 32 rows, in one word of 32 bits each. Rows come in groups, whose points are near one another; a
 * point is how far it is from the origin of its group, at its south-west:
 *
 *     bit   31 … 18   17 … 5   4 … 0
 *           dx        dy       which of the block's origins
 *
 * A group may have rows in two blocks, and then has an origin in both. Once the origin is known, each point takes a load, two shifts and
 * an addition. A single row finds its origin by the last five bits, which suffice because a block has no more groups than rows.
 *
 * Origins are multiples of `ORIGIN_UNIT`. A block stores its first one, and of the others how far they are from it, x and y in 16
 * bits with a sign each, x the upper ones; where one is too far away for that, two words each.
 *
 *     near   32 words   i32 x, i32 y of origin 0   …   i16 y, i16 x of origin 1, 2, …, in units of ORIGIN_UNIT, from origin 0
 *     far    32 words   i32 x, i32 y of origin 0   …   i32 x, i32 y of origin 1, 2, …
 *     none   of a block without any point: nothing
 */
export const POINTS = { none: 0, near: 1, far: 2 } as const;

/** Where the point is in the array that a row is read to. */
export const POINT_X = 6;
export const POINT_Y = 7;

/** Origins of groups are multiples of this. */
export const ORIGIN_UNIT = 128;
/** Maximum distance of a point from the origin of its group. */
export const MAX_DX: number = 2 ** 14 - 1;
export const MAX_DY: number = 2 ** 13 - 1;

/** x of a point minus that of the origin of its group. */
export function dxOf(word: number): number {
  return word >>> 18;
}

/** y of a point minus that of the origin of its group. */
export function dyOf(word: number): number {
  return (word >>> 5) & MAX_DY;
}

/** x of a point, from the words of its block that begin at `points`, its origins at `origins`. */
export function xOfPoint(words: Uint32Array, kind: number, points: number, origins: number, word: number): number {
  const origin = word & ORIGIN_MASK;
  let x = words[points + BLOCK_ROWS]! | 0;
  if (origin > 0) {
    if (kind === POINTS.near) x += ((words[origins + origin - 1]! | 0) >> 16) * ORIGIN_UNIT;
    else x = words[origins + 2 * origin - 2]! | 0;
  }
  return x + dxOf(word);
}

/** y of a point, likewise. */
export function yOfPoint(words: Uint32Array, kind: number, points: number, origins: number, word: number): number {
  const origin = word & ORIGIN_MASK;
  let y = words[points + BLOCK_ROWS + 1]! | 0;
  if (origin > 0) {
    if (kind === POINTS.near) y += ((words[origins + origin - 1]! << 16) >> 16) * ORIGIN_UNIT;
    else y = words[origins + 2 * origin - 1]! | 0;
  }
  return y + dyOf(word);
}

/** Which rows have a point, and the origins of their groups, multiples of ORIGIN_UNIT. */
export interface PointGroups {
  /** The group of a row, -1 for a row without a point. */
  groupOf(row: number): number;
  originXOf(group: number): number;
  originYOf(group: number): number;
}

/** For rows without points. */
export const NO_POINTS: PointGroups = { groupOf: () => -1, originXOf: () => 0, originYOf: () => 0 };

/** What a block stores of its points. */
export interface BlockPoints {
  readonly kind: number;
  /** With the first origin. */
  readonly words: Uint32Array;
  /** The others. */
  readonly origins: Uint32Array;
}

/**
 * The points of `count` rows from `from` on, which are at POINT_X and POINT_Y of `rows`.
 *
 * @throws RangeError for a point that is too far from the origin of its group
 */
export function packPoints(rows: readonly Int32Array[], from: number, count: number, points: PointGroups): BlockPoints {
  const groups: number[] = [];
  const words = new Uint32Array(BLOCK_ROWS + 2);
  for (let i = 0; i < count; i++) {
    const group = points.groupOf(from + i);
    if (group < 0) continue;
    let origin = groups.indexOf(group);
    if (origin < 0) origin = groups.push(group) - 1;
    const dx = rows[i]![POINT_X]! - points.originXOf(group);
    const dy = rows[i]![POINT_Y]! - points.originYOf(group);
    if (!(dx >= 0 && dx <= MAX_DX && dy >= 0 && dy <= MAX_DY)) {
      throw new RangeError(`Got a point ${dx}, ${dy} from its origin; allowed is 0, 0 to ${MAX_DX}, ${MAX_DY}.`);
    }
    words[i] = (dx << 18) | (dy << 5) | origin;
  }
  if (groups.length === 0) return { kind: POINTS.none, words: new Uint32Array(0), origins: new Uint32Array(0) };
  const [first = -1, ...others] = groups;
  const [x, y] = [points.originXOf(first), points.originYOf(first)];
  words.set([x, y], BLOCK_ROWS);
  const steps = others.map((group) => [
    (points.originXOf(group) - x) / ORIGIN_UNIT,
    (points.originYOf(group) - y) / ORIGIN_UNIT,
  ]);
  if (steps.every((step) => step.every((each) => each >= -0x8000 && each <= 0x7fff))) {
    const near = steps.map(([right = 0, up = 0]) => (right << 16) | (up & 0xffff));
    return { kind: POINTS.near, words, origins: Uint32Array.from(near) };
  }
  const far = others.flatMap((group) => [points.originXOf(group), points.originYOf(group)]);
  return { kind: POINTS.far, words, origins: Uint32Array.from(far) };
}
