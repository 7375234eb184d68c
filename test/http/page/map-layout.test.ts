import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { groupsOf, nearestWithin, offsetFrom, streetLines } from '../../../src/http/page/map-layout.ts';
import { scaleBarMetres } from '../../../src/model/local-metric.ts';

describe('The layout of the picture', () => {
  it('has points as far from the middle as they are, to a thousandth, and on the right side of it', () => {
    const degrees = { min: -0.004, max: 0.004, noNaN: true };
    const middle = fc.tuple(
      fc.double({ min: 49.4, max: 53.6, noNaN: true }),
      fc.double({ min: 2.5, max: 7.3, noNaN: true }),
    );
    fc.assert(
      fc.property(middle, fc.double(degrees), fc.double(degrees), ([latitude, longitude], north, east) => {
        const { x, y } = offsetFrom([latitude, longitude], [latitude + north, longitude + east]);
        const { s12 } = geodesic.Geodesic.WGS84.Inverse(latitude, longitude, latitude + north, longitude + east);
        expect(Math.abs(Math.hypot(x, y) - s12!)).toBeLessThanOrEqual(0.001 * s12! + 1e-6);
        expect(x * east).toBeGreaterThanOrEqual(0);
        expect(y * north).toBeLessThanOrEqual(0);
      }),
    );
  });

  it.each([
    [50, 20],
    [100, 50],
    [200, 100],
    [500, 200],
  ])('has for a radius of %i m a scale bar of %i m', (radius, bar) => {
    expect(scaleBarMetres((2 * radius) / 3)).toBe(bar);
  });

  it('has one dot for the addresses of one point, in the order in which they came', () => {
    const points = [
      [1, 2, 'a'],
      [3, 4, 'b'],
      [1, 2, 'c'],
    ] as const;
    const groups = groupsOf(points, ([latitude, longitude]) => `${latitude} ${longitude}`);
    expect(groups.map((group) => group.map(([, , name]) => name))).toEqual([['a', 'c'], ['b']]);
  });
});

it('what is pointed at is what is nearest within reach', () => {
  const at = (x: number) => nearestWithin([0, 10, 20], (each) => Math.abs(each - x), 4);
  expect([at(-3), at(6), at(7), at(19), at(24)]).toEqual([0, -1, 1, 2, -1]);
});

describe('the lines of streets', () => {
  const at = (street: string, x: number, y: number) => ({ street, x, y });

  it('reach all addresses of a street by the shortest way, and leave gaps open', () => {
    const points = [at('a', 0, 0), at('a', 20, 0), at('a', 10, 0), at('a', 100, 0), at('b', 5, 5), at('b', 5, 15)];
    const lines = streetLines(points, 50).map(({ street, from, to }) => [
      street,
      Math.min(from.x, to.x),
      Math.max(from.x, to.x),
    ]);
    expect(lines.sort()).toEqual([
      ['a', 0, 10],
      ['a', 10, 20],
      ['b', 5, 5],
    ]);
    expect(streetLines([], 50)).toEqual([]);
    expect(streetLines([at('a', 0, 0)], 50)).toEqual([]);
  });
});
