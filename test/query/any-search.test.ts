import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { suggestArea, suggestStreet } from '../../src/query/suggestions.ts';
import { Oracle } from '../support/oracle.ts';
import { NameOracle } from '../support/oracle-names.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

/** Everything that a text can be made of: words of names, whole or begun, numbers, postcodes, signs, and noise. */
function textOf(words: readonly string[], postcodes: readonly string[]): fc.Arbitrary<string> {
  const word = fc.constantFrom(...words);
  const part = fc.oneof(
    { weight: 4, arbitrary: word },
    {
      weight: 4,
      arbitrary: word.chain((each) => fc.integer({ min: 1, max: each.length }).map((end) => each.slice(0, end))),
    },
    {
      weight: 1,
      arbitrary: word.chain((each) => fc.nat(each.length).map((at) => each.slice(0, at) + each.slice(at + 1))),
    },
    { weight: 2, arbitrary: fc.nat(30).map(String) },
    { weight: 2, arbitrary: fc.constantFrom(...postcodes) },
    { weight: 1, arbitrary: fc.constantFrom('bus', 'bte', 'A', '12A', '1-3', 'B-', '(', ',', '/', "'", '-', '  ') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  );
  return fc
    .array(part, { minLength: 1, maxLength: 4 })
    .chain((parts) => fc.constantFrom(' ', ' ', ', ', '').map((separator) => parts.join(separator)));
}

describe.each<Country>(['nl', 'be', 'lu'])('whatever is searched for in %s', (country) => {
  it('the answer is a page whose total, parts and contexts hold true', async () => {
    const input = randomInput(country, 2);
    const { lookup, index } = await openInput(input);
    const words = [...new Set(new NameOracle(input).keys().flatMap((key) => key.split(' ')))];
    const postcodes = [...new Set(new Oracle(input).addresses.map(({ postcode }) => postcode))];
    const inside = [
      undefined,
      suggestArea(index, 'municipality', 0).context,
      suggestArea(index, 'place', 1).context,
      suggestStreet(index, 2).context,
    ];
    const suggest = (request: object): Page<Suggestion> => lookup.autocomplete(request) as Page<Suggestion>;

    let found = 0;
    fc.assert(
      fc.property(textOf(words, postcodes), fc.constantFrom(...inside), (search, context) => {
        const request = { search, context };
        const { results, pagination } = suggest({ ...request, perPage: 1000 });
        found += results.length;
        expect(results).toHaveLength(pagination.total_count);
        expect(new Set(results.map((each) => each.context)).size).toBe(results.length);
        expect([1, 2].flatMap((page) => suggest({ ...request, page, perPage: 3 }).results)).toEqual(
          results.slice(0, 6),
        );
        expect(suggest({ ...request, perPage: 0 })).toMatchObject({
          results: [],
          pagination: { total_count: results.length },
        });
        for (const each of results.slice(0, 5)) {
          expect(each.context).toMatch(/^[a-z0-9.-]{1,64}$/);
          const next = lookup.autocomplete({ context: each.context });
          expect(next).not.toBeNull();
          expect('results' in next!, each.precision).toBe(each.precision !== 'House');
        }
      }),
      { seed: 20260160, numRuns: 200 },
    );
    expect(found).toBeGreaterThan(150);
  });
});
