import { nameKey } from '../../src/text/fold.ts';
import { append } from '../readers/columns.ts';
import type { ResolvedAddresses } from './resolve.ts';
import { WITHDRAWN } from './statuses.ts';
import type { ExtractTables } from './tables.ts';
import { type AreaNames, placeNames } from './to-address.ts';

/** A street by a name that it has or had, in a place by such a name. */
interface StreetName {
  /** Identifier of the street. */
  readonly id: number;
  readonly name: string;
  readonly place: FormerPlace;
}

/** A place as it is called or was; of today's places by the number of today. */
interface FormerPlace {
  readonly key: string;
  readonly id: number;
  readonly name: string;
  /** Positions in `Versions.names` by what streets are called there. */
  readonly numbers: Map<string, number>;
}

/** What a street was called during a part of a period. */
interface NamedUntil {
  /** Position in `Versions.names`. */
  readonly name: number;
  readonly until: number;
}

interface Version {
  readonly name: string;
  readonly begin: number;
  readonly end: number;
}

interface StreetVersion extends Version {
  readonly place: number;
}

/** The end of a period that has none. */
export const FOREVER = 99_999_999;

/** What streets and places were called when. Names are compared folded: another spelling of case or signs is no other name. */
export class Versions {
  /** Every name of a street in a place that was asked for. */
  readonly names: StreetName[] = [];
  /** Periods in which a number was on a street or in a place that did not exist then. */
  gaps: number = 0;
  readonly #areas: AreaNames;
  readonly #tables: ExtractTables;
  /** By identifier, the versions that have ended, then the one of today. */
  readonly #streets: Map<number, readonly StreetVersion[]>;
  readonly #places: Map<number, readonly Version[]>;
  readonly #todays: ReadonlyMap<number, string>;
  /** By identifier and name. */
  readonly #placeOf = new Map<number, Map<string, FormerPlace>>();
  readonly #placeBy = new Map<string, FormerPlace>();
  readonly #todaysByName = new Map<string, number[]>();
  /** By row of the street: its name's position in its own place, `UNKNOWN` until asked for. */
  readonly #ofRow: Int32Array;
  readonly #hasOther: Int8Array;

