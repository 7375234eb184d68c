import type { Language } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { bestCandidates, type Candidate, explainCandidate } from '../search/ranking.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { LazyList } from './paging.ts';
import { suggestArea, suggestHouse, suggestStreet, suggestStreetGroup } from './suggestions.ts';

export interface ShowOptions {
  /** Names in this language where they exist in it; otherwise in the language that was typed. */
  readonly language?: Language | undefined;
  /** Say why each suggestion is ranked where it is. */
  readonly explain?: boolean | undefined;
}

/** Ranked candidates as suggestions, made when they are asked for. */
export function listCandidates(
  index: CountryIndex,
  candidates: readonly Candidate[],
  show: ShowOptions,
): LazyList<Suggestion> {
  return {
    total: candidates.length,
    slice: (from, to) => candidates.slice(from, to).map((candidate) => suggestCandidate(index, candidate, show)),
  };
}

/** The same of candidates in any order, best first: no more of them are put in order than a page needs. */
export function listBestCandidates(
  index: CountryIndex,
  candidates: readonly Candidate[],
  show: ShowOptions,
): LazyList<Suggestion> {
  return {
    total: candidates.length,
    slice: (from, to) => listCandidates(index, bestCandidates(candidates, to), show).slice(from, to),
  };
}

function suggestCandidate(index: CountryIndex, candidate: Candidate, { language, explain }: ShowOptions): Suggestion {
  const suggestion = suggestFeature(index, candidate, language ?? candidate.language);
  if (!explain) return suggestion;
  const { unmatched = [] } = candidate;
  return {
    ...suggestion,
    explanation: explainCandidate(candidate),
    ...(unmatched.length > 0 && { notUnderstood: unmatched }),
  };
}

/** The one suggestion for whatever kind of thing was found. */
export function suggestFeature(
  index: CountryIndex,
  { kind, ordinal, isGroup = false }: Pick<Candidate, 'kind' | 'ordinal'> & { readonly isGroup?: boolean },
  language: Language | undefined,
): Suggestion {
  switch (kind) {
    case 'house':
      return suggestHouse(index, ordinal, language, isGroup);
    case 'street':
      return suggestStreet(index, ordinal, language);
    case 'streetGroup':
      return suggestStreetGroup(index, ordinal, language);
    default:
      return suggestArea(index, kind, ordinal, language);
  }
}
