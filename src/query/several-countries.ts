import { AddressLookupError } from '../errors.ts';
import type { AddressOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import { LocalMetric } from '../model/local-metric.ts';
import type { Page, Suggestion, SuggestionIn } from '../model/suggestion.ts';
import { squaredDistance } from '../search/candidates.ts';
import { penaltyIn } from '../search/judgement.ts';
import { type Candidate, compareCandidates, disagreementOf } from '../search/ranking.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countriesOfText } from '../text/country-names.ts';
import { type AutocompleteRequest, autocomplete, inRequestedForm, listOf, readRequest } from './autocomplete.ts';
import { checkCoordinates, type Position } from './coordinates.ts';
import { readFilters } from './filter.ts';
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
  if (request.context !== undefined) return openContext(indexes, request);
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

/** Opens a context in the country that it is of. */
function openContext(
  indexes: readonly CountryIndex[],
  request: AutocompleteRequest,
): Page<SuggestionIn> | AddressOf[Country] | null {
  let refusal: unknown;
  const filters = readFilters(indexes, request);
  for (const [i, index] of indexes.entries()) {
    try {
      const opened = autocomplete(index, request, filters[i]);
      if (opened === null || !('results' in opened)) return opened;
      return { ...opened, results: opened.results.map((each) => ({ ...each, country: index.country })) };
    } catch (error) {
      if (!(error instanceof AddressLookupError) || error.code !== 'invalid-context') throw error;
      refusal = error;
    }
  }
  throw refusal;
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
      const queues = lists.map(({ index, list }) => ({
        heads: headsOf(index, list.ranks(0, Math.min(to, list.total)), request.near),
        next: 0,
        first: 0,
      }));
      const order: number[] = [];
      for (let position = 0; position < to; position++) {
        const best = bestHead(queues);
        if (position < from) queues[best]!.first++;
        else order.push(best);
        queues[best]!.next++;
      }
      // What is shown of each country is one part of its list.
      const shown = lists.map(({ index, list }, i) =>
        suggestionsOf(index, list, queues[i]!.first, queues[i]!.next, request),
      );
      const taken = lists.map(() => 0);
      return order.map((i) => shown[i]![taken[i]!++]!);
    },
  };
}

function suggestionsOf(
  index: CountryIndex,
  list: RankedList<Suggestion, Candidate>,
  from: number,
  to: number,
  request: AutocompleteRequest,
): SuggestionIn[] {
  const results = from === to ? [] : list.slice(from, to);
  const pagination = { page: 1, per_page: 0, total_count: 0, total_pages: 0 };
  const page = inRequestedForm(index, { results, pagination }, request);
  return page.results.map((each) => ({ ...each, country: index.country }));
}

/** What the answers of several countries are compared by. */
interface Head {
  readonly candidate: Candidate;
  /** Square metres to the position of the request; 0 without one. */
  readonly distance: number;
}

function headsOf(index: CountryIndex, ranks: readonly Candidate[], near: Position | undefined): Head[] {
  const metric = near && new LocalMetric(near.latitude, near.longitude);
  return ranks.map((candidate) => ({
    candidate,
    distance: metric === undefined ? 0 : squaredDistance(index, candidate, metric),
  }));
}

/** The queue whose head comes first; that of the earlier country if nothing decides. */
function bestHead(queues: readonly { readonly heads: readonly Head[]; readonly next: number }[]): number {
  let best = -1;
  let bestHead: Head | undefined;
  queues.forEach(({ heads, next }, i) => {
    const head = heads[next];
    if (head === undefined) return;
    if (bestHead !== undefined && compareHeads(head, bestHead) >= 0) return;
    [best, bestHead] = [i, head];
  });
  return best;
}

function compareHeads(a: Head, b: Head): number {
  return (
    a.candidate.cost - b.candidate.cost ||
    a.distance - b.distance ||
    compareCandidates({ ...a.candidate, ordinal: 0 }, { ...b.candidate, ordinal: 0 })
  );
}

/** The lists that begin with an answer of the best kind. */
function onlyTheBest(lists: readonly CountryList[]): readonly CountryList[] {
  const found = lists
    .filter(({ list }) => list.total > 0)
    .map((each) => ({ each, kind: kindOf(each.list.ranks(0, 1)[0]!) }));
  const least = found.map(({ kind }) => kind).reduce((a, b) => (compareLexically(a, b) <= 0 ? a : b), []);
  return found.filter(({ kind }) => compareLexically(kind, least) <= 0).map(({ each }) => each);
}

/** How much of what was typed an answer does not have; a name of today in one country before one of then in another. */
function kindOf({ cost }: Candidate): readonly number[] {
  return [...disagreementOf(cost), penaltyIn(cost, 'former')];
}

function compareLexically(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return b.length - a.length;
}
