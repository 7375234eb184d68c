import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../../src/model/country.ts';
import {
  ADDRESS,
  ADDRESS_LIST,
  ADDRESS_PAGE,
  NO_MATCH_PROBLEM,
  PROBLEM,
  SUGGESTION_PAGE,
} from '../../../tools/interface/schemas.ts';

const ajv = new Ajv2020({ strict: false });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);

const validatorOf = (schema: object): ValidateFunction => ajv.compile(JSON.parse(JSON.stringify(schema)));

const answers = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../http/example-answers.json', import.meta.url)), 'utf8'),
) as Record<string, { readonly results: Record<string, unknown>[] } & readonly Record<string, unknown>[]>;

/** What the service answers to the examples of /openapi.json. */
const EXAMPLES = {
  nl: answers['/v1/directmatch/nl/1012JS/1/A2']![0]!,
  be: answers['/v1/directmatch/be/1000/16/Wetstraat']![0]!,
  lu: answers["/v1/directmatch/lu/L-9209/10/D'Baach%20aus"]![0]!,
  suggestion: answers['/v1/autocomplete/nl?search=amersf&per_page=2']!.results[0]!,
};

const PAGINATION = { page: 1, per_page: 10, total_count: 1, total_pages: 1 };
const PROBLEM_OF_NOTHING = {
  type: '/docs#nothing-found',
  title: 'Nothing',
  status: 404,
  detail: 'None.',
  code: 'nothing-found',
};

describe.each(COUNTRIES)('the address of %s', (country) => {
  const isAddress = validatorOf(ADDRESS[country]);
  const example = EXAMPLES[country];

  it('is what an example is answered with, with and without a position', () => {
    expect(isAddress(example)).toBe(true);
    expect(isAddress({ ...example, location: null })).toBe(true);
  });

  it('has no other field, and lacks none that every address has', () => {
    expect(isAddress({ ...example, owner: 'somebody' })).toBe(false);
    expect(isAddress({ ...example, location: { ...(example['location'] as object), height: 3 } })).toBe(false);
    for (const field of ['street', 'housenumber', 'municipality', 'postcode', 'location']) {
      const { [field]: _left, ...rest } = example;
      expect([field, isAddress(rest)]).toEqual([field, false]);
    }
  });

  it('has a position of two numbers', () => {
    for (const wgs84 of [[52], [52, 5, 0], ['52', '5']])
      expect(isAddress({ ...example, location: { ...(example['location'] as object), wgs84 } })).toBe(false);
  });

  it('comes in pages, in lists that are never empty, and in part where nothing matches', () => {
    const isPage = validatorOf(ADDRESS_PAGE[country]);
    expect(isPage({ results: [example], pagination: PAGINATION })).toBe(true);
    expect(isPage({ results: [example], pagination: { ...PAGINATION, page: -1 } })).toBe(false);
    const isList = validatorOf(ADDRESS_LIST[country]);
    expect([isList([example]), isList([])]).toEqual([true, false]);
    const isNoMatch = validatorOf(NO_MATCH_PROBLEM[country]);
    const { street, housenumber } = example;
    expect(isNoMatch({ ...PROBLEM_OF_NOTHING, alternatives: [{ street, housenumber }] })).toBe(true);
    expect(isNoMatch({ ...PROBLEM_OF_NOTHING, alternatives: [example] })).toBe(false);
    expect(isNoMatch(PROBLEM_OF_NOTHING)).toBe(false);
  });
});

it('Belgian names are in one language at least, of the three', () => {
  const isAddress = validatorOf(ADDRESS.be);
  const example = EXAMPLES.be;
  expect(isAddress({ ...example, street: { de: 'Straße' } })).toBe(true);
  expect(isAddress({ ...example, street: {} })).toBe(false);
  expect(isAddress({ ...example, street: { en: 'Street' } })).toBe(false);
});

it('a problem has one of the codes of the catalogue', () => {
  const isProblem = validatorOf(PROBLEM);
  expect(isProblem(PROBLEM_OF_NOTHING)).toBe(true);
  expect(isProblem({ ...PROBLEM_OF_NOTHING, code: 'no-such-code' })).toBe(false);
});

it('a suggestion has one of the precisions of the specification, and a context of 64 characters at most', () => {
  const isPage = validatorOf(SUGGESTION_PAGE);
  const suggestion = EXAMPLES.suggestion;
  const pageWith = (changes: object): object => ({ results: [{ ...suggestion, ...changes }], pagination: PAGINATION });
  expect(isPage(pageWith({}))).toBe(true);
  expect(isPage(pageWith({ precision: 'Village' }))).toBe(false);
  expect(isPage(pageWith({ context: 'x'.repeat(65) }))).toBe(false);
  expect(isPage(pageWith({ explanation: ['typo'] }))).toBe(true);
});
