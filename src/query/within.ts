import { AddressLookupError, quotedList } from '../errors.ts';
import { type Country, nameIn } from '../model/country.ts';
import { municipalityCode } from '../model/identifiers.ts';
import { kept } from '../model/kept.ts';
import { LocalMetric } from '../model/local-metric.ts';
import { boxesOf } from '../search/house-match.ts';
import { runsOf } from '../search/name-matcher.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { type Ground, rangesInside } from '../store/inside.ts';
import { nameKey } from '../text/fold.ts';
import { type ResolvedContext, readContext, resolveContext } from './context.ts';
import { checkCoordinates, checkMetres, type Position } from './coordinates.ts';
import { housesWithin } from './drill-down.ts';
import { range } from './paging.ts';

/** Addresses from `from` up to `to`, in index order. */
export type AddressRange = readonly [from: number, to: number];

/** All addresses of a country. */
export function everything({ addresses }: CountryIndex): AddressRange[] {
  return [[0, addresses.length]];
}

/** A box, edges included, in WGS84 degrees. */
export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** All around a position, WGS84 degrees, within a number of metres, at most 100,000. */
export interface Circle extends Position {
  readonly radius: number;
}

/**
 * A part of a country: the context of a suggestion; a municipality by its name or by its code; a box; a circle. As texts, a box is
 * `south,west,north,east` and a circle `latitude,longitude,metres`.
 */
export type Part = string | Box | Circle;

const MAX_CIRCLE_METRES = 100_000;

/**
 * The addresses in parts of some countries, as ranges: ascending, apart from each other, none empty. A country in which nothing lies
 * has none. An address without a position is in no box and no circle.
 *
 * @throws AddressLookupError `invalid-within` for a part that none of the countries has, more than one municipality is called, or
 *   that is no box; `invalid-coordinate` and `invalid-radius` for a circle that is none
 */
export function rangesWithin(
  indexes: readonly CountryIndex[],
  parts: readonly Part[],
): Map<CountryIndex, AddressRange[]> {
  const found = new Map<CountryIndex, AddressRange[]>(indexes.map((index) => [index, []]));
  for (const part of parts)
    for (const { index, ranges } of rangesOfPart(indexes, part)) found.get(index)!.push(...ranges);
  for (const [index, ranges] of found) found.set(index, unitedRanges(ranges));
  return found;
}

function rangesOfPart(indexes: readonly CountryIndex[], part: Part): readonly Found[] {
  const shape = typeof part === 'string' ? readShape(part) : part;
  if (shape === undefined)
    return [
      CONTEXT.test(part as string) ? contextAmong(indexes, part as string) : municipalityAmong(indexes, part as string),
    ];
  const ground = groundOf(indexes, shape);
  return indexes.map((index) => ({ index, ranges: rangesInside(index.points.tree, index.addresses, ground) }));
}

/** The numbers of a circle and of a box, in their order in a text. */
const SHAPES = [
  ['latitude', 'longitude', 'radius'],
  ['south', 'west', 'north', 'east'],
] as const;

export function isShape(part: unknown): part is Box | Circle {
  if (typeof part !== 'object' || part === null) return false;
  const values = part as Readonly<Record<string, unknown>>;
  return SHAPES.some((names) => names.every((name) => typeof values[name] === 'number'));
}

const NUMBERS = /^\s*-?[0-9.]+(?:\s*,\s*-?[0-9.]+){2,}\s*$/;

/** A text of three or more numbers; `undefined` for any other. */
function readShape(text: string): Box | Circle | undefined {
  if (!NUMBERS.test(text)) return undefined;
  const numbers = text.split(',').map(Number);
  const names = SHAPES.find(({ length }) => length === numbers.length);
  if (names !== undefined) return Object.fromEntries(names.map((name, i) => [name, numbers[i]])) as unknown as Circle;
  throw notThis(
    quotedList([text]),
    `a box is four numbers, south,west,north,east, and a circle three, latitude,longitude,metres`,
  );
}

/** Parts in one text, with semicolons between them. */
export function partsIn(text: string): readonly string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function groundOf(indexes: readonly CountryIndex[], shape: Box | Circle): Ground {
  if ('radius' in shape) {
    const { latitude, longitude, radius } = shape;
    for (const { country } of indexes) checkCoordinates(country, shape, 'within');
    checkMetres('within', radius, MAX_CIRCLE_METRES);
    const metric = new LocalMetric(latitude, longitude);
    const has = (latE7: number, lonE7: number): boolean => metric.squaredMetresTo(latE7, lonE7) <= radius * radius;
    return { ...metric.boxAround(radius), has };
  }
  const { south, west, north, east } = shape;
  for (const [latitude, longitude] of [
    [south, west],
    [north, east],
  ] as const)
    for (const { country } of indexes) checkCoordinates(country, { latitude, longitude }, 'within');
  if (south > north || west > east) {
    const sides = [
      south > north && `south ${south} is above north ${north}`,
      west > east && `west ${west} is beyond east ${east}`,
    ];
    throw notThis('a box', `its sides are south, west, north and east, and ${sides.filter(Boolean).join(' and ')}`);
  }
  const toE7 = (degrees: number): number => Math.round(degrees * 1e7);
  return { south: toE7(south), west: toE7(west), north: toE7(north), east: toE7(east) };
}

