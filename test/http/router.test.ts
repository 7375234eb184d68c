import { expect, it } from 'vitest';
import { Router } from '../../src/http/router.ts';

const router = new Router<string>();
router.add('/', 'root');
router.add('/v1/nl/:postcode/:number', 'short');
router.add('/v1/nl/:postcode/:number/:more', 'long');
router.add('/v1/:country/:place', 'other');
router.add('/health', 'health', true);

it.each<[path: string, route: string | undefined, params?: Record<string, string>]>([
  ['/', 'root', {}],
  ['/v1/nl/1012JS/1', 'short', { postcode: '1012JS', number: '1' }],
  ['/v1/nl/1012JS/1/', 'short', { postcode: '1012JS', number: '1' }],
  ['/v1/nl/1012%20JS/240%2F1/a', 'long', { postcode: '1012 JS', number: '240/1', more: 'a' }],
  ['/v1/nl/%252F/1', 'short', { postcode: '%2F', number: '1' }],
  ['/v1/be/Gent', 'other', { country: 'be', place: 'Gent' }],
  ['/health', 'health', {}],
  ['/health/', undefined],
  ['//health', undefined],
  ['/v1/nl', undefined],
  ['/v1/nl/a/b/c/d', undefined],
  ['/V1/be/Gent', undefined],
])('the path %s is %s', (path, route, params) => {
  const found = router.find(path);
  expect(found?.route).toBe(route);
  if (params !== undefined) expect(found?.params).toEqual(params);
});

it('a path that cannot be decoded is an error', () => {
  expect(() => router.find('/v1/be/%ff')).toThrow('Percent-encode');
});
