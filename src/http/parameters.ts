import { parse } from 'node:querystring';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import Type, { type TObject, type TSchema } from 'typebox';
import { COUNTRIES, type Language } from '../model/country.ts';
import { LARGEST_PER_PAGE } from '../query/paging.ts';
import { LANGUAGES } from '../store/street-table.ts';
import { HttpProblem, type ProblemCode } from './problem.ts';

/** The parameters of the operations: how each is read, and what is said of one that cannot be. */

const LARGEST_INT32 = 2 ** 31 - 1;

const page = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    format: 'int32',
    minimum: 0,
    maximum: LARGEST_INT32,
    default: 1,
    description: 'Counted from 1; 0 is the first page too.',
  }),
);

const perPage = (defaultPerPage: number) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      format: 'int32',
      minimum: 0,
      maximum: LARGEST_PER_PAGE,
      default: defaultPerPage,
      description: 'Results per page. 0 asks for the count alone.',
    }),
  );

export interface PageQuery {
  readonly page?: number | null;
  readonly per_page?: number | null;
}

export interface AutocompleteQuery extends PageQuery {
  readonly search?: string;
  readonly context?: string;
  readonly language?: Language;
  /** Latitude and longitude with a comma. */
  readonly near?: string;
  readonly explain?: boolean;
}

export interface RadiusParams {
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radius?: number;
}

/** A number of degrees; whether it is in range is said by the library. */
const DEGREES_PATTERN = '-?[0-9]{1,3}(?:\\.[0-9]{1,20})?';

export const AUTOCOMPLETE_QUERY: TObject = Type.Object({
  search: Type.Optional(
    Type.String({
      description:
        'What has been typed. Optional when `context` is given; with both, the search is inside the context.',
    }),
  ),
  context: Type.Optional(Type.String({ description: 'The context of an earlier result.' })),
  language: Type.Optional(
    Type.Enum([...LANGUAGES], {
      type: 'string',
      description: 'Names in this language where there are any; by default that in which was typed or picked.',
    }),
  ),
  near: Type.Optional(
    Type.String({
      pattern: `^${DEGREES_PATTERN},\\s*${DEGREES_PATTERN}$`,
      description: 'Latitude and longitude: closer ones come first among equally good results.',
    }),
  ),
  explain: Type.Optional(Type.Boolean({ description: 'Says with each result why it stands where it does.' })),
  per_page: perPage(50),
  page,
});

export const SESSION_HEADER = 'X-AutocompleteSessionId';

export const AUTOCOMPLETE_HEADERS: TObject = Type.Object({
  [SESSION_HEADER]: Type.String({
    minLength: 1,
    pattern: '\\S',
    description: 'Any text that is not empty, e.g. a random one; the same in all requests of one drill-down.',
  }),
});

export const RADIUS_QUERY: TObject = Type.Object({ page, per_page: perPage(20) });

const country = Type.Enum([...COUNTRIES], { type: 'string', description: 'The country.' });
const latitude = Type.Number({ format: 'double', minimum: -90, maximum: 90, description: 'WGS84 degrees.' });
const longitude = Type.Number({ format: 'double', minimum: -180, maximum: 180, description: 'WGS84 degrees.' });
const radius = Type.Number({ format: 'double', exclusiveMinimum: 0, maximum: 500, description: 'Metres.' });

export const RADIUS_PARAMS: TObject = Type.Object({ country, latitude, longitude });
export const RADIUS_PARAMS_WITH_RADIUS: TObject = Type.Object({ country, latitude, longitude, radius });

/** Path segments that are text. */
export function textParams(descriptions: Readonly<Record<string, string>>): TObject {
  const properties: Record<string, TSchema> = {};
  for (const [name, description] of Object.entries(descriptions)) properties[name] = Type.String({ description });
  return Type.Object(properties);
}

/** The parameters of a query string; an empty one counts as not given. */
export function parseQuery(query: string): Record<string, unknown> {
  if (query === '') return {};
  const parameters = parse(query);
  for (const name in parameters) if (parameters[name] === '') delete parameters[name];
  return parameters;
}

const DEGREES = 'WGS84 degrees with a decimal point, latitude from -90 to 90 and longitude from -180 to 180';

const ALLOWED: Readonly<Record<string, readonly [code: ProblemCode, allowed: string]>> = {
  page: ['invalid-page', `a whole number from 0 to ${LARGEST_INT32}. Leave it out for the first page`],
  per_page: ['invalid-per-page', `a whole number from 0 to ${LARGEST_PER_PAGE}. Ask for further pages instead`],
  country: ['unknown-country', COUNTRIES.join(', ')],
  latitude: ['invalid-coordinate', DEGREES],
  longitude: ['invalid-coordinate', DEGREES],
  radius: ['invalid-radius', 'a number of metres above 0, at most 500'],
  language: ['invalid-language', `${LANGUAGES.join(', ')}. Leave it out for the language in which was typed`],
  near: ['invalid-coordinate', `latitude and longitude with a comma, e.g. 52.37,4.89, in ${DEGREES}`],
  explain: ['invalid-explain', 'true or false'],
};

/** The problem with a request that does not fit its schema. */
export function parameterProblem(errors: readonly FastifySchemaValidationError[]): HttpProblem {
  const { instancePath, data } = errors[0] as FastifySchemaValidationError & { readonly data?: unknown };
  const name = instancePath.slice(1).split('/')[0] ?? '';
  if (Array.isArray(data) && data.length > 1) {
    return new HttpProblem('repeated-parameter', `Got the parameter "${name}" ${data.length} times; give it once.`);
  }
  const [code, allowed] = ALLOWED[name] ?? [];
  if (code === undefined) {
    return new HttpProblem(
      'session-missing',
      `The header ${SESSION_HEADER} is missing or empty; autocomplete needs it. Send any text, e.g. a random one, the same in all requests of one drill-down.`,
    );
  }
  const got = JSON.stringify(String(data).slice(0, LONGEST_SHOWN));
  return new HttpProblem(code, `Got ${name} ${got}; allowed is ${allowed}.`);
}

/** Of what was got, an error shows no more characters. */
const LONGEST_SHOWN = 64;
