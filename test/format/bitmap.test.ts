import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitmap, packBitmap } from '../../src/format/bitmap.ts';

describe('a bitmap', () => {
  it('of no rows takes no bytes', () => {
    expect(packBitmap(0, () => true)).toHaveLength(0);
  });

  it('takes a byte for every eight rows begun', () => {
    expect([1, 8, 9, 16, 17].map((rows) => packBitmap(rows, () => true).length)).toEqual([1, 1, 2, 2, 3]);
  });

  it('has the rows that were set and no others', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 100 }), (rows) => {
        const bitmap = new Bitmap(packBitmap(rows.length, (row) => rows[row]!));
        expect(rows.map((_, row) => bitmap.has(row))).toEqual(rows);
      }),
      { seed: 20260103, numRuns: 100 },
    );
  });
});
