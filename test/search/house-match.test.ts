import { beforeAll, describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import type { Address } from '../../src/model/address.ts';
import type { Country } from '../../src/model/country.ts';
import type { Gazetteer } from '../../src/model/gazetteer.ts';
import { readHouseNumber } from '../../src/model/house-number.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { bestHouses, HOUSE_TIER, type HouseTier, matchHouses } from '../../src/search/house-match.ts';
import { searchFreeText } from '../support/search-free-text.ts';
import { type OpenedRegister, openRegister } from '../support/small-register.ts';

/**
 * One street with these houses, `number letter | addition or box`; what somebody types; which of them it means. Directmatch, free
 * text and batches are asked, and must mean the same ones. `tier` is that of the ladder, for all of `means`.
 */
interface Row {
  readonly country: Country;
  readonly houses: readonly string[];
  readonly typed: string;
  readonly tier: keyof typeof HOUSE_TIER | 'none';
  readonly means: readonly string[];
  readonly why: string;
}

const BOXES = ['12', '12|b001', '12|0002', '12|b2.1', '12|RDC'];

const TABLE: readonly Row[] = [
  // The Netherlands: letters and additions.
  row('nl', ['12', '12 A', '12 A|2'], '12', 'spelled', ['12'], 'the bare number'),
  row('nl', ['12', '12 A', '12 A|2'], '12A', 'spelled', ['12 A'], 'a letter'),
  row('nl', ['12', '12 A', '12 A|2'], '12-a', 'same', ['12 A'], 'case and a hyphen'),
  row('nl', ['12', '12 A', '12 A|2'], '12A2', 'spelled', ['12 A|2'], 'letter and addition in one'),
  row('nl', ['12', '12 A', '12 A|2'], '12 A 2', 'spelled', ['12 A|2'], 'letter and addition apart'),
  row('nl', ['12', '12 A', '12 A|2'], '12-A-2', 'spelled', ['12 A|2'], 'letter and addition with hyphens'),
  row('nl', ['12', '12|2'], '12-2', 'spelled', ['12|2'], 'an addition without a letter'),
  row('nl', ['12', '12|bis'], '12 bis', 'spelled', ['12|bis'], 'bis'),
  row('nl', ['12', '12|BIS'], '12bis', 'same', ['12|BIS'], 'bis in capitals'),
  row('nl', ['12|1', '12|hs'], '12 hs', 'spelled', ['12|hs'], 'the ground floor'),
  row('nl', ['12|1', '12|HS'], '12 huis', 'loose', ['12|HS'], 'the ground floor, written out'),
  row('nl', ['12 H', '12|2'], '12-hs', 'loose', ['12 H'], 'the ground floor, as Amsterdam writes it'),
  row('nl', ['12|1', '12|2'], '12 II', 'loose', ['12|2'], 'a floor in roman numerals'),
  row('nl', ['12|1', '12|2'], '12 2 hoog', 'loose', ['12|2'], 'a floor in words'),
  row('nl', ['12|1', '12|2'], '12-II hoog', 'loose', ['12|2'], 'in roman numerals, too'),
  row(
    'nl',
    ['12|101', '12'],
    '12, toevoeging 101',
    'same',
    ['12|101'],
    'a sign for an addition behind a comma: no list',
  ),
  row('nl', ['12|3', '12'], '12 app. 3', 'loose', ['12|3'], 'an apartment is an addition'),
  row('nl', ['12|031', '12'], '12 kamer 31', 'loose', ['12|031'], 'so is a room'),
  row('nl', ['12 A|3', '12 A'], '12 A unit 3', 'loose', ['12 A|3'], 'behind a letter, too'),
  row('nl', ['12|app3', '12|3'], '12 app. 3', 'same', ['12|app3'], 'unless the register has the word'),
  row('nl', ['12', '12 A'], '12 letter a', 'same', ['12 A'], 'a word that says that the letter follows'),
  row('nl', ['12|II', '12|2'], '12 II', 'spelled', ['12|II'], 'roman numerals where the register has them'),
  row('nl', ['12|zw', '12'], '12 zwart', 'loose', ['12|zw'], 'black, as Haarlem numbers'),
  row('nl', ['12|01', '12|1'], '12-1', 'spelled', ['12|1'], 'zeros count where both are there (ruling 7)'),
  row('nl', ['12|01', '12|2'], '12-1', 'loose', ['12|01'], 'zeros do not count where one is'),
  row(
    'nl',
    ['12|app2', '12'],
    '12 app 2',
    'spelled',
    ['12|app2'],
    'a word for "box" is an addition in the Netherlands',
  ),
  row('nl', ['12|GA01', '12'], '12-GA01', 'spelled', ['12|GA01'], 'a garage'),
  row('nl', ['12|bov', '12|ben'], '12-bov', 'spelled', ['12|bov'], 'upstairs'),
  row('nl', ['12 A', '12 B'], '12', 'further', ['12 A', '12 B'], 'no bare number: all that has it'),
  row('nl', ['12 A|1', '14'], '12A', 'begins', ['12 A|1'], 'a suffix that begins as typed'),
  // Belgium: letters and boxes.
  row('be', BOXES, '12', 'spelled', ['12'], 'the house itself'),
  ...[
    '12 bus 1',
    '12 bte 1',
    '12 boîte 1',
    '12 box 1',
    '12 b 1',
    '12 b1',
    '12 app 1',
    '12 apt 1',
    '12/1',
    '12 bus 0001',
    '12 bb001',
  ].map((typed) => row('be', BOXES, typed, 'loose', ['12|b001'], 'box b001 however it is typed')),
  row('be', BOXES, '12 bus 2', 'loose', ['12|0002'], 'a box without its zeros'),
  row('be', BOXES, '12 bus 0002', 'spelled', ['12|0002'], 'a box with its zeros'),
  row('be', BOXES, '12/0002', 'same', ['12|0002'], 'a box after a slash'),
  row('be', BOXES, '12 b2.1', 'spelled', ['12|b2.1'], 'a box as the register writes it'),
  row('be', BOXES, '12 bus 2.1', 'loose', ['12|b2.1'], 'a box with a full stop'),
  row('be', BOXES, '12 bus RDC', 'spelled', ['12|RDC'], 'a box in letters'),
  row('be', BOXES, '12 bte rdc', 'same', ['12|RDC'], 'a box in small letters'),
  row('be', ['12|9/0002', '12'], '12 bus 9/2', 'loose', ['12|9/0002'], 'zeros within a box'),
  row('be', ['12 A|1', '12 A|2', '12'], '12A bus 2', 'spelled', ['12 A|2'], 'letter and box'),
  row('be', ['12 A|1', '12'], '12A', 'boxes', ['12 A|1'], 'a letter whose house has boxes'),
  row('be', ['12|1', '12|2', '14'], '12', 'boxes', ['12|1', '12|2'], 'a house that has nothing but boxes'),
  row('be', ['12 A', '12|A'], '12 bus A', 'spelled', ['12|A'], 'box A is not the letter A'),
  row('be', ['12|RDC', '14'], '12 bus R', 'begins', ['12|RDC'], 'a box that begins as typed'),
  row('be', ['12 A', '14'], '12 bis', 'other', ['12 A'], 'an addition that is not there'),
  row('be', ['12-16', '18'], '14', 'range', ['12-16'], 'within a range'),
  row('be', ['12-16', '18'], '12', 'range', ['12-16'], 'the first number of a range'),
  row('be', ['12-16', '18'], '16', 'range', ['12-16'], 'the last number of a range'),
  row('be', ['12-16', '18'], '12-16', 'spelled', ['12-16'], 'the range as it is written'),
  row('be', ['12-16', '14'], '14', 'spelled', ['14'], 'the number itself before a range around it'),
  row('be', ['12-16', '18'], '17', 'none', [], 'beyond a range'),
  // Luxembourg: letters and ranges.
  row('lu', ['109-115', '117'], '113', 'range', ['109-115'], 'within a range'),
  row('lu', ['109-115', '117'], '115', 'range', ['109-115'], 'the last number of a range'),
  row('lu', ['109-115', '117'], '109-115', 'spelled', ['109-115'], 'the range as it is written'),
  row('lu', ['12', '12 A'], '12a', 'same', ['12 A'], 'a letter'),
];

function row(
  country: Country,
  houses: readonly string[],
  typed: string,
  tier: Row['tier'],
  means: readonly string[],
  why: string,
): Row {
  return { country, houses, typed, tier, means, why };
}

const POSTCODE: Readonly<Record<Country, string>> = { nl: '1234AB', be: '1234', lu: '1234' };
const opened = new Map<Row, OpenedRegister>();

beforeAll(async () => {
  for (const each of TABLE) opened.set(each, await openStreet(each));
});

it('the table has every tier of the ladder, and a number that is on none', () => {
  expect(new Set(TABLE.map(({ tier }) => tier))).toEqual(new Set([...Object.keys(HOUSE_TIER), 'none']));
});

it('a box with two words for one is no letter of the house', async () => {
  const { index } = await openStreet(row('be', ['12', '12 B'], '12 bb004', 'other', ['12'], 'b is the word for a box'));
  const { tier, addresses } = bestHouses(index, 0, readHouseNumber('be', '12 bb004'))!;
  expect(tier).toBe(HOUSE_TIER.other);
  expect(addresses.map((address) => index.addresses.suffixOf(address).letter)).toEqual(['']);
});

describe.each(TABLE)('$country: $typed among $houses, $why', (each) => {
  const { country, houses, typed, tier, means } = each;
  const written = (address: number): string => {
    const { index } = opened.get(each)!;
    const { letter, addition } = index.addresses.suffixOf(address);
    return `${index.addresses.numberOf(address)}${letter && (/^[A-Z]/.test(letter) ? ` ${letter}` : letter)}${addition && `|${addition}`}`;
  };

  it(`is ${tier} on the ladder`, () => {
    const found = matchHouses(opened.get(each)!.index, 0, readHouseNumber(country, typed));
    if (tier === 'none') expect(found).toEqual([]);
    else {
      const best = Math.min(...found.map((match) => match.tier)) as HouseTier;
      expect(best).toBe(HOUSE_TIER[tier]);
      expect(found.filter((match) => match.tier === best).map(({ address }) => written(address))).toEqual(means);
    }
  });

  it('is what directmatch answers first', () => {
    const { index, lookup } = opened.get(each)!;
    const found = lookup.directMatch({ postcode: POSTCODE[country], housenumber: typed }) as readonly Address[];
    // What is merely the same number is no answer where a letter, an addition or a box was asked for.
    const expected = tier === 'other' || tier === 'begins' ? [] : documentsOf(index, means);
    expect(found.slice(0, Math.max(1, expected.length))).toEqual(expected);
  });

  it('is what free text answers first', () => {
    const { index } = opened.get(each)!;
    const found = searchFreeText(index, `Teststraat ${typed}, Dorp`).filter(({ kind }) => kind === 'house');
    if (tier === 'none' || tier === 'other')
      expect(found.map(({ ordinal: address }) => written(address)).slice(0, 1)).toEqual([
        houses.at(tier === 'none' ? -1 : 0),
      ]);
    else expect(means).toContain(written(found[0]!.ordinal));
  });

  it.each([
    ['in columns', { street: 'Teststraat', housenumber: typed, postcode: POSTCODE[country], place: 'Dorp' }],
    ['in one text', { text: `Teststraat ${typed}, ${POSTCODE[country]} Dorp` }],
    ['in the column of the street', { street: `Teststraat ${typed}`, postcode: POSTCODE[country], place: 'Dorp' }],
  ])('is what a batch answers %s', (_, fields) => {
    const { index } = opened.get(each)!;
    const match = new Geocoder([index]).match(fields);
    expect(match.addresses.map(written)).toEqual(means);
    if (tier === 'none') expect(match.status).toBe('street');
    else if (means.length > 1) expect(match.status).toBe('several');
    else expect(match.status).toBe(['spelled', 'same', 'loose'].includes(tier) ? 'exact' : 'corrected');
  });

  function documentsOf(index: OpenedRegister['index'], wanted: readonly string[]): Address[] {
    return houses.flatMap((_, address) => (wanted.includes(written(address)) ? [makeDocument(index, address)] : []));
  }
});

/** An index of one street, Teststraat in Dorp, with the houses of a row. */
async function openStreet({ country, houses }: Row): Promise<OpenedRegister> {
  const language = country === 'lu' ? 'fr' : 'nl';
  const name = (text: string) => ({ [language]: text });
  const gazetteer: Gazetteer = {
    regions: country === 'nl' ? [] : [{ id: 1, names: name('Streek') }],
    provinces: [{ id: 1, names: name('Gewest'), ...(country === 'nl' ? {} : { region: 0 }) }],
    municipalities: [{ id: 1, names: name('Dorp'), province: 0 }],
    places: [{ id: 1, names: name('Dorp'), municipality: 0 }],
    streets: [{ id: 1, names: name('Teststraat'), place: 0 }],
  };
  const addresses = houses.map((house, i) => {
    const [, number = '0', letter = '', addition = ''] = /^([0-9]+) ?([^|]*)\|?(.*)$/.exec(house)!;
    return {
      id: i + 1,
      street: 0,
      number: Number(number),
      letter,
      addition,
      postcode: POSTCODE[country],
      position: null,
      state: 0,
    };
  });
  return openRegister({ country, gazetteer, addresses });
}
