import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { PlaceNames } from '../../src/search/place-names.ts';
import { readText } from '../../src/search/read-text.ts';
import type { Reading } from '../../src/search/reading.ts';
import { Random } from '../support/random.ts';
import { belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

const TOWNS = { nl: dutchTown, be: belgianTown, lu: luxembourgTown };

async function readingsOf(country: Country, text: string): Promise<Reading[]> {
  const { index } = await TOWNS[country]();
  return readText({ index, places: new PlaceNames(index) }, text);
}

/** A reading as `street | number | postcode | place`, `?` after a place that does not exist, and the words that it leaves out. */
function shown(reading: Reading | undefined): string {
  if (reading === undefined) return 'nothing';
  const { street, number, postcode, place, ignoredWords } = reading;
  const digits = number === undefined ? '-' : `${number.number}${number.key && ` ${number.key}`}`;
  const town = place === undefined ? '-' : `${place.key}${place.places.length === 0 ? '?' : ''}`;
  return [
    street?.written ?? '-',
    digits,
    postcode?.text ?? '-',
    town,
    ...(ignoredWords ? [`-${ignoredWords}`] : []),
  ].join(' | ');
}

describe('the first reading of a text', () => {
  it.each<readonly [country: Country, text: string, first: string, why: string]>([
    ['nl', 'Kerkstraat 6, 1381EA Weesp', 'Kerkstraat | 6 | 1381EA | weesp', 'the usual order'],
    ['nl', 'Kerkstraat 6 1381EA Weesp', 'Kerkstraat | 6 | 1381EA | weesp', 'without commas'],
    ['nl', 'Kerkstraat 6 A, 1381 EA Weesp', 'Kerkstraat | 6 a | 1381 EA | weesp', 'a letter, a postcode in two words'],
    ['nl', '1381EA Weesp, Kerkstraat 6', 'Kerkstraat | 6 | 1381EA | weesp', 'postcode and place first'],
    ['nl', 'Weesp, Kerkstraat 6', 'Kerkstraat | 6 | - | weesp', 'the place first'],
    ['nl', 'Kerkstraat 6 Weesp', 'Kerkstraat | 6 | - | weesp', 'no postcode'],
    ['nl', 'Kerkstraat 6, 1381EA', 'Kerkstraat | 6 | 1381EA | -', 'no place'],
    ['nl', '1381EA 6', '- | 6 | 1381EA | -', 'postcode and number'],
    ['nl', 'Kerkstraat, Weesp', 'Kerkstraat | - | - | weesp', 'no number'],
    ['nl', 'Weesp', '- | - | - | weesp', 'a place alone'],
    ['nl', 'Kerkstraat 6, 1381 Weesp', 'Kerkstraat | 6 | 1381 | weesp', 'a postcode without its letters'],
    ['nl', 'Kerkstraat 6 9999ZZ Weesp', 'Kerkstraat | 6 | 9999ZZ | weesp', 'a postcode that does not exist'],
    ['nl', 'Kerkstraat 6, Nergenshuizen', 'Kerkstraat | 6 | - | nergenshuizen?', 'an unknown place after a comma'],
    [
      'be',
      'Rue de Haren 6, Nergenshuizen',
      'Rue de Haren | 6 | - | nergenshuizen?',
      'one behind a street that has the name of a place',
    ],
    ['nl', 'Kerkstraat 6, 1381EA Nergenshuizen', 'Kerkstraat | 6 | 1381EA | nergenshuizen?', 'one after the postcode'],
    ['nl', 'Kerkstraat 6, 1381EA Wesp', 'Kerkstraat | 6 | 1381EA | wesp', 'a place with a letter left out'],
    ['nl', 'Kerkstraat 6, Weesp, Nederland', 'Kerkstraat | 6 | - | weesp', 'the country is no place'],
    ['nl', 'Kerkstraat 6, achterom, 1381EA Weesp', 'Kerkstraat | 6 | 1381EA | weesp | -1', 'a word too many'],
    ['nl', 'Kerkstraat 6, Domstad', 'Kerkstraat | 6 | - | domstad', 'a place by its alias'],
    [
      'nl',
      'Kerkstraat 6, Vleten, Utrecht',
      'Kerkstraat | 6 | - | utrecht',
      'a place with a letter left out, in its municipality',
    ],
    ['be', '3 Wetstraat Haren Brussel', 'Wetstraat | 3 | - | haren brussel', 'a place and its municipality'],
    ['be', 'Brussel Haren Wetstraat 3', 'Wetstraat | 3 | - | brussel haren', 'a municipality and its place'],
    ['be', 'Rue de la Loi 16, 1000 Bruxelles', 'Rue de la Loi | 16 | 1000 | bruxelles', 'the usual order'],
    ['be', '16 Rue de la Loi, 1000 Bruxelles', 'Rue de la Loi | 16 | 1000 | bruxelles', 'the number first'],
    ['be', 'Wetstraat 16 1000 Brussel', 'Wetstraat | 16 | 1000 | brussel', 'the later number is the postcode'],
    ['be', '1000 Brussel, Wetstraat 16', 'Wetstraat | 16 | 1000 | brussel', 'postcode and place first'],
    [
      'be',
      '1000 Bruxxeles Rue de la Loi 16',
      'Rue de la Loi | 16 | 1000 | bruxxeles',
      'a misspelt place before a street',
    ],
    ['be', 'Antwerpen Kerkstraat 1', 'Kerkstraat | 1 | - | antwerpen', 'the place first, without a comma'],
    [
      'lu',
      '10, Rue Neimillen, L-9209 Diekirch',
      'Rue Neimillen | 10 | L-9209 | diekirch',
      'number first, with the country',
    ],
    ['nl', '', 'nothing', 'an empty text'],
    ['nl', ' , - ', 'nothing', 'signs alone'],
  ])('%s: %s is %s (%s)', async (country, text, first) => {
    expect(shown((await readingsOf(country, text))[0])).toBe(first);
  });
});

describe('the readings of a text', () => {
  it.each<readonly [country: Country, text: string, among: string, why: string]>([
    ['nl', 'Plein 1944 1, Weesp', 'Plein 1944 | 1 | - | weesp', 'a year in the name, the last number the house'],
    [
      'be',
      'Dupont SA, 16, Rue de la Loi, 1000 Bruxelles',
      'Rue de la Loi | 16 | 1000 | bruxelles | -2',
      'a street behind the number',
    ],
    [
      'be',
      'Dupont SA 16 Rue de la Loi à Bruxelles',
      'Rue de la Loi | 16 | - | bruxelles | -2',
      'the same with no sign',
    ],
    ['nl', 'Plein 1944 1, Weesp', 'Plein | 1944 1 | - | weesp', 'a year that is the house'],
    ['be', 'Wetstraat 16 bus 2, 1000 Brussel', 'Wetstraat | 16 2 | 1000 | brussel', 'a box with the number'],
    [
      'be',
      'Wetstraat 16 bus 2, B-1000 Brussel',
      'Wetstraat | 16 2 | B-1000 | brussel',
      'a box, and a postcode with country',
    ],
    ['nl', 'Weesp 6', '- | 6 | - | weesp', 'a word that may be a place'],
    ['be', 'Wetstraat - Oost 3, 1000 Brussel', 'Wetstraat - Oost | 3 | 1000 | brussel', 'a dash within a name'],
    ['be', 'Jansen BV - Wetstraat 3, 1000 Brussel', 'Wetstraat | 3 | 1000 | brussel | -2', 'a dash after a company'],
    ['nl', 'Weesp 6', 'Weesp | 6 | - | -', 'the same word as a street'],
  ])('%s: %s has %s (%s)', async (country, text, among) => {
    const readings = await readingsOf(country, text);
    expect(readings.map(shown)).toContain(among);
  });

  it('come with fewer words left out first, at most 40', async () => {
    for (const text of ['Kerkstraat 6, achterom, 1381EA Weesp', '1 2 Weg 3 4 Weesp 5 6, 1381EA 7 8 Utrecht 9 10']) {
      const ignored = (await readingsOf('nl', text)).map(({ ignoredWords }) => ignoredWords);
      expect(ignored.length).toBeGreaterThan(1);
      expect(ignored.length).toBeLessThanOrEqual(40);
      expect(ignored).toEqual([...ignored].sort((a, b) => a - b));
    }
  });

  it('never take a whole postcode for the number or a part of it, where another number stands there', async () => {
    for (const text of ['Kerkstraat 6, 1381 EA Weesp', 'Kerkstraat 6, 1381EA Weesp', '1381 EA 6 Weesp']) {
      const readings = await readingsOf('nl', text);
      expect(readings.length).toBeGreaterThan(1);
      expect(
        readings.map(({ number }) => number?.number).filter((number) => number !== undefined && number !== 6),
      ).toEqual([]);
      expect(readings.filter(({ number }) => number !== undefined && number.key !== '')).toEqual([]);
    }
    const alone = await readingsOf('nl', 'Kerkstraat 1381 EA');
    expect(alone.map(({ number }) => number?.number)).toContain(1381);
    const before = await readingsOf('nl', 'Kerkstraat, 1381 EA Weesp');
    expect(before.map(({ number }) => number?.number)).not.toContain(1381);
  });

  it('never take a postcode for a part of a place that there is not', async () => {
    const readings = await readingsOf('be', 'Wetstraat 3, 1000 Nergenshuizen');
    expect(readings.map(({ place }) => place?.key)).toContain('nergenshuizen');
    expect(readings.map(({ place }) => place?.key)).not.toContain('1000 nergenshuizen');
  });

  it('never take a Dutch postcode of the register for words of a street', async () => {
    const readings = await readingsOf('nl', '1381EA Weesp, Utrech 6');
    expect(readings.length).toBeGreaterThan(0);
    for (const { street } of readings) expect(street?.key.text ?? '').not.toContain('1381ea');
  });

  it('never use a word twice: the digits of the postcode are not the number too', async () => {
    const random = new Random(11);
    for (const [country, postcodes, town, street] of [
      ['nl', ['1381EA', '1381 EA', '3511', '9999ZZ', 'NL-1381 EA'], 'Weesp', 'Kerkstraat'],
      ['be', ['1000', 'B-1000', '9999', '2000'], 'Brussel', 'Wetstraat'],
      ['lu', ['9209', 'L-9209', 'L 9710'], 'Diekirch', 'Rue Neimillen'],
    ] as const) {
      let withBoth = 0;
      for (let i = 0; i < 40; i++) {
        const number = String(random.between(10, 99));
        const rest = random.pick(['', 'A', ' bus 8', '-5', ', 2e verdieping']);
        const parts = random.shuffle([`${street} ${number}${rest}`, random.pick(postcodes), town]);
        const text = parts.join(random.pick([' ', ', ']));
        for (const reading of await readingsOf(country, text)) {
          if (reading.postcode === undefined || reading.number === undefined) continue;
          withBoth++;
          // No two runs of digits in these texts are alike, so one that is read twice is one word used twice.
          const digits = /[0-9]+/.exec(reading.postcode.text)![0];
          expect(String(reading.number.number), text).not.toBe(digits);
          expect(reading.number.key, text).not.toContain(digits);
          expect(reading.street?.written ?? '', text).not.toContain(digits);
        }
      }
      expect(withBoth).toBeGreaterThan(40);
    }
  });

  it('leave out no word that could be the postcode, and not both places of two', async () => {
    const withTwoPlaces = (await readingsOf('nl', 'Kerkstraat 6, Weesp, Utrecht')).map(shown);
    expect(withTwoPlaces).toContain('Kerkstraat | 6 | - | weesp | -1');
    // Of the two the first is meant.
    expect(withTwoPlaces).toContain('Kerkstraat | 6 | - | utrecht | -2');
    expect(withTwoPlaces).not.toContain('Kerkstraat | 6 | - | - | -2');
    const withPostcode = (await readingsOf('nl', 'Kerkstraat 6, 1381EA Weesp')).map(shown);
    expect(withPostcode).toContain('Kerkstraat | 6 | 1381EA | weesp');
    expect(withPostcode).not.toContain('Kerkstraat | 6 | - | weesp | -1');
  });

  it('keep the wrong letter of a place that another one narrows down, or of the other one', async () => {
    for (const [text, edits] of [
      ['Kerkstraat 6, Vleten, Utrecht', 1],
      ['Kerkstraat 6, Vleuten, Utrcht', 1],
      ['Kerkstraat 6, Vleuten, Utrecht', 0],
    ] as const) {
      const [first] = await readingsOf('nl', text);
      expect(
        first!.place!.places.map((each) => each.edits),
        text,
      ).toEqual([edits]);
    }
  });

  it('leave out no kind of street: the place behind it is the name of the street', async () => {
    const named = (await readingsOf('lu', 'clos de Clervaux 7, Diekirch')).map(shown);
    expect(named[0]).toBe('clos de Clervaux | 7 | - | diekirch');
    expect(named).not.toContain('Diekirch | 7 | - | clervaux | -2');
    const apart = (await readingsOf('lu', 'clos, Clervaux 7, Diekirch')).map(shown);
    expect(apart).toContain('Diekirch | 7 | - | clervaux | -1');
  });
});

it('a text of many numbers is read in bounded work: nothing is looked up twice, however many ways there are to read it', async () => {
  const { index } = await belgianTown();
  const places = new PlaceNames(index);
  let lookups = 0;
  const counting = new Proxy(places, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        lookups++;
        return value.apply(target, values);
      };
    },
  });
  const countOf = (words: number): number => {
    lookups = 0;
    readText({ index, places: counting }, '1000 '.repeat(words));
    return lookups;
  };
  expect(countOf(10)).toBeGreaterThan(20);
  expect(countOf(24)).toBeLessThan(1000);
});
