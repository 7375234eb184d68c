import { unescape as decode } from 'node:querystring';
import { DEFAULT_REVERSE_RADIUS } from '../batch/reverse.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { DESCRIPTION_LANGUAGES } from '../model/description.ts';
import { MAX_WITHIN_METRES } from '../query/nearest.ts';
import { MAX_RADIUS_METRES } from '../query/radius.ts';
import { partsIn } from '../query/within.ts';
import { ANSWER_KINDS } from '../search/filter.ts';
import type { AddressField } from '../search/match.ts';
import { LANGUAGES } from '../store/street-table.ts';
import type { Request } from './exchange.ts';
import { HttpProblem, type ProblemCode } from './problems.ts';

/**
 * The parameters of the service. Each is a row: how a request is read, what a problem says, and what /openapi.json has of it
 * follow from it.
 */

/** One parameter of a request. */
export interface Parameter extends Kind {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** What the library calls it. */
  readonly as: string;
  readonly description: string;
  readonly maxLength: number;
  /** Whether a request must have it. */
  readonly isRequired: boolean;
  readonly example: unknown;
}

/** What a parameter may be. */
export interface Kind {
  /** As JSON Schema. */
  readonly schema: object;
  /** The value of a text; `undefined` for one that is not allowed. Without it, any text is. */
  readonly read?: ((text: string) => unknown) | undefined;
  /** The problem with any other text: its code, and what is allowed, to end a sentence. */
  readonly fault?: readonly [code: ProblemCode, allowed: string] | undefined;
}

/** The values of a request's parameters, under the library's names. */
export type Values = Readonly<Record<string, unknown>>;

/** In characters. */
export const MAX_URL_LENGTH = 8192;

/** Maximum characters of a parameter, unless its schema has another one; the longest addresses have less than 150. */
export const MAX_TEXT_LENGTH = 256;

/** Maximum results of a page over HTTP; the library itself gives more. */
export const MAX_HTTP_PER_PAGE = 100;

/** The same of results that are explained. */
export const MAX_EXPLAINED = 10;

const MAX_INT32 = 2 ** 31 - 1;

/** Numbers are decimal digits: JavaScript would also take `0x10`, `1e3` and surrounding blanks. */
const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)$/;
const WHOLE = /^\d+$/;

const TEXT: Kind = { schema: { type: 'string', maxLength: MAX_TEXT_LENGTH } };

export function oneOf(values: readonly string[], code: ProblemCode = 'invalid-parameter', more: object = {}): Kind {
  return {
    schema: { enum: values, type: 'string', ...more },
    read: (text) => (values.includes(text) ? text : undefined),
    fault: [code, values.join(', ')],
  };
}

/** One or more of these, with commas between them. */
function someOf(values: readonly string[], code: ProblemCode = 'invalid-parameter'): Kind {
  return {
    schema: { type: 'array', items: { enum: values, type: 'string' }, minItems: 1 },
    read(text) {
      const chosen = text.split(',').map((each) => each.trim());
      return chosen.every((each) => values.includes(each)) ? chosen : undefined;
    },
    fault: [code, `${values.join(', ')}, or several of them with commas`],
  };
}

export function flag(more: object = {}): Kind {
  return {
    schema: { type: 'boolean', ...more },
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    fault: ['invalid-parameter', 'true or false'],
  };
}

/** A whole number from 0, which may also be absent as `null`. */
function whole(maximum: number, standard: number, code: ProblemCode, remedy: string): Kind {
  return {
    schema: { type: ['integer', 'null'], format: 'int32', minimum: 0, maximum, default: standard },
    read: (text) => (WHOLE.test(text) && Number(text) <= maximum ? Number(text) : undefined),
    fault: [code, `a whole number from 0 to ${maximum}. ${remedy}`],
  };
}

interface Bounds {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum: number;
  readonly default?: number;
}

function decimal(bounds: Bounds, code: ProblemCode, allowed: string): Kind {
  const { minimum = Number.NEGATIVE_INFINITY, exclusiveMinimum = Number.NEGATIVE_INFINITY, maximum } = bounds;
  const isInside = (value: number): boolean => value >= minimum && value > exclusiveMinimum && value <= maximum;
  return {
    schema: { type: 'number', format: 'double', ...bounds },
    read: (text) => (DECIMAL.test(text) && isInside(Number(text)) ? Number(text) : undefined),
    fault: [code, allowed],
  };
}

