import type { FreeTextOptions } from '../../src/search/free-text.ts';
import { type Candidate, compareCandidates } from '../../src/search/ranking.ts';
import { findCandidates } from '../../src/search/understand.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';

/** What a text may mean, best first by the one table of judgement.ts. */
export function searchFreeText(index: CountryIndex, typed: string, options?: FreeTextOptions): Candidate[] {
  return findCandidates(index, typed, options).sort(compareCandidates);
}
