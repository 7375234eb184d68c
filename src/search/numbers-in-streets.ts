import type { Names } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { areaKey, eachNumber, NumberFilter } from './numbers-somewhere.ts';
import type { NamedCountry, NamedPlace, PlaceNames } from './place-names.ts';
import { WrittenStreetName } from './written-street-name.ts';

/**
 * Which house numbers the streets of today once had, or streets of their name and place that are gone. Of the rows whose number their street
 * lacks, most have one that it never had.
 *
 * A place is read when one of its streets is first asked about, so that no row waits for a whole country.
 */
export class NumbersInStreets {
  readonly #present: CountryIndex;
  readonly #former: CountryIndex;
  /** By area of then, the areas of today that are called so; and the other way round. */
  readonly #today: AreasByArea;
  readonly #then: AreasByArea;
  readonly #filter: NumberFilter;
  /** Places of today, and streets of then. */
  readonly #readPlaces: Set<number> = new Set();
  readonly #readStreets: Set<number> = new Set();

  /** Some microseconds for each place, four bytes for each address; reading takes some 10 µs for each street of then. */
  constructor(present: NamedCountry, { index: former, places }: NamedCountry) {
    this.#present = present.index;
    this.#former = former;
    this.#today = areasCalledSo(present.places, places);
    this.#then = areasCalledSo(places, present.places);
    this.#filter = new NumberFilter(former.addresses.length);
  }

  /** Whether a street of today may have had a number. */
  mayHave(street: number, number: number): boolean {
    const place = this.#present.streets.placeOf(street);
    if (!this.#readPlaces.has(place)) this.#readPlace(place);
    return this.#filter.has(street, number);
  }

  /** Reads the streets of then in whatever was called as a place of today is, or its municipality. */
  #readPlace(place: number): void {
    this.#readPlaces.add(place);
    const [present, former] = [this.#present, this.#former];
    for (const { from, to } of calledAs(this.#then, present, place)) {
      for (let street = from; street < to; street++) {
        if (this.#readStreets.has(street)) continue;
        this.#readStreets.add(street);
        const today = calledAs(this.#today, former, former.streets.placeOf(street));
        const streets = [...streetsCalledSo(present, today, former, street)];
        eachNumber(former, ...former.streets.addressesOf(street), (number) => {
          for (const each of streets) this.#filter.add(each, number);
        });
      }
    }
  }
}

type AreasByArea = ReadonlyMap<number, readonly NamedPlace[]>;

/** By area of one index, those of another one with one of its names. */
function areasCalledSo(others: PlaceNames, own: PlaceNames): AreasByArea {
  const called = new Map<number, readonly NamedPlace[]>();
  for (const [name, places] of own.all()) {
    for (const { kind, ordinal } of places) {
      const key = areaKey(kind, ordinal);
      called.set(key, [...(called.get(key) ?? []), ...others.named(name)]);
    }
  }
  return called;
}

/** What is called as a place or its municipality is. */
function calledAs(called: AreasByArea, { areas }: CountryIndex, place: number): readonly NamedPlace[] {
  const around = [areaKey('place', place), areaKey('municipality', areas.at('place', place).parent)];
  return around.flatMap((key) => called.get(key) ?? []);
}

/** The streets of today in these areas that a row means by a name of one of then: itself, if it is still there, else whatever is called so. */
function streetsCalledSo(
  present: CountryIndex,
  areas: readonly NamedPlace[],
  former: CountryIndex,
  street: number,
): Iterable<number> {
  const names = former.streets.namesOf(street);
  const same = present.streets
    .streetsWithId(former.streets.idOf(street))
    .filter((each) => areas.some(({ from, to }) => each >= from && each < to));
  if (same.length > 0 && same.every((each) => areSame(names, present.streets.namesOf(each)))) return same;
  const found = new Set(same);
  for (const name of Object.values(names)) {
    const written = new WrittenStreetName(present, name);
    for (const { from, to } of areas) for (const each of written.streetsIn(from, to).keys()) found.add(each);
  }
  return found;
}

function areSame(some: Names, others: Names): boolean {
  const [a, b] = [Object.values(some), Object.values(others)];
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
