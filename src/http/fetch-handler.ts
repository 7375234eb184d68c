import type { CountryLookup } from '../lookup/country-lookup.ts';
import type { OpenLookup } from '../lookup/open-lookup.ts';
import type { Address } from '../model/address.ts';
import { type Country, isCountry, type Language } from '../model/country.ts';
import type { DescriptionLanguage } from '../model/description.ts';
import type { DirectMatchRequest } from '../query/direct-match.ts';
import { ADDRESS_FIELDS } from '../search/match.ts';
import { readableBy } from './admission.ts';
import {
  answerAttributions,
  answerAutocomplete,
  answerGeocode,
  answerNoMatch,
  answerRadius,
  type PageQuery,
} from './answers.ts';
import {
  checkLengths,
  dropAbsent,
  invalidValue,
  missingSession,
  PARAMETER_FORMS,
  repeatedParameter,
  SESSION_HEADER,
} from './parameter-forms.ts';
import { HttpProblem, PROBLEM_TYPE, PROBLEMS, problemBody, problemOf } from './problems.ts';
import { DEFAULT_VISITOR_REQUESTS, type PublishableKey, PublishableKeys } from './publishable-keys.ts';
import { RateLimiter, VISITOR_MS } from './rate-limiter.ts';

export interface FetchHandlerOptions {
  /** Keys for pages on other origins. Pages on the handler's own origin need none. */
  readonly keys?: readonly PublishableKey[];
  /** Limit for each visitor of pages on the handler's own origin; default 300. */
  readonly requestsPerMinute?: number;
  /** Processor time that the answers to each of them may take in ten seconds, in milliseconds; default 500. */
  readonly processorMs?: number;
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
 * SvelteKit, Hono, Bun, Deno, workers. It needs no server of ours and reads no files.
 *
 * It answers `/v1/autocomplete/…`, `/v1/directmatch/…`, `/v1/radius/…`, `/v1/geocode` and `/v1/attributions`, with the answers and problems of
 * the service. The session and the key are query parameters, so that no request from a page needs a preflight.
 *
 * @example
 * const handle = createFetchHandler(await openAddressLookup('dist-data'));
 * export const GET = (request: Request) => handle(request);
 */
export function createFetchHandler(
  lookup: OpenLookup,
  {
    keys = [],
    requestsPerMinute = DEFAULT_VISITOR_REQUESTS,
    processorMs = VISITOR_MS,
    prefix,
    onError,
  }: FetchHandlerOptions = {},
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
    const { isAllowed, resetSeconds } = isOwn
      ? own.take(address, undefined, processorMs)
      : known.admit({ key: key!, origin, address });
    if (!isAllowed) throw new Limited(resetSeconds);
    return isOwn ? {} : readableBy(origin);
  };

  /** Counts the processor time of an answer against the allowance of its visitor. */
  const spend = (milliseconds: number, key: string | null, { address = '' }: Visitor): void => {
    if (key === null) own.spend(address, milliseconds);
    else known.spend({ key, address }, milliseconds);
  };

