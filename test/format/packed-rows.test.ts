import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POINT_Y } from '../../src/format/block-points.ts';
import { PackedRows, packRows } from '../../src/format/packed-rows.ts';

const seeded = { seed: 20260101, numRuns: 150 };
const EXTREMES = [0, 1, -1, -(2 ** 31), 2 ** 31 - 1];

function pack(rows: readonly (readonly number[])[], columns: number): Uint8Array {
  return packRows(rows.length, columns, (row, values) => values.set(rows[row]!));
}

/** All values, read one by one and, which must be the same, row by row. */
function readAll(section: Uint8Array): number[][] {
  const rows = new PackedRows(section);
  const row = new Int32Array(POINT_Y + 1);
  return Array.from({ length: rows.length }, (_, i) => {
    const values = Array.from({ length: rows.columns }, (_, column) => rows.at(column, i));
    rows.read(i, row);
    expect([...row.subarray(0, rows.columns)]).toEqual(values);
    return values;
  });
}

describe('packed rows', () => {
  it('may be none', () => {
    const rows = new PackedRows(pack([], 3));
    expect(rows.length).toBe(0);
    expect(rows.columns).toBe(3);
    expect(rows.lowerBound(5, 0, 0)).toBe(0);
  });

  it('give back one row of extreme values', () => {
    for (const value of EXTREMES) expect(readAll(pack([[value, -1, value]], 3))).toEqual([[value, -1, value]]);
  });

  it('give back six columns that all need 32 bits, the most there can be, and their points', () => {
    const rows = Array.from({ length: 70 }, (_, i) =>
      Array.from({ length: 6 }, (_, column) => EXTREMES[(i + column) % EXTREMES.length]!),
    );
    expect(readAll(pack(rows, 6))).toEqual(rows);
    const section = packRows(rows.length, 6, (row, values) => values.set([...rows[row]!, row, 100 - row]), {
      groupOf: (row) => row % 32,
      originXOf: () => 0,
      originYOf: () => 0,
    });
    expect(readAll(section)).toEqual(rows);
    const packed = new PackedRows(section);
    rows.forEach((_, i) => expect([packed.xAt(i), packed.yAt(i)]).toEqual([i, 100 - i]));
  });

  it('give back as many rows as there are, at the edges of their blocks of 32', () => {
    for (const length of [1, 31, 32, 33, 63, 64, 65, 97]) {
      const rows = Array.from({ length }, (_, i) => [i, (i * i * 7919) % 1000]);
      expect(readAll(pack(rows, 2)), `${length} rows`).toEqual(rows);
    }
  });

  it('have a first word in each block, which is that of all its rows', () => {
    const rows = new PackedRows(
      pack(
        Array.from({ length: 70 }, (_, i) => [i]),
        1,
      ),
    );
    const first = Array.from({ length: 70 }, (_, i) => rows.wordAt(i));
    expect(first.slice(0, 32)).toEqual(new Array(32).fill(rows.words[0]));
    // The last block has six rows, whose differences need fewer bits.
    expect(new Set(first.slice(64)).size).toBe(1);
    expect(first[64]).not.toBe(first[0]);
  });

  it('take no bits for columns that are alike in a block', () => {
    const rows = (last: (i: number) => number): number[][] => Array.from({ length: 3200 }, (_, i) => [7, -5, last(i)]);
    const equal = pack(
      rows(() => 4711),
      3,
    ).byteLength;
    const alternating = pack(
      rows((i) => i & 1),
      3,
    ).byteLength;
    expect(alternating - equal).toBe(3200 / 8);
  });

  it('have one to six columns', () => {
    expect(() => pack([], 0)).toThrow(RangeError);
    expect(() => pack([], 7)).toThrow(RangeError);
    const section = pack([[1]], 1);
    section[4] = 7;
    expect(() => new PackedRows(section)).toThrow(RangeError);
  });

  it('give back any whole numbers of 32 bits, from a section anywhere in a buffer', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer(), fc.constantFrom(...EXTREMES));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 100 }), fc.nat(), (columns, length, at) => {
        const sample = fc.sample(value, { numRuns: columns * length, seed: at });
        const rows = Array.from({ length }, (_, i) => sample.slice(i * columns, (i + 1) * columns));
        const section = pack(rows, columns);
        const moved = new Uint8Array(section.length + 16);
        moved.set(section, 8);
        expect(readAll(moved.subarray(8, 8 + section.length))).toEqual(rows);
      }),
      seeded,
    );
  });

  it('find the same bounds in an ascending first column as a scan, in any part of them', () => {
    const steps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 })), { maxLength: 300 });
    fc.assert(
      fc.property(steps, fc.nat(), fc.nat(), fc.integer({ min: -1, max: 1500 }), (increments, a, b, value) => {
        let sum = 0;
        const rows = increments.map((increment, i) => {
          sum += increment;
          return [sum, i % 7];
        });
        const [from, to] = [a % (rows.length + 1), b % (rows.length + 1)].sort((x, y) => x - y) as [number, number];
        const packed = new PackedRows(pack(rows, 2));
        let expected = from;
        while (expected < to && rows[expected]![0]! < value) expected++;
        expect(packed.lowerBound(value, from, to)).toBe(expected);
      }),
      { ...seeded, numRuns: 300 },
    );
  });

  it('find bounds in runs that ascend each by itself, as the numbers of neighbouring streets do', () => {
    const runs = [40, 1, 100, 33, 64, 7];
    const rows = runs.flatMap((length) => Array.from({ length }, (_, i) => [1 + 2 * i]));
    const packed = new PackedRows(pack(rows, 1));
    let from = 0;
    for (const length of runs) {
      for (let value = 0; value <= 2 * length + 2; value++) {
        const expected = from + Math.min(length, Math.max(0, Math.ceil((value - 1) / 2)));
        expect(packed.lowerBound(value, from, from + length)).toBe(expected);
      }
      from += length;
    }
  });

  it('save the bases of columns that are given as small numbers, which must not be negative', () => {
    const rows = Array.from({ length: 320 }, (_, i) => [i % 3, 1000 + i, i % 2]);
    const fill = (row: number, values: Int32Array): void => values.set(rows[row]!);
    const section = packRows(rows.length, 3, fill, undefined, [0, 2]);
    expect(readAll(section)).toEqual(rows);
    expect(pack(rows, 3).length - section.length).toBe(10 * 2 * 4);
    expect(new PackedRows(section).lowerBound(1, 0, 3)).toBe(1);
    expect(() => packRows(1, 1, (_, values) => values.set([-1]), undefined, [0])).toThrow(RangeError);
  });
});
