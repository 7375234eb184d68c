import { beforeAll, describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import type { TypedHouseNumber } from '../../src/model/house-number.ts';
import type { AddressFields } from '../../src/search/match.ts';
import { PlaceNames } from '../../src/search/place-names.ts';
import { readFields, readPlace, readPostcode, readStreetAndNumber } from '../../src/search/read-fields.ts';
import { type OpenedRegister, openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

/** A reading of a street and its number, `street | number | words left out`. */
function shown(name: string | undefined, number: TypedHouseNumber | undefined, ignoredWords: number): string {
  const [digits, rest] = [number?.number || '', number?.key];
  const written = number === undefined ? 'none' : [digits, rest].filter((part) => part !== '').join(' ');
  return `${name ?? 'none'} | ${written} | ${ignoredWords}`;
}

describe('readStreetAndNumber', () => {
  const TABLE: readonly (readonly [country: Country, text: string, readings: readonly string[], why: string])[] = [
    [
      'be',
      'Zennestraat 32 bus 20',
      [
        'Zennestraat | 32 20 | 0',
        'Zennestraat 32 bus | 20 | 0',
        'Zennestraat 32 bus 20 | none | 0',
        'Zennestraat | 32 | 2',
      ],
      'a box belongs to the number; without it two words are left out',
    ],
    [
      'be',
      '17, A Pieren',
      ['Pieren | 17 a | 0', 'A Pieren | 17 | 0', '17, A Pieren | none | 0'],
      'the number first, and an initial that may be its letter',
    ],
    [
      'nl',
      'Plein 1813 12',
      ['Plein | 1813 12 | 0', 'Plein 1813 | 12 | 0', 'Plein 1813 12 | none | 0', 'Plein | 1813 | 1'],
      'a year in the name',
    ],
    ['nl', 'Plein 1813', ['Plein | 1813 | 0', 'Plein 1813 | none | 0'], 'a year may be the number'],
    [
      'nl',
      'Wold 15 3',
      ['Wold | 15 3 | 0', 'Wold 15 | 3 | 0', 'Wold 15 3 | none | 0', 'Wold | 15 | 1'],
      'a numbered street, or an addition',
    ],
    [
      'be',
      'Place Albert 1er 4',
      [
        'Place Albert | 1 er4 | 0',
        'Place Albert 1er | 4 | 0',
        'Place Albert 1er 4 | none | 0',
        'Place Albert | 1 er | 1',
      ],
      'an ordinal in the name',
    ],
    [
      'nl',
      '2e Kerkstraat 12',
      ['2e Kerkstraat | 12 | 0', 'Kerkstraat 12 | 2 e | 0', '2e Kerkstraat 12 | none | 0'],
      'an ordinal before the name: the number at the end is likelier',
    ],
    [
      'nl',
      'Kerkstraat 12, achter',
      ['Kerkstraat 12, achter | none | 0', 'Kerkstraat | 12 | 1'],
      'a word after the number is left out, last of all',
    ],
    ['nl', 'Kerkstraat', ['Kerkstraat | none | 0'], 'no number'],
    ['nl', '12', ['12 | none | 0'], 'a number alone is no number of a street'],
  ];

  it.each(TABLE)('%s: %s means %j (%s)', (country, text, readings) => {
    const found = readStreetAndNumber(country, text);
    expect(found.map(({ name, number, ignoredWords }) => shown(name, number, ignoredWords))).toEqual(readings);
  });

  it('puts an addition of its own column after every number', () => {
    const found = readStreetAndNumber('nl', 'Plein 1813 12', 'A');
    expect(found.map(({ name, number, ignoredWords }) => shown(name, number, ignoredWords))).toEqual([
      'Plein | 1813 12a | 0',
      'Plein 1813 | 12 a | 0',
      'Plein 1813 12 | a | 0',
      'Plein | 1813 a | 1',
    ]);
  });

  it('gives at most 12 readings, and the text as it stands among them where few can be the number at an end', () => {
    const found = readStreetAndNumber('be', 'Rue 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 Haute');
    expect(found).toHaveLength(12);
    expect(found[0]).toMatchObject({ name: 'Rue 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 Haute', number: undefined });
  });
});

describe('readFields', () => {
  let town: OpenedRegister<'nl'>;
  let names: PlaceNames;
  beforeAll(async () => {
    town = await dutchTown();
    names = new PlaceNames(town.index);
  });

  it.each<readonly [fields: AddressFields, readings: readonly string[], why: string]>([
    [{ street: 'Kerkstraat', housenumber: '6' }, ['Kerkstraat | 6 | 0'], 'a column each'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: 'A-2' }, ['Kerkstraat | 6 a2 | 0'], 'an addition'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: ' - ' }, ['Kerkstraat | 6 | 0'], 'a dash for no addition'],
    [{ street: 'Kerkstraat', housenumber: '6', addition: '.' }, ['Kerkstraat | 6 | 0'], 'a full stop for none'],
    [
      { street: 'Kerkstraat 6', housenumber: '6' },
      ['Kerkstraat 6 | 6 | 0', 'Kerkstraat | 6 | 0'],
      'the number twice: the name may have it or not',
    ],
    [
      { street: 'Plein 1813', housenumber: '6' },
      ['Plein 1813 | 6 | 0', 'Plein | 1813 6 | 1'],
      'another number stays in the name, unless no street is called so',
    ],
    [
      { street: 'Kerkstraat 6 A', housenumber: '6' },
      ['Kerkstraat 6 A | 6 | 0', 'Kerkstraat | 6 a | 0', 'Kerkstraat | 6 | 1'],
      'the column that has more of it',
    ],
    [
      { street: 'Markerkant', housenumber: '15 1' },
      ['Markerkant | 15 1 | 0', 'Markerkant 15 | 1 | 0'],
      'of two numbers the first may be of the name',
    ],
    [
      { street: 'Kerkstraat16', housenumber: '6' },
      ['Kerkstraat16 | 6 | 0', 'Kerkstraat | 16 6 | 1'],
      'a number directly after the name',
    ],
    [{ street: 'Kerkstraat' }, ['Kerkstraat | none | 0'], 'no number'],
    [{ street: 'Kerkstraat', addition: 'A' }, ['Kerkstraat | a | 0'], 'an addition without a number'],
    [{ street: 'Kerkstraat 6', housenumber: '' }, ['Kerkstraat | 6 | 0', 'Kerkstraat 6 | none | 0'], 'in the street'],
    [{ street: '', housenumber: '6' }, ['none | 6 | 0'], 'no street'],
    [{}, ['none | none | 0'], 'nothing'],
  ])('%j means %j (%s)', (fields, readings) => {
    const found = readFields(town.index, names, fields);
    expect(found.map(({ street, number, ignoredWords }) => shown(street?.written, number, ignoredWords))).toEqual(
      readings,
    );
  });

  it('tells a column with nothing in it from a column that is not there', () => {
    const [absent] = readFields(town.index, names, { housenumber: '6' });
    expect(absent).toMatchObject({
      postcode: undefined,
      street: undefined,
      place: undefined,
      isEmpty: { postcode: false, street: false, place: false },
    });
    const [empty] = readFields(town.index, names, { housenumber: '6', street: ' ', postcode: '', place: '\t' });
    expect(empty).toMatchObject({
      postcode: undefined,
      street: undefined,
      place: undefined,
      isEmpty: { postcode: true, street: true, place: true },
    });
    const [filled] = readFields(town.index, names, { street: 'Kerkstraat', postcode: '1381EA', place: 'Weesp' });
    expect(filled?.isEmpty).toEqual({ postcode: false, street: false, place: false });
  });
});

