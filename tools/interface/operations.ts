import { MEDIA_TYPES } from '../../src/http/batch.ts';
import { BATCH_PARAMETERS, FORMATS } from '../../src/http/batch-parameters.ts';
import { GEO_JSON_TYPE } from '../../src/http/geojson.ts';
import { OPERATIONS } from '../../src/http/operations.ts';
import type { Parameter } from '../../src/http/parameters.ts';
import type { ProblemCode } from '../../src/http/problems.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import {
  ADDRESS,
  ADDRESS_IN_LIST,
  ADDRESS_LIST,
  ADDRESS_PAGE,
  ATTRIBUTIONS,
  BATCH_COLUMNS,
  FEATURE_COLLECTION,
  GEOCODED,
  NO_MATCH_PROBLEM,
  SUGGESTION_IN_PAGE,
  SUGGESTION_PAGE,
} from './schemas.ts';

/** What is said of each route of the service. Its parameters say their part themselves, where they are read. */

export interface DescribedRoute extends Description {
  /** `autocomplete-nl`, `radius-within`: the operationId. */
  readonly id: string;
  /** Parameters are written `:name`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

interface Description {
  readonly group: keyof typeof GROUPS;
  readonly summary: string;
  /** Example requests on the project's fixtures: description and URL. */
  readonly examples?: readonly (readonly [what: string, path: string])[];
  /** The body of a POST; absent for GET. */
  readonly body?: { readonly description: string; readonly content: object };
  /** Answers by status, as OpenAPI has them. */
  readonly answers: Readonly<Record<number, object>>;
  /** Problems of this route in addition to those of its group. */
  readonly problems?: readonly ProblemCode[];
}

export const GROUPS = {
  autocomplete:
    'Progressive search. A search term gives suggestions, the context of a suggestion gives the next level, and the context of a house gives its address.',
  directmatch: 'Exact search by postcode and house number.',
  radius: 'Addresses around a position, nearest first.',
  geocode: 'Which address somebody means, in any country.',
  attributions: 'The sentences that must be shown with the addresses.',
  status: 'For load balancers and monitoring. No token is needed.',
} as const;

type Examples = NonNullable<Description['examples']>;

/** What the indexes say. @param geoJson its schema for clients that prefer GeoJSON */
function found(description: string, schema: object, geoJson?: object): object {
  const etag = { schema: { type: 'string' }, description: 'Names the release of the register and of this software.' };
  const content = { 'application/json': { schema }, ...(geoJson && { [GEO_JSON_TYPE]: { schema: geoJson } }) };
  return { description, headers: { ETag: etag }, content };
}

/** Bytes of these types as they are (JSON Schema has no word for them). */
function bytes(mediaTypes: readonly string[]): object {
  return Object.fromEntries(mediaTypes.map((each) => [each, { schema: {} }]));
}

function autocomplete(schemas: readonly object[], summary: string, examples: Examples): Description {
  return {
    group: 'autocomplete',
    summary,
    examples,
    answers: { 200: found('A page of suggestions; for the context of a house, its address.', { anyOf: schemas }) },
    problems: [
      'search-or-context-required',
      'session-missing',
      'invalid-context',
      'invalid-within',
      'invalid-radius',
      'nothing-found',
      'context-gone',
    ],
  };
}

function autocompleteIn(country: Country, examples: Examples): Description {
  const summary = 'Progressive search: suggestions for a term, the next level of a context, and finally one address';
  return autocomplete([SUGGESTION_PAGE, ADDRESS[country]], summary, examples);
}

/** @param more what the path has beside postcode and number */
function directMatch(country: Country, more: string, examples: Examples): Description {
  return {
    group: 'directmatch',
    summary: `The addresses with a postcode and house number${more}`,
    examples,
    answers: {
      200: found('The addresses, best match first: one in most cases, and always a list.', ADDRESS_LIST[country]),
      404: {
        description: 'No address matches. There is no body, unless `alternatives` asks for one.',
        content: { 'application/problem+json': { schema: NO_MATCH_PROBLEM[country] } },
      },
    },
  };
}