const DEGREES = 'WGS84 degrees with a decimal point, latitude from -90 to 90 and longitude from -180 to 180';

function degrees(maximum: number): Kind {
  return decimal({ minimum: -maximum, maximum }, 'invalid-coordinate', DEGREES);
}

function metres(maximum: number, more: object = {}): Kind {
  const allowed = `a number of metres above 0, at most ${maximum.toLocaleString('en')}`;
  return decimal({ exclusiveMinimum: 0, maximum, ...more }, 'invalid-radius', allowed);
}

/** A number of degrees, as JSON Schema has patterns; the library checks whether it is in range. */
const NUMBER = '-?[0-9]{1,3}(?:\\.[0-9]{1,20})?';
const NEAR = new RegExp(`^${NUMBER},\\s*${NUMBER}$`);

const POSITION: Kind = {
  schema: { type: 'string', pattern: NEAR.source },
  read(text) {
    if (!NEAR.test(text)) return undefined;
    const [latitude, longitude] = text.split(',').map(Number);
    return { latitude, longitude };
  },
  fault: ['invalid-coordinate', `latitude and longitude with a comma, e.g. 52.37,4.89, in ${DEGREES}`],
};

/** What a parameter may be, and what is said of it. */
type Row = readonly [kind: Kind, description: string, more?: Partial<Pick<Parameter, 'as' | 'isRequired' | 'example'>>];

/** Parameters of one place as a table: by their names. */
type Rows = Readonly<Record<string, Row>>;

export function parametersIn(place: Parameter['in'], rows: Rows): readonly Parameter[] {
  return Object.entries(rows).map(([name, [{ schema, read, fault }, description, more = {}]]) => {
    const { maxLength = MAX_TEXT_LENGTH } = schema as { readonly maxLength?: number };
    // The library writes its names in camel case.
    const camelCase = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const { as = camelCase, isRequired = place !== 'query', example } = more;
    // All have the same properties, or reading them would be slow.
    return { name, in: place, as, description, schema, read, fault, maxLength, isRequired, example };
  });
}

export const inQuery = (rows: Rows): readonly Parameter[] => parametersIn('query', rows);

/** What documents of addresses have beside what the specification says. */
const DOCUMENT: readonly Parameter[] = inQuery({
  identifiers: [flag(), "Addresses have the register's identifier and the code of their municipality."],
  postal_name: [
    flag(),
    'Belgian addresses have the name of the place that goes with the postcode; others always have it, as `city`.',
  ],
  label: [
    {
      ...oneOf(['true', 'false', ...LANGUAGES]),
      read: (text) => text === 'true' || (text === 'false' ? false : LANGUAGES.find((each) => each === text)),
    },
    'Addresses have the lines of an envelope, in this language where their names exist in it; `true` for that of the answer.',
  ],
});

const pages = (perPage: number): readonly Parameter[] =>
  inQuery({
    per_page: [
      whole(MAX_HTTP_PER_PAGE, perPage, 'invalid-per-page', 'Ask for further pages instead'),
      'Results per page. 0 asks for the count alone.',
    ],
    page: [
      whole(MAX_INT32, 1, 'invalid-page', 'Leave it out for the first page'),
      'Counted from 1; 0 is the first page too.',
    ],
  });

export const SESSION_HEADER = 'X-AutocompleteSessionId';

const SESSION = parametersIn('header', {
  [SESSION_HEADER]: [
    { schema: { type: 'string', minLength: 1, pattern: '\\S' } },
    'Any text that is not empty, e.g. a random one; the same in all requests of one drill-down.',
    { example: 'c0ffee' },
  ],
});

