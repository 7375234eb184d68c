import type { Names } from '../model/country.ts';
import type { AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { areaKey, eachNumber, NumberFilter } from './numbers-somewhere.ts';
import type { NamedPlace, PlaceNames } from './place-names.ts';
import { WrittenStreetName } from './street-names.ts';

/**
 * Which house numbers the streets of today once had: those of streets that were called so, in a place that was. Of the rows whose number their
 * street lacks, most have one that it never had.
 *
 * What a street once had is looked up when it is first asked about, in some 20 µs: no row waits for a whole country.
 */
export class NumbersInStreets {
  readonly #present: CountryIndex;
  readonly #former: CountryIndex;
  /** By area of today, the areas of then that were called so. */
  readonly #then: ReadonlyMap<number, readonly NamedPlace[]>;
  /** Numbers of the streets that are known. */
  readonly #filter: NumberFilter;
  readonly #isKnown: Uint8Array;

  /** A microsecond for each place of then, and four bytes for each address. */
  constructor(present: Named, former: Named) {
    this.#present = present.index;
    this.#former = former.index;
    this.#then = areasCalledSo(former.places, present.places);
    this.#filter = new NumberFilter(former.index.addresses.length);
    this.#isKnown = new Uint8Array(present.index.streets.length);
  }

  /** Whether a street of today may have had a number. */
  mayHave(street: number, number: number): boolean {
    if (this.#isKnown[street] === 0) this.#learn(street);
    return this.#filter.has(street, number);
  }

  #learn(street: number): void {
    this.#isKnown[street] = 1;
    const { streets, areas } = this.#present;
    const around = areas.lineOf('place', streets.placeOf(street));
    const then = around.flatMap(({ kind, ordinal }) => (isNamed(kind) && this.#then.get(areaKey(kind, ordinal))) || []);
    if (then.length === 0) return;
    const found = new Set<number>();
    for (const name of Object.values(streets.namesOf(street))) {
      const written = new WrittenStreetName(this.#former, name);
      for (const { from, to } of then) for (const each of written.streetsIn(from, to).keys()) found.add(each);
    }
    for (const each of found) {
      if (this.#isAnother(each, street)) continue;
      eachNumber(this.#former, ...this.#former.streets.addressesOf(each), (number) => this.#filter.add(street, number));
    }
  }

  /** Whether a street of then is still there, called as it was, and another one than this street of today. */
  #isAnother(then: number, street: number): boolean {
    const { streets } = this.#present;
    const names = this.#former.streets.namesOf(then);
    const still = streets.streetsWithId(this.#former.streets.idOf(then));
    return still.length > 0 && still.every((each) => each !== street && areSame(names, streets.namesOf(each)));
  }
}

interface Named {
  readonly index: CountryIndex;
  readonly places: PlaceNames;
}

/** By area of today, the places and municipalities of then with one of its names. */
function areasCalledSo(then: PlaceNames, today: PlaceNames): ReadonlyMap<number, readonly NamedPlace[]> {
  const called = new Map<number, NamedPlace[]>();
  for (const [name, places] of then.all()) {
    for (const { kind, ordinal } of today.named(name)) {
      const key = areaKey(kind, ordinal);
      const known = called.get(key) ?? [];
      called.set(key, [...known, ...places.filter((each) => each.kind !== 'province' && !known.some(isSame(each)))]);
    }
  }
  return called;
}

function isSame({ kind, ordinal }: NamedPlace): (other: NamedPlace) => boolean {
  return (other) => other.kind === kind && other.ordinal === ordinal;
}

function areSame(some: Names, others: Names): boolean {
  const [a, b] = [Object.values(some), Object.values(others)];
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

function isNamed(kind: AreaKind): kind is NamedPlace['kind'] {
  return kind !== 'region';
}
