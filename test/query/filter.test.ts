import { beforeAll, describe, expect, it } from 'vitest';
import type { Address } from '../../src/model/address.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { ANSWER_KINDS } from '../../src/search/filter.ts';
import { codeOf } from '../support/code-of.ts';
import { effort } from '../support/effort.ts';
import { FilterOracle, type KnownPart } from '../support/filter-oracle.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';

const fixtures = fixtureIndexes();

/** The same thing in whatever language it is shown: kind and identifiers of a context. */
function thingOf(context: string): string {
  return context[0] + context.slice(2, -5);
}

function thingsOf(suggestions: readonly (Suggestion | string)[]): string[] {
  return [...new Set(suggestions.map((each) => thingOf(typeof each === 'string' ? each : each.context)))];
}

describe.each(COUNTRIES)('a filter in %s', (country: Country) => {
  let oracle: FilterOracle;
  let parts: readonly KnownPart[];
  /** Names and their beginnings, and postcodes, which have a full list; names and postcodes with numbers. */
  let listed: readonly string[];
  let numbered: readonly string[];

  beforeAll(() => {
    oracle = new FilterOracle(fixtures.lookup.of(country));
    const random = new Random(5);
    const some = Array.from({ length: 30 }, () => random.pick(oracle.all));
    parts = [...municipalitiesOf(some), ...shapesAround(some, random), ...contextsOf(some)];
    const names = [...new Set(some.flatMap(namesOf))].slice(0, effort(6, 20));
    const postcodes = [...new Set(some.map(postcodeOf))].slice(0, effort(2, 4));
    const words = names.map((name) => random.pick(name.split(' ')));
    listed = [
      ...names,
      ...words.flatMap((word) => [word.slice(0, 1), word.slice(0, 3)]),
      ...postcodes.flatMap((code) => [code, code.slice(0, 2)]),
    ];
    numbered = [
      ...names.map((name) => `${name} ${random.between(1, 30)}`),
      ...postcodes.map((code) => `${code} ${random.between(1, 9)}`),
    ];
  });

  function municipalitiesOf(addresses: readonly Address[]): KnownPart[] {
    const codes = [...new Set(addresses.flatMap(({ identifiers }) => identifiers?.municipality ?? []))];
    return codes.slice(0, effort(1, 3)).map((code) => oracle.municipality(code));
  }

  function shapesAround(addresses: readonly Address[], random: Random): KnownPart[] {
    return addresses.slice(0, effort(2, 5)).flatMap(({ location }) => {
      if (location === null) return [];
      const [latitude, longitude] = location.wgs84;
      const size = random.pick([0.0005, 0.005, 0.05, 0.5]);
      return [
        oracle.circle(latitude, longitude, random.pick([40, 400, 4000])),
        oracle.box(latitude - size, longitude - size, latitude + size, longitude + 2 * size),
      ];
    });
  }

  /** A place, a street and a name of several streets. */
  function contextsOf(addresses: readonly Address[]): KnownPart[] {
    const found = addresses.flatMap((address) => oracle.list({ search: namesOf(address)[0]! }));
    return (['City', 'Street', 'GroupedStreets'] as const).flatMap((precision) => {
      const one = found.find((each) => each.precision === precision);
      return one === undefined ? [] : [oracle.context(one.context)];
    });
  }

  it('leaves what reading the full list and opening all of it leaves, in its order', () => {
    let count = 0;
    for (const part of parts) {
      for (const search of [...listed, ...numbered]) {
        const expected = thingsOf(oracle.within(oracle.list({ search }), part));
        const found = oracle.list({ search, within: part.within });
        const about = `${search} within ${JSON.stringify(part.within)}`;
        for (const { context } of found) expect(oracle.leadsInto(context, part), `${about}: ${context}`).toBe(true);
        // Where nothing in it has the name, something in it may be meant that is spelled alike; and a list of houses is no longer cut off.
        if (expected.length === 0) continue;
        count++;
        if (listed.includes(search)) expect(thingsOf(found), about).toEqual(expected);
        else expect(thingsOf(found), about).toEqual(expect.arrayContaining(expected));
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  it('stays when a context is opened with it, down to the addresses', () => {
    for (const part of parts) {
      for (const search of listed.filter((_, i) => i % 5 === 0)) {
        for (const { context } of oracle.list({ search, within: part.within }).slice(0, 3)) {
          const expected = [...oracle.leavesOf(context)].filter((id) => part.ids.has(id));
          expect([...oracle.leavesUnder(context, part.within)].sort(), `${context} in ${search}`).toEqual(
            expected.sort(),
          );
        }
      }
    }
  });

  it('stays when something is searched inside a context', () => {
    let count = 0;
    for (const part of parts) {
      for (const search of listed) {
        const [first] = oracle.list({ search, within: part.within });
        if (first === undefined || first.precision === 'House') continue;
        for (const inside of ['1', 's', 'r']) {
          const expected = oracle.within(oracle.list({ context: first.context, search: inside }), part);
          const found = oracle.list({ context: first.context, search: inside, within: part.within });
          if (expected.length > 0) expect(thingsOf(found), `${inside} in ${first.context}`).toEqual(thingsOf(expected));
          count += expected.length;
        }
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  it.each(ANSWER_KINDS)('of the kind "%s" leaves those of the full list, within a part too', (kind) => {
    for (const part of [undefined, ...parts]) {
      for (const search of [...listed, ...numbered]) {
        const request = { search, within: part?.within };
        const full = oracle.list(request);
        const expected = full.filter((each) => oracle.kindOf(each) === kind);
        const found = oracle.list({ ...request, kinds: [kind] });
        const about = `${search} within ${JSON.stringify(part?.within)}`;
        // A number leads to its street where that is asked for, and houses are not.
        if (kind === 'street' && expected.length === 0)
          for (const each of found) expect(each.precision, about).toBe('Street');
        else expect(contextsIn(found), about).toEqual(contextsIn(expected));
        if (kind !== 'place') continue;
        const [others, rest] = [
          ANSWER_KINDS.filter((each) => each !== kind),
          full.filter((each) => !expected.includes(each)),
        ];
        expect(contextsIn(oracle.list({ ...request, kinds: others })), about).toEqual(contextsIn(rest));
      }
    }
  });

  it('gives any page as it stands in the whole, and begins near a position', () => {
    const lookup = fixtures.lookup.of(country);
    const { latitude, longitude } = positionOf(oracle.all.find(({ location }) => location !== null)!);
    for (const part of parts) {
      for (const search of listed.slice(-12)) {
        const request = { search, within: part.within };
        const all = oracle.list(request);
        const page = lookup.autocomplete({ ...request, page: 2, perPage: 3 });
        expect(page).toMatchObject({ results: all.slice(3, 6), pagination: { total_count: all.length } });
        const near = oracle.list({ ...request, near: { latitude, longitude } });
        for (const { context } of near) expect(oracle.leadsInto(context, part)).toBe(true);
        expect(near.length).toBeGreaterThanOrEqual(all.length);
      }
    }
  });
});

function contextsIn(suggestions: readonly Suggestion[]): string[] {
  return suggestions.map(({ context }) => context);
}

function positionOf({ location }: Address): { readonly latitude: number; readonly longitude: number } {
  const [latitude, longitude] = location!.wgs84;
  return { latitude, longitude };
}

function namesOf({ street }: Address): string[] {
  return typeof street === 'string' ? [street] : Object.values(street as object);
}

function postcodeOf(address: Address): string {
  return (address as { postcode: string }).postcode;
}

describe('a filter over countries', () => {
  it('asks only those in which something lies, and says the name of a municipality of any of them', () => {
    const { lookup } = fixtures;
    const countriesIn = (within: string | readonly string[]): string[] => [
      ...new Set(lookup.autocomplete({ search: 'd', within, perPage: 1000 }).results.map(({ country }) => country)),
    ];
    expect(countriesIn('GM0363')).toEqual(['nl']);
    expect(countriesIn(['GM0363', '21013']).sort()).toEqual(['be', 'nl']);
    expect(lookup.autocomplete({ search: 'dam', within: '21013', kinds: ['street'] }).results).toEqual([]);
    const [{ context } = { context: '' }] = lookup.nl.autocomplete({ search: 'dam' }).results;
    const alone = lookup.nl.autocomplete({ context }) as Page<Suggestion>;
    expect(lookup.autocomplete({ context, within: 'amsterdam' })).toMatchObject({ pagination: alone.pagination });
  });
});

describe('a filter of kinds', () => {
  it.each(['amsterdam', 'gent'])('has nothing of a context whose children are of another: %s', (search) => {
    const { lookup } = fixtures;
    const [{ context } = { context: '' }] = lookup.autocomplete({ search, kinds: ['place'] }).results;
    expect((lookup.autocomplete({ context }) as Page<Suggestion>).results).not.toEqual([]);
    for (const term of [{}, { search: 'k' }]) {
      const { results } = lookup.autocomplete({ context, kinds: ['province'], ...term }) as Page<Suggestion>;
      expect(results).toEqual([]);
    }
  });
});

describe('a filter that is none is refused in one sentence', () => {
  it.each([
    [
      { kinds: ['plaats'] },
      'invalid-argument',
      /Got the string "plaats" for kinds .*"province", "place", "street", "house"/,
    ],
    [{ kinds: [] }, 'invalid-argument', /for kinds .* one or more of/],
    [{ kinds: 'street' }, 'invalid-argument', /for kinds/],
    [{ within: [] }, 'invalid-within', /empty list/],
    [{ within: 7 }, 'invalid-within', /Got 7 for within; allowed are a text, a box/],
    [{ within: { south: 52, west: 4 } }, 'invalid-within', /a box \{ south, west, north, east \}/],
    [{ within: 'Atlantis' }, 'invalid-within', /"Atlantis", which is no municipality of nl and no context/],
    [{ within: '52.4,4.9,52.3,5.0' }, 'invalid-within', /south 52.4 is above north 52.3/],
    [{ within: { south: 52.3, west: 5, north: 52.4, east: 4.9 } }, 'invalid-within', /west 5 is beyond east 4.9/],
    [{ within: '1,2,3,4,5' }, 'invalid-within', /a box is four numbers/],
    [{ within: '4.8,52.3,5.0,52.4' }, 'invalid-coordinate', /look reversed/],
    [{ within: '52.3,4.9,0' }, 'invalid-radius', /metres above 0/],
    [{ within: '52.3,4.9,200000' }, 'invalid-radius', /at most 100,000/],
    [{ within: '91,4.9,10' }, 'invalid-coordinate', /within latitude 91/],
  ])('%j', (filter, code, sentence) => {
    const ask = (): unknown => fixtures.lookup.nl.autocomplete({ search: 'dam', ...filter } as never);
    expect(codeOf(ask)).toBe(code);
    expect(ask).toThrow(sentence);
  });
});
