import { AddressLookupError } from '../errors.ts';
import { type Country, type Language, type Names, nameIn } from '../model/country.ts';
import { letterApart, type Suffix, writtenNumber } from '../model/house-number.ts';
import { formatIdentifier, municipalityCode } from '../model/identifiers.ts';
import type { CountryIndex } from '../store/country-index.ts';

/** What the rows of an export are. */
export type RowKind = 'addresses' | 'streets' | 'places';
export const ROW_KINDS: readonly RowKind[] = ['addresses', 'streets', 'places'];

/** A value of a row; `null` where it has none. */
export type Value = string | number | null;

/** A row's address, street or place, with what its columns are made of. */
export interface RowFacts {
  readonly index: CountryIndex;
  readonly place: number;
  /** Of an address and of a street. */
  readonly street: number;
  /** Of an address. */
  readonly id: number;
  readonly number: number;
  readonly suffix: Suffix;
  /** As its register writes it, `''` for none. */
  readonly postcode: string;
  readonly isProposed: boolean;
  /** Degrees: of an address its own, of a street and of a place the middle of its addresses. */
  readonly wgs84: readonly [latitude: number, longitude: number] | null;
  /** Metres in the national grid. */
  readonly grid: readonly [x: number, y: number] | undefined;
  /** Of a street and of a place: its addresses that are exported. */
  readonly addresses: number;
}

/** A column of an export. */
export interface Column {
  readonly name: string;
  readonly type: 'text' | 'whole' | 'decimal';
  /** All rows of a place, or of a street, have the same value; or each row its own. */
  readonly level: 'place' | 'street' | 'row';
  readonly valueFrom: (facts: RowFacts) => Value;
}

/** EPSG codes of the national grids. */
const GRIDS: Readonly<Record<Country, number | null>> = { nl: 28992, be: 31370, lu: null };

/** The languages that names have columns for: those of Belgium, where one thing has several names. */
const LANGUAGES: readonly Language[] = ['nl', 'fr', 'de'];

/**
 * The columns of a kind of row, in order. Their words are those of a batch's answers, without the prefix (docs/batch.md).
 *
 * @param countries those that are exported: with Belgium, every name has a column in each language
 * @param chosen names of columns, in this order; all unless given
 * @throws AddressLookupError `invalid-option`
 */
export function columnsOf(kind: RowKind, countries: readonly Country[], chosen?: readonly string[]): Column[] {
  const columns = allColumns(kind, countries);
  return chosen === undefined ? columns : chosen.map((name) => columnNamed(name, columns));
}

function columnNamed(name: string, columns: readonly Column[]): Column {
  const column = columns.find((each) => each.name === name);
  if (column !== undefined) return column;
  const allowed = columns.map((each) => each.name);
  throw new AddressLookupError(
    'invalid-option',
    `Got "${name}" as a column of the export; allowed are ${allowed.join(', ')}.`,
    { got: name, allowed },
  );
}

function allColumns(kind: RowKind, countries: readonly Country[]): Column[] {
  const languages = countries.includes('be') ? LANGUAGES : [];
  const text = (name: string, level: Column['level'], valueFrom: (facts: RowFacts) => string | null): Column => {
    return { name, type: 'text', level, valueFrom };
  };
  const named = (name: string, level: Column['level'], namesOf: (facts: RowFacts) => Names): Column[] => [
    text(name, level, (facts) => nameIn(namesOf(facts))),
    ...languages.map((language) => text(`${name}_${language}`, level, (facts) => namesOf(facts)[language] ?? null)),
  ];
  const areas = [
    ...named('place', 'place', ({ index, place }) => index.areas.at('place', place).names),
    ...named('municipality', 'place', (facts) => areasOf(facts).municipality.names),
    text('municipality_code', 'place', (facts) => {
      return municipalityCode(facts.index.country, areasOf(facts).municipality.id) ?? null;
    }),
    ...named('province', 'place', (facts) => areasOf(facts).province.names),
  ];
  const country = text('country', 'place', ({ index }) => index.country);
  const street = named('street', 'street', ({ index, street }) => index.streets.namesOf(street));
  const streetId = (name: string, level: Column['level']): Column =>
    text(name, level, ({ index, street }) => formatIdentifier(index.country, index.streets.idOf(street)));
  const position: Column[] = [
    { name: 'latitude', type: 'decimal', level: 'row', valueFrom: ({ wgs84 }) => wgs84?.[0] ?? null },
    { name: 'longitude', type: 'decimal', level: 'row', valueFrom: ({ wgs84 }) => wgs84?.[1] ?? null },
  ];
  const count: Column = { name: 'addresses', type: 'whole', level: 'row', valueFrom: ({ addresses }) => addresses };
  switch (kind) {
    case 'places':
      return [country, ...areas, count, ...position];
    case 'streets':
      return [streetId('id', 'row'), country, ...street, ...areas, count, ...position];
    case 'addresses':
      return [
        text('id', 'row', ({ index, id }) => formatIdentifier(index.country, id)),
        country,
        ...street,
        text('housenumber', 'row', ({ index, number, suffix }) => writtenNumber(index.country, number, suffix)),
        text('houseletter', 'row', ({ index, number, suffix }) => letterApart(index.country, number, suffix) || null),
        text('addition', 'row', ({ suffix }) => suffix.addition || null),
        text('postcode', 'row', ({ postcode }) => postcode || null),
        ...areas,
        streetId('street_id', 'street'),
        text('status', 'row', ({ isProposed }) => (isProposed ? 'proposed' : 'current')),
        ...position,
        { name: 'x', type: 'decimal', level: 'row', valueFrom: ({ grid }) => grid?.[0] ?? null },
        { name: 'y', type: 'decimal', level: 'row', valueFrom: ({ grid }) => grid?.[1] ?? null },
        { name: 'epsg', type: 'whole', level: 'place', valueFrom: ({ index }) => GRIDS[index.country] },
      ];
  }
}

function areasOf({ index, place }: RowFacts): ReturnType<CountryIndex['areas']['upFrom']> {
  return index.areas.upFrom(place);
}
