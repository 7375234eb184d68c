import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { readHouseNumber } from '../../src/model/house-number.ts';
import { NUMBER_MATCH, penaltyIn } from '../../src/search/cost.ts';
import { collectHouses, nearestHouses } from '../../src/search/houses.ts';
import type { Interpretation } from '../../src/search/interpretations.ts';
import type { Candidate } from '../../src/search/ranking.ts';
import type { StreetMatch } from '../../src/search/streets.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { lastOfRange } from '../support/oracle-folding.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';
import { belgianTown, dutchTown } from '../support/towns.ts';

/** `street number`, with the number as typed; `isOpen` while it may be longer. */
function interpretationOf(
  country: Country,
  typed: string,
  part: Partial<Interpretation> = {},
  isOpen = false,
): Interpretation {
  return {
    street: { from: 0, to: 1 },
    areas: [],
    number: { from: 1, to: 2, number: readHouseNumber(country, typed), isOpen },
    postcode: undefined,
    edits: 0,
    joins: 0,
    ...part,
  };
}

const matchOf = (street: number, cost = 0): StreetMatch => ({ street, cost, language: undefined });
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const numberMatchOf = ({ cost }: Candidate): number => penaltyIn(cost, 'numberMatch');

/** Houses as a list shows them: in Belgium the boxes of one are one. */
function housesOf(register: IndexedRegister, addresses: readonly number[]): Set<string> {
  return new Set(
    addresses.map((address) => {
      if (register.country !== 'be') return String(address);
      const { street } = register.streetOf(address);
      return `${street} ${register.numberOf(address)} ${register.suffixOf(address).letter} ${register.postcodeOf(address)}`;
    }),
  );
}

describe.each<Country>(COUNTRIES)('the houses with a number, in random registers of %s', (country) => {
  it('are all that have it, those whose range it is in, and those it begins while it is being typed', async () => {
    const seen = { exact: 0, range: 0, longer: 0 };
    for (let seed = 1; seed <= 5; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (let street = 0; street < register.streetCount; street++) {
        const { from, to } = register.streetAt(street);
        for (const typed of [1, 2, 7, 12, 20]) {
          for (const isOpen of [false, true]) {
            const found = collectHouses(index, interpretationOf(country, String(typed), {}, isOpen), [matchOf(street)]);
            const having = range(from, to).filter((address) => register.numberOf(address) === typed);
            const around = range(from, to).filter((address) => {
              const number = register.numberOf(address);
              return number > 0 && number < typed && typed <= lastOfRange(register.suffixOf(address).letter);
            });
            const longer = range(from, to).filter((address) => {
              const number = String(register.numberOf(address));
              return isOpen && number !== String(typed) && number.startsWith(String(typed));
            });
            const isThere = found.some((each) => numberMatchOf(each) === NUMBER_MATCH.exact);
            const expected = housesOf(register, [...having, ...(isThere ? [] : around), ...longer]);
            const about = `${seed}: ${typed}${isOpen ? '…' : ''} in ${street}`;
            expect(
              housesOf(
                register,
                found.map(({ ordinal }) => ordinal),
              ),
              about,
            ).toEqual(expected);
            for (const candidate of found) {
              const match = numberMatchOf(candidate);
              if (longer.includes(candidate.ordinal)) expect(match, about).toBe(NUMBER_MATCH.longerNumber);
              else if (around.includes(candidate.ordinal)) expect(match, about).toBe(NUMBER_MATCH.range);
              else expect(match, about).toBeLessThan(NUMBER_MATCH.longerNumber);
            }
            seen.exact += having.length;
            seen.range += isThere ? 0 : around.length;
            seen.longer += longer.length;
          }
        }
      }
    }
    expect(seen.exact).toBeGreaterThan(50);
    expect(seen.longer).toBeGreaterThan(20);
    if (country !== 'nl') expect(seen.range).toBeGreaterThan(3);
  });

  it('are those of the postcode alone where one was typed', async () => {
    let [found, others] = [0, 0];
    for (let seed = 1; seed <= 5; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (const address of range(0, register.addressCount)) {
        const position = index.addresses.postcodeOf(address);
        const number = register.numberOf(address);
        if (position === 0 || number === 0) continue;
        const { street } = register.streetOf(address);
        const postcode = { from: 2, to: 3, first: position, end: position + 1, isWhole: true, hasDigits: true };
        const interpretation = interpretationOf(country, String(number), { postcode });
        const houses = collectHouses(index, interpretation, [matchOf(street)]);
        expect(houses.length).toBeGreaterThan(0);
        for (const { ordinal } of houses) expect(register.postcodeOf(ordinal)).toBe(register.postcodeOf(address));
        const all = collectHouses(index, interpretationOf(country, String(number)), [matchOf(street)]);
        found += houses.length;
        others += all.length - houses.length;
      }
    }
    expect(found).toBeGreaterThan(100);
    expect(others).toBeGreaterThan(10);
  });

  it('that is not there are the nearest ones, the nearest first, after the street itself', async () => {
    let compared = 0;
    for (let seed = 1; seed <= 5; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (let street = 0; street < register.streetCount; street++) {
        const { from, to } = register.streetAt(street);
        const typed = 33;
        if (register.addressesWithNumber(register.streetAt(street), typed).length > 0 || country === 'be') continue;
        const found = nearest(index, interpretationOf(country, String(typed)), [matchOf(street)]);
        expect(found[0]).toMatchObject({ kind: 'street', ordinal: street });
        const distances = found
          .filter(({ kind }) => kind === 'house')
          .map(({ ordinal }) => Math.abs(register.numberOf(ordinal) - typed));
        const distancesOfAll = range(from, to).map((address) => Math.abs(register.numberOf(address) - typed));
        expect(distances).toEqual(distancesOfAll.sort((a, b) => a - b).slice(0, 5));
        expect(found.every((each) => numberMatchOf(each) === NUMBER_MATCH.nearest)).toBe(true);
        compared += distances.length;
      }
    }
    if (country !== 'be') expect(compared).toBeGreaterThan(50);
  });
});

