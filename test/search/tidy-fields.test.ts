import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import type { AddressFields } from '../../src/search/match.ts';
import { PlaceNames } from '../../src/search/place-names.ts';
import { tidyFields } from '../../src/search/tidy-fields.ts';
import { openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom } from '../support/towns.ts';

function registerOf(country: Country, place: string, postcode: string): SmallRegister {
  const names = country === 'nl' ? { nl: place } : { fr: place };
  return {
    country,
    gazetteer: {
      regions: [],
      provinces: [{ id: 1, names: { fr: 'Gewest' } }],
      municipalities: [{ id: 1, names, province: 0 }],
      places: [{ id: 1, names, municipality: 0 }],
      streets: [{ id: 1, names, place: 0 }],
    },
    addresses: addressesFrom(1, [{ street: 0, postcode }]),
  };
}

const REGISTERS: Readonly<Record<Country, SmallRegister>> = {
  nl: registerOf('nl', 'De Bilt', '3731AA'),
  be: registerOf('be', 'Boisville', '4100'),
  lu: registerOf('lu', 'Boisville', '4111'),
};

type Row = [country: Country, given: AddressFields, expected: AddressFields, why: string];

describe('cells that a spreadsheet or an export has changed', () => {
  it.each<Row>([
    ['nl', { housenumber: '12.0' }, { housenumber: '12' }, 'a column with gaps that became decimal'],
    ['nl', { housenumber: '12,0' }, { housenumber: '12' }, 'with a decimal comma'],
    ['be', { postcode: '4100.0' }, { postcode: '4100' }, 'the postcode of such a column'],
    ['nl', { housenumber: '="12-14"' }, { housenumber: '12-14' }, 'a text for Excel'],
    ['nl', { housenumber: "'12" }, { housenumber: '12' }, "Excel's mark of a text"],
    ['nl', { housenumber: '12.5' }, { housenumber: '12.5' }, 'no whole number'],
    ['be', { box: '1.0' }, { box: '1.0' }, 'a box is called so'],
    ['nl', { street: "'s-Gravenweg" }, { street: "'s-Gravenweg" }, 'a name that begins with an apostrophe'],
  ])('%s: %j is %j (%s)', async (country, given, expected) => {
    const { index } = await openRegister(REGISTERS[country]);
    expect(tidyFields(country, new PlaceNames(index), given)).toEqual(expected);
  });
});

describe('parts in another column than theirs', () => {
  it.each<Row>([
    ['nl', { postcode: '', place: '3731AA De Bilt' }, { postcode: '3731AA', place: 'De Bilt' }, 'postcode and place in one'],
    ['nl', { place: '3731 DE BILT' }, { postcode: '3731', place: 'DE BILT' }, 'the article is no letters of the postcode'],
    ['nl', { place: 'De Bilt (3731 AA)' }, { postcode: '3731 AA', place: 'De Bilt' }, 'the postcode behind the place'],
    ['nl', { postcode: '3731AA De Bilt', place: '' }, { postcode: '3731AA', place: 'De Bilt' }, 'both in the other column'],
    ['nl', { postcode: '3731AA De Bilt', place: 'DE BILT' }, { postcode: '3731AA', place: 'De Bilt' }, 'the place in both'],
    ['nl', { postcode: 'De Bilt', place: '3731AA' }, { postcode: '3731AA', place: 'De Bilt' }, 'in the other order'],
    ['nl', { street: '12', housenumber: 'Kerkweg' }, { street: 'Kerkweg', housenumber: '12' }, 'street and number in the other order'],
    ['be', { street: '12 bte 3', housenumber: 'Rue Haute' }, { street: 'Rue Haute', housenumber: '12 bte 3' }, 'with a box'],
    ['nl', { street: 'Plein 1813', housenumber: 'bis' }, { street: 'Plein 1813', housenumber: 'bis' }, 'a street with a number'],
    ['be', { place: 'B-4100 Boisville' }, { postcode: 'B-4100', place: 'Boisville' }, "with the country's letter"],
    ['lu', { place: 'L-4111 Boisville' }, { postcode: 'L-4111', place: 'Boisville' }, 'the same in Luxembourg'],
    ['be', { postcode: '4200', place: '4100 Boisville' }, { postcode: '4200', place: '4100 Boisville' }, 'two postcodes: neither is taken for the other'],
    ['be', { postcode: '', place: 'Boisville 12' }, { postcode: '', place: 'Boisville 12' }, 'no postcode'],
  ])('%s: %j is %j (%s)', async (country, given, expected) => {
    const { index } = await openRegister(REGISTERS[country]);
    expect(tidyFields(country, new PlaceNames(index), given)).toEqual(expected);
  }); // biome-ignore format: a table
});
