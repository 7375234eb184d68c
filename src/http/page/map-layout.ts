import { LocalMetric } from '../../model/local-metric.ts';

export type Position = readonly [latitude: number, longitude: number];

/** A point of the picture, in metres from its middle: x to the east, y to the south, as on screens. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** The offset of one position from another, some hundred metres apart. */
export function offsetFrom([latitude, longitude]: Position, to: Position): Offset {
  const { east, north } = new LocalMetric(latitude, longitude).offsetTo(to[0] * 1e7, to[1] * 1e7);
  // Not -north, which is -0 at the point itself.
  return { x: east, y: 0 - north };
}

/** Groups items at the same point. */
export function groupByPoint<Item>(items: readonly Item[], positionOf: (item: Item) => Position): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = positionOf(item).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A label to place at a point. */
export interface LabelRequest extends Offset {
  readonly text: string;
  /** Radius of the dot at the point. */
  readonly dotRadius: number;
  /** Among labels with the same name here, only the first that fits is placed. */
  readonly once?: string;
}

/** Where a label is: its anchor is the middle of its text. */
interface PlacedLabel extends Offset {
  /** Position in the list of requests. */
  readonly index: number;
}

/**
 * Places as many labels as fit without covering a dot or each other, those that come first in the list first: to the right of
 * the dot, or to its left, above or below it, or slantwise. All in the same unit; `half` of the picture's width.
 */
export function placeLabels(requests: readonly LabelRequest[], textHeight: number, half: number): PlacedLabel[] {
  const taken: Box[] = requests.map(({ x, y, dotRadius }) => boxAround(x, y, dotRadius, dotRadius));
  const placed: PlacedLabel[] = [];
  const done = new Set<string>();
  requests.forEach(({ x, y, text, dotRadius, once }, index) => {
    if (once !== undefined && done.has(once)) return;
    const halfWidth = (text.length * textHeight * WIDTH_OF_CHARACTER) / 2;
    const sideways = dotRadius + halfWidth;
    const upright = dotRadius + textHeight / 2;
    for (const [right, down] of DIRECTIONS) {
      const isSlant = right !== 0 && down !== 0;
      const dx = right * (isSlant ? sideways - dotRadius * INWARD : sideways);
      const dy = down * (isSlant ? upright - dotRadius * INWARD : upright);
      const box = boxAround(x + dx, y + dy, halfWidth, textHeight / 2);
      const isInside = box.left > -half && box.right < half && box.top > -half && box.bottom < half;
      // A label may touch only the corner of its own dot's square, which the round dot leaves free.
      if (!isInside || taken.some((other, i) => i !== index && overlaps(other, box))) continue;
      taken.push(box);
      if (once !== undefined) done.add(once);
      placed.push({ index, x: x + dx, y: y + dy });
      return;
    }
  });
  return placed;
}

/** Directions in which to try a label, best first: steps to the right and down. */
const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** How far a label may move towards the dot when it is diagonal to it: what a circle leaves free of its square. */
const INWARD = 0.3;

/** Average width of a letter or digit, rather too wide, relative to the height of the text. */
const WIDTH_OF_CHARACTER = 0.62;

function boxAround(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** A point of a street on the picture. */
interface StreetPoint extends Offset {
  readonly street: string;
}

/** A piece of a street, between two of its addresses. */
export interface StreetLine {
  readonly street: string;
  readonly from: Offset;
  readonly to: Offset;
}

/**
 * Where the streets run, by their addresses alone: the addresses of each street joined by the shortest lines that reach all
 * of them (the minimum spanning tree, by Prim's algorithm), but by none that is longer than `maxLength`, where a street has
 * a gap. O(n²) for a street of n points.
 */
export function streetLines(points: readonly StreetPoint[], maxLength: number): StreetLine[] {
  const byStreet = new Map<string, StreetPoint[]>();
  for (const point of points) byStreet.set(point.street, [...(byStreet.get(point.street) ?? []), point]);
  return [...byStreet].flatMap(([street, own]) => treeOf(street, own).filter((line) => lengthOf(line) <= maxLength));
}

function treeOf(street: string, [first, ...rest]: readonly StreetPoint[]): StreetLine[] {
  if (first === undefined) return [];
  const lines: StreetLine[] = [];
  // For each point not reached yet: the nearest one that is.
  let waiting = rest.map((to) => ({ street, from: first as Offset, to: to as Offset }));
  while (waiting.length > 0) {
    const shortest = waiting.reduce((best, line) => (lengthOf(line) < lengthOf(best) ? line : best));
    lines.push(shortest);
    waiting = waiting
      .filter((line) => line !== shortest)
      .map((line) => {
        const nearer = { street, from: shortest.to, to: line.to };
        return lengthOf(nearer) < lengthOf(line) ? nearer : line;
      });
  }
  return lines;
}

function lengthOf({ from, to }: StreetLine): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}
