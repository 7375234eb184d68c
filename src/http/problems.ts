import { AddressLookupError } from '../errors.ts';

/** An entry of the catalogue of problems: the part common to all occurrences. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** The remedy, for the documentation. */
  readonly remedy: string;
}

/** All problem codes. The list is closed, so a client can switch over it. */
export type ProblemCode =
  | 'search-or-context-required'
  | 'session-missing'
  | 'invalid-context'
  | 'invalid-page'
  | 'invalid-per-page'
  | 'invalid-coordinate'
  | 'invalid-radius'
  | 'invalid-language'
  | 'invalid-explain'
  | 'invalid-alternatives'
  | 'invalid-identifiers'
  | 'invalid-postal-name'
  | 'invalid-details'
  | 'address-or-position-required'
  | 'unknown-country'
  | 'repeated-parameter'
  | 'text-too-long'
  | 'malformed-request'
  | 'token-missing'
  | 'token-unknown'
  | 'key-refused'
  | 'nothing-found'
  | 'context-gone'
  | 'path-unknown'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'uri-too-long'
  | 'rate-limited'
  | 'headers-too-large'
  | 'unsupported-media-type'
  | 'body-too-large'
  | 'invalid-batch'
  | 'invalid-batch-parameter'
  | 'too-many-batches'
  | 'internal-error'
  | 'country-not-loaded';

/** The catalogue. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemKind>> = {
  'search-or-context-required': {
    status: 400,
    title: 'Neither a search term nor a context was given',
    remedy: 'Give `search`, `context`, or both to search inside the context. An empty parameter counts as not given.',
  },
  'session-missing': {
    status: 400,
    title: 'The X-AutocompleteSessionId header is missing or empty',
    remedy: 'Send any text that is not empty, the same in all requests of one drill-down.',
  },
  'invalid-context': {
    status: 400,
    title: 'The context is not one of this service',
    remedy: 'Take it from a result of the same country, unchanged, or search again.',
  },
  'invalid-page': {
    status: 400,
    title: 'The page is not a whole number from 0',
    remedy: 'Pages count from 1; 0 is the first page, too.',
  },
  'invalid-per-page': {
    status: 400,
    title: 'The number of results per page is not a whole number from 0 to 100, with `explain` to 10',
    remedy: 'Ask for further pages instead of longer ones. 0 asks for the count alone.',
  },
  'invalid-coordinate': {
    status: 400,
    title: 'Latitude or longitude is not a number of degrees in range, or they are reversed',
    remedy:
      'Give WGS84 degrees with a decimal point, latitude first; in `near` with a comma between the two: `52.37,4.89`.',
  },
  'invalid-radius': {
    status: 400,
    title: 'The radius is not a number of metres above 0, or is too large',
    remedy: 'Give it in metres with a decimal point, or leave it out.',
  },
  'invalid-language': {
    status: 400,
    title: 'The language is not one of those that are allowed',
    remedy: 'Use the lower-case code of a language, or leave it out.',
  },
  'invalid-explain': {
    status: 400,
    title: 'The parameter explain is neither true nor false',
    remedy: 'Give `true`, or leave it out.',
  },
  'invalid-alternatives': {
    status: 400,
    title: 'The parameter alternatives is neither true nor false',
    remedy: 'Give `true`, or leave it out.',
  },
  'invalid-identifiers': {
    status: 400,
    title: 'The parameter identifiers is neither true nor false',
    remedy: 'Give `true`, or leave it out.',
  },
  'invalid-postal-name': {
    status: 400,
    title: 'The parameter postal_name is neither true nor false',
    remedy: 'Give `true`, or leave it out.',
  },
  'invalid-details': {
    status: 400,
    title: 'The parameter details is neither true nor false',
    remedy: 'Give `true`, or leave it out.',
  },
  'address-or-position-required': {
    status: 400,
    title: 'Neither an address nor a position was given, or both were',
    remedy: 'Give `text`, any of the parts of an address, or `latitude` and `longitude`.',
  },
  'invalid-batch': {
    status: 400,
    title: 'The body is not a table of addresses, or is damaged',
    remedy:
      'Send CSV or NDJSON, with columns of an address; save a workbook as CSV. `/v1/geocode/batch/columns` says what is recognised of it, and `columns` says which column is what.',
  },
  'invalid-batch-parameter': {
    status: 400,
    title: 'A parameter of the batch has a value that is not allowed',
    remedy: 'The detail says what is allowed; docs/http.md lists the parameters.',
  },
  'unknown-country': {
    status: 400,
    title: 'The country is not nl, be or lu',
    remedy: 'Use the lower-case code of a country.',
  },
  'text-too-long': {
    status: 400,
    title: 'A text of the request has more than 256 characters',
    remedy: 'Send one address, and nothing else: none has 150 characters.',
  },
  'repeated-parameter': {
    status: 400,
    title: 'A query parameter was given more than once',
    remedy: 'Give each parameter once.',
  },
  'malformed-request': {
    status: 400,
    title: 'The request is not HTTP, or its path is not percent-encoded UTF-8',
    remedy:
      'Send one `Host` header. Percent-encode each segment of the path as UTF-8: `%C3%A9` for é, `%2F` for a slash, `%25` for a percent sign.',
  },
  'token-missing': {
    status: 401,
    title: 'There is no bearer token in the request',
    remedy: 'Send `Authorization: Bearer TOKEN`.',
  },
  'token-unknown': {
    status: 401,
    title: 'The bearer token is not one of this server, or has expired',
    remedy: 'Copy it whole, or ask the operator of the server for another one.',
  },
  'key-refused': {
    status: 403,
    title: 'The publishable key is unknown, or not for this page',
    remedy: 'Send the key from a page of one of its origins, as the parameter `key`.',
  },
  'nothing-found': {
    status: 404,
    title: 'Nothing was found',
    remedy: 'Shorten or correct the search term, or widen the radius.',
  },
  'context-gone': {
    status: 404,
    title: 'The context leads to nothing in this release of the register',
    remedy: 'It was withdrawn from the register. Search again.',
  },
  'path-unknown': {
    status: 404,
    title: 'There is no operation at this path',
    remedy: 'Compare the path with those in /openapi.json.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The operation does not have this method',
    remedy: 'Use one that `Allow` names: GET or HEAD, for a batch POST.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send the whole request at once.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send the rows in several files, each with its header.',
  },
  'uri-too-long': {
    status: 414,
    title: 'The URL is too long',
    remedy: 'Send a shorter term.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The Content-Type is not that of a table',
    remedy:
      "Send `text/csv`, `application/x-ndjson`, or what the detail lists. A browser's form is not a table: send the file itself.",
  },
  'too-many-batches': {
    status: 429,
    title: 'There are as many batches as are allowed at a time',
    remedy: 'Wait until one has ended; `Retry-After` says when to ask again.',
  },
  'rate-limited': {
    status: 429,
    title: 'This client, or this address, has made too many requests, or ones that took too much time',
    remedy: 'Wait as many seconds as `Retry-After` says.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The request line and headers together are too large',
    remedy: 'Send fewer or shorter headers, and a shorter URL.',
  },
  'internal-error': {
    status: 500,
    title: 'The server failed',
    remedy: 'Try again, or report it to the operator of the server, with the request id of the answer.',
  },
  'country-not-loaded': {
    status: 503,
    title: 'This server has no index of the country',
    remedy: 'Ask the operator of the server for this country.',
  },
};

/** A problem as an exception. */
export class HttpProblem extends Error {
  readonly code: ProblemCode;
  /** Further members of this occurrence; `no body` for a status alone. */
  readonly extension: object | 'no body';

