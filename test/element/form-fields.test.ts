import { describe, expect, it } from 'vitest';
import { partsFor, tokensOf } from '../../src/element/form-fields.ts';
import type { AddressBE, AddressLU, AddressNL } from '../../src/index.ts';

const LEMBEEK: AddressBE = {
  street: { nl: 'Bergensesteenweg', fr: 'Chaussée de Mons' },
  housenumber: '706A',
  box_number: '3',
  postcode: '1502',
  municipality: { nl: 'Halle', fr: 'Hal' },
  postal_name: { nl: 'Lembeek', fr: 'Lembecq' },
  province: { nl: 'Vlaams-Brabant' },
  location: null,
};
const DAM: AddressNL = {
  street: 'Dam',
  housenumber: '1',
  houseletter: 'A',
  housenumberaddition: '2',
  postcode: '1012JS',
  city: 'Amsterdam',
  municipality: 'Amsterdam',
  province: 'Noord-Holland',
  location: { wgs84: [52.373045, 4.8936814], rd: [121391.353, 487355.473] },
};
const GRAND_RUE: AddressLU = {
  canton: 'Luxembourg',
  city: 'Luxembourg',
  district: 'Luxembourg',
  housenumber: '1',
  municipality: 'Luxembourg',
  postcode: '1661',
  street: 'Grand-Rue',
  location: null,
};

describe('an address by autocomplete tokens', () => {
  it('is written as in its country: the place of the postcode and a box in Belgium, the number first in Luxembourg', () => {
    expect(tokensOf(LEMBEEK, 'fr')).toMatchObject({
      'street-address': 'Chaussée de Mons 706A bte 3',
      'postal-code': '1502',
      'address-level2': 'Lembecq',
      country: 'BE',
    });
    expect(tokensOf(GRAND_RUE, undefined)).toMatchObject({
      'street-address': '1, Grand-Rue',
      'address-level2': 'Luxembourg',
    });
  });
});

describe('the parts of an address for the fields of a form', () => {
  const partsIn = (fields: string, address: AddressNL | AddressBE | AddressLU): string[] => {
    const parts = partsFor(new Set(fields.split(' ')), address, 'nl');
    return fields.split(' ').map((name) => parts[name]!);
  };

  it.each([
    ['street housenumber houseletter addition', DAM, ['Dam', '1', 'A', '2']],
    // Each lacks a field, and loses nothing.
    ['street housenumber addition', DAM, ['Dam', '1', 'A-2']],
    ['street housenumber houseletter', DAM, ['Dam', '1', 'A-2']],
    ['street housenumber', DAM, ['Dam', '1A-2']],
    ['street', DAM, ['Dam 1A-2']],
    ['street addition', DAM, ['Dam 1', 'A-2']],
    ['housenumber', DAM, ['1A-2']],
    ['street housenumber box', LEMBEEK, ['Bergensesteenweg', '706A', '3']],
    ['street housenumber addition', LEMBEEK, ['Bergensesteenweg', '706A', 'bus 3']],
    ['street housenumber', LEMBEEK, ['Bergensesteenweg', '706A bus 3']],
    ['street', LEMBEEK, ['Bergensesteenweg 706A bus 3']],
    ['street', GRAND_RUE, ['1, Grand-Rue']],
    ['street housenumber addition box', GRAND_RUE, ['Grand-Rue', '1', '', '']],
    ['postcode place municipality province country', LEMBEEK, ['1502', 'Lembeek', 'Halle', 'Vlaams-Brabant', 'BE']],
    ['latitude longitude', DAM, ['52.373045', '4.8936814']],
    ['latitude id', LEMBEEK, ['', '']],
  ])('%s of %#', (fields, address, parts) => {
    expect(partsIn(fields, address)).toEqual(parts);
  });
});
