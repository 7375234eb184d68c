import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import { type ListContext, parseContext, resolveContext } from '../../src/query/context.ts';
import { housesWithin, listChildren, listStreetsOfPostcode, streetsOfPostcode } from '../../src/query/drill-down.ts';
import { listBoxes, listHouses } from '../../src/query/house-list.ts';
import type { LazyList } from '../../src/query/paging.ts';
import { boxesOf } from '../../src/search/house-match.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';
import { belgianTown, luxembourgTown } from '../support/towns.ts';

const SEEDS = [1, 2, 3, 4];

function ordinalsOf(index: CountryIndex, list: LazyList<Suggestion>): number[] {
  return list
    .slice(0, list.total)
    .map(({ context }) => resolveContext(index, parseContext(index.country, context))!.ordinal);
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe.each<Country>(COUNTRIES)('in random registers of %s', (country) => {
  it('every area lists what lies directly under it, in index order, so that all of it is listed once', async () => {
    for (const seed of SEEDS) {
      const { index } = await openInput(randomInput(country, seed));
      const { areas, streets } = index;
      const under = (context: ListContext): number[] => ordinalsOf(index, listChildren(index, context));
      const municipalities = areas.all('municipality');
      for (const ordinal of areas.all('province').keys()) {
        expect(under({ kind: 'province', ordinal })).toEqual(
          [...municipalities.keys()].filter((each) => municipalities[each]!.parent === ordinal),
        );
      }
      for (const ordinal of areas.all('region').keys()) {
        const inRegion = (each: number): boolean =>
          areas.at('province', municipalities[each]!.parent).parent === ordinal;
        expect(under({ kind: 'region', ordinal })).toEqual([...municipalities.keys()].filter(inRegion));
      }
      for (const ordinal of municipalities.keys()) {
        const places = [...areas.all('place').keys()].filter((each) => areas.at('place', each).parent === ordinal);
        expect(under({ kind: 'municipality', ordinal })).toEqual(places);
      }
      for (const ordinal of areas.all('place').keys()) {
        const inPlace = range(0, streets.length).filter((street) => streets.placeOf(street) === ordinal);
        expect(under({ kind: 'place', ordinal })).toEqual(inPlace);
      }
    }
  });

  it('the streets of a postcode, or of the beginning of one, are those that have an address with it', async () => {
    let [found, partly] = [0, 0];
    for (const seed of SEEDS) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (const prefix of ['1', '1000', '1381', '10', '9999', '1000AB', '5']) {
        const having = range(0, register.streetCount).filter((street) => {
          const { from, to } = register.streetAt(street);
          return range(from, to).some((address) => register.postcodeOf(address).startsWith(prefix));
        });
        const [low, high] = [1, register.streetCount - 1];
        expect(streetsOfPostcode(index, prefix, 0, register.streetCount)).toEqual(having);
        expect(streetsOfPostcode(index, prefix, low, high)).toEqual(
          having.filter((street) => street >= low && street < high),
        );
        const list = listStreetsOfPostcode(index, prefix, undefined);
        expect(ordinalsOf(index, list)).toEqual(having);
        for (const street of having) {
          const { from, to } = register.streetAt(street);
          const own = range(from, to).filter((address) => register.postcodeOf(address).startsWith(prefix));
          expect(housesWithin(index, range(from, to), prefix)).toEqual(own);
          found += own.length;
          partly += Number(own.length < to - from);
        }
      }
    }
    expect(found).toBeGreaterThan(100);
    expect(partly).toBeGreaterThan(10);
  });

  it('the streets of a name come in the order of their places, those with most addresses first', async () => {
    let pairs = 0;
    for (const seed of SEEDS) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      const sizeOfPlace = (street: number): number =>
        range(0, register.addressCount).filter(
          (address) => index.streets.placeOf(register.streetOf(address).street) === index.streets.placeOf(street),
        ).length;
      for (let name = 0; name < index.names.streetGroupCount; name++) {
        const streets = index.names.streetsOf(name);
        const ordered = ordinalsOf(index, listChildren(index, { kind: 'streetGroup', ordinal: name }));
        expect([...ordered].sort()).toEqual(streets.map(({ street }) => street).sort());
        for (let i = 1; i < ordered.length; i++) {
          const [before, after] = [ordered[i - 1]!, ordered[i]!];
          const difference = sizeOfPlace(before) - sizeOfPlace(after);
          expect(difference > 0 || (difference === 0 && before < after)).toBe(true);
          pairs++;
        }
      }
    }
    expect(pairs).toBeGreaterThan(20);
  });

  it('a list of houses has every address once, in the order given; in Belgium once a house', async () => {
    let boxes = 0;
    for (const seed of SEEDS) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      const houseOf = (address: number): string => {
        if (country !== 'be') return String(address);
        const { street } = register.streetOf(address);
        const { letter } = register.suffixOf(address);
        return `${street} ${register.numberOf(address)}${letter} ${register.postcodeOf(address)}`;
      };
      const addresses = new Random(seed).shuffle(range(0, register.addressCount));
      const firsts = addresses.filter(
        (each, i) => addresses.findIndex((other) => houseOf(other) === houseOf(each)) === i,
      );
      const list = listHouses(index, addresses, undefined);
      expect(ordinalsOf(index, list)).toEqual(firsts);
      for (const each of list.slice(0, list.total)) {
        const { kind, ordinal } = resolveContext(index, parseContext(country, each.context))!;
        const siblings = addresses.filter((other) => houseOf(other) === houseOf(ordinal));
        expect(kind).toBe(siblings.length > 1 ? 'boxes' : 'house');
        if (country !== 'be') continue;
        expect(boxesOf(index, ordinal)).toEqual([...siblings].sort((a, b) => a - b));
        expect(
          ordinalsOf(
            index,
            listBoxes(index, ordinal, undefined, () => true),
          ),
        ).toEqual(boxesOf(index, ordinal));
        boxes += siblings.length - 1;
      }
      for (const ordinal of range(0, index.streets.length)) {
        const all = ordinalsOf(index, listChildren(index, { kind: 'street', ordinal }));
        const houses = range(...index.streets.addressesOf(ordinal));
        expect(all).toEqual(ordinalsOf(index, listHouses(index, houses, undefined)));
      }
    }
    expect(boxes > 20).toBe(country === 'be');
  });

  it('a part of a list is what the whole has there', async () => {
    for (const seed of SEEDS) {
      const { index } = await openInput(randomInput(country, seed));
      const random = new Random(seed);
      const contexts: ListContext[] = [
        { kind: 'province', ordinal: 0 },
        { kind: 'municipality', ordinal: 0 },
        { kind: 'place', ordinal: 0 },
        { kind: 'place', ordinal: 0, postcode: '1' },
        { kind: 'street', ordinal: 0 },
        { kind: 'street', ordinal: 0, postcode: '1' },
        { kind: 'streetGroup', ordinal: 0 },
        { kind: 'boxes', ordinal: 0 },
      ];
      for (const context of contexts) {
        const list = listChildren(index, context);
        const whole = list.slice(0, list.total);
        expect(whole).toHaveLength(list.total);
        const from = random.between(0, list.total);
        const to = random.between(from, list.total);
        expect(list.slice(from, to)).toEqual(whole.slice(from, to));
      }
    }
  });
});

it('a Belgian house lists its boxes, and a house of a Luxembourg street is one of its own', async () => {
  const { index } = await belgianTown();
  const labels = (list: LazyList<Suggestion>): string[] => list.slice(0, list.total).map(({ label }) => label);
  const street = range(0, index.streets.length).find((each) => index.streets.nameOf(each, 'nl') === 'Wetstraat')!;
  const houses = listChildren(index, { kind: 'street', ordinal: street, language: 'nl' });
  expect(labels(houses).slice(-3)).toEqual(['Wetstraat 3', 'Wetstraat 16', 'Wetstraat 20']);
  const house = ordinalsOf(index, houses).at(-2)!;
  expect(labels(listChildren(index, { kind: 'boxes', ordinal: house, language: 'nl' }))).toEqual([
    'Wetstraat 16',
    'Wetstraat 16 bus 1',
    'Wetstraat 16 bus 0002',
    'Wetstraat 16 bus b2.1',
    'Wetstraat 16 bus 28',
  ]);
  const { index: lu } = await luxembourgTown();
  const [from, to] = lu.streets.addressesOf(0);
  expect(listChildren(lu, { kind: 'street', ordinal: 0 }).total).toBe(to - from);
});
