import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import { closestStreets, rankByDistance } from '../../src/query/near.ts';
import { NAME_MATCH, penaltyIn } from '../../src/search/cost.ts';
import type { Candidate } from '../../src/search/ranking.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { geodesicMetres } from '../support/oracle.ts';
import { nameKey } from '../support/oracle-folding.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput, toIndexInput } from '../support/small-register.ts';

const CENTRES = {
  nl: { latitude: 52.3045, longitude: 5.006 },
  be: { latitude: 50.8545, longitude: 4.356 },
  lu: { latitude: 49.6145, longitude: 6.136 },
} as const;

type Point = (typeof CENTRES)[Country];

function metresTo({ addresses }: CountryIndex, address: number, { latitude, longitude }: Point): number {
  if (!addresses.hasPosition(address)) return Number.POSITIVE_INFINITY;
  return geodesicMetres(latitude, longitude, addresses.latE7Of(address) / 1e7, addresses.lonE7Of(address) / 1e7);
}

/** The distance that decides: of a house its own, of anything larger that of its middle address. */
function distanceOf(index: CountryIndex, { kind, ordinal }: Candidate, point: Point): number {
  const toMiddle = ([from, to]: readonly [number, number]): number =>
    from === to ? Number.POSITIVE_INFINITY : metresTo(index, Math.floor((from + to) / 2), point);
  if (kind === 'house') return metresTo(index, ordinal, point);
  if (kind === 'street') return toMiddle(index.streets.addressesOf(ordinal));
  if (kind !== 'streetGroup') return toMiddle(index.addressesUnder(kind, ordinal));
  return Math.min(...index.names.streetsOf(ordinal).map(({ street }) => toMiddle(index.streets.addressesOf(street))));
}

function candidatesOf(index: CountryIndex, random: Random): Candidate[] {
  const make = (kind: Candidate['kind'], ordinal: number): Candidate => ({
    kind,
    ordinal,
    language: undefined,
    cost: random.between(0, 2),
    isProposed: false,
    isGroup: false,
    placeSize: 0,
    size: 0,
  });
  const some = (kind: Candidate['kind'], length: number): Candidate[] =>
    Array.from({ length }, (_, i) => i)
      .filter(() => random.chance(0.5))
      .map((ordinal) => make(kind, ordinal));
  return random.shuffle([
    ...some('house', index.addresses.length),
    ...some('street', index.streets.length),
    ...some('streetGroup', index.names.streetGroupCount),
    ...some('place', index.areas.all('place').length),
    ...some('municipality', index.areas.all('municipality').length),
  ]);
}

describe.each<Country>(COUNTRIES)('in random registers of %s', (country) => {
  it('equally good answers come by their distance, better ones before closer ones, and none is lost', async () => {
    let pairs = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const candidates = candidatesOf(index, new Random(seed));
      const ranked = rankByDistance(index, candidates, CENTRES[country]);
      expect(new Set(ranked)).toEqual(new Set(candidates));
      for (let i = 1; i < ranked.length; i++) {
        const [before, after] = [ranked[i - 1]!, ranked[i]!];
        expect(before.cost).toBeLessThanOrEqual(after.cost);
        if (before.cost < after.cost) continue;
        const [closer, further] = [before, after].map((each) => distanceOf(index, each, CENTRES[country]));
        // A flat map of a few kilometres is right to a millionth.
        expect(closer! <= further! * 1.000_01 + 0.01 || closer === further).toBe(true);
        pairs += Number(closer !== further);
      }
    }
    expect(pairs).toBeGreaterThan(100);
  });

  it('the closest streets that begin as typed are all there are, a whole name before a later word', async () => {
    let [found, inner] = [0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      const register = new IndexedRegister(index);
      for (const term of ['k', 'r', 'h', 'kerk', 'rue', 'kerkstraat', 'haute', 'zand', 'Gare', 'zzz']) {
        const streets = closestStreets(index, term, CENTRES[country]);
        const key = nameKey(term);
        for (const { ordinal: street, cost } of streets) {
          const keys = register.namesOfStreet(street).map((name) => nameKey(name));
          // An alias leads to all streets of the name, whose own names need not begin so.
          const official = nameKey(Object.values(index.streets.namesOf(street))[0]!);
          const ofNamesakes = register.streetsNamed(official).flatMap((each) => register.namesOfStreet(each.street));
          const all = [...keys, ...ofNamesakes.map(nameKey)];
          expect(
            all.some((each) => ` ${each}`.includes(` ${key}`)),
            `${term}: ${keys.join(', ')}`,
          ).toBe(true);
          const isWhole = all.some((each) => each.startsWith(key) || each.replace(/^\S+ /, '').startsWith(key));
          const match = penaltyIn(cost, 'nameMatch');
          if (match < NAME_MATCH.innerExact) expect(isWhole).toBe(true);
          else inner++;
        }
        const located = Array.from({ length: register.streetCount }, (_, street) => street).filter((street) => {
          const { from, to } = register.streetAt(street);
          const isLocated = Array.from({ length: to - from }, (_, i) => from + i).some((address) =>
            index.addresses.hasPosition(address),
          );
          const own = Object.values(index.streets.namesOf(street)).map(nameKey);
          return isLocated && own.some((each) => ` ${each}`.includes(` ${key}`));
        });
        const ordinals = streets.map(({ ordinal }) => ordinal);
        if (located.length <= 50) for (const street of located) expect(ordinals, `${seed}: ${term}`).toContain(street);
        expect(new Set(ordinals).size).toBe(ordinals.length);
        found += ordinals.length;
      }
    }
    expect(found).toBeGreaterThan(30);
    expect(inner).toBeGreaterThan(3);
  });
});

