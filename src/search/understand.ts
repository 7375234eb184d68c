import type { CountryIndex } from '../store/country-index.ts';
import { MIN_LETTERS } from '../text/edit-distance.ts';
import { fold } from '../text/fold.ts';
import { asBefore } from '../text/misread-text.ts';
import { withoutContacts } from '../text/noise.ts';
import { streetOfCandidate } from './candidates.ts';
import { NAME_MATCH, penaltyIn, WEIGHT } from './cost.ts';
import { findFormer } from './former-names.ts';
import { type FreeTextOptions, findTyped, leastCost, merge, onlyTheBestKind } from './free-text.ts';
import { type Candidate, disagreementOf, hasAnotherNumber } from './ranking.ts';
import { STEPS_OF_KEYSTROKE, STEPS_OF_WRITTEN, Steps } from './steps.ts';
import { findWritten } from './written.ts';

/**
 * Understands words in any usual order as street, number, postcode and areas, and answers at the deepest level that they determine, unordered: a
 * page shows ten of some hundred answers, and sorting all of them takes as long as finding them. Where nothing of today has everything as it was
 * typed, what was called so comes first.
 */
export function findCandidates(index: CountryIndex, typed: string, options: FreeTextOptions = {}): Candidate[] {
  // Without telephone numbers and the like, which geocode leaves out, too: both understand the same text.
  const text = withoutContacts(asBefore(typed));
  const steps = new Steps(STEPS_OF_KEYSTROKE);
  const found = findAllOf(index, text, steps, options);
  if (found.length > 0) return found;
  const [, before = '', last = ''] = WORD_BEGUN.exec(text) ?? [];
  if (before === '') return found;
  // What follows has too few letters to be corrected: until it has more, it says nothing.
  return findTyped(index, before, steps, options).found.map((each) => ({
    ...each,
    cost: each.cost + WEIGHT.ignored,
    unmatched: [fold(last)],
  }));
}

/** A last word of fewer letters than a word is corrected from, and what is before it. */
const WORD_BEGUN = new RegExp(`^(.*[\\p{L}0-9][^\\p{L}0-9]+)(\\p{L}{1,${MIN_LETTERS - 1}})$`, 'u');

/** What accounts for all words, or is read as in a file. */
function findAllOf(index: CountryIndex, text: string, steps: Steps, options: FreeTextOptions): Candidate[] {
  const { found, isElsewhere } = findTyped(index, text, steps, options);
  // A text that no names as typed account for is read as it would be in a file.
  const isRead = !isSettled(found) && !isElsewhere;
  const written = isRead ? findWritten(index, text, steps.and(STEPS_OF_WRITTEN)) : [];
  const today = onlyTheBestKind(
    isRead
      ? merge(
          found,
          written.filter((each) => isInside(index, each, options)),
        )
      : found,
  );
  const { former } = index;
  if (former === undefined || (today.length > 0 && hasEverything(leastCost(today)))) return today;
  const was = findFormer(index, former, text, { ...options, isRead });
  return was.length === 0 ? today : onlyTheBestKind(merge(was, today));
}

/** Whether a candidate is where everything must be. */
function isInside(index: CountryIndex, candidate: Candidate, { scope, within }: FreeTextOptions): boolean {
  if (scope?.has(candidate) === false) return false;
  if (within === undefined) return true;
  const street = streetOfCandidate(index, candidate);
  const [from, to] = index.areas.descendantsOf(within.kind, within.ordinal, 'street');
  return street !== undefined && street >= from && street < to;
}

/** Whether an answer contradicts nothing, and has the number, unless more may be typed of where that is. */
function isSettled(found: readonly Candidate[]): boolean {
  const best = leastCost(found);
  const isPlaceTyped = penaltyIn(best, 'names') > 1 && penaltyIn(best, 'areaMatch') === NAME_MATCH.exact;
  const hasNumber = !hasAnotherNumber({ cost: best });
  return found.length > 0 && penaltyIn(best, 'contradiction') === 0 && (hasNumber || !isPlaceTyped);
}

/** Whether an answer of a cost has everything that was typed, as it was typed. */
export function hasEverything(cost: number): boolean {
  return disagreementOf(cost) === 0;
}

/** Whether an answer has all that was typed, perhaps with other letters: it contradicts nothing and leaves nothing out. */
export function accountsForAll(cost: number): boolean {
  const isAll = penaltyIn(cost, 'contradiction') === 0 && penaltyIn(cost, 'ignored') === 0;
  return isAll && !hasAnotherNumber({ cost });
}
