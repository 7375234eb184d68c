import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { polygonCentroid, readRdPosition } from '../../../pipelines/bag/position.ts';
import { FIELD, StandRecord } from '../../../pipelines/bag/stand-record.ts';

function positionOf(point: string): readonly [number, number] | undefined {
  const record = new StandRecord();
  record.bytes = Buffer.from(`>${point}<`);
  record.starts[FIELD.point] = 1;
  record.ends[FIELD.point] = 1 + point.length;
  const position = { xMm: 0, yMm: 0 };
  return readRdPosition(record, position) ? [position.xMm, position.yMm] : undefined;
}

describe('a point in the Dutch grid', () => {
  it.each([
    ['131009.0 482405.0 0.0', 131_009_000, 482_405_000],
    ['131009 482405', 131_009_000, 482_405_000],
    ['131009.123 482405.456', 131_009_123, 482_405_456],
    ['131009.12 482405.4', 131_009_120, 482_405_400],
    ['131009.1234 482405.4565', 131_009_123, 482_405_457],
    ['131009.99950000000000 482405.123456789012345 0', 131_010_000, 482_405_123],
    ['\n 131009.0\t482405.0 ', 131_009_000, 482_405_000],
    ['-2000.5 377380.23', -2_000_500, 377_380_230],
  ])('%j is read to the millimetre', (text, x, y) => {
    expect(positionOf(text)).toEqual([x, y]);
  });

  it.each([
    ['0.0 0.0 0.0', 'no place in the country'],
    ['482405.0 131009.0', 'y before x'],
    ['131009.0', 'half a point'],
    ['', 'nothing'],
    ['NaN NaN', 'no number'],
    ['131009,0 482405,0', 'decimal commas'],
    ['1e5 4e5', 'exponents'],
    ['1.2.3 4.5.6', 'two decimal points'],
  ])('%j is no position: %s', (text) => {
    expect(positionOf(text)).toBeUndefined();
  });
});

const outline = (...coordinates: number[]) => ({ coordinates, interior: false });
const hole = (...coordinates: number[]) => ({ coordinates, interior: true });
const X = 131_000_000;
const Y = 482_400_000;
/** A rectangle by its corner in the south-west, closed, counter-clockwise. */
const rectangle = (x: number, y: number, width: number, height: number): number[] =>
  [x, y, x + width, y, x + width, y + height, x, y + height, x, y].map((value, i) => value + (i % 2 === 0 ? X : Y));
const reversed = (ring: number[]): number[] =>
  Array.from({ length: ring.length / 2 }, (_, i) => ring.slice(ring.length - 2 * i - 2, ring.length - 2 * i)).flat();

describe('the centre of an area', () => {
  it('is that of a rectangle, to the half millimetre', () => {
    expect(polygonCentroid([outline(...rectangle(0, 0, 10_001, 5_000))])).toEqual([X + 5000.5, Y + 2500]);
  });

  it('is weighted by area, not by where the vertices crowd', () => {
    const crowded = [0, 0, 10_000, 0, 10_000, 10_000, 0, 10_000, 0, 3, 0, 2, 0, 1, 0, 0].map(
      (v, i) => v + (i % 2 ? Y : X),
    );
    expect(polygonCentroid([outline(...crowded)])).toEqual([X + 5000, Y + 5000]);
  });

  it('leaves holes out', () => {
    // 20 × 10 m with its right half cut out, but for nothing: the left half remains.
    const rings = [outline(...rectangle(0, 0, 20_000, 10_000)), hole(...rectangle(10_000, 0, 10_000, 10_000))];
    expect(polygonCentroid(rings)).toEqual([X + 5000, Y + 5000]);
  });

  it('does not depend on which way rings turn', () => {
    const big = rectangle(0, 0, 20_000, 10_000);
    const small = rectangle(12_000, 2_000, 4_000, 4_000);
    const expected = polygonCentroid([outline(...big), hole(...small)]);
    for (const a of [big, reversed(big)]) {
      for (const b of [small, reversed(small)]) {
        expect(polygonCentroid([outline(...a), hole(...b)])).toEqual(expected);
      }
    }
  });

  it('is that of all parts together where there are several', () => {
    const rings = [outline(...rectangle(0, 0, 1_000, 1_000)), outline(...rectangle(9_000, 0, 1_000, 1_000))];
    expect(polygonCentroid(rings)).toEqual([X + 5000, Y + 500]);
  });

  it('does not need rings to be closed', () => {
    expect(polygonCentroid([outline(...rectangle(0, 0, 100, 300).slice(0, -2))])).toEqual([X + 50, Y + 150]);
  });

  it('is the middle of the line where the area has shrunk to one', () => {
    expect(polygonCentroid([outline(X, Y, X + 1000, Y, X, Y)])).toEqual([X + 500, Y]);
  });

  it('is the point where it has shrunk to one', () => {
    expect(polygonCentroid([outline(X, Y, X, Y, X, Y)])).toEqual([X, Y]);
    expect(polygonCentroid([outline(X, Y)])).toEqual([X, Y]);
  });

  it('stays within an area whose ring crosses itself', () => {
    const bowTie = [0, 0, 10_000, 10_000, 10_000, 0, 0, 10_001, 0, 0].map((v, i) => v + (i % 2 ? Y : X));
    const [x, y] = polygonCentroid([outline(...bowTie)])!;
    expect(x).toBeGreaterThanOrEqual(X);
    expect(x).toBeLessThanOrEqual(X + 10_000);
    expect(y).toBeGreaterThanOrEqual(Y);
    expect(y).toBeLessThanOrEqual(Y + 10_001);
  });

  it('is none without a ring, or with coordinates that are no numbers', () => {
    expect(polygonCentroid([])).toBeUndefined();
    expect(polygonCentroid([hole(...rectangle(0, 0, 1, 1))])).toBeUndefined();
    expect(polygonCentroid([outline(X, Number.NaN, X, Y)])).toBeUndefined();
  });

  it('is where many random points in a triangle have theirs', () => {
    const millimetres = fc.integer({ min: 0, max: 50_000 });
    fc.assert(
      fc.property(fc.tuple(millimetres, millimetres, millimetres, millimetres, millimetres, millimetres), (points) => {
        const [ax, ay, bx, by, cx, cy] = points;
        fc.pre(Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) > 1000);
        const ring = points.map((value, i) => value + (i % 2 ? Y : X));
        const [x, y] = polygonCentroid([outline(...ring)])!;
        expect(x).toBeCloseTo(X + (ax + bx + cx) / 3, 4);
        expect(y).toBeCloseTo(Y + (ay + by + cy) / 3, 4);
      }),
    );
  });
});
