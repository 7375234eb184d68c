import Type, { type TObject } from 'typebox';
import type { LookupSource } from '../lookup/live-lookup.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { AnswerText } from './answer-text.ts';
import {
  type AutocompleteQuery,
  answerAttributions,
  answerAutocomplete,
  answerGeocode,
  answerNoMatch,
  answerRadius,
  type DocumentQuery,
  type GeocodeQuery,
  type PageQuery,
  type RadiusQuery,
} from './answers.ts';
import type { Reply, Request } from './exchange.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { RouteDescription } from './openapi.ts';
import {
  AUTOCOMPLETE_HEADERS,
  AUTOCOMPLETE_QUERY,
  DIRECT_MATCH_QUERY,
  directMatchParams,
  GEOCODE_QUERY,
  RADIUS_PARAMS,
  RADIUS_PARAMS_WITH_RADIUS,
  RADIUS_QUERY,
} from './parameters.ts';
import type { Responder } from './responder.ts';
import {
  ADDRESS,
  ADDRESS_LIST,
  ADDRESS_PAGE,
  ATTRIBUTIONS,
  GEOCODED,
  NO_MATCH_PROBLEM,
  SUGGESTION_PAGE,
} from './schemas.ts';

/** What an operation needs to answer. */
export interface Service {
  readonly source: LookupSource;
  readonly responder: Responder;
  readonly kept: KeptAnswers;
}

/** One operation: its path, parameters, answers and handler. */
export interface Operation extends RouteDescription {
  readonly group: 'autocomplete' | 'directmatch' | 'radius' | 'geocode' | 'attributions';
  /** The country of the path; radius and geocode serve every country. */
  readonly country?: Country;
  /** Parameters are written `:name`. */
  readonly path: string;
  readonly request: { readonly params?: TObject; readonly querystring?: TObject; readonly headers?: TObject };
  /** @param values the parameters of path and query, checked and converted */
  readonly handle: (service: Service, request: Request, reply: Reply, values: Values) => void;
}

/** The parameters of a request by name: texts, numbers and booleans. */
type Values = Readonly<Record<string, unknown>>;

type Examples = NonNullable<RouteDescription['examples']>;

/** All operations: those of the specification, and geocode and attributions, which go beyond it. */
export const OPERATIONS: readonly Operation[] = [
  ...COUNTRIES.map(autocompleteOf),
  ...COUNTRIES.flatMap((country) => [
    directMatchOf(country, undefined),
    directMatchOf(country, country === 'nl' ? 'housenumberaddition' : 'street'),
  ]),
  radiusOf(false),
  radiusOf(true),
  geocode(),
  attributions(),
];

/** Progressive search in one country. */
function autocompleteOf(country: Country): Operation {
  const examples: Readonly<Record<Country, Examples>> = {
    nl: [
      ['For a Dutch form', '/v1/autocomplete/nl?search=kelverstr%2092&details=true&description_language=nl&per_page=2'],
      ['The beginning of a municipality', '/v1/autocomplete/nl?search=amersf&per_page=2'],
      ['A postcode and a number', '/v1/autocomplete/nl?search=1012JS%201&per_page=2'],
      ['Close ones first', '/v1/autocomplete/nl?search=julianastraat&near=52.38,4.63&per_page=2'],
      ['A mistyped letter, explained', '/v1/autocomplete/nl?search=kalverstrat%201&explain=true&per_page=2'],
    ],
    be: [
      ['The beginning of a street', '/v1/autocomplete/be?search=wetstr&per_page=2'],
      ['Shown in the other language', '/v1/autocomplete/be?search=wetstr&per_page=2&language=fr'],
    ],
    lu: [['The beginning of a street', '/v1/autocomplete/lu?search=grand-r&per_page=2']],
  };
  return {
    id: `autocomplete-${country}`,
    group: 'autocomplete',
    country,
    path: `/v1/autocomplete/${country}`,
    summary: 'Progressive search: suggestions for a term, the next level of a context, and finally one address',
    examples: examples[country],
    request: { querystring: AUTOCOMPLETE_QUERY[country], headers: AUTOCOMPLETE_HEADERS },
    answers: {
      200: {
        description: 'A page of suggestions; for the context of a house, its address.',
        schema: Type.Union([SUGGESTION_PAGE, ADDRESS[country]]),
      },
    },
    problems: [
      'search-or-context-required',
      'session-missing',
      'invalid-context',
      'invalid-language',
      'invalid-coordinate',
      'invalid-explain',
      'invalid-details',
      'invalid-identifiers',
      'invalid-postal-name',
      'invalid-page',
      'invalid-per-page',
      'repeated-parameter',
      'text-too-long',
      'nothing-found',
      'context-gone',
    ],
    handle({ source, responder, kept }, request, reply, values) {
      const query = values as AutocompleteQuery;
      const name = nameOfKept(query);
      const lookup = source.current.of(country);
      if (responder.answersKnown(request, reply, lookup.manifest)) return;
      const known = name === undefined ? undefined : kept.find(lookup.manifest, name);
      if (known !== undefined) {
        responder.answerText(request, reply, known, lookup.manifest);
        return;
      }
      const found = answerAutocomplete(lookup, query, isHead(request));
      if (name === undefined || isHead(request) || !('results' in found)) {
        responder.answer(request, reply, found, lookup.manifest);
        return;
      }
      const text = new AnswerText(JSON.stringify(found));
      kept.keep(lookup.manifest, name, text);
      responder.answerText(request, reply, text, lookup.manifest);
    },
  };
}

