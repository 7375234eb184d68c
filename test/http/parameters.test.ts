import Type from 'typebox';
import { expect, it } from 'vitest';
import { parseQuery, readersOf, readParameters } from '../../src/http/parameters.ts';
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

const SCHEMA = Type.Object({
  latitude: Type.Optional(Type.Number()),
  page: Type.Optional(Type.Integer()),
  explain: Type.Optional(Type.Boolean()),
  search: Type.Optional(Type.String()),
});

function read(sent: Record<string, unknown>): Record<string, unknown> {
  const values = {};
  readParameters(readersOf(SCHEMA), sent, values);
  return values;
}

it('numbers in a URL are decimal digits', () => {
  for (const value of ['0', '12', '-4.9', '52.', '.5'])
    expect(read({ latitude: value })['latitude']).toBe(Number(value));
  for (const value of ['0x10', '1e3', ' 1', '1 ', '', 'NaN', '1_000', '١', '+1', '91'])
    expect(() => read({ latitude: value }), value).toThrow(HttpProblem);
  for (const value of ['0', '007', '2147483647']) expect(read({ page: value })['page']).toBe(Number(value));
  for (const value of ['1.0', '1.', '-0', '+1', '0x10', '1e3', ' 1', '', '2147483648'])
    expect(() => read({ page: value }), value).toThrow(HttpProblem);
});

it('parameters become what their schema says, and others are left out', () => {
  expect(read({ page: '2', explain: 'true', search: '2', other: ['a', 'b'] })).toEqual({
    page: 2,
    explain: true,
    search: '2',
  });
  expect(() => read({ search: ['a', 'b'] })).toThrow('2 times');
});
