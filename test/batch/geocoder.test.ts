import { beforeAll, describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

describe('a row that its country does not have', () => {
  let indexes: CountryIndex[];
  beforeAll(async () => {
    indexes = (await Promise.all([dutchTown(), belgianTown(), luxembourgTown()])).map(({ index }) => index);
  });

  const RUE = { street: 'Rue Neimillen', housenumber: '113', postcode: '9209', place: 'Diekirch' };

  it('has no answer, and says which other country has exactly such an address', () => {
    const { status, country, addresses, discrepancies } = new Geocoder(indexes).match({ ...RUE, country: 'BE' });
    expect({ status, country, addresses, discrepancies }).toEqual({
      status: 'none',
      country: undefined,
      addresses: [],
      discrepancies: ['found-in-lu'],
    });
    expect(new Geocoder(indexes, { country: 'nl' }).match(RUE).discrepancies).toEqual(['found-in-lu']);
    expect(new Geocoder(indexes).match({ ...RUE, country: 'LU' })).toMatchObject({
      status: 'exact',
      discrepancies: [],
    });
  });

  it('says nothing where the other country has only a part of it, or is not open', () => {
    for (const other of [
      { ...RUE, housenumber: '999' },
      { ...RUE, street: 'Rue Neimillem' },
      { street: RUE.street, housenumber: '113' },
    ]) {
      expect(
        new Geocoder(indexes).match({ ...other, country: 'BE' }).discrepancies,
        JSON.stringify(other),
      ).not.toContain('found-in-lu');
    }
    const alone = new Geocoder(indexes.filter(({ country }) => country === 'be'));
    expect(alone.match({ ...RUE, country: 'BE' }).discrepancies).toEqual([]);
  });
});
