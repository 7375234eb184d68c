import { type Geocoded, geocode } from '../lookup/geocode.ts';
import type { OpenLookup } from '../lookup/open-lookup.ts';
import type { Address } from '../model/address.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { Page } from '../model/suggestion.ts';
import type { AutocompleteRequest } from '../query/autocomplete.ts';
import type { DirectMatchRequest } from '../query/direct-match.ts';
import { DEFAULT_RADIUS_METRES, type RadiusRequest } from '../query/radius.ts';
import { ADDRESS_FIELDS, type AddressFields } from '../search/match.ts';
import { featuresOfGeocoded, featuresOfPage } from './geojson.ts';
import {
  AUTOCOMPLETE,
  COUNTRIES_PARAMETER,
  DIRECT_MATCH,
  directMatchParameters,
  GEOCODE,
  type LastSegment,
  MAX_EXPLAINED,
  MAX_TEXT_LENGTH,
  type Parameter,
  radiusParameters,
  type Values,
} from './parameters.ts';
import { HttpProblem } from './problems.ts';

/**
 * The operations: those of the specification, and those beyond it: several countries at once, geocode, attributions. The service and the handlers
 * for other servers are both made of this table, and so is /openapi.json, with what `tools/interface` says of them.
 */

export interface Operation {
  /** `autocomplete-nl`, `radius-within`; its first word is the kind of search. */
  readonly id: string;
  /** The country of the path, unless it is a parameter or the operation serves all of them. */
  readonly country?: Country;
  /** Parameters are written `:name`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The document, for values under the library's names, in these countries. @throws HttpProblem, AddressLookupError */
  readonly answer: (lookup: OpenLookup, values: Values, countries: readonly Country[]) => object;
  /** The document as GeoJSON, for clients that prefer it; absent where it has no positions. */
  readonly asGeoJson?: (found: object) => object;
  /** Names the answer to a request that many users share, within this operation and a release; `undefined` for any other. */
  readonly nameOfShared?: (values: Values) => string | undefined;
}

/** @param country that of the path; without it, the request may name some */
function autocompleteOf(country?: Country): Operation {
  const isAny = country === undefined;
  return {
    id: isAny ? 'autocomplete' : `autocomplete-${country}`,
    ...(!isAny && { country }),
    path: `/v1/autocomplete${isAny ? '' : `/${country}`}`,
    parameters: isAny ? [...COUNTRIES_PARAMETER, ...AUTOCOMPLETE] : AUTOCOMPLETE,
    answer: (lookup, values, countries) =>
      suggested(values, (request) =>
        isAny ? lookup.autocomplete({ ...request, countries }) : lookup.of(country).autocomplete(request),
      ),
    nameOfShared: nameOfSearch,
  };
}

/** @throws HttpProblem */
function suggested(values: Values, autocomplete: (request: AutocompleteRequest) => object | null): object {
  const { explain, perPage = explain ? MAX_EXPLAINED : undefined } = values as AutocompleteRequest;
  if (explain && perPage! > MAX_EXPLAINED) {
    throw new HttpProblem(
      'invalid-per-page',
      `Got per_page "${perPage}" with explain; allowed is a whole number from 0 to ${MAX_EXPLAINED}. Ask for further pages instead.`,
    );
  }
  const found = autocomplete({ ...values, perPage });
  if (found === null) throw new HttpProblem('context-gone');
  if ('results' in found && (found as Page<unknown>).pagination.total_count === 0)
    throw new HttpProblem('nothing-found', 'Nothing matches. Shorten or correct the search term.');
  return found;
}

/** The name of a search that many users share: a short one, of nobody's place; `undefined` for any other. */
function nameOfSearch(values: Values): string | undefined {
  const { search, context, near, explain, page, perPage, language, details, descriptionLanguage, kinds, within } =
    values as AutocompleteRequest;
  if (search === undefined || search.length > MAX_SHARED_TERM || context !== undefined) return undefined;
  if (near !== undefined || explain || within !== undefined) return undefined;
  return `${page} ${perPage} ${language} ${details} ${descriptionLanguage} ${kinds} ${search}`;
}

/** Maximum length of a term whose answer is kept: longer terms are rarely repeated by others. */
const MAX_SHARED_TERM = 12;

