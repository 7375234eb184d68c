import { AddressLookupError } from '../errors.ts';
import { LANGUAGES } from '../store/street-table.ts';
import type { DocumentOptions } from './documents.ts';

/**
 * Checks of what an untyped caller may pass by mistake: a number instead of a text, the request of another operation. Every
 * operation checks its request with these, so bad input is the same kind of error everywhere.
 */

const HOUSE = '{ postcode: "1012JS", housenumber: "1" }';
const POSITION = '{ latitude: 52.37, longitude: 4.89 }';
const TEXT = '{ text: "Dam 1, Amsterdam" }';

/** Example requests of each operation, for messages. */
const EXAMPLES: Readonly<
  Record<'autocomplete' | 'directMatch' | 'alternatives' | 'radius' | 'nearest' | 'geocode' | 'geocodeRows', string>
> = {
  autocomplete: '{ search: "kalverst" }',
  directMatch: HOUSE,
  alternatives: HOUSE,
  radius: POSITION,
  nearest: POSITION,
  geocode: TEXT,
  geocodeRows: TEXT,
};

/** @throws AddressLookupError `invalid-argument` for anything but an object */
export function checkRequest(operation: keyof typeof EXAMPLES, request: unknown): void {
  if (typeof request === 'object' && request !== null && !Array.isArray(request)) return;
  throw invalid(operation, 'the request', request, `an object, e.g. ${EXAMPLES[operation]}`);
}

/** @throws AddressLookupError `invalid-argument` for anything but an object, and `undefined` */
export function checkOptions(operation: string, options: unknown): void {
  if (options === undefined || (typeof options === 'object' && options !== null)) return;
  throw invalid(operation, 'the options', options, 'an object, or nothing');
}

/** @throws AddressLookupError `invalid-argument` for anything but a function, and `undefined` */
export function checkFunction(operation: string, name: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return;
  throw invalid(operation, name, value, 'a function, or nothing');
}

/** @throws AddressLookupError `invalid-argument` for anything but a text, and `undefined` where that is allowed */
export function checkText(operation: string, name: string, value: unknown, isRequired: boolean = false): void {
  if (typeof value === 'string' || (value === undefined && !isRequired)) return;
  throw invalid(operation, name, value, isRequired ? 'a text' : 'a text, or nothing');
}

/** @throws AddressLookupError `invalid-argument` for anything but one of the allowed values, and `undefined` */
export function checkChoice(operation: string, name: string, value: unknown, allowed: readonly unknown[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw invalid(
    operation,
    name,
    value,
    `${allowed.map((each) => JSON.stringify(each)).join(', ')}, or nothing`,
    allowed,
  );
}

/** @throws AddressLookupError `invalid-argument` for anything but `true`, `false`, `undefined` and, for the label, a language */
export function checkDocumentOptions(
  operation: string,
  { identifiers, postalName, label }: { readonly [option in keyof DocumentOptions]?: unknown },
): void {
  if (identifiers !== undefined) checkChoice(operation, 'identifiers', identifiers, [true, false]);
  if (postalName !== undefined) checkChoice(operation, 'postalName', postalName, [true, false]);
  if (label !== undefined) checkChoice(operation, 'label', label, [true, false, ...LANGUAGES]);
}

export function invalid(
  operation: string,
  name: string,
  got: unknown,
  sentence: string,
  allowed: unknown = sentence,
): AddressLookupError {
  return new AddressLookupError(
    'invalid-argument',
    `Got ${describe(got)} for ${name} of ${operation}; allowed is ${sentence}.`,
    { got, allowed },
  );
}

/** A value in a message where a number is allowed; texts are quoted, to tell `"2"` from 2. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return typeof value === 'number' ? String(value) : describe(value);
}

/** `the number 1012`, `an array`: short, whatever was passed. */
function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' || typeof value === 'function') return `a value of type ${typeof value}`;
  return `the ${typeof value} ${typeof value === 'string' ? shown(value) : String(value).slice(0, 40)}`;
}
