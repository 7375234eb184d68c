import type { Offset } from '../../map/labels.ts';
import { LocalMetric } from '../../model/local-metric.ts';

export type Position = readonly [latitude: number, longitude: number];

/** The offset of one position from another, some hundred metres apart, in metres. */
export function offsetFrom([latitude, longitude]: Position, to: Position): Offset {
  const { east, north } = new LocalMetric(latitude, longitude).offsetTo(to[0] * 1e7, to[1] * 1e7);
  // Not -north, which is -0 at the point itself.
  return { x: east, y: 0 - north };
}

/** Groups items with the same key, such as that of a point, in their order. */
export function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return [...groups.values()];
}

/** The position of the item at the smallest distance below a maximum; -1 if there is none. */
export function nearestWithin<Item>(items: readonly Item[], distanceOf: (item: Item) => number, reach: number): number {
  let [nearest, least] = [-1, reach];
  items.forEach((item, position) => {
    const distance = distanceOf(item);
    if (distance < least) [nearest, least] = [position, distance];
  });
  return nearest;
}

/** A point of a street on the picture. */
type StreetPoint = Offset & { readonly street: string };

/** A piece of a street, between two of its addresses. */
interface StreetLine {
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
  return groupsOf(points, ({ street }) => street)
    .flatMap(treeOf)
    .filter((line) => lengthOf(line) <= maxLength);
}

function treeOf([first, ...rest]: readonly StreetPoint[]): StreetLine[] {
  const lines: StreetLine[] = [];
  // For each point not reached yet: the shortest line to it from those that are.
  let waiting = rest.map((to): StreetLine => ({ street: to.street, from: first!, to }));
  while (waiting.length > 0) {
    const shortest = waiting.reduce((best, line) => (lengthOf(line) < lengthOf(best) ? line : best));
    lines.push(shortest);
    waiting = waiting
      .filter((line) => line !== shortest)
      .map((line) => {
        const nearer = { ...line, from: shortest.to };
        return lengthOf(nearer) < lengthOf(line) ? nearer : line;
      });
  }
  return lines;
}

function lengthOf({ from, to }: StreetLine): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}
