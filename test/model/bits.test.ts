import { expect, it } from 'vitest';
import { countBits } from '../../src/model/bits.ts';

it('counts the bits of any whole number of 32 bits, negative ones too', () => {
  for (const bits of [0, 1, 2, 3, 0b10110, 0x7fffffff, -1, -2, 1 << 31, 0xdeadbeef | 0]) {
    expect(countBits(bits), String(bits)).toBe([...(bits >>> 0).toString(2)].filter((bit) => bit === '1').length);
  }
});
