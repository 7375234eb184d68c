import { describe, expect, it } from 'vitest';
import { findEnded } from '../../pipelines/ended.ts';
import { countFormer, latestOf, settleFormer, WrittenKeys } from '../../pipelines/former.ts';
import type { ImportReport } from '../../pipelines/report.ts';
import { formerLines } from '../support/former-lines.ts';
import { type SmallRow, SUFFIXES, smallInput } from './small-input.ts';

/** Three addresses that were, in three streets; the first two lead to one of today. */
function input(names: readonly string[], today: readonly SmallRow[]) {
  const streets = names.map((nl, i) => ({ id: i + 1, names: { nl }, place: 0 }));
  const were = smallInput(
    names.map((_, street) => ({ id: 1 + street, street, number: 7 })),
    streets,
  );
  const former = findEnded(
    { ...were, until: Uint32Array.from(names, () => 20_200_101) },
    smallInput([{ id: 100, number: 9, placed: false }]),
  );
  former.successor.set([100, 101].slice(0, names.length));
  return { ...smallInput(today), former };
}

const reportOf = (): Pick<ImportReport, 'former'> => ({ former: undefined });

describe('addresses that were', () => {
  it('lead to the address that is kept of those written the same', () => {
    const report = reportOf();
    const settled = settleFormer(input(['A', 'B', 'C'], [{ id: 100 }]), new Map([[101, 100]]), report as ImportReport);
    expect(formerLines(settled)).toEqual([
      'A 7, Amsterdam: 20200101 → 100',
      'B 7, Amsterdam: 20200101 → 100',
      'C 7, Amsterdam: 20200101 withdrawn',
    ]);
    expect(report.former).toEqual({
      total: 3,
      withdrawn: 1,
      withoutPosition: 0,
      cycles: 0,
      withoutStreet: 0,
      leftOut: 0,
    });
  });

  it('are left out and counted if they lead to a rejected one, or cannot be searched for', () => {
    const report = reportOf();
    const settled = settleFormer(input(['A', 'B', 'C\n'], [{ id: 100 }]), new Map(), report as ImportReport);
    expect(formerLines(settled)).toEqual(['A 7, Amsterdam: 20200101 → 100']);
    expect(report.former).toMatchObject({ total: 1, withdrawn: 0, leftOut: 2 });
    expect(countFormer(settled.former!)).toMatchObject({ total: 1, leftOut: 0 });
  });

  it('are the same however their suffix is written, and not with another one, number or street', () => {
    const keys = new WrittenKeys((suffix) => SUFFIXES[suffix]!);
    const [letter, small, addition] = [1, 2, 3].map((suffix) => keys.of(1, 7, suffix));
    expect([small, addition]).toEqual([letter, letter]);
    expect(new Set([letter, keys.of(1, 7, 0), keys.of(2, 7, 1), keys.of(1, 8, 1)]).size).toBe(4);
  });

  it('count as they were last, with each postcode; without one only if they never had one', () => {
    const candidate = (id: number, key: number, postcode: number, until: number) => ({ id, key, postcode, until });
    const [old, last, other, without, only] = [
      candidate(1, 5, 1000, 20_200_101),
      candidate(2, 5, 1000, 20_200_102),
      candidate(3, 5, 2000, 20_200_101),
      candidate(4, 5, 0, 20_210_101),
      candidate(5, 6, 0, 20_200_101),
    ] as const;
    expect(latestOf([old, last, other, without, only])).toEqual([last, other, only]);
    expect(latestOf([last, old])).toEqual([last]);
  });
});
