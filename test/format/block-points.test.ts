import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dxOf,
  dyOf,
  MAX_DX,
  MAX_DY,
  ORIGIN_UNIT,
  POINT_X,
  POINT_Y,
  type PointGroups,
} from '../../src/format/block-points.ts';
import { BLOCK_ROWS } from '../../src/format/blocks.ts';
import { bytesOfColumns, PackedRows, packRows } from '../../src/format/packed-rows.ts';

/** A row without a point, or with one of a group. */
type Row = { readonly group: number; readonly x: number; readonly y: number } | null;

interface Groups {
  readonly origins: readonly (readonly [x: number, y: number])[];
  readonly rows: readonly Row[];
}

function pack({ origins, rows }: Groups): PackedRows {
  const points: PointGroups = {
    groupOf: (row) => rows[row]?.group ?? -1,
    originXOf: (group) => origins[group]![0],
    originYOf: (group) => origins[group]![1],
  };
  const fill = (row: number, values: Int32Array): void => {
    values[0] = row;
    values[POINT_X] = rows[row]?.x ?? 0;
    values[POINT_Y] = rows[row]?.y ?? 0;
  };
  return new PackedRows(packRows(rows.length, 1, fill, points));
}

/** Every point is read in three ways: alone, with its row, and from the origin of its group. */
function expectPoints({ origins, rows }: Groups): void {
  const packed = pack({ origins, rows });
  const values = new Int32Array(POINT_Y + 1);
  const read = rows.map((row, i) => {
    packed.read(i, values);
    if (row === null) return [values[0]];
    const word = packed.words[packed.pointsOf(Math.floor(i / BLOCK_ROWS)) + (i % BLOCK_ROWS)]!;
    const [x, y] = origins[row.group]!;
    return [
      ...[values[0], packed.xAt(i), packed.yAt(i)],
      ...[values[POINT_X], values[POINT_Y]],
      ...[x + dxOf(word), y + dyOf(word)],
    ];
  });
  expect(read).toEqual(rows.map((row, i) => (row === null ? [i] : [i, row.x, row.y, row.x, row.y, row.x, row.y])));
}

/** Bytes of the points of a block, with their origins. */
const bytesOf = (groups: Groups): number => bytesOfColumns(pack(groups)).at(-1)!;

describe('the points of a block', () => {
  it('are read alone, with their row and from the origin of their group, wherever the origins are', () => {
    const near = fc.integer({ min: 4_000_000, max: 4_030_000 });
    const anywhere = fc.integer({ min: -(2 ** 24) + 200, max: 2 ** 24 - 200 });
    const coordinate = fc.oneof({ weight: 4, arbitrary: near }, { weight: 1, arbitrary: anywhere });
    const origins = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 40, size: 'max' });
    const offset = fc.tuple(
      fc.oneof(fc.integer({ min: 0, max: MAX_DX }), fc.constantFrom(0, MAX_DX)),
      fc.oneof(fc.integer({ min: 0, max: MAX_DY }), fc.constantFrom(0, MAX_DY)),
    );
    const row = fc.option(fc.tuple(fc.nat(), offset), { freq: 8 });
    fc.assert(
      fc.property(origins, fc.array(row, { maxLength: 100, size: 'max' }), (units, drawn) => {
        const scaled = units.map(([x, y]) => [x * ORIGIN_UNIT, y * ORIGIN_UNIT] as const);
        const rows = drawn.map((each): Row => {
          if (each === null) return null;
          const [draw, [dx, dy]] = each;
          const group = draw % scaled.length;
          return { group, x: scaled[group]![0] + dx, y: scaled[group]![1] + dy };
        });
        expectPoints({ origins: scaled, rows });
      }),
      { seed: 20260101, numRuns: 300 },
    );
  });

  it('take a word each, and one for each origin but the first, whose coordinates are two', () => {
    const rows = (groups: number): Row[] =>
      Array.from({ length: BLOCK_ROWS }, (_, i) => ({ group: i % groups, x: (i % groups) * 1024, y: 0 }));
    const origins = Array.from({ length: BLOCK_ROWS }, (_, group) => [group * 1024, 0] as const);
    for (const groups of [1, 2, BLOCK_ROWS]) {
      expect(bytesOf({ origins, rows: rows(groups) })).toBe((BLOCK_ROWS + 2 + groups - 1) * 4);
    }
  });

  it('take nothing where no row has one', () => {
    expect(bytesOf({ origins: [], rows: Array.from({ length: 70 }, () => null) })).toBe(0);
  });

  it('take two words for each origin where one is far off, from one unit too many on', () => {
    const groups = (units: number): Groups => ({
      origins: [
        [0, 0],
        [units * ORIGIN_UNIT, 0],
      ],
      rows: [
        { group: 0, x: 5, y: 6 },
        { group: 1, x: units * ORIGIN_UNIT, y: 7 },
      ],
    });
    for (const [units, words] of [
      [0x7fff, 1],
      [0x8000, 2],
      [-0x8000, 1],
      [-0x8001, 2],
    ] as const) {
      expectPoints(groups(units));
      expect(bytesOf(groups(units)), `${units} units`).toBe((BLOCK_ROWS + 2 + words) * 4);
    }
  });

  it('must be near the origin of their group, north-east of it', () => {
    for (const [x, y] of [
      [-1, 0],
      [0, -1],
      [MAX_DX + 1, 0],
      [0, MAX_DY + 1],
    ] as const) {
      expect(() => pack({ origins: [[0, 0]], rows: [{ group: 0, x, y }] })).toThrow(RangeError);
    }
  });
});
