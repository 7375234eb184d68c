import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_PARTS } from '../../src/batch/address-parts.ts';
import { type RowAnswer, resultColumns, valueOfColumn } from '../../src/batch/result-columns.ts';
import { type Match, NO_MATCH } from '../../src/search/match.ts';

/** The value of a column for a row with this match. */
function cellOf(name: string, match: Partial<Match>, rowDiscrepancies: RowAnswer['rowDiscrepancies'] = []): string {
  const column = resultColumns('', name === 'distance', [name])[0]!;
  return valueOfColumn(column, {
    match: { ...NO_MATCH, ...match },
    index: undefined,
    parts: NO_PARTS,
    rowDiscrepancies,
  });
}

describe('the columns that are added', () => {
  it.each([false, true])('have names of their own, reverse: %s', (isReverse) => {
    const columns = resultColumns('x_', isReverse).map(({ name }) => name);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns.every((name) => name.startsWith('x_'))).toBe(true);
    expect(columns.includes('x_distance')).toBe(isReverse);
    expect(columns.includes('x_alternatives')).toBe(!isReverse);
  });

  it('have the score with three decimals, and the discrepancies of the row before those of the address', () => {
    expect(cellOf('score', { score: 0.90253 })).toBe('0.903');
    expect(cellOf('score', { score: 1 })).toBe('1.000');
    expect(cellOf('score', { score: 0 })).toBe('0.000');
    expect(cellOf('distance', { distance: 1.26 })).toBe('1.3');
    const faults = cellOf('faults', { discrepancies: ['incomplete'] }, ['row-short', 'not-utf-8']);
    expect(faults).toBe('row-short not-utf-8 incomplete');
  });

  it('are those that are chosen, in their order, with or without the prefix', () => {
    const chosen = resultColumns('match_', false, ['longitude', 'match_latitude', 'status']);
    expect(chosen.map(({ name }) => name)).toEqual(['match_longitude', 'match_latitude', 'match_status']);
    expect(chosen.map(({ isNumber }) => isNumber)).toEqual([true, true, false]);
    expect(() => resultColumns('match_', false, ['lat'])).toThrow(/Got "lat" as a column.*allowed are status, score/);
  });

  it('have the next score where another street was judged', () => {
    expect(cellOf('score_next', { nextScore: 0.8 })).toBe('0.800');
    expect(cellOf('score_next', {})).toBe('');
  });

  it('are all in docs/batch.md', () => {
    const page = readFileSync(new URL('../../docs/batch.md', import.meta.url), 'utf8');
    const columns = new Set([...resultColumns('_', false), ...resultColumns('_', true)].map(({ name }) => name));
    for (const name of columns) expect(page).toMatch(new RegExp(`(?:match)?${name}\`|match${name}`));
  });
});
