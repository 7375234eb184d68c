import type { Country } from '../model/country.ts';
import { parsePostcode, postcodeArea } from '../model/postcode.ts';
import { readHouseNumber, type TypedHouseNumber } from '../model/house-number.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { fold } from '../text/fold.ts';
import type { AddressFields } from './match.ts';
import type { NamedPlace, PlaceNames } from './place-names.ts';
import { readStreet, type TypedStreet } from './street-forms.ts';

/** A row's address in the form in which it is compared. */
export interface Query {
  /** As written; `undefined` where the row has none. */
  readonly postcode: TypedPostcode | undefined;
  readonly number: TypedHouseNumber | undefined;
  readonly street: TypedStreet | undefined;
  readonly place: TypedPlace | undefined;
  /** Parts that the file has a column for, but the row nothing in it. */
  readonly isEmpty: { readonly postcode: boolean; readonly street: boolean; readonly place: boolean };
  /** Words of a free text that are none of these. */
  readonly ignoredWords: number;
}

export interface TypedPostcode {
  readonly text: string;
  /** The postcode as a number, -1 for a text that is none. */
  readonly code: number;
  /** Its position in the index, -1 where the register does not have it. */
  readonly position: number;
  /** Its four digits, -1 where there are none. */
  readonly area: number;
  /** A Dutch one without letters. */
  readonly isIncomplete: boolean;
}

export interface TypedPlace {
  readonly key: string;
  /** What it may mean; empty where nothing is called so. */
  readonly places: readonly NamedPlace[];
}

/** Reads the separate parts of an address. */
export function readQuery(index: CountryIndex, names: PlaceNames, fields: AddressFields, ignoredWords = 0): Query {
  const { country } = index;
  let street = fields.street?.trim() ?? '';
  let number = fields.housenumber?.trim() ?? '';
  let addition = fields.addition?.trim() ?? '';
  if (/^[-–.]+$/.test(addition)) addition = '';
  if (number === '' && street !== '') {
    const parts = splitStreetAndNumber(street);
    street = parts.street;
    number = parts.number;
  } else if (number !== '' && street.endsWith(` ${number}`)) {
    // The number stands in its own column and once more behind the street.
    street = street.slice(0, -number.length - 1);
  }
  const place = fields.place?.trim() ?? '';
  const placeKey = place === '' ? '' : fold(place.replace(/\s*\((?:NL|B|BE|L|LU)\)\s*$/i, ''));
  const postcode = fields.postcode?.trim() ?? '';
  return {
    postcode: postcode === '' ? undefined : readPostcode(index, postcode),
    number: number === '' && addition === '' ? undefined : readHouseNumber(country, `${number} ${addition}`.trim()),
    street: street === '' ? undefined : readStreet(country, street),
    place: placeKey === '' ? undefined : { key: placeKey, places: names.find(placeKey) },
    isEmpty: {
      postcode: fields.postcode !== undefined && postcode === '',
      street: fields.street !== undefined && street === '',
      place: fields.place !== undefined && place === '',
    },
    ignoredWords,
  };
}

export function readPostcode(index: CountryIndex, text: string): TypedPostcode {
  const { country } = index;
  const code = parsePostcode(country, text) ?? -1;
  const digits =
    code === -1 ? Number(/(?<![0-9])[1-9][0-9]{3}(?![0-9])/.exec(text)?.[0] ?? -1) : postcodeArea(country, code);
  return {
    text,
    code,
    position: code === -1 ? -1 : index.postcodes.positionOf(code),
    area: digits,
    isIncomplete: code === -1 && country === 'nl' && /^\s*(?:NL[\s-]*)?[1-9][0-9]{3}\s*$/i.test(text),
  };
}

/** `Kerkstraat 12 A` → street and number; `12, rue Haute` → the same; a name alone stays one. */
export function splitStreetAndNumber(text: string): { street: string; number: string } {
  const behind = /^(.*[^\s0-9,].*?)[\s,]+(?:n[°ºr]\.?\s*)?([0-9]{1,5}(?![0-9]).{0,24})$/su.exec(text);
  if (behind !== null && !/\p{L}{5}/u.test(behind[2]!.replace(BOX_WORDS, ''))) {
    return { street: behind[1]!.trim(), number: behind[2]!.trim() };
  }
  const before = /^([0-9]{1,5}(?:\s?[-/]\s?[0-9]{1,5})?\s?[a-zA-Z]?)(?:\s*,\s*|\s+)(\p{L}{2}.*)$/su.exec(text);
  if (before !== null && !/^(?:e|de|ste|er|ème|eme)\s/i.test(before[2]!)) {
    return { street: before[2]!.trim(), number: before[1]!.trim() };
  }
  return { street: text, number: '' };
}

const BOX_WORDS = /bo[iî]te|appartement|boven|beneden|links|rechts|quater/gi;

/** Which countries a postcode can be of, by its form. */
export function countriesOfPostcode(text: string): readonly Country[] | undefined {
  const compact = text.replace(/[\s.-]+/g, '').toUpperCase();
  if (/^(?:NL)?[1-9][0-9]{3}[A-Z]{2}$/.test(compact)) return ['nl'];
  if (/^BE?[1-9][0-9]{3}$/.test(compact)) return ['be'];
  if (/^LU?[1-9][0-9]{3}$/.test(compact)) return ['lu'];
  return undefined;
}
