import { expect, it } from 'vitest';
import { endsInLaterWords, hasWordsInFront, isBeforeFirstName } from '../../src/search/first-names.ts';
import type { Candidate } from '../../src/search/ranking.ts';
import { openRegister } from '../support/small-register.ts';
import { walloonTowns } from '../support/towns.ts';

it('a kind of street and a letter stand before a first name', () => {
  expect(['rue', 'e', 'emile', '5'].map((word) => isBeforeFirstName('be', word))).toEqual([true, true, false, false]);
});

it.each<readonly [text: string, isLater: boolean, hasFront: boolean]>([
  ['rue corne', true, true],
  ['rue e corne', true, true],
  ['rue a corne', true, false],
  ['e rue corne', true, false],
  ['place corne', true, false],
  ['rue corns', false, true],
  ['rue corne 5', false, true],
])('%s of Rue Emile Cornez', async (text, isLater, hasFront) => {
  const { index } = await openRegister(
    walloonTowns({ towns: ['Dour'], postcode: 7370, streets: [['Rue Emile Cornez', 'Dour']] }),
  );
  const words = text.split(' ');
  expect(endsInLaterWords(index, words)).toBe(isLater);
  expect(hasWordsInFront(index, { kind: 'street', ordinal: 0 } as Candidate, words)).toBe(hasFront);
});
