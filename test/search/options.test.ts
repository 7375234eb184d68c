import { beforeAll, describe, expect, it } from 'vitest';
import type { Address } from '../../src/model/address.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import type { AutocompleteRequest } from '../../src/query/autocomplete.ts';
import { RULES } from '../../src/search/cost.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { codeOf } from '../support/code-of.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { geodesicMetres } from '../support/oracle.ts';
import { Random } from '../support/random.ts';

const indexes = fixtureIndexes();
const index = {} as Record<Country, CountryIndex>;
beforeAll(async () => {
  for (const country of COUNTRIES) index[country] = await openIndex(`${indexes.directory}/${country}`);
});

function suggest(country: Country, request: AutocompleteRequest): readonly Suggestion[] {
  return (indexes.lookup[country].autocomplete(request) as Page<Suggestion>).results;
}

/** How much each rule costs an answer, in the order of the rules. */
function costsOf({ explanation = [] }: Suggestion): number[] {
  const costs = new Map(explanation.map((each) => each.split(/: (?=[0-9]+$)/) as [string, string]));
  for (const name of costs.keys()) expect(RULES.map((rule) => rule.name)).toContain(name);
  return RULES.map(({ name }) => Number(costs.get(name) ?? 0));
}

function compareCosts(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((cost, i) => cost !== b[i]);
  return differing === -1 ? 0 : a[differing]! - b[differing]!;
}

const NAME_RULE = RULES.findIndex(({ penalty }) => penalty === 'nameMatch');

/** Texts of every kind that find something in the country. */
const TEXTS: Readonly<Record<Country, readonly string[]>> = {
  nl: ['kerkstraat 10', 'kerkstr', 'schoolstraat 40', 'kelverstraat amsterdam', 'dorpsstraat', '1012', 'laren', 'de'],
  be: ['kerkstraat 10', 'rue de la station', 'rue de', 'verdunstraat 22', 'wetstraat', 'luik', '1000 16'],
  lu: ["rue de l'eglise 5", 'rue de', 'hostert', 'esch sur', 'grand rue', 'route d’arlon 200', 'am'],
};

describe.each(COUNTRIES)('explain in %s', (country) => {
  it('says of answers to a search, in the order of the rules, what cost each of them', () => {
    let explained = 0;
    for (const search of TEXTS[country]) {
      const results = suggest(country, { search, explain: true }).filter((each) => each.explanation !== undefined);
      // Beginnings of names are in the order of the tries, where the kind of a thing counts more than an alias.
      const isName = !/ .*[0-9]/.test(search);
      const costs = results.map(costsOf).map((each) => (isName ? [each[NAME_RULE]!] : each));
      expect(costs, search).toEqual([...costs].sort(compareCosts));
      explained += results.length;
    }
    expect(explained).toBeGreaterThan(20);
  });

  it('changes no answer, and says nothing unasked', () => {
    for (const search of TEXTS[country]) {
      const plain = suggest(country, { search });
      const explained = suggest(country, { search, explain: true });
      expect(plain.length, search).toBeGreaterThan(0);
      for (const each of plain) expect(each).not.toHaveProperty('explanation');
      expect(
        explained.map(({ explanation: _, ...each }) => each),
        search,
      ).toEqual(plain);
    }
  });
});

describe('a search that is understood in part', () => {
  it('says with each answer which words it does not account for', () => {
    const [first] = suggest('nl', { search: 'kalverstraat 5 amsterdam xyzzy', explain: true });
    expect(first).toMatchObject({ precision: 'House', notUnderstood: ['xyzzy'] });
    const [wrong] = suggest('nl', { search: 'kalverstraat 5, 9999ZZ amsterdam', explain: true });
    expect(wrong).toMatchObject({ precision: 'House', notUnderstood: ['9999zz'] });
  });

  it('says nothing of the kind where all of it is, or unasked', () => {
    for (const search of ['kalverstraat 5 amsterdam', 'kalverstraat']) {
      for (const each of suggest('nl', { search, explain: true })) expect(each).not.toHaveProperty('notUnderstood');
    }
    for (const each of suggest('nl', { search: 'kalverstraat 5 amsterdam xyzzy' }))
      expect(each).not.toHaveProperty('notUnderstood');
  });
});

