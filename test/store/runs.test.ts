import { describe, expect, it } from 'vitest';
import { ORIGIN_UNIT } from '../../src/format/block-points.ts';
import { Container, packContainer } from '../../src/format/container.ts';
import { NO_POSITION } from '../../src/model/address-columns.ts';
import type { OrderedInput } from '../../src/store/order.ts';
import {
  cutRuns,
  EXTENT_UNIT_E7,
  MAX_RUN_LAT_E7,
  MAX_RUN_LON_E7,
  MAX_RUN_SPAN,
  packRuns,
  RUN,
  RUN_WIDTH,
  RunTree,
} from '../../src/store/runs.ts';
import { Random } from '../support/random.ts';

type Point = readonly [latE7: number, lonE7: number] | null;

const AT = [520_000_000, 50_000_000] as const;
const METRE = [90, 146] as const;

/** So many metres north and east of one point. */
const metres = (north: number, east: number): Point => [AT[0] + north * METRE[0], AT[1] + east * METRE[1]];

/** What `cutRuns` looks at, of streets of these points. */
function streetsOf(...streets: readonly (readonly Point[])[]): OrderedInput {
  const points = streets.flat();
  const firstAddress = [0];
  for (const street of streets) firstAddress.push(firstAddress.at(-1)! + street.length);
  return {
    addresses: {
      latE7: Int32Array.from(points, (point) => point?.[0] ?? NO_POSITION),
      lonE7: Int32Array.from(points, (point) => point?.[1] ?? NO_POSITION),
    },
    rows: Uint32Array.from(points.keys()),
    firstAddress: Uint32Array.from(firstAddress),
    streets,
  } as unknown as OrderedInput;
}

interface Run {
  readonly members: readonly number[];
  readonly latE7: number;
  readonly lonE7: number;
  readonly heightE7: number;
  readonly widthE7: number;
}

/** The runs as a reader finds them, by their first addresses. */
function readRuns(input: OrderedInput): Run[] {
  const file = packContainer(packRuns(cutRuns(input)));
  const { length, runs, extents } = new RunTree(new Container(Uint8Array.from(file).buffer, 'runs.bin'));
  return Array.from({ length }, (_, i): Run => {
    const first = runs[RUN_WIDTH * i + RUN.first]!;
    const others = runs[RUN_WIDTH * i + RUN.others]!;
    return {
      members: [first, ...range(0, 31).flatMap((bit) => ((others >>> bit) & 1 ? [first + 1 + bit] : []))],
      latE7: runs[RUN_WIDTH * i + RUN.y]!,
      lonE7: runs[RUN_WIDTH * i + RUN.x]!,
      heightE7: extents[2 * i + 1]! * EXTENT_UNIT_E7,
      widthE7: extents[2 * i]! * EXTENT_UNIT_E7,
    };
  }).sort((a, b) => a.members[0]! - b.members[0]!);
}

const runsOf = (input: OrderedInput): (readonly number[])[] => readRuns(input).map(({ members }) => members);

const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);

describe('runs', () => {
  it('have the houses of both sides of a street where these keep in step', () => {
    const houses = range(0, 20).map((i) => metres((i % 2) * 15, i * 2));
    expect(runsOf(streetsOf(houses))).toEqual([range(0, 20)]);
  });

  it('have each side by itself where the sides are far from each other', () => {
    const houses = range(0, 30).map((i) => metres((i % 2) * 400, i));
    expect(runsOf(streetsOf(houses))).toEqual([range(0, 30, 2), range(1, 30, 2)]);
  });

  it('pass over an address that is far off, which is a run of its own, and over addresses without a position', () => {
    const houses = range(0, 12).map((i) => metres(0, i * 5));
    houses[4] = metres(90_000, 90_000);
    houses[7] = null;
    expect(runsOf(streetsOf(houses))).toEqual([range(0, 12).filter((i) => i !== 4 && i !== 7), [4]]);
  });

  it('end with their street, with their extent and after 32 addresses', () => {
    const near = range(0, 5).map((i) => metres(0, i));
    expect(runsOf(streetsOf(near, near))).toEqual([range(0, 5), range(5, 10)]);
    expect(runsOf(streetsOf(range(0, 10).map((i) => metres(0, i * 25))))).toEqual(
      [0, 3, 6, 9].map((from) => range(from, Math.min(from + 3, 10))),
    );
    expect(runsOf(streetsOf(range(0, 80).map(() => metres(0, 0))))).toEqual([
      range(0, 32),
      range(32, 64),
      range(64, 80),
    ]);
  });

  it('are none where there is no position', () => {
    expect(runsOf(streetsOf([null, null], [null]))).toEqual([]);
  });

  it('hold every address with a position once, within the extents that they say, in the order of their first addresses', () => {
    const random = new Random(9);
    for (let round = 0; round < 30; round++) {
      const spread = [20, 200, 2000][round % 3]!;
      const input = streetsOf(
        ...range(0, 6).map(() =>
          range(0, random.between(1, 90)).map(() =>
            random.between(0, 9) === 0 ? null : metres(random.between(0, spread), random.between(0, spread)),
          ),
        ),
      );
      const runs = readRuns(input);
      const { latE7, lonE7 } = input.addresses;
      expect(runs.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual(
        [...latE7.keys()].filter((address) => latE7[address] !== NO_POSITION),
      );
      for (const { members, ...run } of runs) {
        expect(members.at(-1)! - members[0]!).toBeLessThan(MAX_RUN_SPAN);
        const lats = members.map((each) => latE7[each]!);
        const lons = members.map((each) => lonE7[each]!);
        for (const [least, most, origin, extent, max] of [
          [Math.min(...lats), Math.max(...lats), run.latE7, run.heightE7, MAX_RUN_LAT_E7],
          [Math.min(...lons), Math.max(...lons), run.lonE7, run.widthE7, MAX_RUN_LON_E7],
        ] as const) {
          expect(origin % ORIGIN_UNIT).toBe(0);
          expect(least).toBeGreaterThanOrEqual(origin);
          expect(least).toBeLessThan(origin + ORIGIN_UNIT);
          expect(most).toBeLessThanOrEqual(origin + Math.min(extent, max));
          expect(most).toBeGreaterThan(origin + extent - EXTENT_UNIT_E7);
        }
      }
    }
  });
});
