import { type AddressParts, NO_PARTS, partsOf, partsOfAddress } from '../batch/address-parts.ts';
import { alternativesOf } from '../batch/alternatives.ts';
import { hasLongField, joinAddition } from '../batch/fields.ts';
import { type GeocodeOptions, Geocoder } from '../batch/geocoder.ts';
import { type UnderstoodWords, understoodWords } from '../batch/read-words.ts';
import { DEFAULT_REVERSE_RADIUS } from '../batch/reverse.ts';
import { AddressLookupError } from '../errors.ts';
import type { AddressOf } from '../model/address.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { readIdentifier } from '../query/addresses.ts';
import {
  checkChoice,
  checkDocumentOptions,
  checkFunction,
  checkOptions,
  checkRequest,
  checkText,
  invalid,
} from '../query/arguments.ts';
import { checkDegrees, checkMetres, type Position } from '../query/coordinates.ts';
import { type DocumentOptions, inLanguage, makeDocument } from '../query/documents.ts';
import { MAX_WITHIN_METRES, toMillimetre } from '../query/nearest.ts';
import { becameOf } from '../search/former.ts';
import type { Discrepancy } from '../search/match.ts';
import {
  ADDRESS_FIELDS,
  type AddressField,
  type AddressFields,
  type Became,
  type FormerMatch,
  type Match,
  type MatchPrecision,
  NO_MATCH,
  type Status,
} from '../search/match.ts';
import type { CountryIndex } from '../store/country-index.ts';

/** The answer to an address as somebody wrote it; `country` narrows the type of its addresses. */
export type Geocoded = { [C in Country]: GeocodedIn<C> }[Country] | GeocodedIn<undefined>;

/** An answer in one country, or in none. */
export interface GeocodedIn<C extends Country | undefined> {
  readonly status: Status;
  /** How likely the answer is right, 0 to 1 with three digits; docs/understanding.md says what that means. */
  readonly score: number;
  readonly precision: MatchPrecision;
  readonly country: C;
  /** The addresses that answer equally well, at most 100: one, unless `status` is `several`. Empty for a street or a place. */
  readonly addresses: readonly (C extends Country ? AddressOf[C] : never)[];
  /** The official parts that all of them share, also of a street or a place. Parts that do not apply are left out. */
  readonly parts: GeocodedParts;
  /** WGS84 degrees of the address, the street or the place; `undefined` if the addresses are far apart. */
  readonly position: Position | undefined;
  /** What differs between the address as written and the answer. */
  readonly faults: readonly Discrepancy[];
  /**
   * What the register has instead. With the discrepancy `addition-ignored` the letters, additions or boxes at that number, at most
   * 20, in natural order: `A`, `A-2`, `bus 3`. For a street with `number-not-found` the nearest numbers, at most 5, nearest
   * first. Empty otherwise.
   */
  readonly alternatives: readonly string[];
  /** Metres, for a position. */
  readonly distance: number | undefined;
  /** With the fault `address-former`: what was written, and what became of it. */
  readonly former?: FormerAddress;
  /** With `explain`, of a text: its words, in their order, by what they were read as. */
  readonly words?: readonly UnderstoodWords[];
}

/** An address that was. If it was withdrawn, `status` is `former`, and the position of the answer is its last one, or else that of the house, street or place today. */
export interface FormerAddress {
  /** The first day on which it was no longer called so, `YYYY-MM-DD`. */
  readonly until: string;
  /** `renumbered`: another number, addition or postcode; `renamed`: another street; `merged`: another place. */
  readonly became: Became;
  /** As it was called. */
  readonly parts: GeocodedParts;
}

/** Names in the language in which the address names the street, else in the official one. */
export type GeocodedParts = {
  readonly [part in keyof Pick<
    AddressParts,
    | 'street'
    | 'housenumber'
    | 'houseletter'
    | 'addition'
    | 'postcode'
    | 'place'
    | 'municipality'
    | 'municipalityCode'
    | 'province'
  >]?: string;
};

/**
 * What to find: an address, in parts or as one text, or a position, not both. As programs have them in rows, `null` is an empty part, and parts of
 * digits may be whole numbers.
 */
export type GeocodeFields = WrittenAddress | WrittenPosition;

type WrittenAddress = {
  readonly [name in AddressField]?: string | null | undefined | (name extends NumericField ? number : never);
} & { readonly [name in keyof Position]?: null | undefined };
type WrittenPosition = Position & { readonly [name in AddressField]?: '' | null | undefined };

const NUMERIC_FIELDS = ['housenumber', 'addition', 'box', 'postcode'] as const;
type NumericField = (typeof NUMERIC_FIELDS)[number];

/** With `identifiers`, the parts have the code of the municipality, too. */
export interface GeocodeAddressOptions extends GeocodeOptions, DocumentOptions {
  /** Maximum distance from a position, in metres; default 100. */
  readonly radius?: number | undefined;
  /** The answer to a text has `words`: what each of them was read as, and what the register has for it. */
  readonly explain?: boolean | undefined;
}

