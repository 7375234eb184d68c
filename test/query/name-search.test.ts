import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import { searchNames } from '../../src/query/name-search.ts';
import { nameKey } from '../support/oracle-folding.ts';
import { compareRanks, type NameHit, NameOracle, type SuggestionText } from '../support/oracle-names.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

function textOf({ value, label, description, precision }: Suggestion): SuggestionText {
  return { value, label, description, precision };
}

/** Whether the suggestions are the hits, each once, in an order that their ranks allow, each shown in a language that matched. */
function expectSuggestions(suggestions: readonly Suggestion[], hits: readonly NameHit[], about: string): void {
  const open = [...hits];
  let lastRank: readonly number[] = [];
  for (const suggestion of suggestions) {
    const text = JSON.stringify(textOf(suggestion));
    const position = open.findIndex(({ texts }) => texts.some((each) => JSON.stringify(each) === text));
    expect(position, `${about}: ${text} is none of ${JSON.stringify(open.map(({ texts }) => texts))}`).not.toBe(-1);
    const [hit] = open.splice(position, 1);
    expect(compareRanks(lastRank, hit!.rank), `${about}: ${text} comes too late`).toBeLessThanOrEqual(0);
    lastRank = hit!.rank;
  }
  expect(open, about).toEqual([]);
}

/** Beginnings of names and of later words, whole names, and things that are none. */
function terms(oracle: NameOracle, random: Random): string[] {
  const beginnings = [...new Set(oracle.keys())].flatMap((key) => {
    const words = key.split(' ');
    const later = words.slice(random.between(0, words.length - 1)).join(' ');
    return [key, later, [...later].slice(0, random.between(1, 6)).join(''), `${key}x`];
  });
  return [...new Set(beginnings.map(nameKey))].filter((term) => term !== '' && random.chance(0.4));
}

describe.each<Country>(['nl', 'be', 'lu'])('search by name in random registers of %s', (country) => {
  it('finds what reading every name finds, best first, and counts it', async () => {
    let found = 0;
    for (let seed = 1; seed <= 15; seed++) {
      const input = randomInput(country, seed);
      const { index } = await openInput(input);
      const oracle = new NameOracle(input);
      for (const term of terms(oracle, new Random(seed))) {
        const hits = oracle.search(term);
        const list = searchNames(index, term);
        expect(list.total, `${seed}: ${term}`).toBe(hits.length);
        expectSuggestions(list.slice(0, list.total), hits, `${seed}: ${term}`);
        found += hits.length;
      }
    }
    expect(found).toBeGreaterThan(500);
  });

  it('gives every part of the list as it stands in the whole', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      for (const term of ['k', 'r', 'b', 'd', 'rue', 'kerk']) {
        const list = searchNames(index, term);
        const whole = list.slice(0, list.total);
        const random = new Random(seed);
        for (let i = 0; i < 8; i++) {
          const from = random.between(0, list.total);
          const to = random.between(from, list.total);
          expect(list.slice(from, to)).toEqual(whole.slice(from, to));
        }
      }
    }
  });
});
