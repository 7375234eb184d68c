import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedRows, packRows } from '../../src/format/packed-rows.ts';

const seeded = { seed: 20260101, numRuns: 150 };
const EXTREMES = [0, 1, -1, -(2 ** 31), 2 ** 31 - 1];

function pack(rows: readonly (readonly number[])[], columns: number): Uint8Array {
  return packRows(rows.length, columns, (row, values) => values.set(rows[row]!));
}

/** All values, read one by one and, which must be the same, row by row. */
function readAll(section: Uint8Array): number[][] {
  const rows = new PackedRows(section);
  const row = new Int32Array(rows.columns);
  return Array.from({ length: rows.length }, (_, i) => {
    const values = Array.from({ length: rows.columns }, (_, column) => rows.at(column, i));
    rows.read(i, row);
    expect([...row]).toEqual(values);
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

  it('give back eight columns that all need 32 bits, the most there can be', () => {
    const rows = Array.from({ length: 70 }, (_, i) =>
      Array.from({ length: 8 }, (_, column) => EXTREMES[(i + column) % EXTREMES.length]!),
    );
    expect(readAll(pack(rows, 8))).toEqual(rows);
  });

  it('give back as many rows as there are, at the edges of their blocks of 32', () => {
    for (const length of [1, 31, 32, 33, 63, 64, 65, 97]) {
      const rows = Array.from({ length }, (_, i) => [i, (i * i * 7919) % 1000]);
      expect(readAll(pack(rows, 2)), `${length} rows`).toEqual(rows);
    }
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

  it('have one to eight columns', () => {
    expect(() => pack([], 0)).toThrow(RangeError);
    expect(() => pack([], 9)).toThrow(RangeError);
  });

  it('give back any whole numbers of 32 bits, from a section anywhere in a buffer', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer(), fc.constantFrom(...EXTREMES));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 100 }), fc.nat(), (columns, length, at) => {
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

  it('give pairs of neighbouring columns of any of 32 rows, across the ends of blocks, whatever their widths', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 32 }),
        fc.integer({ min: 0, max: 32 }),
        fc.integer({ min: 0, max: 63 }),
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.boolean(),
        (widthA, widthB, first, others, isLast) => {
          const value = (i: number, width: number): number =>
            Math.floor((2 ** width - 1) * ((Math.imul(i + 1, 2_654_435_761) >>> 0) / 2 ** 32)) - 2 ** 31;
          const rows = Array.from({ length: 96 }, (_, i) => {
            const pair = [value(i, widthA), value(i + 7, widthB)];
            return isLast ? [i, ...pair] : [i, ...pair, i % 5];
          });
          const packed = new PackedRows(pack(rows, rows[0]!.length));
          const into = { pairs: new Int32Array(64), rows: new Uint32Array(32) };
          // All, or those whose first value is in the lower half.
          const most = first % 2 === 0 ? 2 ** 31 - 1 : -(2 ** 31) + 2 ** Math.max(widthA - 1, 0);
          const count = packed.readPairs(1, first, others, -(2 ** 31), most, into);
          let expected = [first];
          for (let bit = 0; bit < 31; bit++) if ((others >>> bit) & 1) expected.push(first + 1 + bit);
          expected = expected.filter((row) => rows[row]![1]! <= most);
          expect([...into.rows.subarray(0, count)]).toEqual(expected);
          expect([...into.pairs.subarray(0, 2 * count)]).toEqual(expected.flatMap((row) => rows[row]!.slice(1, 3)));
        },
      ),
      seeded,
    );
  });
});
