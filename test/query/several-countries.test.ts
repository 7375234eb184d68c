import { describe, expect, it } from 'vitest';
import type { NamesBE } from '../../src/model/address.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { Page, SuggestionIn } from '../../src/model/suggestion.ts';
import { autocompleteIn } from '../../src/query/several-countries.ts';
import { codeOf } from '../support/code-of.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

const TERMS = [
  'k',
  'ker',
  'kerkstraat',
  'rue de',
  'grand',
  'dam 1',
  '1',
  '10',
  '1000',
  'straat',
  'nieuw 1',
  'am',
  'lux',
  'g',
];

function pageOf(search: string, page: number, perPage: number): Page<SuggestionIn> {
  return fixtures.lookup.autocomplete({ search, page, perPage });
}

describe('one list over several countries', () => {
  it.each(TERMS)('keeps the order of each country, and counts those it shows: %j', (search) => {
    const { results, pagination } = pageOf(search, 1, 1000);
    expect(results.length).toBe(pagination.total_count);
    const shown = new Set(results.map(({ country }) => country));
    let total = 0;
    for (const country of shown) {
      const alone = fixtures.lookup.of(country).autocomplete({ search, perPage: 1000 });
      total += alone.pagination.total_count;
      expect(results.filter((each) => each.country === country)).toEqual(
        alone.results.map((each) => ({ ...each, country })),
      );
    }
    expect(pagination.total_count).toBe(total);
  });

  it.each(TERMS)('is the same page by page: %j', (search) => {
    const whole = pageOf(search, 1, 60).results;
    const pages = Array.from({ length: 12 }, (_, i) => pageOf(search, i + 1, 5).results).flat();
    expect(pages).toEqual(whole);
    expect(pageOf(search, 1, 0).results).toEqual([]);
  });

  it('begins with what agrees best, and is of several countries where they agree alike', () => {
    const countries = TERMS.map((search) => new Set(pageOf(search, 1, 20).results.map(({ country }) => country)).size);
    expect(Math.max(...countries)).toBeGreaterThan(1);
    // As one country says it: an explanation without lines is a perfect answer. Postcodes have none.
    for (const search of TERMS) {
      const explained = fixtures.lookup.autocomplete({ search, perPage: 20, explain: true }).results;
      if (explained.some(({ explanation }) => explanation === undefined)) continue;
      const first = explained.findIndex(({ explanation }) => explanation!.length > 0);
      if (first < 0) continue;
      expect(
        explained.slice(first).every(({ explanation }) => explanation!.length > 0),
        search,
      ).toBe(true);
    }
  });

  it('finds first what the country alone finds first, for texts that name a place or a postcode', () => {
    let [asked, same] = [0, 0];
    for (const country of COUNTRIES) {
      let at = 0;
      for (const address of fixtures.lookup.of(country).addresses({ postalName: true })) {
        if (at++ % 9 !== 0) continue;
        const { postcode, housenumber } = address;
        const street = nameOf(address.street);
        const place = nameOf('city' in address ? address.city : address.postal_name!);
        for (const search of [`${street} ${housenumber}, ${place}`, `${postcode} ${place} ${street} ${housenumber}`]) {
          const [alone] = fixtures.lookup.of(country).autocomplete({ search, perPage: 1 }).results;
          const [first] = pageOf(search, 1, 1).results;
          asked++;
          if (alone === undefined ? first === undefined : first?.context === alone.context) same++;
        }
      }
    }
    expect(asked).toBeGreaterThan(300);
    expect(same / asked).toBeGreaterThanOrEqual(0.99);
  });

  it('is of the country that the text names, and of the countries asked', () => {
    const countriesOf = (search: string, countries?: Country[]): Country[] => [
      ...new Set(
        fixtures.lookup.autocomplete({ search, countries, perPage: 1000 }).results.map(({ country }) => country),
      ),
    ];
    expect(countriesOf('1012 JS')).toEqual(['nl']);
    for (const country of COUNTRIES) expect(countriesOf('kerk', [country])).toEqual(country === 'lu' ? [] : [country]);
    expect(countriesOf('straat, Nederland')).toEqual(['nl']);
  });

  it('begins near a position among equally good answers', () => {
    const search = 'kerkstraat';
    for (const country of ['nl', 'be'] as const) {
      const [address] = fixtures.lookup.of(country).addresses();
      const [latitude, longitude] = address!.location!.wgs84;
      const { results } = fixtures.lookup.autocomplete({ search, near: { latitude, longitude } });
      expect(results[0]!.country).toBe(country);
    }
  });

  it('has details and descriptions in a language, as one country has', () => {
    const request = { search: 'dam', details: true, descriptionLanguage: 'nl', perPage: 3 } as const;
    const { results } = fixtures.lookup.autocomplete({ ...request, countries: ['nl'] });
    expect(results).toEqual(
      fixtures.lookup.nl.autocomplete(request).results.map((each) => ({ ...each, country: 'nl' })),
    );
  });
});

