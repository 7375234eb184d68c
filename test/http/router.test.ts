import { expect, it } from 'vitest';
import { routerOf } from '../../src/http/router.ts';

const find = routerOf(
  ['/', '/v1/nl/:postcode/:number', '/v1/nl/:postcode/:number/:more', '/v1/:country/:place', '/health'].map((path) => ({
    path,
  })),
);

it.each<[path: string, route: string | undefined, params?: Record<string, string>]>([
  ['/', '/', {}],
  ['/v1/nl/1012JS/1', '/v1/nl/:postcode/:number', { postcode: '1012JS', number: '1' }],
  ['/v1/nl/1012JS/1/', '/v1/nl/:postcode/:number', { postcode: '1012JS', number: '1' }],
  ['/v1/nl/1012%20JS/240%2F1/a', '/v1/nl/:postcode/:number/:more', { postcode: '1012 JS', number: '240/1', more: 'a' }],
  ['/v1/nl/%252F/1', '/v1/nl/:postcode/:number', { postcode: '%2F', number: '1' }],
  ['/v1/be/Gent', '/v1/:country/:place', { country: 'be', place: 'Gent' }],
  ['/health', '/health', {}],
  ['/health/', undefined],
  ['//health', undefined],
  ['/v1/nl', undefined],
  ['/v1/nl/a/b/c/d', undefined],
  ['/V1/be/Gent', undefined],
])('the path %s is %s', (path, route, params) => {
  const found = find(path);
  expect(found?.route.path).toBe(route);
  if (params !== undefined) expect(found?.params).toEqual(params);
});

it('a path that cannot be decoded is an error', () => {
  expect(() => find('/v1/be/%ff')).toThrow('Percent-encode');
});
