import { expect, it } from 'vitest';
import { kept } from '../../src/model/kept.ts';

it('what is kept is made once for each key, in maps of both kinds', () => {
  let count = 0;
  const make = (key: { readonly name: string }): string => `${key.name}${++count}`;
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  for (const keeper of [new Map<object, string>(), new WeakMap<object, string>()]) {
    const first = kept(keeper, a, () => make(a));
    expect(kept(keeper, b, () => make(b))).not.toBe(first);
    expect(kept(keeper, a, () => make(a))).toBe(first);
  }
  expect(count).toBe(4);
});

it('what is kept is all forgotten before there is more than the most', () => {
  const keeper = new Map<number, number>();
  for (let i = 0; i < 10; i++) {
    expect(kept(keeper, i, (key) => key * 2, 4)).toBe(i * 2);
    expect(keeper.size).toBeLessThanOrEqual(4);
  }
  expect([...keeper.keys()]).toEqual([8, 9]);
});
