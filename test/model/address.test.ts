import { expect, it } from 'vitest';
import { COUNTRIES, isAddressOf } from '../../src/index.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

it.each(COUNTRIES)('an address of %s is of that country and of no other', (country) => {
  let count = 0;
  for (const address of fixtures.lookup.of(country).addresses()) {
    expect(COUNTRIES.filter((each) => isAddressOf(each, address))).toEqual([country]);
    count++;
  }
  expect(count).toBeGreaterThan(100);
});

it('what is no address is of no country', () => {
  for (const nothing of [null, undefined]) expect(COUNTRIES.filter((each) => isAddressOf(each, nothing))).toEqual([]);
});