describe('a context', () => {
  it.each(COUNTRIES)('of %s opens as in its country, down to the address', (country) => {
    const { context } = fixtures.lookup.of(country).autocomplete({ search: country === 'nl' ? 'dam' : 'rue' })
      .results[0]!;
    const opened = fixtures.lookup.autocomplete({ context }) as Page<SuggestionIn>;
    const alone = fixtures.lookup.of(country).autocomplete({ context }) as Page<SuggestionIn>;
    expect(opened.results).toEqual(alone.results.map((each) => ({ ...each, country })));
    let next: string = context;
    for (;;) {
      const step = fixtures.lookup.autocomplete({ context: next })!;
      if (!('results' in step)) {
        expect(step).toEqual(fixtures.lookup.of(country).autocomplete({ context: next }));
        break;
      }
      next = step.results[0]!.context;
    }
  });

  it('that none of the countries has made is refused', () => {
    expect(codeOf(() => fixtures.lookup.autocomplete({ context: 'sn1-abcd' }))).toBe('invalid-context');
  });
});

describe('requests that are none', () => {
  it('are refused as those of one country, and so are countries that are not open', () => {
    const { lookup } = fixtures;
    const index = lookup.lu.index;
    expect(codeOf(() => lookup.autocomplete({}))).toBe('search-or-context-required');
    expect(codeOf(() => lookup.autocomplete({ search: 'a', page: -1 }))).toBe('invalid-page');
    expect(codeOf(() => lookup.autocomplete(null as never))).toBe('invalid-argument');
    expect(codeOf(() => lookup.autocomplete({ search: 'a', countries: 'nl' as never }))).toBe('invalid-argument');
    expect(codeOf(() => lookup.autocomplete({ search: 'a', countries: ['de' as never] }))).toBe('country-not-loaded');
    expect(codeOf(() => autocompleteIn([index], { search: 'a', near: { latitude: 600, longitude: 1 } }))).toBe(
      'invalid-coordinate',
    );
  });
});

describe('directMatch over several countries', () => {
  it('asks those that the form of the postcode allows', () => {
    for (const country of COUNTRIES) {
      for (const address of fixtures.lookup.of(country).addresses()) {
        const { postcode, housenumber } = address;
        if (postcode === '') continue;
        const found = fixtures.lookup.directMatch({ postcode, housenumber });
        const alone = fixtures.lookup.of(country).directMatch({ postcode, housenumber });
        expect(found.flatMap((each) => (each.country === country ? [each.address] : []))).toEqual(alone);
        if (country === 'nl') expect(found.every((each) => each.country === 'nl')).toBe(true);
      }
    }
    const { postcode, housenumber } = [...fixtures.lookup.lu.addresses()].find((each) => each.postcode !== '')!;
    const written = fixtures.lookup.directMatch({ postcode: `L-${postcode}`, housenumber });
    expect(new Set(written.map(({ country }) => country))).toEqual(new Set(['lu']));
  });
});

function nameOf(names: string | NamesBE): string {
  return typeof names === 'string' ? names : Object.values(names)[0]!;
}
