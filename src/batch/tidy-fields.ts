import type { Country } from '../model/country.ts';
import { isBoxWord, isSuffixWord } from '../model/house-number.ts';
import { parsePostcode } from '../model/postcode.ts';
import { DIGITS, LETTERS, PREFIX } from '../model/postcode-form.ts';
import type { PlaceNames } from '../search/place-names.ts';
import { fold } from '../text/fold.ts';
import { withoutPostalDistrict } from '../text/noise.ts';
import type { AddressFields } from './match.ts';

/**
 * The parts of an address as people mean them where spreadsheets and exports have changed their cells: `12.0` and `="12"` for 12, the
 * postcode in the column of the place, two columns in the other order. Whatever can be taken for what it says stays as it is.
 *
 * @example tidyFields('nl', …, { street: 'Damrak', housenumber: '12.0', place: '1012JS Amsterdam' })
 *     // { street: 'Damrak', housenumber: '12', postcode: '1012JS', place: 'Amsterdam' }
 */
export function tidyFields(country: Country, names: PlaceNames, fields: AddressFields): AddressFields {
  const tidy = { ...fields };
  for (const name of ['housenumber', 'addition', 'letter', 'box', 'postcode'] as const) {
    const text = fields[name];
    if (text !== undefined && MARKED.test(text)) tidy[name] = text.replace(MARKED, '$1$2');
  }
  if (country === 'be' && DIGIT.test(tidy.place ?? '')) tidy.place = withoutDistrict(tidy.postcode, tidy.place!);
  const { housenumber = '', postcode = '', street = '', place = '' } = tidy;
  if (WHOLE_NUMBER.test(housenumber)) tidy.housenumber = housenumber.replace(WHOLE_NUMBER, '$1');
  if (WHOLE_NUMBER.test(postcode)) tidy.postcode = postcode.replace(WHOLE_NUMBER, '$1');
  if (NAME.test(housenumber) && !DIGIT.test(housenumber) && isNumber(street)) {
    [tidy.street, tidy.housenumber] = [housenumber, street];
  }
  if (NAME.test(postcode) && !DIGIT.test(postcode) && parsePostcode(country, place) !== undefined) {
    [tidy.postcode, tidy.place] = [place, postcode];
  } else if (postcode.trim() === '' && DIGIT.test(place)) {
    const apart = apartOf(country, names, place);
    if (apart !== undefined) [tidy.postcode, tidy.place] = apart;
  } else if (NAME.test(postcode)) {
    const [code, town = ''] = apartOf(country, names, postcode) ?? [];
    if (code !== undefined && (place.trim() === '' || fold(place) === fold(town)))
      [tidy.postcode, tidy.place] = [code, town];
  }
  return tidy;
}

/** `Bruxelles 13` with the postcode 1130, which may also be in the same cell, is Bruxelles. */
function withoutDistrict(postcode: string | undefined = '', place: string): string {
  return withoutPostalDistrict(`${postcode} ${place}`, true).slice(postcode.length + 1);
}

/** Whether a text is a house number, with what may follow it: `12 bus 3`. */
function isNumber(text: string): boolean {
  if (!DIGIT.test(text)) return false;
  return (text.match(/\p{L}{3,}/gu) ?? []).every((word) => isBoxWord(fold(word)) || isSuffixWord(fold(word)));
}

const DIGIT = /[0-9]/;
/** What no number, letter or postcode has. */
const NAME = /\p{L}{3}/u;
/** How spreadsheets mark a text: `="12"`, `'12`. */
const MARKED = /^\s*(?:="(.*)"|'(?=[0-9])(.*))\s*$/s;
/** A number that was a decimal one on its way. */
const WHOLE_NUMBER = /^\s*([0-9]{1,6})[.,]0{1,2}\s*$/;

/** `1012JS Amsterdam`, `B-1000 Bruxelles`: a postcode before its place, and after it. */
const BEFORE: Readonly<Record<Country, readonly RegExp[]>> = {
  nl: [beforePlace('nl', `\\s?${LETTERS.nl}`), beforePlace('nl')],
  be: [beforePlace('be')],
  lu: [beforePlace('lu')],
};
const AFTER: Readonly<Record<Country, RegExp>> = {
  nl: afterPlace(`${DIGITS}(?:\\s?${LETTERS.nl})?`),
  be: afterPlace(`(?:${PREFIX.be}-)?${DIGITS}`),
  lu: afterPlace(`(?:${PREFIX.lu}-)?${DIGITS}`),
};

function beforePlace(country: Country, letters: string = ''): RegExp {
  const between = country === 'nl' ? '[\\s,]' : '[\\s,-]';
  return new RegExp(`^\\s*((?:${PREFIX[country]}[\\s-]?)?${DIGITS}${letters})${between}+(\\S.*)$`, 'i');
}

function afterPlace(postcode: string): RegExp {
  return new RegExp(`^(\\S.*?)[\\s,(]+(${postcode})[\\s)]*$`, 'i');
}

/** Postcode and place of a cell with both; `undefined` for any other. */
function apartOf(
  country: Country,
  names: PlaceNames,
  cell: string,
): readonly [postcode: string, place: string] | undefined {
  for (const pattern of BEFORE[country]) {
    const [, postcode, place = ''] = pattern.exec(cell) ?? [];
    // 3731 DE BILT is De Bilt.
    if (postcode !== undefined && names.namedAsWritten(fold(place)).length > 0) return [postcode, place];
  }
  const [, place, postcode = ''] = AFTER[country].exec(cell) ?? [];
  return place !== undefined && NAME.test(place) ? [postcode, place] : undefined;
}
