import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AutocompleteRequest } from '../../src/query/autocomplete.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

let service: FixtureService;
beforeAll(async () => {
  service = await openFixtureService();
});
afterAll(() => service.close());

const get = (path: string, query: Record<string, string>) =>
  service.get(`${path}?${new URLSearchParams({ ...query, session: '1' })}`);

describe('a filter over HTTP', () => {
  const asked: readonly (readonly [Record<string, string>, AutocompleteRequest & { readonly search: string }])[] = [
    [
      { search: 'k', within: 'Amsterdam' },
      { search: 'k', within: 'Amsterdam' },
    ],
    [
      { search: 'k', within: 'GM0342; GM0363' },
      { search: 'k', within: ['GM0342', 'GM0363'] },
    ],
    [
      { search: 'k', within: '52.36,4.88,52.38,4.9', kinds: 'street,house' },
      { search: 'k', within: { south: 52.36, west: 4.88, north: 52.38, east: 4.9 }, kinds: ['street', 'house'] },
    ],
    [
      { search: 'dam 1', within: '52.373,4.8935,200' },
      { search: 'dam 1', within: { latitude: 52.373, longitude: 4.8935, radius: 200 } },
    ],
  ];

  it.each(asked)('answers %j as the library does, in a country and in all', async (query, request) => {
    const expected = JSON.parse(JSON.stringify(service.lookup.nl.autocomplete(request)));
    expect(expected.results.length).toBeGreaterThan(0);
    expect((await get('/v1/autocomplete/nl', query)).json()).toEqual(expected);
    const all = (await get('/v1/autocomplete', { ...query, countries: 'nl' })).json<typeof expected>();
    expect(all.results.map(({ context }: { context: string }) => context)).toEqual(
      expected.results.map(({ context }: { context: string }) => context),
    );
  });

  it('is kept apart from the answer to the same search without it', async () => {
    const counts = [];
    for (const query of [{}, { kinds: 'place' }, { within: 'Amsterdam' }, {}]) {
      const { pagination } = (await get('/v1/autocomplete/nl', { search: 'k', ...query })).json<{
        pagination: { total_count: number };
      }>();
      counts.push(pagination?.total_count);
    }
    expect(new Set(counts.slice(0, 3)).size).toBe(3);
    expect(counts[3]).toBe(counts[0]);
  });

  it('stays on a context that is opened with it', async () => {
    const search = { search: 'kerkstraat' };
    const { results } = (await get('/v1/autocomplete/nl', search)).json<{ results: { context: string }[] }>();
    const within = 'GM0342';
    const opened = (await get('/v1/autocomplete/nl', { context: results[0]!.context, within })).json();
    expect(opened).toMatchObject({ results: [{ description: 'street in Soest' }], pagination: { total_count: 1 } });
  });

  it.each([
    [
      { search: 'k', kinds: 'straat' },
      'invalid-parameter',
      /Got kinds "straat"; allowed is province, place, street, house/,
    ],
    [{ search: 'k', within: '52.4,4.9,52.3,5' }, 'invalid-within', /south 52.4 is above north 52.3/],
    [{ search: 'k', within: 'Atlantis' }, 'invalid-within', /"Atlantis", which is no municipality of nl/],
    [{ search: 'k', within: ';' }, 'invalid-within', /empty list/],
    [{ search: 'k', within: '4.9,52.3,200' }, 'invalid-coordinate', /reversed/],
    [{ search: 'k', within: '52.3,4.9,0' }, 'invalid-radius', /metres above 0/],
    [{ street: 'k' }, 'search-or-context-required', /need street.*with postcode, place or both/],
  ] as const)('%j is a problem', async (query, code, sentence) => {
    const answer = await get('/v1/autocomplete/nl', query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, status: 400 });
    expect(answer.json<{ detail: string }>().detail).toMatch(sentence);
  });
});

describe('the streets of a form over HTTP', () => {
  it.each([
    ['nl', { street: 'da', postcode: '1012' }],
    ['be', { street: 'rue', postcode: '1070' }],
    ['lu', { street: 'rue', place: 'Luxembourg' }],
  ] as const)('are those of the library: %s %j', async (country, fields) => {
    const expected = JSON.parse(JSON.stringify(service.lookup.of(country).autocomplete(fields)));
    expect(expected.results.length).toBeGreaterThan(0);
    expect((await get(`/v1/autocomplete/${country}`, fields)).json()).toEqual(expected);
  });
});
