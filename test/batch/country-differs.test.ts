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

  it('is corrected to the country that has all of it', () => {
    const match = new Geocoder(indexes).match({ ...RUE, country: 'BE' });
    expect(match).toMatchObject({ status: 'corrected', country: 'lu', faults: ['country-differs'] });
    expect(match.score).toBeCloseTo(0.85, 6);
    expect(new Geocoder(indexes).match({ ...RUE, country: 'LU' })).toMatchObject({ status: 'exact', country: 'lu' });
    expect(new Geocoder(indexes, { country: 'nl' }).match(RUE)).toMatchObject({ status: 'corrected', country: 'lu' });
  });

  it('stays without an answer where the other country has only a part of it, or is not open', () => {
    for (const other of [
      { ...RUE, housenumber: '999' },
      { ...RUE, street: 'Rue Neimillem' },
      { street: RUE.street, housenumber: '113' },
    ]) {
      expect(new Geocoder(indexes).match({ ...other, country: 'BE' }).faults, JSON.stringify(other)).not.toContain(
        'country-differs',
      );
    }
    const alone = new Geocoder(indexes.filter(({ country }) => country === 'be'));
    expect(alone.match({ ...RUE, country: 'BE' }).status).not.toBe('corrected');
  });
});