describe('readPlace', () => {
  const ANLOO: SmallRegister = {
    country: 'nl',
    gazetteer: {
      regions: [],
      provinces: [{ id: 22, names: { nl: 'Drenthe' } }],
      municipalities: [
        { id: 1680, names: { nl: 'Aa en Hunze' }, province: 0 },
        { id: 1681, names: { nl: 'Borger-Odoorn' }, province: 0 },
      ],
      places: [
        { id: 1, names: { nl: 'Anloo' }, municipality: 0 },
        { id: 2, names: { nl: 'Anloo' }, municipality: 1 },
        { id: 3, names: { nl: 'Gieten' }, municipality: 0 },
        { id: 4, names: { nl: 'Bergen (L)' }, municipality: 1 },
      ],
      streets: [0, 1, 2, 3].map((place) => ({ id: place + 1, names: { nl: 'Brink' }, place })),
    },
    addresses: addressesFrom(1, [
      { street: 0, postcode: '9467AA' },
      { street: 1, postcode: '9531AA' },
      { street: 2, postcode: '9461AA' },
      { street: 3, postcode: '9532AA' },
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
    ['Anloo (Drenthe)', ['place Anloo in Aa en Hunze', 'place Anloo in Borger-Odoorn'], 'the province around both'],
    ['Bergen (L)', ['place Bergen (L) in Borger-Odoorn'], 'brackets that belong to the name'],
    ['Gieten (NL)', ['place Gieten in Aa en Hunze'], 'the country'],
    ['Aa en Hunze - Gieten', ['place Gieten in Aa en Hunze'], 'the municipality before a dash'],
    ['Gieten (De Pol)', ['place Gieten in Aa en Hunze'], 'a part that is no area of the register'],
    ['Anloo (Gieten)', [], 'another place in brackets'],
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
