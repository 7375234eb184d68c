import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { QUERIES_BE } from './queries-be.ts';
import { QUERIES_LU } from './queries-lu.ts';
import { QUERIES_NL } from './queries-nl.ts';
import type { QueryRow } from './query-row.ts';

const QUERIES: Readonly<Record<Country, readonly QueryRow[]>> = { nl: QUERIES_NL, be: QUERIES_BE, lu: QUERIES_LU };

const indexes = fixtureIndexes();

function answersTo(country: Country, search: string): string[] {
  const { results } = indexes.lookup[country].autocomplete({ search }) as Page<Suggestion>;
  // Registers have no-break spaces in names; the tables have none.
  return results.map(({ label, description }) => `${label} (${description})`.replaceAll('\u00a0', ' '));
}

describe.each(Object.entries(QUERIES) as [Country, readonly QueryRow[]][])('typed in %s', (country, rows) => {
  it.each(rows)('"$search" ($why)', ({ search, expect: expected }) => {
    expect(answersTo(country, search).slice(0, expected.length)).toEqual(expected);
  });
});

describe('the tables of queries', () => {
  it('have no query twice, and enough of them', () => {
    const all = Object.entries(QUERIES).flatMap(([country, rows]) => rows.map(({ search }) => `${country} ${search}`));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(150);
  });
});
