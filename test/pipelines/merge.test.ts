import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deduplicate, mergeStreets } from '../../pipelines/merge.ts';
import { assertNothingLost, ImportReport } from '../../pipelines/report.ts';
import { ADDRESS_STATE, NO_POSITION } from '../../src/model/address-columns.ts';
import type { Street } from '../../src/model/gazetteer.ts';
import { readRejects } from '../support/read-rejects.ts';
import { type SmallRow, smallInput } from './small-input.ts';

function merge(streets: readonly Street[], addressStreets: readonly number[] = []) {
  const input = smallInput(
    addressStreets.map((street, i) => ({ id: i, street })),
    streets,
  );
  const merged = mergeStreets(input);
  return { input, merged, streets: merged.gazetteer.streets, addressStreets: [...merged.addresses.street] };
}

describe('merging streets', () => {
  it('makes streets of one name in one place into one, and their addresses with them', () => {
    const { streets, addressStreets } = merge(
      [
        { id: 30, names: { nl: 'Vecht' }, place: 0 },
        { id: 20, names: { nl: 'Rokin' }, place: 0 },
        { id: 10, names: { nl: 'Vecht' }, place: 0 },
        { id: 40, names: { nl: 'Vecht' }, place: 0 },
        { id: 50, names: { nl: 'Damrak' }, place: 0 },
      ],
      [0, 1, 2, 3, 4],
    );
    expect(streets).toEqual([
      { id: 10, names: { nl: 'Vecht' }, place: 0, otherIds: [30, 40] },
      { id: 20, names: { nl: 'Rokin' }, place: 0 },
      { id: 50, names: { nl: 'Damrak' }, place: 0 },
    ]);
    expect(addressStreets).toEqual([0, 1, 0, 0, 2]);
  });

  it('leaves streets of one name in two places apart, also those with one identifier', () => {
    const streets: Street[] = [
      { id: 10, names: { nl: 'Kalfjeslaan' }, place: 0 },
      { id: 10, names: { nl: 'Kalfjeslaan' }, place: 1 },
    ];
    expect(merge(streets).streets).toEqual(streets);
  });

  it('leaves streets apart that share a name in one language only', () => {
    const streets: Street[] = [
      { id: 1, names: { nl: 'Kerkstraat', fr: "Rue de l'Église" }, place: 0 },
      { id: 2, names: { nl: 'Kerkstraat', fr: 'Rue du Temple' }, place: 0 },
      { id: 3, names: { nl: 'Kerkstraat' }, place: 0 },
      { id: 4, names: { nl: 'kerkstraat' }, place: 0 },
    ];
    expect(merge(streets).streets).toEqual(streets);
  });

  it('merges the same names whichever language comes first', () => {
    const { streets } = merge([
      { id: 2, names: { fr: 'Rue Haute', nl: 'Hoogstraat' }, place: 0 },
      { id: 1, names: { nl: 'Hoogstraat', fr: 'Rue Haute' }, place: 0 },
    ]);
    expect(streets).toMatchObject([{ id: 1, otherIds: [2] }]);
  });

  it('brings aliases and earlier mergers together, each once', () => {
    const { streets } = merge([
      {
        id: 3,
        names: { nl: 'Dam' },
        place: 0,
        otherIds: [5, 9],
        aliases: [{ name: 'D' }, { name: 'De Dam', language: 'nl' }],
      },
      { id: 5, names: { nl: 'Dam' }, place: 0, otherIds: [7], aliases: [{ name: 'D' }] },
    ]);
    expect(streets).toEqual([
      {
        id: 3,
        names: { nl: 'Dam' },
        place: 0,
        otherIds: [5, 7, 9],
        aliases: [{ name: 'D' }, { name: 'De Dam', language: 'nl' }],
      },
    ]);
  });

  it('hands back what it was given where there is nothing to merge', () => {
    const { input, merged } = merge([{ id: 1, names: { nl: 'Dam' }, place: 0 }], [0]);
    expect(merged).toBe(input);
  });

  it('keeps whatever else an import returns', () => {
    const originOf = () => ({ recordType: 'x', file: '', position: 0, id: '' });
    const streets: Street[] = [1, 2].map((id) => ({ id, names: { nl: 'Dam' }, place: 0 }));
    expect(mergeStreets({ ...smallInput([], streets), originOf }).originOf).toBe(originOf);
  });
});

const TWO_STREETS: readonly Street[] = [
  { id: 1, names: { nl: 'Damrak' }, place: 0 },
  { id: 2, names: { nl: 'Rokin' }, place: 0 },
];

const originOf = (record: number, id: number) => ({
  recordType: 'NUM',
  file: 'num.xml',
  position: record,
  id: String(id).padStart(4, '0'),
});

/** The identifiers that are left, in their order, and the lines of the rejects file. */
function run(rows: readonly SmallRow[]) {
  const folder = mkdtempSync(join(tmpdir(), 'deduplicate-'));
  const report = new ImportReport(join(folder, 'rejects.csv'));
  report.read('NUM', rows.length);
  report.kept('NUM', rows.length);
  const result = deduplicate({ ...smallInput(rows, TWO_STREETS), originOf }, report);
  report.close();
  assertNothingLost(report.counts);
  const rejects = readRejects(join(folder, 'rejects.csv')).trim().split('\n').slice(1);
  rmSync(folder, { recursive: true });
  return { result, ids: [...result.addresses.id], rejects, counts: report.counts.get('NUM') };
}

