import type { Names } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { areaKey, eachNumber, NumberFilter } from './numbers-somewhere.ts';
import type { NamedPlace, PlaceNames } from './place-names.ts';
import { WrittenStreetName } from './street-names.ts';

/**
 * Which house numbers the streets of today once had, or streets of their name and place that are gone. Of the rows whose number their street
 * lacks, most have one that it never had.
 */
export class NumbersInStreets {
  readonly #filter: NumberFilter;

  /** Some 15 µs for each street of then, and four bytes for each address. */
  constructor(present: Named, { index: former, places }: Named) {
    this.#filter = new NumberFilter(former.addresses.length);
    const called = areasCalledSo(present.places, places);
    for (const [place, { parent }] of former.areas.all('place').entries()) {
      const around = [areaKey('place', place), areaKey('municipality', parent)];
      const today = around.flatMap((key) => called.get(key) ?? []);
      const [first, end] = former.areas.childrenOf('place', place);
      for (let street = first; street < end; street++) {
        const streets = streetsCalledSo(present.index, today, former, street);
        eachNumber(former, ...former.streets.addressesOf(street), (number) => {
          for (const each of streets) this.#filter.add(each, number);
        });
      }
    }
  }

  /** Whether a street of today may have had a number. */
  mayHave(street: number, number: number): boolean {
    return this.#filter.has(street, number);
  }
}

interface Named {
  readonly index: CountryIndex;
  readonly places: PlaceNames;
}

/** By area of then, the areas of today that are called so. */
function areasCalledSo(today: PlaceNames, then: PlaceNames): ReadonlyMap<number, readonly NamedPlace[]> {
  const called = new Map<number, readonly NamedPlace[]>();
  for (const [name, places] of then.all()) {
    for (const { kind, ordinal } of places) {
      const key = areaKey(kind, ordinal);
      called.set(key, [...(called.get(key) ?? []), ...today.named(name)]);
    }
  }
  return called;
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
