import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxKey,
  compareNaturally,
  compareSuffixes,
  foldSuffix,
  formatSuffix,
  letterApart,
  looseKey,
  rangeEnd,
  readSuffix,
  splitHouseNumber,
  writtenNumber,
} from '../../src/model/house-number.ts';

describe('splitHouseNumber', () => {
  const CASES: readonly (readonly [written: string, number: number, rest: string, why: string])[] = [
    ['12', 12, '', 'a bare number'],
    ['12A', 12, 'A', 'a letter'],
    ['12 bis', 12, ' bis', 'the space belongs to the rest'],
    ['109-115', 109, '-115', 'a range'],
    ['12/14', 12, '/14', 'another way to write one'],
    ['ZN', 0, 'ZN', 'no number at all'],
    ['Villa Rose', 0, 'Villa Rose', 'the designation of a house'],
    ['A12', 0, 'A12', 'a number that does not come first'],
    ['0', 0, '0', 'zero is no number'],
    ['0012', 0, '0012', 'leading zeros would be lost'],
    ['999999', 999999, '', 'the largest number'],
    ['1000000', 0, '1000000', 'too large for a number'],
    ['12345678901234567890', 0, '12345678901234567890', 'far too large'],
    ['', 0, '', 'nothing'],
    ['１２', 0, '１２', 'digits that are not ASCII'],
  ];

  it.each(CASES)('%j is number %d and %j: %s', (written, number, rest) => {
    expect(splitHouseNumber(written)).toEqual({ number, rest });
  });

  it('loses nothing: number and rest are what was written', () => {
    const written = fc.oneof(
      fc.string({ maxLength: 10 }),
      fc.tuple(fc.nat(2_000_000), fc.string({ maxLength: 4 })).map(([n, s]) => `${n}${s}`),
    );
    fc.assert(
      fc.property(written, (text) => {
        const { number, rest } = splitHouseNumber(text);
        expect(`${number || ''}${rest}`).toBe(text);
      }),
      { seed: 20260108, numRuns: 500 },
    );
  });
});

describe('foldSuffix', () => {
  it.each([
    ['A', '2', 'a2'],
    ['', 'A-2', 'a2'],
    ['', 'A 2', 'a2'],
    ['a', '2', 'a2'],
    ['', 'bis', 'bis'],
    ['', 'BIS', 'bis'],
    ['-115', '', '115'],
    ['', '0002', '0002'],
    ['', 'b2.1', 'b21'],
    ['ZN', '', 'zn'],
    ['É', '', 'e'],
    ['', '-', ''],
    ['', '', ''],
  ])('of letter %j and addition %j is %j', (letter, addition, key) => {
    expect(foldSuffix(letter, addition)).toBe(key);
  });

  it('is the same however letter and addition are put together', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (letter, addition) => {
        expect(foldSuffix(letter, addition)).toBe(foldSuffix('', `${letter}-${addition}`));
        expect(foldSuffix(foldSuffix(letter, addition))).toBe(foldSuffix(letter, addition));
      }),
      { seed: 20260109, numRuns: 500 },
    );
  });
});

describe('looseKey', () => {
  it.each([
    ['b0002', 'b2'],
    ['0', '0'],
    ['00', '0'],
    ['10', '10'],
    ['100', '100'],
    ['0a0b01', '0a0b1'],
    ['9/0002', '92'],
    ['902', '902'],
    ['54.01', '541'],
    ['', ''],
  ])('of %j is %j', (suffix, key) => {
    expect(looseKey(suffix)).toBe(key);
  });
});