describe.each(COUNTRIES)('near in %s', (country) => {
  const positionOf = (address: number): { latitude: number; longitude: number } => ({
    latitude: index[country].addresses.latE7Of(address) / 1e7,
    longitude: index[country].addresses.lonE7Of(address) / 1e7,
  });

  it('puts the closer of two houses first where the rules leave them equal, and never before a better one', () => {
    const random = new Random(17);
    const { addresses } = index[country];
    let compared = 0;
    for (let i = 0; i < 60; i++) {
      const at = random.between(0, addresses.length - 1);
      if (!addresses.hasPosition(at)) continue;
      const near = positionOf(at);
      for (const search of TEXTS[country]) {
        const results = suggest(country, { search, near, explain: true, perPage: 20 });
        const houses = results.flatMap((suggestion) => {
          const document = indexes.lookup[country].autocomplete({ context: suggestion.context }) as Address | null;
          const wgs84 = document?.location?.wgs84;
          if (suggestion.precision !== 'House' || wgs84 === undefined) return [];
          const metres = geodesicMetres(near.latitude, near.longitude, wgs84[0], wgs84[1]);
          return [{ costs: costsOf(suggestion), metres }];
        });
        for (const [j, house] of houses.entries()) {
          const before = houses[j - 1];
          if (before === undefined) continue;
          const difference = compareCosts(before.costs, house.costs);
          expect(difference, search).toBeLessThanOrEqual(0);
          // The library's metric is flat: a part in a thousand, over the width of a country more.
          if (difference === 0) expect(before.metres, search).toBeLessThanOrEqual(house.metres * 1.05 + 1);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(30);
  });

  it('has the same answers as without, in another order', () => {
    const contextsOf = (results: readonly Suggestion[]): string[] => results.map(({ context }) => context).sort();
    const near = positionOf(Math.floor(index[country].addresses.length / 3));
    for (const search of TEXTS[country].filter((text) => /[0-9]$/.test(text))) {
      expect(contextsOf(suggest(country, { search, near })), search).toEqual(contextsOf(suggest(country, { search })));
    }
  });

  it('is the same for everyone without it', () => {
    for (const search of TEXTS[country]) expect(suggest(country, { search })).toEqual(suggest(country, { search }));
  });

  it.each([
    { latitude: 91, longitude: 5 },
    { latitude: 52, longitude: -181 },
    { latitude: Number.NaN, longitude: 5 },
    { latitude: 52, longitude: Number.POSITIVE_INFINITY },
  ])('is refused when it is no position: %j', (near) => {
    expect(codeOf(() => indexes.lookup[country].autocomplete({ search: 'a', near }))).toBe('invalid-coordinate');
  });
});

describe('language', () => {
  const labelsOf = (request: AutocompleteRequest): string[] =>
    suggest('be', request).map(({ label, description }) => `${label} (${description})`);

  it('shows names in the one asked for, whichever was typed', () => {
    expect(labelsOf({ search: 'wetstraat 16', language: 'fr' })).toEqual(['Rue de la Loi 16 (1000 Bruxelles)']);
    expect(labelsOf({ search: 'rue de la loi 16', language: 'nl' })).toEqual(['Wetstraat 16 (1000 Brussel)']);
    expect(labelsOf({ search: 'fonsn', language: 'fr' })).toEqual(['Avenue Fonsny (street in Saint-Gilles)']);
    expect(labelsOf({ search: 'bruxelles', language: 'nl' })[0]).toBe(
      'Brussel (municipality in Brussels Hoofdstedelijk Gewest)',
    );
  });

  it('leaves a name that does not exist in it as it is', () => {
    expect(labelsOf({ search: 'wetstraat 16', language: 'de' })[0]).toMatch(/^(?:Wetstraat|Rue de la Loi) 16 /);
    expect(labelsOf({ search: 'kerkstraat 10 gent', language: 'fr' })).toEqual(['Kerkstraat 10 (9000 Gand)']);
  });

  it('is kept down to the house', () => {
    const [street] = suggest('be', { search: 'wetstraat', language: 'fr' });
    const houses = suggest('be', { context: street!.context });
    expect(houses.length).toBeGreaterThan(0);
    for (const { label } of houses) expect(label).toMatch(/^Rue de la Loi /);
  });
});
