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

/** A Dutch postcode and the house number written directly after it, as the groups of a match: `1012js` and `1` of `1012js1`. */
export function splitAfterPostcode(folded: string): RegExpExecArray | null {
  return POSTCODE_AND_NUMBER.exec(folded);
}

/** A postcode of the country and the place written directly after it: `1012js` and `amsterdam`, `1000` and `bruxelles`. */
export function splitPlaceAfterPostcode(country: Country, folded: string): RegExpExecArray | null {
  return POSTCODE_AND_PLACE[country].exec(folded);
}

const POSTCODE_AND_PLACE: Readonly<Record<Country, RegExp>> = {
  nl: postcodeAndPlace('nl'),
  be: postcodeAndPlace('be'),
  lu: postcodeAndPlace('lu'),
};

/** `1000bis` is a house number. */
function postcodeAndPlace(country: Country): RegExp {
  return new RegExp(`^(${DIGITS}${LETTERS[country]})(?!bis$|ter$)([A-Z]{3,})$`, 'i');
}

const POSTCODE_AND_NUMBER = new RegExp(`^(${DIGITS}${LETTERS.nl})([0-9]{1,5}[A-Z]{0,2})$`, 'i');
