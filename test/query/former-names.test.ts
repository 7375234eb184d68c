import { beforeAll, describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import type { Gazetteer, Street } from '../../src/model/gazetteer.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import type { AutocompleteRequest } from '../../src/query/autocomplete.ts';
import { autocompleteIn } from '../../src/query/several-countries.ts';
import { CountryIndex, type FormerIndex } from '../../src/store/country-index.ts';
import type { FormerInput, IndexInput } from '../../src/store/manifest.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { fixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';
import { type OpenedRegister, openInput, type SmallAddress, toIndexInput } from '../support/small-register.ts';

// Dorp and Stad today, and what was: its id, street, number, postcode, first day on which it was no longer called so, and id of today.
const GAZETTEER: Gazetteer = {
  regions: [],
  provinces: [{ id: 27, names: { nl: 'Noord-Holland' } }],
  municipalities: [{ id: 1, names: { nl: 'Gemeente' }, province: 0 }],
  places: ['Dorp', 'Stad', 'Gehucht'].map((nl, i) => ({ id: 1 + i, names: { nl }, municipality: 0 })),
  streets: [],
};
const STREETS = ['Dorpsstraat', 'Molenpad', 'Grachtstraat', 'Dorpsstraat'];
const STREETS_THEN = [
  'Kerkweg',
  'Steeg',
  'Grachtstraat',
  'Dorpsstraat',
  'Hoekhuis',
  'Molenpad',
  'Molenpas',
  'Wetstraat',
];
const WERE: readonly (readonly [
  id: number,
  street: number,
  number: number,
  postcode: string,
  until: number,
  now: number,
])[] = [
  [1, 0, 1, '1234AB', 20190401, 1],
  [2, 0, 3, '1234AB', 20190401, 2],
  [90, 0, 5, '1234AB', 20120101, 0],
  [3, 3, 66, '1234AB', 20210203, 3],
  [4, 2, 1, '1299AA', 20220101, 4],
  [5, 1, 1, '1234AB', 20100101, 5],
  [6, 1, 1, '1234AC', 20150101, 6],
  [6, 4, 7, '1234AB', 20100101, 6],
  ...[91, 92, 93, 94, 95].map((id) => [id, 4, id, '1234AB', 20100101, 0] as const),
  [5, 5, 1, '1234ZZ', 20110101, 5],
  [2, 6, 9, '1234AB', 20050101, 2],
  [96, 5, 9, '1234AB', 20050101, 0],
  [1, 5, 11, '1234AB', 20050101, 1],
  [5, 7, 1, '1234AB', 20050101, 5],
];

const TODAY = inputOf(
  STREETS.map((nl, i) => ({ id: 11 + i, names: { nl }, place: [0, 0, 1, 1][i]! })),
  [
    addressAt(1, 0, 2),
    addressAt(2, 0, 4),
    addressAt(3, 0, 6),
    addressAt(4, 2, 1, '1299AA'),
    addressAt(5, 1, 1),
    addressAt(6, 1, 3),
    addressAt(7, 3, 66, '1299AA'),
  ],
);

const THEN: FormerInput = {
  // Dorpsstraat was Kerkweg: the same street.
  ...inputOf(
    STREETS_THEN.map((nl, i) => ({ id: [11, 21, 13, 11, 24, 12, 25, 26][i]!, names: { nl }, place: i === 2 ? 2 : 0 })),
    WERE.map(([id, street, number, postcode]) => ({ ...addressAt(id, street, number, postcode), position: null })),
  ),
  until: Uint32Array.from(WERE, ([, , , , until]) => until),
  successor: Float64Array.from(WERE, ([, , , , , now]) => now),
};

function inputOf(streets: readonly Street[], addresses: readonly SmallAddress[]): IndexInput {
  return toIndexInput({ country: 'nl', gazetteer: { ...GAZETTEER, streets }, addresses });
}

function addressAt(id: number, street: number, number: number, postcode: string = '1234AB'): SmallAddress {
  const position = { latE7: 520_000_000 + id, lonE7: 50_000_000, gridXmm: 0, gridYmm: 0 };
  return { id, street, number, letter: '', addition: '', postcode, position, state: 0 };
}

describe('a name of then', () => {
  let small: OpenedRegister<'nl'>;
  beforeAll(async () => {
    small = await openInput<'nl'>({ ...TODAY, former: THEN });
  });

  const ask = (request: AutocompleteRequest | string): readonly Suggestion[] => {
    const asked = typeof request === 'string' ? { search: request } : request;
    return (small.lookup.autocomplete(asked) as Page<Suggestion>).results;
  };
  const labels = (request: AutocompleteRequest | string): string[] =>
    ask(request).map(({ label, description }) => `${label} · ${description}`);

  it('leads to the street of today, and says what it was called, while it is typed and in full', () => {
    const street = 'Dorpsstraat, until 2019 Kerkweg · street in Dorp';
    for (const text of ['kerk', 'kerkw', 'Kerkweg', 'kerkweg, dorp', 'dorp kerkweg', 'kerkweg 1234 dorp'])
      expect(labels(text)[0], text).toBe(street);
    expect(ask('kerkweg')).toEqual([
      {
        value: 'Dorp, Dorpsstraat ',
        label: 'Dorpsstraat, until 2019 Kerkweg',
        description: 'street in Dorp',
        precision: 'Street',
        context: expect.any(String),
        former: { name: 'Kerkweg', until: '2019-04-01' },
      },
    ]);
  });

  it('opens into the houses of today', () => {
    const { context } = ask('kerkweg')[0]!;
    expect(labels({ context })).toEqual([
      'Dorpsstraat 2 · 1234AB Dorp',
      'Dorpsstraat 4 · 1234AB Dorp',
      'Dorpsstraat 6 · 1234AB Dorp',
    ]);
    const house = ask('kerkweg 1')[0]!;
    expect(small.lookup.autocomplete({ context: house.context })).toMatchObject({
      street: 'Dorpsstraat',
      housenumber: '2',
    });
  });

  it('with a number is the house of today, also if only its number changed', () => {
    expect(labels('kerkweg 1')).toEqual(['Dorpsstraat 2, until 2019 Kerkweg 1 · 1234AB Dorp']);
    expect(labels('kerkweg 3 dorp')).toEqual(['Dorpsstraat 4, until 2019 Kerkweg 3 · 1234AB Dorp']);
    expect(labels('1234AC 1')).toEqual(['Molenpad 3, until 2015 Steeg 1 · 1234AB Dorp']);
    expect(labels('dorpsstraat 66 dorp')[0]).toBe('Dorpsstraat 6, until 2021 Dorpsstraat 66 · 1234AB Dorp');
    // Another place has that number in a street of the name.
    expect(labels('dorpsstraat 66')).toEqual(['Dorpsstraat 66 · 1299AA Stad']);
  });

  it('of a house that was withdrawn is that of its street, which was only renamed', () => {
    expect(labels('kerkweg 5')).toEqual(['Dorpsstraat, until 2019 Kerkweg · street in Dorp']);
    expect(labels('kerkweg 99')).toEqual(['Dorpsstraat, until 2019 Kerkweg · street in Dorp']);
    // Molenpad has its name, if one of its houses is in Dorpsstraat now.
    expect(labels('molenpad 9 dorp')[0]).toBe('Molenpad · street in Dorp');
    expect(labels('molenpad 9 dorp').filter((label) => label.includes('until'))).toEqual([]);
    expect(labels('molenpad 11 dorp')).toEqual(['Dorpsstraat 2, until 2005 Molenpad 11 · 1234AB Dorp']);
    // Of Hoekhuis, most of whose houses were withdrawn, one got another address.
    expect(labels('hoekhuis')).toEqual([]);
    expect(labels('hoekhuis 7')).toEqual(['Molenpad 3, until 2010 Hoekhuis 7 · 1234AB Dorp']);
  });

  it('says the place if that was another one, and the postcode if only that was', () => {
    expect(labels('grachtstraat, gehucht')[0]).toBe('Grachtstraat, until 2022 Grachtstraat, Gehucht · street in Stad');
    expect(labels('grachtstraat 1 gehucht')[0]).toBe(
      'Grachtstraat 1, until 2022 Grachtstraat 1, Gehucht · 1299AA Stad',
    );
    expect(labels('gehucht')).toEqual(['Stad, until 2022 Gehucht · place in Gemeente, Noord-Holland']);
    expect(labels('molenpad 1, 1234ZZ')[0]).toBe('Molenpad 1, until 2011 Molenpad 1, 1234ZZ · 1234AB Dorp');
  });

  it('that several had one after the other is that of the last', () => {
    expect(labels('steeg 1')).toEqual(['Molenpad 3, until 2015 Steeg 1 · 1234AB Dorp']);
  });

  it('is in the language of descriptions, and its details are those of today', () => {
    const inLanguage = (descriptionLanguage: 'nl' | 'fr' | 'de' | 'en') =>
      ask({ search: 'kerkweg', descriptionLanguage })[0]!.label;
    expect((['nl', 'fr', 'de', 'en'] as const).map(inLanguage)).toEqual([
      'Dorpsstraat, tot 2019 Kerkweg',
      'Dorpsstraat, jusqu’en 2019 Kerkweg',
      'Dorpsstraat, bis 2019 Kerkweg',
      'Dorpsstraat, until 2019 Kerkweg',
    ]);
    expect(ask({ search: 'kerkweg 1', details: true })[0]).toMatchObject({
      highlights: [[26, 35]],
      parts: { street: 'Dorpsstraat', number: '2', place: 'Dorp', postcode: '1234AB' },
    });
    expect(ask({ search: 'kerkweg', details: true })[0]!.parts).toEqual({ street: 'Dorpsstraat', place: 'Dorp' });
    expect(ask({ search: 'kerkweg', explain: true })[0]!.explanation).toEqual(['what is called so before what was: 1']);
  });

  it('passes a filter by what it is today', () => {
    const { context: dorp } = ask('dorp')[0]!;
    const { context: stad } = ask('stad')[0]!;
    expect(labels({ search: 'kerkweg', within: dorp })).toHaveLength(1);
    expect(labels({ search: 'kerkweg', within: stad })).toEqual([]);
    // Dorp has no street of that name today, if Stad does.
    expect(labels({ search: 'grachtstraat 1 gehucht', within: stad })).toHaveLength(1);
    expect(labels({ search: 'kerkweg 1', kinds: ['street'] })).toEqual([
      'Dorpsstraat, until 2019 Kerkweg · street in Dorp',
    ]);
    expect(labels({ search: 'dorpsstraat 66', kinds: ['street'], within: dorp })[0]).toBe(
      'Dorpsstraat · street in Dorp',
    );
    expect(labels({ search: 'kerkweg', kinds: ['place'] })).toEqual([]);
    expect(labels({ search: 'kerkweg', near: { latitude: 52, longitude: 5 } })).toHaveLength(1);
  });

  it('is found within a place that was chosen, in a street by a number of then, and by a form', () => {
    const { context: dorp } = ask('dorp')[0]!;
    const { context: stad } = ask('stad')[0]!;
    expect(labels({ context: dorp, search: 'kerkw' })).toEqual(['Dorpsstraat, until 2019 Kerkweg · street in Dorp']);
    expect(labels({ context: dorp, search: 'kerkweg 3' })).toEqual([
      'Dorpsstraat 4, until 2019 Kerkweg 3 · 1234AB Dorp',
    ]);
    expect(labels({ context: stad, search: 'kerkweg' })).toEqual([]);
    const { context: street } = ask('kerkweg')[0]!;
    expect(labels({ context: street, search: '66' })).toEqual([
      'Dorpsstraat 6, until 2021 Dorpsstraat 66 · 1234AB Dorp',
    ]);
    expect(labels({ context: street, search: '6' })).toEqual(['Dorpsstraat 6 · 1234AB Dorp']);
    const [found] = ask({ street: 'kerkw', postcode: '1234AB', place: 'Dorp' });
    expect(found).toMatchObject({ label: 'Dorpsstraat, until 2019 Kerkweg', value: 'Dorp, Dorpsstraat ' });
    expect(labels({ context: found!.context })).toHaveLength(3);
  });

  it('comes before what resembles the words, and after whatever is called so or begins so, however little', () => {
    expect(labels('molenpas')).toEqual([
      'Dorpsstraat, until 2005 Molenpas · street in Dorp',
      'Molenpad · street in Dorp',
    ]);
    expect(labels('molenpa')).toEqual(['Molenpad · street in Dorp']);
    expect(labels('grachtstraat')).toEqual(['Grachtstraat · street in Stad']);
    const [explained] = ask({ search: 'bakkerij jansen, steeg 1, dorp', explain: true });
    expect(explained).toMatchObject({ former: { name: 'Steeg 1' }, notUnderstood: ['bakkerij', 'jansen'] });
    // Its letters are not corrected.
    expect(labels('kerkweh')).toEqual([]);
  });

  it('in one country comes after a name of today in another', async () => {
    const { lookup } = fixtures;
    const both = (search: string) =>
      (
        autocompleteIn([small.index, lookup.be.index], { search }) as Page<Suggestion & { country: Country }>
      ).results.map(({ country, label }) => `${country} ${label}`);
    expect(both('kerkweg')[0]).toBe('nl Dorpsstraat, until 2019 Kerkweg');
    expect(labels('wetstraat')).toEqual(['Molenpad, until 2005 Wetstraat · street in Dorp']);
    expect(both('wetstraat').map((label) => label.slice(0, 3))).toEqual(both('wetstraat').map(() => 'be '));
    expect(both('wetstraat')).not.toHaveLength(0);
  });
});

const fixtures = fixtureIndexes();

describe('an index with names of then', () => {
  it('has them of streets that were renamed and of houses that were renumbered', () => {
    const first = (search: string) => fixtures.lookup.nl.autocomplete({ search }).results[0]!.label;
    expect(first('oud sportpl')).toBe('Anton Geesinkplein, until 2021 Oud Sportplein');
    expect(first('Velperweg 33, Arnhem')).toBe('Velperweg 3, until 2026 Velperweg 33');
    expect(first('6824BH 33')).toBe('Velperweg 3, until 2026 Velperweg 33');
    // Withdrawn: the street of today, as without them.
    expect(first('Lindenberg 2 Nijmegen')).toBe('Lindenberg');
  });

  it('is asked as if it had none wherever a name of today answers', async () => {
    const { indexes } = await readFixtureIndexes();
    for (const index of Object.values(indexes)) {
      const guarded = withoutFormer(index, UNTOUCHABLE);
      const without = withoutFormer(index);
      for (const search of namesOfToday(index)) {
        const request = { search, explain: true };
        expect(autocompleteIn([guarded], request), search).toEqual(autocompleteIn([without], request));
      }
    }
  });
});

/** The beginnings of streets and places, and whole addresses. */
function namesOfToday(index: CountryIndex): string[] {
  const register = new IndexedRegister(index);
  const random = new Random(30);
  return Array.from({ length: 60 }, () => random.between(0, register.addressCount - 1)).flatMap((address) => {
    const { place, names, street } = register.streetOf(address);
    const [name] = Object.values(names);
    const number = `${register.numberOf(address) || ''}${register.suffixOf(address).letter}`;
    return [
      name!,
      name!.slice(0, random.between(1, name!.length)),
      place,
      place.slice(0, random.between(1, place.length)),
      `${name}, ${place}`,
      `${name} ${number}, ${register.postcodeOf(address)} ${index.areas.officialNamesOf(index.streets.placeOf(street)).place}`,
    ];
  });
}

/** The same index with other addresses that were, or none. */
function withoutFormer(index: CountryIndex, former?: FormerIndex): CountryIndex {
  return Object.assign(new CountryIndex(index.buffers), { former });
}

/** Throws whatever is asked of it. */
const UNTOUCHABLE = new Proxy({} as FormerIndex, {
  get: (_, part) => {
    throw new Error(`Asked for ${String(part)} of the addresses that were.`);
  },
});
