import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resultColumns, resultValues } from '../../src/batch/result-columns.ts';
import { NO_MATCH } from '../../src/search/match.ts';

describe('the columns that are added', () => {
  it.each([false, true])('are as many as their values, reverse: %s', (isReverse) => {
    const columns = resultColumns('x_', isReverse).map(({ name }) => name);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns.every((name) => name.startsWith('x_'))).toBe(true);
    expect(columns.includes('x_distance')).toBe(isReverse);
    expect(columns.includes('x_alternatives')).toBe(!isReverse);
    expect(resultValues({ ...NO_MATCH, distance: 1.26 }, undefined, isReverse)).toHaveLength(columns.length);
  });

  it('have the score with three decimals, and the discrepancies of the row before those of the address', () => {
    const columns = resultColumns('', true).map(({ name }) => name);
    const match = { ...NO_MATCH, score: 0.90253, distance: 1.26, discrepancies: ['incomplete'] as const };
    const values = resultValues(match, undefined, true, ['row-short', 'not-utf-8']);
    const cellOf = (name: string): string | undefined => values[columns.indexOf(name)];
    expect(cellOf('score')).toBe('0.903');
    expect(cellOf('distance')).toBe('1.3');
    expect(cellOf('faults')).toBe('row-short not-utf-8 incomplete');
    for (const [score, written] of [
      [1, '1.000'],
      [0, '0.000'],
    ] as const) {
      expect(resultValues({ ...NO_MATCH, score }, undefined, false)[1]).toBe(written);
    }
  });

  it('are those that are chosen, in their order, with or without the prefix', () => {
    const chosen = resultColumns('match_', false, ['longitude', 'match_latitude', 'status']);
    expect(chosen.map(({ name }) => name)).toEqual(['match_longitude', 'match_latitude', 'match_status']);
    expect(chosen.map(({ isNumber }) => isNumber)).toEqual([true, true, false]);
    expect(() => resultColumns('match_', false, ['lat'])).toThrow(/Got "lat" as a column.*allowed are status, score/);
  });

  it('have the next score where another street was judged', () => {
    const at = resultColumns('', false).findIndex(({ name }) => name === 'score_next');
    expect(resultValues({ ...NO_MATCH, nextScore: 0.8 }, undefined, false)[at]).toBe('0.800');
    expect(resultValues(NO_MATCH, undefined, false)[at]).toBe('');
  });

  it('are all in docs/batch.md', () => {
    const page = readFileSync(new URL('../../docs/batch.md', import.meta.url), 'utf8');
    const columns = new Set([...resultColumns('_', false), ...resultColumns('_', true)].map(({ name }) => name));
    for (const name of columns) expect(page).toMatch(new RegExp(`(?:match)?${name}\`|match${name}`));
  });
});
