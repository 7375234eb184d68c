/** A point of a picture: x to the east, y to the south, as on screens. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** A part of the picture. */
export interface Box {
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
 * the dot, or to its left, above or below it, or slantwise. All in the same unit.
 */
export function placeLabels(requests: readonly LabelRequest[], textHeight: number, frame: Box): PlacedLabel[] {
  const taken: Box[] = requests.map(({ x, y, dotRadius }) => boxAround(x, y, dotRadius, dotRadius));
  const placed: PlacedLabel[] = [];
  const done = new Set<string>();
  requests.forEach(({ x, y, text, dotRadius, once }, index) => {
    if (once !== undefined && done.has(once)) return;
    const halfWidth = halfWidthOf(text, textHeight);
    const sideways = dotRadius + halfWidth;
    const upright = dotRadius + textHeight / 2;
    for (const [right, down] of DIRECTIONS) {
      const isSlant = right !== 0 && down !== 0;
      const dx = right * (isSlant ? sideways - dotRadius * INWARD : sideways);
      const dy = down * (isSlant ? upright - dotRadius * INWARD : upright);
      const box = boxAround(x + dx, y + dy, halfWidth, textHeight / 2);
      const isInside = contains(frame, box);
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

/** Where a text is whose middle is at a point. */
export function boxOfText(text: string, { x, y }: Offset, textHeight: number): Box {
  return boxAround(x, y, halfWidthOf(text, textHeight), textHeight / 2);
}

function halfWidthOf(text: string, textHeight: number): number {
  return (text.length * textHeight * WIDTH_OF_CHARACTER) / 2;
}

/** Average width of a letter or digit, rather too wide, relative to the height of the text. */
const WIDTH_OF_CHARACTER = 0.62;

export function boxAround(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

export function contains(frame: Box, { left, top, right, bottom }: Box): boolean {
  return left > frame.left && right < frame.right && top > frame.top && bottom < frame.bottom;
}
