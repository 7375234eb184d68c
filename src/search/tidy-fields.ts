import type { Country } from '../model/country.ts';
import { isBoxWord, isNumberSign, isSuffixWord } from '../model/house-number.ts';
import { parsePostcode } from '../model/postcode.ts';
import { DIGITS, LETTERS, PREFIX } from '../model/postcode-form.ts';
import { fold } from '../text/fold.ts';
import { withoutCellMarks, withoutDecimals } from '../text/misread-text.ts';
import { withoutPostalDistrict } from '../text/noise.ts';
import type { AddressFields } from './match.ts';
import type { PlaceNames } from './place-names.ts';

/**
 * The parts of an address as people mean them where spreadsheets and exports have changed their cells: `12.0` and `="12"` for 12, the
 * postcode in the column of the place, all of it in the column of the number or the place, two columns in the other order. Whatever can be taken for what it says stays as it is.
 *
 * @example tidyFields('nl', …, { street: 'Damrak', housenumber: '12.0', place: '1012JS Amsterdam' })
 *     // { street: 'Damrak', housenumber: '12', postcode: '1012JS', place: 'Amsterdam' }
 */
export function tidyFields(country: Country, names: PlaceNames, fields: AddressFields): AddressFields {
  const tidy = { ...fields };
  for (const name of ['housenumber', 'addition', 'letter', 'box', 'postcode'] as const) {
    const text = fields[name];
    if (text === undefined) continue;
    const bare = withoutCellMarks(text);
    tidy[name] = name === 'housenumber' || name === 'postcode' ? withoutDecimals(bare) : bare;
  }
  if (country === 'be' && DIGIT.test(tidy.place ?? '')) tidy.place = withoutDistrict(tidy.postcode, tidy.place!);
  const { housenumber = '', postcode = '', street = '', place = '' } = tidy;
  if (NAME.test(housenumber) && !DIGIT.test(housenumber) && isNumber(street)) {
    [tidy.street, tidy.housenumber] = [housenumber, street];
  } else if (BEGINS_WITH_NAME.test(housenumber) && DIGIT.test(housenumber) && !isNumber(housenumber)) {
    const isRepeated = fold(housenumber).startsWith(fold(street));
    tidy.street = isRepeated ? housenumber : `${street}, ${housenumber}`;
    tidy.housenumber = '';
  } else if (street.trim() === '' && housenumber.trim() === '' && isAddress(country, names, place)) {
    return { ...tidy, street: place, place: '' };
  } else if (
    isNumber(postcode) &&
    parsePostcode(country, postcode) === undefined &&
    parsePostcode(country, housenumber) !== undefined
  ) {
    return { ...tidy, housenumber: postcode, postcode: housenumber };
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
  return (text.match(/\p{L}{3,}/gu) ?? [])
    .map(fold)
    .every((word) => isBoxWord(word) || isSuffixWord(word) || isNumberSign(word));
}

const DIGIT = /[0-9]/;
/** What no number, letter or postcode has. */
const NAME = /\p{L}{3}/u;
/** A name at the beginning, where a number has its digits. */
const BEGINS_WITH_NAME = /^\s*["']?\p{L}/u;

/** Whether a cell for a place has a street and a number; the number behind a place is that of a post office. */
function isAddress(country: Country, names: PlaceNames, cell: string): boolean {
  const rest = cell.replace(POSTCODES[country], ' ');
  return DIGIT.test(rest) && NAME.test(rest) && names.namedAsWritten(fold(rest.replace(/[0-9]+/g, ' '))).length === 0;
}

const POSTCODES: Readonly<Record<Country, RegExp>> = {
  nl: new RegExp(`(?<![0-9])${DIGITS}(?:\\s?${LETTERS.nl})?(?![0-9])`, 'gi'),
  be: new RegExp(`(?<![0-9])${DIGITS}(?![0-9])`, 'g'),
  lu: new RegExp(`(?<![0-9])${DIGITS}(?![0-9])`, 'g'),
};

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
