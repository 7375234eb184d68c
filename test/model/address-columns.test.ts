import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS_STATE,
  type AddressClaim,
  type AddressColumns,
  compareClaims,
  createAddressColumns,
  groupRows,
  NO_POSITION,
  withoutRows,
} from '../../src/model/address-columns.ts';

const SUFFIXES = [{ letter: '', addition: '' }];
type Column = Exclude<keyof AddressColumns, 'length' | 'suffixes'>;

describe('the columns of addresses', () => {
  it('begin without any position, and otherwise with zeros', () => {
    const { length, suffixes, ...columns } = createAddressColumns(3, SUFFIXES);
    expect([length, suffixes]).toEqual([3, SUFFIXES]);
    for (const [name, column] of Object.entries(columns)) {
      const initial = name === 'latE7' || name === 'lonE7' ? NO_POSITION : 0;
      expect([...column], name).toEqual([initial, initial, initial]);
    }
  });

  it('lose the rows that are dropped, and keep all others in their order, in every column', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (flags) => {
        const columns = createAddressColumns(flags.length, SUFFIXES);
        const { length: _, suffixes: __, ...named } = columns;
        const names = Object.keys(named) as Column[];
        names.forEach((name, i) => {
          for (let row = 0; row < flags.length; row++) columns[name][row] = 3 * row + i;
        });
        const left = withoutRows(columns, Uint8Array.from(flags, Number));
        const rows = flags.flatMap((isDropped, row) => (isDropped ? [] : [row]));
        expect(left.length).toBe(rows.length);
        names.forEach((name, i) => {
          // A byte holds what it can.
          const byteOf = (value: number): number => (left[name] instanceof Uint8Array ? value % 256 : value);
          expect([...left[name]], name).toEqual(rows.map((row) => byteOf(3 * row + i)));
        });
      }),
    );
  });
});

describe('rows in groups', () => {
  it('are those of each group in their order, one group after the other', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 60 }), (groups) => {
        const { rows, starts } = groupRows(groups.length, 6, (row) => groups[row]!);
        for (let group = 0; group < 6; group++) {
          const expected = groups.flatMap((each, row) => (each === group ? [row] : []));
          expect([...rows.subarray(starts[group], starts[group + 1])]).toEqual(expected);
        }
        expect(rows.length).toBe(groups.length);
      }),
    );
  });
});

describe('of several claims to one address', () => {
  const best: AddressClaim = { state: ADDRESS_STATE.current, isSecondary: false, hasPosition: true, id: 9 };

  it('the better state is kept, then the main address, then one with a position, then the newest', () => {
    const inOrder: readonly AddressClaim[] = [
      best,
      { ...best, id: 8 },
      { ...best, hasPosition: false, id: 10 },
      { ...best, isSecondary: true, id: 11 },
      { ...best, isSecondary: true, hasPosition: false, id: 12 },
      { ...best, state: ADDRESS_STATE.reserved, id: 13 },
      { ...best, state: ADDRESS_STATE.proposed, id: 14 },
    ];
    inOrder.forEach((a, i) => {
      inOrder.forEach((b, j) => {
        expect(Math.sign(compareClaims(a, b)), `${i} and ${j}`).toBe(Math.sign(i - j));
      });
    });
  });
});
