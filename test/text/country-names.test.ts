import { describe, expect, it } from 'vitest';
import {
  countriesOfText,
  countryAtEnd,
  countryNamed,
  countryOfCell,
  isAbroad,
  withoutCountry,
} from '../../src/text/country-names.ts';
import { expectLinear } from '../support/expect-linear.ts';

describe('the names of the countries', () => {
  it.each([
    ['NL', 'nl'],
    ['België', 'be'],
    ['Luxembourg', 'lu'],
    ['B', 'be'],
    ['France', undefined],
    ['Hollandia', undefined],
    ['België / Belgique', 'be'],
    ['Nederland (NL)', 'nl'],
    ['LU - Luxembourg', 'lu'],
    ['Netherlands (the)', 'nl'],
    ['Netherlands, Kingdom of the', 'nl'],
    ['NL / BE', undefined],
    ['Luxembourg (Belgique)', undefined],
  ])('a cell with "%s" says %s', (text, country) => expect(countryNamed(text)).toBe(country));

  it.each<[cell: string, said: string | undefined, why: string]>([
    ['Nederlnad', 'nl', 'two letters swapped'],
    ['Belgi\ufffd', 'be', 'a letter that was lost'],
    ['Royaume de Belgique', 'be', 'its whole name'],
    ['G.D. Luxembourg', 'lu', 'its kind of country short'],
    ['Duitsland', 'abroad', 'another country'],
    ['Allemange', 'abroad', 'another one with letters swapped'],
    ['FR', 'abroad', 'its code'],
    ['D', 'abroad', 'the sign of its vehicles'],
    ['Suriname', 'abroad', 'one that hardly an address is in'],
    ['EU', undefined, 'no country'],
    ['-', undefined, 'nothing'],
    ['+32', undefined, 'something else'],
    ['', undefined, 'an empty one'],
  ])('a cell with "%s" says %s: %s', (cell, said) => expect(countryOfCell(cell)).toBe(said));

  it.each([
    ['Rue Haute 1, 1000 Bruxelles, Belgique', 'be'],
    ['Dam 1 (Nederland)', 'nl'],
    ['Rue Haute 1, Luxembourg', undefined],
    ['Rue de Belgique', undefined],
  ])('"%s" ends with the name of %s', (text, country) => expect(countryAtEnd(text)).toBe(country));

  it.each([
    ['Rue Haute 1, Ans, 4430 BE', ['nl', 'be']],
    ['1, Rue Haute, Mertzig, 9167 LU', ['nl', 'lu']],
    ['Dam 1, 1012 JS', ['nl']],
    ['Rue Haute 1, 1000 Bruxelles BE', ['be']],
    ['Rue Haute 1, Ans', undefined],
  ])('"%s" is in %j', (text, countries) => expect(countriesOfText(text)).toEqual(countries));

  it('a postcode before the code of its country is only of Belgium and Luxembourg', () => {
    expect(countryAtEnd('Dam 1, 1012 BE')).toBeUndefined();
    expect(withoutCountry('Rue Haute 1, Ans, 4430 BE', 'be')).toBe('Rue Haute 1, Ans, 4430');
    expect(withoutCountry('Dam 1, 1012 NL', 'nl')).toBe('Dam 1, 1012 NL');
    expect(withoutCountry('Rue Haute 1, Ans, 4430 BE')).toBe('Rue Haute 1, Ans, 4430 BE');
  });

  it('leaves the end of Hoek van Holland', () => {
    expect(withoutCountry('Strand 1, Hoek van Holland')).toBe('Strand 1, Hoek van Holland');
    expect(withoutCountry('Strand 1, Hook of Holland')).toBe('Strand 1, Hook of Holland');
    expect(withoutCountry('Strand 1, Delft, Holland')).toBe('Strand 1, Delft');
  });
});

describe('an address in another country', () => {
  it.each([
    'Rue Haute 1, F-59000 Lille',
    'Rue Haute 1, 59000 Lille, France',
    'Markt 1\n52062 Aachen\nDeutschland',
    'Markt 1, Aachen (Allemagne)',
    'Markt 1, CH-1201 Genève',
    'Markt 1, London, Verenigd Koninkrijk',
  ])('is "%s"', (text) => expect(isAbroad(text)).toBe(true));

  it.each([
    'Rue de France 12, 4000 Liège',
    'Avenue de France, Bruxelles',
    'France',
    'Markt 12 A-1000 Brussel',
    'Markt 1, B-1000 Bruxelles',
    'Markt 1, L-1466 Luxembourg',
    'Rijksweg A-50 12, Heerde',
    'Markt 1, Hoek van Holland',
  ])('is not "%s"', (text) => expect(isAbroad(text)).toBe(false));

  it.each([',', ';', '(', 'a,', 'F-'])('takes no time for many times "%s"', (part) => {
    expectLinear((times) => isAbroad(part.repeat(times)));
    expectLinear((times) => countryAtEnd(part.repeat(times)));
  });
});
