import { describe, expect, it } from 'vitest';
import { COUNTRIES, type Country, type Suggestion } from '../../src/index.ts';
import { withDetails } from '../../src/query/suggestions.ts';
import { codeOf } from '../support/code-of.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

const first = (country: Country, search: string): Suggestion =>
  fixtures.lookup.of(country).autocomplete({ search, details: true }).results[0]!;

it('what a caller does to a suggestion does not change the next one', () => {
  const search = (language?: 'nl' | 'fr'): Suggestion =>
    fixtures.lookup.be.autocomplete({ search: 'brux', language }).results[0]!;
  const first = search();
  const copy = structuredClone(first);
  Object.assign(first, { label: 'changed', context: '' });
  expect(search()).toEqual(copy);
  expect(copy.precision).toBe('GroupedCities');
  expect([search('nl').label, search('fr').label, search('nl').label]).toEqual(['Brussel', 'Bruxelles', 'Brussel']);
});

describe('the details of a suggestion', () => {
  it.each<[Country, string, string[], object]>([
    ['nl', 'kalverstr', ['Kalverstr'], { street: 'Kalverstraat', place: 'Amsterdam' }],
    ['nl', 'kelverstr 92', ['Kalverstr', '92'], { street: 'Kalverstraat', number: '92', postcode: '1012PH' }],
    ['nl', '1012js 1 a 2', ['1', 'A', '2'], { street: 'Dam', number: '1 A-2', place: 'Amsterdam', postcode: '1012JS' }],
    ['nl', '1012', [], { place: 'Amsterdam', postcode: '1012' }],
    ['be', 'loi 16', ['Loi 16'], { street: 'Rue de la Loi', number: '16', place: 'Bruxelles', postcode: '1000' }],
    ['lu', 'grand', ['Grand'], { street: 'Grand-Rue', place: 'Ettelbruck' }],
  ])('of %s for "%s" are the letters %j and the parts %j', (country, search, letters, parts) => {
    const { label, highlights, parts: found } = first(country, search);
    expect(highlights!.map(([from, to]) => label.slice(from, to))).toEqual(letters);
    expect(found).toMatchObject(parts);
  });

  it('of every suggestion on the way to every tenth house are those of its document', () => {
    for (const country of COUNTRIES) {
      const one = fixtures.lookup.of(country);
      let count = 0;
      for (const address of one.addresses()) {
        if (count++ % 10 !== 0 || address.postcode === '') continue;
        const { results } = one.autocomplete({ search: `${address.postcode} ${address.housenumber}`, details: true });
        for (const { context, parts, precision } of results) {
          if (precision !== 'House') continue;
          const document = one.autocomplete({ context }) as typeof address;
          expect(parts!.postcode).toBe(document.postcode);
          expect(
            Object.values({ street: document.street }).flatMap((street) =>
              typeof street === 'string' ? [street] : Object.values(street),
            ),
          ).toContain(parts!.street);
          expect(parts!.number!.startsWith(document.housenumber)).toBe(true);
        }
      }
    }
  });

  it('are there only where they are asked for, and the rest is as without', () => {
    const plain = fixtures.lookup.nl.autocomplete({ search: 'a' });
    const detailed = fixtures.lookup.nl.autocomplete({ search: 'a', details: true });
    expect(detailed.results.map(({ highlights: _h, parts: _p, ...rest }) => rest)).toEqual(plain.results);
    expect(JSON.stringify(plain)).not.toMatch(/highlights|parts/);
    expect(fixtures.lookup.nl.autocomplete({ search: 'a', details: false })).toEqual(plain);
    expect(withDetails(fixtures.lookup.nl.index, plain.results[0]!, 'a')).toEqual(detailed.results[0]);
  });

  it('of what lies under a context have parts, and no letters', () => {
    const { context } = first('nl', 'kalverstr');
    const page = fixtures.lookup.nl.autocomplete({ context, details: true }) as { results: readonly Suggestion[] };
    expect(page.results[0]).toMatchObject({ highlights: [], parts: { street: 'Kalverstraat', place: 'Amsterdam' } });
  });

  it('descriptions are in the language asked for, in searches and under contexts', () => {
    const [street] = fixtures.lookup.nl.autocomplete({ search: 'kalverst', descriptionLanguage: 'fr' }).results;
    expect(street).toMatchObject({ label: 'Kalverstraat', description: 'rue à Amsterdam' });
    const [city] = fixtures.lookup.nl.autocomplete({ search: 'amsterdam' }).results;
    const inside = fixtures.lookup.nl.autocomplete({ context: city!.context, descriptionLanguage: 'nl' });
    expect(JSON.stringify(inside)).toMatch(/"description":"(?:straat|plaats) in /);
    expect(codeOf(() => fixtures.lookup.nl.autocomplete({ search: 'a', descriptionLanguage: 'lb' as 'nl' }))).toBe(
      'invalid-argument',
    );
    expect(codeOf(() => fixtures.lookup.nl.autocomplete({ search: 'a', details: 1 as unknown as boolean }))).toBe(
      'invalid-argument',
    );
  });
});
