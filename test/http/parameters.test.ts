import { expect, it } from 'vitest';
import { AUTOCOMPLETE, GEOCODE, parseQuery, readParameters, type Values } from '../../src/http/parameters.ts';
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

const headers = { 'x-autocompletesessionid': 's' };

function read(query: Record<string, unknown>): Values {
  return readParameters([...AUTOCOMPLETE, ...GEOCODE], { params: {}, query, headers });
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

it('parameters become what the library takes, under its names, and others are left out', () => {
  expect(read({ per_page: '3', near: '52.4, 4.6' })).toEqual({ perPage: 3, near: { latitude: 52.4, longitude: 4.6 } });
  expect(read({ page: '2', explain: 'true', search: '2', other: ['a', 'b'] })).toEqual({
    page: 2,
    explain: true,
    search: '2',
  });
  expect(() => read({ search: ['a', 'b'] })).toThrow('2 times');
  expect(() => readParameters(AUTOCOMPLETE, { params: {}, query: {}, headers: {} })).toThrow('is missing or empty');
});
