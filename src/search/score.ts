import { CERTAINTY, DOUBTS } from './doubts.ts';
import { type Difference, type DiscrepancyName, weighed } from './judgement.ts';

/** Digits of a score behind the point, wherever it is printed. */
export const SCORE_DIGITS = 3;

const UNITS = 10 ** SCORE_DIGITS;

/** Log-odds: of an answer that differs in nothing, and what each discrepancy takes from them, for letters and words that of each. */
export interface DoubtTable {
  readonly certainty: number;
  readonly doubts: Readonly<Record<DiscrepancyName, number>>;
}

const FITTED: DoubtTable = { certainty: CERTAINTY, doubts: DOUBTS };

/**
 * How likely an answer with these differences is right, 0.001 to 0.999: of answers that score at least s, at least the share s is. Right
 * means what the status says: the address, one of several addresses, the street, the place.
 *
 * Doubts add up, so that no difference makes an answer more certain, and the score is rounded down, so that it promises no more than was
 * measured.
 *
 * @param table the fitted one, unless another one is measured
 */
export function scoreOf(differences: readonly Difference[], { certainty, doubts }: DoubtTable = FITTED): number {
  let doubt = 0;
  for (const [name, count] of differences) doubt += doubts[name] * weighed(name, count);
  return Math.max(1, Math.floor(UNITS / (1 + Math.exp(doubt - certainty)))) / UNITS;
}
