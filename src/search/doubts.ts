// Fitted and written by `npm run bench -- calibrate --index DIRECTORY --seed 43 --sample 240 --countries nl,be,lu --write`
// on 2026-11-27: 59,485 answers about half of the street names of the national registers, whose answers were known. On 59,441 answers
// about the other half, drawn with seed 44, the expected calibration error is 0.0014.

/** The log-odds of an answer that differs in nothing. */
export const CERTAINTY = 7.75;

/** What each discrepancy takes from them, for letters and words that of each: 0.7 halves the odds, 2.3 leaves a tenth. */
export const DOUBTS = {
  'place-alias': 0, // harmless
  'street-respaced': 0, // harmless
  'postcode-added': 0, // harmless
  'place-added': 0, // harmless
  'street-added': 0, // harmless
  'number-in-range': 2.69, // 80 answers
  'postcode-incomplete': 0.87, // 484 answers
  'place-wider': 0.84, // 1,449 answers
  'place-capital': 0, // harmless
  'column-not-used': 1.99, // as the one most like it
  'addition-added': 2.81, // 757 answers
  'street-corrected': 1.66, // 3,138 answers
  'street-form': 2.33, // 3,649 answers
  'street-form-of-another': 2.33, // as the one most like it
  'street-namesake': 4.78, // 85 answers
  'place-corrected': 0.38, // 1,028 answers
  'place-shortened': 0.15, // 578 answers
  'place-cut': 0.15, // 425 answers
  'place-alike': 0.38, // as the one most like it
  incomplete: 0.1, // 1,568 answers
  'incomplete-in-part': 0.1, // 720 answers
  'words-ignored': 0.78, // 3,415 answers
  'number-ignored': 0.78, // as the one most like it
  'address-former': 2.33, // 178 answers
  'addition-ignored': 1.99, // 810 answers
  'postcode-near': 0.1, // 2,180 answers
  'postcode-differs': 2.29, // 824 answers
  'postcode-of-town': 2.29, // as the one most like it
  'place-differs': 0.1, // 1,718 answers
  'place-elsewhere': 0.1, // as the one most like it
  'place-unknown': 3.51, // 87 answers
  'country-differs': 0.87, // 488 answers
  several: 0.25, // 2,071 answers
  'street-differs': 5.97, // 9 answers
  'number-not-found': 0.25, // 4,568 answers
  'number-not-found-in-part': 0.25, // as the one most like it
  'number-missing': 2.56, // 90 answers
  'street-not-found': 0.71, // 3,955 answers
};