  constructor(tables: ExtractTables, { place }: ResolvedAddresses, areas: AreaNames) {
    this.#tables = tables;
    this.#areas = areas;
    const names = placeNames(tables);
    let last = -1;
    const used = new Set<number>();
    for (const each of place) {
      if (each !== last) used.add(each);
      last = each;
    }
    this.#todays = new Map([...used].sort((a, b) => a - b).map((id) => [id, names.get(id)!]));
    for (const [id, name] of this.#todays) append(this.#todaysByName, nameKey(name), id);
    this.#streets = streetVersions(tables);
    this.#places = placeVersions(tables, names);
    this.#ofRow = new Int32Array(tables.streets.columns.id.length).fill(UNKNOWN);
    this.#hasOther = new Int8Array(tables.streets.columns.id.length).fill(UNKNOWN);
  }

  /** What a street was called from one day until another; `ownPlace` is where the number lies if not where its street does, or 0. */
  between(street: number, ownPlace: number, begin: number, end: number): NamedUntil[] {
    const found: NamedUntil[] = [];
    for (const named of this.#streets.get(street) ?? []) {
      const from = Math.max(begin, named.begin);
      const to = Math.min(end, named.end);
      if (from >= to) continue;
      for (const place of this.#places.get(ownPlace || named.place) ?? []) {
        const until = Math.min(to, place.end);
        if (Math.max(from, place.begin) >= until) continue;
        const name = this.#number(street, named.name, this.#placeNamed(ownPlace || named.place, place.name));
        found.push({ name, until });
      }
    }
    if (found.length === 0) this.gaps++;
    return found;
  }

  /** Whether a street of today, a row of the table, had another name or was in another place. */
  hasOther(row: number): boolean {
    if (this.#hasOther[row] === UNKNOWN) {
      const { columns, names } = this.#tables.streets;
      const own = nameKey(names[row]!);
      const { key } = this.#placeNamed(columns.place[row]!, this.#todays.get(columns.place[row]!) ?? '');
      const isOther = (street: StreetVersion): boolean =>
        nameKey(street.name) !== own ||
        (this.#places.get(street.place) ?? []).some(({ name }) => this.#placeNamed(street.place, name).key !== key);
      this.#hasOther[row] = Number(this.#streets.get(columns.id[row]!)!.some(isOther));
    }
    return this.#hasOther[row] === 1;
  }

  /** The position of the name of a street of today, a row of the table, in a place. */
  nameOf(row: number, place: number): number {
    const { columns, names } = this.#tables.streets;
    return this.#number(columns.id[row]!, names[row]!, this.#placeNamed(place, this.#todays.get(place)!));
  }

  /** The same once all have been asked for that were: -1 for a name that none of them is. */
  foundNameOf(row: number, place: number): number {
    const { columns } = this.#tables.streets;
    if (place !== columns.place[row]) return this.#find(row, place);
    if (this.#ofRow[row] === UNKNOWN) this.#ofRow[row] = this.#find(row, place);
    return this.#ofRow[row]!;
  }

  #find(row: number, place: number): number {
    const { numbers } = this.#placeNamed(place, this.#todays.get(place)!);
    return numbers.get(nameKey(this.#tables.streets.names[row]!)) ?? -1;
  }

  #number(id: number, name: string, place: FormerPlace): number {
    let number = place.numbers.get(name);
    if (number === undefined) {
      const key = nameKey(name);
      number = place.numbers.get(key) ?? this.names.push({ id, name, place }) - 1;
      place.numbers.set(key, number).set(name, number);
    }
    return number;
  }

  /** A place by one of its names: that of today which is called so, itself or the one in its municipality, or the only one. */
  #placeNamed(id: number, name: string): FormerPlace {
    const named = this.#placeOf.get(id) ?? new Map<string, FormerPlace>();
    this.#placeOf.set(id, named);
    let place = named.get(name);
    if (place === undefined) {
      const { municipalityOfPlace } = this.#areas;
      const called = this.#todaysByName.get(nameKey(name)) ?? [];
      const inMunicipality = called.filter((each) => municipalityOfPlace.get(each) === municipalityOfPlace.get(id));
      const today = called.includes(id) ? id : (inMunicipality[0] ?? (called.length === 1 ? called[0] : undefined));
      const key = today === undefined ? `${id} ${nameKey(name)}` : `${today}`;
      place = this.#placeBy.get(key) ?? {
        key,
        ...(today === undefined ? { id, name } : { id: today, name: this.#todays.get(today)! }),
        numbers: new Map(),
      };
      this.#placeBy.set(key, place);
      named.set(name, place);
    }
    return place;
  }
}

const UNKNOWN = -2;

function streetVersions({ streets, past }: ExtractTables): Map<number, readonly StreetVersion[]> {
  const versions = new Map<number, StreetVersion[]>();
  const { streets: ended } = past;
  for (let row = 0; row < ended.id.length; row++) {
    const version = {
      name: ended.names[row]!,
      place: ended.place[row]!,
      begin: ended.begin[row]!,
      end: ended.end[row]!,
    };
    append(versions, ended.id[row]!, version);
  }
  const { columns, names } = streets;
  for (let row = 0; row < columns.id.length; row++) {
    if (columns.state[row] === WITHDRAWN) continue;
    const id = columns.id[row]!;
    append(versions, id, {
      name: names[row]!,
      place: columns.place[row]!,
      begin: lastEnd(versions.get(id)),
      end: FOREVER,
    });
  }
  return versions;
}

function placeVersions(
  { places, past }: ExtractTables,
  names: ReadonlyMap<number, string>,
): Map<number, readonly Version[]> {
  const versions = new Map<number, Version[]>();
  const { places: ended } = past;
  for (let row = 0; row < ended.id.length; row++) {
    append(versions, ended.id[row]!, { name: ended.names[row]!, begin: ended.begin[row]!, end: ended.end[row]! });
  }
  const { columns } = places;
  for (let row = 0; row < columns.id.length; row++) {
    if (columns.state[row] === WITHDRAWN) continue;
    const id = columns.id[row]!;
    append(versions, id, { name: names.get(id)!, begin: lastEnd(versions.get(id)), end: FOREVER });
  }
  return versions;
}

/** The day from which the version of today holds: it lasted from the one before, or from the beginning. */
function lastEnd(versions: readonly Version[] = []): number {
  return versions.reduce((last, { end }) => Math.max(last, Math.min(end, FOREVER)), 0);
}
