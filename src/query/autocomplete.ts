import { AddressLookupError } from '../errors.ts';
import type { AddressOf } from '../model/address.ts';
import type { Country, Language } from '../model/country.ts';
import { DESCRIPTION_LANGUAGES, type DescriptionLanguage, describeIn, labelIn } from '../model/description.ts';
import type { Page, Suggestion } from '../model/suggestion.ts';
import { type Filter, ofKinds } from '../search/filter.ts';
import type { Candidate } from '../search/ranking.ts';
import { findCandidates } from '../search/understand.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { LANGUAGES } from '../store/street-table.ts';
import { nameKey } from '../text/fold.ts';
import { checkChoice, checkDocumentOptions, checkRequest, checkText, shown } from './arguments.ts';
import { parseContext, resolveContext } from './context.ts';
import { checkCoordinates, type Position } from './coordinates.ts';
import { type DocumentOptions, inLanguage, makeDocument } from './documents.ts';
import { listChildren } from './drill-down.ts';
import { type FilterRequest, readFilters } from './filter.ts';
import { type FormFields, searchForm } from './form-search.ts';
import { listedByName, searchNames } from './name-search.ts';
import { closestStreets, rankByDistance } from './near.ts';
import { concatRanked, type LazyList, type PageRequest, pageOf, type RankedList, readPageRequest } from './paging.ts';
import { searchPostcode } from './postcode-search.ts';
import { searchWithin } from './search-within.ts';
import { listBestCandidates, listCandidates, type ShowOptions, withDetails } from './suggestions.ts';

export interface AutocompleteRequest extends DocumentOptions, FilterRequest, Partial<FormFields> {
  /** What has been typed: names, numbers and a postcode in any usual order, the last word possibly unfinished. */
  readonly search?: string | undefined;
  /** The context of an earlier result; with `search` too, the search is inside it. */
  readonly context?: string | undefined;
  /** From 1, which is the default. */
  readonly page?: number | undefined;
  /** 0 to 1,000; 50 unless given. */
  readonly perPage?: number | undefined;
  /** Show names in this language if they exist in it; by default, in the language that was typed or chosen. */
  readonly language?: Language | undefined;
  /** Ranks closer results first among equally good ones. Without it the order is the same for everyone. */
  readonly near?: Position | undefined;
  /** Say why each answer to a search is ranked where it is. */
  readonly explain?: boolean | undefined;
  /** Suggestions have `highlights` and `parts`. */
  readonly details?: boolean | undefined;
  /** Descriptions are in this language; in English unless given. */
  readonly descriptionLanguage?: DescriptionLanguage | undefined;
}

/** A search without a context, whose answer is always a page. */
export type SearchRequest = AutocompleteRequest & { readonly context?: undefined } & (
    | { readonly search: string }
    | { readonly street: string }
  );

const DEFAULT_PER_PAGE = 50;

/**
 * One step of the drill-down: suggestions for a term, the next level under a suggestion, or the document of a house.
 * `null` for a context that this release no longer has. Nothing found is an empty page.
 *
 * @param filterOfAll that of the request, where it is read for several countries
 * @throws AddressLookupError `invalid-argument`, `search-or-context-required`, `invalid-context`, `invalid-coordinate`, `invalid-page`, `invalid-per-page`
 *
 * @internal
 */
export function autocomplete<C extends Country>(
  index: CountryIndex,
  request: AutocompleteRequest,
  filterOfAll?: Filter,
): Page<Suggestion> | AddressOf[C] | null {
  const { page, term } = readRequest(request);
  const { context, language } = request;
  if (request.near !== undefined) checkCoordinates(index.country, request.near, 'near');
  const [filter = {}] = filterOfAll === undefined ? readFilters([index], request) : [filterOfAll];
  if (context === undefined) return pageOf(listOf(index, request, term, filter), page);

  const found = resolveContext(index, parseContext(index.country, context));
  if (found === undefined) return null;
  if (found.kind === 'house')
    return makeDocument<C>(index, found.ordinal, undefined, inLanguage(request, language ?? found.language));
  const within = { ...found, language: language ?? found.language };
  const list = nameKey(term) === '' ? listChildren(index, within, filter) : searchWithin(index, within, term, filter);
  return pageOf(inRequestedForm(index, list, request), page);
}

/** Checks all of a request but its position and its context, which depend on the country. */
export function readRequest(request: AutocompleteRequest): { readonly page: PageRequest; readonly term: string } {
  checkRequest('autocomplete', request);
  const { search, context, language, street, postcode, place } = request;
  for (const [name, text] of Object.entries({ search, context, street, postcode, place }))
    checkText('autocomplete', name, text);
  checkChoice('autocomplete', 'language', language, LANGUAGES);
  checkDocumentOptions('autocomplete', request);
  checkChoice('autocomplete', 'details', request.details, [true, false]);
  checkChoice('autocomplete', 'descriptionLanguage', request.descriptionLanguage, DESCRIPTION_LANGUAGES);
  if (isForm(request)) checkForm(request);
  else if (search === undefined && context === undefined) {
    throw new AddressLookupError(
      'search-or-context-required',
      'Got neither a search term nor a context; give one of them, or both to search inside the context.',
    );
  }
  return { page: readPageRequest(request.page, request.perPage, DEFAULT_PER_PAGE), term: search?.trim() ?? '' };
}

