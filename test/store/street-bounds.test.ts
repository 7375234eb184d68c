import Flatbush from 'flatbush';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { NOWHERE, StreetBounds } from '../../src/store/street-bounds.ts';
import { Random } from '../support/random.ts';

type Box = readonly [west: number, south: number, east: number, north: number];

function boundsOf(boxes: readonly Box[]): StreetBounds {
  const tree = new Flatbush(boxes.length, 16, Int32Array, SharedArrayBuffer);
  for (const box of boxes) tree.add(...box);
  tree.finish();
  return new StreetBounds(tree.data);
}

/** Streets of some 300 m all over the Netherlands, in E7; some have no position. */
function someBoxes(random: Random, count: number): Box[] {
  return Array.from({ length: count }, (): Box => {
    if (random.between(0, 19) === 0) return [NOWHERE, NOWHERE, NOWHERE, NOWHERE];
    const west = random.between(33_000_000, 72_000_000);
    const south = random.between(507_000_000, 535_000_000);
    return [west, south, west + random.between(0, 50_000), south + random.between(0, 30_000)];
  });
}

/** Metres to a box, by the metric of a sphere: an answer of another kind, good to a part in a hundred near by. */
function sphericalMetres(latitude: number, longitude: number, [west, south, east, north]: Box): number {
  const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
  const lat = clamp(latitude, south / 1e7, north / 1e7);
  const lon = clamp(longitude, west / 1e7, east / 1e7);
  const radians = Math.PI / 180;
  const h =
    Math.sin(((lat - latitude) * radians) / 2) ** 2 +
    Math.cos(lat * radians) * Math.cos(latitude * radians) * Math.sin(((lon - longitude) * radians) / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h));
}

const ALL = { limit: 1_000_000, maxBoxes: 1_000_000, isWanted: () => true };

afterEach(() => vi.restoreAllMocks());

describe('the nearest streets', () => {
  it('are those that a look at all of them finds, in the order of their distance in metres', () => {
    const random = new Random(5);
    for (const count of [1, 2, 16, 17, 300, 4000]) {
      const boxes = someBoxes(random, count);
      const bounds = boundsOf(boxes);
      expect(bounds.length).toBe(count);
      for (let i = 0; i < 10; i++) {
        const [latitude, longitude] = [random.between(5070, 5350) / 100, random.between(330, 720) / 100];
        const metric = new LocalMetric(latitude, longitude);
        const distances = boxes.map((box) => metric.squaredMetresToBox(...box));
        const sorted = [...distances].sort((a, b) => a - b);
        const all = bounds.nearest(latitude, longitude, ALL);
        expect(all.map((street) => distances[street])).toEqual(sorted);
        expect(new Set(all).size).toBe(count);
        const three = bounds.nearest(latitude, longitude, { ...ALL, limit: 3, isWanted: (street) => street % 2 === 1 });
        const odd = distances.filter((_, street) => street % 2 === 1).sort((a, b) => a - b);
        expect(three.map((street) => distances[street])).toEqual(odd.slice(0, 3));
      }
    }
  });

  it('are nearest in metres, not in degrees, of which those to the east are shorter', () => {
    // 800 m to the east are 0.0117°, 1000 m to the north 0.0090°.
    const east: Box = [50_117_000, 520_000_000, 50_118_000, 520_001_000];
    const north: Box = [50_000_000, 520_090_000, 50_001_000, 520_091_000];
    const bounds = boundsOf([north, east]);
    expect(bounds.nearest(52, 5, ALL)).toEqual([1, 0]);
    expect(sphericalMetres(52, 5, east)).toBeLessThan(sphericalMetres(52, 5, north));
  });

  it('are in the order that the sphere gives them, but for a part in a hundred', () => {
    const boxes = someBoxes(new Random(6), 3000);
    const metres = boundsOf(boxes)
      .nearest(52.1, 5.1, { ...ALL, limit: 200 })
      .map((street) => sphericalMetres(52.1, 5.1, boxes[street]!));
    for (let i = 1; i < metres.length; i++) expect(metres[i - 1]!).toBeLessThanOrEqual(metres[i]! * 1.01 + 1);
  });

  it.each([1, 16, 17, 100, 2000])('are looked for in no more than %d boxes, also where none is wanted', (maxBoxes) => {
    const bounds = boundsOf(someBoxes(new Random(7), 20_000));
    for (const answer of [true, false]) {
      const measure = vi.spyOn(LocalMetric.prototype, 'squaredMetresToBox').mockClear();
      let refused = 0;
      const isWanted = (): boolean => {
        if (!answer) refused++;
        return answer;
      };
      const streets = bounds.nearest(52.1, 5.1, { limit: 20_000, maxBoxes, isWanted });
      // Every box is either measured, or is of a street that is not wanted.
      expect(measure.mock.calls.length + refused).toBe(maxBoxes);
      expect(streets.length > 0).toBe(answer && maxBoxes > 100);
    }
  });

  it('cost few boxes where they are near: some hundred of 20,000', () => {
    const bounds = boundsOf(someBoxes(new Random(8), 20_000));
    const measure = vi.spyOn(LocalMetric.prototype, 'squaredMetresToBox');
    expect(bounds.nearest(52.1, 5.1, { ...ALL, limit: 10 })).toHaveLength(10);
    expect(measure.mock.calls.length).toBeLessThan(600);
  });
});
