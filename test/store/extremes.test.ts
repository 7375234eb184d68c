import { describe, expect, it } from 'vitest';
import { walkClosure } from '../../pipelines/gates/closure.ts';
import { createAddressColumns } from '../../src/model/address-columns.ts';
import { Oracle } from '../support/oracle.ts';
import { openInput, openRegister, type SmallRegister, toIndexInput } from '../support/small-register.ts';
import { addressesFrom, DUTCH_TOWN } from '../support/towns.ts';

const { gazetteer } = DUTCH_TOWN;
const POINT = { latE7: 52_3071234, lonE7: 5_0412345, gridXmm: 132_000_001, gridYmm: 480_000_999 };

async function expectClosed(register: SmallRegister): Promise<void> {
  const { lookup, index } = await openRegister(register);
  const { addresses } = new Oracle(toIndexInput(register));
  const withPostcode = addresses.filter(({ postcode }) => postcode !== '').length;
  const withPosition = addresses.filter(({ position }) => position !== null).length;
  expect(walkClosure(lookup, index)).toMatchObject({
    faults: [],
    byDrillDown: addresses.length,
    byDirectMatch: withPostcode,
    byRadius: withPosition,
  });
}

describe('an index', () => {
  it('may hold a single address', () =>
    expectClosed({
      country: 'nl',
      gazetteer: {
        regions: [],
        provinces: gazetteer.provinces.slice(0, 1),
        municipalities: gazetteer.municipalities.slice(0, 1),
        places: gazetteer.places.slice(0, 1),
        streets: gazetteer.streets.slice(0, 1),
      },
      addresses: addressesFrom(1, [{ street: 0, postcode: '1381EA', position: POINT }]),
    }));

  it('may have no position at all, and then answers every radius with nothing', async () => {
    const register = {
      ...DUTCH_TOWN,
      addresses: DUTCH_TOWN.addresses.map((address) => ({ ...address, position: null })),
    };
    await expectClosed(register);
    const { lookup } = await openRegister(register);
    for (const [latitude, longitude] of [
      [52.3071234, 5.0412345],
      [0, 0],
      [90, 180],
    ] as const) {
      expect(lookup.radius({ latitude, longitude, radius: 500 }).pagination.total_count).toBe(0);
    }
  });

  it('may have no postcode at all', () =>
    expectClosed({ ...DUTCH_TOWN, addresses: DUTCH_TOWN.addresses.map((address) => ({ ...address, postcode: '' })) }));

  it('holds the first and last identifiers, numbers and postcodes there can be', () =>
    expectClosed({
      ...DUTCH_TOWN,
      addresses: [
        ...addressesFrom(1, [{ street: 0, postcode: '1000AA', number: 999_999, position: POINT }]),
        ...addressesFrom(Number.MAX_SAFE_INTEGER, [{ street: 5, postcode: '9999ZZ', position: POINT }]),
      ],
    }));

  it('keeps the metres of the national grid to the millimetre, however far they are from the degrees', async () => {
    const positions = [
      POINT,
      { ...POINT, gridXmm: -2_000_000_000, gridYmm: 2_000_000_000 },
      { ...POINT, gridXmm: 0, gridYmm: 0 },
    ];
    const register = {
      ...DUTCH_TOWN,
      addresses: addressesFrom(
        1,
        positions.map((position, i) => ({ street: 0, postcode: '1381EA', number: i + 1, position })),
      ),
    };
    const { lookup } = await openRegister<'nl'>(register);
    expect(
      positions.map((_, i) => lookup.directMatch({ postcode: '1381EA', housenumber: i + 1 })[0]!.location!.rd),
    ).toEqual([
      [132_000.001, 480_000.999],
      [-2_000_000, 2_000_000],
      [0, 0],
    ]);
  });

  it('pages through more addresses on one point than a page holds', async () => {
    const register = {
      ...DUTCH_TOWN,
      addresses: addressesFrom(
        1,
        Array.from({ length: 1100 }, (_, i) => ({
          street: 0,
          postcode: '1381EA',
          number: 1,
          addition: String(i),
          position: POINT,
        })),
      ),
    };
    await expectClosed(register);
  });

  it('holds more addresses than 16 bits can number', async () => {
    const length = 70_000;
    const columns = createAddressColumns(length, [{ letter: '', addition: '' }]);
    for (let row = 0; row < length; row++) {
      columns.id[row] = 10_000_000 + row;
      columns.street[row] = row % 3;
      columns.number[row] = 1 + Math.floor(row / 3);
      columns.postcode[row] = 1381 * 676 + (row % 7);
      columns.latE7[row] = 52_3000000 + Math.floor(row / 265) * 1000;
      columns.lonE7[row] = 5_0400000 + (row % 265) * 1500;
      columns.gridXmm[row] = 132_000_000 + row;
      columns.gridYmm[row] = 480_000_000 - row;
    }
    const input = { ...toIndexInput(DUTCH_TOWN), addresses: columns };
    const { lookup, index } = await openInput<'nl'>(input);
    expect(index.addresses.length).toBe(length);
    for (let row = 0; row < length; row += 997) {
      const [latitude, longitude] = [columns.latE7[row]! / 1e7, columns.lonE7[row]! / 1e7];
      const housenumber = String(columns.number[row]);
      const at = lookup.radius({ latitude, longitude, radius: 0.1 }).results;
      expect(at.map((document) => document.housenumber)).toEqual([housenumber]);
      expect(at[0]!.location!.rd).toEqual([columns.gridXmm[row]! / 1000, columns.gridYmm[row]! / 1000]);
      expect(lookup.directMatch({ postcode: at[0]!.postcode, housenumber })).toContainEqual(at[0]);
      expect(index.addresses.idOf(index.addresses.addressWithId(columns.id[row]!))).toBe(columns.id[row]);
    }
  });
});