function radius(how: string, examples: Examples): Description {
  return {
    group: 'radius',
    summary: `The addresses within ${how} around a position, nearest first`,
    examples,
    answers: {
      200: found(
        'A page of addresses; when there is exactly one in all, that address itself.',
        { anyOf: COUNTRIES.flatMap((country) => [ADDRESS_PAGE[country], ADDRESS[country]]) },
        FEATURE_COLLECTION,
      ),
    },
    problems: ['nothing-found'],
  };
}

/** The operations, by their ids. */
const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  autocomplete: autocomplete(
    [SUGGESTION_IN_PAGE, ...Object.values(ADDRESS)],
    'Progressive search in several countries: one list of suggestions, each with its country',
    [
      ['The beginning of a street', '/v1/autocomplete?search=kerkstr&per_page=3'],
      ['In two of the countries', '/v1/autocomplete?countries=nl,lu&search=grand&per_page=2'],
    ],
  ),
  'autocomplete-nl': autocompleteIn('nl', [
    ['For a Dutch form', '/v1/autocomplete/nl?search=kelverstr%2092&details=true&description_language=nl&per_page=2'],
    ['The beginning of a municipality', '/v1/autocomplete/nl?search=amersf&per_page=2'],
    ['A postcode and a number', '/v1/autocomplete/nl?search=1012JS%201&per_page=2'],
    ['Close ones first', '/v1/autocomplete/nl?search=julianastraat&near=52.38,4.63&per_page=2'],
    ['The streets of a municipality', '/v1/autocomplete/nl?search=kerk&within=Amsterdam&kinds=street&per_page=2'],
    ['The streets of a postcode', '/v1/autocomplete/nl?street=da&postcode=1012'],
    ['A mistyped letter, explained', '/v1/autocomplete/nl?search=kalverstrat%201&explain=true&per_page=2'],
  ]),
  'autocomplete-be': autocompleteIn('be', [
    ['The beginning of a street', '/v1/autocomplete/be?search=wetstr&per_page=2'],
    ['Shown in the other language', '/v1/autocomplete/be?search=wetstr&per_page=2&language=fr'],
  ]),
  'autocomplete-lu': autocompleteIn('lu', [
    ['The beginning of a street', '/v1/autocomplete/lu?search=grand-r&per_page=2'],
  ]),
  directmatch: {
    group: 'directmatch',
    summary: 'The addresses with a postcode and house number, in the countries that the form of the postcode allows',
    examples: [
      ['A Dutch postcode', '/v1/directmatch?postcode=1012JS&housenumber=1&housenumberaddition=A2'],
      ['Of Belgium or Luxembourg', '/v1/directmatch?postcode=1000&housenumber=16&street=Wetstraat'],
    ],
    answers: { 200: found('The addresses, each with its country; best match of a country first.', ADDRESS_IN_LIST) },
    problems: ['nothing-found'],
  },
  'directmatch-nl': directMatch('nl', '', [
    ['All addresses with the number', '/v1/directmatch/nl/1012JS/1'],
    ["With the register's identifiers", '/v1/directmatch/nl/1012JS/1?identifiers=true'],
  ]),
  'directmatch-nl-housenumberaddition': directMatch('nl', ' and addition', [
    ['Letter and addition in one segment', '/v1/directmatch/nl/1012JS/1/A2'],
  ]),
  'directmatch-be': directMatch('be', '', [['Without a street', '/v1/directmatch/be/1000/16']]),
  'directmatch-be-street': directMatch('be', ' in a street', [
    ['The street in one of its languages', '/v1/directmatch/be/1000/16/Wetstraat'],
  ]),
  'directmatch-lu': directMatch('lu', '', [['Without a street', '/v1/directmatch/lu/9209/10']]),
  'directmatch-lu-street': directMatch('lu', ' in a street', [
    ['A street with spaces and an apostrophe', "/v1/directmatch/lu/L-9209/10/D'Baach%20aus"],
  ]),
  radius: radius('5 metres', [['Exactly one address', '/v1/radius/nl/52.3729527/4.8935644']]),
  'radius-within': radius('a radius', [['Several addresses', '/v1/radius/nl/52.3729527/4.8935644/20?per_page=2']]),
  geocode: {
    group: 'geocode',
    summary: 'Which address somebody means, who wrote it as one text or in parts; or the one nearest to a position',
    examples: [
      ['One text, with a mistake', '/v1/geocode?text=Kinkerstrat%20175%20F,%201053DM%20Amsterdam'],
      ['Parts', '/v1/geocode?street=Wetstraat&housenumber=16&postcode=1000&country=BE'],
      ['A position', '/v1/geocode?latitude=52.37295&longitude=4.89357&within=50'],
    ],
    answers: {
      200: found('What was found, also where that is nothing: `status` says so.', GEOCODED, FEATURE_COLLECTION),
    },
    problems: ['address-or-position-required'],
  },
  attributions: {
    group: 'attributions',
    summary: 'The sentences that must be shown with the addresses, by country',
    examples: [['What to show under a list', '/v1/attributions']],
    answers: {
      200: found('The countries whose registers require attribution, each with its sentences.', ATTRIBUTIONS),
    },
  },
};

