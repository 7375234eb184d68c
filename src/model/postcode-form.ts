import type { Country } from './country.ts';

/**
 * The form of postcodes, from which all patterns for them are made. A separate module, so that a browser fetches no more than it needs.
 */

/** Parts of regular expressions, for capitals without blanks. */
export const DIGITS = '[1-9][0-9]{3}';
export const LETTERS: Readonly<Record<Country, string>> = { nl: '[A-Z]{2}', be: '', lu: '' };
/** The country's word or letter, which people write before its postcodes: `B-1000`, `LU 1466`. */
export const PREFIX: Readonly<Record<Country, string>> = { nl: 'NL', be: 'BE?', lu: 'LU?' };

/** A text without what looks like Dutch postcodes in it: four digits and two letters, in one piece or apart. */
export function withoutDutchPostcodes(text: string): string {
  return text.replace(DUTCH_ANYWHERE, ' ');
}

/** No look-behind, which older browsers lack. */
const DUTCH_ANYWHERE = new RegExp(`\\b${DIGITS}\\s?${LETTERS.nl}\\b`, 'gi');