export function notThis(got: string, sentence: string): AddressLookupError {
  return new AddressLookupError('invalid-within', `Got ${got} for within; ${sentence}.`, { got });
}

/** Sorted, and those that touch or overlap as one. */
export function unitedRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const united: [from: number, to: number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = united.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (from < to) united.push([from, to]);
  }
  return united;
}

interface Found {
  readonly index: CountryIndex;
  readonly ranges: readonly AddressRange[];
}

/** What only contexts end with. */
const CONTEXT = /-[0-9a-z]{4}$/;

function contextAmong(indexes: readonly CountryIndex[], text: string): Found {
  for (const index of indexes) {
    const target = readContext(index.country, text);
    // Of another country, or a municipality with a hyphen in its name.
    if (target === undefined) continue;
    const context = resolveContext(index, target);
    if (context !== undefined) return { index, ranges: rangesOf(index, context) };
    throw new AddressLookupError(
      'invalid-within',
      `Got context ${quotedList([text])}, which this release of "${index.country}" no longer has. Search again to get one.`,
      { got: text },
    );
  }
  return municipalityAmong(indexes, text);
}

/** The addresses that a context leads to. */
export function rangesOf(index: CountryIndex, context: ResolvedContext): readonly AddressRange[] {
  const withPostcode = (from: number, to: number, postcode: string | undefined): readonly AddressRange[] =>
    postcode === undefined ? [[from, to]] : runsOf(housesWithin(index, range(from, to), postcode));
  switch (context.kind) {
    case 'house':
      return [[context.ordinal, context.ordinal + 1]];
    case 'boxes':
      return runsOf(boxesOf(index, context.ordinal));
    case 'streetGroup':
      return index.names.streetsOf(context.ordinal).map(({ street }) => index.streets.addressesOf(street));
    case 'street':
      return withPostcode(...index.streets.addressesOf(context.ordinal), context.postcode);
    default:
      return withPostcode(
        ...index.addressesUnder(context.kind, context.ordinal),
        'postcode' in context ? context.postcode : undefined,
      );
  }
}

interface Municipality {
  readonly index: CountryIndex;
  readonly ordinal: number;
  readonly code: string | undefined;
  readonly name: string;
  /** 0 by its code, 1 by a name, 2 by another name: Bergen is a municipality of its own before it is Mons. */
  readonly by: number;
}

function municipalityAmong(indexes: readonly CountryIndex[], text: string): Found {
  const called = indexes.flatMap((index) => municipalitiesOf(index).get(nameKey(text)) ?? []);
  const best = Math.min(...called.map(({ by }) => by));
  const [only, ...others] = called.filter(({ by }) => by === best);
  if (only === undefined) throw notThere(indexes, text);
  if (others.length > 0) {
    const codes = [only, ...others].map(({ name, code, index }) => `${code} (${name}, ${index.country})`);
    throw new AddressLookupError(
      'invalid-within',
      `Got ${quotedList([text])}, the name of several municipalities: ${codes.join(', ')}. Give the code.`,
      { got: text, allowed: codes },
    );
  }
  return { index: only.index, ranges: [only.index.addressesUnder('municipality', only.ordinal)] };
}

/** Each made on first use: folding the names of a country takes a millisecond. */
const MUNICIPALITIES: WeakMap<CountryIndex, ReadonlyMap<string, readonly Municipality[]>> = new WeakMap();

/** The municipalities by what they are called, folded. */
function municipalitiesOf(index: CountryIndex): ReadonlyMap<string, readonly Municipality[]> {
  return kept(MUNICIPALITIES, index, readMunicipalities);
}

function readMunicipalities(index: CountryIndex): ReadonlyMap<string, readonly Municipality[]> {
  const table = new Map<string, Municipality[]>();
  index.areas.all('municipality').forEach(({ id, names, aliases = [] }, ordinal) => {
    const code = municipalityCode(index.country, id);
    const keys = [code === undefined ? [] : [code], Object.values(names), aliases.map(({ name }) => name)];
    keys.forEach((each, by) => {
      for (const key of new Set(each.map(nameKey)))
        kept(table, key, () => []).push({ index, ordinal, code, name: nameIn(names), by });
    });
  });
  return table;
}

const CODES: Readonly<Record<Country, string>> = { nl: 'GM0363', be: '21004', lu: '0203' };

function notThere(indexes: readonly CountryIndex[], text: string): AddressLookupError {
  const countries = indexes.map(({ country }) => country);
  return new AddressLookupError(
    'invalid-within',
    `Got ${quotedList([text])}, which is no municipality of ${countries.join(', ')} and no context; allowed are the name of a municipality, its code such as ${countries.map((country) => CODES[country]).join(' or ')}, the context of a suggestion, a box (south,west,north,east), and a circle (latitude,longitude,metres).`,
    { got: text },
  );
}
