import { COUNTRIES } from '../model/country.ts';
import { DESCRIPTION_LANGUAGES } from '../model/description.ts';
import type { Position } from '../query/coordinates.ts';
import { MAX_WITHIN_METRES } from '../query/nearest.ts';
import { MAX_PER_PAGE } from '../query/paging.ts';
import { MAX_RADIUS_METRES } from '../query/radius.ts';
import { LANGUAGES } from '../store/street-table.ts';
import { HttpProblem, type ProblemCode } from './problems.ts';

/**
 * How the parameters of the operations are written in a URL, and the problem with one that is not. The service checks them
 * by the schemas of parameters.ts; handlers for other servers, which have no schemas, by `isAllowed`.
 */

/**
 * How numbers are written in a URL: in decimal digits. A validator alone would also accept `0x10`, `1e3` and surrounding
 * blanks.
 */
export const DECIMAL: RegExp = /^-?(?:\d+\.?\d*|\.\d+)$/;

/** A whole number from 0. */
export const WHOLE: RegExp = /^\d+$/;

export const MAX_INT32: number = 2 ** 31 - 1;

/** A number of degrees; the library checks whether it is in range. */
const DEGREES_PATTERN = '-?[0-9]{1,3}(?:\\.[0-9]{1,20})?';

/** Latitude and longitude in one parameter, as JSON Schema has patterns. */
export const NEAR_PATTERN: string = `^${DEGREES_PATTERN},\\s*${DEGREES_PATTERN}$`;

/** The position in a text that has `NEAR_PATTERN`. */
export function positionOf(near: string): Position {
  const [latitude, longitude] = near.split(',').map(Number) as [number, number];
  return { latitude, longitude };
}

export const SESSION_HEADER = 'X-AutocompleteSessionId';

export interface ParameterForm {
  /** The problem with any other value. */
  readonly code: ProblemCode;
  /** The allowed values, to end a sentence. */
  readonly allowed: string;
  readonly isAllowed: (text: string) => boolean;
}

const DEGREES = 'WGS84 degrees with a decimal point, latitude from -90 to 90 and longitude from -180 to 180';

/** The parameters that are not any text, by name. */
export const PARAMETER_FORMS: Readonly<Record<string, ParameterForm>> = {
  page: wholeUpTo(MAX_INT32, 'invalid-page', 'Leave it out for the first page'),
  per_page: wholeUpTo(MAX_PER_PAGE, 'invalid-per-page', 'Ask for further pages instead'),
  country: oneOf(COUNTRIES, 'unknown-country'),
  latitude: degrees(90),
  longitude: degrees(180),
  radius: metresUpTo(MAX_RADIUS_METRES),
  within: metresUpTo(MAX_WITHIN_METRES),
  near: {
    code: 'invalid-coordinate',
    allowed: `latitude and longitude with a comma, e.g. 52.37,4.89, in ${DEGREES}`,
    isAllowed: (text) => new RegExp(NEAR_PATTERN).test(text),
  },
  language: oneOf(LANGUAGES, 'invalid-language', 'Leave it out for the language of the search term'),
  description_language: oneOf(DESCRIPTION_LANGUAGES, 'invalid-language', 'Leave it out for English'),
  explain: flag('invalid-explain'),
  details: flag('invalid-details'),
  alternatives: flag('invalid-alternatives'),
  identifiers: flag('invalid-identifiers'),
  postal_name: flag('invalid-postal-name'),
};

function wholeUpTo(max: number, code: ProblemCode, remedy: string): ParameterForm {
  const isAllowed = (text: string): boolean => WHOLE.test(text) && Number(text) <= max;
  return { code, allowed: `a whole number from 0 to ${max}. ${remedy}`, isAllowed };
}

function oneOf(values: readonly string[], code: ProblemCode, remedy?: string): ParameterForm {
  const allowed = [values.join(', '), remedy].filter((each) => each !== undefined).join('. ');
  return { code, allowed, isAllowed: (text) => values.includes(text) };
}

function degrees(max: number): ParameterForm {
  const isAllowed = (text: string): boolean => DECIMAL.test(text) && Math.abs(Number(text)) <= max;
  return { code: 'invalid-coordinate', allowed: DEGREES, isAllowed };
}

function metresUpTo(max: number): ParameterForm {
  const isAllowed = (text: string): boolean => DECIMAL.test(text) && Number(text) > 0 && Number(text) <= max;
  return { code: 'invalid-radius', allowed: `a number of metres above 0, at most ${max}`, isAllowed };
}

function flag(code: ProblemCode): ParameterForm {
  return oneOf(['true', 'false'], code);
}

/** The parameters that may be `null`: in a URL, that word or an empty value. */
const NULLABLE = ['page', 'per_page'];

/** Removes the parameters that count as absent: those that are empty or blank, and `page=null`. */
export function dropAbsent(parameters: Record<string, unknown>): void {
  for (const name in parameters) {
    const value = parameters[name];
    if (typeof value === 'string' && value.trim() === '') delete parameters[name];
  }
  for (const name of NULLABLE) if (parameters[name] === 'null') delete parameters[name];
}

/** Maximum characters of a search term and of any other text of a request; the longest addresses have less than 150. */
export const MAX_TEXT_LENGTH = 256;

/** @throws HttpProblem `text-too-long` for the first of the values that is a longer text */
export function checkLengths(values: Readonly<Record<string, unknown>>): void {
  for (const name in values) {
    const value = values[name];
    if (typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH) continue;
    throw new HttpProblem(
      'text-too-long',
      `Got ${name} with ${value.length} characters; allowed are ${MAX_TEXT_LENGTH}. Send the address alone.`,
    );
  }
}

/** Maximum characters of a received value shown in an error. */
const MAX_SHOWN_LENGTH = 64;

/** The problem with a value. */
export function invalidValue(
  name: string,
  data: unknown,
  { code, allowed }: Pick<ParameterForm, 'code' | 'allowed'>,
): HttpProblem {
  const got = JSON.stringify(String(data).slice(0, MAX_SHOWN_LENGTH));
  return new HttpProblem(code, `Got ${name} ${got}; allowed is ${allowed}.`);
}

export function repeatedParameter(name: string, times: number): HttpProblem {
  return new HttpProblem('repeated-parameter', `Got the parameter "${name}" ${times} times; give it once.`);
}

export function missingSession(): HttpProblem {
  return new HttpProblem(
    'session-missing',
    `The header ${SESSION_HEADER} is missing or empty; autocomplete needs it. Send any text, e.g. a random one, the same in all requests of one drill-down.`,
  );
}
