import KDBush from 'kdbush';
import { describe, expect, it } from 'vitest';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { AddressPoints, NOWHERE } from '../../src/store/points.ts';
import { Random } from '../support/random.ts';

interface Point {
  readonly latE7: number;
  readonly lonE7: number;
}

function pointsOf(points: readonly Point[]): AddressPoints {
  const tree = new KDBush(points.length, 64, Int32Array, SharedArrayBuffer);
  for (const { latE7, lonE7 } of points) tree.add(lonE7, latE7);
  tree.finish();
  return new AddressPoints(tree.data);
}

/** About 2 km around 52° N 5° E, some on one point, some nowhere. */
function somePoints(random: Random, count: number): Point[] {
  const points: Point[] = [];
  while (points.length < count) {
    const kind = random.between(0, 9);
    const before = points.at(-1);
    if (kind === 0) points.push({ latE7: NOWHERE, lonE7: NOWHERE });
    else if (kind < 3 && before !== undefined) points.push(before);
    else
      points.push({
        latE7: 520_000_000 + random.between(-200_000, 200_000),
        lonE7: 50_000_000 + random.between(-300_000, 300_000),
      });
  }
  return points;
}

const position = (random: Random): [number, number] => [
  52 + random.between(-200, 200) / 10_000,
  5 + random.between(-300, 300) / 10_000,
];

/** All points with their distances, nearest first, equally near ones by number. */
function byDistance(points: readonly Point[], latitude: number, longitude: number): { i: number; d: number }[] {
  const metric = new LocalMetric(latitude, longitude);
  return points
    .map(({ latE7, lonE7 }, i) => ({ i, d: metric.squaredMetresTo(latE7, lonE7) }))
    .sort((a, b) => a.d - b.d || a.i - b.i);
}

describe('the points within a radius', () => {
  it('are those that a look at all of them finds, nearest first, and counted also where not all are kept', () => {
    const random = new Random(3);
    for (const count of [1, 2, 63, 64, 65, 500, 3000]) {
      const points = somePoints(random, count);
      const tree = pointsOf(points);
      expect(tree.length).toBe(count);
      for (let i = 0; i < 20; i++) {
        const [latitude, longitude] = position(random);
        for (const radius of [0.5, 30, 400, 3000]) {
          const all = byDistance(points, latitude, longitude).filter(({ d }) => d <= radius * radius);
          for (const capacity of [0, 1, 7, count]) {
            const hits = tree.within(latitude, longitude, radius, capacity);
            expect(hits.total).toBe(all.length);
            expect(hits.take()).toEqual(all.slice(0, capacity).map((each) => each.i));
          }
        }
      }
    }
  });
});

describe('the nearest point', () => {
  it('is the one that a look at all of them finds, with all that is on it', () => {
    const random = new Random(4);
    let found = 0;
    let several = 0;
    for (const count of [1, 64, 65, 700]) {
      const points = somePoints(random, count);
      const tree = pointsOf(points);
      for (let i = 0; i < 150; i++) {
        const [latitude, longitude] = position(random);
        const metres = [1, 50, 500][i % 3]!;
        const all = byDistance(points, latitude, longitude);
        const nearest = tree.nearest(latitude, longitude, metres * metres, 100);
        if (all[0]!.d > metres * metres) {
          expect(nearest).toBeUndefined();
          continue;
        }
        const at = points[all[0]!.i]!;
        const same = points.flatMap(({ latE7, lonE7 }, j) => (latE7 === at.latE7 && lonE7 === at.lonE7 ? [j] : []));
        expect(nearest?.addresses).toEqual(same);
        expect(nearest?.squaredMetres).toBeCloseTo(all[0]!.d, 3);
        expect(tree.nearest(latitude, longitude, metres * metres, 1)!.addresses).toHaveLength(1);
        found++;
        if (same.length > 1) several++;
      }
    }
    expect(found).toBeGreaterThan(50);
    expect(several).toBeGreaterThan(5);
  });

  it('is none where nothing has a position, however far is looked', () => {
    const tree = pointsOf([{ latE7: NOWHERE, lonE7: NOWHERE }]);
    expect(tree.nearest(52, 5, 1e16, 10)).toBeUndefined();
  });
});
