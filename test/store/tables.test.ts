import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { formatPostcode, parsePostcode } from '../../src/model/postcode.ts';
import { AddressTable } from '../../src/store/address-table.ts';
import { collectStreetGroups, rankedNameKeys } from '../../src/store/name-keys.ts';
import {
  identityOf,
  type NamedFeature,
  NameTrie,
  packFeature,
  trieNameOf,
  unpackFeature,
} from '../../src/store/name-trie.ts';
import { NameIndex } from '../../src/store/names.ts';
import { NearestHits } from '../../src/store/nearest-hits.ts';
import { orderInput } from '../../src/store/order.ts';
import { packNamed } from '../../src/store/pack-named.ts';
import { PostcodeTable } from '../../src/store/postcode-table.ts';
import { LANGUAGES, StreetTable } from '../../src/store/street-table.ts';
import { Oracle } from '../support/oracle.ts';
import { nameKey } from '../support/oracle-folding.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

const SEEDS = [1, 2, 3];
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe.each<Country>(COUNTRIES)('of random registers of %s', (country) => {
  it('addresses are in order of area, street, number and suffix, and each is read as it was given', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { addresses } = new Oracle(input);
      const ordered = orderInput(input);
      expect(Array.from(ordered.rows, (row) => input.addresses.id[row])).toEqual(addresses.map(({ id }) => id));
      const { index } = await openInput(input);
      const table = index.addresses;
      expect(table).toBeInstanceOf(AddressTable);
      expect(table.length).toBe(addresses.length);
      addresses.forEach((expected, i) => {
        const { letter, addition } = table.suffixOf(i);
        expect([table.idOf(i), table.numberOf(i), letter, addition, table.isProposed(i)]).toEqual([
          expected.id,
          expected.number,
          expected.letter,
          expected.addition,
          expected.isProposed,
        ]);
        expect(table.hasPosition(i)).toBe(expected.position !== null);
        if (expected.position !== null) {
          expect([table.latE7Of(i) / 1e7, table.lonE7Of(i) / 1e7]).toEqual(expected.position);
        }
        expect(formatPostcode(country, index.postcodes.codeAt(table.postcodeOf(i)))).toBe(expected.postcode);
      });
    }
  });

  it('streets have their names, aliases, place and addresses', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { addresses } = new Oracle(input);
      const { index } = await openInput(input);
      const { streets, areas } = index;
      expect(streets).toBeInstanceOf(StreetTable);
      for (const [i, { street }] of addresses.entries()) {
        const ordinal = streets.streetOf(i);
        const [from, to] = streets.addressesOf(ordinal);
        expect(i >= from && i < to).toBe(true);
        expect(Object.entries(streets.namesOf(ordinal))).toEqual(expect.arrayContaining(Object.entries(street.names)));
        expect(Object.keys(streets.namesOf(ordinal))[0]).toBe(Object.keys(street.names)[0]);
        for (const language of LANGUAGES) {
          const official = Object.values(street.names)[0];
          expect(streets.nameOf(ordinal, language)).toBe(street.names[language] ?? official);
        }
        expect(streets.idOf(ordinal)).toBe(street.id);
        expect(streets.streetsWithId(street.id)).toContain(ordinal);
        expect(areas.at('place', streets.placeOf(ordinal)).id).toBe(street.place.id);
        const aliases = streets.aliasesOf(ordinal).map(nameKey);
        for (const alias of street.aliases) expect(aliases).toContain(alias);
      }
      expect(streets.addressesOf(streets.length - 1)[1]).toBe(addresses.length);
    }
  });

  it('postcodes tell the streets and places that have them, with how many addresses', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { addresses } = new Oracle(input);
      const { index } = await openInput(input);
      const { postcodes, streets } = index;
      expect(postcodes).toBeInstanceOf(PostcodeTable);
      const all = [...new Set(addresses.map(({ postcode }) => postcode))].filter(Boolean).sort();
      all.forEach((postcode, i) => {
        const code = parsePostcode(country, postcode)!;
        const ordinal = postcodes.ordinalOf(code);
        // Ordinal 0 is no postcode; the others ascend.
        expect([ordinal, postcodes.codeAt(ordinal)]).toEqual([i + 1, code]);
        expect(postcodes.ordinalsBetween(code, code + 1)).toEqual([ordinal, ordinal + 1]);
        const counts = new Map<number, number>();
        addresses.forEach((address, at) => {
          if (address.postcode !== postcode) return;
          const street = streets.streetOf(at);
          counts.set(street, (counts.get(street) ?? 0) + 1);
        });
        const expected = [...counts].sort(([a], [b]) => a - b).map(([street, count]) => ({ street, addresses: count }));
        expect(postcodes.streetsOf(ordinal)).toEqual(expected);
        for (const street of range(0, streets.length)) {
          expect(postcodes.covers(ordinal, street)).toBe(counts.has(street));
        }
      });
      expect(postcodes.ordinalOf(parsePostcode(country, country === 'nl' ? '8888XX' : '8888')!)).toBe(-1);
      const places = postcodes.placesBetween(1000, 2000);
      const counted = new Map<number, number>();
      addresses.forEach(({ postcode }, at) => {
        if (!postcode.startsWith('1')) return;
        const place = streets.placeOf(streets.streetOf(at));
        counted.set(place, (counted.get(place) ?? 0) + 1);
      });
      expect(new Map(places)).toEqual(counted);
    }
  });

  it('a name knows its streets, in the language in which each has it, its places and its addresses', async () => {
    let shared = 0;
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const ordered = orderInput(input);
      const { index } = await openInput(input);
      const { names, streets } = index;
      expect(names).toBeInstanceOf(NameIndex);
      const collected = collectStreetGroups(ordered);
      expect(names.streetGroupCount).toBe(collected.length);
      expect(collected.map(({ hash }) => hash)).toEqual(collected.map(({ hash }) => hash).sort((a, b) => a - b));
      collected.forEach(({ key, hash }, ordinal) => {
        const carriers = range(0, streets.length).filter((street) =>
          Object.values(streets.namesOf(street)).some((name) => nameKey(name) === key),
        );
        const found = names.streetsOf(ordinal);
        expect(found.map(({ street }) => street)).toEqual(carriers);
        for (const { street, language } of found) expect(nameKey(streets.namesOf(street)[language]!)).toBe(key);
        expect(names.countPlaces(ordinal)).toBe(new Set(carriers.map((street) => streets.placeOf(street))).size);
        const sizes = carriers.map((street) => streets.addressesOf(street)).map(([from, to]) => to - from);
        expect(names.countAddresses(ordinal)).toBe(sizes.reduce((sum, size) => sum + size, 0));
        expect(nameKey(names.labelOf(ordinal))).toBe(key);
        expect([names.streetGroupWithHash(hash), names.streetGroupWithHash(hash + 0.5)]).toEqual([ordinal, -1]);
        shared += Number(carriers.length > 1);
      });
      // The leaves of a street are those whose name leads to it.
      expect(names.streets).toBeInstanceOf(NameTrie);
      for (const street of range(0, streets.length)) {
        const expected = range(0, names.streets.leafCount).filter((leaf) => {
          const { kind, ordinal } = names.streets.featureAt(leaf);
          return kind === 'street'
            ? ordinal === street
            : names.streetsOf(ordinal).some((each) => each.street === street);
        });
        expect([...names.leavesOfStreet(street)]).toEqual(expected);
      }
      const keys = rankedNameKeys(ordered, collected);
      expect(keys.length).toBe(names.areas.leafCount + names.streets.leafCount);
      // Whole names come before later words.
      const inner = keys.map(({ isInner }) => Number(isInner));
      expect(inner).toEqual([...inner].sort());
    }
    expect(shared).toBeGreaterThan(3);
  });

  it('areas are packed the same, whatever the order of the input', () => {
    const [one, other] = [1, 1].map((seed) => packNamed(orderInput(randomInput(country, seed))).areas);
    expect(Buffer.from(one!).equals(Buffer.from(other!))).toBe(true);
    expect(one!.length).toBeGreaterThan(100);
  });
});

