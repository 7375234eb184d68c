import { parse } from 'node:querystring';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import Type, { type TObject } from 'typebox';
import { DEFAULT_REVERSE_RADIUS } from '../batch/reverse.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { DESCRIPTION_LANGUAGES } from '../model/description.ts';
import { MAX_WITHIN_METRES } from '../query/nearest.ts';
import { MAX_PER_PAGE } from '../query/paging.ts';
import { MAX_RADIUS_METRES } from '../query/radius.ts';
import { ADDRESS_FIELDS, type AddressField } from '../search/match.ts';
import { LANGUAGES } from '../store/street-table.ts';
import { BATCH_FORMATS, BATCH_QUERY } from './batch-parameters.ts';
import {
  DECIMAL,
  dropAbsent,
  invalidValue,
  MAX_INT32,
  MAX_TEXT_LENGTH,
  missingSession,
  NEAR_PATTERN,
  PARAMETER_FORMS,
  type ParameterForm,
  repeatedParameter,
  SESSION_HEADER,
  WHOLE,
} from './parameter-forms.ts';
import { HttpProblem } from './problems.ts';

/** The parameters of the service as schemas, and the problem with a request that does not fit them. */

const page = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    format: 'int32',
    minimum: 0,
    maximum: MAX_INT32,
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
      maximum: MAX_PER_PAGE,
      default: defaultPerPage,
      description: 'Results per page. 0 asks for the count alone.',
    }),
  );

const identifiers = Type.Optional(
  Type.Boolean({
    description: "Addresses have the register's identifier and the code of their municipality.",
  }),
);

const autocompleteQuery = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: MAX_TEXT_LENGTH,
      description: 'The search term. Optional when `context` is given; with both, the search is within the context.',
    }),
  ),
  context: Type.Optional(Type.String({ description: 'The context of an earlier result.' })),
  language: Type.Optional(
    Type.Enum([...LANGUAGES], {
      type: 'string',
      description:
        'Show names in this language where they exist; by default in that of the search term or of the suggestion picked.',
    }),
  ),
  near: Type.Optional(
    Type.String({
      pattern: NEAR_PATTERN,
      description: 'Latitude and longitude: closer ones come first among equally good results.',
    }),
  ),
  explain: Type.Optional(Type.Boolean({ description: 'Each result says why it is at its place.' })),
  details: Type.Optional(
    Type.Boolean({
      description: 'Each result says which letters of its label were typed, and the parts of the address.',
    }),
  ),
  description_language: Type.Optional(
    Type.Enum([...DESCRIPTION_LANGUAGES], {
      type: 'string',
      default: 'en',
      description: 'The language of descriptions; names in them stay as they are.',
    }),
  ),
  identifiers,
  per_page: perPage(50),
  page,
});

export const AUTOCOMPLETE_QUERY: Readonly<Record<Country, TObject>> = {
  nl: withExamples(autocompleteQuery, { search: 'amersf', near: '52.38,4.63', explain: true, per_page: 2 }),
  be: withExamples(autocompleteQuery, { search: 'wetstr', language: 'fr', per_page: 2 }),
  lu: withExamples(autocompleteQuery, { search: 'grand-r', per_page: 2 }),
};

export const AUTOCOMPLETE_HEADERS: TObject = Type.Object({
  [SESSION_HEADER]: Type.String({
    minLength: 1,
    pattern: '\\S',
    description: 'Any text that is not empty, e.g. a random one; the same in all requests of one drill-down.',
    examples: ['c0ffee'],
  }),
});

export const RADIUS_QUERY: TObject = Type.Object({ identifiers, page, per_page: perPage(20) });

const country = Type.Enum([...COUNTRIES], { type: 'string', description: 'The country.' });
const latitude = Type.Number({ format: 'double', minimum: -90, maximum: 90, description: 'WGS84 degrees.' });
const longitude = Type.Number({ format: 'double', minimum: -180, maximum: 180, description: 'WGS84 degrees.' });
const radius = Type.Number({
  format: 'double',
  exclusiveMinimum: 0,
  maximum: MAX_RADIUS_METRES,
  description: 'Metres.',
});
const position = { country: 'nl', latitude: 52.3729527, longitude: 4.8935644 };

export const RADIUS_PARAMS: TObject = withExamples(Type.Object({ country, latitude, longitude }), position);
export const RADIUS_PARAMS_WITH_RADIUS: TObject = withExamples(Type.Object({ country, latitude, longitude, radius }), {
  ...position,
  radius: 20,
});

/** What the parts of an address are, for `geocode`. */
const FIELD_DESCRIPTIONS: Readonly<Record<AddressField, string>> = {
  text: 'The whole address in one text.',
  street: 'The street; the house number may follow it.',
  housenumber: 'The digits, and what may follow them.',
  letter: 'The letter of the house number, where it is apart.',
  addition: 'The addition of the house number, where it is apart.',
  box: 'The number of a box or apartment, where it is apart.',
  postcode: 'In any usual form.',
  place: 'The place, or its municipality.',
  country: 'Its code or its name in a language of the three; any of them unless given.',
};

