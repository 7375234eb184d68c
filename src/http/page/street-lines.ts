import type { Offset } from './map-layout.ts';

/** A point of a street on the picture. */
export interface StreetPoint extends Offset {
  readonly street: string;
}

/** A piece of a street, between two of its addresses. */
export interface StreetLine {
  readonly street: string;
  readonly from: Offset;
  readonly to: Offset;
}

/**
 * Where the streets run, by their addresses alone: the addresses of each street joined by the shortest lines that reach all of them (the minimum
 * spanning tree, by Prim's algorithm), but by none that is longer than `maxLength`, where a street has a gap. O(n²) for a street of n points.
 */
export function streetLines(points: readonly StreetPoint[], maxLength: number): StreetLine[] {
  const byStreet = new Map<string, StreetPoint[]>();
  for (const point of points) byStreet.set(point.street, [...(byStreet.get(point.street) ?? []), point]);
  return [...byStreet].flatMap(([street, own]) => treeOf(street, own).filter((line) => lengthOf(line) <= maxLength));
}

function treeOf(street: string, [first, ...rest]: readonly StreetPoint[]): StreetLine[] {
  if (first === undefined) return [];
  const lines: StreetLine[] = [];
  // Of each point that is not reached yet: the nearest one that is.
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
