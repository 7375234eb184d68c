import { describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { searchFreeText } from '../support/search-free-text.ts';
import { type OpenedRegister, openRegister } from '../support/small-register.ts';
import { addressesFrom, walloonTowns } from '../support/towns.ts';

const MUNICIPALITIES: readonly (readonly [name: string, province: number])[] = [
  ['Groningen', 0],
  ['Bedum', 0],
  ['Amsterdam', 1],
  ['De Meern', 1],
];
/** Each with the place of its municipality. */
const STREETS: readonly (readonly [name: string, place: number])[] = [
  ['Speenkruidstraat', 0],
  ['Speenkruid', 1],
  ['Bedumerweg', 0],
  ['Van der Pekstraat', 2],
  ['Van den Bergstraat', 1],
  ['Dr. W. Beekhuisstrjitte', 1],
  ['Singel', 2],
  ['Damrak', 2],
  ['IJsselstraat', 0],
  ['Esdoornlaan', 3],
  ['De Muscaat', 0],
  ['Muscatstraat', 1],
];

let opened: Promise<OpenedRegister<'nl'>> | undefined;

function north(): Promise<OpenedRegister<'nl'>> {
  opened ??= openRegister<'nl'>({
    country: 'nl',
    gazetteer: {
      regions: [],
      provinces: [
        { id: 20, names: { nl: 'Groningen' } },
        { id: 27, names: { nl: 'Noord-Holland' } },
      ],
      municipalities: MUNICIPALITIES.map(([nl, province], i) => ({ id: 14 + i, names: { nl }, province })),
      places: MUNICIPALITIES.map(([nl], i) => ({ id: 1070 + i, names: { nl }, municipality: i })),
      streets: STREETS.map(([nl, place], i) => ({ id: i + 1, names: { nl }, place })),
    },
    addresses: addressesFrom(
      1,
      STREETS.map(([, place], street) => ({ street, postcode: `97${10 + place}AA` })),
    ),
  });
  return opened;
}

async function answersTo(search: string): Promise<string[]> {
  const { index } = await north();
  return searchFreeText(index, search).map(({ kind, ordinal }) => {
    if (kind !== 'street' && kind !== 'house') return kind;
    const street = kind === 'street' ? ordinal : index.streets.streetOf(ordinal);
    const place = index.areas.at('place', index.streets.placeOf(street)).names.nl;
    const number = kind === 'house' ? ` ${index.addresses.numberOf(ordinal)}` : '';
    return `${index.streets.nameOf(street)}${number} in ${place}`;
  });
}

describe('a name written in another way', () => {
  it.each([
    ['vdpekstraat amsterdam', 'Van der Pekstraat in Amsterdam', 'v.d. joined to the name'],
    ['vdpekstr 1 amsterdam', 'Van der Pekstraat 1 in Amsterdam', 'the end abbreviated too'],
    ['vdpek', 'Van der Pekstraat in Amsterdam', 'while it is typed'],
    ['van dr pekst', 'Van der Pekstraat in Amsterdam', 'a little word mistyped while the name is typed'],
    ['vdbergstraat', 'Van den Bergstraat in Bedum', 'van den'],
    ['v.d. Bergstraat', 'Van den Bergstraat in Bedum', 'with full stops and apart'],
    ['vandenbergstraat bedum', 'Van den Bergstraat in Bedum', 'not abbreviated'],
    ['ysselstr 1 groningen', 'IJsselstraat 1 in Groningen', 'y for ij, and the end abbreviated'],
    ['drwbeekhuisstrjitte', 'Dr. W. Beekhuisstrjitte in Bedum', 'three words joined'],
    ['drwbeekhuisstrjitte 1 bedum', 'Dr. W. Beekhuisstrjitte 1 in Bedum', 'three words joined, with number and place'],
    ['sngiel 1 amsterdam', 'Singel 1 in Amsterdam', 'two letters in a short word, where the place is right'],
    ['dmarka amsterdam', 'Damrak in Amsterdam', 'the same without a number'],
    ['dxmrxk 9712AA', 'Damrak in Amsterdam', 'the same with a postcode'],
    ['sngiel amstardam', 'Singel in Amsterdam', 'a letter of the place is wrong, too'],
  ])('%j is first %j (%s)', async (search, wanted) => {
    expect((await answersTo(search))[0]).toBe(wanted);
  });

  it.each([
    ['sngiel', 'Singel in Amsterdam', 'a short word alone with two letters wrong is another one'],
    ['sngiel 1', 'Singel in Amsterdam', 'a number agrees with any street'],
    ['me esdoornl', 'Esdoornlaan in De Meern', 'an initial in front is not the article of a place'],
  ])('%j is not %j (%s)', async (search, other) => {
    expect(await answersTo(search)).not.toContain(other);
  });
});

it('what is misspelt is found beside a few names that begin so', async () => {
  expect(await answersTo('De Muscat')).toEqual(['Muscatstraat in Bedum', 'De Muscaat in Groningen']);
});

/** Streets of one town, and another town in which the words as they are misspelt are names. */
function townOnTheMeuse(): Promise<OpenedRegister<'be'>> {
  const streets = [
    ['Rue Joseph Lhoest', 'Visé'],
    ['Place du Château', 'Visé'],
    ['Dijkstraat', 'Visé'],
    ['Sint-Jozefplein', 'Visé'],
    ["Rue de l'Eglise", 'Visé'],
    ['Rue Josef', 'Huy'],
    ['Rue Eglise', 'Huy'],
    ['Deikstraat', 'Huy'],
  ] as const;
  return openRegister<'be'>(walloonTowns({ towns: ['Visé', 'Huy'], postcode: 4600, streets }));
}

describe('a sound written in another way', () => {
  it.each([
    ['Rue Josef Lhoest 1, Visé', 'Rue Joseph Lhoest', 'the whole name'],
    ['Rue Josef Lhoest 1, 4600 Visé', 'Rue Joseph Lhoest', 'with its postcode'],
    ['Place du Chato 1, Visé', 'Place du Château', 'three letters for one'],
    ['Deikstraat 1, 4600 Visé', 'Dijkstraat', 'though a street elsewhere is called so'],
    ['Sint-Josephplein 1, Visé', 'Sint-Jozefplein', 'in a compound'],
  ])('%j is %j to both (%s)', async (text, wanted) => {
    const { index } = await townOnTheMeuse();
    const [first] = searchFreeText(index, text);
    expect([first?.kind, index.streets.nameOf(index.streets.streetOf(first!.ordinal))]).toEqual(['house', wanted]);
    const { status, addresses, discrepancies } = new Geocoder([index]).match({ text });
    expect([status, index.streets.nameOf(index.streets.streetOf(addresses[0]!))]).toEqual(['corrected', wanted]);
    expect(discrepancies).toContain('street-corrected');
  });

  it.each(['Rue Eglise Visé', 'Rue de Eglise Visé', 'rue du eglise 1 visé'])(
    'a name without its little words is found where it is meant, though a street elsewhere has none: %j',
    async (text) => {
      const { index } = await townOnTheMeuse();
      const { kind, ordinal } = searchFreeText(index, text)[0]!;
      const street = kind === 'street' ? ordinal : index.streets.streetOf(ordinal);
      expect(index.streets.nameOf(street)).toBe("Rue de l'Eglise");
    },
  );

  it('is found while the word is typed', async () => {
    const { index } = await townOnTheMeuse();
    const [first] = searchFreeText(index, 'visé deikstr');
    expect(index.streets.nameOf(first!.ordinal)).toBe('Dijkstraat');
  });
});

describe('a name that a town and a province have', () => {
  it('is the town where a street follows, though the whole name is elsewhere in the province', async () => {
    expect(await answersTo('groningen speenkruid')).toEqual(['Speenkruidstraat in Groningen', 'Speenkruid in Bedum']);
    expect(await answersTo('speenkruid groningen')).toContain('Speenkruid in Bedum');
  });

  it('is the town before the province by itself', async () => {
    expect((await answersTo('groningen')).slice(0, 2)).toEqual(['municipality', 'province']);
  });
});

/** Enough streets for "rue" and "de" to say hardly anything. */
const COMMON = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [`Rue de ${letter}xq`, 'Nandrin'] as const);

