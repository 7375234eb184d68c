import type { OpenLookup } from '../lookup/open-lookup.ts';
import type { Country } from '../model/country.ts';
import { kept } from '../model/kept.ts';
import type { Manifest } from '../store/manifest.ts';
import { type Admit, EXPOSED_HEADERS } from './admission.ts';
import { AnswerText } from './answer-text.ts';
import { JSON_TYPE, type Reply, type Request } from './exchange.ts';
import { GEO_JSON_TYPE, prefersGeoJson } from './geojson.ts';
import { KeptAnswers } from './kept-answers.ts';
import { OPERATIONS } from './operations.ts';
import { MAX_URL_LENGTH, parseQuery, readParameters, SESSION_HEADER, type Values } from './parameters.ts';
import { HttpProblem } from './problems.ts';
import type { Responder } from './responder.ts';
import { getRoute, type HttpRoute } from './route.ts';
import { routerOf } from './router.ts';

/** What every request passes through, in the service and in the handlers for other servers. */

/**
 * Answers a request: CORS, its route, who may send it, and its problems.
 *
 * @param corsOrigins the origins whose pages may send requests
 */
export function frontOf(
  routes: readonly HttpRoute[],
  responder: Responder,
  admit?: Admit,
  corsOrigins?: readonly string[] | '*',
): (request: Request, reply: Reply) => void {
  const find = routerOf(routes);

  const answer = (request: Request, reply: Reply): Promise<void> | void => {
    const { route, params = {} } = find(request.path) ?? {};
    const isAllowed = route?.methods.includes(request.method) === true;
    request.params = params;
    request.query = parseQuery(request.search);
    if (isAllowed) {
      request.operation = route.operation ?? '';
      request.country = route.country ?? '';
    }
    checkRequest(request);
    admit?.(isAllowed ? route.audience : 'everyone', request, reply);
    if (route === undefined) throw new HttpProblem('path-unknown');
    if (isAllowed) return route.handle(request, reply);
    const { methods } = route;
    reply.header('allow', methods.join(', '));
    const allowed = `${methods.length === 1 ? 'is' : 'are'} ${methods.join(' and ')}`;
    throw new HttpProblem('method-not-allowed', `Got ${request.method}; allowed ${allowed}.`);
  };

  return (request, reply) => {
    try {
      if (corsOrigins !== undefined && answersCors(corsOrigins, request, reply)) return;
      const running = answer(request, reply);
      if (running instanceof Promise) running.catch((error: Error) => responder.problem(reply, error));
    } catch (error) {
      responder.problem(reply, error as Error);
    } finally {
      const { account } = request;
      account?.limiter.spend(account.key, Math.min(MAX_CHARGED_MS, performance.now() - request.startedAt));
    }
  };
}

/** No answer takes more processor time, whose letters and steps are counted, in three countries: what lasts longer waited for a busy machine, for which nobody pays. */
const MAX_CHARGED_MS = 50;

/** @throws HttpProblem for too long a URL, or without exactly one Host */
function checkRequest({ raw }: Request): void {
  const { length } = raw.url!;
  const { host } = raw.headers;
  if (length > MAX_URL_LENGTH)
    throw new HttpProblem('uri-too-long', `The URL has ${length} characters; allowed are ${MAX_URL_LENGTH}.`);
  if (host === undefined ? raw.httpVersion !== '1.0' : host.includes(','))
    throw new HttpProblem('malformed-request', `Got ${host === undefined ? 'no' : 'several'} Host headers; send one.`);
}

/**
 * Allows pages of these origins to send requests and to read the headers they need. There are no cookies, so no credentials.
 *
 * @returns whether the request was a preflight, and is answered
 */
function answersCors(origins: readonly string[] | '*', { method, headers }: Request, reply: Reply): boolean {
  const { origin } = headers;
  if (origins !== '*') reply.header('vary', 'Origin');
  if (origins === '*') reply.header('access-control-allow-origin', '*');
  else if (origin !== undefined && origins.includes(origin)) reply.header('access-control-allow-origin', origin);
  if (method !== 'OPTIONS') {
    reply.header('access-control-expose-headers', EXPOSED_HEADERS.join(', '));
    return false;
  }
  reply
    .addHeaders({
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': ['Authorization', 'Content-Type', SESSION_HEADER, 'If-None-Match'].join(', '),
      'access-control-max-age': '600',
    })
    .code(204)
    .send();
  return true;
}

/** The operations as routes. @param lookup the current one */
export function operationRoutes(lookup: () => OpenLookup, responder: Responder): HttpRoute[] {
  const answers = new WeakMap<Manifest, KeptAnswers>();
  const answersOf = (release: Manifest): KeptAnswers => kept(answers, release, () => new KeptAnswers());
  return OPERATIONS.map((operation) => {
    const { path, id, country, parameters } = operation;
    const handle = (request: Request, reply: Reply): void => {
      const values = readParameters(parameters, request);
      const only = country ?? (request.params['country'] as Country | undefined);
      request.country = only ?? '';
      const open = lookup();
      const asked = only === undefined ? countriesAsked(open, values) : [only];
      const manifests = asked.map((each) => open.of(each).manifest);
      const { asGeoJson } = operation;
      const isGeoJson = asGeoJson !== undefined && prefersGeoJson(request.headers.accept);
      const form = { type: isGeoJson ? GEO_JSON_TYPE : JSON_TYPE, varies: asGeoJson !== undefined } as const;
      const etag = responder.etagOfNew(request, reply, manifests, form);
      if (etag === undefined) return;
      const make = (): string => {
        const found = operation.answer(open, values, asked);
        if (only === undefined && 'country' in found) request.country = found.country as Country;
        // Not by the schema, against which the tests check every answer: serializers take half as long again for a page of addresses.
        return JSON.stringify(isGeoJson ? asGeoJson(found) : found);
      };
      const shared = operation.nameOfShared?.(values);
      // Its first release has it, and its name has the others.
      const name = shared && [id, ...manifests.slice(1).map((each) => each.release), shared].join(' ');
      const text = name === undefined ? new AnswerText(make()) : answersOf(manifests[0]!).of(name, make);
      responder.answer(request, reply, etag, text, form);
    };
    return getRoute(path, handle, { audience: 'pages', operation: id, country });
  });
}

/** The open countries that a request names, all of them if it names none. @throws AddressLookupError `country-not-loaded` */
function countriesAsked(lookup: OpenLookup, { countries }: Values): readonly Country[] {
  if (countries === undefined) return lookup.countries;
  const asked = countries as readonly Country[];
  const open = asked.filter((each) => lookup.countries.includes(each));
  return open.length > 0 ? open : [lookup.of(asked[0]!).country];
}
