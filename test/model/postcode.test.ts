import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import {
  countryOfPostcodeIn,
  formatPostcode,
  isPostcodeBeginning,
  isWithoutLetters,
  NO_POSTCODE,
  parsePostcode,
  parsePostcodePrefix,
  postcodeArea,
  postcodeAreaIn,
} from '../../src/model/postcode.ts';

const digits = fc.integer({ min: 1000, max: 9999 }).map(String);
const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const postcodesOf: Readonly<Record<Country, fc.Arbitrary<string>>> = {
  nl: fc.tuple(digits, letter, letter).map((parts) => parts.join('')),
  be: digits,
  lu: digits,
};

describe('parsePostcode', () => {
  it.each<[Country, string, string]>([
    ['nl', '1012JS', '1012JS'],
    ['nl', '1012 JS', '1012JS'],
    ['nl', '1012js', '1012JS'],
    ['nl', ' 1012  j s ', '1012JS'],
    ['nl', 'NL-1012 JS', '1012JS'],
    ['nl', '1012.JS', '1012JS'],
    ['be', '1000', '1000'],
    ['be', 'B-1000', '1000'],
    ['be', 'b 1000', '1000'],
    ['be', 'BE-1000', '1000'],
    ['lu', '1466', '1466'],
    ['lu', 'L-1466', '1466'],
    ['lu', 'L 1466', '1466'],
    ['lu', 'LU-1466', '1466'],
    ['lu', 'l1466', '1466'],
  ])('reads %s %j as %s', (country, written, postcode) => {
    expect(formatPostcode(country, parsePostcode(country, written)!)).toBe(postcode);
  });

  it.each<[Country, string]>([
    ['nl', ''],
    ['nl', '1012'],
    ['nl', '1012J'],
    ['nl', '1012JSX'],
    ['nl', '0012JS'],
    ['nl', '101 2JS x'],
    ['nl', 'B-1012JS'],
    ['nl', '10123JS'],
    ['nl', '1012ÄB'],
    ['be', '100'],
    ['be', '10000'],
    ['be', '0100'],
    ['be', 'L-1000'],
    ['be', '1000A'],
    ['be', 'BEL-1000'],
    ['lu', 'B-1466'],
    ['lu', '146'],
    ['lu', 'Luxembourg'],
  ])('takes %s %j for no postcode', (country, written) => {
    expect(parsePostcode(country, written)).toBeUndefined();
  });
});

describe.each<Country>(['nl', 'be', 'lu'])('a postcode of %s', (country) => {
  it('is written as it was read', () => {
    fc.assert(
      fc.property(postcodesOf[country], (written) => {
        expect(formatPostcode(country, parsePostcode(country, written)!)).toBe(written);
      }),
      { seed: 20260111, numRuns: 300 },
    );
  });

  it('is a number in the order of the text, never the number for none', () => {
    fc.assert(
      fc.property(postcodesOf[country], postcodesOf[country], (a, b) => {
        const [x, y] = [parsePostcode(country, a)!, parsePostcode(country, b)!];
        expect(Math.sign(x - y)).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(x).toBeGreaterThan(NO_POSTCODE);
        expect(x).toBeLessThan(2 ** 32);
      }),
      { seed: 20260112, numRuns: 300 },
    );
  });

  it('has its four digits as area', () => {
    fc.assert(
      fc.property(postcodesOf[country], (written) => {
        expect(postcodeArea(country, parsePostcode(country, written)!)).toBe(Number(written.slice(0, 4)));
      }),
      { seed: 20260113, numRuns: 100 },
    );
  });

  it('none is the empty text', () => {
    expect(formatPostcode(country, NO_POSTCODE)).toBe('');
  });

  it('lies within the range of a prefix exactly when it begins so', () => {
    fc.assert(
      fc.property(postcodesOf[country], postcodesOf[country], fc.integer({ min: 1, max: 6 }), (a, b, length) => {
        const prefix = a.slice(0, length);
        // Others close by too: those that share all but the last character.
        for (const postcode of [a, b, prefix + b.slice(prefix.length), a.slice(0, length - 1) + b.slice(length - 1)]) {
          const code = parsePostcode(country, postcode)!;
          const [low, high] = parsePostcodePrefix(country, prefix)!;
          expect(code >= low && code < high, `${prefix} ${postcode}`).toBe(postcode.startsWith(prefix));
        }
      }),
      { seed: 20260114, numRuns: 500 },
    );
  });
});

