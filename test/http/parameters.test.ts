import Type from 'typebox';
import { expect, it } from 'vitest';
import { DECIMAL, WHOLE } from '../../src/http/parameter-forms.ts';
import { checkNumbers, numbersOf, parseQuery } from '../../src/http/parameters.ts';
import { HttpProblem } from '../../src/http/problems.ts';

it.each<readonly [query: string, parameters: Record<string, unknown>]>([
  ['', {}],
  ['search=dam&page=2', { search: 'dam', page: '2' }],
  ['search=rue%20de+la', { search: 'rue de la' }],
  ['search=', {}],
  ['search=%20&context=+&page=2', { page: '2' }],
  ['page=null&per_page=null', {}],
  ['search=null', { search: 'null' }],
  ['a=1&a=2', { a: ['1', '2'] }],
])('the query %j has the parameters %j', (query, parameters) => {
  expect({ ...parseQuery(query) }).toEqual(parameters);
});

it('numbers in a URL are decimal digits', () => {
  for (const value of ['0', '12', '-4.9', '+1', '52.', '.5']) {
    expect(() => checkNumbers([['latitude', DECIMAL]], { latitude: value })).not.toThrow();
  }
  for (const value of ['0x10', '1e3', ' 1', '1 ', '', 'NaN', '1_000', '١']) {
    expect(() => checkNumbers([['latitude', DECIMAL]], { latitude: value }), value).toThrow(HttpProblem);
  }
  for (const value of ['0', '007', '2147483648']) {
    expect(() => checkNumbers([['page', WHOLE]], { page: value }), value).not.toThrow();
  }
  for (const value of ['1.0', '1.', '-0', '+1', '0x10', '1e3', ' 1', '']) {
    expect(() => checkNumbers([['page', WHOLE]], { page: value }), value).toThrow(HttpProblem);
  }
  // What is absent, or given twice, is for the schema.
  expect(() => checkNumbers([['page', WHOLE]], {})).not.toThrow();
  expect(() => checkNumbers([['page', WHOLE]], { page: ['x', 'y'] })).not.toThrow();
});

it('the parameters that are numbers are those whose schema says so', () => {
  const schema = Type.Object({ a: Type.Number(), b: Type.Integer(), c: Type.String() });
  expect(numbersOf(schema)).toEqual([
    ['a', DECIMAL],
    ['b', WHOLE],
  ]);
  expect(numbersOf(undefined)).toEqual([]);
});
