import { describe, expect, it } from 'vitest';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { suggestArea, suggestStreet } from '../../src/query/suggestions.ts';
import { fold } from '../../src/text/fold.ts';
import { Oracle, type OracleAddress, type OracleStreet } from '../support/oracle.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

/** What drill-down, postcode search and search in a context list, against reading every address. */

const SEEDS = Array.from({ length: 5 }, (_, i) => i + 1);

function suggest(
  lookup: CountryLookup<Country>,
  request: { search?: string; context?: string },
): readonly Suggestion[] {
  return (lookup.autocomplete({ ...request, perPage: 1000 }) as Page<Suggestion>).results;
}

/** Every document that a suggestion leads to. */
function documentsUnder(lookup: CountryLookup<Country>, { context }: Suggestion): unknown[] {
  const answer = lookup.autocomplete({ context, perPage: 1000 });
  if (answer === null) throw new Error(`Context ${context} leads nowhere.`);
  return 'results' in answer ? answer.results.flatMap((each) => documentsUnder(lookup, each)) : [answer];
}

function documentsOf(addresses: readonly OracleAddress[]): unknown[] {
  return addresses.map(({ document }) => document);
}

/** As sets: a street lists the boxes of a house together, wherever they stand in the order of the index. */
function expectSameDocuments(actual: readonly unknown[], expected: readonly unknown[], about: string): void {
  const sorted = (documents: readonly unknown[]): string[] => documents.map((each) => JSON.stringify(each)).sort();
  expect(sorted(actual), about).toEqual(sorted(expected));
}

/** What is one house in Belgium: the boxes of a number, in one street under one postcode. */
function houseOf({ street, number, letter, postcode }: OracleAddress): string {
  return `${street.id} ${street.place.id} ${number}${letter} ${postcode}`;
}

describe.each<Country>(['nl', 'be', 'lu'])('in random registers of %s', (country) => {
  it('a street lists each of its houses once, in natural order, and they lead to its addresses', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup, index } = await openInput(input);
      const { addresses } = new Oracle(input);
      for (let street = 0; street < index.streets.length; street++) {
        const placeId = index.areas.at('place', index.streets.placeOf(street)).id;
        const own = addresses.filter(
          (each) => each.street.id === index.streets.idOf(street) && each.street.place.id === placeId,
        );
        const houses = suggest(lookup, { context: suggestStreet(index, street).context });
        const about = `${seed}: ${index.streets.nameOf(street)}`;
        expect(houses.length, about).toBe(country === 'be' ? new Set(own.map(houseOf)).size : own.length);
        const firsts = houses.map((house) => documentsUnder(lookup, house)[0]);
        const documents = own.map(({ document }) => JSON.stringify(document));
        const positions = firsts.map((first) => documents.indexOf(JSON.stringify(first)));
        expect(positions, about).toEqual([...positions].sort((a, b) => a - b));
        expectSameDocuments(
          houses.flatMap((house) => documentsUnder(lookup, house)),
          documentsOf(own),
          about,
        );
      }
    }
  });

  it('a whole postcode lists its streets, and each opens into its addresses of that postcode', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const { addresses } = new Oracle(input);
      for (const postcode of new Set(addresses.map((address) => address.postcode).filter(Boolean))) {
        const own = addresses.filter((address) => address.postcode === postcode);
        const streets = suggest(lookup, { search: postcode }).filter(({ description }) =>
          description.startsWith(postcode),
        );
        expect(streets.length).toBe(new Set(own.map(({ street }) => street)).size);
        expect(streets.every(({ precision }) => precision === 'Street')).toBe(true);
        expectSameDocuments(
          streets.flatMap((street) => documentsUnder(lookup, street)),
          documentsOf(own),
          `${seed}: ${postcode}`,
        );
      }
    }
  });

  it('the beginning of a postcode lists the places it covers, largest first, and each opens into its addresses that begin so', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const { addresses } = new Oracle(input);
      const prefixes =
        country === 'nl' ? ['1', '10', '100', '1000', '1000A', '138', '9', '77'] : ['1', '10', '100', '138', '9', '77'];
      for (const prefix of prefixes) {
        const own = addresses.filter((address) => address.postcode.startsWith(prefix));
        const counts = new Map<number, number>();
        for (const { street } of own) counts.set(street.place.id, (counts.get(street.place.id) ?? 0) + 1);
        const places = suggest(lookup, { search: prefix }).filter(({ description }) =>
          / address(?:es)? with postcode /.test(description),
        );
        const listed = places.map(({ description }) => Number(/: (\d+) address/.exec(description)![1]));
        expect(listed, `${seed}: ${prefix}`).toEqual([...counts.values()].sort((a, b) => b - a));
        expectSameDocuments(
          places.flatMap((place) => documentsUnder(lookup, place)),
          documentsOf(own),
          `${seed}: ${prefix}`,
        );
      }
    }
  });

  it('a search inside an area lists every street there with a name or alias in which a word begins so, and no other beside them', async () => {
    let found = 0;
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup, index } = await openInput(input);
      const { streets } = new Oracle(input);
      const random = new Random(seed);
      const begins = ({ keys, aliases }: OracleStreet, term: string): boolean =>
        [...keys, ...aliases].some((key) => ` ${key}`.includes(` ${term}`));
      for (const kind of ['province', 'municipality', 'place'] as const) {
        index.areas.all(kind).forEach(({ id }, position) => {
          const { context } = suggestArea(index, kind, position);
          const inside = streets.filter((street) => street[kind].id === id);
          for (const term of [
            'k',
            'ker',
            'rue',
            'r',
            'h',
            'zand',
            'oude weg',
            'haaptstrooss',
            'zuid',
            fold(random.pick(streets).keys[0]!) || 'k',
            'zzz',
          ]) {
            const listed = suggest(lookup, { context, search: term }).filter(({ precision }) => precision === 'Street');
            const expected = inside.filter((street) => begins(street, term));
            // Where nothing begins so, what is nearly so may be offered.
            if (expected.length === 0) continue;
            expect(listed.length, `${seed}: ${term} in ${kind} ${id}`).toBe(expected.length);
            const labels = listed.map(({ label }) => label);
            for (const { names } of expected) {
              const isListed = Object.values(names).some((name) => labels.includes(name));
              expect(isListed, `${seed}: ${term} in ${kind} ${id}`).toBe(true);
            }
            found += listed.length;
          }
        });
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});
