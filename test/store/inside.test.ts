import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/model/country.ts';
import { type Ground, rangesInside } from '../../src/store/inside.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

describe.each(COUNTRIES)('the addresses on a part of the ground in %s', (country) => {
  it('are those whose position is there, as ranges apart from each other', async () => {
    let found = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const { index } = await openInput(randomInput(country, seed, { addresses: 500, streets: 60 }));
      const { latE7, lonE7, hasPosition } = index.addresses.positions();
      const random = new Random(seed);
      for (let round = 0; round < 40; round++) {
        const [a, b] = [random.between(0, latE7.length - 1), random.between(0, latE7.length - 1)];
        const box = {
          south: Math.min(latE7[a]!, latE7[b]!),
          north: Math.max(latE7[a]!, latE7[b]!),
          west: Math.min(lonE7[a]!, lonE7[b]!),
          east: Math.max(lonE7[a]!, lonE7[b]!),
        };
        const isBelow = (lat: number, lon: number): boolean => lat + lon <= latE7[a]! + lonE7[b]!;
        for (const ground of [box, { ...box, has: isBelow }] as Ground[]) {
          const expected = Array.from(latE7.keys()).filter(
            (i) =>
              hasPosition[i] === 1 &&
              latE7[i]! >= ground.south &&
              latE7[i]! <= ground.north &&
              lonE7[i]! >= ground.west &&
              lonE7[i]! <= ground.east &&
              (ground.has?.(latE7[i]!, lonE7[i]!) ?? true),
          );
          const ranges = rangesInside(index.points.tree, index.addresses, ground);
          expect(ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual(
            expected,
          );
          ranges.slice(1).forEach(([from], i) => expect(from).toBeGreaterThan(ranges[i]![1]));
          found += expected.length;
        }
      }
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('are none beside the country, and all around it but those without a position', async () => {
    const { index } = await openInput(randomInput(country, 7));
    const { hasPosition } = index.addresses.positions();
    const nowhere = { south: 0, west: 0, north: 1, east: 1 };
    const everywhere = { south: -9e8, west: -18e8, north: 9e8, east: 18e8 };
    expect(rangesInside(index.points.tree, index.addresses, nowhere)).toEqual([]);
    const all = rangesInside(index.points.tree, index.addresses, everywhere);
    expect(all.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(hasPosition.filter((has) => has === 1).length);
  });
});
