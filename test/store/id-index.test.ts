import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdIndex, packIds } from '../../src/store/street-table.ts';

const MAX_ID = 2 ** 53 - 1;
/** Identifiers as registers give them: near one another, with repetitions, and now and then anything. */
const identifiers = fc.array(
  fc.oneof(fc.nat(20), fc.integer({ min: 363_200_000_000_000, max: 363_200_000_000_050 }), fc.nat(MAX_ID)),
  { maxLength: 200 },
);

describe('an index of identifiers', () => {
  it('finds the rows of each, in row order, and none of others', () => {
    fc.assert(
      fc.property(identifiers, fc.nat(MAX_ID), (ids, other) => {
        const { id, rowsById } = packIds(Float64Array.from(ids));
        const index = new IdIndex(id, rowsById);
        for (const wanted of [...ids, other, 0, MAX_ID]) {
          const rows = [...ids.keys()].filter((row) => ids[row] === wanted);
          expect(index.rowsWith(wanted)).toEqual(rows);
        }
        for (const [row, each] of ids.entries()) expect(index.idOf(row)).toBe(each);
      }),
    );
  });
});
