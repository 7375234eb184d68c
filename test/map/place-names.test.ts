import { expect, it } from 'vitest';
import { MapGrid } from '../../src/map/grid.ts';
import { boxOfText, contains, overlaps } from '../../src/map/labels.ts';
import { placeNamesOn } from '../../src/map/place-names.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();
const BENELUX = { west: 2.5e7, south: 49.4e7, east: 7.3e7, north: 53.6e7 };
const ZOOMS = [1, 3, 9];

it('names the largest places of all indexes first, and more of them at each zoom, none over another', () => {
  const indexes = (['nl', 'be', 'lu'] as const).map((country) => fixtures.lookup.of(country).index);
  const grid = new MapGrid(BENELUX, 400, 600);
  const names = placeNamesOn(indexes, grid, 14, ZOOMS);
  const sizes = indexes.flatMap((index) =>
    index.areas.all('place').map((_, place) => [index.areas.officialNamesOf(place).place, index.placeSizeOf(place)]),
  ) as [string, number][];
  const [largest] = sizes.sort((a, b) => b[1] - a[1])[0]!;
  expect(names[0]!.text).toBe(largest);
  const counts = ZOOMS.map((zoom) => names.filter((each) => each.zoom <= zoom).length);
  expect(counts[0]).toBeGreaterThan(3);
  expect(counts[1]).toBeGreaterThan(counts[0]!);
  expect(counts[2]).toBeLessThanOrEqual(sizes.length);
  for (const zoom of ZOOMS) {
    const boxes = names
      .filter((each) => each.zoom <= zoom)
      .map(({ text, x, y }) => boxOfText(text, { x: x * zoom, y: y * zoom }, 14));
    const frame = { left: 0, top: 0, right: grid.width * zoom, bottom: grid.height * zoom };
    expect(boxes.filter((box) => !contains(frame, box))).toEqual([]);
    expect(boxes.filter((box, i) => boxes.slice(i + 1).some((other) => overlaps(box, other)))).toEqual([]);
  }
});

it('names a place in the middle of its addresses, and none beyond the map', () => {
  const { index } = fixtures.lookup.of('lu');
  const grid = new MapGrid(BENELUX, 800, 1200);
  const names = placeNamesOn([index], grid, 1, [9]);
  const town = names.find(({ text }) => text === 'Luxembourg')!;
  expect(town.x).toBeCloseTo(grid.xOf(6.13e7), -1);
  expect(town.y).toBeCloseTo(grid.yOf(49.61e7), -1);
  expect(
    placeNamesOn([index], new MapGrid({ west: 4e7, south: 52e7, east: 5e7, north: 53e7 }, 300, 600), 14, [1]),
  ).toEqual([]);
});