it('a thing with a name is one number, and things are the same where their identities are', () => {
  const feature: fc.Arbitrary<NamedFeature> = fc.record({
    kind: fc.constantFrom('region', 'province', 'municipality', 'place', 'street', 'streetGroup'),
    ordinal: fc.nat({ max: 300_000 }),
    language: fc.constantFrom('nl', 'fr', 'de', 'lb', undefined),
    isInner: fc.boolean(),
  });
  fc.assert(
    fc.property(feature, feature, (a, b) => {
      expect(unpackFeature(packFeature(a))).toEqual(a);
      const isSame = a.kind === b.kind && a.ordinal === b.ordinal;
      if (trieNameOf(a) === trieNameOf(b))
        expect(identityOf(packFeature(a)) === identityOf(packFeature(b))).toBe(isSame);
    }),
  );
});

it('the nearest hits are those that sorting all of them gives first, in one search after the other', () => {
  const nearest = new NearestHits();
  const hit = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 1000 }));
  const few = fc.uniqueArray(hit, { selector: ([, address]) => address });
  const many = fc.uniqueArray(hit, { selector: ([, address]) => address, minLength: 100, maxLength: 300 });
  let selected = 0;
  fc.assert(
    fc.property(fc.oneof(few, many), fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 300 })), (offered, capacity) => {
      nearest.reset(capacity);
      for (const [distance, address] of offered) {
        if (distance > nearest.bound) continue;
        nearest.distances[nearest.kept] = distance;
        nearest.addresses[nearest.kept] = address;
        if (++nearest.kept === nearest.room) nearest.makeRoom();
      }
      const sorted = [...offered].sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, capacity);
      if (capacity === 0) expect(nearest.bound).toBe(-1);
      // What is left out is never nearer than what is wanted.
      else expect(nearest.bound).toBeGreaterThanOrEqual(sorted.at(-1)?.[0] ?? 0);
      if (Number.isFinite(nearest.bound) && capacity > 0) selected++;
      expect(nearest.take()).toEqual(sorted.map(([, address]) => address));
    }),
    { numRuns: 300 },
  );
  expect(selected).toBeGreaterThan(20);
});
