import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32, crc32ByTable } from '../../src/format/crc32.ts';

it('is that of zlib, which Node lends it', () => {
  expect(crc32).toBe(zlibCrc32);
});

it('is the same from a table, whole and in parts', () => {
  expect(crc32ByTable(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.uint8Array({ maxLength: 64 }), (first, second) => {
      const whole = new Uint8Array([...first, ...second]);
      expect(crc32ByTable(whole)).toBe(zlibCrc32(whole));
      expect(crc32ByTable(second, crc32ByTable(first))).toBe(zlibCrc32(whole));
    }),
  );
});
