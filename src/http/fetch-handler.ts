import { ADDRESS_FIELDS } from '../batch/match.ts';
import type { OpenLookup } from '../lookup/open-lookup.ts';
import { type Country, isCountry, type Language } from '../model/country.ts';
import type { DescriptionLanguage } from '../model/description.ts';
import { readableBy } from './admission.ts';
import { answerGeocode, DECIMAL, MAX_INT32, WHOLE } from './geocode-query.ts';
import { HttpProblem, PROBLEM_TYPE, PROBLEMS, type ProblemCode, problemBody, problemOf } from './problems.ts';
import { DEFAULT_VISITOR_REQUESTS, type PublishableKey, PublishableKeys } from './publishable-keys.ts';
import { RateLimiter } from './rate-limiter.ts';

export interface FetchHandlerOptions {
  /** Keys for pages on other origins. Pages on the handler's own origin need none. */
  readonly keys?: readonly PublishableKey[];
  /** Limit for each visitor of pages on the handler's own origin; default 300. */
  readonly requestsPerMinute?: number;
  /** Prefix of the paths, such as `/addresses`; by default everything before `/v1/`. */
  readonly prefix?: string;
  /** Called when the handler itself fails; the visitor is only told that it did. */
  readonly onError?: (error: Error) => void;
}

/** What only the server knows about a request. */
export interface Visitor {
  /** The network address, for the limit on requests; without it, all requests count as one visitor. */
  readonly address?: string | undefined;
}

/**
 * The operations of the service as a function from `Request` to `Response`, over a lookup, for any server that speaks them: Next,
 * SvelteKit, Hono, Bun, Deno, workers. It needs no Fastify and reads no files.
 *
 * It answers `/v1/autocomplete/…`, `/v1/directmatch/…`, `/v1/radius/…` and `/v1/geocode`, with the answers and problems of the service. The session
 * and the key are query parameters, so that no request from a page needs a preflight.
 *
 * @example
 * const handle = createFetchHandler(await openAddressLookup('dist-data'));
 * export const GET = (request: Request) => handle(request);
 */
export function createFetchHandler(
  lookup: OpenLookup,
  { keys = [], requestsPerMinute = DEFAULT_VISITOR_REQUESTS, prefix, onError }: FetchHandlerOptions = {},
): (request: Request, visitor?: Visitor) => Response {
  const own = new RateLimiter({ requests: requestsPerMinute, seconds: 60 });
  const known = new PublishableKeys(keys);

  /** Admits a request; returns the header that lets another origin read the answer. */
  const admit = (request: Request, url: URL, { address = '' }: Visitor): Readonly<Record<string, string>> => {
    const origin = request.headers.get('origin');
    const key = url.searchParams.get('key');
    const isOwn = origin === null || origin === url.origin || sameHost(origin, request.headers.get('host'));
    if (!isOwn && key === null) {
      throw new HttpProblem('key-refused', `A page of ${origin} needs a key, which is the parameter "key".`);
    }
    const { isAllowed, resetSeconds } = isOwn ? own.take(address) : known.admit({ key: key!, origin, address });
    if (!isAllowed) throw new Limited(resetSeconds);
    return isOwn ? {} : readableBy(origin);
  };

  return (request, visitor = {}) => {
    const url = new URL(request.url);
    let headers: Readonly<Record<string, string>> = { vary: 'Origin' };
    try {
      if (request.method !== 'GET')
        throw new HttpProblem('method-not-allowed', `Got ${request.method}; allowed is GET.`);
      headers = { ...headers, ...admit(request, url, visitor) };
      const found = answer(lookup, segmentsOf(url.pathname, prefix), url.searchParams, request.headers);
      return new Response(JSON.stringify(found), {
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'private, max-age=60',
        },
      });
    } catch (error) {
      const retry = error instanceof Limited ? { 'retry-after': String(error.seconds) } : {};
      const { code, detail } = problemOf(error as Error, 'of this handler');
      if (code === 'internal-error') onError?.(error as Error);
      // A page on another origin may read why it was refused.
      const origin = request.headers.get('origin');
      return new Response(JSON.stringify(problemBody('', code, detail)), {
        status: PROBLEMS[code].status,
        headers: {
          ...headers,
          ...retry,
          ...(origin !== null && readableBy(origin)),
          'content-type': PROBLEM_TYPE,
        },
      });
    }
  };
}

class Limited extends HttpProblem {
  readonly seconds: number;

  constructor(seconds: number) {
    super('rate-limited', `Too many requests; the next one is answered in ${seconds} s.`);
    this.seconds = seconds;
  }
}

/** Through a proxy, the URL of a request may have another scheme or port than the page; the Host header has the page's. */
function sameHost(origin: string, host: string | null): boolean {
  return host !== null && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host;
}

/** The path after `/v1`, decoded. */
function segmentsOf(path: string, prefix: string | undefined): string[] {
  const at = prefix === undefined ? path.indexOf('/v1/') : path.startsWith(`${prefix}/v1/`) ? prefix.length : -1;
  if (at === -1) throw new HttpProblem('path-unknown', 'There is no operation at this path.');
  try {
    return path
      .slice(at + '/v1/'.length)
      .split('/')
      .map(decodeURIComponent);
  } catch {
    throw new HttpProblem('malformed-request', 'The path is not valid percent-encoding.');
  }
}

