import { describe, expect, it } from 'vitest';
import { type AddressParts, inOneLine, NO_PARTS, partsOf } from '../../src/batch/address-parts.ts';
import type { Country } from '../../src/model/country.ts';
import { type Match, NO_MATCH } from '../../src/search/match.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { geodesicMetres } from '../support/oracle.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput, openRegister, type SmallAddress } from '../support/small-register.ts';
import { addressesFrom, belgianTown, DUTCH_TOWN, dutchTown, luxembourgTown } from '../support/towns.ts';

const filled = (parts: AddressParts): Partial<AddressParts> =>
  Object.fromEntries(Object.entries(parts).filter(([name, value]) => value !== '' && name !== 'language'));

/** The parts of a row that was answered with these addresses. */
function partsOfAddresses(index: CountryIndex, addresses: readonly number[], match: Partial<Match> = {}): AddressParts {
  return partsOf(index, { ...NO_MATCH, country: index.country, addresses, ...match });
}

/** The addresses written so, e.g. `Kerkstraat 6 A-2`. */
function addressesOf(
  index: CountryIndex,
  street: string,
  number: number,
  letter?: string,
  addition?: string,
): number[] {
  const register = new IndexedRegister(index);
  return register
    .streetsNamed(street)
    .flatMap((each) => register.addressesWithNumber(each, number))
    .filter((address) => {
      const suffix = register.suffixOf(address);
      return (letter ?? suffix.letter) === suffix.letter && (addition ?? suffix.addition) === suffix.addition;
    });
}

describe('the parts of one address', () => {
  it('are those of its register, with its position in degrees and in the national grid', async () => {
    const { index } = await dutchTown();
    expect(filled(partsOfAddresses(index, addressesOf(index, 'Kerkstraat', 6, 'A', '2')))).toEqual({
      street: 'Kerkstraat',
      housenumber: '6',
      houseletter: 'A',
      addition: '2',
      postcode: '1381EA',
      place: 'Weesp',
      municipality: 'Weesp',
      province: 'Noord-Holland',
      latitude: '52.3071234',
      longitude: '5.0412345',
      x: '132000.001',
      y: '480000.999',
      id: '0457200000000004',
      municipalityCode: 'GM0457',
    });
  });

  it('have the letter in the number in Belgium, and names in the language of the row', async () => {
    const { index } = await belgianTown();
    const found = addressesOf(index, 'Wetstraat', 16, '', '0002');
    expect(filled(partsOfAddresses(index, found, { language: 'nl' }))).toEqual({
      street: 'Wetstraat',
      housenumber: '16',
      addition: '0002',
      postcode: '1000',
      place: 'Brussel',
      municipality: 'Brussel',
      province: 'Brussels Hoofdstedelijk Gewest',
      id: 'BE:700004',
      municipalityCode: '21004',
    });
    expect(partsOfAddresses(index, found)).toMatchObject({ street: 'Rue de la Loi', place: 'Bruxelles' });
    const [lettered] = addressesOf(index, 'Kerkstraat', 3, 'A');
    expect(partsOfAddresses(index, [lettered!])).toMatchObject({ housenumber: '3A', houseletter: '' });
  });

  it('have a range, or what a house without a number is called, as the number', async () => {
    const { index } = await luxembourgTown();
    const parts = (street: string, number: number): Partial<AddressParts>[] =>
      addressesOf(index, street, number).map((address) => {
        const { housenumber, houseletter } = partsOfAddresses(index, [address]);
        return { housenumber, houseletter };
      });
    expect(parts("D'Baach aus", 109)).toEqual([{ housenumber: '109-115', houseletter: '' }]);
    expect(parts('Rue Neimillen', 0)).toEqual([{ housenumber: 'Villa Rose', houseletter: '' }]);
    expect(parts("D'Baach aus", 111)).toEqual([
      { housenumber: '111', houseletter: '' },
      { housenumber: '111', houseletter: 'A' },
    ]);
  });
});

describe('the parts in one line', () => {
  const parts: AddressParts = { ...NO_PARTS, street: 'Kerkstraat', housenumber: '12', place: 'Dorp' };

  it.each<readonly [country: Country, houseletter: string, addition: string, line: string]>([
    ['nl', 'A', '2', 'Kerkstraat 12A-2, 1000 AB Dorp'],
    ['nl', '', 'bis', 'Kerkstraat 12-bis, 1000 AB Dorp'],
    ['be', '', '0002', 'Kerkstraat 12 bus 0002, 1000 Dorp'],
    ['be', '', 'bus 28', 'Kerkstraat 12 bus 28, 1000 Dorp'],
    ['lu', 'A', '', '12A, Kerkstraat, L-1000 Dorp'],
  ])('of %s have letter "%s" and addition "%s" as people write them', (country, houseletter, addition, line) => {
    const postcode = country === 'nl' ? '1000AB' : '1000';
    expect(inOneLine({ ...parts, postcode, houseletter, addition }, country)).toBe(line);
  });
});

