import { AddressLookupError } from '../errors.ts';
import type { Page } from '../model/suggestion.ts';
import { shown } from './arguments.ts';

export const MAX_PER_PAGE = 1000;

/** The requested part of a list. */
export interface PageRequest {
  /** From 1; 0 also means the first page. */
  readonly page: number;
  /** 0 requests only the count. */
  readonly perPage: number;
}

/** A list of which any part can be made without the rest. */
export interface LazyList<Item> {
  readonly total: number;
  /** Items [from, to), 0 ≤ from ≤ to ≤ total. */
  slice(from: number, to: number): Item[];
}

/**
 * @throws AddressLookupError `invalid-page`, `invalid-per-page` unless both are whole numbers of 0 and more, the latter up to 1,000.
 */
export function readPageRequest(
  page: number | undefined,
  perPage: number | undefined,
  defaultPerPage: number,
): PageRequest {
  const request = { page: page ?? 1, perPage: perPage ?? defaultPerPage };
  if (!Number.isSafeInteger(request.page) || request.page < 0) {
    throw new AddressLookupError(
      'invalid-page',
      `Got page ${shown(page)}; allowed is a whole number from 0. Leave it out for the first page.`,
      { got: page },
    );
  }
  if (!Number.isInteger(request.perPage) || request.perPage < 0 || request.perPage > MAX_PER_PAGE) {
    throw new AddressLookupError(
      'invalid-per-page',
      `Got ${shown(perPage)} results per page; allowed is a whole number from 0 to ${MAX_PER_PAGE}. Ask for further pages instead.`,
      { got: perPage, allowed: [0, MAX_PER_PAGE] },
    );
  }
  return { page: Math.max(1, request.page), perPage: request.perPage };
}

/** A list that can be merged with those of other countries: it also says how its items compare. */
export interface RankedList<Item, Rank> extends LazyList<Item> {
  /** Of items [from, to), 0 ≤ from ≤ to ≤ total. */
  ranks(from: number, to: number): Rank[];
}

/** The requested page. A page after the last is empty, with the right totals; with 0 per page, it is only a count. */
export function pageOf<Item>(list: LazyList<Item>, { page, perPage }: PageRequest): Page<Item> {
  const from = Math.min((page - 1) * perPage, list.total);
  const to = Math.min(from + perPage, list.total);
  return {
    results: list.slice(from, to),
    pagination: {
      page,
      per_page: perPage,
      total_count: list.total,
      total_pages: perPage === 0 ? 0 : Math.ceil(list.total / perPage),
    },
  };
}

/** A list whose items exist already. */
export function listOf<Item>(items: readonly Item[]): LazyList<Item> {
  return { total: items.length, slice: (from, to) => items.slice(from, to) };
}

/** A list with an item for each of these, made on demand. */
export function listOfEach<Each, Item>(all: readonly Each[], makeItem: (each: Each) => Item): LazyList<Item> {
  return { total: all.length, slice: (from, to) => all.slice(from, to).map(makeItem) };
}

/** The whole numbers [from, to). */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** The lists one after the other, as one. */
export function concatLists<Item>(lists: readonly LazyList<Item>[]): LazyList<Item> {
  return {
    total: lists.reduce((sum, list) => sum + list.total, 0),
    slice: (from, to) => {
      const items: Item[] = [];
      let offset = 0;
      for (const list of lists) {
        const start = Math.max(0, from - offset);
        const end = Math.min(list.total, to - offset);
        if (start < end) items.push(...list.slice(start, end));
        offset += list.total;
      }
      return items;
    },
  };
}

export function concatRanked<Item, Rank>(lists: readonly RankedList<Item, Rank>[]): RankedList<Item, Rank> {
  const { total, slice } = concatLists(lists);
  const ranked = (): LazyList<Rank> => concatLists(lists.map((list) => ({ total: list.total, slice: list.ranks })));
  return { total, slice, ranks: (from, to) => ranked().slice(from, to) };
}