/**
 * Finds one address, or the nearest one to a position: the method `geocode` of a lookup as a function, for bundles of
 * `benelux-address-lookup/browser`, whose lookups lack the method.
 *
 * @throws AddressLookupError `invalid-argument`, `invalid-coordinate`, `invalid-radius`, `lookup-closed`
 *
 * @example geocode(lookup, { text: 'Grand-Rue 1, Luxembourg' }).status // 'exact'
 */
export function geocode(lookup: OpenCountries, fields: GeocodeFields, options: GeocodeAddressOptions = {}): Geocoded {
  checkGeocodeOptions('geocode', options);
  const read = readFields('geocode', fields);
  if (!FIELD_NAMES.some((name) => name in fields)) {
    const allowed = FIELD_NAMES.join(', ');
    throw invalid('geocode', 'the fields', fields, `an object with one of these at least: ${allowed}`, FIELD_NAMES);
  }
  if (isPosition(read)) checkDegrees(read);
  return geocodeWith(new Geocoder(indexesOf('geocode', lookup), options), read, options);
}

const FIELD_NAMES: readonly string[] = [...ADDRESS_FIELDS, 'latitude', 'longitude'];

/**
 * What is asked for, checked. A position out of range is an invalid argument of `geocode`, but only a discrepancy of a row of `geocodeRows`; one without
 * any field is an error of `geocode`, but only nothing in a row.
 */
function readFields(operation: 'geocode' | 'geocodeRows', fields: GeocodeFields): AddressFields | Position {
  checkRequest(operation, fields);
  const address: { -readonly [name in AddressField]?: string } = {};
  for (const name of ADDRESS_FIELDS) {
    const value = fields[name];
    if (value === undefined) continue;
    const isDigits = Number.isSafeInteger(value) && Number(value) >= 0;
    if (value !== null && !(isDigits && (NUMERIC_FIELDS as readonly string[]).includes(name)))
      checkText(operation, name, value);
    address[name] = String(value ?? '');
  }
  const { latitude, longitude } = fields;
  if ((latitude ?? longitude ?? null) === null) return address;
  if (Object.values(address).some((part) => part.trim() !== '')) {
    const remedy = operation === 'geocodeRows' ? 'one of them; choose it with fieldsOf' : 'one of them';
    throw new AddressLookupError(
      'invalid-argument',
      `Got both an address and a position for ${operation}; allowed is ${remedy}.`,
      { got: fields, allowed: 'an address, or a position' },
    );
  }
  const position = { latitude, longitude } as Position;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') checkDegrees(position);
  return position;
}

