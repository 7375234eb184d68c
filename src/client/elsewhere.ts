import type { Country } from '../model/country.ts';
import type { Suggestion, SuggestionIn } from '../model/suggestion.ts';
import type { ServiceClient } from './service-client.ts';
import { coverageOf } from './typed-words.ts';

/**
 * For a session in one country: the suggestion of another one that has more of the typed words; `undefined` if there is none, or all words
 * are found here.
 */
export async function findElsewhere(
  client: ServiceClient,
  countries: readonly Country[],
  typed: string,
  results: readonly Suggestion[],
  signal: AbortSignal,
): Promise<SuggestionIn | undefined> {
  const here = Math.max(0, ...results.slice(0, 3).map((each) => coverageOf(typed, each)));
  if (here === 1 || typed.length < 4) return undefined;
  const answer = await client.autocomplete({ countries, search: typed, perPage: 3 }, signal).catch(() => undefined);
  if (answer === undefined || !('results' in answer)) return undefined;
  let most = here;
  let found: SuggestionIn | undefined;
  for (const suggestion of answer.results) {
    const coverage = coverageOf(typed, suggestion);
    if (coverage > most) [most, found] = [coverage, suggestion];
  }
  return found;
}
