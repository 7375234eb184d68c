import type { AddressOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import type { Page, Suggestion, SuggestionIn } from '../model/suggestion.ts';
import { penaltyIn, WEIGHT } from '../search/cost.ts';
import { type Candidate, disagreementOf } from '../search/ranking.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countriesOfText } from '../text/country-names.ts';
import { type AutocompleteRequest, autocomplete, listOf, readRequest } from './autocomplete.ts';
import { readContext } from './context.ts';
import { checkCoordinates } from './coordinates.ts';
import { readFilters } from './filter.ts';
import { compareLocated, type Located, located } from './near.ts';
import { pageOf, type RankedList } from './paging.ts';

/**
 * As `autocomplete`, over several countries: one list, each suggestion with its country. A context opens in its own country.
 *
 * @throws AddressLookupError as `autocomplete`
 *
 * @internal
 */
export function autocompleteIn(
  indexes: readonly CountryIndex[],
  request: AutocompleteRequest,
): Page<SuggestionIn> | AddressOf[Country] | null {
  const { page, term } = readRequest(request);
  if (request.context !== undefined) return openContext(indexes, request.context, request);
  for (const { country } of indexes) if (request.near !== undefined) checkCoordinates(country, request.near, 'near');
  const said = countriesOfText(term);
  const asked = indexes.filter(({ country }) => said?.includes(country));
  const filters = readFilters(indexes, request);
  const lists = (asked.length > 0 ? asked : indexes).map((index) => ({
    index,
    list: listOf(index, request, term, filters[indexes.indexOf(index)]),
  }));
  return pageOf(mergedList(lists, request), page);
}

/** Opens a context in the country that it is of; the last one says if it is of none. */
function openContext(
  indexes: readonly CountryIndex[],
  context: string,
  request: AutocompleteRequest,
): Page<SuggestionIn> | AddressOf[Country] | null {
  const filters = readFilters(indexes, request);
  const own = indexes.findIndex(({ country }) => readContext(country, context) !== undefined);
  const at = own === -1 ? indexes.length - 1 : own;
  const opened = autocomplete(indexes[at]!, request, filters[at]);
  if (opened === null || !('results' in opened)) return opened;
  return { ...opened, results: opened.results.map((each) => ({ ...each, country: indexes[at]!.country })) };
}

interface CountryList {
  readonly index: CountryIndex;
  readonly list: RankedList<Suggestion, Candidate>;
}

/**
 * The lists of several countries as one: each keeps its order, and the best of their heads is next, by the table that orders the answers of
 * one country. A country whose best answer disagrees with more of what was typed than the best of all has nothing to add.
 */
function mergedList(
  all: readonly CountryList[],
  request: AutocompleteRequest,
): { readonly total: number; readonly slice: (from: number, to: number) => SuggestionIn[] } {
  const lists = onlyTheBest(all);
  const total = lists.reduce((sum, { list }) => sum + list.total, 0);
  return {
    total,
    slice: (from, to) => {
      if (from === to) return [];
      const heads = lists.map(({ index, list }) =>
        located(index, list.ranks(0, Math.min(to, list.total)), request.near),
      );
      const next = lists.map(() => 0);
      const order: number[] = [];
      while (order.length < to) {
        const best = bestOf(heads.map((each, i) => each[next[i]!]));
        next[best]!++;
        order.push(best);
      }
      const before = order.slice(0, from);
      const shown = lists.map(({ list }, i) =>
        list.slice(before.filter((each) => each === i).length, next[i]!).values(),
      );
      return order.slice(from).map((i) => ({ ...shown[i]!.next().value!, country: lists[i]!.index.country }));
    },
  };
}

/** The position of what comes first; that of the earlier country if nothing decides. */
function bestOf(heads: readonly (Located | undefined)[]): number {
  let best = -1;
  heads.forEach((head, i) => {
    if (head === undefined) return;
    const other = heads[best];
    if (other === undefined || compareLocated(withoutOrdinal(head), withoutOrdinal(other)) < 0) best = i;
  });
  return best;
}

/** Ordinals of two countries say nothing of each other. */
function withoutOrdinal({ candidate, distance }: Located): Located {
  return { candidate: { ...candidate, ordinal: 0 }, distance };
}

/** The lists that begin with an answer of the best kind. */
function onlyTheBest(lists: readonly CountryList[]): readonly CountryList[] {
  const found = lists
    .filter(({ list }) => list.total > 0)
    .map((each) => ({ each, kind: kindOf(each.list.ranks(0, 1)[0]!) }));
  const least = Math.min(...found.map(({ kind }) => kind));
  return found.filter(({ kind }) => kind === least).map(({ each }) => each);
}

/** How much of what was typed an answer does not have; a name of today in one country before one of then in another. */
function kindOf({ cost }: Candidate): number {
  return disagreementOf(cost) + penaltyIn(cost, 'former') * WEIGHT.former;
}
