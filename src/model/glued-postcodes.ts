import { byCountry, type Country } from './country.ts';
import { DIGITS, LETTERS } from './postcode-form.ts';

/** Postcodes with something written directly after them. */

/** A Dutch postcode and the house number written directly after it, as the groups of a match: `1012js` and `1` of `1012js1`. */
export function splitAfterPostcode(folded: string): RegExpExecArray | null {
  return POSTCODE_AND_NUMBER.exec(folded);
}

/** A postcode of the country and the place written directly after it: `1012js` and `amsterdam`, `1000` and `bruxelles`. */
export function splitPlaceAfterPostcode(country: Country, folded: string): RegExpExecArray | null {
  return POSTCODE_AND_PLACE[country].exec(folded);
}

/** `1000bis` is a house number. */
const POSTCODE_AND_PLACE = byCountry(
  (country) => new RegExp(`^(${DIGITS}${LETTERS[country]})(?!bis$|ter$)([A-Z]{3,})$`, 'i'),
);

const POSTCODE_AND_NUMBER = new RegExp(`^(${DIGITS}${LETTERS.nl})([0-9]{1,5}[A-Z]{0,2})$`, 'i');
