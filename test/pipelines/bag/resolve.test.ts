import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedIds } from '../../../pipelines/bag/resolve.ts';

describe('finding rows by identifier', () => {
  it('finds each, and nothing else', () => {
    const id = fc.oneof(
      fc.integer({ min: 0, max: 9_999 }),
      fc.integer({ min: 0, max: 9_999_999_999_999 }),
      fc.tuple(fc.integer({ min: 0, max: 9_006 }), fc.integer({ min: 0, max: 20 })).map(([a, b]) => a * 1e12 + b),
    );
    fc.assert(
      fc.property(fc.array(id, { maxLength: 60 }), fc.array(id, { maxLength: 20 }), (present, asked) => {
        const ids = Float64Array.from(new Set(present)).sort();
        const index = new SortedIds(ids);
        for (const some of [...present, ...asked]) expect(index.find(some)).toBe(ids.indexOf(some));
      }),
    );
  });

  it('finds the smallest and the largest there can be', () => {
    const index = new SortedIds(Float64Array.of(0, Number.MAX_SAFE_INTEGER));
    expect(index.find(0)).toBe(0);
    expect(index.find(Number.MAX_SAFE_INTEGER)).toBe(1);
  });

  it.each([-1, 1e16, Number.NaN, Number.POSITIVE_INFINITY])('finds nothing for %d', (id) => {
    expect(new SortedIds(Float64Array.of(1, 2, 3)).find(id)).toBe(-1);
  });

  it('finds nothing in nothing', () => {
    expect(new SortedIds(new Float64Array()).find(1)).toBe(-1);
  });
});
