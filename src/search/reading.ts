import type { TypedHouseNumber } from '../model/house-number.ts';
import { isWithoutLetters, parsePostcode, postcodeArea, postcodeAreaIn } from '../model/postcode.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countryNamed } from '../text/country-names.ts';
import { fold } from '../text/fold.ts';
import { isBeforePlace } from '../text/little-words.ts';
import { saysAround } from '../text/noise.ts';
import type { TypedStreet } from './name-key.ts';
import { isTownItself, type NamedPlace, nestedIn, type PlaceNames } from './place-names.ts';

/** One way to read a row, in the form used for comparisons. */
export interface Reading {
  /** `undefined` if the row has none. */
  readonly postcode: TypedPostcode | undefined;
  readonly number: TypedHouseNumber | undefined;
  /** The word that the number belongs to, folded: `kamer` of `kamer 3`. It is the number of the house only where the street is called so. */
  readonly numberOf?: string | undefined;
  /** It stands in front of the street. */
  readonly isNumberFirst?: boolean;
  readonly street: TypedStreet | undefined;
  readonly place: TypedPlace | undefined;
  /** Whether the file has a column for a part but the row's cell is empty. */
  readonly isEmpty: { readonly postcode: boolean; readonly street: boolean; readonly place: boolean };
  /** Number of words of a text that belong to none of these. */
  readonly ignoredWords: number;
  /** False where the addition of the number is a postcode by its form, or the name of a place: it is an addition only of a house that has it. */
  readonly isAdditionCertain?: boolean;
  /** Some of them may be the place; false where all say whose address it is. */
  readonly isPlaceLeftOut?: boolean;
  /** How many of them are numbers, and how many words of its street and place are. */
  readonly numbersLeftOut?: number;
  readonly numbersInNames?: number;
  /** The words of a text by what they are read as, in their order. Made when somebody asks. */
  readonly words?: (() => readonly ReadWords[]) | undefined;
}

/** Words that stand together and are read as one part; `other` are of none. */
export interface ReadWords {
  readonly part: 'street' | 'housenumber' | 'postcode' | 'place' | 'other';
  readonly text: string;
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

export interface TypedPlace {
  readonly key: string;
  /** The places it may mean; empty if none has this name. */
  readonly places: readonly NamedPlace[];
  /** Words beside it that name nothing. */
  readonly ignoredWords?: number;
}

/** Whether a reading has a place or a postcode of the register, all of whose streets are compared; a province has too many. */
export function saysWhere({ place, postcode }: Reading): boolean {
  const isTown = place?.places.some(({ kind }) => kind !== 'province') ?? false;
  return isTown || (postcode !== undefined && postcode.ordinal > 0);
}

/** Whether a postcode has streets in an area. */
export function isPostcodeOf(postcode: TypedPostcode | undefined, { from, to }: NamedPlace): boolean {
  return postcode?.streets.some((street) => street >= from && street < to) ?? false;
}

/**
 * Reads the name of a place. What is in brackets after it, or after a comma, a slash or a dash, is a country, `Bergen (B)`, or an area that it lies
 * in or that lies in it, `Anloo (Aa en Hunze)`, `Brussel - Haren`; or else a part that has no name of its own, `Utrecht (Lombok)`, or a second town, `Bottelare, Gent`.
 */
export function readPlace(names: PlaceNames, text: string): TypedPlace | undefined {
  const key = fold(text);
  if (key === '') return undefined;
  const isWritten = names.namedAsWritten(key).length > 0;
  const [, first = '', rest = ''] = FIRST_WORD.exec(text) ?? [];
  if (!isWritten && isBeforePlace(first)) return readPlace(names, rest);
  const [, name, sign, around] = PLACE_AND_AREA.exec(text) ?? [];
  if (name !== undefined && names.named(key).length === 0) {
    const inner = readPlace(names, name);
    if (inner === undefined || countryNamed(around!) !== undefined || saysAround(around!)) return inner;
    const { places, ignoredWords = 0 } = inner;
    const area = fold(around!);
    const nested = nestedIn(places, names.namedAsWritten(area));
    if (nested.length > 0) return { key, places: nested };
    const isNamed = places.length === 0 || isWritten || names.find(area).length > 0;
    // Of two towns that are not one name the first is meant, `Bottelare, Gent`; what is in brackets would say which place of the name.
    const areTwo = sign !== '(' && countryNamed(name) === undefined && names.find(key).length === 0;
    const isFirst = areTwo && places.some(isTownItself);
    if (!isNamed || isFirst) return { ...inner, ignoredWords: ignoredWords + area.split(' ').length };
  }
  const both = isWritten ? [] : placeAndArea(names, key);
  const places = both.length > 0 ? both : names.find(key, text.trimEnd().endsWith('.'));
  return places.length > 0 ? { key, places } : beginningOf(names, key);
}

/** A place whose name is the first words, as many as possible: `Schelle dank u`, `Mouscron Gare`; or an unknown one. */
function beginningOf(names: PlaceNames, key: string): TypedPlace {
  const words = key.split(' ');
  for (let count = Math.min(words.length - 1, names.longestName); count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    const towns = names.namedAsWritten(name).filter(isTownItself);
    if (towns.length === 0) continue;
    // Another place is not left out.
    if (names.find(words.slice(count).join(' ')).length === 0)
      return { key: name, places: towns, ignoredWords: words.length - count };
    break;
  }
  return { key, places: [] };
}

/** What words name that are two names with nothing between: a place and the area that it lies in, in either order, the same twice, or a place and its country. */
function placeAndArea(names: PlaceNames, key: string): readonly NamedPlace[] {
  const words = key.split(' ', 2 * names.longestName);
  let ofCountry: readonly NamedPlace[] = [];
  for (let at = 1; at < words.length; at++) {
    const parts = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    const [one, other] = parts.map((part) => names.namedAsWritten(part));
    const nested = nestedIn(one!, other!);
    if (nested.length > 0) return nested;
    const [isFirst, isLast] = parts.map((part) => countryNamed(part) !== undefined);
    if (ofCountry.length === 0) ofCountry = (isFirst && other) || (isLast && one) || [];
  }
  return ofCountry;
}

const FIRST_WORD = /^\s*(\S+)\s+(.*)$/;
/** Names have slashes, too: Redange/Attert. */
const PLACE_AND_AREA = /^(.*\S)\s*([(,/]|\s[-–—]\s)\s*([^(),/]+)\)?\s*$/;

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