/** What the two operations on files have in common. */
const FILE = {
  group: 'geocode',
  parameters: BATCH_PARAMETERS,
  body: {
    description:
      'The file: CSV, NDJSON, or a JSON array of texts or objects, also gzipped. Its columns are recognised by their names, its encoding and delimiter by its content.',
    content: bytes(Object.keys(MEDIA_TYPES)),
  },
  problems: ['invalid-batch', 'unsupported-media-type', 'body-too-large', 'request-timeout', 'too-many-batches'],
} as const;

export const FILE_ROUTES: readonly DescribedRoute[] = [
  {
    ...FILE,
    id: 'geocode-batch',
    path: '/v1/geocode/batch',
    summary: 'The rows of a file, each as it is and followed by its address, in their order and as they are answered',
    answers: {
      200: {
        description:
          'The rows. They are sent as they are answered; an answer that the connection cuts off, without its last chunk, is not whole.',
        content: bytes(Object.values(FORMATS).map(([, mediaType]) => mediaType.split(';')[0]!)),
      },
    },
  },
  {
    ...FILE,
    id: 'geocode-batch-columns',
    path: '/v1/geocode/batch/columns',
    summary: 'Which columns of a file are read as what; the beginning of a CSV or NDJSON file is enough',
    answers: {
      200: state(
        'The columns, in their order, also where they are not those of an address: `problem` says so.',
        BATCH_COLUMNS,
      ),
    },
  },
];

/** How the server is. */
function state(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } };
}

const READINESS = { type: 'object', properties: { ready: { type: 'boolean' } }, required: ['ready'] };

export const STATUS_ROUTES: readonly DescribedRoute[] = [
  {
    id: 'ready',
    path: '/ready',
    group: 'status',
    parameters: [],
    summary: 'Whether to send requests here',
    answers: {
      200: state('The server runs.', READINESS),
      503: state('The server is about to stop.', READINESS),
    },
  },
  {
    id: 'health',
    path: '/health',
    group: 'status',
    parameters: [],
    summary: 'The indexes served, their releases and dates, the indexes refused, and the last updates',
    answers: { 200: state('The server runs.', { type: 'object' }) },
  },
];

export const OPERATION_ROUTES: readonly DescribedRoute[] = OPERATIONS.map((operation) => {
  const description = DESCRIPTIONS[operation.id];
  if (description === undefined) throw new Error(`The operation ${operation.id} has no description.`);
  return { ...operation, ...description };
});