function nandrin(): Promise<OpenedRegister<'be'>> {
  const towns = ['Nandrin', 'Manhay', 'Savelborn', 'Asselborn'];
  const others = [
    ['Rue du Centre', 'Manhay'],
    ['Maison', 'Savelborn'],
    ['Rue Haute', 'Asselborn'],
  ] as const;
  return openRegister<'be'>(walloonTowns({ towns, postcode: 4550, streets: [...COMMON, ...others] }));
}

describe('what is not known', () => {
  it('is not every street of a postcode, where the street is called after another place', async () => {
    const { index } = await nandrin();
    const found = searchFreeText(index, 'Rue de Manhay 1, 4550 Nandrin');
    expect(found.map(({ kind }) => kind)).toEqual(['place']);
  });

  it('is not a street of another place whose name is like that of one that exists', async () => {
    const { index } = await nandrin();
    // Without the rule it is Maison 1 in Savelborn, two letters corrected.
    const [first] = searchFreeText(index, '4553 Asselborn, Maison 1');
    const street = index.streets.streetOf(first!.ordinal);
    expect(index.areas.at('place', index.streets.placeOf(street)).names.fr).toBe('Asselborn');
  });

  it('leaves the place of a postcode, however many words say nothing', async () => {
    const { index } = await nandrin();
    const [first] = searchFreeText(index, 'Zzyzx Qwrtp Xkcdq Vvbnm Jjhgf 4550');
    expect([first?.kind, first?.ordinal]).toEqual([
      'place',
      index.areas.all('place').findIndex(({ names }) => names.fr === 'Nandrin'),
    ]);
    expect(first?.unmatched).toHaveLength(5);
  });
});
