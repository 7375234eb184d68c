import { AddressLookupError } from '../errors.ts';
import type { AddressOf } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import type { Page, Suggestion } from '../model/suggestion.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { fold } from '../text/fold.ts';
import { parseContext, resolveContext } from './context.ts';
import { makeDocument } from './documents.ts';
import { listChildren } from './drill-down.ts';
import { searchNames } from './name-search.ts';
import { concatLists, type LazyList, listOf, pageOf, readPageRequest } from './paging.ts';
import { searchPostcode } from './postcode-search.ts';
import { searchWithin } from './search-within.ts';

export interface AutocompleteRequest {
  /** What has been typed: the beginning of a name, or of a later word of it, or of a postcode. */
  readonly search?: string | undefined;
  /** The context of an earlier result; with `search` too, the search is inside it. */
  readonly context?: string | undefined;
  /** From 1, which is the default. */
  readonly page?: number | undefined;
  /** 0 to 1,000; 50 unless given. */
  readonly perPage?: number | undefined;
}

const DEFAULT_PER_PAGE = 50;

/**
 * One step of the drill-down: suggestions for a term, what lies under a suggestion, or the document of a house.
 * `null` for a context that this release has no more. Nothing found is an empty page.
 *
 * @throws AddressLookupError `search-or-context-required`, `invalid-context`, `invalid-page`, `invalid-per-page`
 */
export function autocomplete<C extends Country>(
  index: CountryIndex,
  { search, context, page, perPage }: AutocompleteRequest,
): Page<Suggestion> | AddressOf[C] | null {
  if (search === undefined && context === undefined) {
    throw new AddressLookupError(
      'search-or-context-required',
      'Got neither a search term nor a context; give one of them, or both to search inside the context.',
    );
  }
  const request = readPageRequest(page, perPage, DEFAULT_PER_PAGE);
  const term = search?.trim() ?? '';
  if (context === undefined) return pageOf(searchEverywhere(index, term), request);

  const position = resolveContext(index, parseContext(index.country, context));
  if (position === undefined) return null;
  if (position.kind === 'house') return makeDocument<C>(index, position.index);
  return pageOf(fold(term) === '' ? listChildren(index, position) : searchWithin(index, position, term), request);
}

function searchEverywhere(index: CountryIndex, term: string): LazyList<Suggestion> {
  const foldedTerm = fold(term);
  if (foldedTerm === '') return listOf([]);
  const byPostcode = searchPostcode(index, term);
  const byName = searchNames(index, foldedTerm);
  return byPostcode === undefined ? byName : concatLists([byPostcode, byName]);
}
