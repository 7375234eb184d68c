import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround, type LabelRequest, placeLabels } from '../../src/map/labels.ts';

describe('the labels of a map', () => {
  it('places each label that has room: none over another, over the dot of another, or outside of the picture', () => {
    const half = 100;
    const height = 12;
    const coordinate = fc.integer({ min: -half, max: half });
    const request = fc.record({
      x: coordinate,
      y: coordinate,
      dotRadius: fc.constantFrom(4, 8),
      text: fc.constantFrom('1', '12a', '100-200', 'Kalverstraat'),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), (requests: LabelRequest[]) => {
        const placed = placeLabels(requests, height, boxAround(0, 0, half, half));
        const boxes = placed.map(({ index, x, y }) => {
          const halfWidth = (requests[index]!.text.length * height * 0.62) / 2;
          return { index, left: x - halfWidth, right: x + halfWidth, top: y - height / 2, bottom: y + height / 2 };
        });
        boxes.forEach((a, i) => {
          expect(Math.min(a.left, a.top)).toBeGreaterThan(-half);
          expect(Math.max(a.right, a.bottom)).toBeLessThan(half);
          for (const b of boxes.slice(i + 1)) {
            expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
          }
          requests.forEach(({ x, y, dotRadius: r }, index) => {
            if (index === a.index) return;
            expect(a.left < x + r && x - r < a.right && a.top < y + r && y - r < a.bottom).toBe(false);
          });
        });
      }),
    );
  });

  it('places one of the labels that are wanted once, where it fits', () => {
    const name = { text: 'Kalverstraat', once: 'Kalverstraat', dotRadius: 5, y: 0 };
    // Beside the first one there are dots all around.
    const crowd = [-12, 0, 12].flatMap((x) => [-12, 0, 12].map((y) => ({ x, y, dotRadius: 5, text: '' })));
    const placed = placeLabels(
      [...crowd, { ...name, x: 0 }, { ...name, x: 40, y: 50 }, { ...name, x: -40, y: -50 }],
      12,
      boxAround(0, 0, 100, 100),
    );
    expect(placed.filter(({ index }) => index >= crowd.length).map(({ index }) => index)).toEqual([crowd.length + 1]);
  });

  it('places a lone label to the right, and at the right edge to the left', () => {
    const dot = { y: 0, dotRadius: 5, text: '12' };
    expect(placeLabels([{ ...dot, x: 0 }], 10, boxAround(0, 0, 100, 100))[0]!.x).toBeGreaterThan(5);
    expect(placeLabels([{ ...dot, x: 95 }], 10, boxAround(0, 0, 100, 100))[0]!.x).toBeLessThan(90);
  });
});
