// Fitted and written by `npm run bench -- calibrate --index DIRECTORY --seed 43 --sample 240 --countries nl,be,lu --write`
// on 2026-11-26: 56,245 answers about half of the street names of the national registers, whose answers were known. On 56,203 answers
// about the other half, drawn with seed 44, the expected calibration error is 0.0012.
import type { DiscrepancyName } from './judgement.ts';

/** The log-odds of an answer that differs in nothing. */
export const CERTAINTY = 8.09;

/** What each discrepancy takes from them, for letters and words that of each: 0.7 halves the odds, 2.3 leaves a tenth. */
export const DOUBTS: Readonly<Record<DiscrepancyName, number>> = {
  'place-alias': 0, // harmless
  'street-respaced': 0, // harmless
  'postcode-added': 0, // harmless
  'place-added': 0, // harmless
  'street-added': 0, // harmless
  'number-in-range': 3.03, // 80 answers
  'postcode-incomplete': 1.21, // 484 answers
  'place-wider': 0.12, // 1,448 answers
  'place-capital': 0, // harmless
  'column-not-used': 2.47, // as the one most like it
  'addition-added': 3.13, // 757 answers
  'street-corrected': 1.25, // 2,940 answers
  'street-form': 2.45, // 3,617 answers
  'street-namesake': 5.74, // 80 answers
  'place-corrected': 1.14, // 1,032 answers
  'place-shortened': 0.58, // 576 answers
  'place-cut': 0.58, // 340 answers
  incomplete: 2.46, // 2,308 answers
  'words-ignored': 0.86, // 2,750 answers
  'number-ignored': 0.86, // 8 answers
  'address-former': 2.45, // 192 answers
  'addition-ignored': 2.47, // 804 answers
  'postcode-near': 0.1, // 2,205 answers
  'postcode-differs': 2.31, // 819 answers
  'place-differs': 0.1, // 1,717 answers
  'place-elsewhere': 0.1, // as the one most like it
  'place-unknown': 3.73, // 100 answers
  'country-differs': 1.2, // 489 answers
  several: 0.31, // 2,070 answers
  'street-differs': 5.19, // 26 answers
  'number-not-found': 1.1, // 3,825 answers
  'number-missing': 2.8, // 97 answers
  'street-not-found': 1.04, // 3,989 answers
};