function directMatchOf(country: Country, last: LastSegment | undefined): Operation {
  return {
    id: `directmatch-${country}${last === undefined ? '' : `-${last}`}`,
    country,
    path: `/v1/directmatch/${country}/:postcode/:housenumber${last === undefined ? '' : `/:${last}`}`,
    parameters: directMatchParameters(country, last),
    answer(lookup, values) {
      const request = values as unknown as DirectMatchRequest & { readonly alternatives?: boolean };
      const found = lookup.of(country).directMatch(request);
      if (found.length > 0) return found;
      if (!request.alternatives) throw new HttpProblem('nothing-found', '', 'no body');
      const { postcode, housenumber, housenumberaddition, street } = request;
      const alternatives = lookup.of(country).alternatives({ postcode, housenumber, housenumberaddition, street });
      const where = `this postcode and number${street === undefined ? '' : ' in this street'}`;
      const detail =
        alternatives.length === 0
          ? `No address has ${where}. Check each of them.`
          : `There are addresses with ${where}, but not with what follows the number. Take one of the alternatives.`;
      throw new HttpProblem('nothing-found', detail, { alternatives });
    },
  };
}

const DIRECT_MATCH_ANYWHERE: Operation = {
  id: 'directmatch',
  path: '/v1/directmatch',
  parameters: DIRECT_MATCH,
  answer(lookup, values, countries) {
    const found = lookup.directMatch({ ...(values as unknown as DirectMatchRequest), countries });
    if (found.length === 0)
      throw new HttpProblem('nothing-found', 'No address has this postcode and number. Check each of them.');
    return found;
  },
};

function radiusOf(hasRadius: boolean): Operation {
  return {
    id: hasRadius ? 'radius-within' : 'radius',
    path: `/v1/radius/:country/:latitude/:longitude${hasRadius ? '/:radius' : ''}`,
    parameters: radiusParameters(hasRadius),
    answer(lookup, values) {
      const request = values as unknown as RadiusRequest & { readonly country: Country };
      const found = lookup.of(request.country).radius(request);
      const { total_count } = found.pagination;
      if (total_count === 0) {
        const within = `within ${request.radius ?? DEFAULT_RADIUS_METRES} m`;
        throw new HttpProblem('nothing-found', `There is no address ${within}. Widen the radius.`);
      }
      const [first] = found.results;
      return total_count === 1 && first !== undefined ? first : found;
    },
    asGeoJson: (found) => featuresOfPage(found as Page<Address> | Address),
  };
}

const GEOCODE_OPERATION: Operation = {
  id: 'geocode',
  path: '/v1/geocode',
  parameters: GEOCODE,
  answer: geocoded,
  asGeoJson: (found) => featuresOfGeocoded(found as Geocoded),
};

const PARTS = ADDRESS_FIELDS.filter((name) => name !== 'country');

/** An address or a position, never both. A country alone is not an address. */
function geocoded(lookup: OpenLookup, values: Values): Geocoded {
  const { latitude, longitude, radius, identifiers, postalName, label, explain, ...fields } = values as AddressFields &
    Partial<RadiusRequest> & { readonly explain?: boolean };
  const hasFields = PARTS.some((name) => fields[name] !== undefined);
  const hasPosition = latitude !== undefined && longitude !== undefined;
  if (hasFields === hasPosition || (latitude === undefined) !== (longitude === undefined)) {
    const got = hasFields ? 'both an address and a position' : 'neither an address nor a whole position';
    const allowed = `text, any of ${PARTS.slice(1).join(', ')}, or latitude and longitude`;
    throw new HttpProblem('address-or-position-required', `Got ${got}; allowed is ${allowed}.`);
  }
  // Each field costs as much as a text of its length.
  const length = ADDRESS_FIELDS.reduce((sum, name) => sum + (fields[name]?.length ?? 0), 0);
  if (length > MAX_TEXT_LENGTH) {
    const detail = `Got an address with ${length} characters in its fields; allowed are ${MAX_TEXT_LENGTH} together. Send the address alone.`;
    throw new HttpProblem('invalid-parameter', detail);
  }
  const options = { radius, identifiers, postalName, label, explain };
  return geocode(lookup, hasPosition ? { latitude, longitude } : fields, options);
}

const ATTRIBUTIONS: Operation = {
  id: 'attributions',
  path: '/v1/attributions',
  parameters: [],
  answer(lookup) {
    const sentences = lookup.countries.map((country) => [country, lookup.of(country).attributions] as const);
    return Object.fromEntries(sentences.filter(([, { length }]) => length > 0));
  },
};

export const OPERATIONS: readonly Operation[] = [
  autocompleteOf(),
  ...COUNTRIES.map((country) => autocompleteOf(country)),
  DIRECT_MATCH_ANYWHERE,
  ...COUNTRIES.flatMap((country) => [
    directMatchOf(country, undefined),
    directMatchOf(country, country === 'nl' ? 'housenumberaddition' : 'street'),
  ]),
  radiusOf(false),
  radiusOf(true),
  GEOCODE_OPERATION,
  ATTRIBUTIONS,
];
