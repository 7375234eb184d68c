import { describe, expect, it } from 'vitest';
import { streetsBeginning, WrittenStreetName } from '../../src/search/streets.ts';
import { belgianTown, dutchTown } from '../support/towns.ts';

describe('WrittenStreetName', () => {
  it.each<readonly [town: 'nl' | 'be', written: string, streets: readonly string[], why: string]>([
    ['nl', 'Kerkstraat', ['Kerkstraat', 'Kerkstraat', 'Kerkstraat'], 'in every place'],
    ['nl', 'kerkstr.', ['Kerkstraat', 'Kerkstraat', 'Kerkstraat'], 'abbreviated'],
    ['nl', 'Kerk', [], 'the beginning of a name is not the name'],
    ['nl', 'Kerk straat', ['Kerkstraat', 'Kerkstraat', 'Kerkstraat'], 'in two words'],
    ['nl', 'naar de Kerk', [], 'later words of a name are not the name'],
    ['nl', 'Oude Weg', ['Kerkstraat'], 'an alias'],
    ['nl', '', [], 'nothing'],
    ['be', 'RUE DE L EGLISE', ['Kerkeland', 'Kerkstraat'], 'in French, case and diacritics aside'],
    ['be', 'Kerkeland', ['Kerkeland'], 'in Dutch'],
  ])('%s: %s is %j (%s)', async (country, written, streets) => {
    const { index } = await { nl: dutchTown, be: belgianTown }[country]();
    const found = [...new WrittenStreetName(index, written).streetsIn().keys()];
    expect(found.map((street) => index.streets.namesOf(street).nl).sort()).toEqual(streets);
  });
});

describe('streetsBeginning', () => {
  it('finds nothing by an empty key, and nothing by a letter within a word', async () => {
    const { index } = await dutchTown();
    const placeCount = index.areas.all('place').length;
    expect(streetsBeginning(index, '', 0, placeCount)).toEqual([]);
    expect(streetsBeginning(index, 'straat', 0, placeCount)).toEqual([]);
    expect(streetsBeginning(index, 'kerk', 0, placeCount)).toHaveLength(4);
    expect(streetsBeginning(index, 'kerk', 0, 0)).toEqual([]);
  });
});
