import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { approximateGridMm, gridApproximation } from '../../src/store/national-grid.ts';
import { fitGridApproximation, NATIONAL_GRIDS } from '../support/fit-national-grid.ts';

describe.each(['nl', 'be'] as const)('the grid approximation of %s', (country) => {
  const grid = gridApproximation(country)!;
  const { definition, box } = NATIONAL_GRIDS[country];

  it('has the coefficients that the fit gives', () => {
    const fitted = fitGridApproximation(definition, box);
    expect(grid.box).toEqual(box);
    for (const axis of ['x', 'y'] as const) {
      expect(grid[axis]).toHaveLength(fitted[axis].length);
      fitted[axis].forEach((coefficient, i) => {
        expect(Math.abs(grid[axis][i]! - coefficient)).toBeLessThanOrEqual(0.0002);
      });
    }
  });

  it('is within 5 cm of proj4 everywhere in its box, and its error changes by less than 1 mm in 100 m', () => {
    const [south, west, north, east] = box;
    const projection = proj4(definition);
    const error = (latitude: number, longitude: number): number[] => {
      const exact = projection.forward([longitude, latitude]) as [number, number];
      const approximate = approximateGridMm(grid, Math.round(latitude * 1e7), Math.round(longitude * 1e7));
      return [exact[0] * 1000 - approximate[0], exact[1] * 1000 - approximate[1]];
    };
    for (let i = 0; i <= 23; i++) {
      for (let j = 0; j <= 23; j++) {
        const latitude = south + ((north - south) * i) / 23;
        const longitude = west + ((east - west) * j) / 23;
        const here = error(latitude, longitude);
        const there = error(latitude + 0.0009, longitude);
        // 12 mm: what rounding to 10⁻⁷ degree moves a point by.
        for (const axis of [0, 1]) {
          expect(Math.abs(here[axis]!)).toBeLessThan(50 + 12);
          expect(Math.abs(here[axis]! - there[axis]!)).toBeLessThan(1 + 24);
        }
      }
    }
  });
});

it('there is none for Luxembourg, whose addresses carry degrees alone', () => {
  expect(gridApproximation('lu')).toBeUndefined();
});
