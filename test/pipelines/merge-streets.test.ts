import { describe, expect, it } from 'vitest';
import { mergeStreets } from '../../pipelines/merge-streets.ts';
import type { Street } from '../../src/model/gazetteer.ts';
import { smallInput } from './small-input.ts';

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