describe('parsePostcodePrefix', () => {
  it('covers every postcode that begins so and none else, at its edges', () => {
    const range = (country: Country, text: string): string[] => {
      const [low, high] = parsePostcodePrefix(country, text)!;
      return [formatPostcode(country, low), formatPostcode(country, high - 1)];
    };
    expect(range('nl', '1')).toEqual(['1000AA', '1999ZZ']);
    expect(range('nl', '1012')).toEqual(['1012AA', '1012ZZ']);
    expect(range('nl', '1012 j')).toEqual(['1012JA', '1012JZ']);
    expect(range('nl', '1012js')).toEqual(['1012JS', '1012JS']);
    expect(range('be', 'B-10')).toEqual(['1000', '1099']);
    expect(range('lu', 'L 9')).toEqual(['9000', '9999']);
  });

  it.each<[Country, string]>([
    ['nl', ''],
    ['nl', '0'],
    ['nl', '101J'],
    ['nl', '1e'],
    ['nl', 'J'],
    ['nl', '1012JSX'],
    ['be', '10000'],
    ['be', '1000A'],
    ['be', 'B'],
    ['lu', '12a'],
  ])('takes %s %j for the beginning of no postcode', (country, text) => {
    expect(parsePostcodePrefix(country, text)).toBeUndefined();
  });
});

describe('a postcode inside a text', () => {
  it.each<[string, Country | undefined]>([
    ['Dam 1, 1012JS Amsterdam', 'nl'],
    ['Dam 1 1012js', 'nl'],
    ['Dam 1, 1012 JS Amsterdam', 'nl'],
    ['1000 LE BOURG', undefined],
    ['Rue Haute 1, 1000 le bourg', undefined],
    ['Rue Haute 1, B-1000 Bruxelles', 'be'],
    ['Rue Haute 1, BE - 1000 Bruxelles', 'be'],
    ['1, Grand-Rue, L-1466 Luxembourg', 'lu'],
    ['Grand-Rue 1, lu 1466', undefined],
    ['Wetstraat 16, 1000 Brussel', undefined],
    ['XB-1000', undefined],
    ['910123AB', undefined],
    ['RUE NEUVE 5, 4000 LIÈGE', undefined],
    ['KERKPLEIN 5, 8647 LO-RENINGE', undefined],
    ['RUE NEUVE 5, 7100 LA LOUVIÈRE', undefined],
    ['ZEELAAN 5, 8660 DE PANNE', undefined],
    ['DAM 1, 1012 JS AMSTERDAM', 'nl'],
    ['DAM 1, 1012LA AMSTERDAM', 'nl'],
  ])('of "%s" tells that it is in %s', (text, country) => expect(countryOfPostcodeIn(text)).toBe(country));

  it('has an area, which are the four digits by themselves', () => {
    expect(postcodeAreaIn('Amsterdam 1012 J')).toBe(1012);
    expect(postcodeAreaIn('F-57000, 0999')).toBeUndefined();
  });
});

it('a Dutch postcode can lack its letters', () => {
  for (const text of ['1012', ' nl-1012 ', 'NL 1012']) expect(isWithoutLetters(text)).toBe(true);
  for (const text of ['1012J', '0999', '101', 'B-1012']) expect(isWithoutLetters(text)).toBe(false);
});

it('a postcode begins with digits, in the Netherlands up to its first letter', () => {
  for (const word of ['1', '101', '1012', '1012j']) expect(isPostcodeBeginning('nl', word)).toBe(true);
  for (const word of ['1', '101']) expect(isPostcodeBeginning('be', word)).toBe(true);
  for (const word of ['1012', '1012j', '01', 'b1']) expect(isPostcodeBeginning('be', word)).toBe(false);
});
