import type { Country } from '../model/country.ts';
import { readWrittenNumber, type TypedHouseNumber } from '../model/house-number.ts';
import { isWithoutLetters, parsePostcode, postcodeArea, postcodeAreaIn } from '../model/postcode.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countryNamed } from '../text/country-names.ts';
import { fold } from '../text/fold.ts';
import { nameTextOf, type TokenizedText, textOf, tokenize } from '../text/tokens.ts';
import type { AddressFields } from './match.ts';
import { readStreet, type TypedStreet } from './name-comparison.ts';
import { type NamedPlace, nestedIn, type PlaceNames } from './place-names.ts';
import { findNumbers, type NumberSpan } from './spans.ts';
import { WrittenStreetName } from './street-names.ts';

/** One way to read a row, in the form used for comparisons. */
export interface Reading {
  /** `undefined` if the row has none. */
  readonly postcode: TypedPostcode | undefined;
  readonly number: TypedHouseNumber | undefined;
  readonly street: TypedStreet | undefined;
  readonly place: TypedPlace | undefined;
  /** Whether the file has a column for a part but the row's cell is empty. */
  readonly isEmpty: { readonly postcode: boolean; readonly street: boolean; readonly place: boolean };
  /** Number of words of a text that belong to none of these. */
  readonly ignoredWords: number;
  /** False where the addition of the number is a postcode by its form: it is an addition only of a house that has it. */
  readonly isAdditionCertain?: boolean;
  /** Some of them stand where a place does. */
  readonly isPlaceLeftOut?: boolean;
}

export interface TypedPostcode {
  readonly text: string;
  /** The postcode as a number, -1 for any other text. */
  readonly code: number;
  /** Its ordinal in the index, -1 if the register does not have it. */
  readonly ordinal: number;
  /** Its four digits, -1 if it has none. */
  readonly area: number;
  /** Whether it is a Dutch one without letters. */
  readonly isIncomplete: boolean;
  /** The streets that have it, in index order; up to two thousand in Belgium. */
  readonly streets: readonly number[];
}

interface TypedPlace {
  readonly key: string;
  /** The places it may mean; empty if none has this name. */
  readonly places: readonly NamedPlace[];
  /** Words beside it that name nothing. */
  readonly ignoredWords?: number;
}

/** Maximum words of a text that are read. */
export const MAX_TOKENS = 24;
/** Maximum ways to read one street column. */
const MAX_STREET_READINGS = 12;

/**
 * The ways to read the separate parts of an address, likeliest first: more than one if the house number is, or may be, in the
 * column of the street.
 *
 * @param fields as tidy-fields.ts leaves them
 */
export function readFields(index: CountryIndex, names: PlaceNames, fields: AddressFields): Reading[] {
  const readings = readColumns(index, names, fields);
  return isSwapped(names, fields)
    ? [...readings, ...readColumns(index, names, { ...fields, street: fields.place, place: fields.street })]
    : readings;
}

/** Whether only the column of the street has the name of a place, so that the two may have changed places. */
function isSwapped(names: PlaceNames, { street = '', place = '' }: AddressFields): boolean {
  if (street.trim() === '' || place.trim() === '' || names.named(fold(street)).length === 0) return false;
  return names.namedAsWritten(fold(place)).length === 0;
}

function readColumns(index: CountryIndex, names: PlaceNames, fields: AddressFields): Reading[] {
  const { country } = index;
  const street = fields.street?.trim() ?? '';
  const number = fields.housenumber?.trim() ?? '';
  const addition = meaningful(fields.addition);
  const place = fields.place?.trim() ?? '';
  const postcode = fields.postcode?.trim() ?? '';
  const inPlace = readPlace(names, place);
  const common = {
    postcode: postcode === '' ? undefined : readPostcode(index, postcode),
    place: inPlace,
    isEmpty: {
      postcode: fields.postcode !== undefined && postcode === '',
      street: fields.street !== undefined && street === '',
      place: fields.place !== undefined && place === '',
    },
    ignoredWords: inPlace?.ignoredWords ?? 0,
  };
  if (number !== '' || !DIGIT.test(street)) {
    const beside = `${number} ${addition}`.trim();
    const typed = beside === '' ? undefined : readWrittenNumber(country, beside);
    const whole = { ...common, number: typed, street: readStreet(country, street) };
    if (number !== '' && DIGIT.test(street)) return [whole, ...withNumberTwice(index, street, beside, whole)];
    // Of two numbers the first may be the street's: Markerkant 15, number 1.
    const [, ofStreet, rest] = TWO_NUMBERS.exec(beside) ?? [];
    if (ofStreet === undefined || street === '') return [whole];
    const longer = readStreet(country, `${street} ${ofStreet}`);
    return [whole, { ...whole, street: longer, number: readWrittenNumber(country, rest!) }];
  }
  return readStreetAndNumber(country, street, addition).map(({ name, number: typed, ignoredWords }) => ({
    ...common,
    street: readStreet(country, name),
    number: typed,
    ignoredWords: common.ignoredWords + ignoredWords,
  }));
}

/**
 * Where both columns have a number: the same one, of which one column has more (`Zennestraat 32 bus 20` and 32), or the number and what
 * follows it (`Zennestraat 32` and 20). What is called as the whole column is a street by itself: Markerkant 15.
 */