/** Maximum length of a term whose answer is kept: longer terms are rarely repeated by others. */
const MAX_KEPT_TERM = 12;

/** The key, within a country and release, of the answer to a request that many users share; `undefined` for any other. */
function nameOfKept(query: AutocompleteQuery): string | undefined {
  const { search, context, near, explain, page, per_page, language, details, description_language } = query;
  if (search === undefined || search.length > MAX_KEPT_TERM || context !== undefined) return undefined;
  if (near !== undefined || explain) return undefined;
  return `${page} ${per_page} ${language} ${details} ${description_language} ${search}`;
}

/** For HEAD only the count is computed, since its answer shows only whether there are results. */
function isHead({ method }: Request): boolean {
  return method === 'HEAD';
}

interface DirectMatchQuery extends DocumentQuery {
  readonly alternatives?: boolean;
}

interface DirectMatchParams {
  readonly postcode: string;
  readonly housenumber: string;
  readonly housenumberaddition?: string;
  readonly street?: string;
}

/** Exact search by postcode and house number in one country, with or without a third segment. */
function directMatchOf(country: Country, segment: 'housenumberaddition' | 'street' | undefined): Operation {
  const examples: Readonly<Record<Country, readonly [short: Examples, long: Examples]>> = {
    nl: [
      [
        ['All addresses with the number', '/v1/directmatch/nl/1012JS/1'],
        ["With the register's identifiers", '/v1/directmatch/nl/1012JS/1?identifiers=true'],
      ],
      [['Letter and addition in one segment', '/v1/directmatch/nl/1012JS/1/A2']],
    ],
    be: [
      [['Without a street', '/v1/directmatch/be/1000/16']],
      [['The street in one of its languages', '/v1/directmatch/be/1000/16/Wetstraat']],
    ],
    lu: [
      [['Without a street', '/v1/directmatch/lu/9209/10']],
      [['A street with spaces and an apostrophe', "/v1/directmatch/lu/L-9209/10/D'Baach%20aus"]],
    ],
  };
  const schema = ADDRESS_LIST[country];
  return {
    id: `directmatch-${country}${segment === undefined ? '' : `-${segment}`}`,
    group: 'directmatch',
    country,
    path: `/v1/directmatch/${country}/:postcode/:housenumber${segment === undefined ? '' : `/:${segment}`}`,
    summary: `The addresses with a postcode and house number${segment === undefined ? '' : segment === 'street' ? ' in a street' : ' and addition'}`,
    examples: examples[country][segment === undefined ? 0 : 1],
    request: { params: directMatchParams(country, segment), querystring: DIRECT_MATCH_QUERY },
    answers: {
      200: { description: 'The addresses, best match first: one in most cases, and always a list.', schema },
      404: {
        description: 'No address matches. There is no body, unless `alternatives` asks for one.',
        schema: NO_MATCH_PROBLEM[country],
      },
    },
    problems: [
      'invalid-alternatives',
      'invalid-identifiers',
      'invalid-postal-name',
      'repeated-parameter',
      'text-too-long',
    ],
    handle({ source, responder }, request, reply, values) {
      const lookup = source.current.of(country);
      if (responder.answersKnown(request, reply, lookup.manifest)) return;
      const {
        alternatives: wantsAlternatives,
        identifiers,
        postal_name: postalName,
        ...wanted
      } = values as unknown as DirectMatchParams & DirectMatchQuery;
      const found = lookup.directMatch({ ...wanted, identifiers, postalName });
      if (found.length > 0) responder.answer(request, reply, found, lookup.manifest);
      else if (!wantsAlternatives) responder.bareNotFound(reply);
      else {
        const { detail, alternatives } = answerNoMatch(lookup, wanted);
        responder.problem(reply, 'nothing-found', detail, { alternatives });
      }
    },
  };
}

