import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../src/query/documents.ts';
import { type FixtureService, openFixtureService, TOKEN } from './fixture-service.ts';

/*
 * A client that was written from docs/specification.md alone: what it knows of the service is in this file, and it uses none of our
 * types. The tables of the specification are its only guide; every departure from them fails.
 */

/** The fields of a suggestion, "all strings". */
const SUGGESTION_FIELDS = ['value', 'label', 'description', 'precision', 'context'];

/** The steps of the drill-down: what the context of each precision answers with. What follows a Province is not in the specification. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  GroupedCities: ['City'],
  City: ['Street'],
  GroupedStreets: ['Street'],
  // "The houses of the street": a Street among them is one step more (ruling 35).
  Street: ['House', 'Street'],
};

/** The fields of an address: those that are always there, and those that may be missing. */
const ADDRESS_FIELDS: Readonly<Record<string, readonly [required: readonly string[], optional: readonly string[]]>> = {
  nl: [
    ['street', 'housenumber', 'postcode', 'city', 'municipality', 'province', 'location'],
    ['houseletter', 'housenumberaddition'],
  ],
  be: [
    ['housenumber', 'postcode', 'street', 'municipality', 'province'],
    ['box_number', 'location'],
  ],
  lu: [
    ['street', 'housenumber', 'postcode', 'city', 'municipality', 'canton', 'district'],
    ['houseletter', 'location'],
  ],
};

interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly description: string;
  readonly precision: string;
  readonly context: string;
}

type Answer =
  | {
      readonly results: readonly Suggestion[];
      readonly pagination: { readonly total_count: number; readonly total_pages: number };
    }
  | Readonly<Record<string, unknown>>;

describe.each(['nl', 'be', 'lu'] as const)('a client that knows the specification alone, in %s', (country) => {
  let service: FixtureService;

  beforeAll(async () => {
    service = await openFixtureService({ compress: false });
  });
  afterAll(() => service.close());

  async function request(query: string): Promise<Answer | undefined> {
    const answer = await service.app.inject({
      url: `/v1/autocomplete/${country}?${query}`,
      headers: { authorization: `Bearer ${TOKEN}`, 'x-autocompletesessionid': 'one drill-down' },
    });
    if (answer.statusCode === 404) return undefined;
    expect(answer.statusCode, query).toBe(200);
    return answer.json<Answer>();
  }

  /** All pages of an answer with suggestions. */
  async function suggestionsOf(query: string): Promise<Suggestion[]> {
    const all: Suggestion[] = [];
    for (let page = 1; ; page++) {
      const answer = await request(`${query}&page=${page}`);
      if (answer === undefined) return all;
      if (!isList(answer)) throw new Error(`${query} is an address`);
      all.push(...answer.results);
      if (page >= answer.pagination.total_pages) {
        expect(all).toHaveLength(answer.pagination.total_count);
        return all;
      }
    }
  }

  it('reaches addresses, step by step from the municipalities', async () => {
    const { index } = service.lookup.of(country);
    const documents = Array.from({ length: index.addresses.length }, (_, i) => makeDocument(index, i));
    const municipalities = new Set(documents.map(({ municipality }) => namesOf(municipality)[0]!));

    const seen = new Set<string>();
    const reached: unknown[] = [];
    const open = async (suggestion: Suggestion, depth: number): Promise<void> => {
      expect(Object.keys(suggestion).sort()).toEqual([...SUGGESTION_FIELDS].sort());
      for (const field of Object.values(suggestion)) expect(typeof field).toBe('string');
      // No drill-down goes in circles.
      expect(depth, suggestion.context).toBeLessThan(6);
      // "Comma-separated place, street, house number": the text that a person goes on typing in.
      expect(suggestion.value).toMatch(suggestion.precision === 'House' ? /[^,\s]$/ : /(, | )$/);
      if (suggestion.precision === 'House') {
        const address = await request(`context=${suggestion.context}`);
        expect(address, suggestion.label).toBeDefined();
        expectAddress(address!);
        reached.push(address);
        return;
      }
      const next = await suggestionsOf(`context=${suggestion.context}`);
      for (const { precision } of next) expect(NEXT[suggestion.precision], suggestion.precision).toContain(precision);
      for (const each of ends(next)) await open(each, depth + 1);
    };
    for (const name of municipalities) {
      for (const suggestion of await suggestionsOf(`search=${encodeURIComponent(name)}`)) {
        if (suggestion.precision !== 'GroupedCities' || seen.has(suggestion.context)) continue;
        seen.add(suggestion.context);
        await open(suggestion, 1);
      }
    }
    // A municipality is reached under each of its names, in that language.
    expect(seen.size).toBeGreaterThanOrEqual(municipalities.size);
    expect(reached.length).toBeGreaterThan(2 * municipalities.size);
    const known = new Set(sorted(documents));
    expect(sorted(reached).filter((address) => !known.has(address))).toEqual([]);
  });

  function isList(answer: Answer): answer is Extract<Answer, { results: readonly Suggestion[] }> {
    return 'results' in answer;
  }

  function expectAddress(answer: Answer): void {
    expect(answer).not.toHaveProperty('results');
    expect(answer).not.toHaveProperty('pagination');
    const [required, optional] = ADDRESS_FIELDS[country]!;
    for (const field of required) expect(answer).toHaveProperty(field);
    for (const field of Object.keys(answer)) expect([...required, ...optional]).toContain(field);
  }
});

/** The first of a list and the last. That every one of them leads to its addresses is in query/closure.test.ts. */
function ends<T>(list: readonly T[]): readonly T[] {
  return list.length < 2 ? list : [list[0]!, list.at(-1)!];
}

/** A name, or the names by language. */
function namesOf(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as Record<string, string>);
}

/** Texts that are equal for equal addresses, each once, in order. */
function sorted(addresses: readonly unknown[]): string[] {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    );
  return [...new Set(addresses.map(text))].sort();
}
