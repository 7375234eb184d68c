import { describe, expect, it } from 'vitest';
import { matcherOf } from '../../src/search/country-matcher.ts';
import { NumbersInStreets } from '../../src/search/numbers-in-streets.ts';
import { PlaceNames } from '../../src/search/place-names.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

function numbersOf(index: CountryIndex, then: CountryIndex): NumbersInStreets {
  const named = (of: CountryIndex) => ({ index: of, places: new PlaceNames(of) });
  return new NumbersInStreets(named(index), named(then));
}

/** A register whose streets all have other identifiers: each is gone, and another one has its name. */
function withOtherStreets({ country, areas, addresses, names, streets }: CountryIndex): CountryIndex {
  const others = {
    namesOf: (street: number) => streets.namesOf(street),
    addressesOf: (street: number) => streets.addressesOf(street),
    placeOf: (street: number) => streets.placeOf(street),
    idOf: () => Number.MAX_SAFE_INTEGER,
  };
  return { country, areas, addresses, names, streets: others } as unknown as CountryIndex;
}

/** The streets of today that a row means by the name of a street of then, in its place of then. */
function streetsCalledSo(index: CountryIndex, then: CountryIndex, street: number): readonly number[] {
  const { place } = then.areas.officialNamesOf(then.streets.placeOf(street));
  return matcherOf(index).matchExactly({ street: then.streets.nameOf(street), housenumber: '99999', place }).streets;
}

describe.each(['nl', 'lu'] as const)('numbers in the streets of %s', (country) => {
  it('are all that were there, and few others', () => {
    const { index } = fixtures.lookup[country];
    const then = index.former!.index;
    const numbers = numbersOf(index, then);
    let [asked, others] = [0, 0];
    for (let address = 0; address < then.addresses.length; address++) {
      for (const street of streetsCalledSo(index, then, then.streets.streetOf(address))) {
        asked++;
        expect(numbers.mayHave(street, then.addresses.numberOf(address))).toBe(true);
        if (numbers.mayHave(street, 50_000 + address)) others++;
      }
    }
    expect(asked).toBeGreaterThan(0);
    expect(others / asked).toBeLessThan(0.1);
  });

  it('are those of a street that is gone, in every street that is called so', () => {
    const { index } = fixtures.lookup[country];
    const numbers = numbersOf(index, withOtherStreets(index));
    for (let address = 0; address < index.addresses.length; address++) {
      const street = index.streets.streetOf(address);
      expect(numbers.mayHave(street, index.addresses.numberOf(address))).toBe(true);
    }
  });
});
