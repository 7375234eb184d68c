import { beforeAll, describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { postcodeOf } from '../../src/query/documents.ts';
import type { DiscrepancyName } from '../../src/search/judgement.ts';
import { scoreOf } from '../../src/search/score.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchPlaces, dutchTown, luxembourgTown } from '../support/towns.ts';

describe('a row that its country does not have', () => {
  let indexes: CountryIndex[];
  beforeAll(async () => {
    indexes = (await Promise.all([dutchTown(), belgianTown(), luxembourgTown()])).map(({ index }) => index);
  });

  const RUE = { street: 'Rue Neimillen', housenumber: '113', postcode: '9209', place: 'Diekirch' };

  it('is answered in the one that has exactly such an address, and is never exact', () => {
    const abroad = { status: 'corrected', country: 'lu', discrepancies: ['country-differs'] };
    const line = 'Rue Neimillen 113, 9209 Diekirch';
    for (const row of [
      { ...RUE, country: 'BE' },
      { ...RUE, place: 'Diekirch, België' },
      ...['Belgique', 'BE', 'Nederland', 'the Netherlands'].map((name) => ({ text: `${line}, ${name}` })),
      { text: `${line} (Belgium)` },
    ]) {
      const match = new Geocoder(indexes).match(row);
      expect(match, JSON.stringify(row)).toMatchObject(abroad);
      expect(match.addresses).toHaveLength(1);
    }
    // An option is no part of the row.
    expect(new Geocoder(indexes, { country: 'nl' }).match(RUE).status).toBe('none');
    // Also where the country that it names is not open.
    const alone = new Geocoder(indexes.filter(({ country }) => country === 'lu'));
    expect(alone.match({ text: `${line}, Belgique` })).toMatchObject(abroad);
    expect(alone.match({ text: `${line}, LU` }).status).toBe('exact');
    expect(new Geocoder(indexes).match({ ...RUE, country: 'LU' })).toMatchObject({
      status: 'exact',
      discrepancies: [],
    });
  });

  it('is of no country where the cell for it says nothing that is known, and then not exact, unless it says that it is empty', () => {
    const geocoder = new Geocoder(indexes);
    const saying = (country: string): unknown => {
      const { status, discrepancies } = geocoder.match({ ...RUE, country });
      return [status, ...discrepancies];
    };
    expect(['-', 'NULL', 'n.v.t.', '?'].map(saying)).toEqual(Array(4).fill(['exact']));
    expect(['+352', 'Grand Est-Duché'].map(saying)).toEqual(Array(2).fill(['corrected', 'column-not-used']));
    expect(['LÃ«tzebuerg', 'Luxembuorg'].map(saying)).toEqual(Array(2).fill(['exact']));
    expect(['Frankrijk', 'Germany', 'FR'].map(saying)).toEqual(Array(3).fill(['none', 'country-unknown']));
  });

  it.each([
    ['a text beside the column of the street', { text: 'Diekirch', street: 'Rue Neimillen', housenumber: '113' }],
    ['a postcode as URLs have it', { ...RUE, postcode: '9209%20' }],
    [
      'two digits of the postcode swapped, and a letter of the place wrong',
      { ...RUE, postcode: '9290', place: 'Dieikrch' },
    ],
    ['cells that say that they are empty', { ...RUE, addition: 'NULL', place: 'onbekend' }],
  ])('is found with %s', (_, row) => {
    const { addresses } = new Geocoder([indexes[2]!]).match(row);
    expect(addresses).toHaveLength(1);
  });

  it('is no box at a post office, which two columns say beside an empty text', () => {
    const [found, beside] = [{}, { text: '' }].map((text) =>
      new Geocoder([indexes[0]!]).match({ ...text, street: 'Postbus', housenumber: '6', postcode: '1381EA' }),
    );
    expect(beside).toEqual(found);
    expect(beside?.addresses).toEqual([]);
  });

  it('also if its country has several that contradict it', async () => {
    const names = (fr: string): { names: { fr: string } } => ({ names: { fr } });
    const { index } = await openRegister({
      country: 'be',
      gazetteer: {
        regions: [],
        provinces: [{ id: 1, ...names('Diekirch') }],
        municipalities: [1, 2].map((id) => ({ id, ...names(`Bourg ${id}`), province: 0 })),
        places: [1, 2].map((id) => ({ id, ...names(`Bourg ${id}`), municipality: id - 1 })),
        streets: [1, 2].map((id) => ({ id, ...names('Rue Neimillen'), place: id - 1 })),
      },
      addresses: addressesFrom(1, [
        { street: 0, postcode: '6600', number: 113 },
        { street: 1, postcode: '6700', number: 113 },
      ]),
    });
    const match = new Geocoder([index, indexes[2]!]).match({ ...RUE, country: 'BE' });
    expect(match).toMatchObject({ status: 'corrected', country: 'lu', discrepancies: ['country-differs'] });
  });

  it('has no answer where the other country has only a part of it, or is not open', () => {
    for (const other of [
      { ...RUE, housenumber: '999' },
      { ...RUE, street: 'Rue Neimillem' },
      { street: RUE.street, housenumber: '113' },
    ]) {
      expect(new Geocoder(indexes).match({ ...other, country: 'BE' }).country, JSON.stringify(other)).not.toBe('lu');
    }
    const alone = new Geocoder(indexes.filter(({ country }) => country === 'be'));
    expect(alone.match({ ...RUE, country: 'BE' }).discrepancies).toEqual([]);
  });
});

/** Streets of one name, each in its own town. */
async function namesakes(country: 'be' | 'lu', postcodes: readonly string[]): Promise<CountryIndex> {
  const towns = postcodes.map((_, i) => ({ id: i + 1, names: { fr: `Bourg ${i + 1}` } }));
  const { index } = await openRegister({
    country,
    gazetteer: {
      regions: [],
      provinces: [{ id: 1, names: { fr: 'Province' } }],
      municipalities: towns.map((town) => ({ ...town, province: 0 })),
      places: towns.map((town, municipality) => ({ ...town, municipality })),
      streets: towns.map(({ id }, place) => ({ id, names: { fr: 'Rue Longue' }, place })),
    },
    addresses: addressesFrom(
      1,
      postcodes.map((postcode, street) => ({ street, postcode, number: 5 })),
    ),
  });
  return index;
}

it.each([
  ['one each', ['6600'], ['9900'], ['incomplete', 'several']],
  ['two each', ['6600', '6700'], ['9900', '9800'], ['incomplete', 'several']],
])('counts "several" once for equal answers in two countries, %s', async (_, belgian, luxembourgish, expected) => {
  const indexes = [await namesakes('be', belgian), await namesakes('lu', luxembourgish)];
  const { status, score, discrepancies } = new Geocoder(indexes).match({ text: 'Rue Longue 5' });
  expect({ status, discrepancies }).toEqual({ status: 'several', discrepancies: expected });
  expect(score).toBe(scoreOf(expected.map((name) => [name as DiscrepancyName, 1])));
});

it('prefers what has the postcode, words left out, to one of hundreds of streets of the name in another country', async () => {
  const luxembourgish = Array.from({ length: 401 }, (_, i) => `${1000 + i}`);
  const indexes = [await namesakes('be', ['6600']), await namesakes('lu', luxembourgish)];
  const { country, status, discrepancies } = new Geocoder(indexes).match({
    text: 'Rue Longue 5, sonner chez nous, 6600',
  });
  expect({ country, status, discrepancies }).toEqual({
    country: 'be',
    status: 'corrected',
    discrepancies: ['words-ignored'],
  });
});

it.each([
  { text: 'Rue Longue 5', postcode: '6700' },
  { text: 'Rue Longue', housenumber: '5', postcode: '6700' },
  { text: 'Rue Longue 5, 6700', postcode: '6700' },
  { text: '5, Rue Longue', postcode: 'B-6700' },
])('reads a text together with the cells beside it: %j', async (fields) => {
  const index = await namesakes('be', ['6600', '6700']);
  const { status, addresses } = new Geocoder([index]).match(fields);
  expect({ status, postcodes: addresses.map((each) => postcodeOf(index, each)) }).toEqual({
    status: 'exact',
    postcodes: ['6700'],
  });
});

describe('a place that one country has exactly', () => {
  // Haven is a place in Belgium only, and its street is also in the two other countries, with the number.
  const towns = async (): Promise<CountryIndex[]> => {
    const town = (country: 'nl' | 'be' | 'lu', place: string, postcode: string, number: number): SmallRegister => {
      const names = country === 'nl' ? { nl: place } : { fr: place };
      return {
        country,
        gazetteer: {
          regions: [],
          provinces: [{ id: 1, names: { fr: 'Gewest' } }],
          municipalities: [{ id: 1, names, province: 0 }],
          places: [{ id: 1, names, municipality: 0 }],
          streets: [{ id: 1, names: country === 'nl' ? { nl: 'Oude Tramweg' } : { fr: 'Oude Tramweg' }, place: 0 }],
        },
        addresses: addressesFrom(1, [{ street: 0, postcode, number }]),
      };
    };
    const registers = [
      town('nl', 'Donkerdorp', '8435MA', 15),
      town('be', 'Haven', '3118', 4),
      town('lu', 'Havel', '3111', 15),
    ];
    return (await Promise.all(registers.map((register) => openRegister(register)))).map(({ index }) => index);
  };

  it.each([
    ['Oude Tramweg 15, 3118 Haven', 'be', 'street', 'without the number, rather than houses of other countries'],
    ['3111 Haven, Oude Tramweg 4', 'be', 'corrected', 'with another postcode'],
    ['Onbekendelaan 15, 3118 Haven', 'be', 'place', 'with an unknown street'],
    ['Oude Tramweg 15, 3111 Havel', 'lu', 'exact', 'the place of another country'],
    ['Oude Tramweg 15, 3111 Haveln', 'lu', 'corrected', 'no country has it: the best answer'],
    ['Oude Tramweg 15, 8435MA Haven', 'nl', 'corrected', 'the form of the postcode says the country'],
  ])('"%s" is in %s (%s: %s)', async (text, country, status) => {
    expect(new Geocoder(await towns()).match({ text })).toMatchObject({ country, status });
  });

  it('also in columns', async () => {
    const row = { street: 'Oude Tramweg', housenumber: '15', place: 'Haven' };
    expect(new Geocoder(await towns()).match(row)).toMatchObject({ country: 'be', status: 'street' });
  });
});

describe('a street with something before or behind a comma in its column', () => {
  it.each([
    ['SPRL Dubois, Rue Longeu', 'corrected', ['words-ignored', 'street-corrected']],
    ['Rue Longeu, appartement Bleu', 'corrected', ['words-ignored', 'street-corrected']],
    ['Rue Longue, appartement Bleu', 'corrected', ['words-ignored']],
    ['SPRL Dubois, Rue Autre', 'place', ['street-not-found']],
  ])('%s: %s', async (street, status, discrepancies) => {
    const geocoder = new Geocoder([await namesakes('be', ['6600'])]);
    const row = { street, housenumber: '5', postcode: '6600', place: 'Bourg 1' };
    expect(geocoder.match(row)).toMatchObject({ status, discrepancies });
  });
});

it('gives the place alone where the postcode and the number are those of several houses of another street', async () => {
  const { index } = await openRegister<'nl'>({
    ...dutchPlaces({ Mierlo: ['Lindelaan'] }),
    addresses: addressesFrom(1, [
      { street: 0, postcode: '5731AA', number: 12, letter: 'A' },
      { street: 0, postcode: '5731AA', number: 12, letter: 'B' },
      { street: 0, postcode: '5731AA', number: 14 },
    ]),
  });
  const row = { street: 'Wolvendreef', postcode: '5731AA', place: 'Mierlo' };
  const match = (housenumber: string): unknown => {
    const { status, discrepancies } = new Geocoder([index]).match({ ...row, housenumber });
    return { status, discrepancies };
  };
  expect(match('14')).toEqual({ status: 'corrected', discrepancies: ['street-differs'] });
  expect(match('12')).toEqual({ status: 'place', discrepancies: ['street-not-found'] });
});