function checkGeocodeOptions(operation: string, options: GeocodeAddressOptions): void {
  checkOptions(operation, options);
  const { country, threshold, radius } = options;
  checkChoice(operation, 'country', country, COUNTRIES);
  checkDocumentOptions(operation, options);
  checkChoice(operation, 'explain', options.explain, [true, false]);
  if (radius !== undefined) checkMetres('radius', radius, MAX_WITHIN_METRES);
  if (threshold === undefined || (typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) return;
  throw invalid(operation, 'threshold', threshold, 'a number from 0 to 1, or nothing', [0, 1]);
}

export interface GeocodeRowsOptions<Row> extends GeocodeAddressOptions {
  /** Maps a row to its address fields or position; default: the row itself. */
  readonly fieldsOf?: ((row: Row) => GeocodeFields) | undefined;
}

/** A row and its answer. */
export type GeocodedRow<Row> = Geocoded & { readonly row: Row };

/** An open lookup, or a part of one. */
export interface OpenCountries {
  readonly countries: readonly Country[];
  of(country: Country): {
    /** @internal */
    readonly index: CountryIndex;
  };
}

/**
 * Finds the address of every row, in this thread: as many rows as come, in the same order. Rows are asked for one at a time,
 * so memory does not grow with them. Some 20 µs for a clean row, 200 µs for one with mistakes. A position outside the range of degrees is
 * data, and its row has the discrepancy `not-a-coordinate`; a field of the wrong type, or an address beside a position, ends the walk.
 *
 * @throws AddressLookupError `invalid-argument`, `invalid-coordinate`, `invalid-radius`, `lookup-closed`
 *
 * @example
 * for await (const { row, status, addresses } of geocodeRows(lookup, [{ postcode: '1012JS', housenumber: '1' }])) …
 */
export async function* geocodeRows<Row extends object>(
  lookup: OpenCountries,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: GeocodeRowsOptions<Row> = {},
): AsyncGenerator<GeocodedRow<Row>, void> {
  checkGeocodeOptions('geocodeRows', options);
  const indexes = indexesOf('geocodeRows', lookup);
  checkRows(rows);
  checkFunction('geocodeRows', 'fieldsOf', options.fieldsOf);
  const { fieldsOf = (row: Row): GeocodeFields => row as GeocodeFields } = options;
  const geocoder = new Geocoder(indexes, options);
  for await (const row of rows) {
    yield { row, ...geocodeWith(geocoder, readFields('geocodeRows', fieldsOf(row)), options) };
  }
}

function indexesOf(operation: string, lookup: OpenCountries): CountryIndex[] {
  if (!Array.isArray((lookup as Partial<OpenCountries>)?.countries)) {
    throw invalid(operation, 'the lookup', lookup, 'what openAddressLookup has opened');
  }
  return lookup.countries.map((country) => lookup.of(country).index);
}

function checkRows(rows: unknown): void {
  const { [Symbol.iterator]: each, [Symbol.asyncIterator]: eachLater } = Object(rows);
  if (typeof rows !== 'string' && (typeof each === 'function' || typeof eachLater === 'function')) return;
  throw invalid('geocodeRows', 'the rows', rows, 'anything that "for await" can walk through, e.g. an array of rows');
}

function geocodeWith(geocoder: Geocoder, fields: AddressFields | Position, options: GeocodeAddressOptions): Geocoded {
  const { country: given, radius = DEFAULT_REVERSE_RADIUS } = options;
  const match = isPosition(fields)
    ? geocoder.matchPosition(fields.latitude, fields.longitude, radius)
    : matchFields(geocoder, fields, given);
  const { status, score, precision, country, discrepancies, distance } = match;
  const index = country === undefined ? undefined : geocoder.indexOf(country);
  const found = index === undefined ? NOTHING : describe(index, match, options);
  return {
    status,
    score,
    precision,
    country,
    ...found,
    faults: discrepancies,
    distance: distance && toMillimetre(distance),
    ...(options.explain && { words: wordsOf(fields, match, index) }),
  } as Geocoded;
}

function wordsOf(
  fields: AddressFields | Position,
  match: Match,
  index: CountryIndex | undefined,
): readonly UnderstoodWords[] | undefined {
  const text = isPosition(fields) ? '' : (fields.text?.trim() ?? '');
  if (text === '') return undefined;
  const parts = index === undefined ? NO_PARTS : partsOf(index, match);
  return understoodWords(text, match.words?.() ?? [], parts, index?.country);
}

type Found = Pick<GeocodedIn<Country>, 'addresses' | 'parts' | 'position' | 'alternatives' | 'former'>;

const NOTHING: Found = { addresses: [], parts: {}, position: undefined, alternatives: [] };

function describe(index: CountryIndex, match: Match, options: DocumentOptions): Found {
  const parts = partsOf(index, match);
  const { latitude, longitude } = parts;
  const shown = inLanguage(options, match.language);
  return {
    addresses: match.addresses.map((address) => makeDocument(index, address, undefined, shown)),
    parts: shownParts(parts, options),
    position: latitude === '' ? undefined : { latitude: Number(latitude), longitude: Number(longitude) },
    alternatives: alternativesOf(index, match),
    ...(match.former && { former: describeFormer(index, match.former, options) }),
  };
}

/** An address that was, found by its identifier. */
export interface FormerById<C extends Country> extends FormerAddress {
  /** The last position, if it was withdrawn and the register has one. */
  readonly position: Position | undefined;
  /** What it is today; `null` if it was withdrawn. */
  readonly address: AddressOf[C] | null;
}

/**
 * What the address with this identifier was called last before what it is called today, or before it was withdrawn; `null` if none that
 * was has it, or the index was opened without `geocode`. O(addresses that were / 2048).
 *
 * @throws AddressLookupError `invalid-argument`
 *
 * @internal
 */
export function formerById<C extends Country>(
  index: CountryIndex,
  identifier: string,
  options: DocumentOptions = {},
): FormerById<C> | null {
  const id = readIdentifier('formerById', index, identifier, options);
  if (index.former === undefined) return null;
  const { addresses } = index.former.index;
  const { table } = index.former;
  let last = addresses.addressWithId(id);
  for (let next = last; next !== -1; next = addresses.addressWithId(id, next + 1)) {
    if (table.untilOf(next) > table.untilOf(last)) last = next;
  }
  if (last === -1) return null;
  const successor = table.successorOf(last);
  const [latitude, longitude] = [addresses.latE7Of(last) / 1e7, addresses.lonE7Of(last) / 1e7];
  return {
    ...describeFormer(index, { address: last, until: table.untilOf(last), became: becameOf(index, last) }, options),
    position: addresses.hasPosition(last) ? { latitude, longitude } : undefined,
    address: successor === -1 ? null : makeDocument<C>(index, successor, undefined, options),
  };
}

function describeFormer(
  index: CountryIndex,
  { address, until, became }: FormerMatch,
  options: DocumentOptions,
): FormerAddress {
  return { until, became, parts: shownParts(partsOfAddress(index.former!.index, address, undefined), options) };
}

function shownParts(parts: AddressParts, { identifiers }: DocumentOptions): GeocodedParts {
  const { latitude, longitude, x, y, id, municipalityCode, language, ...names } = parts;
  const texts = identifiers ? { ...names, municipalityCode } : names;
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

function isPosition(fields: AddressFields | Position): fields is Position {
  return (fields as Partial<Position>).latitude !== undefined;
}

function matchFields(geocoder: Geocoder, fields: AddressFields, country: Country | undefined): Match {
  if (hasLongField(fields)) return { ...NO_MATCH, discrepancies: ['cell-too-long'] };
  return geocoder.match(joinAddition(fields, country));
}