  return (request, visitor = {}) => {
    const url = new URL(request.url);
    let headers: Readonly<Record<string, string>> = { vary: 'Origin' };
    try {
      if (request.method !== 'GET')
        throw new HttpProblem('method-not-allowed', `Got ${request.method}; allowed is GET.`);
      headers = { ...headers, ...admit(request, url, visitor) };
      const from = performance.now();
      let found: object;
      try {
        found = answer(lookup, segmentsOf(url.pathname, prefix), url.searchParams, request.headers);
      } finally {
        spend(performance.now() - from, url.searchParams.get('key'), visitor);
      }
      return new Response(JSON.stringify(found), {
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'private, max-age=60',
        },
      });
    } catch (error) {
      if (error instanceof NoMatch && error.found === undefined) return new Response(null, { status: 404, headers });
      const retry = error instanceof Limited ? { 'retry-after': String(error.seconds) } : {};
      const extension = error instanceof NoMatch ? { alternatives: error.found?.alternatives } : {};
      const { code, detail } = problemOf(error as Error, 'of this handler');
      if (code === 'internal-error') onError?.(error as Error);
      // A page on another origin may read why it was refused.
      const origin = request.headers.get('origin');
      return new Response(JSON.stringify({ ...problemBody('', code, detail), ...extension }), {
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

/** A directmatch that found nothing: without a body, as the specification has it, unless alternatives were asked for. */
class NoMatch extends HttpProblem {
  readonly found: ReturnType<typeof answerNoMatch> | undefined;

  constructor(found: ReturnType<typeof answerNoMatch> | undefined) {
    super('nothing-found', found?.detail ?? '');
    this.found = found;
  }
}

/** Through a proxy, the URL of a request may have another scheme or port than the page; the Host header has the page's. */
function sameHost(origin: string, host: string | null): boolean {
  return host !== null && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host;
}

/** The path after `/v1`, decoded. */
function segmentsOf(path: string, prefix: string | undefined): string[] {
  const at = prefix === undefined ? path.indexOf('/v1/') : path.startsWith(`${prefix}/v1/`) ? prefix.length : -1;
  if (at === -1) throw pathUnknown();
  try {
    return path
      .slice(at + '/v1/'.length)
      .split('/')
      .map(decodeURIComponent);
  } catch {
    throw new HttpProblem('malformed-request', 'The path is not valid percent-encoding.');
  }
}

/** @throws HttpProblem, AddressLookupError */
function answer(lookup: OpenLookup, segments: readonly string[], query: URLSearchParams, headers: Headers): object {
  const [operation, country = '', ...rest] = segments;
  checkLengths({ ...rest });
  const parameters = new UrlParameters(query);
  if (operation === 'geocode' && segments.length === 1) return geocode(lookup, parameters);
  if (operation === 'attributions' && segments.length === 1) return answerAttributions(lookup);
  if (!['autocomplete', 'directmatch', 'radius'].includes(operation ?? '')) throw pathUnknown();
  if (!isCountry(country)) throw invalidValue('country', country, PARAMETER_FORMS['country']!);
  if (operation === 'autocomplete' && rest.length === 0)
    return autocomplete(lookup.of(country), parameters, headers.get(SESSION_HEADER) ?? '');
  const [first = '', second = '', third] = rest;
  if (rest.length < 2 || rest.length > 3) throw pathUnknown();
  if (operation === 'directmatch') {
    const extra = third === undefined ? {} : country === 'nl' ? { housenumberaddition: third } : { street: third };
    return directMatch(lookup.of(country), { postcode: first, housenumber: second, ...extra }, parameters);
  }
  if (operation === 'radius') return radius(lookup.of(country), [first, second, third], parameters);
  throw pathUnknown();
}

function pathUnknown(): HttpProblem {
  return new HttpProblem('path-unknown', 'There is no operation at this path.');
}

/** The parameters of a URL, each checked for its form when it is read. */
class UrlParameters {
  readonly #texts: Record<string, string>;

  /** @throws HttpProblem `repeated-parameter` */
  constructor(query: URLSearchParams) {
    for (const name of query.keys()) {
      const times = query.getAll(name).length;
      if (times > 1) throw repeatedParameter(name, times);
    }
    this.#texts = Object.fromEntries(query);
    dropAbsent(this.#texts);
    checkLengths(this.#texts);
  }

  anyText(name: string): string | undefined {
    return this.#texts[name];
  }

  /** @throws HttpProblem for a value that is not allowed */
  text(name: string): string | undefined {
    return checked(name, this.#texts[name]);
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : Number(text);
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : text === 'true';
  }
}

function checked<Text extends string | undefined>(name: string, text: Text): Text {
  const form = PARAMETER_FORMS[name];
  if (text === undefined || form === undefined || form.isAllowed(text)) return text;
  throw invalidValue(name, text, form);
}

function pageOf(parameters: UrlParameters): PageQuery {
  return { page: parameters.number('page'), per_page: parameters.number('per_page') };
}

function autocomplete(lookup: CountryLookup<Country>, parameters: UrlParameters, sessionInHeader: string): object {
  if (parameters.text('session') === undefined && sessionInHeader.trim() === '') throw missingSession();
  return answerAutocomplete(lookup, {
    search: parameters.text('search'),
    context: parameters.text('context'),
    near: parameters.text('near'),
    language: parameters.text('language') as Language | undefined,
    explain: parameters.flag('explain'),
    details: parameters.flag('details'),
    description_language: parameters.text('description_language') as DescriptionLanguage | undefined,
    identifiers: parameters.flag('identifiers'),
    postal_name: parameters.flag('postal_name'),
    ...pageOf(parameters),
  });
}

function directMatch(
  lookup: CountryLookup<Country>,
  request: DirectMatchRequest,
  parameters: UrlParameters,
): readonly Address[] {
  const hasAlternatives = parameters.flag('alternatives') ?? false;
  const found = lookup.directMatch({
    ...request,
    identifiers: parameters.flag('identifiers'),
    postalName: parameters.flag('postal_name'),
  });
  if (found.length === 0) throw new NoMatch(hasAlternatives ? answerNoMatch(lookup, request) : undefined);
  return found;
}

function radius(
  lookup: CountryLookup<Country>,
  [latitude, longitude, metres]: readonly [string, string, string | undefined],
  parameters: UrlParameters,
): object {
  return answerRadius(lookup, {
    latitude: Number(checked('latitude', latitude)),
    longitude: Number(checked('longitude', longitude)),
    radius: metres === undefined ? undefined : Number(checked('radius', metres)),
    identifiers: parameters.flag('identifiers'),
    postal_name: parameters.flag('postal_name'),
    ...pageOf(parameters),
  });
}

function geocode(lookup: OpenLookup, parameters: UrlParameters): object {
  return answerGeocode(lookup, {
    // The country of an address is any text.
    ...Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, parameters.anyText(name)])),
    latitude: parameters.number('latitude'),
    longitude: parameters.number('longitude'),
    within: parameters.number('within'),
    identifiers: parameters.flag('identifiers'),
    postal_name: parameters.flag('postal_name'),
  });
}
