import { AddressLookupError } from '../errors.ts';
import type { Discrepancy, Match } from '../search/match.ts';
import { SCORE_DIGITS } from '../search/score.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { type AddressParts, inOneLine } from './address-parts.ts';
import { alternativesOf, candidatesOf } from './alternatives.ts';

/** Default prefix of our columns, which distinguishes them from those of the file. */
export const DEFAULT_PREFIX = 'match_';

/** One of our columns. */
export interface ResultColumn {
  /** With its prefix. */
  readonly name: string;
  /** The same without the prefix. */
  readonly value: string;
  readonly isNumber: boolean;
}

/** The answer to a row, which the values of our columns are taken from. */
export interface RowAnswer {
  readonly match: Match;
  /** Of the country of the match; `undefined` without one. */
  readonly index: CountryIndex | undefined;
  readonly parts: AddressParts;
  /** Those of the row itself, which come before those of its address. */
  readonly rowDiscrepancies: readonly Discrepancy[];
}

interface Value {
  readonly isNumber?: boolean;
  /** Only where rows are positions, or only where they are addresses. */
  readonly isReverse?: boolean;
  readonly of: (answer: RowAnswer) => string;
}

/** Separates alternatives, which contain spaces and hyphens. */
const ALTERNATIVES_SEPARATOR = '; ';

function listed(list: (index: CountryIndex, match: Match) => readonly string[]): Value['of'] {
  return ({ index, match }) => (index === undefined ? '' : list(index, match).join(ALTERNATIVES_SEPARATOR));
}

/** All columns, in order. Alternatives are separated by a semicolon and a space, discrepancies by a space. */
const VALUES: Readonly<Record<string, Value>> = {
  status: { of: ({ match }) => match.status },
  score: { isNumber: true, of: ({ match }) => match.score.toFixed(SCORE_DIGITS) },
  precision: { of: ({ match }) => match.precision },
  country: { of: ({ match }) => match.country ?? '' },
  street: { of: ({ parts }) => parts.street },
  housenumber: { of: ({ parts }) => parts.housenumber },
  houseletter: { of: ({ parts }) => parts.houseletter },
  addition: { of: ({ parts }) => parts.addition },
  postcode: { of: ({ parts }) => parts.postcode },
  place: { of: ({ parts }) => parts.place },
  municipality: { of: ({ parts }) => parts.municipality },
  province: { of: ({ parts }) => parts.province },
  latitude: { isNumber: true, of: ({ parts }) => parts.latitude },
  longitude: { isNumber: true, of: ({ parts }) => parts.longitude },
  x: { isNumber: true, of: ({ parts }) => parts.x },
  y: { isNumber: true, of: ({ parts }) => parts.y },
  label: { of: ({ index, parts }) => (index === undefined ? '' : inOneLine(parts, index.country)) },
  id: { of: ({ parts }) => parts.id },
  municipality_code: { of: ({ parts }) => parts.municipalityCode },
  distance: { isReverse: true, isNumber: true, of: ({ match }) => match.distance?.toFixed(1) ?? '' },
  alternatives: { isReverse: false, of: listed(alternativesOf) },
  candidates: { of: listed(candidatesOf) },
  score_next: { isNumber: true, of: ({ match }) => match.nextScore?.toFixed(SCORE_DIGITS) ?? '' },
  became: { of: ({ match }) => match.former?.became ?? '' },
  until: { of: ({ match }) => match.former?.until ?? '' },
  faults: { of: ({ match, rowDiscrepancies }) => [...rowDiscrepancies, ...match.discrepancies].join(' ') },
};

/**
 * The columns that are appended to every row, in order.
 *
 * @param chosen names of the wanted columns, with or without the prefix, in this order; all unless given
 * @throws AddressLookupError `invalid-option`
 */
export function resultColumns(prefix: string, isReverse: boolean, chosen?: readonly string[]): ResultColumn[] {
  const all = Object.entries(VALUES)
    .filter(([, value]) => value.isReverse === undefined || value.isReverse === isReverse)
    .map(([value, { isNumber = false }]) => ({ name: prefix + value, value, isNumber }));
  if (chosen === undefined) return all;
  return chosen.map((wanted) => {
    const column = all.find(({ name, value }) => wanted === value || wanted === name);
    if (column !== undefined) return column;
    const names = all.map(({ value }) => value);
    throw new AddressLookupError(
      'invalid-option',
      `Got "${wanted}" as a column of the answer; allowed are ${names.join(', ')}.`,
      { got: wanted, allowed: names },
    );
  });
}

/** The value of one of our columns for a row, as text. */
export function valueOfColumn({ value }: ResultColumn, answer: RowAnswer): string {
  return VALUES[value]!.of(answer);
}