describe('the parts of several addresses', () => {
  it('are what they have in common, with the position of the first where all are near', async () => {
    const { index } = await dutchTown();
    const found = addressesOf(index, 'Kerkstraat', 6);
    expect(found.length).toBe(9);
    expect(filled(partsOfAddresses(index, found))).toMatchObject({
      street: 'Kerkstraat',
      housenumber: '6',
      postcode: '1381EA',
      latitude: '52.3071234',
    });
    expect(partsOfAddresses(index, found)).toMatchObject({ houseletter: '', addition: '' });
    // One of them has no position.
    const [elsewhere] = addressesOf(index, 'Kerkstraat', 15, '', '2');
    expect(filled(partsOfAddresses(index, [...found, elsewhere!]))).toEqual({
      street: 'Kerkstraat',
      place: 'Weesp',
      municipality: 'Weesp',
      province: 'Noord-Holland',
      municipalityCode: 'GM0457',
    });
  });

  it.each<Country>(['nl', 'be', 'lu'])(
    'of %s have a position exactly where all are within 50 m of the first',
    async (country) => {
      let [near, far] = [0, 0];
      for (let seed = 1; seed <= 3; seed++) {
        const { index } = await openInput(randomInput(country, seed));
        const { addresses } = index;
        const degreesOf = (address: number): [number, number] => [
          addresses.latE7Of(address) / 1e7,
          addresses.lonE7Of(address) / 1e7,
        ];
        for (let first = 0; first + 1 < addresses.length; first++) {
          const found = [first, first + 1];
          const isLocated = found.every((address) => addresses.hasPosition(address));
          const metres = isLocated ? geodesicMetres(...degreesOf(first), ...degreesOf(first + 1)) : Number.NaN;
          // What is on the line within a centimetre may be either.
          if (Math.abs(metres - 50) < 0.01) continue;
          const { latitude, longitude } = partsOfAddresses(index, found);
          expect([latitude, longitude], `${seed}: ${metres}`).toEqual(
            metres < 50 ? degreesOf(first).map(String) : ['', ''],
          );
          if (metres < 50) near++;
          else far++;
        }
      }
      expect(near).toBeGreaterThan(20);
      expect(far).toBeGreaterThan(20);
    },
  );
});

it.each([
  [49.9, true],
  [50.1, false],
])('addresses %d m apart have a position: %s', async (metres, hasPosition) => {
  const at = (northMetres: number): Pick<SmallAddress, 'position'> => ({
    position: {
      latE7: Math.round(523_000_000 + (northMetres / 111_267) * 1e7),
      lonE7: 50_000_000,
      gridXmm: 0,
      gridYmm: 0,
    },
  });
  const { index } = await openRegister({
    ...DUTCH_TOWN,
    addresses: addressesFrom(1, [
      { street: 0, postcode: '1381EA', number: 1, ...at(0) },
      { street: 0, postcode: '1381EA', number: 2, ...at(metres) },
    ]),
  });
  expect(partsOfAddresses(index, [0, 1]).latitude).toBe(hasPosition ? '52.3' : '');
});

describe('the parts of a street', () => {
  it('have the position of the house whose number is nearest, and no number', async () => {
    const { index } = await dutchTown();
    const [nearest] = addressesOf(index, 'Kerkstraat', 100);
    const street = index.streets.streetOf(nearest!);
    expect(filled(partsOf(index, { ...NO_MATCH, country: 'nl', streets: [street], nearest }))).toMatchObject({
      street: 'Kerkstraat',
      place: 'Weesp',
      latitude: '52.3074234',
    });
    expect(partsOf(index, { ...NO_MATCH, country: 'nl', streets: [street] })).toMatchObject({
      street: 'Kerkstraat',
      housenumber: '',
      latitude: '',
    });
  });

  it('of one name in several places leave the places out', async () => {
    const { index } = await dutchTown();
    const streets = new IndexedRegister(index).streetsNamed('Kerkstraat').map(({ street }) => street);
    expect(filled(partsOf(index, { ...NO_MATCH, country: 'nl', streets }))).toEqual({ street: 'Kerkstraat' });
  });
});

describe('the parts of a place', () => {
  it('have a position amid its addresses, or none where none has one', async () => {
    const { index } = await dutchTown();
    const placeOf = (name: string): number => index.areas.all('place').findIndex(({ names }) => names.nl === name);
    const weesp = partsOf(index, { ...NO_MATCH, country: 'nl', place: placeOf('Weesp') });
    expect(filled(weesp)).toMatchObject({ place: 'Weesp', municipality: 'Weesp', province: 'Noord-Holland' });
    expect(Number(weesp.latitude)).toBeGreaterThan(52.3071234);
    expect(Number(weesp.latitude)).toBeLessThan(52.3074234);
    expect(filled(partsOf(index, { ...NO_MATCH, country: 'nl', place: placeOf('Vleuten') }))).toEqual({
      place: 'Vleuten',
      municipality: 'Utrecht',
      province: 'Utrecht',
      municipalityCode: 'GM0344',
    });
  });
});

it('nothing found has no parts', async () => {
  const { index } = await dutchTown();
  expect(partsOf(index, NO_MATCH)).toEqual(NO_PARTS);
});
