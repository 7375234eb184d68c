import { describe, expect, it } from 'vitest';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Address } from '../../src/model/address.ts';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { type AutocompleteRequest, autocomplete } from '../../src/query/autocomplete.ts';
import { codeOf } from '../support/code-of.ts';
import { belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

type Lookup = CountryLookup<Country>;

function suggest(lookup: Lookup, request: AutocompleteRequest): Page<Suggestion> {
  return autocomplete(lookup.index, request) as Page<Suggestion>;
}

/** `Street Kerkstraat: street in Weesp` of each suggestion. */
function lines({ results }: Page<Suggestion>): string[] {
  return results.map(({ precision, label, description }) => `${precision} ${label}: ${description}`);
}

/** The context of the first suggestion for a term. */
function contextFor(lookup: Lookup, search: string, context?: string): string {
  return suggest(lookup, { search, context }).results[0]!.context;
}

const [nl, be, lu] = [(await dutchTown()).lookup, (await belgianTown()).lookup, (await luxembourgTown()).lookup];

describe('the first answer', () => {
  it.each([
    ['weesp', ['GroupedCities Weesp: municipality in Noord-Holland']],
    ['vleu', ['City Vleuten: place in Utrecht, Utrecht']],
    ['noord', ['Province Noord-Holland: province']],
    ['achter', ['Street Achterweg: street in Weesp']],
    ['holland', ['Province Noord-Holland: province']],
    ['domst', ['City Utrecht: place in Utrecht, Utrecht']],
    ['oude', ['Street Kerkstraat: street in Utrecht']],
    ['KERKSTRÁAT', ['GroupedStreets Kerkstraat: street in 3 places']],
  ])('to %j has the precision, label and description of what it stands for (rulings 12 and 19)', (search, expected) => {
    expect(lines(suggest(nl, { search }))).toEqual(expected);
  });

  it('has a municipality once, which stands for its place of the same name (ruling 12)', () => {
    expect(lines(suggest(nl, { search: 'utre' }))).toEqual([
      'GroupedCities Utrecht: municipality in Utrecht',
      'Province Utrecht: province',
    ]);
  });

  it('has names that are the term before longer ones, and whole names before later words', () => {
    expect(lines(suggest(nl, { search: 'kerk' }))).toEqual([
      'GroupedStreets Kerkstraat: street in 3 places',
      'Street Weg naar de Kerk: street in Utrecht',
    ]);
  });

  it('has a value on which a person can type on (ruling 18)', () => {
    expect(suggest(nl, { search: 'vleuten' }).results[0]!.value).toBe('Vleuten, ');
    expect(suggest(nl, { search: 'achterweg' }).results[0]!.value).toBe('Weesp, Achterweg ');
    expect(suggest(nl, { search: '1381EC 1' }).results[0]!.value).toBe('Weesp, Achterweg 1');
    expect(suggest(nl, { search: 'kerkstraat' }).results[0]!.value).toBe('Kerkstraat, ');
  });

  it('to what nothing is called is empty, and counts nothing (ruling 41)', () => {
    expect(suggest(nl, { search: 'qqqqqqqqqq' })).toEqual({
      results: [],
      pagination: { page: 1, per_page: 50, total_count: 0, total_pages: 0 },
    });
    for (const search of ['', ' ', '?!']) expect(suggest(nl, { search }).results).toEqual([]);
  });

  it('speaks of cantons and districts in Luxembourg', () => {
    expect(lines(suggest(lu, { search: 'diekirch' }))).toEqual([
      'GroupedCities Diekirch: municipality in Diekirch',
      'Province Diekirch: canton',
      'Province Diekirch: district',
    ]);
  });

  it('is in the language in which the text matched (ruling 20)', () => {
    expect(lines(suggest(be, { search: 'brux' }))).toEqual([
      'GroupedCities Bruxelles: municipality in Région de Bruxelles-Capitale',
      'Province Région de Bruxelles-Capitale: region',
    ]);
    expect(lines(suggest(be, { search: 'brussel' }))[0]).toBe(
      'GroupedCities Brussel: municipality in Brussels Hoofdstedelijk Gewest',
    );
    expect(lines(suggest(be, { search: 'wetst' }))).toEqual(['Street Wetstraat: street in Brussel']);
    expect(lines(suggest(be, { search: 'rue de la loi' }))).toEqual(['Street Rue de la Loi: street in Bruxelles']);
  });
});

describe('the drill-down', () => {
  it('goes from a province to a house, one kind at a time, and ends in its address (rulings 10 and 13)', () => {
    const steps: string[][] = [];
    let context = contextFor(nl, 'noord-holland');
    for (const pick of [0, 0, 2, 0, 0]) {
      const answer = nl.autocomplete({ context });
      if (!('results' in answer!)) break;
      steps.push(lines(answer));
      context = answer.results[pick]!.context;
    }
    expect(steps).toEqual([
      ['GroupedCities Weesp: municipality in Noord-Holland'],
      ['City Weesp: place in Weesp, Noord-Holland'],
      ['Street Achterweg: street in Weesp', 'Street Kerkstraat: street in Weesp', 'Street Voorweg: street in Weesp'],
      ['House Voorweg 1: 1381EC Weesp'],
    ]);
    expect(nl.autocomplete({ context })).toEqual(nl.directMatch({ postcode: '1381EC', housenumber: 1 })[1]);
  });

  it('lists houses in natural order, as people write them', () => {
    const { results } = suggest(nl, { context: contextFor(nl, 'kerkstraat', contextFor(nl, 'weesp')) });
    expect(results.slice(0, 9).map(({ label }) => label)).toEqual([
      'Kerkstraat 6',
      'Kerkstraat 6-1',
      'Kerkstraat 6-2',
      'Kerkstraat 6-10',
      'Kerkstraat 6 A',
      'Kerkstraat 6 A-1',
      'Kerkstraat 6 A-2',
      'Kerkstraat 6 B',
      'Kerkstraat 6 bis',
    ]);
    expect(results.at(-1)!.description).toBe('Weesp'); // no postcode
  });

  it('opens a street name into the streets of that name, those in the largest places first (ruling 13)', () => {
    const context = contextFor(nl, 'kerkstraat');
    expect(lines(suggest(nl, { context }))).toEqual([
      'Street Kerkstraat: street in Weesp',
      'Street Kerkstraat: street in Utrecht',
      'Street Kerkstraat: street in Vleuten',
    ]);
  });

  it('keeps to the language of what was picked where the next name has one in it (ruling 20)', () => {
    const loi = suggest(be, { context: contextFor(be, 'rue de la loi') }).results;
    expect(loi[0]!.value).toBe('Bruxelles, Rue de la Loi 0012');
    const wet = suggest(be, { context: contextFor(be, 'wetstraat') }).results;
    expect(wet[0]!.value).toBe('Brussel, Wetstraat 0012');
    const antwerp = suggest(be, { context: contextFor(be, 'anvers') });
    expect(lines(antwerp)).toEqual(['City Antwerpen: place in Anvers, Anvers']);
  });

  it('goes from a Belgian region or district of Luxembourg to its municipalities (ruling 13)', () => {
    const region = suggest(be, { search: 'vlaams gewest' }).results[0]!;
    expect(region.precision).toBe('Province');
    expect(lines(suggest(be, { context: region.context }))).toEqual([
      'GroupedCities Antwerpen: municipality in Antwerpen',
    ]);
    const district = suggest(lu, { search: 'diekirch' }).results.find(({ description }) => description === 'district')!;
    expect(lines(suggest(lu, { context: district.context }))).toEqual([
      'GroupedCities Clervaux: municipality in Clervaux',
      'GroupedCities Diekirch: municipality in Diekirch',
    ]);
  });

  it('lists a Belgian house once, which opens into its boxes (ruling 35)', () => {
    const { results } = suggest(be, { context: contextFor(be, 'wetstraat') });
    expect(results.map(({ label }) => label)).toEqual([
      'Wetstraat 0012',
      'Wetstraat 1234567',
      'Wetstraat ZN',
      'Wetstraat 3',
      'Wetstraat 16',
      'Wetstraat 20',
    ]);
    expect(results.map(({ precision, value }) => `${precision} ${value}|`).slice(4)).toEqual([
      'Street Brussel, Wetstraat 16 |',
      'House Brussel, Wetstraat 20|',
    ]);
    const boxes = suggest(be, { context: results[4]!.context });
    expect(boxes.results.map(({ label }) => label)).toEqual([
      'Wetstraat 16',
      'Wetstraat 16 bus 1',
      'Wetstraat 16 bus 0002',
      'Wetstraat 16 bus b2.1',
      'Wetstraat 16 bus 28',
    ]);
    expect(boxes.results.every(({ precision }) => precision === 'House')).toBe(true);
    expect(be.autocomplete({ context: boxes.results[2]!.context })).toMatchObject({
      housenumber: '16',
      box_number: '0002',
    });
    expect(be.autocomplete({ context: results[3]!.context })).toMatchObject({ housenumber: '3' });
  });

  it('keeps apart the boxes of one number under two postcodes of a street', () => {
    const { results } = suggest(be, { context: contextFor(be, 'kerkstraat', contextFor(be, 'brussel')) });
    expect(results.map(({ label, description }) => `${label}, ${description}`)).toEqual([
      'Kerkstraat 3A, 1000 Brussel',
      'Kerkstraat 16, 1000 Brussel',
      'Kerkstraat 16, 1040 Brussel',
      'Kerkstraat 20, 1000 Brussel',
    ]);
    for (const { context, description } of results.slice(1, 3)) {
      const boxes = suggest(be, { context }).results;
      expect(boxes.map((box) => `${box.label}, ${box.description}`)).toEqual([
        `Kerkstraat 16, ${description}`,
        `Kerkstraat 16 bus A, ${description}`,
      ]);
    }
  });

  it('lists houses without a number by what the register calls them (ruling 32)', () => {
    const { results } = suggest(lu, { context: contextFor(lu, 'neimillen') });
    expect(results.map(({ label }) => label)).toEqual(['Rue Neimillen Villa Rose', 'Rue Neimillen 113']);
    expect(lu.autocomplete({ context: results[0]!.context })).toMatchObject({ housenumber: 'Villa Rose' });
  });
});

describe('a postcode as search term (ruling 14)', () => {
  it.each(['3511AC', '3511 ac', 'NL-3511 AC'])(
    'in full, %j, gives its streets, each with its addresses of the postcode alone',
    (search) => {
      const page = suggest(nl, { search });
      expect(lines(page)).toEqual(['Street Kerkstraat: 3511AC Utrecht', 'Street Weg naar de Kerk: 3511AC Utrecht']);
      const houses = suggest(nl, { context: page.results[0]!.context });
      expect(houses.results.map(({ label }) => label)).toEqual(['Kerkstraat 20', 'Kerkstraat 21 A']);
    },
  );

  it.each(['3', '35', '3511', '3511 A'])('in part, %j, gives the places it covers with their counts', (search) => {
    const [first] = suggest(nl, { search }).results;
    expect(first).toMatchObject({ precision: 'City', label: 'Utrecht' });
    expect(first!.description).toBe(`place in Utrecht, Utrecht: 5 addresses with postcode ${search.replace(' ', '')}`);
    const streets = suggest(nl, { context: first!.context });
    expect(streets.results.map(({ label }) => label)).toEqual(['Kerkstraat', 'Weg naar de Kerk']);
  });

  it('in part gives the place with most addresses first', () => {
    expect(lines(suggest(nl, { search: '3' }))).toEqual([
      'City Utrecht: place in Utrecht, Utrecht: 5 addresses with postcode 3',
      'City Vleuten: place in Utrecht, Utrecht: 1 address with postcode 3',
    ]);
  });

  it.each(['1381EA 6', '1381ea6', '1381 EA, 6'])(
    'and a number, %j, give the houses, the very number first',
    (search) => {
      const { results } = suggest(nl, { search });
      expect(results.map(({ label }) => label).slice(0, 3)).toEqual([
        'Kerkstraat 6',
        'Kerkstraat 6-1',
        'Kerkstraat 6-2',
      ]);
      expect(results.every(({ precision }) => precision === 'House')).toBe(true);
    },
  );

  it('and a number give one house for each street of the postcode', () => {
    const { results } = suggest(be, { search: '1000 16' });
    expect(results.map(({ label }) => label).sort()).toEqual(['Rue de la Loi 16', 'Rue de l’Église 16']);
    const houses = results.map(({ context }) => suggest(be, { context }).pagination.total_count);
    expect(houses.sort()).toEqual([2, 5]);
  });

  it('that does not exist gives nothing, with a number that does not exist no house', () => {
    expect(suggest(nl, { search: '9999ZZ' }).results).toEqual([]);
    expect(suggest(nl, { search: '1381EA 77' }).results.map(({ precision }) => precision)).not.toContain('House');
  });
});

describe('a search inside a context (ruling 16)', () => {
  const weesp = contextFor(nl, 'weesp');
  const utrecht = contextFor(nl, 'utrecht');

  it('finds streets and places there and nowhere else', () => {
    expect(lines(suggest(nl, { context: weesp, search: 'kerk' }))).toEqual(['Street Kerkstraat: street in Weesp']);
    expect(lines(suggest(nl, { context: utrecht, search: 'kerk' }))).toEqual([
      'Street Kerkstraat: street in Utrecht',
      'Street Kerkstraat: street in Vleuten',
      'Street Weg naar de Kerk: street in Utrecht',
    ]);
    expect(lines(suggest(nl, { context: utrecht, search: 'vleu' }))).toEqual([
      'City Vleuten: place in Utrecht, Utrecht',
    ]);
    expect(suggest(nl, { context: weesp, search: 'vleu' }).results).toEqual([]);
  });

  it('finds what it finds outside by an alias too, and only the one that has the alias', () => {
    expect(lines(suggest(nl, { context: utrecht, search: 'oude w' }))).toEqual([
      'Street Kerkstraat: street in Utrecht',
    ]);
    expect(lines(suggest(nl, { context: utrecht, search: 'domstad' }))).toEqual([
      'City Utrecht: place in Utrecht, Utrecht',
    ]);
    expect(suggest(nl, { context: weesp, search: 'oude w' }).results).toEqual([]);
  });

  it('answers in the language in which the text matched (ruling 20)', () => {
    const brussels = contextFor(be, 'brussel');
    expect(lines(suggest(be, { context: brussels, search: 'rue de la' }))).toEqual([
      'Street Rue de la Loi: street in Bruxelles',
    ]);
    const flanders = contextFor(be, 'vlaams gewest');
    expect(lines(suggest(be, { context: flanders, search: 'anv' }))[0]).toBe('Province Anvers: province');
  });

  it.each(['3511AC', '3511 AC', '3511 ac', 'NL-3511AC'])('understands a whole postcode there: %j', (search) => {
    const { results } = suggest(nl, { context: utrecht, search });
    expect(results.map(({ label, description }) => `${label}, ${description}`)).toEqual([
      'Kerkstraat, 3511AC Utrecht',
      'Weg naar de Kerk, 3511AC Utrecht',
    ]);
    for (const { context } of results) {
      expect(context).toMatch(/^[a-z0-9.-]{1,64}$/);
      expect(suggest(nl, { context }).pagination.total_count).toBeGreaterThan(0);
    }
    expect(suggest(nl, { context: weesp, search }).results).toEqual([]);
  });

  it('stays inside the postcode that a place was picked for', () => {
    const { context } = suggest(nl, { search: '3511AB'.slice(0, 5) }).results[0]!; // 3511A
    expect(suggest(nl, { context, search: 'kerk' }).pagination.total_count).toBe(2);
    const [ofPostcode] = suggest(nl, { search: '138' }).results;
    const found = suggest(nl, { context: ofPostcode!.context, search: 'ker' });
    expect(lines(found)).toEqual(['Street Kerkstraat: 138 Weesp']);
    // The house without a postcode is outside of it.
    const houses = suggest(nl, { context: found.results[0]!.context, perPage: 1000 });
    expect(houses.results.map(({ label }) => label)).not.toContain('Kerkstraat 100');
    expect(houses.pagination.total_count).toBe(15);
  });

  it('for a postcode outside of the one that a place was picked for finds nothing', () => {
    const { context } = suggest(be, { search: '100' }).results[0]!;
    expect(lines(suggest(be, { context, search: '1000' }))).toHaveLength(2);
    expect(suggest(be, { context, search: '1040' }).results).toEqual([]);
    expect(suggest(be, { search: '1040' }).results).toHaveLength(1);
  });

  it('of a street finds the house numbers that begin as typed, the very number first', () => {
    const kerkstraat = contextFor(nl, 'kerkstraat', weesp);
    const labels = (search: string): string[] =>
      suggest(nl, { context: kerkstraat, search }).results.map(({ label }) => label.replace('Kerkstraat ', ''));
    expect(labels('1')).toEqual(
      ['14-A2', '14-a2', '14 A-2', '15-02', '15-2', '16-02', '100'].sort(byIndexOf(labels('1'))),
    );
    expect(labels('6b')).toEqual(['6 B', '6 bis']);
    expect(labels('6 A')).toEqual(['6 A', '6 A-1', '6 A-2']);
    expect(labels('7')).toEqual([]);
  });

  it('of a Belgian house finds its boxes', () => {
    const house = suggest(be, { context: contextFor(be, 'wetstraat'), search: '16' }).results[0]!.context;
    const labels = (search: string): string[] =>
      suggest(be, { context: house, search }).results.map(({ label }) => label.replace('Wetstraat 16', '').trim());
    expect(labels('1')).toEqual(['bus 1']);
    expect(labels('bus 1')).toEqual(['bus 1']);
    expect(labels('2')).toEqual(['bus 0002', 'bus b2.1', 'bus 28']);
    expect(labels('b')).toEqual(['bus b2.1', 'bus 28']);
    expect(labels('x')).toEqual([]);
  });

  it('of a street name finds it in the places that begin so', () => {
    const context = contextFor(nl, 'kerkstraat');
    expect(lines(suggest(nl, { context, search: 'vleut' }))).toEqual(['Street Kerkstraat: street in Vleuten']);
    expect(lines(suggest(nl, { context, search: 'domstad' }))).toEqual(['Street Kerkstraat: street in Utrecht']);
    expect(suggest(nl, { context, search: 'amsterdam' }).results).toEqual([]);
  });

  it('that is blank lists what the context holds', () => {
    expect(suggest(nl, { context: weesp, search: ' ' })).toEqual(suggest(nl, { context: weesp }));
  });

  it('of a house is the house', () => {
    const { context } = suggest(nl, { search: '1381EC 1' }).results[0]!;
    expect(nl.autocomplete({ context, search: 'anything' })).toEqual(nl.autocomplete({ context }));
  });
});

/** Sorts texts as they stand in a list: for comparing as a set. */
function byIndexOf(list: readonly string[]): (a: string, b: string) => number {
  return (a, b) => list.indexOf(a) - list.indexOf(b);
}

describe('pages of suggestions', () => {
  const kerkstraat = contextFor(nl, 'kerkstraat', contextFor(nl, 'weesp'));

  it('are of 50 unless said otherwise', () => {
    expect(suggest(nl, { context: kerkstraat }).pagination).toEqual({
      page: 1,
      per_page: 50,
      total_count: 16,
      total_pages: 1,
    });
  });

  it.each([{ context: kerkstraat }, { search: 'e' }, { search: 'k' }, { search: '1' }, { search: '1381EA 6' }])(
    'of %j add up to the whole list, each with the true total',
    (request) => {
      const whole = suggest(nl, { ...request, perPage: 1000 });
      expect(whole.results.length).toBe(whole.pagination.total_count);
      expect(new Set(whole.results.map(({ context }) => context)).size).toBe(whole.results.length);
      for (const perPage of [1, 2, 3, 7]) {
        const pages = Math.ceil(whole.results.length / perPage);
        const collected: Suggestion[] = [];
        for (let page = 1; page <= pages + 1; page++) {
          const { results, pagination } = suggest(nl, { ...request, page, perPage });
          expect(pagination).toEqual({
            page,
            per_page: perPage,
            total_count: whole.results.length,
            total_pages: pages,
          });
          collected.push(...results);
        }
        expect(collected).toEqual(whole.results);
      }
    },
  );

  it.each([{ context: kerkstraat }, { search: 'k' }, { search: '1' }, { search: '1381EA 6' }])(
    'of %j: page 0 is the first, one after the last is empty, none a page is a count (rulings 21 to 23)',
    (request) => {
      const { total_count } = suggest(nl, request).pagination;
      expect(total_count).toBeGreaterThan(0);
      expect(suggest(nl, { ...request, page: 0 })).toEqual(suggest(nl, { ...request, page: 1 }));
      expect(suggest(nl, { ...request, page: 999_999 })).toEqual({
        results: [],
        pagination: { page: 999_999, per_page: 50, total_count, total_pages: 1 },
      });
      expect(suggest(nl, { ...request, perPage: 0 })).toEqual({
        results: [],
        pagination: { page: 1, per_page: 0, total_count, total_pages: 0 },
      });
    },
  );

  it('may hold a thousand, and no more (ruling 24)', () => {
    expect(codeOf(() => suggest(nl, { search: 'k', perPage: 1000 }))).toBeUndefined();
    expect(codeOf(() => suggest(nl, { search: 'k', perPage: 1001 }))).toBe('invalid-per-page');
    expect(codeOf(() => suggest(nl, { search: 'k', page: -1 }))).toBe('invalid-page');
  });
});

it('neither search nor context is an error', () => {
  expect(codeOf(() => nl.autocomplete({}))).toBe('search-or-context-required');
  expect(codeOf(() => nl.autocomplete({ page: 2 }))).toBe('search-or-context-required');
  const answer: Page<Suggestion> | Address | null = nl.autocomplete({ search: '' });
  expect(answer).toMatchObject({ results: [] });
});
