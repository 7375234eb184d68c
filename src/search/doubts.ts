// Fitted and written by `npm run bench -- calibrate --index DIRECTORY --seed 43 --sample 240 --countries nl,be,lu --write`
// on 2026-11-26: 58,062 answers about half of the street names of the national registers, whose answers were known. On 58,025 answers
// about the other half, drawn with seed 44, the expected calibration error is 0.0012.
import type { DiscrepancyName } from './judgement.ts';

/** The log-odds of an answer that differs in nothing. */
export const CERTAINTY = 7.74;

/** What each discrepancy takes from them, for letters and words that of each: 0.7 halves the odds, 2.3 leaves a tenth. */
export const DOUBTS: Readonly<Record<DiscrepancyName, number>> = {
  'place-alias': 0, // harmless
  'street-respaced': 0, // harmless
  'postcode-added': 0, // harmless
  'place-added': 0, // harmless
  'street-added': 0, // harmless
  'number-in-range': 2.69, // 80 answers
  'postcode-incomplete': 0.87, // 484 answers
  'place-wider': 0.1, // 1,448 answers
  'place-capital': 0, // harmless
  'column-not-used': 1.99, // as the one most like it
  'addition-added': 2.73, // 757 answers
  'street-corrected': 1.6, // 3,137 answers
  'street-form': 2.75, // 3,652 answers
  'street-form-of-another': 2.75, // as the one most like it
  'street-namesake': 4.88, // 85 answers
  'place-corrected': 0.36, // 1,028 answers
  'place-shortened': 0.14, // 578 answers
  'place-cut': 0.14, // 425 answers
  incomplete: 0.1, // 1,569 answers
  'incomplete-in-part': 2.32, // 738 answers
  'words-ignored': 0.88, // 3,466 answers
  'number-ignored': 0.88, // 7 answers
  'address-former': 2.75, // 192 answers
  'addition-ignored': 1.99, // 810 answers
  'postcode-near': 0.1, // 2,202 answers
  'postcode-differs': 1.98, // 823 answers
  'place-differs': 0.1, // 1,717 answers
  'place-elsewhere': 0.1, // as the one most like it
  'place-unknown': 3.43, // 100 answers
  'country-differs': 0.86, // 489 answers
  several: 0.31, // 2,067 answers
  'street-differs': 5.97, // 9 answers
  'number-not-found': 0.42, // 3,824 answers
  'number-not-found-in-part': 0.42, // as the one most like it
  'number-missing': 2.53, // 97 answers
  'street-not-found': 0.7, // 3,956 answers
};
