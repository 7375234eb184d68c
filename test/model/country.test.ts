import { describe, expect, it } from 'vitest';
import { COUNTRIES, isCountry, isInBox, nameIn, officialLanguage } from '../../src/model/country.ts';

describe('names', () => {
  it('are given in the language asked for where there is one, else in the official one', () => {
    const names = { fr: 'Rue Haute', nl: 'Hoogstraat' };
    expect([nameIn(names), nameIn(names, 'nl'), nameIn(names, 'fr'), nameIn(names, 'de')]).toEqual([
      'Rue Haute',
      'Hoogstraat',
      'Rue Haute',
      'Rue Haute',
    ]);
    expect(officialLanguage(names)).toBe('fr');
    expect(officialLanguage({})).toBeUndefined();
  });
});

describe('countries', () => {
  it('are nl, be and lu, in lower case', () => {
    expect(COUNTRIES).toEqual(['nl', 'be', 'lu']);
    expect(['nl', 'be', 'lu', 'NL', 'de', ''].map(isCountry)).toEqual([true, true, true, false, false, false]);
  });

  it('have a box that holds their towns and not those far away', () => {
    expect(isInBox('nl', 52.37, 4.89)).toBe(true);
    expect(isInBox('nl', 4.89, 52.37)).toBe(false);
    expect(isInBox('be', 50.85, 4.35)).toBe(true);
    expect(isInBox('be', 52.37, 4.89)).toBe(false);
    expect(isInBox('lu', 49.61, 6.13)).toBe(true);
    expect(isInBox('lu', 50.85, 4.35)).toBe(false);
  });
});
