import { describe, expect, it } from 'vitest';
import {
  compareDegrees,
  describeComparison,
  newComparison,
  POSITION_STATES,
  PositionReader,
} from '../../../pipelines/best/positions.ts';
import { NO_POSITION } from '../../../src/model/address-columns.ts';

/** The triangulation point whose coordinates the National Geographic Institute publishes in both. */
const KNOWN = { x: '157022.870', y: '171745.084', latE7: 508560570, lonE7: 44684930 };

function read(crs: string, x: string, y: string) {
  const place = new PositionReader(undefined);
  place.read(crs, x, y);
  const { latE7, lonE7, xMm, yMm } = place;
  return { state: POSITION_STATES[place.state], latE7, lonE7, xMm, yMm };
}

describe('a position', () => {
  it('in Lambert 72 keeps its millimetres, and its degrees are less than half a metre off', () => {
    const { state, latE7, lonE7, xMm, yMm } = read('EPSG:31370', KNOWN.x, KNOWN.y);
    expect({ state, xMm, yMm }).toEqual({ state: 'placed', xMm: 157_022_870, yMm: 171_745_084 });
    expect(Math.abs(latE7 - KNOWN.latE7)).toBeLessThan(45);
    expect(Math.abs(lonE7 - KNOWN.lonE7)).toBeLessThan(70);
  });

  it.each([
    ['no-position', 'EPSG:31370', '0.00000', '0.00000'],
    ['no-position', 'EPSG:3812', '', ''],
    ['position-unreadable', 'EPSG:31370', 'x', '1'],
    ['position-unreadable', 'EPSG:31370', '1', 'Infinity'],
    ['crs-unknown', 'EPSG:28992', '155000', '463000'],
    ['outside-belgium', 'EPSG:31370', '157022.870', '871745.084'],
    // metres of one grid under the name of the other
    ['outside-belgium', 'EPSG:3812', KNOWN.x, KNOWN.y],
  ])('is %s for %s %j %j, and then has no coordinates', (state, crs, x, y) => {
    expect(read(crs, x, y)).toEqual({ state, latE7: NO_POSITION, lonE7: NO_POSITION, xMm: 0, yMm: 0 });
  });

  it('is that of the last call, also when the same is read twice or the grid alone changes', () => {
    const place = new PositionReader(undefined);
    place.read('EPSG:31370', KNOWN.x, KNOWN.y);
    const first = place.latE7;
    place.read('EPSG:31370', KNOWN.x, KNOWN.y);
    expect(place.latE7).toBe(first);
    place.read('EPSG:3812', KNOWN.x, KNOWN.y);
    expect(POSITION_STATES[place.state]).toBe('outside-belgium');
  });
});

describe('the degrees that a file gives itself', () => {
  it('are compared row by row, with the mean, the largest distance and its line', () => {
    const comparison = newComparison();
    compareDegrees(comparison, 508_000_000, 44_000_000, '50.8', '4.4', 2);
    compareDegrees(comparison, 508_000_000, 44_000_000, '50.80001', '4.4', 3);
    compareDegrees(comparison, 508_000_000, 44_000_000, '50.81', '4.4', 4);
    expect(comparison).toMatchObject({ compared: 3, beyond: 1, maxLine: 4 });
    expect(comparison.max).toBeGreaterThan(1_111);
    expect(comparison.max).toBeLessThan(1_113);
    expect(describeComparison('a.csv', comparison)).toMatch(
      /^a\.csv: of 3 positions, 1 are more than 1\.5 m from .*line 4/,
    );
  });

  it('are as right at epoch 2025.0, 0.89 m to the north-east, as in ETRS89', () => {
    const comparison = newComparison();
    compareDegrees(comparison, 508_000_000, 44_000_000, '50.8000058', '4.4000087', 2);
    expect(comparison.max).toBeLessThan(0.05);
    expect(describeComparison('a.csv', comparison)).toContain('agree with the file');
  });

  it('are passed over where there are none, or no position of ours', () => {
    const comparison = newComparison();
    compareDegrees(comparison, NO_POSITION, NO_POSITION, '50.8', '4.4', 2);
    compareDegrees(comparison, 508_000_000, 44_000_000, '', '', 3);
    compareDegrees(comparison, 508_000_000, 44_000_000, 'x', '4.4', 4);
    expect(describeComparison('a.csv', comparison)).toBeUndefined();
  });
});
