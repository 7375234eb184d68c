import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { parseContext, type ResolvedContext, resolveContext } from '../../src/query/context.ts';
import { searchPostcode } from '../../src/query/postcode-search.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput, openRegister } from '../support/small-register.ts';
import { addressesFrom, belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

/** `Street Kerkstraat: 1381EA Weesp` of each suggestion; `undefined` for what is no postcode. */
function linesOf(index: CountryIndex, term: string): string[] | undefined {
  const list = searchPostcode(index, term);
  return list?.slice(0, list.total).map(({ label, description }) => `${label}: ${description}`);
}

function targetsOf(index: CountryIndex, term: string): ResolvedContext[] {
  const list = searchPostcode(index, term)!;
  return list.slice(0, list.total).map(({ context }) => resolveContext(index, parseContext(index.country, context))!);
}

const open = (country: Country): Promise<{ index: CountryIndex }> =>
  ({ nl: dutchTown, be: belgianTown, lu: luxembourgTown })[country]();

describe('a term that is a postcode', () => {
  it.each<readonly [country: Country, term: string, lines: readonly string[], why: string]>([
    ['nl', '1381EC', ['Achterweg: 1381EC Weesp', 'Voorweg: 1381EC Weesp'], 'a whole one: its streets'],
    ['nl', ' nl-1381 ec ', ['Achterweg: 1381EC Weesp', 'Voorweg: 1381EC Weesp'], 'however it is written'],
    [
      'nl',
      '3511',
      ['Utrecht: place in Utrecht, Utrecht: 5 addresses with postcode 3511'],
      'four Dutch digits: the places',
    ],
    ['nl', '3511A', ['Utrecht: place in Utrecht, Utrecht: 5 addresses with postcode 3511A'], 'a letter is missing'],
    [
      'nl',
      '3',
      [
        'Utrecht: place in Utrecht, Utrecht: 5 addresses with postcode 3',
        'Vleuten: place in Utrecht, Utrecht: 1 address with postcode 3',
      ],
      'one digit: the places it covers, largest first',
    ],
    ['nl', '9', [], 'digits that no postcode begins with'],
    ['be', 'B-1000', ['Rue de l’Église: 1000 Bruxelles', 'Rue de la Loi: 1000 Bruxelles'], 'a Belgian one is whole'],
    ['lu', 'L-9710', ['Grand-Rue: 9710 Clervaux'], 'a Luxembourg one is whole'],
    ['lu', '92', ['Diekirch: place in Diekirch, Diekirch: 6 addresses with postcode 92'], 'two digits'],
  ])('%s: %j gives %j (%s)', async (country, term, lines) => {
    const { index } = await open(country);
    expect(linesOf(index, term)).toEqual(lines);
  });

  it.each<readonly [country: Country, term: string, labels: readonly string[], why: string]>([
    ['nl', '1381EA 6', ['6', '6 A', '6 A-1', '6 A-2', '6 B', '6 bis', '6-1', '6-2', '6-10'], 'all with the number'],
    ['nl', '1381ea 6a', ['6 A', '6 A-1', '6 A-2'], 'the letter itself before its additions'],
    ['nl', '1381EA 6-1', ['6-1', '6-10'], 'an addition, and those that begin so'],
    ['nl', '1381EB 1', ['14-A2', '14-a2', '14 A-2', '15-02', '15-2', '16-02'], 'longer numbers'],
    ['nl', '1381EA 7', [], 'a number that is not there'],
    ['be', '1040, 16', ['16'], 'a comma between them; the boxes of a house are one answer'],
  ])('%s: with a house number, %j, gives the houses %j (%s)', async (country, term, labels) => {
    const { index } = await open(country);
    const list = searchPostcode(index, term)!;
    const found = list.slice(0, list.total).map(({ label }) => label.replace(/^\D*/, ''));
    expect([...found].sort()).toEqual([...labels].sort());
    expect(found[0]).toBe(labels[0]);
  });

  it.each<readonly [country: Country, term: string, why: string]>([
    ['nl', 'kerkstraat', 'a name'],
    ['nl', '1381EA kerkstraat 6', 'a postcode and a street'],
    ['nl', '6 1381EA', 'the number first'],
    ['nl', '1381EAB', 'too many letters'],
    ['nl', '0123', 'no postcode begins with 0'],
    ['be', '1000 wetstraat', 'a postcode and a street'],
    ['be', '10000', 'five digits'],
  ])('%s: %j is none, and left to the free text (%s)', async (country, term) => {
    const { index } = await open(country);
    expect(searchPostcode(index, term)).toBeUndefined();
  });

  it('with many streets gives its places first, then the streets with most addresses of it', async () => {
    const streets = Array.from({ length: 12 }, (_, i) => ({ id: i + 1, names: { nl: `Weg ${i}` }, place: i % 2 }));
    const { index } = await openRegister({
      country: 'be',
      gazetteer: {
        regions: [{ id: 1, names: { nl: 'Gewest' } }],
        provinces: [{ id: 1, names: { nl: 'Provincie' }, region: 0 }],
        municipalities: [{ id: 1, names: { nl: 'Gemeente' }, province: 0 }],
        places: [
          { id: 1, names: { nl: 'Aalst' }, municipality: 0 },
          { id: 2, names: { nl: 'Beerst' }, municipality: 0 },
        ],
        streets,
      },
      addresses: addressesFrom(
        1,
        streets.flatMap((_, street) =>
          Array.from({ length: street === 7 ? 9 : 1 + (street % 3) }, (_, i) => ({
            street,
            postcode: '9300',
            number: i + 1,
          })),
        ),
      ),
    });
    const lines = linesOf(index, '9300')!;
    expect(lines.slice(0, 4)).toEqual([
      'Beerst: place in Gemeente, Provincie: 19 addresses with postcode 9300',
      'Aalst: place in Gemeente, Provincie: 12 addresses with postcode 9300',
      'Weg 7: 9300 Beerst',
      'Weg 2: 9300 Aalst',
    ]);
    expect(lines).toHaveLength(14);
  });
});

describe.each<Country>(COUNTRIES)('in random registers of %s, a postcode', (country) => {
  it('and a number give exactly the houses that have both', async () => {
    let found = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      const all = Array.from({ length: register.addressCount }, (_, address) => address);
      for (const postcode of new Set(all.map((address) => register.postcodeOf(address)).filter(Boolean))) {
        for (const digits of ['1', '2', '12', '9']) {
          const begins = (address: number): boolean => String(register.numberOf(address)).startsWith(digits);
          const expected = all.filter(
            (address) => register.postcodeOf(address) === postcode && register.numberOf(address) > 0 && begins(address),
          );
          const about = `${seed}: ${postcode} ${digits}`;
          const answers = targetsOf(index, `${postcode} ${digits}`);
          // Divided into words, it is the same.
          expect(targetsOf(index, `${postcode}, ${digits}`), about).toEqual(answers);
          const targets = answers.map(({ ordinal }) => ordinal);
          const withNumber = targets.filter((address) => register.numberOf(address) > 0);
          if (country !== 'be') expect([...withNumber].sort(), about).toEqual([...expected].sort());
          // Every address is one of those listed, or a box of one.
          const housesOf = (addresses: readonly number[]): string[] =>
            addresses.map((address) => {
              const { street } = register.streetOf(address);
              return `${street} ${register.numberOf(address)} ${register.suffixOf(address).letter}`;
            });
          const houses = housesOf(expected);
          expect(new Set(housesOf(withNumber)), about).toEqual(new Set(houses));
          // Those of several boxes open into them.
          for (const { kind, ordinal } of answers.filter((each) => withNumber.includes(each.ordinal))) {
            const [house] = housesOf([ordinal]);
            const hasBoxes = country === 'be' && houses.filter((each) => each === house).length > 1;
            expect(kind, `${about}: ${house}`).toBe(hasBoxes ? 'boxes' : 'house');
          }
          // The number itself in any street comes before the longer ones.
          const isLonger = withNumber.map((address) => Number(String(register.numberOf(address)) !== digits));
          expect(isLonger, about).toEqual([...isLonger].sort());
          found += withNumber.length;
        }
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  it('by its beginning gives the places it covers, with how many addresses, most first', async () => {
    let found = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      const all = Array.from({ length: register.addressCount }, (_, address) => address);
      for (const prefix of country === 'nl' ? ['1', '10', '1000', '1000A', '1381B'] : ['1', '10', '100', '138']) {
        const counts = new Map<number, number>();
        for (const address of all.filter((each) => register.postcodeOf(each).startsWith(prefix))) {
          const place = index.streets.placeOf(register.streetOf(address).street);
          counts.set(place, (counts.get(place) ?? 0) + 1);
        }
        const expected = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([place]) => place);
        const targets = targetsOf(index, prefix);
        expect(
          targets.map(({ ordinal }) => ordinal),
          `${seed}: ${prefix}`,
        ).toEqual(expected);
        expect(targets.every((each) => each.kind === 'place' && each.postcode === prefix.toLowerCase())).toBe(true);
        found += expected.length;
      }
    }
    expect(found).toBeGreaterThan(20);
  });
});
