import type { Country } from '../model/country.ts';
import type { Page, Suggestion, SuggestionIn } from '../model/suggestion.ts';
import { coverageOf } from './typed-words.ts';

/**
 * One list from the lists of several countries, which keep their order: what has most of the typed words first, and among equals what is
 * higher in its list, and then what is of the country named first. A suggestion counts for no more than those above it in its list.
 */
export function mergePages(
  pages: readonly (readonly [Country, Page<Suggestion>])[],
  typed: string,
): Page<SuggestionIn> {
  const lists = pages.map(([country, { results, pagination }]) => {
    let share = 1;
    const rows = results.map((each, rank) => {
      share = Math.min(share, coverageOf(typed, each));
      return { suggestion: { ...each, country }, rank, share };
    });
    return { total: pagination.total_count, rows };
  });
  const best = Math.max(...lists.map(({ rows }) => rows[0]?.share ?? 0));
  const shown = lists.filter(({ rows }) => best < 1 || rows[0]?.share === 1);
  const rows = shown.flatMap((each) => each.rows).sort((a, b) => b.share - a.share || a.rank - b.rank);
  return {
    results: rows.map(({ suggestion }) => suggestion),
    pagination: {
      ...pages[0]![1].pagination,
      total_count: shown.reduce((sum, { total }) => sum + total, 0),
      total_pages: Math.max(...pages.map(([, page]) => page.pagination.total_pages)),
    },
  };
}
