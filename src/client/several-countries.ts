import type { Country } from '../model/country.ts';
import type { Page, Suggestion } from '../model/suggestion.ts';
import type { SuggestionIn } from './service-client.ts';
import { coverageOf } from './typed-words.ts';

/**
 * One list from the lists of several countries, which keep their order: each time the first suggestion left that has most of the
 * typed words, and among equals the one that is higher in its list, and then of the country named first.
 */
export function mergePages(
  pages: readonly (readonly [Country, Page<Suggestion>])[],
  typed: string,
): Page<SuggestionIn> {
  const lists = pages.map(([country, { results, pagination }]) => ({
    total: pagination.total_count,
    rows: results.map((each, rank) => ({ ...each, country, rank, share: coverageOf(typed, each) })),
  }));
  const best = Math.max(0, ...lists.map(({ rows }) => rows[0]?.share ?? 0));
  const shown = lists.filter(({ rows }) => best < 1 || rows[0]?.share === 1);
  const queues = shown.map(({ rows }) => [...rows]).filter(({ length }) => length > 0);
  const results: SuggestionIn[] = [];
  while (queues.length > 0) {
    let next = 0;
    for (let i = 1; i < queues.length; i++) {
      const [head, other] = [queues[next]![0]!, queues[i]![0]!];
      if (other.share > head.share || (other.share === head.share && other.rank < head.rank)) next = i;
    }
    const { rank: _, share: __, ...suggestion } = queues[next]!.shift()!;
    results.push(suggestion);
    if (queues[next]!.length === 0) queues.splice(next, 1);
  }
  const { pagination } = pages[0]![1];
  const count = shown.reduce((sum, { total }) => sum + total, 0);
  const pageCount = Math.max(...pages.map(([, page]) => page.pagination.total_pages));
  return { results, pagination: { ...pagination, total_count: count, total_pages: pageCount } };
}
