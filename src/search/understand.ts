import type { CountryIndex } from '../store/country-index.ts';
import { findFormer } from './former-names.ts';
import { agrees, type FreeTextOptions, findTyped, leastCost, leavesOut, merge, onlyTheBestKind } from './free-text.ts';
import { type Candidate, compareCandidates, disagreementOf } from './ranking.ts';
import { STEPS_KEPT_FOR_WRITTEN, STEPS_OF_KEYSTROKE, Steps } from './steps.ts';
import { findWritten } from './written.ts';

/**
 * Understands words in any usual order as street, number, postcode and areas, and answers at the deepest level that they
 * determine, best first by the one table of judgement.ts.
 */
export function searchFreeText(index: CountryIndex, typed: string, options?: FreeTextOptions): Candidate[] {
  return findCandidates(index, typed, options).sort(compareCandidates);
}

/**
 * As `searchFreeText`, but unordered: a page shows ten of some hundred answers, and sorting all of them takes as long as finding them. Where
 * nothing of today has everything as it was typed, what was called so comes first.
 */
export function findCandidates(index: CountryIndex, typed: string, options: FreeTextOptions = {}): Candidate[] {
  const found = findOfToday(index, typed, options);
  const { former } = index;
  const isAnswered = found.length > 0 && disagreementOf(leastCost(found)).every((each) => each === 0);
  if (former === undefined || isAnswered) return found;
  const was = findFormer(index, former, typed, options);
  return was.length === 0 ? found : onlyTheBestKind(merge(was, found));
}

function findOfToday(index: CountryIndex, typed: string, options: FreeTextOptions): Candidate[] {
  const steps = new Steps(STEPS_OF_KEYSTROKE);
  const kept = steps.keep(STEPS_KEPT_FOR_WRITTEN);
  const { found, isElsewhere } = findTyped(index, typed, steps, options);
  const isSettled = found.length > 0 && agrees(leastCost(found)) && leavesOut(found) === 0;
  // A text that no names as typed account for is read as it would be in a file.
  if (isSettled || options.within !== undefined || isElsewhere) return onlyTheBestKind(found);
  const written = findWritten(index, typed, kept.with(steps));
  const { scope } = options;
  return onlyTheBestKind(merge(found, scope === undefined ? written : written.filter((each) => scope.has(each))));
}
