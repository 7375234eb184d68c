import { describe, expect, it } from 'vitest';
import { splitAfterPostcode, splitPlaceAfterPostcode } from '../../src/model/glued-postcodes.ts';

describe('a postcode with something directly after it', () => {
  it.each([
    ['1012js1', ['1012js', '1']],
    ['1012js12a', ['1012js', '12a']],
    ['1012js', undefined],
    ['1012jsa', undefined],
    ['0012js1', undefined],
    ['1012js123456', undefined],
  ])('%j is a postcode with a number after it: %j', (text, parts) => {
    expect(splitAfterPostcode(text)?.slice(1)).toEqual(parts);
  });

  it.each([
    ['nl', '1012jsamsterdam', ['1012js', 'amsterdam']],
    ['be', '1000bruxelles', ['1000', 'bruxelles']],
    ['lu', '1466luxembourg', ['1466', 'luxembourg']],
    ['be', '1000bis', undefined],
  ] as const)('of %s, and the place: %j is %j', (country, text, parts) => {
    expect(splitPlaceAfterPostcode(country, text)?.slice(1)).toEqual(parts);
  });
});
