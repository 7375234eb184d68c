import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/model/country.ts';
import { Scope } from '../../src/search/scope.ts';
import { AREA_KINDS } from '../../src/store/area-table.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

/** Ranges of addresses, ascending and apart. */
function randomRanges(random: Random, length: number): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let at = random.between(0, length / 2); at < length; ) {
    const to = Math.min(length, at + random.between(1, length / 4));
    ranges.push([at, to]);
    at = to + random.between(1, length / 3);
  }
  return ranges;
}

describe.each(COUNTRIES)('a scope in %s', (country) => {
  it('has the addresses of its ranges, and the streets, names and areas that have one of them', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const ranges = randomRanges(new Random(seed), index.addresses.length);
      const scope = new Scope(index, ranges);
      const isIn = (address: number): boolean => ranges.some(([from, to]) => address >= from && address < to);
      const some = (from: number, to: number): boolean => numbers(from, to).some(isIn);
      for (const address of numbers(0, index.addresses.length))
        expect(scope.addresses.has(address)).toBe(isIn(address));
      const streets = numbers(0, index.streets.length).filter((street) => some(...index.streets.addressesOf(street)));
      for (const street of numbers(0, index.streets.length))
        expect(scope.streets.has(street)).toBe(streets.includes(street));
      const [from, to] = [Math.floor(index.streets.length / 3), index.streets.length - 2];
      expect([...scope.streets.between()]).toEqual(streets);
      expect([...scope.streets.between(from, to)]).toEqual(streets.filter((street) => street >= from && street < to));
      expect([...scope.places.between()]).toEqual([...new Set(streets.map((street) => index.streets.placeOf(street)))]);
      for (const kind of AREA_KINDS)
        index.areas.all(kind).forEach((_, area) => {
          expect(scope.hasArea(kind, area)).toBe(some(...index.addressesUnder(kind, area)));
        });
      expect(namesIn(index, scope)).toEqual(namesByReading(index, scope));
    }
  });

  it('of nothing has nothing', async () => {
    const { index } = await openInput(randomInput(country, 1));
    const scope = new Scope(index, []);
    expect([
      scope.isEmpty,
      scope.addresses.has(0),
      scope.streets.has(0),
      [...scope.streets.between()],
      [...scope.places.between()],
    ]).toEqual([true, false, false, [], []]);
    expect(namesIn(index, scope)).toEqual([]);
  });
});

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Leaf and rank of all names, from runs of one leaf and of all: a scope walks its places or the leaves. */
function namesIn(index: CountryIndex, scope: Scope): string[] {
  const { areas, streets } = index.names;
  const whole = [...scope.streetNames([[0, streets.leafCount]])];
  expect(whole.map(({ rank }) => rank)).toEqual(whole.map(({ rank }) => rank).sort((a, b) => a - b));
  const alone = numbers(0, streets.leafCount).flatMap((leaf) => [...scope.streetNames([[leaf, leaf + 1]])]);
  const asText = ({ leaf, feature }: (typeof whole)[number]): string => `${leaf} ${feature.kind} ${feature.ordinal}`;
  expect(alone.map(asText).sort()).toEqual(whole.map(asText).sort());
  const ofAreas = [...scope.areaNames.bestFirst([0, areas.leafCount])];
  return [...ofAreas, ...whole].map(asText).sort();
}

function namesByReading(index: CountryIndex, scope: Scope): string[] {
  const { areas, streets } = index.names;
  const ofAreas = numbers(0, areas.leafCount).flatMap((leaf) => {
    const { kind, ordinal } = areas.featureAt(leaf);
    return scope.has({ kind, ordinal }) ? [`${leaf} ${kind} ${ordinal}`] : [];
  });
  const ofStreets = numbers(0, streets.leafCount).flatMap((leaf) => {
    const { kind, ordinal, language } = streets.featureAt(leaf);
    if (kind === 'street') return scope.streets.has(ordinal) ? [`${leaf} street ${ordinal}`] : [];
    const there = index.names.streetsOf(ordinal).filter(({ street }) => scope.streets.has(street));
    const places = new Set(there.map(({ street }) => index.streets.placeOf(street)));
    if (places.size > 1) return [`${leaf} streetGroup ${ordinal}`];
    // Of a shared alias, only the street that has it.
    const carriers = there.filter(({ street }) => language !== undefined || index.streets.aliasesOf(street).length > 0);
    return carriers.map(({ street }) => `${leaf} street ${street}`);
  });
  return [...ofAreas, ...ofStreets].sort();
}
