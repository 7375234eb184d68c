import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_MATCH } from '../../src/batch/match.ts';
import { resultColumns, resultValues } from '../../src/batch/result-columns.ts';

describe('the columns that are added', () => {
  it.each([false, true])('are as many as their values, reverse: %s', (isReverse) => {
    const columns = resultColumns('x_', isReverse);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns.every((name) => name.startsWith('x_'))).toBe(true);
    expect(columns.includes('x_distance')).toBe(isReverse);
    expect(columns.includes('x_alternatives')).toBe(!isReverse);
    expect(resultValues({ ...NO_MATCH, distance: 1.26 }, undefined, isReverse)).toHaveLength(columns.length);
  });

  it('have the score with three decimals, and the faults of the row before those of the address', () => {
    const columns = resultColumns('', true);
    const match = { ...NO_MATCH, score: 0.90253, distance: 1.26, faults: ['incomplete'] as const };
    const values = resultValues(match, undefined, true, ['row-short', 'not-utf-8']);
    const cellOf = (name: string): string | undefined => values[columns.indexOf(name)];
    expect(cellOf('score')).toBe('0.903');
    expect(cellOf('distance')).toBe('1.3');
    expect(cellOf('faults')).toBe('row-short not-utf-8 incomplete');
    for (const [score, written] of [
      [1, '1'],
      [0, '0'],
    ] as const) {
      expect(resultValues({ ...NO_MATCH, score }, undefined, false)[1]).toBe(written);
    }
  });

  it('are all in docs/batch.md', () => {
    const page = readFileSync(new URL('../../docs/batch.md', import.meta.url), 'utf8');
    const columns = new Set([...resultColumns('_', false), ...resultColumns('_', true)]);
    for (const name of columns) expect(page).toMatch(new RegExp(`(?:match)?${name}\`|match${name}`));
  });
});