describe('an address that a register has twice', () => {
  it('is kept once, and the other is rejected with both identifiers', () => {
    const { ids, rejects, counts } = run([{ id: 1 }, { id: 2 }]);
    expect(ids).toEqual([2]);
    expect(rejects).toEqual(['NUM,duplicate,num.xml,1000,0001,0002']);
    expect(counts).toEqual({ read: 2, kept: 1, historical: 0, rejected: { duplicate: 1 } });
  });

  it('is kept twice where the two lie more than a kilometre apart: they are two streets of one name', () => {
    expect(run([{ id: 1 }, { id: 2, northMetres: 1010 }]).ids).toEqual([1, 2]);
    expect(run([{ id: 1 }, { id: 2, northMetres: 990 }]).ids).toEqual([2]);
  });

  it.each<[string, SmallRow, SmallRow]>([
    [
      'in use before planned, though older',
      { id: 1, state: ADDRESS_STATE.current },
      { id: 2, state: ADDRESS_STATE.proposed },
    ],
    ['in use before reserved', { id: 1, state: ADDRESS_STATE.current }, { id: 2, state: ADDRESS_STATE.reserved }],
    ['the better state before the main address', { id: 1, state: 0, secondary: 1 }, { id: 2, state: 2, secondary: 0 }],
    ['main before secondary, though older', { id: 1, secondary: 0 }, { id: 2, secondary: 1 }],
    ['main before one with a position', { id: 1, secondary: 0, placed: false }, { id: 2, secondary: 1 }],
    ['with a position before one without, though older', { id: 1 }, { id: 2, placed: false }],
    ['the newest where all else is the same', { id: 2 }, { id: 1 }],
  ])('keeps %s', (_, kept, dropped) => {
    expect(run([kept, dropped]).ids).toEqual([kept.id]);
    expect(run([dropped, kept]).ids).toEqual([kept.id]);
  });

  it.each<[string, SmallRow]>([
    ['street', { id: 2, street: 1 }],
    ['number', { id: 2, number: 2 }],
    ['letter', { id: 2, suffix: 1 }],
    ['addition', { id: 2, suffix: 3 }],
    ['postcode', { id: 2, postcode: 1 }],
  ])('is not one that differs in its %s', (_, other) => {
    expect(run([{ id: 1 }, other]).ids).toEqual([1, 2]);
  });

  it('is not one whose letter differs in case only: both are official', () => {
    expect(
      run([
        { id: 1, suffix: 1 },
        { id: 2, suffix: 2 },
      ]).ids,
    ).toEqual([1, 2]);
  });
});

describe('deduplicating', () => {
  it('moves whole rows together', () => {
    const { result } = run([
      { id: 9 },
      { id: 8, number: 7, suffix: 3, postcode: 44, street: 1, state: 2, secondary: 1 },
      { id: 10 },
    ]);
    const { addresses } = result;
    expect(addresses.length).toBe(2);
    expect([...addresses.id]).toEqual([8, 10]);
    for (const [column, values] of Object.entries({
      street: [1, 0],
      number: [7, 1],
      suffix: [3, 0],
      postcode: [44, 0],
      state: [2, 0],
      secondary: [1, 0],
      record: [1001, 1002],
      latE7: [520_000_001, 520_000_002],
      lonE7: [50_000_001, 50_000_002],
      gridXmm: [1, 2],
      gridYmm: [-1, -2],
    })) {
      expect([...(addresses[column as 'street'] as Uint32Array)]).toEqual(values);
    }
  });

  it('leaves an input without duplicates as it is', () => {
    const input = { ...smallInput([{ id: 1 }, { id: 2, number: 2 }]), originOf };
    const report = new ImportReport('/dev/null');
    expect(deduplicate(input, report).addresses).toBe(input.addresses);
    expect(deduplicate({ ...smallInput([]), originOf }, report).addresses.length).toBe(0);
    report.close();
  });

  it('keeps the best of each group, as comparing all pairs does', () => {
    const row = fc.record({
      street: fc.nat(1),
      number: fc.integer({ min: 1, max: 2 }),
      suffix: fc.nat(2),
      postcode: fc.nat(1),
      state: fc.nat(2),
      secondary: fc.nat(1),
      placed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 25 }), (rows) => {
        const numbered = rows.map((fields, i) => ({ ...fields, id: (i * 7) % 31 }));
        const rank = ({ state, secondary, placed, id }: (typeof numbered)[number]) => [
          state,
          secondary,
          placed ? 0 : 1,
          -id,
        ];
        const isBetter = (a: (typeof numbered)[number], b: (typeof numbered)[number]) => {
          const [x, y] = [rank(a), rank(b)];
          const first = x.findIndex((value, i) => value !== y[i]);
          return first !== -1 && x[first]! < y[first]!;
        };
        const key = ({ street, number, suffix, postcode }: (typeof numbered)[number]) =>
          [street, number, suffix, postcode].join();
        const expected = numbered.filter((a) => !numbered.some((b) => a !== b && key(a) === key(b) && isBetter(b, a)));
        const { ids, result } = run(numbered);
        expect(ids).toEqual(expected.map(({ id }) => id));
        expect([...result.addresses.latE7].map((latE7) => latE7 !== NO_POSITION)).toEqual(
          expected.map(({ placed }) => placed),
        );
      }),
      { numRuns: 60 },
    );
  });
});
