import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatLists, listOf, listOfEach, pageOf, range, readPageRequest } from '../../src/query/paging.ts';
import { codeOf } from '../support/code-of.ts';

describe('a page request', () => {
  it('is the first page of the default size unless it says otherwise', () => {
    expect(readPageRequest(undefined, undefined, 20)).toEqual({ page: 1, perPage: 20 });
    expect(readPageRequest(3, 7, 20)).toEqual({ page: 3, perPage: 7 });
    expect(readPageRequest(0, 0, 20)).toEqual({ page: 1, perPage: 0 });
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('for page %d is invalid-page', (page) => {
    expect(codeOf(() => readPageRequest(page, undefined, 20))).toBe('invalid-page');
  });

  it.each([-1, 0.5, 1001, Number.NaN, Number.POSITIVE_INFINITY])('for %d a page is invalid-per-page', (perPage) => {
    expect(codeOf(() => readPageRequest(undefined, perPage, 20))).toBe('invalid-per-page');
  });
});

describe('pages of lists put together', () => {
  it('are the parts of the whole, whatever the lists', () => {
    const lists = fc.array(fc.array(fc.nat(99), { maxLength: 8 }), { maxLength: 5 });
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 10 }), (each, page, perPage) => {
        const whole = each.flat();
        const { results, pagination } = pageOf(concatLists(each.map(listOf)), { page, perPage });
        expect(results).toEqual(whole.slice((page - 1) * perPage, page * perPage));
        expect(pagination).toEqual({
          page,
          per_page: perPage,
          total_count: whole.length,
          total_pages: Math.ceil(whole.length / perPage),
        });
      }),
      { seed: 20260150, numRuns: 300 },
    );
  });

  it('make the items of a range only when they are asked for', () => {
    const made: number[] = [];
    const list = listOfEach(range(100, 200), (position) => made.push(position) && position);
    expect(pageOf(list, { page: 4, perPage: 3 }).results).toEqual([109, 110, 111]);
    expect(made).toEqual([109, 110, 111]);
    expect(pageOf(list, { page: Number.MAX_SAFE_INTEGER, perPage: 1000 }).results).toEqual([]);
  });
});
