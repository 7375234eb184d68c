import { expect, it } from 'vitest';
import { extendBounds, MapGrid, noBounds, withMargin } from '../../src/map/grid.ts';

it('shows a single point in the middle of three kilometres', () => {
  const bounds = noBounds();
  extendBounds(bounds, 52e7, 5e7);
  const grid = new MapGrid(withMargin(bounds), 300, 300);
  expect([grid.width, grid.height, grid.xOf(5e7), grid.yOf(52e7)]).toEqual([300, 300, 150, 150]);
  expect(grid.metresPerPixel * 300).toBeCloseTo(3000, 0);
});

it('leaves room around what it shows', () => {
  const bounds = noBounds();
  extendBounds(bounds, 52e7, 5e7);
  extendBounds(bounds, 53e7, 6e7);
  const grid = new MapGrid(withMargin(bounds), 1000, 2000);
  expect(grid.xOf(5e7) / grid.width).toBeCloseTo(0.06 / 1.12, 3);
  expect(grid.yOf(53e7) / grid.height).toBeCloseTo(0.06 / 1.12, 3);
});
