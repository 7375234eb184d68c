import { expect, it } from 'vitest';
import { expectLinear } from './expect-linear.ts';

/** Each blank is where an end of blanks is looked for: the square of the length. */
const squared = (times: number): boolean => /\s+$/.test(`${' '.repeat(times)}x`);

it('tells work that grows with the square of a length from work that grows with it', () => {
  expect(() => expectLinear(squared, 16_000)).toThrow('grows faster');
  expectLinear((times) => 'x'.repeat(times).indexOf('y'));
});
