import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import {
  belgianIdentifier,
  formatIdentifier,
  identifierInRegion,
  municipalityCode,
  parseIdentifier,
} from '../../src/model/identifiers.ts';

describe('an identifier', () => {
  it.each<[Country, number, string]>([
    ['nl', 363200000006110, '0363200000006110'],
    ['nl', 1680200000000015, '1680200000000015'],
    ['be', belgianIdentifier('BE-BRU', 4568), 'BE-BRU:4568'],
    ['be', belgianIdentifier('BE-VLG', 999_999_999_999), 'BE-VLG:999999999999'],
    ['be', belgianIdentifier('BE-WAL', 0), 'BE-WAL:0'],
    ['be', 700_003, 'BE:700003'],
    ['lu', 127237, '127237'],
  ])('of %s is written as in its register, and read back', (country, id, text) => {
    expect(formatIdentifier(country, id)).toBe(text);
    expect(parseIdentifier(country, text)).toBe(id);
  });

  it('is read without its leading zeros, and with its region in small letters', () => {
    expect(parseIdentifier('nl', '363200000006110')).toBe(363200000006110);
    expect(parseIdentifier('be', 'be-bru:4568')).toBe(4_000_000_004_568);
    expect(identifierInRegion(4_000_000_004_568)).toBe('4568');
  });

  it.each<[Country, string]>([
    ['nl', ''],
    ['nl', 'GM0363'],
    ['nl', '03632000000061101'],
    ['be', '4568'],
    ['be', 'BE-XXX:4568'],
    ['be', 'BE-BRU:1234567890123'],
    ['lu', '-1'],
  ])('of %s is not %j', (country, text) => {
    expect(parseIdentifier(country, text)).toBeUndefined();
  });
});

describe('the code of a municipality', () => {
  it.each<[Country, number, string | undefined]>([
    ['nl', 363, 'GM0363'],
    ['nl', 1680, 'GM1680'],
    ['nl', 0, undefined],
    ['be', 21004, '21004'],
    ['lu', 203, '0203'],
    ['lu', 1, '0001'],
  ])('of %s %i is %s', (country, id, code) => expect(municipalityCode(country, id)).toBe(code));
});
