import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packColumn } from '../../src/format/packed-column.ts';
import { IdIndex, packIds } from '../../src/store/id-index.ts';

const MAX_ID = 2 ** 53 - 1;
/** Identifiers as registers give them: near one another, with repetitions, and now and then anything. */
const identifiers = fc.array(
  fc.oneof(fc.nat(20), fc.integer({ min: 363_200_000_000_000, max: 363_200_000_000_050 }), fc.nat(MAX_ID)),
  { maxLength: 200 },
);

describe('an index of identifiers', () => {
  it.each([true, false])(
    'finds the rows of each, in row order, and none of others; with its order packed: %s',
    (isPacked) => {
      fc.assert(
        fc.property(identifiers, fc.nat(MAX_ID), (ids, other) => {
          const { id, rowsById } = packIds(Float64Array.from(ids));
          const index = new IdIndex(id, isPacked ? rowsById : undefined);
          for (const wanted of [...ids, other, 0, MAX_ID]) {
            const rows = [...ids.keys()].filter((row) => ids[row] === wanted);
            expect(index.rowsWith(wanted)).toEqual(rows);
            expect(index.rowAmong(wanted, 0, ids.length)).toBe(rows[0] ?? -1);
          }
          for (const [row, each] of ids.entries()) expect(index.idOf(row)).toBe(each);
        }),
      );
    },
  );

  it('has an order that packs smaller the more alike neighbours are', () => {
    const inStreets = Float64Array.from(
      { length: 10_000 },
      (_, row) => 3e15 + (((row * 7919) % 10_000) >> 5) * 1000 + (row & 31),
    );
    const ascending = Float64Array.from({ length: 10_000 }, (_, row) => 3e15 + row);
    expect(packIds(ascending).rowsById.length).toBeLessThan(packIds(inStreets).rowsById.length);
    expect(packIds(ascending).rowsById).toEqual(packColumn(ascending.map((id) => id - 3e15)));
  });
});
