import { describe, expect, it } from 'vitest';
import { densityOf, shadesOf } from '../../src/map/density.ts';
import { MapGrid } from '../../src/map/grid.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

describe('the density of an index', () => {
  it('counts every address with a position once, where it is', () => {
    const { addresses } = fixtures.lookup.of('nl').index;
    const grid = new MapGrid({ west: 3e7, south: 50.5e7, east: 7.5e7, north: 54e7 }, 50, 80);
    const counts = densityOf([fixtures.lookup.of('nl').index], grid);
    const byHand = new Uint32Array(counts.length);
    let positioned = 0;
    for (let each = 0; each < addresses.length; each++) {
      if (!addresses.hasPosition(each)) continue;
      positioned++;
      const column = Math.floor(((addresses.lonE7Of(each) - 3e7) / 4.5e7) * grid.width);
      const row = Math.floor(((54e7 - addresses.latE7Of(each)) / 3.5e7) * grid.height);
      byHand[row * grid.width + column]!++;
    }
    expect(counts).toEqual(byHand);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(positioned);
    const shades = shadesOf(counts);
    expect(Math.max(...shades)).toBeCloseTo(1);
    expect(shades.every((shade, i) => shade > 0 === counts[i]! > 0)).toBe(true);
  });

  it('keeps the proportions of the ground', () => {
    const grid = new MapGrid({ west: 4e7, south: 52e7, east: 5e7, north: 53e7 }, 600, 2000);
    // A degree of longitude at 52.5° is 67.9 km, one of latitude 111.3 km.
    expect(grid.height / grid.width).toBeCloseTo(111.3 / 67.9, 1);
    expect(grid.metresPerPixel * grid.width).toBeGreaterThan(66_000);
    expect(grid.metresPerPixel * grid.width).toBeLessThan(70_000);
  });
});
