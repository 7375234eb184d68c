import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, editLimit, joinedMask, letterMask, mayBeWithin } from '../../src/text/edit-distance.ts';
import { editDistance as plainDistance } from '../support/edit-distance.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'r'), maxLength: 9 });

describe('editDistance', () => {
  it.each([
    ['kalverstraat', 'kelverstraat', 1, 'a letter replaced'],
    ['kalverstraat', 'kalvrstraat', 1, 'a letter left out'],
    ['kalverstraat', 'kallverstraat', 1, 'a letter too many'],
    ['kalverstraat', 'klaverstraat', 1, 'two neighbours swapped'],
    ['damrak', 'damrak', 0, 'none'],
    ['', '', 0, 'nothing'],
    ['', 'ab', 2, 'from nothing'],
  ])('from %s to %s is %d: %s', (a, b, edits) => {
    expect(editDistance(a, b, 3)).toBe(edits);
  });

  it('is that of every cell written out, up to the limit', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainDistance(a, b), limit + 1));
      }),
      { seed: 20261121, numRuns: 5000 },
    );
  });

  it('gives up on texts that are longer than any name', () => {
    expect(editDistance('a'.repeat(300), `${'a'.repeat(299)}b`, 3)).toBe(4);
  });
});

it('few letters may be wrong in short words', () => {
  expect([3, 4, 7, 8, 14, 15, 40].map((length) => editLimit(length))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  expect([3, 4, 5, 7, 14, 15].map((length) => editLimit(length, true))).toEqual([0, 1, 2, 2, 2, 3]);
});

it('words differ in no fewer edits than the letters that only one of them has', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(mayBeWithin(plainDistance(a, b), letterMask(a), letterMask(b))).toBe(true);
      expect(joinedMask(letterMask(a), letterMask(b))).toBe(letterMask(a + b));
    }),
    { seed: 20261122, numRuns: 2000 },
  );
  const mayBe = (edits: number, a: string, b: string): boolean => mayBeWithin(edits, letterMask(a), letterMask(b));
  expect([mayBe(0, 'kerk', 'kerk'), mayBe(0, 'kerk', 'werk'), mayBe(1, 'kerk', 'werk')]).toEqual([true, false, true]);
  // The second of the commonest letters counts, too.
  expect([mayBe(1, 'laan', 'lansier'), mayBe(0, 'anna', 'an'), mayBe(1, 'anna', 'an'), mayBe(2, 'anna', 'an')]).toEqual(
    [false, false, false, true],
  );
  expect([mayBe(4, 'plein', 'straat'), mayBe(4, 'straat', 'plein'), mayBe(5, 'plein', 'straat')]).toEqual([
    false,
    false,
    true,
  ]);
});
