import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROBLEMS, type ProblemBody } from '../../src/http/problems.ts';
import type { Address, AddressBE, AddressLU, AddressNL, Page, Suggestion } from '../../src/index.ts';
import { formatContext } from '../../src/query/context.ts';
import { OPERATION_ROUTES } from '../../tools/interface/operations.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

/**
 * The specification of the service, statement by statement, and the rulings on what it leaves open, by their numbers. Every
 * answer here is also held against /openapi.json, by `service.get`.
 */
let service: FixtureService;

beforeAll(async () => {
  service = await openFixtureService();
});
afterAll(() => service.close());

type Suggestions = Page<Suggestion>;

/** The body of an answer with 200. */
async function found<Body>(path: string): Promise<Body> {
  const answer = await service.get(path);
  expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200);
  return answer.json<Body>();
}

const suggestions = (path: string): Promise<Suggestions> => found<Suggestions>(path);

/** Status and code of an answer that is a problem. */
async function problem(path: string, headers: Record<string, string | undefined> = {}): Promise<[number, string]> {
  const answer = await service.get(path, { headers });
  expect(answer.headers['content-type'], path).toBe('application/problem+json; charset=utf-8');
  const { status, code } = answer.json<ProblemBody>();
  return [status, code];
}

const PATHS = {
  autocomplete: '/v1/autocomplete/nl?search=dam',
  directmatch: '/v1/directmatch/nl/1012JS/1',
  radius: '/v1/radius/nl/52.373/4.8936/100',
} as const;