function answer(lookup: OpenLookup, segments: readonly string[], query: URLSearchParams, headers: Headers): unknown {
  const [operation, country = '', ...rest] = segments;
  const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) {
    throw new HttpProblem('repeated-parameter', `Got the parameter "${repeated}" more than once; give it once.`);
  }
  if (operation === 'geocode' && segments.length === 1) return geocode(lookup, query);
  if (!['autocomplete', 'directmatch', 'radius'].includes(operation ?? '')) {
    throw new HttpProblem('path-unknown', 'There is no operation at this path.');
  }
  if (!isCountry(country)) throw new HttpProblem('unknown-country', `Got "${country}"; allowed are nl, be and lu.`);
  if (operation === 'autocomplete' && rest.length === 0) return autocomplete(lookup, country, query, headers);
  if (operation === 'directmatch' && (rest.length === 2 || rest.length === 3))
    return directMatch(lookup, country, rest, query);
  if (operation === 'radius' && (rest.length === 2 || rest.length === 3)) return radius(lookup, country, rest, query);
  throw new HttpProblem('path-unknown', 'There is no operation at this path.');
}

function autocomplete(lookup: OpenLookup, country: Country, query: URLSearchParams, headers: Headers): unknown {
  const session = query.get('session') ?? headers.get('x-autocompletesessionid') ?? '';
  if (session.trim() === '') {
    throw new HttpProblem(
      'session-missing',
      'Send a session: the parameter session, or the header X-AutocompleteSessionId.',
    );
  }
  const search = query.get('search') ?? undefined;
  const context = query.get('context') ?? undefined;
  if ((search ?? '') === '' && (context ?? '') === '') {
    throw new HttpProblem('search-or-context-required', 'Give search, context, or both.');
  }
  const found = lookup.of(country).autocomplete({
    search,
    context,
    language: (query.get('language') ?? undefined) as Language | undefined,
    details: flag(query, 'details', 'invalid-details'),
    descriptionLanguage: (query.get('description_language') ?? undefined) as DescriptionLanguage | undefined,
    identifiers: flag(query, 'identifiers', 'invalid-identifiers'),
    page: wholeNumber(query, 'page', 'invalid-page'),
    perPage: wholeNumber(query, 'per_page', 'invalid-per-page'),
  });
  if (found === null)
    throw new HttpProblem('context-gone', 'This release has nothing for the context any more. Search again.');
  if ('results' in found && found.pagination.total_count === 0) {
    throw new HttpProblem('nothing-found', 'Nothing matches. Shorten or correct the search term.');
  }
  return found;
}

function directMatch(lookup: OpenLookup, country: Country, rest: readonly string[], query: URLSearchParams): unknown {
  const [postcode = '', housenumber = '', third] = rest;
  const extra = third === undefined ? {} : country === 'nl' ? { housenumberaddition: third } : { street: third };
  const found = lookup.of(country).directMatch({
    postcode,
    housenumber,
    ...extra,
    identifiers: flag(query, 'identifiers', 'invalid-identifiers'),
  });
  if (found.length === 0) throw new HttpProblem('nothing-found', 'No address has this postcode and house number.');
  return found;
}

function radius(lookup: OpenLookup, country: Country, rest: readonly string[], query: URLSearchParams): unknown {
  const [latitude, longitude, metres] = rest.map(decimal);
  const found = lookup.of(country).radius({
    latitude: latitude!,
    longitude: longitude!,
    radius: metres,
    identifiers: flag(query, 'identifiers', 'invalid-identifiers'),
    page: wholeNumber(query, 'page', 'invalid-page'),
    perPage: wholeNumber(query, 'per_page', 'invalid-per-page'),
  });
  if (found.pagination.total_count === 0)
    throw new HttpProblem('nothing-found', 'There is no address within the radius.');
  // As the specification has it.
  return found.pagination.total_count === 1 ? (found.results[0] ?? found) : found;
}

function geocode(lookup: OpenLookup, query: URLSearchParams): unknown {
  const number = (name: string): number | undefined => {
    const text = query.get(name) ?? '';
    return text === '' ? undefined : decimal(text);
  };
  return answerGeocode(lookup, {
    ...Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, query.get(name) ?? undefined])),
    latitude: number('latitude'),
    longitude: number('longitude'),
    within: number('within'),
    identifiers: flag(query, 'identifiers', 'invalid-identifiers'),
  });
}

/** A number in decimal digits; `NaN`, which every operation refuses, for anything else. */
function decimal(text: string): number {
  return DECIMAL.test(text) ? Number(text) : Number.NaN;
}

function flag(query: URLSearchParams, name: string, code: ProblemCode): boolean | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new HttpProblem(code, `Got "${text}" as ${name}; allowed is true or false.`);
}

function wholeNumber(query: URLSearchParams, name: string, code: ProblemCode): number | undefined {
  const text = query.get(name);
  if (text === null || text === '' || text === 'null') return undefined;
  if (WHOLE.test(text) && Number(text) <= MAX_INT32) return Number(text);
  throw new HttpProblem(code, `Got "${text}" as ${name}; allowed is a whole number from 0 to ${MAX_INT32}.`);
}
