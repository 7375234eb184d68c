import { AddressLookupError } from '../errors.ts';

/** An entry of the catalogue of problems: the part common to all occurrences. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** The remedy, for `/docs` and where a problem has no other detail. */
  readonly remedy: string;
}

/** The catalogue: statuses and titles. The list is closed, so a client can switch over its codes. */
const CATALOGUE = {
  'search-or-context-required': [400, 'Neither a search term nor a context was given'],
  'session-missing': [400, 'The X-AutocompleteSessionId header is missing or empty'],
  'invalid-context': [400, 'The context is not one of this service'],
  'invalid-page': [400, 'The page is not a whole number from 0'],
  'invalid-per-page': [400, 'The number of results per page is not a whole number from 0 to 100, with `explain` to 10'],
  'invalid-coordinate': [400, 'Latitude or longitude is not a number of degrees in range, or they are reversed'],
  'invalid-radius': [400, 'The radius is not a number of metres above 0, or is too large'],
  'invalid-within': [400, 'The part of the country is none'],
  'invalid-parameter': [400, 'A parameter is missing, too long, given twice, or has a value that is not allowed'],
  'address-or-position-required': [400, 'Neither an address nor a position was given, or both were'],
  'invalid-batch': [400, 'The body is not a table of addresses, or is damaged'],
  'unknown-country': [400, 'The country is not nl, be or lu'],
  'malformed-request': [400, 'The request is not HTTP, or its path is not percent-encoded UTF-8'],
  'token-missing': [401, 'There is no bearer token in the request'],
  'token-unknown': [401, 'The bearer token is not one of this server, or has expired'],
  'key-refused': [403, 'The publishable key is unknown, or not for this page'],
  'nothing-found': [404, 'Nothing was found'],
  'context-gone': [404, 'The context leads to nothing in this release of the register'],
  'path-unknown': [404, 'There is no operation at this path'],
  'method-not-allowed': [405, 'The operation does not have this method'],
  'request-timeout': [408, 'The request did not arrive in time'],
  'body-too-large': [413, 'The body is too large'],
  'uri-too-long': [414, 'The URL is too long'],
  'unsupported-media-type': [415, 'The Content-Type is not that of a table'],
  'too-many-batches': [429, 'There are as many batches as are allowed at a time'],
  'rate-limited': [429, 'This client, or this address, has made too many requests, or ones that took too much time'],
  'headers-too-large': [431, 'The request line and headers together are too large'],
  'internal-error': [500, 'The server failed'],
  'country-not-loaded': [503, 'This server has no index of the country'],
} as const;

export type ProblemCode = keyof typeof CATALOGUE;

/** What to do about each. */
const REMEDIES: Readonly<Record<ProblemCode, string>> = {
  'search-or-context-required': 'Give `search`, `context`, or both to search inside the context.',
  'session-missing': 'Send any text, the same in all requests of one drill-down.',
  'invalid-context': 'Take it from a result of the same country, unchanged.',
  'invalid-page': 'Pages count from 1; 0 is the first page, too.',
  'invalid-per-page': 'Ask for further pages. 0 asks for the count alone.',
  'invalid-coordinate': 'Give WGS84 degrees, latitude first; in `near` with a comma between the two: `52.37,4.89`.',
  'invalid-radius': 'Give it in metres, or leave it out.',
  'invalid-within': 'Give a municipality by its name or code, the context of a suggestion, a box or a circle.',
  'invalid-parameter': 'The detail names it, and says what is allowed.',
  'address-or-position-required': 'Give `text`, any of the parts of an address, or `latitude` and `longitude`.',
  'invalid-batch':
    'Send CSV or NDJSON, with columns of an address. `/v1/geocode/batch/columns` says what is recognised, and `columns` says which column is what.',
  'unknown-country': 'Use the lower-case code of a country.',
  'malformed-request':
    'Send one `Host` header. Percent-encode each segment of the path as UTF-8: `%C3%A9` for é, `%2F` for a slash.',
  'token-missing': 'Send `Authorization: Bearer TOKEN`.',
  'token-unknown': 'Copy it whole, or ask the operator for another one.',
  'key-refused': 'Send the key from a page of one of its origins, as the parameter `key`.',
  'nothing-found': 'Shorten or correct the search term, or widen the radius.',
  'context-gone': 'Search again.',
  'path-unknown': 'The paths are in /openapi.json.',
  'method-not-allowed': 'Use one that `Allow` names: GET or HEAD, for a batch POST.',
  'request-timeout': 'Send the whole request at once.',
  'body-too-large': 'Send the rows in several files, each with its header.',
  'uri-too-long': 'Send a shorter term.',
  'unsupported-media-type':
    "Send `text/csv`, `application/x-ndjson`, `application/json`, or what the detail lists; not a browser's form.",
  'too-many-batches': 'Wait as many seconds as `Retry-After` says.',
  'rate-limited': 'Wait as many seconds as `Retry-After` says.',
  'headers-too-large': 'Send fewer or shorter headers.',
  'internal-error': 'Try again, or report it to the operator, with the request id of the answer.',
  'country-not-loaded': 'Ask the operator for this country.',
};

export const PROBLEMS: Readonly<Record<ProblemCode, ProblemKind>> = Object.fromEntries(
  Object.entries(CATALOGUE).map(([code, [status, title]]) => [
    code,
    { status, title, remedy: REMEDIES[code as ProblemCode] },
  ]),
) as Record<ProblemCode, ProblemKind>;

/** A problem as an exception. */
export class HttpProblem extends Error {
  readonly code: ProblemCode;
  /** Further members of this occurrence; `no body` for a status alone. */
  readonly extension: object | 'no body';

  /** @param detail what the catalogue says of every occurrence, unless there is more to say of this one */
  constructor(code: ProblemCode, detail?: string, extension: object | 'no body' = {}) {
    const { title, remedy } = PROBLEMS[code];
    // Where it was thrown interests nobody, and to know it takes as long as finding an address.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail ?? `${title}. ${remedy}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'HttpProblem';
    this.code = code;
    this.extension = extension;
  }
}

/** The body of a problem (RFC 9457). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
}

/** `type` links to the problem on this server's description page; `baseUrl` is the prefix of its paths. */
export function problemBody(baseUrl: string, code: ProblemCode, detail: string): ProblemBody {
  const { title, status } = PROBLEMS[code];
  return { type: `${baseUrl}/docs#${code}`, title, status, detail, code };
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Maps a thrown error to a problem: an error in the request to its own problem, anything else to
 * `internal-error`, whose reason is only logged.
 */
export function problemOf(error: Error, requestId: string): HttpProblem {
  if (error instanceof HttpProblem) return error;
  const isKnown = error instanceof AddressLookupError && Object.hasOwn(PROBLEMS, error.code);
  const code = isKnown ? (error.code as ProblemCode) : 'internal-error';
  const detail = {
    'internal-error': `The server failed on request ${requestId}; its log has the reason.`,
    // The error's own message names the data directory.
    'country-not-loaded': 'This server has no index of the country; /health lists those that it has.',
  }[code as string];
  return new HttpProblem(code, detail ?? error.message);
}
