import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedColumn, packColumn } from '../../src/format/packed-column.ts';
import { Random } from '../support/random.ts';

const seeded = { seed: 20260101, numRuns: 150 };

/** Whole numbers whose differences need `width` bits, from a base that may be negative. */
function valuesOfWidth(width: number, base: number, length: number): number[] {
  const largest = 2 ** width - 1;
  return Array.from(
    { length },
    (_, i) => base + (i % 3 === 0 ? largest : i % 3 === 1 ? 0 : (i * 2654435761) % (largest + 1)),
  );
}

/** All values of a column, read one by one. */
function readAll(section: Uint8Array): number[] {
  const column = new PackedColumn(section);
  return Array.from({ length: column.length }, (_, i) => column.at(i));
}

describe('a packed column', () => {
  it('of no rows is empty', () => {
    const column = new PackedColumn(packColumn([]));
    expect(column.length).toBe(0);
    expect(column.lowerBound(5)).toBe(0);
    expect(column.upperBound(5)).toBe(0);
    expect(column.indexOf(5)).toBe(-1);
  });

  it('of one row gives it back', () => {
    for (const value of [0, 1, -1, -(2 ** 31), 2 ** 31, 2 ** 32, 2 ** 53 - 1]) {
      expect(readAll(packColumn([value]))).toEqual([value]);
    }
  });

  it('gives back values of every width from 0 to 53 bits', () => {
    for (let width = 0; width <= 53; width++) {
      const values = valuesOfWidth(width, 0, 70);
      expect(readAll(packColumn(values)), `${width} bits`).toEqual(values);
    }
  });

  it('gives back values of every width above a negative base', () => {
    for (let width = 0; width <= 52; width++) {
      const values = valuesOfWidth(width, -(2 ** 31), 40);
      expect(readAll(packColumn(values)), `${width} bits`).toEqual(values);
    }
  });

  it('gives back as many rows as there are, at the edges of its blocks of 32', () => {
    for (const length of [1, 31, 32, 33, 63, 64, 65, 96, 97]) {
      const values = Array.from({ length }, (_, i) => (i * i * 7919) % 1000);
      expect(readAll(packColumn(values)), `${length} rows`).toEqual(values);
    }
  });

  it('keeps blocks of different widths apart', () => {
    const values = [...valuesOfWidth(0, 7, 32), ...valuesOfWidth(53, 0, 32), ...valuesOfWidth(1, -5, 32), 12];
    expect(readAll(packColumn(values))).toEqual(values);
  });

  it('takes no bits for equal neighbours', () => {
    const equal = packColumn(new Array(3200).fill(4711)).byteLength;
    const alternating = packColumn(Array.from({ length: 3200 }, (_, i) => 4711 + (i & 1))).byteLength;
    expect(alternating - equal).toBe(3200 / 8);
  });

  it('refuses neighbours that differ by 2^53 and values that are no numbers', () => {
    expect(() => packColumn([-1, 2 ** 53 - 1])).toThrow(RangeError);
    expect(() => packColumn([Number.NaN, 1])).toThrow(RangeError);
    expect(() => packColumn([0, 2 ** 53 - 1])).not.toThrow();
  });

  it('gives back any whole numbers', () => {
    const value = fc.oneof(
      fc.integer({ min: 0, max: 50 }),
      fc.integer(),
      fc.integer({ min: -(2 ** 31), max: 2 ** 52 }),
      fc.constantFrom(0, -(2 ** 31), 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 52),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 120 }), (values) => {
        expect(readAll(packColumn(values))).toEqual(values);
      }),
      seeded,
    );
  });
});