describe('what the service does', () => {
  it('returns address data for the Netherlands, Belgium and Luxembourg', async () => {
    const [nl] = await found<AddressNL[]>('/v1/directmatch/nl/2012ES/30');
    const [be] = await found<AddressBE[]>('/v1/directmatch/be/4700/42');
    const [lu] = await found<AddressLU[]>('/v1/directmatch/lu/9209/10');
    expect(nl).toMatchObject({ street: 'Julianastraat', city: 'Haarlem' });
    expect(be).toMatchObject({ street: { de: 'Gospertstraße' } });
    expect(lu).toMatchObject({ street: "D'Baach aus", city: 'Diekirch' });
  });

  it.each(Object.entries(PATHS))('answers %s to GET with JSON', async (_, path) => {
    const answer = await service.get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each(Object.entries(PATHS))('answers %s to HEAD with the same headers and no body', async (_, path) => {
    const [get, head] = [await service.get(path), await service.get(path, { method: 'HEAD' })];
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['content-type', 'etag']) expect(head.headers[name]).toBe(get.headers[name]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const)(
    'only reads: %s is answered with 405 and what is allowed',
    async (method) => {
      for (const path of Object.values(PATHS)) {
        const answer = await service.app.inject({ method: method as 'POST', url: path });
        expect(answer.statusCode).toBe(405);
        expect(answer.headers.allow).toBe('GET, HEAD');
        expect(answer.json().code).toBe('method-not-allowed');
      }
    },
  );

  it('answers directmatch without context and session identifier', async () => {
    const answer = await service.get(PATHS.directmatch, { headers: { 'x-autocompletesessionid': undefined } });
    expect(answer.statusCode).toBe(200);
  });

  it('finds several addresses for BE and LU without the street, and the one with it', async () => {
    const withoutStreet = await found<AddressBE[]>('/v1/directmatch/be/1502/595');
    expect(withoutStreet.length).toBeGreaterThan(1);
    const withStreet = await found<AddressBE[]>('/v1/directmatch/be/1502/595%20bus%2012/Bergensesteenweg');
    expect(withStreet).toHaveLength(1);
  });
});

describe('resources', () => {
  it('AddressNL has its fields, letter and addition by themselves', async () => {
    const [address] = await found<AddressNL[]>('/v1/directmatch/nl/2252EB/14/D1');
    expect(address).toEqual({
      city: 'Voorschoten',
      housenumber: '14',
      houseletter: 'D',
      housenumberaddition: '1',
      municipality: 'Voorschoten',
      postcode: '2252EB',
      province: 'Zuid-Holland',
      street: 'Baron Schimmelpenninck van der Oyelaan',
      location: { wgs84: [expect.any(Number), expect.any(Number)], rd: [expect.any(Number), expect.any(Number)] },
    });
  });

  it('ruling 3: what does not apply is left out, and the location is null where the register has none', async () => {
    const [plain] = await found<AddressNL[]>('/v1/directmatch/nl/2012ES/30');
    expect(Object.keys(plain!)).toEqual([
      'city',
      'housenumber',
      'municipality',
      'postcode',
      'province',
      'street',
      'location',
    ]);
    for (const path of ['nl/5612ZB/6', 'be/1301/9/Rue%20de%20Bruxelles', 'lu/9711/6']) {
      expect((await found<Address[]>(`/v1/directmatch/${path}`))[0]?.location).toBeNull();
    }
  });

  it('ruling 2: rd is the register’s pair, x and y in metres', async () => {
    const address = await found<AddressNL>('/v1/radius/nl/52.3729527/4.8935644');
    expect(address.location?.rd).toEqual([121_383.318, 487_345.254]);
  });

  it('ruling 38: the province of a Brussels address is the region, in its languages', async () => {
    const [address] = await found<AddressBE[]>('/v1/directmatch/be/1000/16/Wetstraat');
    expect(address?.province).toEqual({
      de: 'Region Brüssel-Hauptstadt',
      fr: 'Région de Bruxelles-Capitale',
      nl: 'Brussels Hoofdstedelijk Gewest',
    });
  });

  it('AddressBE has names only in the languages that apply', async () => {
    const [bilingual] = await found<AddressBE[]>('/v1/directmatch/be/1000/16/Wetstraat');
    expect(bilingual?.street).toEqual({ fr: 'Rue de la Loi', nl: 'Wetstraat' });
    const [flemish] = await found<AddressBE[]>('/v1/directmatch/be/2610/4/Europalaan');
    expect(flemish?.street).toEqual({ nl: 'Europalaan' });
    expect(flemish?.location).toHaveProperty('bd72');
  });

  it('AddressLU has canton and district, and WGS84 alone', async () => {
    const [address] = await found<AddressLU[]>('/v1/directmatch/lu/9209/10');
    expect(address).toMatchObject({ canton: 'Diekirch', district: 'Diekirch', municipality: 'Diekirch' });
    expect(Object.keys(address?.location ?? {})).toEqual(['wgs84']);
  });

  it('PaginationMetadata counts the results of all pages', async () => {
    const { pagination } = await suggestions('/v1/autocomplete/nl?search=a&per_page=4&page=2');
    expect(pagination).toMatchObject({ page: 2, per_page: 4 });
    expect(pagination.total_pages).toBe(Math.ceil(pagination.total_count / 4));
  });

  it('SearchResult has value, label, description, precision and context', async () => {
    const { results } = await suggestions('/v1/autocomplete/nl?search=amersfoort');
    expect(results[0]).toEqual({
      value: 'Amersfoort, ',
      label: 'Amersfoort',
      description: 'municipality in Utrecht',
      precision: 'GroupedCities',
      context: expect.stringMatching(/^[\w.-]{1,64}$/),
    });
  });

  it.each([
    ['GroupedCities', 'a municipality', '/v1/autocomplete/nl?search=amersfoort', 'Amersfoort'],
    ['GroupedStreets', 'a street name in several places', '/v1/autocomplete/be?search=kerkstraat', 'Kerkstraat'],
    ['City', 'a place', '/v1/autocomplete/nl?search=weesp', 'Weesp'],
    ['Street', 'a street in a place', '/v1/autocomplete/nl?search=kalverst', 'Kalverstraat'],
    ['House', 'a house number', '/v1/autocomplete/nl?search=1012JS%201', 'Dam 1'],
    ['Province', 'a province', '/v1/autocomplete/nl?search=utrecht', 'Utrecht'],
  ])('Precision %s is %s', async (precision, _, path, label) => {
    const { results } = await suggestions(path);
    expect(results).toContainEqual(expect.objectContaining({ precision, label }));
  });

  it('a house has its postcode and city in the description', async () => {
    const { results } = await suggestions('/v1/autocomplete/nl?search=1012JS%201');
    expect(results[0]?.description).toBe('1012JS Amsterdam');
  });
});

describe('the drill-down', () => {
  it('goes from a term over municipality, place, street and house to the address, in one session', async () => {
    const precisions: string[] = [];
    let answer: Suggestions | AddressNL = await suggestions('/v1/autocomplete/nl?search=voorschoten');
    while ('results' in answer) {
      const [first]: readonly Suggestion[] = answer.results;
      precisions.push(first!.precision);
      answer = await found<Suggestions | AddressNL>(`/v1/autocomplete/nl?context=${first!.context}`);
    }
    expect(precisions).toEqual(['GroupedCities', 'City', 'Street', 'House']);
    expect(answer).toMatchObject({ city: 'Voorschoten', municipality: 'Voorschoten' });
    expect(answer).not.toHaveProperty('results');
    expect(answer).not.toHaveProperty('pagination');
  });

  it.each(['place=amersfoort', 'province=drenthe', 'municipality=utrecht', 'street=kalverstraat', 'postcode=1012JS'])(
    'begins with any term: %s',
    async (kind) => {
      const { results } = await suggestions(`/v1/autocomplete/nl?search=${kind.split('=')[1]}`);
      expect(results.length).toBeGreaterThan(0);
    },
  );

  it('ruling 13: a province opens into its municipalities, a street name into the places that have it', async () => {
    const province = await suggestions('/v1/autocomplete/nl?search=drenthe');
    const under = await suggestions(`/v1/autocomplete/nl?context=${contextOf(province, 'Province')}`);
    expect(new Set(under.results.map(({ precision }) => precision))).toEqual(new Set(['GroupedCities']));
    const name = await suggestions('/v1/autocomplete/be?search=kerkstraat');
    const places = await suggestions(`/v1/autocomplete/be?context=${contextOf(name, 'GroupedStreets')}`);
    expect(new Set(places.results.map(({ precision }) => precision))).toEqual(new Set(['Street']));
    expect(places.results.length).toBeGreaterThan(1);
  });

  it('ruling 10: ends for BE and LU in the same document as directmatch', async () => {
    const { results } = await suggestions('/v1/autocomplete/be?search=4700%2042');
    const address = await found<AddressBE>(`/v1/autocomplete/be?context=${results[0]!.context}`);
    expect([address]).toEqual(await found<AddressBE[]>('/v1/directmatch/be/4700/42'));
  });

  it('ruling 16: a search together with a context is inside the context', async () => {
    const places = await suggestions('/v1/autocomplete/nl?search=eindhoven');
    const context = contextOf(places, 'GroupedCities');
    const { results } = await suggestions(`/v1/autocomplete/nl?context=${context}&search=fellen`);
    expect(results[0]).toMatchObject({ label: 'Fellenoord', description: 'street in Eindhoven' });
  });
});

describe('autocomplete', () => {
  it.each(['nl', 'be', 'lu'])('has the path /v1/autocomplete/%s', async (country) => {
    expect((await suggestions(`/v1/autocomplete/${country}?search=e`)).results.length).toBeGreaterThan(0);
  });

  it('has 50 results per page and begins with page 1', async () => {
    const { results, pagination } = await suggestions('/v1/autocomplete/nl?search=1');
    expect(pagination).toMatchObject({ page: 1, per_page: 50 });
    expect(results.length).toBe(Math.min(50, pagination.total_count));
  });

  it('cuts the same list into pages of any size', async () => {
    const { results } = await suggestions('/v1/autocomplete/nl?search=a&per_page=12');
    const [first, second] = [
      await suggestions('/v1/autocomplete/nl?search=a&per_page=6'),
      await suggestions('/v1/autocomplete/nl?search=a&per_page=6&page=2'),
    ];
    expect([...first.results, ...second.results]).toEqual(results);
  });

  it('needs a session header that is not empty (ruling 30), and takes any', async () => {
    for (const session of [undefined, '', '  ']) {
      expect(await problem(PATHS.autocomplete, { 'x-autocompletesessionid': session })).toEqual([
        400,
        'session-missing',
      ]);
    }
    const { statusCode } = await service.get(PATHS.autocomplete, {
      headers: { 'x-autocompletesessionid': '123456789' },
    });
    expect(statusCode).toBe(200);
  });

  it('is a 400 with neither search nor context', async () => {
    expect(await problem('/v1/autocomplete/nl')).toEqual([400, 'search-or-context-required']);
  });

  it('counts an empty parameter as not given', async () => {
    expect(await problem('/v1/autocomplete/nl?search=&context=')).toEqual([400, 'search-or-context-required']);
    const path = '/v1/autocomplete/nl?search=dam';
    expect(await found(`${path}&context=&page=&per_page=`)).toEqual(await found(path));
  });

  it('is a 404 when nothing matches, with a problem (ruling 41)', async () => {
    expect(await problem('/v1/autocomplete/nl?search=qqqqqq')).toEqual([404, 'nothing-found']);
    expect(await problem('/v1/autocomplete/nl?search=qqqqqq&per_page=0')).toEqual([404, 'nothing-found']);
  });

  it('ruling 11: always answers with results and pagination, never with a bare list', async () => {
    for (const term of ['dam', 'utrecht', '1012', '1012JS']) {
      expect(Object.keys(await suggestions(`/v1/autocomplete/nl?search=${term}`))).toEqual(['results', 'pagination']);
    }
  });

  it('ruling 12: a place whose municipality has its name is not listed beside it', async () => {
    const { results } = await suggestions('/v1/autocomplete/nl?search=amsterdam');
    const areas = results.filter(({ label }) => label === 'Amsterdam');
    expect(areas.map(({ precision }) => precision)).toEqual(['GroupedCities']);
  });

  it.each(['dam 1 amsterdam', 'amsterdam dam 1', '1012js 1', 'dam 1, 1012 JS amsterdam', '1 dam amsterdam'])(
    'ruling 15: free text in any usual order is answered at the deepest level: %s',
    async (text) => {
      const { results } = await suggestions(`/v1/autocomplete/nl?search=${encodeURIComponent(text)}`);
      expect(results[0]).toMatchObject({ precision: 'House', label: 'Dam 1', description: '1012JS Amsterdam' });
    },
  );

  it.each(['kerk', 'dam 1', '1012', 'kalverstrat'])('answers %j as the library does', async (search) => {
    expect(await suggestions(`/v1/autocomplete/nl?search=${encodeURIComponent(search)}&per_page=7`)).toEqual(
      service.lookup.nl.autocomplete({ search, perPage: 7 }),
    );
  });

  it('ruling 14: a postcode leads to its streets, the beginning of one to places, one with a number to houses', async () => {
    const precisionsOf = async (term: string): Promise<string[]> => [
      ...new Set((await suggestions(`/v1/autocomplete/nl?search=${term}`)).results.map(({ precision }) => precision)),
    ];
    expect(await precisionsOf('1012JS')).toEqual(['Street']);
    expect(await precisionsOf('1012')).toEqual(['City']);
    expect(await precisionsOf('1012JS%201')).toEqual(['House']);
  });

  it('ruling 17: a malformed context is a 400, one that leads nowhere a 404', async () => {
    expect(await problem('/v1/autocomplete/nl?context=nonsense')).toEqual([400, 'invalid-context']);
    const { results } = await suggestions('/v1/autocomplete/be?search=wetstraat');
    expect(await problem(`/v1/autocomplete/nl?context=${results[0]!.context}`)).toEqual([400, 'invalid-context']);
    for (const kind of ['province', 'municipality', 'place'] as const) {
      const gone = formatContext('nl', { kind, id: 123_456_789 });
      expect(await problem(`/v1/autocomplete/nl?context=${gone}`)).toEqual([404, 'context-gone']);
    }
  });

  it('ruling 18: the value of a suggestion can be typed on', async () => {
    const [street] = (await suggestions('/v1/autocomplete/nl?search=kalverst')).results;
    expect(street?.value).toBe('Amsterdam, Kalverstraat ');
    const [house] = (await suggestions(`/v1/autocomplete/nl?context=${street!.context}`)).results;
    expect(house?.value).toMatch(/^Amsterdam, Kalverstraat \d/);
  });

  it('ruling 20: a Belgian suggestion is in the language in which it was found', async () => {
    const labelOf = async (term: string): Promise<string | undefined> =>
      (await suggestions(`/v1/autocomplete/be?search=${term}`)).results[0]?.label;
    expect(await labelOf('wetstr')).toBe('Wetstraat');
    expect(await labelOf('rue%20de%20la%20loi')).toBe('Rue de la Loi');
  });

  it('ruling 35: lists a Belgian house once, and its boxes under it', async () => {
    const { results } = await suggestions('/v1/autocomplete/be?search=1502%20595');
    expect(results.filter(({ label }) => label === 'Bergensesteenweg 595')).toHaveLength(1);
    const boxes = await suggestions(`/v1/autocomplete/be?context=${results[0]!.context}`);
    expect(boxes.results.length).toBeGreaterThan(1);
    const box = await found<AddressBE>(`/v1/autocomplete/be?context=${boxes.results.at(-1)!.context}`);
    expect(box.box_number).not.toBe('');
  });
});

describe('the options of autocomplete that go beyond the specification', () => {
  it('language shows names in that language, in a search and in a drill-down', async () => {
    const [street] = (await suggestions('/v1/autocomplete/be?search=wetstr&language=fr')).results;
    expect(street).toMatchObject({ label: 'Rue de la Loi', description: 'street in Bruxelles' });
    const houses = await suggestions(`/v1/autocomplete/be?context=${street!.context}&language=nl`);
    expect(houses.results[0]?.label).toMatch(/^Wetstraat /);
  });

  it('near puts closer ones first', async () => {
    const labelsNear = async (near: string): Promise<string[]> =>
      (await suggestions(`/v1/autocomplete/nl?search=julianastraat&near=${near}`)).results.map(
        ({ description }) => description,
      );
    expect((await labelsNear('52.38,4.63'))[1]).toBe('street in Haarlem');
    expect((await labelsNear('52.06,%206.31'))[1]).toBe('street in Hengelo (Gld)');
  });

  it('explain says which rules placed a result', async () => {
    const path = '/v1/autocomplete/nl?search=kalverstrat%201';
    expect((await suggestions(`${path}&explain=true`)).results[0]?.explanation).toEqual([
      'fewest letters corrected: 1',
    ]);
    for (const off of ['', '&explain=false', '&explain=']) {
      expect((await suggestions(path + off)).results[0]).not.toHaveProperty('explanation');
    }
  });

  it('a former name is said in the language of descriptions, where no name of today answers', async () => {
    const path = '/v1/autocomplete/nl?search=oud%20sportpl&description_language=fr&details=true';
    expect((await suggestions(path)).results).toMatchObject([
      {
        value: 'Utrecht, Anton Geesinkplein ',
        label: 'Anton Geesinkplein, jusqu’en 2021 Oud Sportplein',
        former: { name: 'Oud Sportplein', until: '2021-10-04' },
        parts: { street: 'Anton Geesinkplein', place: 'Utrecht' },
      },
    ]);
    expect((await suggestions('/v1/autocomplete/nl?search=anton%20g')).results[0]).not.toHaveProperty('former');
  });

  it.each([
    ['language=en', 'invalid-parameter'],
    ['language=NL', 'invalid-parameter'],
    ['near=52.38', 'invalid-coordinate'],
    ['near=52.38,4.63,1', 'invalid-coordinate'],
    ['near=52.38;4.63', 'invalid-coordinate'],
    ['near=NaN,4.63', 'invalid-coordinate'],
    ['near=1e309,4.63', 'invalid-coordinate'],
    ['near=91,4.63', 'invalid-coordinate'],
    ['near=52.38,181', 'invalid-coordinate'],
    ['explain=1', 'invalid-parameter'],
    ['explain=yes', 'invalid-parameter'],
    ['details=1', 'invalid-parameter'],
    ['description_language=lb', 'invalid-parameter'],
    ['identifiers=yes', 'invalid-parameter'],
    ['postal_name=yes', 'invalid-parameter'],
    ['near=52.38,4.63&near=52.38,4.63', 'invalid-parameter'],
    [`context=${'a'.repeat(257)}`, 'invalid-parameter'],
  ])('%s is a 400', async (query, code) => {
    expect(await problem(`/v1/autocomplete/nl?search=dam&${query}`)).toEqual([400, code]);
  });
});

describe('directmatch', () => {
  it.each([
    ['nl, two segments', '/v1/directmatch/nl/1012JS/1'],
    ['nl, three segments', '/v1/directmatch/nl/1012JS/1/A'],
    ['be, two segments', '/v1/directmatch/be/1000/16'],
    ['be, three segments', '/v1/directmatch/be/1000/16/Wetstraat'],
    ['lu, two segments', '/v1/directmatch/lu/9209/10'],
    ['lu, three segments', "/v1/directmatch/lu/9209/10/D'Baach%20aus"],
  ])('has the path of %s; ruling 4: its answer is a list', async (_, path) => {
    expect(await found<Address[]>(path)).toBeInstanceOf(Array);
  });

  it.each([
    ['a letter', '/v1/directmatch/nl/1053DM/175/F', { houseletter: 'F' }],
    ['bis', '/v1/directmatch/nl/3511AZ/158/BIS', { housenumberaddition: 'bis' }],
    ['a number', '/v1/directmatch/nl/1011AB/105/1', { housenumberaddition: '1' }],
    ['letter and addition', '/v1/directmatch/nl/4817MK/148/EC6', { houseletter: 'E', housenumberaddition: 'C6' }],
  ])('the addition segment is %s', async (_, path, parts) => {
    expect((await found<AddressNL[]>(path))[0]).toMatchObject(parts);
  });

  it('ruling 5: no match is a 404 that carries only the status', async () => {
    for (const path of [
      '/v1/directmatch/nl/1012JS/99999',
      '/v1/directmatch/nl/1012JS/1/Q9',
      '/v1/directmatch/be/1000/99999',
      '/v1/directmatch/be/1000/16/Nergensstraat',
      '/v1/directmatch/lu/9209/99999',
      '/v1/directmatch/lu/9209/10/Nergens',
      '/v1/directmatch/nl/nonsense/x',
      '/v1/directmatch/nl//1',
    ]) {
      const answer = await service.get(path);
      expect([answer.statusCode, answer.body], path).toEqual([404, '']);
      expect(answer.headers['content-type']).toBeUndefined();
    }
  });

  const DAM_1 = [
    { street: 'Dam', housenumber: '1' },
    { street: 'Dam', housenumber: '1', houseletter: 'A' },
    { street: 'Dam', housenumber: '1', houseletter: 'A', housenumberaddition: '2' },
  ];
  const LAW_STREET = { fr: 'Rue de la Loi', nl: 'Wetstraat' };
  const FONSNY_20 = { street: { fr: 'Avenue Fonsny', nl: 'Fonsnylaan' }, housenumber: '20' };
  it.each<[path: string, alternatives: readonly object[], detail: RegExp]>([
    ['nl/1012JS/1/Q9', DAM_1, /Take one of the alternatives/],
    ['nl/1012JS/1Q', DAM_1, /Take one of the alternatives/],
    ['nl/1012JS/99999', [], /No address has this postcode and number\./],
    ['nl/nonsense/x', [], /No address has this postcode and number\./],
    ['be/1000/16%20bus%209', [{ street: LAW_STREET, housenumber: '16' }], /Take one of the alternatives/],
    [
      'be/1060/20%20bus%20999/Avenue%20Fonsny',
      [FONSNY_20, { ...FONSNY_20, box_number: '5' }],
      /in this street, but not/,
    ],
    ['be/1000/16/Nergensstraat', [], /in this street\./],
    ["lu/9209/10Z/D'Baach%20aus", [{ street: "D'Baach aus", housenumber: '10' }], /in this street, but not/],
  ])('with alternatives=true, %s is a 404 that lists what there is', async (segments, alternatives, detail) => {
    const path = `/v1/directmatch/${segments}`;
    const answer = await service.get(`${path}?alternatives=true`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toEqual({
      type: '/docs#nothing-found',
      title: 'Nothing was found',
      status: 404,
      detail: expect.stringMatching(detail),
      code: 'nothing-found',
      alternatives,
    });
    for (const off of ['', '?alternatives=false', '?alternatives=', '?other=true']) {
      const bare = await service.get(path + off);
      expect([bare.statusCode, bare.body], off).toEqual([404, '']);
    }
  });

  it('with alternatives=true, an answer that there is stays as it is', async () => {
    for (const path of ['/v1/directmatch/nl/1012JS/1/A', '/v1/directmatch/be/1000/16/Wetstraat']) {
      expect(await found(`${path}?alternatives=true`)).toEqual(await found(path));
    }
  });

  it.each([
    ['alternatives=yes', 'invalid-parameter'],
    ['alternatives=1', 'invalid-parameter'],
    ['alternatives=true&alternatives=true', 'invalid-parameter'],
  ])('%s is a 400', async (query, code) => {
    expect(await problem(`/v1/directmatch/nl/1012JS/1?${query}`)).toEqual([400, code]);
  });

  it('ruling 6: without addition, every address with the number, the bare one first, in natural order', async () => {
    const addresses = await found<AddressNL[]>('/v1/directmatch/nl/3812PX/11');
    const suffixes = addresses.map(({ houseletter, housenumberaddition }) => houseletter ?? housenumberaddition ?? '');
    expect(suffixes).toEqual(['', 'A', 'B', 'C']);
  });

  it.each(['A', 'a', 'A-2', 'a2', 'A 2', 'a-2'])('ruling 7: the addition %j is found', async (addition) => {
    const addresses = await found<AddressNL[]>(`/v1/directmatch/nl/1012JS/1/${encodeURIComponent(addition)}`);
    expect(addresses[0]?.houseletter).toBe('A');
  });

  it('ruling 7: of several that fold to one key the exact spelling is first', async () => {
    const upper = await found<AddressNL[]>('/v1/directmatch/nl/6211AT/12/A');
    const lower = await found<AddressNL[]>('/v1/directmatch/nl/6211AT/12/a');
    expect(upper.map(({ houseletter }) => houseletter)).toEqual(['A', 'a']);
    expect(lower.map(({ houseletter }) => houseletter)).toEqual(['a', 'A']);
  });

  it.each([
    ['in either language', '1000', '16', ['Wetstraat', 'Rue de la Loi']],
    ['without diacritics and in any case', '1000', '47', ['Boulevard du Régent', 'boulevard du regent', 'REGENTLAAN']],
    ['with the usual abbreviations', '6710', '29', ['Rue Ste Catherine', 'rue sainte catherine']],
  ])('ruling 8: a street is found %s', async (_, postcode, number, streets) => {
    const country = postcode === '6710' ? 'lu' : 'be';
    const answers = await Promise.all(
      streets.map((street) =>
        found<Address[]>(`/v1/directmatch/${country}/${postcode}/${number}/${encodeURIComponent(street)}`),
      ),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it.each([
    ['a letter', '1130', '89A', 'Rue Harenheyde'],
    ['a range', '3590', '12-14', 'Groeningenweg'],
    ['a box', '1070', '316 bus 0002', 'Rue de Neerpede'],
    ['a slash', '1130', '240/1', 'Verdunstraat'],
    ['a box with a slash', '1502', '595 bus 9/0002', 'Bergensesteenweg'],
  ])('ruling 8: the number segment may carry %s', async (_, postcode, number, street) => {
    const [address] = await found<AddressBE[]>(
      `/v1/directmatch/be/${postcode}/${encodeURIComponent(number)}/${encodeURIComponent(street)}`,
    );
    expect(`${address?.housenumber} bus ${address?.box_number}`).toContain(number);
  });

  it.each([
    ['/v1/directmatch/nl/1012JS/1', ['1012%20JS', '1012js', '1012-JS']],
    ['/v1/directmatch/be/1000/16', ['B-1000', 'b1000']],
    ['/v1/directmatch/lu/9209/10', ['L-9209', 'L%209209']],
  ])('ruling 9: %s is found by other forms of the postcode', async (path, forms) => {
    const expected = await found(path);
    const postcode = path.split('/')[4]!;
    for (const form of forms) expect(await found(path.replace(postcode, form))).toEqual(expected);
  });

  it('decodes each segment once: %252F is not a slash', async () => {
    expect((await service.get('/v1/directmatch/be/1130/240%252F1/Verdunstraat')).statusCode).toBe(404);
  });

  it('takes a slash at the end for no further segment', async () => {
    expect(await found('/v1/directmatch/nl/1012JS/1/')).toEqual(await found('/v1/directmatch/nl/1012JS/1'));
  });

  it('ruling 32: houses without a number are found by what the register writes', async () => {
    const [be] = await found<AddressBE[]>('/v1/directmatch/be/3590/ZN/Groeningenweg');
    expect(be?.housenumber).toBe('ZN');
    const [lu] = await found<AddressLU[]>('/v1/directmatch/lu/9650/Tour%20du%20Guet');
    expect(lu?.housenumber).toBe('Tour du Guet');
  });

  it('ruling 33: a number inside a range finds it, after the exact one', async () => {
    const numbers = (await found<AddressLU[]>('/v1/directmatch/lu/3410/111')).map(({ housenumber }) => housenumber);
    expect(numbers).toEqual(['111', '109-115']);
  });
});

describe('radius', () => {
  const [latitude, longitude] = [52.3729527, 4.8935644];
  const here = `/v1/radius/nl/${latitude}/${longitude}`;

  it('ruling 27: exactly one address is the address itself, several are a page', async () => {
    expect(await found(here)).toMatchObject({ street: 'Dam', housenumber: '1' });
    const page = await found<Page<AddressNL>>(`${here}/100`);
    expect(page.pagination.total_count).toBe(page.results.length);
    expect(page.results.length).toBeGreaterThan(1);
  });

  it('ruling 27: it is the only match in all that counts, not the only one of the page', async () => {
    const page = await found<Page<AddressNL>>(`${here}/100?per_page=1`);
    expect(page.results).toHaveLength(1);
    const empty = await found<Page<AddressNL>>(`${here}?page=2`);
    expect(empty).toMatchObject({ results: [], pagination: { total_count: 1 } });
  });

  it('is 5 m when the radius is left out', async () => {
    expect(await found(here)).toEqual(await found(`${here}/5`));
  });

  it('has 20 results per page and begins with page 1', async () => {
    const { results, pagination } = await found<Page<AddressNL>>(`${here}/500`);
    expect(pagination).toMatchObject({ page: 1, per_page: 20 });
    expect(results).toHaveLength(20);
  });

  it.each([
    ['nl', '52.373/4.8936/200', 'rd'],
    ['be', '50.8464/4.367/300', 'bd72'],
    ['lu', '49.8718/6.16/200', 'wgs84'],
  ])('answers for %s with that shape of address', async (country, position, key) => {
    const { results } = await found<Page<Address>>(`/v1/radius/${country}/${position}`);
    expect(results[0]?.location).toHaveProperty(key);
  });

  it('is a 400 for what is no country code', async () => {
    for (const country of ['xx', 'NL', 'de', '1']) {
      expect(await problem(`/v1/radius/${country}/52/5`)).toEqual([400, 'unknown-country']);
    }
  });

  it('is a 404 with a problem when there is no address within the radius', async () => {
    expect(await problem('/v1/radius/nl/53.9/4.1/10')).toEqual([404, 'nothing-found']);
  });

  it.each(['0', '-1', '500.01', '1e309', 'NaN', 'Infinity', '-Infinity', 'far', '5m', '5,0'])(
    'ruling 25: the radius %s is a 400',
    async (radius) => {
      expect(await problem(`${here}/${radius}`)).toEqual([400, 'invalid-radius']);
    },
  );

  it('a radius of 500 m is allowed', async () => {
    expect((await service.get(`${here}/500`)).statusCode).toBe(200);
  });

  it.each(['91/5', '-91/5', '52/181', 'NaN/5', '52/Infinity', '1e309/5', 'x/5', '52/y', '52,1/5'])(
    'ruling 25: the position %s is a 400',
    async (position) => {
      expect(await problem(`/v1/radius/nl/${position}/10`)).toEqual([400, 'invalid-coordinate']);
    },
  );

  it('ruling 25: a pair that only fits reversed is refused, and the message says so', async () => {
    const answer = await service.get(`/v1/radius/nl/${longitude}/${latitude}/10`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<ProblemBody>().detail).toContain('look reversed: latitude comes first');
  });

  it('ruling 26: the nearest is first', async () => {
    const { results } = await found<Page<AddressNL>>(`${here}/300?per_page=100`);
    const distances = results.map(({ location }) =>
      Math.hypot(location!.rd[0] - 121_383.318, location!.rd[1] - 487_345.254),
    );
    const sorted = [...distances].sort((a, b) => a - b);
    distances.forEach((distance, i) => {
      expect(distance).toBeCloseTo(sorted[i]!, 0);
    });
  });

  it('ruling 1: wgs84 is latitude, then longitude', async () => {
    const address = await found<AddressNL>(here);
    expect(address.location?.wgs84).toEqual([latitude, longitude]);
  });

  it('ruling 36: addresses without postcode are found, with an empty one', async () => {
    const { results } = await suggestions('/v1/autocomplete/nl?search=zuigerplasdreef');
    const houses = await suggestions(`/v1/autocomplete/nl?context=${results[0]!.context}`);
    const address = await found<AddressNL>(`/v1/autocomplete/nl?context=${houses.results[0]!.context}`);
    expect(address.postcode).toBe('');
    const [lat, lon] = address.location!.wgs84;
    const near = await found<Page<AddressNL> | AddressNL>(`/v1/radius/nl/${lat}/${lon}/1`);
    expect('results' in near ? near.results : [near]).toContainEqual(address);
  });
});

describe('paging', () => {
  const groups = { autocomplete: '/v1/autocomplete/nl?search=a', radius: '/v1/radius/nl/52.373/4.8936/500?' } as const;

  it.each(Object.entries(groups))('ruling 21: %s takes page 0 for the first, and reports it as 1', async (_, path) => {
    expect(await found(`${path}&page=0`)).toEqual(await found(`${path}&page=1`));
  });

  it.each(Object.entries(groups))('ruling 22: %s with per_page 0 is a count', async (_, path) => {
    const { results, pagination } = await found<Page<unknown>>(`${path}&per_page=0`);
    const { total_count } = (await found<Page<unknown>>(path)).pagination;
    expect(results).toEqual([]);
    expect(pagination).toEqual({ page: 1, per_page: 0, total_count, total_pages: 0 });
  });

  it.each(Object.entries(groups))('ruling 23: %s after the last page is empty, with true totals', async (_, path) => {
    const { results, pagination } = await found<Page<unknown>>(`${path}&page=2147483647`);
    expect(results).toEqual([]);
    expect(pagination.total_count).toBe((await found<Page<unknown>>(path)).pagination.total_count);
  });

  it.each(Object.entries(groups))('ruling 24: %s has at most 100 per page, and says so', async (_, path) => {
    expect((await service.get(`${path}&per_page=100`)).statusCode).toBe(200);
    const answer = await service.get(`${path}&per_page=101`);
    expect(answer.json<ProblemBody>()).toMatchObject({ status: 400, code: 'invalid-per-page' });
    expect(answer.json<ProblemBody>().detail).toContain('0 to 100.');
  });

  it('explains ten results of a page at most, and that many unless told', async () => {
    const path = '/v1/autocomplete/nl?search=a&explain=true';
    expect((await found<Suggestions>(path)).results).toHaveLength(10);
    expect((await found<Suggestions>(`${path}&per_page=3&page=2`)).results).toHaveLength(3);
    expect(await problem(`${path}&per_page=11`)).toEqual([400, 'invalid-per-page']);
  });

  it.each(Object.entries(groups))('%s refuses what is no whole number from 0', async (_, path) => {
    const notDecimal = ['0x10', '1e3', '0b1', '%207', '7%20', '1_000', '1.0', '-0', '%2B1'];
    for (const text of ['-1', '1.5', 'x', 'NaN', '1e309', '2147483648', '%00', '١', ...notDecimal]) {
      expect(await problem(`${path}&page=${text}`), text).toEqual([400, 'invalid-page']);
      expect(await problem(`${path}&per_page=${text}`), text).toEqual([400, 'invalid-per-page']);
    }
  });

  it.each(Object.entries(groups))('%s takes null, as nothing, for the default', async (_, path) => {
    const { pagination } = (await service.get(path)).json();
    for (const parameters of ['page=null&per_page=null', 'page=&per_page=']) {
      const answer = await service.get(`${path}&${parameters}`);
      expect([answer.statusCode, answer.json().pagination]).toEqual([200, pagination]);
    }
  });
});

describe('authentication', () => {
  it.each(OPERATION_ROUTES.map(({ id, examples }) => [id, examples![0]![1]]))(
    '%s needs a bearer token (ruling 29)',
    async (_, path) => {
      const answer = await service.get(path!, { headers: { authorization: undefined } });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
      expect(answer.json<ProblemBody>().code).toBe('token-missing');
    },
  );

  it.each(Object.entries(PATHS))('%s refuses a token that is nobody’s (ruling 29)', async (_, path) => {
    const answer = await service.get(path, { headers: { authorization: 'Bearer another-token' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
    expect(answer.json<ProblemBody>().code).toBe('token-unknown');
  });

  it('takes the scheme in any case', async () => {
    const answer = await service.get(PATHS.directmatch, {
      headers: { authorization: 'bearer the-token-of-the-tests' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('looks at the token before it looks at the question', async () => {
    const headers = { authorization: undefined };
    for (const path of ['/v1/autocomplete/nl', '/v1/radius/xx/1/1', '/v1/radius/nl/x/y/z']) {
      expect((await service.get(path, { headers })).statusCode).toBe(401);
    }
  });
});

describe('errors', () => {
  it('ruling 28: are problems with type, title, status, detail and code, and are not stored', async () => {
    const answer = await service.get('/v1/autocomplete/nl');
    expect(answer.json()).toEqual({
      type: '/docs#search-or-context-required',
      title: PROBLEMS['search-or-context-required'].title,
      status: 400,
      detail: expect.stringContaining('search term'),
      code: 'search-or-context-required',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('have a type that leads to what is said about them', async () => {
    const page = await service.app.inject('/docs');
    for (const code of Object.keys(PROBLEMS)) expect(page.body).toContain(`<article id="${code}">`);
  });

  it('a path that there is not is a 404 with a problem, whatever the method', async () => {
    for (const path of [
      '/v1/autocomplete/fr',
      '/v1/directmatch/nl/1012JS',
      '/v1/radius/nl/52',
      '/v2/radius/nl/52/5',
      '/x',
    ]) {
      expect(await problem(path)).toEqual([404, 'path-unknown']);
      expect((await service.app.inject({ method: 'DELETE', url: path })).statusCode).toBe(404);
    }
  });

  it('a path that cannot be decoded is a 400', async () => {
    for (const segment of ['%', '%zz', '%ff', '%e4', '%c3%28']) {
      expect(await problem(`/v1/directmatch/nl/${segment}/1`), segment).toEqual([400, 'malformed-request']);
    }
  });

  it('ruling 31: unknown query parameters are ignored', async () => {
    expect(await found(`${PATHS.autocomplete}&utm_source=x&limit=-1&constructor=1&__proto__=2`)).toEqual(
      await found(PATHS.autocomplete),
    );
    expect(await found(`${PATHS.directmatch}?page=x&search=%00`)).toEqual(await found(PATHS.directmatch));
  });

  it('a parameter that is given twice is a 400', async () => {
    for (const query of ['search=a&search=b', 'search=a&page=1&page=2', 'search=a&context=b&context=c']) {
      expect(await problem(`/v1/autocomplete/nl?${query}`)).toEqual([400, 'invalid-parameter']);
    }
  });

  it('a URL of more than 8,192 characters is a 414', async () => {
    expect(await problem(`/v1/autocomplete/nl?search=${'a'.repeat(8192)}`)).toEqual([414, 'uri-too-long']);
    expect(await problem(`/v1/autocomplete/nl?search=${'a'.repeat(8000)}`)).toEqual([400, 'invalid-parameter']);
    expect(await problem(`/v1/autocomplete/nl?search=${'a'.repeat(256)}`)).toEqual([404, 'nothing-found']);
  });
});

describe('versioning', () => {
  it('every path begins with /v1/, and the description has a version', async () => {
    const document = (await service.app.inject('/openapi.json')).json();
    const operations = Object.keys(document.paths).filter((path) => !['/health', '/ready'].includes(path));
    expect(operations).toHaveLength(17);
    for (const path of operations) expect(path).toMatch(/^\/v1\//);
    expect(document.info.version).toBe('0.1.0');
  });
});

function contextOf({ results }: Suggestions, precision: string): string {
  return results.find((each) => each.precision === precision)!.context;
}