export const AUTOCOMPLETE: readonly Parameter[] = [
  ...inQuery({
    search: [TEXT, 'The search term. Optional when `context` is given; with both, the search is within the context.'],
    context: [TEXT, 'The context of an earlier result.'],
    kinds: [someOf(ANSWER_KINDS), 'Only results of these kinds; `place` includes municipalities.'],
    within: [
      { ...TEXT, read: partsIn },
      'Only results there: a municipality by name or code, the context of a suggestion, a box `south,west,north,east`, a circle `latitude,longitude,metres`; several with semicolons.',
    ],
    street: [TEXT, 'Instead of `search`, in a form: the beginning of a street of the postcode, the place, or both.'],
    postcode: [TEXT, 'With `street`: whole, or its beginning.'],
    place: [TEXT, 'With `street`.'],
    language: [
      oneOf(LANGUAGES),
      'Show names in this language where they exist; by default in that of the search term or of the suggestion picked.',
    ],
    near: [POSITION, 'Latitude and longitude: closer ones come first among equally good results.'],
    explain: [
      flag(),
      `Each result says why it is at its place; a page has at most ${MAX_EXPLAINED} then, which is also its default.`,
    ],
    details: [flag(), 'Each result says which letters of its label were typed, and the parts of the address.'],
    description_language: [
      oneOf(DESCRIPTION_LANGUAGES, 'invalid-parameter', { default: 'en' }),
      'The language of descriptions; names in them stay as they are.',
    ],
  }),
  ...DOCUMENT,
  ...pages(50),
  ...SESSION,
];

const ONLY_THESE = 'Only these of the countries that the server has; all of them unless given.';

export const COUNTRIES_PARAMETER: readonly Parameter[] = inQuery({
  countries: [someOf(COUNTRIES, 'unknown-country'), ONLY_THESE],
});

const POSTCODES: Readonly<Record<Country, string>> = {
  nl: '`1012JS`, `1012 JS` or `1012js`.',
  be: '`1000` or `B-1000`.',
  lu: '`1466` or `L-1466`.',
};

const HOUSE_NUMBERS = 'The digits; letter, addition, range or box may follow: `12`, `12A`, `12-14`, `12 bus 3`.';

const LAST_SEGMENTS = {
  housenumberaddition: 'Letter, addition, or both, letter first: `A`, `BIS`, `A-2`, `a2`.',
  street: 'In any of its languages; case and diacritics do not count.',
} as const;

/** The last segment of a directmatch, which may be missing. */
export type LastSegment = keyof typeof LAST_SEGMENTS;

export function directMatchParameters(country: Country, last: LastSegment | undefined): readonly Parameter[] {
  return [
    ...parametersIn('path', {
      postcode: [TEXT, POSTCODES[country]],
      housenumber: [TEXT, HOUSE_NUMBERS],
      ...(last !== undefined && { [last]: [TEXT, LAST_SEGMENTS[last]] }),
    }),
    ...inQuery({
      alternatives: [flag(), 'When no address matches, says which ones there are with the postcode and number.'],
    }),
    ...DOCUMENT,
  ];
}

export const DIRECT_MATCH: readonly Parameter[] = [
  ...inQuery({
    postcode: [TEXT, Object.values(POSTCODES).join(' '), { isRequired: true }],
    housenumber: [TEXT, HOUSE_NUMBERS, { isRequired: true }],
    housenumberaddition: [TEXT, `${LAST_SEGMENTS.housenumberaddition} Or a box.`],
    street: [TEXT, LAST_SEGMENTS.street],
  }),
  ...COUNTRIES_PARAMETER,
  ...DOCUMENT,
];

const PLACE_ON_EARTH: Rows = {
  latitude: [degrees(90), 'WGS84 degrees.'],
  longitude: [degrees(180), 'WGS84 degrees.'],
};

export function radiusParameters(hasRadius: boolean): readonly Parameter[] {
  return [
    ...parametersIn('path', {
      country: [oneOf(COUNTRIES, 'unknown-country'), 'The country.'],
      ...PLACE_ON_EARTH,
      ...(hasRadius && { radius: [metres(MAX_RADIUS_METRES), 'Metres.'] }),
    }),
    ...DOCUMENT,
    ...pages(20),
  ];
}

