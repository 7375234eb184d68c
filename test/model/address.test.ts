import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AddressLookup, COUNTRIES, isAddressOf, openAddressLookup } from '../../src/index.ts';
import { copyFixtureIndexes } from '../support/fixture-indexes.ts';

let data: Awaited<ReturnType<typeof copyFixtureIndexes>>;
let lookup: AddressLookup;
beforeAll(async () => {
  data = await copyFixtureIndexes();
  lookup = await openAddressLookup(data.directory);
});
afterAll(() => {
  lookup.close();
  data.remove();
});

it.each(COUNTRIES)('an address of %s is of that country and of no other', (country) => {
  let count = 0;
  for (const address of lookup.of(country).addresses()) {
    expect(COUNTRIES.filter((each) => isAddressOf(each, address))).toEqual([country]);
    count++;
  }
  expect(count).toBeGreaterThan(100);
});

it('what is no address is of no country', () => {
  for (const nothing of [null, undefined]) expect(COUNTRIES.filter((each) => isAddressOf(each, nothing))).toEqual([]);
});