describe('boxKey', () => {
  it.each([
    ['bus 1', '1'],
    ['Bte. 3', '3'],
    ['boîte 0004', '4'],
    ['app. 5', '5'],
    ['apt 5', '5'],
    ['bus nr. 5', '5'],
    ['bus -012', '12'],
    ['bus .1.01', '11'],
    ['b001', '1'],
    ['bb004', '4'],
    ['b. 7', '7'],
    ['b A', 'a'],
    ['bt. A', 'a'],
    ['A bus 3', 'a3'],
    ['0001', '1'],
    ['RDC', 'rdc'],
    ['BU86', 'bu86'],
    ['boxer', 'boxer'],
    ['', ''],
  ])('of %j is %j', (box, key) => {
    expect(boxKey(box)).toBe(key);
  });
});

describe('rangeEnd', () => {
  it.each([
    ['-115', 115],
    ['–115', 115],
    [' - 115', 115],
    ['-14A', 14],
    ['', 0],
    ['A', 0],
    ['-', 0],
    ['-A', 0],
    ['-0', 0],
    ['-1234567', 0],
    ['/14', 0],
    ['-14-16', 0],
  ])('of %j is %d', (letter, end) => {
    expect(rangeEnd(letter)).toBe(end);
  });
});

describe('the natural order', () => {
  it('has digits by value and letters without case', () => {
    const texts = ['', '1', '2', '10', 'A', 'a', 'A1', 'A2', 'A10', 'b', 'B2', 'bis'];
    const shuffled = texts.map((_, i) => texts[(i * 5) % texts.length]!);
    expect(shuffled.sort(compareNaturally)).toEqual(texts);
  });

  it('of suffixes is by letter, then by addition', () => {
    const suffixes = [
      ['', ''],
      ['', '1'],
      ['', '2'],
      ['', '10'],
      ['A', ''],
      ['A', '1'],
      ['B', ''],
    ].map(([letter, addition]) => ({ letter: letter!, addition: addition! }));
    expect([...suffixes].reverse().sort(compareSuffixes)).toEqual(suffixes);
  });

  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('0', '1', '2', '9', 'a', 'A', 'b', '-', ' ', 'é'), maxLength: 6 }),
    fc.bigInt({ min: 0n, max: 10n ** 400n }).map(String),
  );

  it('is a total order: antisymmetric, transitive, and 0 for equal texts alone', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const sign = Math.sign(compareNaturally(a, b));
        expect(a === b ? [0] : [-1, 1]).toContain(sign);
        expect(Math.sign(compareNaturally(b, a))).toBe(0 - sign);
        if (compareNaturally(a, b) < 0 && compareNaturally(b, c) < 0) expect(compareNaturally(a, c)).toBeLessThan(0);
      }),
      { seed: 20260110, numRuns: 3000 },
    );
  });
});

describe('the letter of an address', () => {
  it.each([
    ['nl', 12, 'A', '12', 'A'],
    ['be', 12, 'A', '12A', ''],
    ['lu', 12, 'A', '12', 'A'],
    ['lu', 12, '-14', '12-14', ''],
    ['nl', 0, 'ZN', 'ZN', ''],
    ['nl', 12, '', '12', ''],
  ] as const)('%s: %i and "%s" are the number %s and "%s"', (country, number, letter, written, apart) => {
    const suffix = readSuffix(country, letter, '');
    expect([writtenNumber(country, number, suffix), letterApart(country, number, suffix)]).toEqual([written, apart]);
  });
});

describe('formatSuffix', () => {
  it.each([
    ['nl', 'A', '2', 'nl', 'A-2'],
    ['nl', '', 'hs', 'nl', 'hs'],
    ['be', '', '3', 'nl', 'bus 3'],
    ['be', 'A', '3', 'fr', 'A bte 3'],
    ['be', '', 'bus 28', 'nl', 'bus 28'],
    ['be', '', 'Bte 28', 'fr', 'Bte 28'],
    ['be', '', 'B28', 'nl', 'bus B28'],
    ['be', '', 'RDC', 'fr', 'bte RDC'],
    ['be', '12', '', 'nl', '12'],
  ] as const)('%s: letter "%s" and addition "%s" in %s are "%s"', (country, letter, addition, language, written) => {
    expect(formatSuffix(country, letter, addition, language)).toBe(written);
  });
});
