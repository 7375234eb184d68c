import type { CountryIndex } from '../store/country-index.ts';
import { type AddressParts, NO_PARTS, partsOf } from './address-parts.ts';
import { alternativesOf } from './alternatives.ts';
import type { Fault } from './faults.ts';
import type { Match } from './match.ts';

/** What comes before the names of our columns, so that they are not taken for those of the file. */
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

/** The columns that are appended to every row, in order. */
export function resultColumns(prefix: string, isReverse: boolean): string[] {
  const names = [
    'status',
    'score',
    'precision',
    'country',
    ...PART_NAMES,
    isReverse ? 'distance' : 'alternatives',
    'faults',
  ];
  return names.map((name) => prefix + name);
}

/** Between alternatives, which have spaces and hyphens in them. */
const ALTERNATIVES_SEPARATOR = '; ';

/** Their values for one row, as text; alternatives are separated by a semicolon and a space, faults by a space. */
export function resultValues(
  match: Match,
  index: CountryIndex | undefined,
  isReverse: boolean,
  rowFaults: readonly Fault[] = [],
): string[] {
  const parts = index === undefined ? NO_PARTS : partsOf(index, match);
  const values = [
    match.status,
    match.score === 1 ? '1' : match.score === 0 ? '0' : match.score.toFixed(3),
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
  ];
  if (isReverse) values.push(match.distance === undefined ? '' : match.distance.toFixed(1));
  else values.push(index === undefined ? '' : alternativesOf(index, match).join(ALTERNATIVES_SEPARATOR));
  values.push(rowFaults.length === 0 ? match.faults.join(' ') : [...rowFaults, ...match.faults].join(' '));
  return values;
}
