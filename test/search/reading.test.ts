import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { PlaceNames } from '../../src/search/place-names.ts';
import { readPlace, readPostcode } from '../../src/search/reading.ts';
import { openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

describe('readPlace', () => {
  const ANLOO: SmallRegister = {
    country: 'nl',
    gazetteer: {
      regions: [],
      provinces: [{ id: 22, names: { nl: 'Drenthe' } }],
      municipalities: [
        { id: 1680, names: { nl: 'Aa en Hunze' }, province: 0 },
        { id: 1681, names: { nl: 'Borger-Odoorn' }, province: 0 },
        { id: 1682, names: { nl: 'Wold/Aa' }, province: 0 },
        { id: 1683, names: { nl: 'De Wijk' }, province: 0 },
      ],
      places: [
        { id: 1, names: { nl: 'Anloo' }, municipality: 0 },
        { id: 2, names: { nl: 'Anloo' }, municipality: 1 },
        { id: 3, names: { nl: 'Gieten' }, municipality: 0 },
        { id: 4, names: { nl: 'Bergen (L)' }, municipality: 1 },
        { id: 5, names: { nl: 'Anderen' }, municipality: 2 },
        { id: 6, names: { nl: 'Koekange' }, municipality: 3 },
      ],
      streets: [0, 1, 2, 3, 4, 5].map((place) => ({ id: place + 1, names: { nl: 'Brink' }, place })),
    },
    addresses: addressesFrom(1, [
      { street: 0, postcode: '9467AA' },
      { street: 1, postcode: '9531AA' },
      { street: 2, postcode: '9461AA' },
      { street: 3, postcode: '9532AA' },
      { street: 4, postcode: '9465AA' },
      { street: 5, postcode: '7958AA' },
    ]),
  };

  const BERGEN: SmallRegister = {
    country: 'be',
    gazetteer: {
      regions: [{ id: 1, names: { fr: 'Région wallonne' } }],
      provinces: [{ id: 1, names: { fr: 'Hainaut', nl: 'Henegouwen' }, region: 0 }],
      municipalities: [{ id: 1, names: { fr: 'Mons', nl: 'Bergen' }, province: 0 }],
      places: [{ id: 1, names: { fr: 'Mons', nl: 'Bergen' }, municipality: 0 }],
      streets: [{ id: 1, names: { fr: 'Rue Haute' }, place: 0 }],
    },
    addresses: addressesFrom(1, [{ street: 0, postcode: '7000' }]),
  };

  /** What a text means, each as `kind name in municipality`. */
  async function meant(register: SmallRegister, text: string): Promise<string[]> {
    const { index } = await openRegister(register);
    const found = readPlace(new PlaceNames(index), text)?.places ?? [];
    return found.map(({ kind, ordinal, edits }) => {
      const { names, parent } = index.areas.at(kind, ordinal);
      const own = Object.values(names)[0];
      const around = kind === 'place' ? ` in ${Object.values(index.areas.at('municipality', parent).names)[0]}` : '';
      return `${kind} ${own}${around}${edits > 0 ? `, ${edits} wrong` : ''}`;
    });
  }

  it.each<readonly [text: string, places: readonly string[], why: string]>([
    ['Anloo', ['place Anloo in Aa en Hunze', 'place Anloo in Borger-Odoorn'], 'two of the name'],
    ['Anloo (Aa en Hunze)', ['place Anloo in Aa en Hunze'], 'the municipality in brackets'],
    ['Anloo, Borger-Odoorn', ['place Anloo in Borger-Odoorn'], 'the municipality after a comma'],
    ['Anloo/Borger-Odoorn', ['place Anloo in Borger-Odoorn'], 'the municipality after a slash'],
    ['Anderen (Wold/Aa)', ['place Anderen in Wold/Aa'], 'a slash that belongs to the name'],
    ['Gemeente Borger-Odoorn', ['municipality Borger-Odoorn'], 'what it is before its name'],
    ['Anloo (Drenthe)', ['place Anloo in Aa en Hunze', 'place Anloo in Borger-Odoorn'], 'the province around both'],
    ['Bergen (L)', ['place Bergen (L) in Borger-Odoorn'], 'brackets that belong to the name'],
    ['Gieten (NL)', ['place Gieten in Aa en Hunze'], 'the country'],
    ['Aa en Hunze - Gieten', ['place Gieten in Aa en Hunze'], 'the municipality before a dash'],
    ['Anloo Borger-Odoorn', ['place Anloo in Borger-Odoorn'], 'the municipality behind it'],
    ['Aa en Hunze-Anloo', ['place Anloo in Aa en Hunze'], 'the municipality in front and a hyphen'],
    ['Gieten Gieten', ['place Gieten in Aa en Hunze'], 'the same twice'],
    ['Gieten Borger-Odoorn', [], 'a municipality that it does not lie in'],
    ['Gieten (De Pol)', ['place Gieten in Aa en Hunze'], 'a part that is no area of the register'],
    ['Anloo (Gieten)', [], 'another place in brackets'],
    ['Anloo, Aa en Hunze, Drenthe', ['place Anloo in Aa en Hunze'], 'municipality and province behind it'],
    ['Bergen (L), Nederland', ['place Bergen (L) in Borger-Odoorn'], 'the country behind brackets of the name'],
    ['Gieten (De Pol), Drenthe, NL', ['place Gieten in Aa en Hunze'], 'a part, the province and the country'],
    ['Nederland - Gieten', ['place Gieten in Aa en Hunze'], 'the country before a dash'],
    ['NL-Gieten', ['place Gieten in Aa en Hunze'], 'the code of the country in front'],
    ['te Gieten', ['place Gieten in Aa en Hunze'], 'the word before it in a sentence'],
    ['in Anloo (Aa en Hunze)', ['place Anloo in Aa en Hunze'], 'the same before brackets'],
    ['Gieten The Netherlands', ['place Gieten in Aa en Hunze'], 'the country with nothing between'],
    ['Anloo gem. Borger-Odoorn', ['place Anloo in Borger-Odoorn'], 'the municipality, called so'],
    ['Gieten gemeente Gieten', ['place Gieten in Aa en Hunze'], 'a municipality that there was'],
    ['Gemeente De Wijk', ['municipality De Wijk'], 'an article that belongs to the name'],
    ['City of Borger-Odoorn', ['municipality Borger-Odoorn'], 'what it is in English'],
    ['Gietn', ['place Gieten in Aa en Hunze, 1 wrong'], 'a letter left out'],
    ['Nergenshuizen', [], 'no place at all'],
  ])('%s is %j (%s)', async (text, places) => {
    expect((await meant(ANLOO, text)).sort()).toEqual([...places].sort());
  });

  it('takes the country in brackets for no part of the name: Bergen (B)', async () => {
    expect(await meant(BERGEN, 'Bergen (B)')).toEqual(await meant(BERGEN, 'Bergen'));
    expect(await meant(BERGEN, 'Bergen (B)')).toContain('place Mons in Mons');
    const { index } = await openRegister(BERGEN);
    expect(readPlace(new PlaceNames(index), 'Bergen (B)')?.key).toBe('bergen');
  });

  it('reads no place from signs alone', async () => {
    const { index } = await openRegister(BERGEN);
    expect(readPlace(new PlaceNames(index), ' - ')).toBeUndefined();
  });
});

describe('readPostcode', () => {
  const towns = { nl: dutchTown, be: belgianTown, lu: luxembourgTown };
  type Expected = readonly [isPostcode: boolean, isInRegister: boolean, area: number, isIncomplete: boolean];

  it.each<readonly [country: Country, text: string, expected: Expected, why: string]>([
    ['nl', '1381EA', [true, true, 1381, false], 'one of the register'],
    ['nl', '1381 ea', [true, true, 1381, false], 'small letters and a blank'],
    ['nl', 'NL-1381 EA', [true, true, 1381, false], 'with the country'],
    ['nl', '9999ZZ', [true, false, 9999, false], 'one that the register does not have'],
    ['nl', '1381', [false, false, 1381, true], 'digits alone'],
    ['nl', ' NL-1381 ', [false, false, 1381, true], 'digits alone with the country'],
    ['nl', '1381 EAX', [false, false, 1381, false], 'a letter too many'],
    ['nl', '0381EA', [false, false, -1, false], 'a leading zero'],
    ['nl', '13811', [false, false, -1, false], 'five digits'],
    ['nl', 'onbekend', [false, false, -1, false], 'no digits'],
    ['be', '1000', [true, true, 1000, false], 'one of the register'],
    ['be', 'B-1000', [true, true, 1000, false], 'with the country'],
    ['be', '9999', [true, false, 9999, false], 'one that the register does not have'],
    ['lu', 'L-9209', [true, true, 9209, false], 'with the country'],
    ['lu', '9209', [true, true, 9209, false], 'digits alone are all of it'],
  ])('%s: %s is %j (%s)', async (country, text, [isPostcode, isInRegister, area, isIncomplete]) => {
    const { index } = await towns[country]();
    const { streets, ...read } = readPostcode(index, text);
    const { ordinal } = read;
    expect(streets).toEqual(isInRegister ? index.postcodes.streetsOf(ordinal).map(({ street }) => street) : []);
    expect({ ...read, code: read.code !== -1, ordinal: read.ordinal > 0 }).toEqual({
      text,
      code: isPostcode,
      ordinal: isInRegister,
      area,
      isIncomplete,
    });
    if (isInRegister) expect(index.postcodes.codeAt(read.ordinal)).toBe(read.code);
  });
});
