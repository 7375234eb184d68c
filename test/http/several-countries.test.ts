import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Address, AddressIn, Page, SuggestionIn } from '../../src/index.ts';
import { openAddressLookup } from '../../src/index.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

let service: FixtureService;
beforeAll(async () => {
  service = await openFixtureService();
});
afterAll(() => service.close());

type Suggestions = Page<SuggestionIn>;

describe('/v1/autocomplete', () => {
  const TERMS = ['kerkstr', 'grand', 'dam 1', '1000', 'wetstraat 16', 'am', 'l-1660 1'];

  it.each(TERMS)(
    'answers %s in all countries of the server as the library does, or in those that are named',
    async (search) => {
      for (const countries of [undefined, ['nl', 'be'], ['lu', 'nl'], ['be']] as const) {
        const asked = countries === undefined ? '' : `&countries=${countries.join(',')}`;
        const answer = await service.get(`/v1/autocomplete?search=${encodeURIComponent(search)}${asked}&per_page=20`);
        const found = service.lookup.autocomplete({ search, countries, perPage: 20 });
        expect(answer.statusCode).toBe(found.pagination.total_count > 0 ? 200 : 404);
        if (answer.statusCode === 200) expect(answer.json()).toEqual(found);
      }
    },
  );

  it('opens each suggestion in its country, down to an address', async () => {
    for (const [search, country] of [
      ['kalverstraat', 'nl'],
      ['wetstraat', 'be'],
      ['grand-rue ettelbruck', 'lu'],
    ] as const) {
      let answer = (await service.get(`/v1/autocomplete?search=${search}`)).json<Suggestions | Address>();
      while ('results' in answer) {
        const [first] = answer.results;
        expect(first!.country).toBe(country);
        answer = (await service.get(`/v1/autocomplete?context=${first!.context}`)).json<Suggestions | Address>();
      }
      const { postcode, housenumber } = answer;
      expect(service.lookup.of(country).directMatch({ postcode, housenumber })).toContainEqual(answer);
    }
  });

  it('takes all parameters of one country, and refuses what it refuses', async () => {
    const details = await service.get(
      '/v1/autocomplete?search=kerkstr&details=true&description_language=fr&near=50.8,4.3',
    );
    expect(details.json<Suggestions>().results[0]).toMatchObject({ country: 'be', parts: { street: 'Kerkstraat' } });
    for (const [query, status, code] of [
      ['', 400, 'search-or-context-required'],
      ['search=kerk&countries=de', 400, 'unknown-country'],
      ['search=kerk&countries=nl,,be', 400, 'unknown-country'],
      ['search=kerk&countries=nl&countries=be', 400, 'invalid-parameter'],
      ['search=kerk&explain=true&per_page=11', 400, 'invalid-per-page'],
      ['context=nonsense', 400, 'invalid-context'],
      ['search=qqqqqqqqqqqqq', 404, 'nothing-found'],
    ] as const) {
      const answer = await service.get(`/v1/autocomplete?${query}`);
      expect([query, answer.statusCode, answer.json().code]).toEqual([query, status, code]);
    }
    expect((await service.get('/v1/autocomplete?search=kerk&countries=de')).json().detail).toBe(
      'Got countries "de"; allowed is nl, be, lu, or several of them with commas.',
    );
    expect(
      (await service.get('/v1/autocomplete?search=kerk', { headers: { 'x-autocompletesessionid': undefined } })).json()
        .code,
    ).toBe('session-missing');
  });

  it('leaves out the countries that the server does not have, unless it has none of them', async () => {
    const lookup = await openAddressLookup(service.directory, { countries: ['nl'] });
    const dutch = await openFixtureService({}, lookup);
    for (const query of ['search=kerk', 'search=kerk&countries=nl,lu', 'search=kerk&countries=lu,nl,be'])
      expect((await dutch.get(`/v1/autocomplete?${query}`)).json()).toEqual(lookup.autocomplete({ search: 'kerk' }));
    expect((await dutch.get('/v1/autocomplete?search=kerk&countries=lu')).json()).toMatchObject({
      status: 503,
      code: 'country-not-loaded',
    });
    await dutch.close();
    lookup.close();
  });

  it('has an ETag of its countries, and keeps the answers to short terms', async () => {
    const lookup = await openAddressLookup(service.directory);
    const own = await openFixtureService({}, lookup);
    const search = vi.spyOn(lookup, 'autocomplete');
    const path = '/v1/autocomplete?search=kerk';
    const before = await own.get(path);
    expect((await own.get(path)).body).toBe(before.body);
    expect(search).toHaveBeenCalledTimes(1);
    expect((await own.get(path, { headers: { 'if-none-match': before.headers.etag as string } })).statusCode).toBe(304);
    expect((await own.get(`${path}&countries=nl`)).headers.etag).not.toBe(before.headers.etag);
    expect(search).toHaveBeenCalledTimes(2);
    await own.close();
    lookup.close();
  });

  it('answers HEAD with the same headers', async () => {
    for (const path of ['/v1/autocomplete?search=kerk', '/v1/directmatch?postcode=1012JS&housenumber=1']) {
      const head = await service.get(path, { method: 'HEAD' });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(head.headers.etag).toBe((await service.get(path)).headers.etag);
    }
  });
});

describe('/v1/directmatch', () => {
  it.each([
    'postcode=1012JS&housenumber=1&housenumberaddition=A2',
    'postcode=1012%20js&housenumber=1',
    'postcode=1000&housenumber=16&street=rue%20de%20la%20loi',
    'postcode=L-9209&housenumber=10&identifiers=true',
    'postcode=B-1000&housenumber=16&postal_name=true',
  ])('finds in the countries that the form of the postcode allows: %s', async (query) => {
    const { identifiers, postal_name, ...request } = Object.fromEntries(new URLSearchParams(query));
    const wanted = service.lookup.directMatch({
      ...(request as { postcode: string; housenumber: string }),
      identifiers: identifiers === 'true',
      postalName: postal_name === 'true',
    });
    const found = (await service.get(`/v1/directmatch?${query}`)).json<AddressIn[]>();
    expect(found).toEqual(wanted);
    expect(new Set(found.map(({ country }) => country)).size).toBe(1);
  });

  it('says which parameter is missing, and of a postcode that nobody has that nothing is found', async () => {
    for (const [query, status, code] of [
      ['housenumber=1', 400, 'invalid-parameter'],
      ['postcode=1012JS&housenumber=', 400, 'invalid-parameter'],
      ['postcode=1012JS&housenumber=1&countries=be', 404, 'nothing-found'],
      ['postcode=nonsense&housenumber=1', 404, 'nothing-found'],
    ] as const) {
      const answer = await service.get(`/v1/directmatch?${query}`);
      expect([query, answer.statusCode, answer.json().code]).toEqual([query, status, code]);
    }
    expect((await service.get('/v1/directmatch?postcode=1012JS')).json().detail).toBe(
      'The parameter "housenumber" is missing or empty. Give it a value.',
    );
  });
});