const FIELDS: Readonly<Record<AddressField, Row>> = {
  text: [TEXT, 'The whole address in one text.'],
  street: [TEXT, 'The street; the house number may follow it.'],
  housenumber: [TEXT, 'The digits, and what may follow them.'],
  letter: [TEXT, 'The letter of the house number, where it is apart.'],
  addition: [TEXT, 'The addition of the house number, where it is apart.'],
  box: [TEXT, 'The number of a box or apartment, where it is apart.'],
  postcode: [TEXT, 'In any usual form.'],
  place: [TEXT, 'The place, or its municipality.'],
  country: [TEXT, 'Its code or its name in a language of the three; any of them unless given.'],
};

export const GEOCODE: readonly Parameter[] = [
  ...inQuery({
    ...FIELDS,
    ...PLACE_ON_EARTH,
    within: [
      metres(MAX_WITHIN_METRES, { default: DEFAULT_REVERSE_RADIUS }),
      'Of a position: metres, how far away the nearest address may be.',
      { as: 'radius' },
    ],
    explain: [flag(), 'Of a text: what each of its words was read as.'],
  }),
  ...DOCUMENT,
];

/** The parameters that may be `null`: in a URL, that word or an empty value. */
const NULLABLE = ['page', 'per_page'];

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

/** The parameters of a query string, without those that count as absent: empty or blank ones, and `page=null`. */
export function parseQuery(query: string): Readonly<Record<string, unknown>> {
  if (query === '') return NOTHING;
  const sent: Record<string, string | string[]> = Object.create(null);
  for (const item of query.split('&')) {
    if (item === '') continue;
    const equals = item.indexOf('=');
    const name = decoded(equals === -1 ? item : item.slice(0, equals));
    const value = equals === -1 ? '' : decoded(item.slice(equals + 1));
    const others = sent[name];
    if (others === undefined) sent[name] = value;
    else if (typeof others === 'string') sent[name] = [others, value];
    else others.push(value);
  }
  for (const name in sent) {
    const value = sent[name];
    if (typeof value === 'string' && value.trim() === '') delete sent[name];
  }
  for (const name of NULLABLE) if (sent[name] === 'null') delete sent[name];
  return sent;
}

/** A name or a value of a query as text. Node's own `parse` does the same in twice the time. */
function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decode(spaced) : spaced;
}

/** What of a request has parameters. */
export type Sent = Pick<Request, 'params' | 'query' | 'headers'>;

/**
 * Reads the parameters of a request.
 *
 * @throws HttpProblem for the first one that is given twice, is too long, is required and missing, or has a value that is not allowed; for a missing session
 */
export function readParameters(parameters: readonly Parameter[], { params, query, headers }: Sent): Values {
  const values: Record<string, unknown> = {};
  for (const { name, in: place, as, read, fault, maxLength, isRequired } of parameters) {
    // A page on another origin sends its session as a parameter: a header would cost a preflight with each keystroke.
    const value =
      place === 'header' ? (headers[SESSION_KEY] ?? query['session']) : place === 'path' ? params[name] : query[name];
    if (Array.isArray(value)) throw wrong(`Got the parameter "${name}" ${value.length} times; give it once.`);
    if (place === 'header') {
      if (String(value ?? '').trim() === '') throw new HttpProblem('session-missing');
    } else if (value !== undefined) {
      const text = value as string;
      if (text.length > maxLength)
        throw wrong(`Got ${name} with ${text.length} characters; allowed are ${maxLength}. Send the address alone.`);
      values[as] = read === undefined ? text : read(text);
      if (values[as] === undefined) throw invalidValue(name, text, fault!);
    } else if (isRequired) {
      throw wrong(`The parameter "${name}" is missing or empty. Give it a value.`);
    }
  }
  return values;
}

const SESSION_KEY = SESSION_HEADER.toLowerCase();

/** Maximum characters of a received value shown in an error. */
const MAX_SHOWN_LENGTH = 64;

function invalidValue(name: string, value: string, [code, allowed]: NonNullable<Kind['fault']>): HttpProblem {
  const got = JSON.stringify(value.slice(0, MAX_SHOWN_LENGTH));
  return new HttpProblem(code, `Got ${name} ${got}; allowed is ${allowed}.`);
}

function wrong(detail: string): HttpProblem {
  return new HttpProblem('invalid-parameter', detail);
}