/** Whether a request has the fields of a form. */
function isForm(request: AutocompleteRequest): request is AutocompleteRequest & FormFields {
  return [request.street, request.postcode, request.place].some((field) => field !== undefined);
}

/** @throws AddressLookupError `search-or-context-required` */
function checkForm({ street, postcode, place, search, context }: AutocompleteRequest): void {
  const isWhere = Boolean(postcode?.trim() || place?.trim());
  if (street !== undefined && isWhere && search === undefined && context === undefined) return;
  const got = Object.entries({ street, postcode, place, search, context }).flatMap(([name, text]) =>
    text === undefined ? [] : `${name} ${shown(text)}`,
  );
  throw new AddressLookupError(
    'search-or-context-required',
    `Got ${got.join(', ')}; the streets of a form need street, which may be empty, with postcode, place or both, and neither search nor context.`,
    { got: { street, postcode, place, search, context } },
  );
}

/** What a request searches a country for, without a context. */
export function listOf(
  index: CountryIndex,
  request: AutocompleteRequest,
  term: string,
  filter: Filter = {},
): RankedList<Suggestion, Candidate> {
  const list = isForm(request)
    ? searchForm(index, request, filter, request.language)
    : searchEverywhere(index, term, request, filter);
  return inRequestedForm(index, list, request);
}

/** The list, with details and translated descriptions if the request asks for them. */
function inRequestedForm<List extends LazyList<Suggestion>>(
  index: CountryIndex,
  list: List,
  { street = '', search = street, details, descriptionLanguage = 'en' }: AutocompleteRequest,
): List {
  if (!details && descriptionLanguage === 'en') return list;
  const inForm = (suggestion: Suggestion): Suggestion => {
    const said = {
      ...suggestion,
      label: labelIn(descriptionLanguage, suggestion),
      description: describeIn(descriptionLanguage, suggestion.description),
    };
    return details ? withDetails(index, said, search) : said;
  };
  return { ...list, slice: (from, to) => list.slice(from, to).map(inForm) };
}

/** If this many names begin as typed, free text is not searched: the person will type on. */
const MIN_SUFFICIENT_NAMES = 100;
/** Maximum number of names ranked by distance: the best by rank. */
const MAX_NEAR_COUNT = 400;

const NOTHING: RankedList<Suggestion, Candidate> = concatRanked([]);

/**
 * Looks up a postcode; for the beginning of a name, lists all names that begin with it, any page of which can be made without the rest;
 * treats anything else as free text.
 */
function searchEverywhere(
  index: CountryIndex,
  term: string,
  { near, language, explain }: AutocompleteRequest,
  filter: Filter = {},
): RankedList<Suggestion, Candidate> {
  const key = nameKey(term);
  const { scope } = filter;
  if (key === '' || scope?.isEmpty) return NOTHING;
  const show: ShowOptions = { language, explain, scope };
  const byPostcode = searchPostcode(index, term, language, filter);
  if (byPostcode !== undefined && byPostcode.total > 0)
    return concatRanked([byPostcode, searchNames(index, key, show, filter)]);

  // What the term means is decided by all kinds, and then those that are asked for are listed.
  const byName = searchNames(index, key, show, { scope });
  const listed = filter.kinds === undefined ? byName : searchNames(index, key, show, filter);
  const isNumber = /^[0-9]+[a-z]?$/.test(key);
  const sufficient = key.includes(' ') ? MIN_SUFFICIENT_NAMES : 1;
  // Whether a name is being typed is told by the names of the country, of which a scope has a few.
  const isBegun = byName.total >= sufficient || (scope !== undefined && byName.countAnywhere() >= sufficient);
  const isNameEnough = byName.total > 0 && isBegun && !isNumber;
  if (isNameEnough && near === undefined) return listed;
  const found = isNameEnough ? listed.byName(MAX_NEAR_COUNT) : findCandidates(index, term, { scope });
  if (near !== undefined) {
    const closest = closestStreets(index, term, near, filter);
    const known = new Set(closest.map((candidate) => candidate.ordinal));
    const others = ofKinds(index, found, filter).filter(
      (candidate) => candidate.kind !== 'street' || !known.has(candidate.ordinal),
    );
    const ranked = rankByDistance(index, [...closest, ...others], near);
    const list = listCandidates(index, ranked, show);
    // The other names follow in their usual order: a position changes the order, not the results.
    return isNameEnough
      ? concatRanked([list, searchNames(index, key, show, filter, listedByName(index, key, ranked, filter))])
      : list;
  }
  return found.length >= byName.total ? listBestCandidates(index, ofKinds(index, found, filter), show) : listed;
}
