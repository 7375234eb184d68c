import { expect, it } from 'vitest';
import { COUNTRIES } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { middleOf, squaredDistance } from '../../src/search/candidates.ts';
import { metresApart } from '../support/oracle.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

it('the middle of a range of addresses is one of them, and an empty range has none', () => {
  expect(middleOf([3, 3])).toBeUndefined();
  expect(middleOf([3, 4])).toBe(3);
  expect(middleOf([3, 6])).toBe(4);
  expect(middleOf([0, 2 ** 31])).toBe(2 ** 30);
});

it.each(COUNTRIES)('a house of %s is as far as the geodesic says, a street as its middle house', async (country) => {
  const { index } = await openInput(randomInput(country, 1));
  const { addresses, streets } = index;
  const here = [52.1, 5.1] as const;
  const metric = new LocalMetric(...here);
  for (let ordinal = 0; ordinal < addresses.length; ordinal++) {
    const metres = Math.sqrt(squaredDistance(index, { kind: 'house', ordinal }, metric));
    if (!addresses.hasPosition(ordinal)) {
      expect(metres).toBe(Number.POSITIVE_INFINITY);
      continue;
    }
    const expected = metresApart(here, [addresses.latE7Of(ordinal) / 1e7, addresses.lonE7Of(ordinal) / 1e7]);
    // A local metric is for what is near; the order far away is all that counts.
    expect(metres / expected).toBeCloseTo(1, 1);
  }
  for (let street = 0; street < streets.length; street++) {
    const middle = middleOf(streets.addressesOf(street));
    const distance = squaredDistance(index, { kind: 'street', ordinal: street }, metric);
    if (middle === undefined) expect(distance).toBe(Number.POSITIVE_INFINITY);
    else expect(distance).toBe(squaredDistance(index, { kind: 'house', ordinal: middle }, metric));
  }
  for (let group = 0; group < index.names.streetGroupCount; group++) {
    const ofStreets = index.names
      .streetsOf(group)
      .map(({ street }) => squaredDistance(index, { kind: 'street', ordinal: street }, metric));
    expect(squaredDistance(index, { kind: 'streetGroup', ordinal: group }, metric)).toBe(Math.min(...ofStreets));
  }
});