describe('a list of more names than are ranked by distance', () => {
  it('has with a position what it has without, once, and beside it only streets whose name other places have too', async () => {
    const NAMES = 900;
    /** Every third name is in two places. */
    const streets = Array.from({ length: NAMES }, (_, i) => i).flatMap((i) =>
      (i % 3 === 0 ? [0, 1] : [i % 2]).map((place) => ({
        id: 10_000 * (place + 1) + i,
        names: { nl: `Stille Pad ${nameOf(i)}` },
        place,
      })),
    );
    const { lookup } = await openInput<'nl'>(
      toIndexInput({
        country: 'nl',
        gazetteer: {
          regions: [],
          provinces: [{ id: 1, names: { nl: 'Utrecht' } }],
          municipalities: [{ id: 1, names: { nl: 'Dorp' }, province: 0 }],
          places: [
            { id: 1, names: { nl: 'Dorp' }, municipality: 0 },
            { id: 2, names: { nl: 'Gehucht' }, municipality: 0 },
          ],
          streets,
        },
        addresses: streets.map(({ place }, street) => ({
          id: street + 1,
          street,
          number: 1,
          letter: '',
          addition: '',
          postcode: '3500AA',
          position: { latE7: 520000000 + place * 500000 + street * 900, lonE7: 51000000, gridXmm: 0, gridYmm: 0 },
          state: 0,
        })),
      }),
    );
    const near = { latitude: 52.02, longitude: 5.1 };
    const all = (request: { near?: typeof near }): Suggestion[] => {
      const results: Suggestion[] = [];
      for (let page = 1; ; page++) {
        const answer = lookup.autocomplete({ search: 'stil', page, perPage: 70, ...request });
        results.push(...answer.results);
        expect(answer.pagination.total_count).toBe(
          lookup.autocomplete({ search: 'stil', perPage: 0, ...request }).pagination.total_count,
        );
        if (page >= answer.pagination.total_pages) {
          expect(results).toHaveLength(answer.pagination.total_count);
          return results;
        }
      }
    };
    const [plain, close] = [all({}), all({ near })];
    expect(plain).toHaveLength(NAMES);
    const contexts = new Set(close.map(({ context }) => context));
    expect(contexts.size).toBe(close.length);
    for (const { context } of plain) expect(contexts).toContain(context);
    const added = close.filter(({ context }) => !plain.some((each) => each.context === context));
    expect(added.length).toBeGreaterThan(0);
    for (const { precision, label } of added) {
      expect(precision).toBe('Street');
      expect(plain.find((each) => each.label === label)).toMatchObject({ precision: 'GroupedStreets' });
    }
    expect(close.slice(0, 20)).not.toEqual(plain.slice(0, 20));
  });
});

/** A name of letters alone: one with digits could be a house number. */
function nameOf(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}