  constructor(code: ProblemCode, detail: string, extension: object | 'no body' = {}) {
    super(detail);
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
export function problemOf(
  error: Error,
  requestId: string,
): Pick<HttpProblem, 'code' | 'extension'> & { detail: string } {
  if (error instanceof HttpProblem) return { code: error.code, detail: error.message, extension: error.extension };
  const code = error instanceof AddressLookupError && isProblemCode(error.code) ? error.code : 'internal-error';
  const detail = {
    'internal-error': `The server failed on request ${requestId}; its log has the reason.`,
    // The error's own message names the data directory.
    'country-not-loaded': 'This server has no index of the country; /health lists those that it has.',
  }[code as string];
  return { code, detail: detail ?? error.message, extension: {} };
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

type ConnectionProblem = readonly [code: ProblemCode, reason: string, detail: string];

const NO_REQUEST: ConnectionProblem = ['malformed-request', 'Bad Request', 'What was received is not an HTTP request.'];

/** By Node's error codes, and for the one method that never becomes a request. */
const CONNECTION_PROBLEMS: Readonly<Record<string, ConnectionProblem>> = {
  HPE_HEADER_OVERFLOW: [
    'headers-too-large',
    'Request Header Fields Too Large',
    'The request line and headers are larger than 16,384 bytes together.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'Request Timeout', 'The request did not arrive in time.'],
  CONNECT: ['method-not-allowed', 'Method Not Allowed', 'Got CONNECT; allowed are GET and HEAD.'],
};

/** A whole answer for a connection on which no request arrived, by the code of Node's error. It ends the connection. */
export function rawProblem(errorCode: string, baseUrl: string): { readonly status: number; readonly text: string } {
  const [code, reason, detail] = CONNECTION_PROBLEMS[errorCode] ?? NO_REQUEST;
  const { status } = PROBLEMS[code];
  const body = JSON.stringify(problemBody(baseUrl, code, detail));
  const text = [
    `HTTP/1.1 ${status} ${reason}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...(status === 405 ? ['Allow: GET, HEAD'] : []),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  return { status, text };
}
