import { parse } from 'node:querystring';
import Type, { type TObject } from 'typebox';
import { DEFAULT_REVERSE_RADIUS } from '../batch/reverse.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { DESCRIPTION_LANGUAGES } from '../model/description.ts';
import { MAX_WITHIN_METRES } from '../query/nearest.ts';
import { MAX_PER_PAGE } from '../query/paging.ts';
import { MAX_RADIUS_METRES } from '../query/radius.ts';
import { ADDRESS_FIELDS, type AddressField } from '../search/match.ts';
import { LANGUAGES } from '../store/street-table.ts';
import { BATCH_FORMATS } from './batch-parameters.ts';
import {
  DECIMAL,
  dropAbsent,
  invalidValue,
  MAX_INT32,
  MAX_TEXT_LENGTH,
  NEAR_PATTERN,
  PARAMETER_FORMS,
  type ParameterForm,
  repeatedParameter,
  SESSION_HEADER,
} from './parameter-forms.ts';
import { HttpProblem } from './problems.ts';

/** The parameters of the service as schemas, and how they are read. */

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

const postalName = Type.Optional(
  Type.Boolean({
    description:
      'Belgian addresses have the name of the place that goes with the postcode; others always have it, as `city`.',
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
  postal_name: postalName,
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

export const RADIUS_QUERY: TObject = Type.Object({ identifiers, postal_name: postalName, page, per_page: perPage(20) });

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
    postal_name: postalName,
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
  postal_name: postalName,
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

/** How a parameter is checked, and what it becomes. */
interface Reader {
  readonly name: string;
  /** `undefined` for any text. */
  readonly form: Pick<ParameterForm, 'code' | 'allowed' | 'isAllowed'> | undefined;
  readonly convert: (text: string) => unknown;
  readonly maxLength: number | undefined;
}

/** The parameters of a schema, ready to be read. */
export function readersOf(schema: TObject | undefined): readonly Reader[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const {
      type,
      maxLength,
      enum: values,
      pattern,
    } = property as {
      readonly type?: string | readonly string[];
      readonly maxLength?: number;
      readonly enum?: readonly string[];
      readonly pattern?: string;
    };
    const types = [type].flat();
    const isNumber = types.includes('integer') || types.includes('number');
    const isFlag = types.includes('boolean');
    const isAnyText = !isNumber && !isFlag && values === undefined && pattern === undefined;
    return {
      name,
      form: isAnyText ? undefined : (BATCH_FORMS[name] ?? PARAMETER_FORMS[name]),
      convert: isNumber ? Number : isFlag ? (text) => text === 'true' : (text) => text,
      maxLength,
    };
  });
}

/**
 * Reads parameters as they were sent.
 *
 * @throws HttpProblem for the first one that is given twice, or has a value that is not allowed
 */
export function readParameters(
  readers: readonly Reader[],
  sent: Readonly<Record<string, unknown>>,
  into: Record<string, unknown>,
): void {
  for (const { name, form, convert, maxLength } of readers) {
    const value = sent[name];
    if (value === undefined) continue;
    if (Array.isArray(value)) throw repeatedParameter(name, value.length);
    const text = value as string;
    if (form !== undefined && !form.isAllowed(text)) throw invalidValue(name, text, form);
    if (maxLength !== undefined && text.length > maxLength) throw tooLong(name, text, maxLength);
    into[name] = convert(text);
  }
}

function tooLong(name: string, { length }: string, maxLength: number): HttpProblem {
  return new HttpProblem('invalid-batch-parameter', `Got ${name} with ${length} characters; allowed are ${maxLength}.`);
}

/** The parameters of a batch that are not any text. */
const BATCH_FORMS: Readonly<Record<string, Pick<ParameterForm, 'code' | 'allowed' | 'isAllowed'>>> = {
  format: batchForm(BATCH_FORMATS.join(', '), (text) => (BATCH_FORMATS as readonly string[]).includes(text)),
  threshold: batchForm('a score from 0 to 1', (text) => DECIMAL.test(text) && Number(text) >= 0 && Number(text) <= 1),
  reverse: batchForm('true or false', isFlag),
  header: batchForm('true or false', isFlag),
};

function batchForm(allowed: string, isAllowed: (text: string) => boolean) {
  return { code: 'invalid-batch-parameter', allowed, isAllowed } as const;
}

function isFlag(text: string): boolean {
  return text === 'true' || text === 'false';
}
