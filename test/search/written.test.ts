import { expect, it } from 'vitest';
import { Steps } from '../../src/search/steps.ts';
import { findWritten } from '../../src/search/written.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

it.each([
  ['be', '22 bus B203'],
  ['be', '7 bte 0001 '],
  ['nl', '12 app. 3'],
  ['lu', '12A'],
] as const)('in %s, "%s" is a number alone, which says nothing of where: no step is spent on it', (country, text) => {
  const steps = new Steps(1);
  expect(findWritten(fixtures.lookup.of(country).index, text, steps)).toEqual([]);
  expect(steps.areSpent).toBe(false);
});

it('reads a text with words that mean nothing', () => {
  const steps = new Steps(100_000);
  const [first] = findWritten(fixtures.lookup.of('nl').index, 'Bakkerij Jansen, Damrak 1, Amsterdam', steps);
  expect(first).toMatchObject({ kind: 'house', unmatched: ['bakkerij', 'jansen'] });
});
