import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeAddress,
  findPositionFaults,
  type PositionFaults,
  quantile,
} from '../../../pipelines/gates/positions.ts';
import type { Gazetteer } from '../../../src/model/gazetteer.ts';
import type { CountryIndex } from '../../../src/store/country-index.ts';
import { openRegister, type SmallAddress } from '../../support/small-register.ts';
import { addressesFrom } from '../../support/towns.ts';

/** So many metres to the north and the east of 52° N, 5° E. */
function at(northMetres: number, eastMetres: number): NonNullable<SmallAddress['position']> {
  return {
    latE7: 520_000_000 + Math.round(northMetres * 89.87),
    lonE7: 50_000_000 + Math.round(eastMetres * 145.6),
    gridXmm: 0,
    gridYmm: 0,
  };
}

/** A province of municipalities, each of one street with houses at these positions. */
async function province(municipalities: readonly (readonly SmallAddress['position'][])[]): Promise<CountryIndex> {
  const areas = municipalities.map((_, i) => ({ id: i + 1, names: { nl: `Town ${i + 1}` } }));
  const gazetteer: Gazetteer = {
    regions: [],
    provinces: [{ id: 20, names: { nl: 'Province' } }],
    municipalities: areas.map((area) => ({ ...area, province: 0 })),
    places: areas.map((area, municipality) => ({ ...area, municipality })),
    streets: areas.map(({ id }, place) => ({ id: 1000 + id, names: { nl: 'Dorpsstraat' }, place })),
  };
  const addresses = addressesFrom(
    5000,
    municipalities.flatMap((houses, street) =>
      houses.map((position, i) => ({ street, postcode: '1000AA', number: i + 1, position })),
    ),
  );
  return (await openRegister({ country: 'nl', gazetteer, addresses })).index;
}

const town = (north: number, east: number): SmallAddress['position'][] =>
  Array.from({ length: 20 }, (_, i) => at(north + (i % 5) * 300, east + (i >> 2) * 300));

const numbersOf = (index: CountryIndex, found: PositionFaults['misplaced']): number[] =>
  found.map((address) => index.addresses.numberOf(address));

describe('the positions of an index', () => {
  it('are counted, and none is at fault in a town of some kilometres', async () => {
    const index = await province([[...town(0, 0), null], town(8000, 0)]);
    expect(findPositionFaults(index)).toEqual({ positions: 40, outside: [], misplaced: [] });
  });

  it('are outside where the country is not, and that alone', async () => {
    const swapped = { ...at(0, 0), latE7: 50_000_000, lonE7: 520_000_000 };
    const index = await province([[...town(0, 0), swapped]]);
    const { outside, misplaced, positions } = findPositionFaults(index);
    expect([numbersOf(index, outside), misplaced, positions]).toEqual([[21], [], 21]);
  });

  it.each([
    [9_000, false],
    [40_000, true],
  ])('%d m from the middle of its municipality one is misplaced: %s', async (metres, isMisplaced) => {
    const index = await province([[...town(0, 0), at(metres, 0)]]);
    expect(numbersOf(index, findPositionFaults(index).misplaced)).toEqual(isMisplaced ? [21] : []);
  });

  it('are measured by most of a municipality: a fifth of it in another place does not move the middle', async () => {
    const strays = [1, 2, 3, 4].map((i) => at(50_000, i));
    const index = await province([[...town(0, 0), ...strays]]);
    expect(numbersOf(index, findPositionFaults(index).misplaced)).toEqual([21, 22, 23, 24]);
  });

  it('are all misplaced of a municipality that is far from the others of its province, of which there must be three', async () => {
    const [north, ...others] = [town(150_000, 0), town(0, 0), town(9000, 0), town(0, 9000), town(9000, 9000)];
    const five = await province([north!, ...others]);
    const { misplaced } = findPositionFaults(five);
    const places = new Set(misplaced.map((address) => five.streets.placeOf(five.streets.streetOf(address))));
    expect([misplaced.length, places.size]).toEqual([20, 1]);
    const three = await province([north!, ...others.slice(0, 2)]);
    expect(findPositionFaults(three).misplaced).toEqual([]);
  });
});

it('a message names an address with its position in degrees, where it has one', async () => {
  const index = await province([[at(0, 0), null]]);
  expect([0, 1].map((address) => describeAddress(index, address))).toEqual([
    'Dorpsstraat 1, Town 1 at 52.00000, 5.00000',
    'Dorpsstraat 2, Town 1',
  ]);
});

describe('a quantile', () => {
  it('is the value at its place in the sorted list, which stays as it is', () => {
    const lists = fc.oneof(
      fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 60 }),
      fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { minLength: 1, maxLength: 60 }),
    );
    fc.assert(
      fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const expected = list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)];
        for (const values of [Int32Array.from(list), Float64Array.from(list)]) {
          expect(quantile(values, share)).toBe(expected);
          expect(Array.from(values)).toEqual(list);
        }
      }),
      { seed: 20260101, numRuns: 500 },
    );
  });
});