function withNumberTwice(index: CountryIndex, street: string, beside: string, whole: Reading): Reading[] {
  const { country } = index;
  const typed = readWrittenNumber(country, beside);
  const isStreet = new WrittenStreetName(index, street).streetsIn().size > 0;
  const readings: Reading[] = [];
  for (const { name, number, written, ignoredWords } of readStreetAndNumber(country, street)) {
    if (number === undefined || name === street) continue;
    const isSame = number.number === typed.number;
    if (!isSame && isStreet) continue;
    const both = !isSame ? `${written} ${beside}` : number.key === '' || number.key === typed.key ? beside : written;
    const hasOther = isSame && number.key !== '' && typed.key !== '' && number.key !== typed.key;
    readings.push({
      ...whole,
      street: readStreet(country, name),
      number: readWrittenNumber(country, hasOther ? `${written} ${beside}` : both),
      // Of two different numbers one is too many, unless it is the other's addition: that is never certain.
      ignoredWords: whole.ignoredWords + ignoredWords + Number(!isSame),
    });
  }
  return readings;
}

const DIGIT = /[0-9]/;
const TWO_NUMBERS = /^([0-9]+)[\s-]+([0-9].*)$/;

/** The addition, without placeholders for none, such as a dash or a full stop. */
function meaningful(addition: string | undefined): string {
  const text = addition?.trim() ?? '';
  return /^[-–.]+$/.test(text) ? '' : text;
}

interface StreetAndNumber {
  readonly name: string;
  readonly number: TypedHouseNumber | undefined;
  /** The number as written, `''` if there is none. */
  readonly written: string;
  /** Words after the number, or before it, that are part of neither. */
  readonly ignoredWords: number;
}

/**
 * A street and its number in one text: the number at the end (`Kerkstraat 12 A`, `Zennestraat 32 bus 20`), at the beginning
 * (`17, A Pieren`), or nowhere (`Plein 1813`). Returns all possibilities, since only the register can decide.
 */
export function readStreetAndNumber(country: Country, text: string, addition: string = ''): StreetAndNumber[] {
  const source = tokenize(text, MAX_TOKENS);
  const last = source.tokens.length;
  const readings: StreetAndNumber[] = [];
  const add = (span: NumberSpan, from: number, to: number, ignoredWords: number): void => {
    if (from >= to || !/\p{L}/u.test(textOf(source, from, to))) return;
    readings.push({
      name: nameTextOf(source, from, to),
      number: numberOf(country, source, span, addition),
      written: textOf(source, span.from, span.to),
      ignoredWords,
    });
  };
  const numbers = findNumbers(country, source);
  for (const span of numbers) if (span.to === last) add(span, 0, span.from, 0);
  for (const span of numbers) if (span.from === 0) add(span, span.to, last, 0);
  readings.push({
    name: text,
    number: addition === '' ? undefined : readWrittenNumber(country, addition),
    written: '',
    ignoredWords: 0,
  });
  for (const span of numbers) if (span.from > 0 && span.to < last) add(span, 0, span.from, last - span.to);
  return readings.slice(0, MAX_STREET_READINGS);
}

function numberOf(country: Country, source: TokenizedText, span: NumberSpan, addition: string): TypedHouseNumber {
  if (addition === '') return span.number;
  return readWrittenNumber(country, `${textOf(source, span.from, span.to)} ${addition}`);
}

/**
 * Reads the name of a place. What is in brackets after it, or after a comma or a dash, is a country, `Bergen (B)`, or an area that it lies
 * in or that lies in it, `Anloo (Aa en Hunze)`, `Brussel - Haren`; or else a part that has no name of its own, `Utrecht (Lombok)`.
 */
export function readPlace(names: PlaceNames, text: string): TypedPlace | undefined {
  const key = fold(text);
  if (key === '') return undefined;
  const [, name, around] = PLACE_AND_AREA.exec(text) ?? [];
  if (name === undefined || names.named(key).length > 0) return { key, places: names.find(key) };
  const places = names.find(fold(name));
  if (countryNamed(around!) !== undefined) return { key: fold(name), places };
  const area = fold(around!);
  const nested = nestedIn(places, names.namedAsWritten(area));
  if (nested.length > 0) return { key, places: nested };
  const isNamed = places.length === 0 || names.namedAsWritten(key).length > 0 || names.find(area).length > 0;
  return isNamed ? { key, places: names.find(key) } : { key: fold(name), places, ignoredWords: area.split(' ').length };
}

const PLACE_AND_AREA = /^([^(),]*\S)\s*(?:[(,]|\s[-–—]\s)\s*([^(),]+)\)?\s*$/;

export function readPostcode(index: CountryIndex, text: string): TypedPostcode {
  const { country } = index;
  const code = parsePostcode(country, text) ?? -1;
  const digits = code === -1 ? (postcodeAreaIn(text) ?? -1) : postcodeArea(country, code);
  const ordinal = code === -1 ? -1 : index.postcodes.ordinalOf(code);
  let streets: readonly number[] | undefined;
  return {
    text,
    code,
    ordinal,
    area: digits,
    isIncomplete: code === -1 && country === 'nl' && isWithoutLetters(text),
    get streets() {
      streets ??= ordinal > 0 ? index.postcodes.streetsOf(ordinal).map(({ street }) => street) : [];
      return streets;
    },
  };
}