interface RadiusParams extends Pick<RadiusQuery, 'latitude' | 'longitude' | 'radius'> {
  readonly country: Country;
}

/** The addresses around a position, with or without a radius. */
function radiusOf(hasRadius: boolean): Operation {
  return {
    id: hasRadius ? 'radius-within' : 'radius',
    group: 'radius',
    path: `/v1/radius/:country/:latitude/:longitude${hasRadius ? '/:radius' : ''}`,
    summary: `The addresses within ${hasRadius ? 'a radius' : '5 metres'} around a position, nearest first`,
    examples: hasRadius
      ? [['Several addresses', '/v1/radius/nl/52.3729527/4.8935644/20?per_page=2']]
      : [['Exactly one address', '/v1/radius/nl/52.3729527/4.8935644']],
    request: { params: hasRadius ? RADIUS_PARAMS_WITH_RADIUS : RADIUS_PARAMS, querystring: RADIUS_QUERY },
    answers: {
      200: {
        description: 'A page of addresses; when there is exactly one in all, that address itself.',
        schema: Type.Union(COUNTRIES.flatMap((country) => [ADDRESS_PAGE[country], ADDRESS[country]])),
      },
    },
    problems: [
      'unknown-country',
      'invalid-coordinate',
      ...(hasRadius ? (['invalid-radius'] as const) : []),
      'invalid-page',
      'invalid-per-page',
      'invalid-identifiers',
      'invalid-postal-name',
      'repeated-parameter',
      'text-too-long',
      'nothing-found',
    ],
    handle({ source, responder }, request, reply, values) {
      const { country, ...query } = values as unknown as RadiusParams & PageQuery & DocumentQuery;
      request.country = country;
      const lookup = source.current.of(country);
      if (responder.answersKnown(request, reply, lookup.manifest)) return;
      responder.answer(request, reply, answerRadius(lookup, query, isHead(request)), lookup.manifest);
    },
  };
}

/** The address that a text or fields mean, in any country; or the nearest one to a position. */
function geocode(): Operation {
  return {
    id: 'geocode',
    group: 'geocode',
    path: '/v1/geocode',
    summary: 'Which address somebody means, who wrote it as one text or in parts; or the one nearest to a position',
    examples: [
      ['One text, with a mistake', '/v1/geocode?text=Kinkerstrat%20175%20F,%201053DM%20Amsterdam'],
      ['Parts', '/v1/geocode?street=Wetstraat&housenumber=16&postcode=1000&country=BE'],
      ['A position', '/v1/geocode?latitude=52.37295&longitude=4.89357&within=50'],
    ],
    request: { querystring: GEOCODE_QUERY },
    answers: {
      200: { description: 'What was found, also where that is nothing: `status` says so.', schema: GEOCODED },
    },
    problems: [
      'address-or-position-required',
      'invalid-coordinate',
      'invalid-radius',
      'invalid-identifiers',
      'invalid-postal-name',
      'repeated-parameter',
      'text-too-long',
    ],
    handle({ source, responder }, request, reply, values) {
      const lookup = source.current;
      const manifests = lookup.countries.map((country) => lookup.of(country).manifest);
      if (responder.answersKnown(request, reply, ...manifests)) return;
      const found = answerGeocode(lookup, values as GeocodeQuery);
      request.country = found.country ?? '';
      responder.answer(request, reply, found, ...manifests);
    },
  };
}

/** The sentences to show with the addresses, for fields in pages. */
function attributions(): Operation {
  return {
    id: 'attributions',
    group: 'attributions',
    path: '/v1/attributions',
    summary: 'The sentences that must be shown with the addresses, by country',
    examples: [['What to show under a list', '/v1/attributions']],
    request: {},
    answers: {
      200: {
        description: 'The countries whose registers require attribution, each with its sentences.',
        schema: ATTRIBUTIONS,
      },
    },
    problems: [],
    handle({ source, responder }, request, reply) {
      const lookup = source.current;
      const manifests = lookup.countries.map((country) => lookup.of(country).manifest);
      if (responder.answersKnown(request, reply, ...manifests)) return;
      responder.answer(request, reply, answerAttributions(lookup), ...manifests);
    },
  };
}
