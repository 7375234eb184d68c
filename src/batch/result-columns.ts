import { AddressLookupError } from '../errors.ts';
import type { Discrepancy, Match } from '../search/match.ts';
import { SCORE_DIGITS } from '../search/score.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { type AddressParts, inOneLine, NO_PARTS, partsOf } from './address-parts.ts';
import { alternativesOf, candidatesOf } from './alternatives.ts';

/** Default prefix of our columns, which distinguishes them from those of the file. */
export const DEFAULT_PREFIX = 'match_';

const PART_NAMES: readonly (keyof AddressParts)[] = [
  'street',
  'housenumber',
  'houseletter',
  'addition',
  'postcode',
  'place',
  'municipality',
  'province',
  'latitude',
  'longitude',
  'x',
  'y',
];

/** One of our columns. */
export interface ResultColumn {
  /** With its prefix. */
  readonly name: string;
  /** Its position among all values of an answer. */
  readonly position: number;
  readonly isNumber: boolean;
}

const NUMBERS: ReadonlySet<string> = new Set(['score', 'score_next', 'latitude', 'longitude', 'x', 'y', 'distance']);

function namesOf(isReverse: boolean): string[] {
  const last = isReverse ? 'distance' : 'alternatives';
  return [
    ...['status', 'score', 'precision', 'country', ...PART_NAMES],
    ...['label', 'id', 'municipality_code', last, 'candidates', 'score_next', 'became', 'until', 'faults'],
  ];
}

/**
 * The columns that are appended to every row, in order.
 *
 * @param chosen names of the wanted columns, with or without the prefix, in this order; all unless given
 * @throws AddressLookupError `invalid-option`
 */
export function resultColumns(prefix: string, isReverse: boolean, chosen?: readonly string[]): ResultColumn[] {
  const names = namesOf(isReverse);
  const all = names.map((name, position) => ({ name: prefix + name, position, isNumber: NUMBERS.has(name) }));
  if (chosen === undefined) return all;
  return chosen.map((name) => {
    const position = Math.max(names.indexOf(name), names.indexOf(name.slice(prefix.length)));
    if (position >= 0 && (names[position] === name || prefix + names[position] === name)) return all[position]!;
    throw new AddressLookupError(
      'invalid-option',
      `Got "${name}" as a column of the answer; allowed are ${names.join(', ')}.`,
      { got: name, allowed: names },
    );
  });
}

/** The places of latitude and longitude among the values of an answer. */
export function positionColumns(isReverse: boolean): { readonly latitude: number; readonly longitude: number } {
  const names = namesOf(isReverse);
  return { latitude: names.indexOf('latitude'), longitude: names.indexOf('longitude') };
}

/** Separates alternatives, which contain spaces and hyphens. */
const ALTERNATIVES_SEPARATOR = '; ';

/** The values of all columns for one row, as text; alternatives are separated by a semicolon and a space, discrepancies by a space. */
export function resultValues(
  match: Match,
  index: CountryIndex | undefined,
  isReverse: boolean,
  rowDiscrepancies: readonly Discrepancy[] = [],
): string[] {
  const parts = index === undefined ? NO_PARTS : partsOf(index, match);
  const values = [
    match.status,
    match.score.toFixed(SCORE_DIGITS),
    match.precision,
    match.country ?? '',
    parts.street,
    parts.housenumber,
    parts.houseletter,
    parts.addition,
    parts.postcode,
    parts.place,
    parts.municipality,
    parts.province,
    parts.latitude,
    parts.longitude,
    parts.x,
    parts.y,
    match.country === undefined ? '' : inOneLine(parts, match.country),
    parts.id,
    parts.municipalityCode,
  ];
  if (isReverse) values.push(match.distance === undefined ? '' : match.distance.toFixed(1));
  else values.push(index === undefined ? '' : alternativesOf(index, match).join(ALTERNATIVES_SEPARATOR));
  values.push(index === undefined ? '' : candidatesOf(index, match).join(ALTERNATIVES_SEPARATOR));
  values.push(match.nextScore?.toFixed(SCORE_DIGITS) ?? '', match.former?.became ?? '', match.former?.until ?? '');
  values.push(
    rowDiscrepancies.length === 0
      ? match.discrepancies.join(' ')
      : [...rowDiscrepancies, ...match.discrepancies].join(' '),
  );
  return values;
}
