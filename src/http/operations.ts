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
import type { RouteDescription } from './openapi.ts';
import {
  AUTOCOMPLETE,
  COUNTRIES_PARAMETER,
  DIRECT_MATCH,
  directMatchParameters,
  GEOCODE,
  type LastSegment,
  MAX_EXPLAINED,
  type Parameter,
  radiusParameters,
  type Values,
} from './parameters.ts';
import { HttpProblem } from './problems.ts';

/**
 * The operations: those of the specification, and those beyond it: several countries at once, geocode, attributions. The service and the handlers
 * for other servers are both made of this table, and /openapi.json too.
 */

type Examples = NonNullable<RouteDescription['examples']>;

export interface Operation extends RouteDescription {
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
  const examples: Readonly<Record<Country | 'any', Examples>> = {
    nl: [
      ['For a Dutch form', '/v1/autocomplete/nl?search=kelverstr%2092&details=true&description_language=nl&per_page=2'],
      ['The beginning of a municipality', '/v1/autocomplete/nl?search=amersf&per_page=2'],
      ['A postcode and a number', '/v1/autocomplete/nl?search=1012JS%201&per_page=2'],
      ['Close ones first', '/v1/autocomplete/nl?search=julianastraat&near=52.38,4.63&per_page=2'],
      ['The streets of a municipality', '/v1/autocomplete/nl?search=kerk&within=Amsterdam&kinds=street&per_page=2'],
      ['The streets of a postcode', '/v1/autocomplete/nl?street=da&postcode=1012'],
      ['A mistyped letter, explained', '/v1/autocomplete/nl?search=kalverstrat%201&explain=true&per_page=2'],
    ],
    be: [
      ['The beginning of a street', '/v1/autocomplete/be?search=wetstr&per_page=2'],
      ['Shown in the other language', '/v1/autocomplete/be?search=wetstr&per_page=2&language=fr'],
    ],
    lu: [['The beginning of a street', '/v1/autocomplete/lu?search=grand-r&per_page=2']],
    any: [
      ['The beginning of a street', '/v1/autocomplete?search=kerkstr&per_page=3'],
      ['In two of the countries', '/v1/autocomplete?countries=nl,lu&search=grand&per_page=2'],
    ],
  };
  const isAny = country === undefined;
  return {
    id: isAny ? 'autocomplete' : `autocomplete-${country}`,
    group: 'autocomplete',
    ...(!isAny && { country }),
    path: `/v1/autocomplete${isAny ? '' : `/${country}`}`,
    parameters: isAny ? [...COUNTRIES_PARAMETER, ...AUTOCOMPLETE] : AUTOCOMPLETE,
    summary: isAny
      ? 'Progressive search in several countries: one list of suggestions, each with its country'
      : 'Progressive search: suggestions for a term, the next level of a context, and finally one address',
    examples: examples[country ?? 'any'],
    answers: ({ SUGGESTION_PAGE, SUGGESTION_IN_PAGE, ADDRESS }) => ({
      200: {
        description: 'A page of suggestions; for the context of a house, its address.',
        schema: {
          anyOf: isAny ? [SUGGESTION_IN_PAGE, ...Object.values(ADDRESS)] : [SUGGESTION_PAGE, ADDRESS[country]],
        },
      },
    }),
    problems: [
      'search-or-context-required',
      'session-missing',
      'invalid-context',
      'invalid-within',
      'invalid-radius',
      'nothing-found',
      'context-gone',
    ],
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
  if (found === null) {
    throw new HttpProblem(
      'context-gone',
      'This release of the register has nothing for the context any more. Search again.',
    );
  }
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
  const id = `directmatch-${country}${last === undefined ? '' : `-${last}`}`;
  const examples: Readonly<Record<string, Examples>> = {
    'directmatch-nl': [
      ['All addresses with the number', '/v1/directmatch/nl/1012JS/1'],
      ["With the register's identifiers", '/v1/directmatch/nl/1012JS/1?identifiers=true'],
    ],
    'directmatch-nl-housenumberaddition': [['Letter and addition in one segment', '/v1/directmatch/nl/1012JS/1/A2']],
    'directmatch-be': [['Without a street', '/v1/directmatch/be/1000/16']],
    'directmatch-be-street': [['The street in one of its languages', '/v1/directmatch/be/1000/16/Wetstraat']],
    'directmatch-lu': [['Without a street', '/v1/directmatch/lu/9209/10']],
    'directmatch-lu-street': [['A street with spaces and an apostrophe', "/v1/directmatch/lu/L-9209/10/D'Baach%20aus"]],
  };
  const inStreet = last === 'street' ? ' in a street' : last === undefined ? '' : ' and addition';
  return {
    id,
    group: 'directmatch',
    country,
    path: `/v1/directmatch/${country}/:postcode/:housenumber${last === undefined ? '' : `/:${last}`}`,
    parameters: directMatchParameters(country, last),
    summary: `The addresses with a postcode and house number${inStreet}`,
    examples: examples[id]!,
    answers: ({ ADDRESS_LIST, NO_MATCH_PROBLEM }) => ({
      200: {
        description: 'The addresses, best match first: one in most cases, and always a list.',
        schema: ADDRESS_LIST[country],
      },
      404: {
        description: 'No address matches. There is no body, unless `alternatives` asks for one.',
        schema: NO_MATCH_PROBLEM[country],
      },
    }),
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
  group: 'directmatch',
  path: '/v1/directmatch',
  parameters: DIRECT_MATCH,
  summary: 'The addresses with a postcode and house number, in the countries that the form of the postcode allows',
  examples: [
    ['A Dutch postcode', '/v1/directmatch?postcode=1012JS&housenumber=1&housenumberaddition=A2'],
    ['Of Belgium or Luxembourg', '/v1/directmatch?postcode=1000&housenumber=16&street=Wetstraat'],
  ],
  answers: ({ ADDRESS_IN_LIST }) => ({
    200: {
      description: 'The addresses, each with its country; best match of a country first.',
      schema: ADDRESS_IN_LIST,
    },
  }),
  problems: ['nothing-found'],
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
    group: 'radius',
    path: `/v1/radius/:country/:latitude/:longitude${hasRadius ? '/:radius' : ''}`,
    parameters: radiusParameters(hasRadius),
    summary: `The addresses within ${hasRadius ? 'a radius' : '5 metres'} around a position, nearest first`,
    examples: hasRadius
      ? [['Several addresses', '/v1/radius/nl/52.3729527/4.8935644/20?per_page=2']]
      : [['Exactly one address', '/v1/radius/nl/52.3729527/4.8935644']],
    answers: ({ ADDRESS_PAGE, ADDRESS, FEATURE_COLLECTION }) => ({
      200: {
        description: 'A page of addresses; when there is exactly one in all, that address itself.',
        schema: { anyOf: COUNTRIES.flatMap((country) => [ADDRESS_PAGE[country], ADDRESS[country]]) },
        geoJson: FEATURE_COLLECTION,
      },
    }),
    problems: ['nothing-found'],
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
  group: 'geocode',
  path: '/v1/geocode',
  parameters: GEOCODE,
  summary: 'Which address somebody means, who wrote it as one text or in parts; or the one nearest to a position',
  examples: [
    ['One text, with a mistake', '/v1/geocode?text=Kinkerstrat%20175%20F,%201053DM%20Amsterdam'],
    ['Parts', '/v1/geocode?street=Wetstraat&housenumber=16&postcode=1000&country=BE'],
    ['A position', '/v1/geocode?latitude=52.37295&longitude=4.89357&within=50'],
  ],
  answers: ({ GEOCODED, FEATURE_COLLECTION }) => ({
    200: {
      description: 'What was found, also where that is nothing: `status` says so.',
      schema: GEOCODED,
      geoJson: FEATURE_COLLECTION,
    },
  }),
  problems: ['address-or-position-required'],
  answer: geocoded,
  asGeoJson: (found) => featuresOfGeocoded(found as Geocoded),
};

/** An address or a position, never both. A country alone is not an address. */
function geocoded(lookup: OpenLookup, values: Values): Geocoded {
  const { latitude, longitude, radius, identifiers, postalName, label, explain, ...fields } = values as AddressFields &
    Partial<RadiusRequest> & { readonly explain?: boolean };
  const hasFields = ADDRESS_FIELDS.some((name) => name !== 'country' && fields[name] !== undefined);
  const hasPosition = latitude !== undefined && longitude !== undefined;
  if (hasFields === hasPosition || (latitude === undefined) !== (longitude === undefined)) {
    const got = hasFields ? 'both an address and a position' : 'neither an address nor a whole position';
    throw new HttpProblem(
      'address-or-position-required',
      `Got ${got}; allowed is text, any of ${ADDRESS_FIELDS.slice(1)
        .filter((name) => name !== 'country')
        .join(', ')}, or latitude and longitude.`,
    );
  }
  const options = { radius, identifiers, postalName, label, explain };
  return geocode(lookup, hasPosition ? { latitude, longitude } : fields, options);
}

const ATTRIBUTIONS: Operation = {
  id: 'attributions',
  group: 'attributions',
  path: '/v1/attributions',
  parameters: [],
  summary: 'The sentences that must be shown with the addresses, by country',
  examples: [['What to show under a list', '/v1/attributions']],
  answers: (schemas) => ({
    200: {
      description: 'The countries whose registers require attribution, each with its sentences.',
      schema: schemas.ATTRIBUTIONS,
    },
  }),
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
