import { describe, expect, it } from 'vitest';
import { countryOf, houseOf, languageOf, lineOf } from '../../src/client/address-text.ts';
import { describe as describeDot, dotsOf, labelOf } from '../../src/http/page/map-dots.ts';
import type { AddressBE, AddressLU, AddressNL } from '../../src/index.ts';

const LOI: AddressBE = {
  housenumber: '16',
  postcode: '1000',
  street: { fr: 'Rue de la Loi', nl: 'Wetstraat' },
  municipality: { fr: 'Bruxelles', nl: 'Brussel' },
  province: {
    de: 'Region Brüssel-Hauptstadt',
    fr: 'Région de Bruxelles-Capitale',
    nl: 'Brussels Hoofdstedelijk Gewest',
  },
  location: { wgs84: [50.84663, 4.36654], bd72: [149844.201, 170691.775] },
};

const KALVERSTRAAT: AddressNL = {
  city: 'Amsterdam',
  housenumber: '5',
  municipality: 'Amsterdam',
  postcode: '',
  province: 'Noord-Holland',
  street: 'Kalverstraat',
  location: { wgs84: [52.3712119, 4.8919367], rd: [121271.145, 487152.321] },
};

const GRAND_RUE: AddressLU = {
  canton: 'Luxembourg',
  city: 'Luxembourg',
  district: 'Luxembourg',
  housenumber: '1',
  houseletter: 'A',
  municipality: 'Luxembourg',
  postcode: '1661',
  street: 'Grand-Rue',
  location: null,
};

describe('An address in words', () => {
  it('is in the language that the text has most of', () => {
    expect(languageOf(LOI, 'Bruxelles, Rue de la Loi 16')).toBe('fr');
    expect(languageOf(LOI, 'Brussel, Wetstraat 16')).toBe('nl');
    const oneName = { ...LOI, street: { fr: 'Dries', nl: 'Dries' } };
    expect(languageOf(oneName, 'Bruxelles, Dries 16')).toBe('fr');
    expect(languageOf({ ...LOI, street: { de: 'Eupener Pfad' } }, 'whatever')).toBe('de');
    expect(languageOf(KALVERSTRAAT, 'Amsterdam, Kalverstraat 5')).toBeUndefined();
  });

  it('has its number as it stands on the door', () => {
    expect(houseOf({ ...KALVERSTRAAT, houseletter: 'A', housenumberaddition: '2' })).toBe('5A-2');
    expect(houseOf({ ...LOI, box_number: '0002' })).toBe('16 bus 0002');
    expect(houseOf({ ...LOI, box_number: '0002' }, 'fr')).toBe('16 bte 0002');
    expect(houseOf({ ...LOI, box_number: 'bus 2' }, 'fr')).toBe('16 bus 2');
    expect(houseOf({ ...LOI, street: { de: 'Pfad' }, box_number: '2' }, 'fr')).toBe('16 Bfk. 2');
  });

  it('is one line, with a postcode where there is one', () => {
    expect(lineOf(LOI, 'nl')).toBe('Wetstraat 16, 1000 Brussel');
    expect(lineOf({ ...LOI, postal_name: { fr: 'Haren', nl: 'Haren (Brussel)' } }, 'nl')).toBe(
      'Wetstraat 16, 1000 Haren (Brussel)',
    );
    expect(lineOf(GRAND_RUE, undefined)).toBe('1A, Grand-Rue, L-1661 Luxembourg');
    expect([LOI, KALVERSTRAAT, GRAND_RUE].map(countryOf)).toEqual(['be', 'nl', 'lu']);
    expect(lineOf(KALVERSTRAAT, undefined)).toBe('Kalverstraat 5, Amsterdam');
  });
});

describe('A dot of the picture', () => {
  const at = (housenumber: string, latitude: number, street = 'Kalverstraat'): AddressNL => ({
    ...KALVERSTRAAT,
    street,
    housenumber,
    location: { wgs84: [latitude, 4.8919367], rd: [0, 0] },
  });
  const [own, others, elsewhere] = [at('5', 52.37), at('7', 52.3701), at('1', 52.3702, 'Dam')];
  const neighbours = [own, others, at('9', 52.3701), at('11', 52.3701), elsewhere];
  const dots = dotsOf(own, own.location!.wgs84, neighbours, undefined);

  it('is the address itself first, then its street, then the others', () => {
    expect(dots.map(({ isOwn, isOnStreet }) => [isOwn, isOnStreet])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
    expect(dots[0]).toMatchObject({ x: 0, y: 0 });
  });

  it('is there for the address itself, where so many are nearest that it is not among them', () => {
    const [first] = dotsOf(own, own.location!.wgs84, [others, elsewhere], undefined);
    expect(first).toMatchObject({ isOwn: true, x: 0, y: 0 });
  });

  it('has the number of its address, or the first and last of those at one point', () => {
    expect(dots.map((dot) => labelOf(dot, undefined))).toEqual(['5', '7–11', '1']);
  });

  it('is described by its addresses and how far they are', () => {
    expect(describeDot(dots[1]!, undefined)).toBe('Kalverstraat 7, Kalverstraat 9, Kalverstraat 11: 11 m');
    const full = dotsOf(own, own.location!.wgs84, [...neighbours, at('13', 52.3701)], undefined);
    expect(describeDot(full[1]!, undefined)).toMatch(/ and 1 more: 11 m$/);
  });
});
