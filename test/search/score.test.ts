import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matcherOf } from '../../src/search/country-matcher.ts';
import { CERTAINTY, DOUBTS } from '../../src/search/doubts.ts';
import { DISCREPANCIES, type Difference, type DiscrepancyName } from '../../src/search/judgement.ts';
import { scoreOf } from '../../src/search/score.ts';
import { openRegister } from '../support/small-register.ts';
import { dutchPlaces } from '../support/towns.ts';

const NAMES = Object.keys(DISCREPANCIES) as DiscrepancyName[];
const difference = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(0.3, 0.5, 1, 2, 3));
const differences = fc.array(difference, { maxLength: 6 });

it('an answer that differs in nothing is right in 99 of 100 cases at least', () => {
  expect(scoreOf([])).toBeGreaterThanOrEqual(0.99);
  expect(scoreOf([])).toBeLessThan(1);
});

it('no further difference raises a score, and none makes it nothing', () => {
  fc.assert(
    fc.property(differences, difference, (before, further) => {
      const score = scoreOf([...before, further]);
      expect(score).toBeLessThanOrEqual(scoreOf(before));
      expect(score).toBeGreaterThan(0);
    }),
  );
});

it('what makes an answer no less exact, makes it no less certain; everything else does', () => {
  const isHarmless = (name: DiscrepancyName): boolean => DISCREPANCIES[name].isHarmless === true;
  expect(NAMES.filter((name) => DOUBTS[name] === 0)).toEqual(NAMES.filter(isHarmless));
  for (const name of NAMES) expect(scoreOf([[name, 1]]), name).toBeLessThanOrEqual(scoreOf([]));
});

it('has three digits, and is never rounded up', () => {
  fc.assert(
    fc.property(differences, (some: Difference[]) => {
      const score = scoreOf(some);
      expect(Number(score.toFixed(3))).toBe(score);
      const odds = Math.exp(some.reduce((sum, [name, count]) => sum - DOUBTS[name] * count, CERTAINTY));
      // Sums in another order differ in the last bits, which shows where doubts and certainty are equal: 0.5.
      expect(score).toBeLessThanOrEqual(Math.max(0.001, odds / (1 + odds)) + 1e-12);
    }),
  );
});

it('equal doubts are equal scores', () => {
  const certainty = 3;
  const doubts = { ...DOUBTS, incomplete: 1.5, 'words-ignored': 0.5 };
  const alone = scoreOf([['incomplete', 1]], { certainty, doubts });
  expect(alone).toBe(scoreOf([['words-ignored', 3]], { certainty, doubts }));
  // 3 − 1.5 as log-odds are 4.48 to 1.
  expect(alone).toBe(0.817);
});

it('a corrected name is doubtful if a street elsewhere has it, unless a postcode says that this one is meant', async () => {
  const { index } = await openRegister(dutchPlaces({ Beek: ['Bosstraat'], Donk: ['Vosstraat'] }));
  const scoreFor = (text: string): number => {
    const { status, score } = matcherOf(index).match({ text });
    expect(status, text).toBe('corrected');
    return score;
  };
  const corrected: Difference = ['street-corrected', 1];
  expect(scoreFor('Vosstraat 1, Beek')).toBe(scoreOf([corrected, ['street-namesake', 1]]));
  expect(scoreFor('Vosstraat 1, 5701AA Beek')).toBe(scoreOf([corrected]));
  expect(scoreFor('Losstraat 1, Beek')).toBe(scoreOf([corrected]));
});