export const GEOCODE_QUERY: TObject = withExamples(
  Type.Object({
    ...Object.fromEntries(
      ADDRESS_FIELDS.map((name) => [
        name,
        Type.Optional(Type.String({ maxLength: MAX_TEXT_LENGTH, description: FIELD_DESCRIPTIONS[name] })),
      ]),
    ),
    latitude: Type.Optional(latitude),
    longitude: Type.Optional(longitude),
    within: Type.Optional(
      Type.Number({
        format: 'double',
        exclusiveMinimum: 0,
        maximum: MAX_WITHIN_METRES,
        default: DEFAULT_REVERSE_RADIUS,
        description: 'Of a position: metres, how far away the nearest address may be.',
      }),
    ),
    identifiers,
  }),
  { text: 'Kinkerstrat 175 F, 1053DM Amsterdam' },
);

const POSTCODE_FORMS: Readonly<Record<Country, string>> = {
  nl: '`1012JS`, `1012 JS` or `1012js`.',
  be: '`1000` or `B-1000`.',
  lu: '`1466` or `L-1466`.',
};

const SEGMENT_FORMS = {
  housenumberaddition: 'Letter, addition, or both, letter first: `A`, `BIS`, `A-2`, `a2`.',
  street: 'In any of its languages; case and diacritics do not count.',
} as const;

const DIRECT_MATCH_EXAMPLES: Readonly<Record<Country, Readonly<Record<string, string>>>> = {
  nl: { postcode: '1012JS', housenumber: '1', housenumberaddition: 'A2' },
  be: { postcode: '1000', housenumber: '16', street: 'Wetstraat' },
  lu: { postcode: '9209', housenumber: '10', street: "D'Baach aus" },
};

/** The path segments of directmatch, all of them text, with or without a third one. */
export function directMatchParams(country: Country, segment: keyof typeof SEGMENT_FORMS | undefined): TObject {
  const housenumber =
    country === 'nl'
      ? 'The digits; letter and addition may follow: `12`, `12A`.'
      : 'The digits; letter, range or box may follow: `12`, `12A`, `12-14`, `12 bus 3`.';
  const forms = {
    postcode: POSTCODE_FORMS[country],
    housenumber,
    ...(segment && { [segment]: SEGMENT_FORMS[segment] }),
  };
  const properties = Object.entries(forms).map(([name, description]) => [
    name,
    Type.String({ maxLength: MAX_TEXT_LENGTH, description }),
  ]);
  return withExamples(Type.Object(Object.fromEntries(properties)), DIRECT_MATCH_EXAMPLES[country]);
}

export const DIRECT_MATCH_QUERY: TObject = Type.Object({
  alternatives: Type.Optional(
    Type.Boolean({
      description: 'When no address matches, says which ones there are with the postcode and number.',
      examples: [true],
    }),
  ),
  identifiers,
});

/** Adds examples to the parameters that have one. */
function withExamples(schema: TObject, examples: Readonly<Record<string, unknown>>): TObject {
  const properties = Object.entries(schema.properties).map(([name, each]) => [
    name,
    name in examples ? { ...each, examples: [examples[name]] } : each,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The parameters of a query string, without those that count as absent. */
export function parseQuery(query: string): Record<string, unknown> {
  if (query === '') return {};
  const parameters = parse(query);
  dropAbsent(parameters);
  return parameters;
}

/** The parameters that are numbers, and how each is written. */
type NumberForms = readonly (readonly [name: string, form: RegExp])[];

export function numbersOf(schema: TObject | undefined): NumberForms {
  return Object.entries(schema?.properties ?? {}).flatMap(
    ([name, { type }]: [string, { type?: string | string[] }]): NumberForms => {
      const types = [type].flat();
      if (types.includes('integer')) return [[name, WHOLE]];
      return types.includes('number') ? [[name, DECIMAL]] : [];
    },
  );
}

/** @throws HttpProblem if one of the `numbers` is not written as one */
export function checkNumbers(numbers: NumberForms, parameters: unknown): void {
  for (const [name, form] of numbers) {
    const value = (parameters as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'string' && !form.test(value)) throw invalidValue(name, value, FORMS[name]!);
  }
}

/** The parameters of a batch that are not any text. */
const BATCH_FORMS: Readonly<Record<string, Pick<ParameterForm, 'code' | 'allowed'>>> = Object.fromEntries(
  Object.entries({
    format: BATCH_FORMATS.join(', '),
    threshold: 'a score from 0 to 1',
    reverse: 'true or false',
    header: 'true or false',
  }).map(([name, allowed]) => [name, { code: 'invalid-batch-parameter', allowed }]),
);

const FORMS: Readonly<Record<string, Pick<ParameterForm, 'code' | 'allowed'>>> = { ...PARAMETER_FORMS, ...BATCH_FORMS };

/** The problem with a request that does not fit its schema. */
export function parameterProblem(errors: readonly FastifySchemaValidationError[]): HttpProblem {
  const { instancePath, data } = errors[0] as FastifySchemaValidationError & { readonly data?: unknown };
  const name = instancePath.slice(1).split('/')[0] ?? '';
  if (Array.isArray(data) && data.length > 1) return repeatedParameter(name, data.length);
  const form = FORMS[name];
  if (form !== undefined) return invalidValue(name, data, form);
  if (name in BATCH_QUERY.properties) {
    return new HttpProblem(
      'invalid-batch-parameter',
      `Got ${name} with ${String(data).length} characters; allowed are 1000.`,
    );
  }
  return missingSession();
}