describe('searching a packed column', () => {
  const ascending = fc
    .array(fc.oneof(fc.integer({ min: -20, max: 60 }), fc.integer({ min: -(2 ** 31), max: 2 ** 52 })), {
      maxLength: 150,
    })
    .map((values) => values.sort((a, b) => a - b));
  const range = fc.tuple(fc.nat(150), fc.nat(150));

  it('says whether its values ascend, also from one block to the next', () => {
    const ascends = (values: readonly number[], strictly: boolean): boolean =>
      new PackedColumn(packColumn(values)).ascends({ strictly });
    const steps = fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(steps, fc.boolean(), (differences, strictly) => {
        let sum = 0;
        const values = differences.map((difference) => (sum += difference));
        const isSo = differences.slice(1).every((difference) => (strictly ? difference > 0 : difference >= 0));
        expect(ascends(values, strictly)).toBe(isSo);
      }),
      seeded,
    );
    expect(ascends([], true)).toBe(true);
    const long = Array.from({ length: 65 }, (_, i) => i);
    expect(ascends(long, true)).toBe(true);
    for (const at of [32, 64]) {
      expect(ascends(long.with(at, at - 1), false)).toBe(true);
      expect(ascends(long.with(at, at - 1), true)).toBe(false);
      expect(ascends(long.with(at, at - 2), false)).toBe(false);
    }
  });

  it('finds the same bounds as a scan, in all rows and in any part of them', () => {
    fc.assert(
      fc.property(ascending, range, fc.integer({ min: -25, max: 65 }), fc.nat(149), (values, [a, b], near, pick) => {
        const column = new PackedColumn(packColumn(values));
        const [from, to] = [Math.min(a, b, values.length), Math.min(Math.max(a, b), values.length)];
        for (const value of [near, values[pick] ?? 0, (values[pick] ?? 0) + 1]) {
          const lower = values.findIndex((each, i) => i >= from && i < to && each >= value);
          const upper = values.findIndex((each, i) => i >= from && i < to && each > value);
          expect(column.lowerBound(value, from, to)).toBe(lower === -1 ? to : lower);
          expect(column.upperBound(value, from, to)).toBe(upper === -1 ? to : upper);
        }
      }),
      seeded,
    );
  });

  it('finds the first row with a value, in all rows and in any part of them', () => {
    const unordered = fc.array(fc.oneof(fc.integer({ min: -5, max: 30 }), fc.integer()), { maxLength: 150 });
    fc.assert(
      fc.property(unordered, range, fc.integer({ min: -8, max: 34 }), fc.nat(149), (values, [a, b], near, pick) => {
        const column = new PackedColumn(packColumn(values));
        const [from, to] = [Math.min(a, b, values.length), Math.min(Math.max(a, b), values.length)];
        for (const value of [near, values[pick] ?? 0]) {
          expect(column.indexOf(value)).toBe(values.indexOf(value));
          expect(column.indexOf(value, from, to)).toBe(
            values.findIndex((each, i) => i >= from && i < to && each === value),
          );
        }
      }),
      seeded,
    );
  });

  it('finds a value among many rows as among few, also in a part of them that is no whole number of blocks', () => {
    const random = new Random(11);
    // As identifiers are: near one another where rows are near, some far away, and most values of the range in no row.
    const values = Array.from({ length: 70_001 }, (_, row) =>
      random.chance(0.001) ? random.between(0, 1e9) : Math.floor(row / 3000) * 1e7 + random.between(0, 90_000),
    );
    const column = new PackedColumn(packColumn(values));
    let found = 0;
    for (let i = 0; i < 200; i++) {
      const value = random.chance(0.7) ? values[random.between(0, values.length - 1)]! : random.between(-1000, 1e9);
      const from = random.between(0, 20_000);
      const to = random.chance(0.3) ? values.length : random.between(from, values.length);
      const expected = values.indexOf(value, from);
      expect(column.indexOf(value, from, to)).toBe(expected < to ? expected : -1);
      expect(column.indexOf(value)).toBe(values.indexOf(value));
      if (expected >= 0 && expected < to) found++;
    }
    expect(found).toBeGreaterThan(40);
    expect(column.indexOf(Math.max(...values) + 1)).toBe(-1);
  });

  it('reads a section in the middle of a larger buffer', () => {
    const section = packColumn([3, 1, 4, 1, 5, 9, 2, 6]);
    const buffer = new SharedArrayBuffer(section.length + 64);
    new Uint8Array(buffer).fill(0xff);
    new Uint8Array(buffer, 24).set(section);
    const column = new PackedColumn(new Uint8Array(buffer, 24, section.length));
    expect(Array.from({ length: 8 }, (_, i) => column.at(i))).toEqual([3, 1, 4, 1, 5, 9, 2, 6]);
  });
});
