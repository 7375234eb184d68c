import type { CountryLookup } from '../lookup/country-lookup.ts';
import { type Geocoded, geocode, type OpenCountries } from '../lookup/geocode.ts';
import type { OpenLookup } from '../lookup/open-lookup.ts';
import type { AddressOf, AlternativeOf } from '../model/address.ts';
import type { Country, Language } from '../model/country.ts';
import type { DescriptionLanguage } from '../model/description.ts';
import type { Page, Suggestion } from '../model/suggestion.ts';
import type { DirectMatchRequest } from '../query/direct-match.ts';
import { DEFAULT_RADIUS_METRES } from '../query/radius.ts';
import { ADDRESS_FIELDS, type AddressFields } from '../search/match.ts';
import { positionOf } from './parameter-forms.ts';
import { HttpProblem } from './problems.ts';

/**
 * What the operations answer, in the service and in the handlers for other servers: documents for the parameters of a URL,
 * or a problem.
 */

export interface DocumentQuery {
  readonly identifiers?: boolean | undefined;
  readonly postal_name?: boolean | undefined;
}

export interface PageQuery {
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
}

export interface AutocompleteQuery extends PageQuery, DocumentQuery {
  readonly search?: string | undefined;
  readonly context?: string | undefined;
  readonly language?: Language | undefined;
  /** Latitude and longitude with a comma. */
  readonly near?: string | undefined;
  readonly explain?: boolean | undefined;
  readonly details?: boolean | undefined;
  readonly description_language?: DescriptionLanguage | undefined;
}

/**
 * A page of suggestions that is not empty, or for the context of a house its address.
 *
 * @param countsOnly computes only how many there are; the page has none of them
 * @throws HttpProblem `context-gone`, `nothing-found`
 * @throws AddressLookupError `search-or-context-required`, `invalid-…`
 */
export function answerAutocomplete<C extends Country>(
  lookup: CountryLookup<C>,
  query: AutocompleteQuery,
  countsOnly = false,
): Page<Suggestion> | AddressOf[C] {
  const {
    search,
    context,
    language,
    near,
    explain,
    details,
    description_language,
    identifiers,
    postal_name,
    page,
    per_page,
  } = query;
  const found = lookup.autocomplete({
    search,
    context,
    page: page ?? undefined,
    perPage: countsOnly ? 0 : (per_page ?? undefined),
    language,
    near: near === undefined ? undefined : positionOf(near),
    explain,
    details,
    descriptionLanguage: description_language,
    identifiers,
    postalName: postal_name,
  });
  if (found === null) {
    throw new HttpProblem(
      'context-gone',
      'This release of the register has nothing for the context any more. Search again.',
    );
  }
  if ('results' in found && found.pagination.total_count === 0) {
    throw new HttpProblem('nothing-found', 'Nothing matches. Shorten or correct the search term.');
  }
  return found;
}

/** What there is with the postcode and number of a directmatch that found nothing, and a sentence on it. */
export function answerNoMatch<C extends Country>(
  lookup: CountryLookup<C>,
  request: DirectMatchRequest,
): { readonly detail: string; readonly alternatives: AlternativeOf[C][] } {
  const alternatives = lookup.alternatives(request);
  const where = `this postcode and number${request.street === undefined ? '' : ' in this street'}`;
  const detail =
    alternatives.length === 0
      ? `No address has ${where}. Check each of them.`
      : `There are addresses with ${where}, but not with what follows the number. Take one of the alternatives.`;
  return { detail, alternatives };
}

/** The parameters of radius, those of the path included. */
export interface RadiusQuery extends PageQuery, DocumentQuery {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly radius?: number | undefined;
}

/**
 * A page of addresses; as the specification has it, the address itself if there is only one.
 *
 * @param countsOnly as for `answerAutocomplete`
 * @throws HttpProblem `nothing-found`
 * @throws AddressLookupError `invalid-…`
 */
export function answerRadius<C extends Country>(
  lookup: CountryLookup<C>,
  { latitude, longitude, radius, page, per_page, identifiers, postal_name }: RadiusQuery,
  countsOnly = false,
): Page<AddressOf[C]> | AddressOf[C] {
  const found = lookup.radius({
    latitude,
    longitude,
    radius,
    page: page ?? undefined,
    perPage: countsOnly ? 0 : (per_page ?? undefined),
    identifiers,
    postalName: postal_name,
  });
  const { total_count } = found.pagination;
  if (total_count === 0) {
    throw new HttpProblem(
      'nothing-found',
      `There is no address within ${radius ?? DEFAULT_RADIUS_METRES} m. Widen the radius.`,
    );
  }
  const [first] = found.results;
  return total_count === 1 && first !== undefined ? first : found;
}

/** The parameters of `/v1/geocode`; missing ones are absent or empty. */
export interface GeocodeQuery extends AddressFields, DocumentQuery {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  /** Metres, for a position. */
  readonly within?: number | undefined;
}

/**
 * Answers `/v1/geocode`: an address or a position, never both. A country alone is not an address.
 *
 * @throws HttpProblem `address-or-position-required`
 * @throws AddressLookupError `invalid-coordinate`, `invalid-radius`
 */
export function answerGeocode(
  lookup: OpenCountries,
  { latitude, longitude, within, identifiers, postal_name, ...query }: GeocodeQuery,
): Geocoded {
  const fields: AddressFields = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, query[name] || undefined]));
  const hasFields = ADDRESS_FIELDS.some((name) => name !== 'country' && fields[name] !== undefined);
  const hasPosition = latitude !== undefined && longitude !== undefined;
  if (hasFields === hasPosition || (latitude === undefined) !== (longitude === undefined)) {
    const got = hasFields ? 'both an address and a position' : 'neither an address nor a whole position';
    throw new HttpProblem(
      'address-or-position-required',
      `Got ${got}; allowed is text, any of ${ADDRESS_FIELDS.slice(1).join(', ')}, or latitude and longitude.`,
    );
  }
  return geocode(lookup, hasPosition ? { latitude, longitude } : fields, {
    radius: within,
    identifiers,
    postalName: postal_name,
  });
}

/** Answers `/v1/attributions`: the sentences to show, by country; without the countries that require none. */
export function answerAttributions(lookup: OpenLookup): Partial<Record<Country, readonly string[]>> {
  const sentences = lookup.countries.map((country) => [country, lookup.of(country).attributions] as const);
  return Object.fromEntries(sentences.filter(([, { length }]) => length > 0));
}
