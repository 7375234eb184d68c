import type { Offset } from '../../map/labels.ts';
import { LocalMetric } from '../../model/local-metric.ts';

export type Position = readonly [latitude: number, longitude: number];

/** The offset of one position from another, some hundred metres apart, in metres. */
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