function nearest(index: CountryIndex, read: Interpretation, streets: readonly StreetMatch[]): Candidate[] {
  return nearestHouses(index, read.number!.number, streets, read);
}

/** The only street of a name, and what a house of it is written like. */
function streetOf(index: CountryIndex, name: string): number {
  return new IndexedRegister(index).streetsNamed(name)[0]!.street;
}

it('where only the letter, addition or box is not there, the house with the number is offered', async () => {
  const { index } = await dutchTown();
  const register = new IndexedRegister(index);
  const street = streetOf(index, 'Kerkstraat');
  const found = nearest(index, interpretationOf('nl', '6 X'), [matchOf(street)]);
  expect(found[0]).toMatchObject({ kind: 'house' });
  expect(numberMatchOf(found[0]!)).toBe(NUMBER_MATCH.otherSuffix);
  expect([register.numberOf(found[0]!.ordinal), register.suffixKeyOf(found[0]!.ordinal)]).toEqual([6, '']);
});

it('of many streets without the number the five likeliest are offered, those of the largest places first', async () => {
  const { index } = await dutchTown();
  const streets = range(0, index.streets.length).map((street) => matchOf(street));
  const found = nearest(index, interpretationOf('nl', '999', { street: undefined }), streets);
  expect(found.map(({ kind }) => kind)).toEqual(['street', 'street', 'street', 'street', 'street']);
  const places = found.map(({ ordinal }) => index.areas.at('place', index.streets.placeOf(ordinal)).names.nl);
  expect(places).toEqual(['Weesp', 'Weesp', 'Weesp', 'Utrecht', 'Utrecht']);
});

describe('the boxes of a Belgian house', () => {
  it('are one answer, which opens into them, unless a box was typed', async () => {
    const { index } = await belgianTown();
    const register = new IndexedRegister(index);
    const street = streetOf(index, 'Wetstraat');
    const house = collectHouses(index, interpretationOf('be', '16'), [matchOf(street)]);
    expect(house).toMatchObject([{ isGroup: true }]);
    const box = collectHouses(index, interpretationOf('be', '16 bus 1'), [matchOf(street)]);
    expect(box.map(({ ordinal, isGroup }) => [register.suffixOf(ordinal).addition, isGroup])).toEqual([['1', false]]);
  });

  it('of two postcodes are two answers', async () => {
    const { index } = await belgianTown();
    const kerkstraat = new IndexedRegister(index)
      .streetsNamed('Kerkstraat')
      .find(({ names }) => names.fr !== undefined)!;
    const houses = collectHouses(index, interpretationOf('be', '16'), [matchOf(kerkstraat.street)]);
    expect(houses.map(({ isGroup }) => isGroup)).toEqual([true, true]);
  });
});

it('of many streets are those of each', async () => {
  const { index } = await dutchTown();
  const streets = Array.from({ length: index.streets.length }, (_, street) => matchOf(street));
  const many = Array.from({ length: 20 }, () => streets).flat();
  const houses = streets.flatMap((match) => collectHouses(index, interpretationOf('nl', '14'), [match]));
  expect(houses.length).toBeGreaterThan(0);
  const found = collectHouses(index, interpretationOf('nl', '14'), many);
  expect(found).toHaveLength(20 * houses.length);
});

it('a house knows its street', async () => {
  const { index } = await belgianTown();
  const street = streetOf(index, 'Wetstraat');
  const houses = collectHouses(index, interpretationOf('be', '16'), [matchOf(street)]);
  expect(houses.map((house) => [house.street, index.streets.streetOf(house.ordinal)])).toEqual([[street, street]]);
});

it('a proposed house says so', async () => {
  const { index } = await belgianTown();
  const kerkstraat = new IndexedRegister(index).streetsNamed('Kerkstraat').find(({ names }) => names.fr !== undefined)!;
  const [found] = collectHouses(index, interpretationOf('be', '20'), [matchOf(kerkstraat.street)]);
  expect(found).toMatchObject({ isProposed: true });
});
