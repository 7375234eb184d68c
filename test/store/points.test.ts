import { describe, expect, it } from 'vitest';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { AddressPoints } from '../../src/store/points.ts';
import { Random } from '../support/random.ts';
import { openRegister, type SmallPosition } from '../support/small-register.ts';
import { addressesFrom, DUTCH_TOWN } from '../support/towns.ts';

/** A position, or none. */
type Point = { readonly latE7: number; readonly lonE7: number } | null;

/** The points of an index whose address `i` is at `points[i]`: the houses of six streets, one number after the other. */
async function pointsOf(points: readonly Point[]): Promise<AddressPoints> {
  const streets = DUTCH_TOWN.gazetteer.streets.length;
  // Streets in the order of the index, so that addresses are in the order of the points.
  const inOrder = [1, 0, 2, 3, 5, 4];
  const addresses = addressesFrom(
    1,
    points.map((point, i) => ({
      street: inOrder[Math.floor((i * streets) / points.length)]!,
      postcode: '1381EA',
      number: i + 1,
      position: point as SmallPosition | null,
    })),
  );
  const { index } = await openRegister({ ...DUTCH_TOWN, addresses });
  points.forEach((_, i) => expect(index.addresses.numberOf(i)).toBe(i + 1));
  expect(index.points).toBeInstanceOf(AddressPoints);
  return index.points;
}

/**
 * Houses as they come: one beside the one before, on the other side of the street, at the same point, far off, nowhere. All
 * within about 2 km of 52° N 5° E.
 */
function somePoints(random: Random, count: number): Point[] {
  const points: Point[] = [];
  const anywhere = (): NonNullable<Point> => ({
    latE7: 520_000_000 + random.between(-200_000, 200_000),
    lonE7: 50_000_000 + random.between(-300_000, 300_000),
  });
  // A position on each side of the street.
  const sides = [anywhere(), anywhere()];
  while (points.length < count) {
    const kind = random.between(0, 19);
    const side = points.length % 2;
    if (kind === 0) points.push(null);
    else if (kind === 1) points.push(anywhere());
    else if (kind < 4 && points.at(-1) !== undefined) points.push(points.at(-1)!);
    else {
      if (kind === 4) sides[side] = anywhere();
      const { latE7, lonE7 } = sides[side]!;
      sides[side] = { latE7: latE7 + random.between(-500, 1500), lonE7: lonE7 + random.between(-500, 1500) };
      points.push(sides[side]!);
    }
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
    .flatMap((point, i) => (point === null ? [] : [{ i, d: metric.squaredMetresTo(point.latE7, point.lonE7) }]))
    .sort((a, b) => a.d - b.d || a.i - b.i);
}

describe('the points within a radius', () => {
  it('are those that a look at all of them finds, nearest first, and counted also where not all are kept', async () => {
    const random = new Random(3);
    for (const count of [1, 2, 31, 32, 33, 500, 3000]) {
      const points = somePoints(random, count);
      const tree = await pointsOf(points);
      for (let i = 0; i < 20; i++) {
        const at = points[random.between(0, count - 1)];
        const [latitude, longitude] = i % 2 === 0 && at ? [at.latE7 / 1e7, at.lonE7 / 1e7] : position(random);
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

  it('are found up to the radius and not beyond it, to the last digit of a position', async () => {
    const at = { latE7: 520_000_000, lonE7: 50_000_000 };
    const points = Array.from({ length: 60 }, (_, i) => ({ ...at, lonE7: at.lonE7 + i * 100 }));
    const tree = await pointsOf(points);
    const metric = new LocalMetric(52, 5);
    for (const [i, { latE7, lonE7 }] of points.entries()) {
      const radius = Math.sqrt(metric.squaredMetresTo(latE7, lonE7));
      expect(tree.within(52, 5, radius + 1e-6, 100).total).toBe(i + 1);
      if (i > 0) expect(tree.within(52, 5, radius - 1e-6, 100).total).toBe(i);
    }
  });
});

describe('the nearest point', () => {
  it('is the one that a look at all of them finds, with all that is on it', async () => {
    const random = new Random(4);
    let found = 0;
    let several = 0;
    for (const count of [1, 64, 65, 700]) {
      const points = somePoints(random, count);
      const tree = await pointsOf(points);
      for (let i = 0; i < 150; i++) {
        const [latitude, longitude] = position(random);
        const metres = [1, 50, 500, 100_000][i % 4]!;
        const all = byDistance(points, latitude, longitude);
        const nearest = tree.nearest(latitude, longitude, metres * metres, 100);
        if (all.length === 0 || all[0]!.d > metres * metres) {
          expect(nearest).toBeUndefined();
          continue;
        }
        const at = points[all[0]!.i]!;
        const same = points.flatMap((point, j) =>
          point !== null && point.latE7 === at.latE7 && point.lonE7 === at.lonE7 ? [j] : [],
        );
        expect(nearest?.addresses).toEqual(same);
        expect(nearest?.squaredMetres).toBeCloseTo(all[0]!.d, 3);
        expect(tree.nearest(latitude, longitude, metres * metres, 1)!.addresses).toEqual(same.slice(0, 1));
        found++;
        if (same.length > 1) several++;
      }
    }
    expect(found).toBeGreaterThan(50);
    expect(several).toBeGreaterThan(5);
  });

  it('is none where nothing has a position, however far is looked', async () => {
    const tree = await pointsOf([null]);
    expect(tree.nearest(52, 5, 1e16, 10)).toBeUndefined();
    expect(tree.within(52, 5, 1e8, 10).total).toBe(0);
  });
});
