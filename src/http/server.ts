import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { Registry } from 'prom-client';
import { AddressLookup } from '../lookup/address-lookup.ts';
import { fixedSource, type LookupSource } from '../lookup/live-lookup.ts';
import { Admission, EXPOSED_HEADERS } from './admission.ts';
import { batchRoutes } from './batch-route.ts';
import { Connections } from './connections.ts';
import { Reply, Request, TrustedProxies } from './exchange.ts';
import { KeptAnswers } from './kept-answers.ts';
import { AnswerMetrics, addIndexMetrics, addUpdateMetrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { OPERATIONS, type Operation, type Service } from './operations.ts';
import { type Answered, MAX_URL_LENGTH, type ServerOptions, SILENT_LOG } from './options.ts';
import { descriptionRoutes, pageRoutes } from './page-routes.ts';
import { checkLengths, missingSession, repeatedParameter, SESSION_HEADER } from './parameter-forms.ts';
import { parseQuery, readersOf, readParameters } from './parameters.ts';
import { problemOf, rawProblem } from './problems.ts';
import { answered, Responder, SECURITY_HEADERS } from './responder.ts';
import { type HttpRoute, isDescribed } from './route.ts';
import { Router } from './router.ts';
import { RunningBatches } from './running-batches.ts';
import { listening, operatorRoutes, readinessRoute } from './status-routes.ts';

/** A server of addresses. */
export interface AddressServer {
  /** Node's server. */
  readonly server: Server;
  /** Answers a request of another server of Node's. */
  readonly handle: RequestListener;
  /** The connections of the server, for an orderly end. @internal */
  readonly connections: Connections;
  /** Resolves when the server listens. Port 0 is any free one. */
  listen(address: { readonly host?: string; readonly port?: number } | { readonly fd: number }): Promise<void>;
  /** Stops listening, answers what was asked, and ends within `requestSeconds`, whatever clients do. */
  close(): Promise<void>;
}

/**
 * The service as a server, ready to listen.
 *
 * @param lookup an open lookup, or a `LiveLookup` whose indexes are replaced while it is in use. Closing the server leaves it open
 * @param batches where several processes count the running batches together
 *
 * @example
 * const lookup = await openAddressLookup('dist-data');
 * const server = await createServer(lookup, { clients: await TokenFile.open('tokens') });
 * await server.listen({ port: 8080 });
 */
export async function createServer(
  lookup: AddressLookup | LookupSource,
  options: ServerOptions,
  batches: RunningBatches = new RunningBatches(),
): Promise<AddressServer> {
  const source = lookup instanceof AddressLookup ? fixedSource(lookup) : lookup;
  const { corsOrigins, baseUrl = '', cacheSeconds = 60, compress = true, page = true, log = SILENT_LOG } = options;
  const { registry = new Registry(), collectMetrics = () => registry.metrics(), requestSeconds = 10 } = options;
  const metrics = new AnswerMetrics(registry);
  const report = (answer: Answered): void => {
    metrics.count(answer);
    options.onAnswer?.(answer);
  };
  const variesByOrigin = Array.isArray(corsOrigins) || options.keys !== undefined;
  const responder = new Responder({ baseUrl, cacheSeconds, compress, variesByOrigin, report });
  const admission = new Admission({ ...options, responder });
  const requestMs = Math.ceil(requestSeconds * 1000);
  const connections = new Connections({
    requestMs,
    readMs: READ_TIMES * requestMs,
    refusal: (errorCode, address) => {
      const { status, text } = rawProblem(errorCode, baseUrl);
      report({ request: '', operation: '', country: '', client: '', address, status, ms: 0, url: '' });
      return text;
    },
  });

  const service: Service = { source, responder, kept: new KeptAnswers() };
  const routes: HttpRoute[] = OPERATIONS.map((operation) => routeOf(operation, service, admission));
  if (options.maxBatchBytes !== 0) {
    const maxBytes = options.maxBatchBytes;
    routes.push(...batchRoutes({ source, admission, maxBytes, baseUrl, log, batches, connections }));
  }
  const free: HttpRoute[] = [];
  if (options.operatorRoutes ?? true) free.push(...operatorRoutes({ source, registry, collectMetrics }));
  routes.push(readinessRoute(options.isReady ?? (() => true)));
  if (page) free.push(...(await pageRoutes(responder, options.clients !== 'open')));
  const document = openApiDocument([...routes, ...free].filter(isDescribed), baseUrl);
  free.push(...(await descriptionRoutes(responder, document)));
  for (const route of free) {
    routes.push({
      ...route,
      handle: (request, reply) => admission.forEveryone(request, reply, () => route.handle(request, reply)),
    });
  }
  addIndexMetrics(registry, source);
  addUpdateMetrics(registry, source);
  const trustedProxies = new TrustedProxies(options.trustedProxies ?? []);
  const handle = handlerOf(routes, {
    trustedProxies,
    responder,
    admission,
    corsOrigins,
    report,
    failed: (request, error) => log.error({ request: request.id, operation: request.operation, err: error }, 'failed'),
  });
  const server = connections.createServer(handle);
  return {
    server,
    handle,
    connections,
    listen: (address) => listening(server, address),
    close: () => connections.close(IDLE_MS, requestMs),
  };
}

/** A client may take this many times as long to read an answer as to send a request. */
const READ_TIMES = 6;

/** How long a connection without a request stays open when the server closes: another request may be on its way. */
const IDLE_MS = 1000;

interface HandlerOptions {
  readonly trustedProxies: TrustedProxies;
  readonly responder: Responder;
  readonly admission?: Admission | undefined;
  readonly corsOrigins?: ServerOptions['corsOrigins'];
  readonly report?: (answer: Answered) => void;
  readonly failed: (request: Request, error: Error) => void;
}

/** What every request passes through: its URL, CORS, its route, and its faults. */
export function handlerOf(routes: readonly HttpRoute[], options: HandlerOptions): RequestListener {
  const { trustedProxies, responder, admission, corsOrigins, report } = options;
  const router = new Router<HttpRoute>();
  for (const route of routes) router.add(route.path, route, route.isExact);

  const fail = (request: Request, reply: Reply, error: Error): void => {
    const { code, detail } = problemOf(error, request.id);
    if (code === 'internal-error') options.failed(request, error);
    if (reply.raw.headersSent) reply.raw.destroy();
    else responder.problem(reply, code, detail);
  };

  const answerOther = (request: Request, reply: Reply, route: HttpRoute | undefined): void => {
    if (!isRequest(request, reply, responder)) return;
    if (route?.methods.includes(request.method)) {
      run(request, reply, route);
      return;
    }
    const refuse = (): void => {
      if (route === undefined) {
        const detail = 'There is no operation at this path; /openapi.json describes those there are.';
        responder.problem(reply, 'path-unknown', detail);
        return;
      }
      const { methods } = route;
      const allowed = `${methods.length === 1 ? 'is' : 'are'} ${methods.join(' and ')}`;
      reply.header('allow', methods.join(', '));
      responder.problem(reply, 'method-not-allowed', `Got ${request.method}; allowed ${allowed}.`);
    };
    if (admission === undefined) refuse();
    else admission.forEveryone(request, reply, refuse);
  };

  const run = (request: Request, reply: Reply, route: HttpRoute): void => {
    const running = route.handle(request, reply);
    if (running instanceof Promise) running.catch((error: Error) => fail(request, reply, error));
  };

  return (raw: IncomingMessage, response: ServerResponse) => {
    const request = new Request(raw, trustedProxies);
    const reply = new Reply(response, request);
    try {
      if (corsOrigins !== undefined && answersCors(corsOrigins, request, reply)) return;
      const found = router.find(request.path);
      if (request.search !== '') request.query = parseQuery(request.search);
      request.params = found?.params ?? {};
      if (found?.route.isOperation && found.route.methods.includes(request.method)) {
        run(request, reply, found.route);
        return;
      }
      const from = performance.now();
      reply.addHeaders(SECURITY_HEADERS);
      finished(response, () => report?.(answered(request, reply.statusCode, performance.now() - from)));
      answerOther(request, reply, found?.route);
    } catch (error) {
      if (!(error instanceof URIError)) {
        fail(request, reply, error as Error);
        return;
      }
      responder.problem(
        reply.addHeaders(SECURITY_HEADERS),
        'malformed-request',
        'The path cannot be decoded. Percent-encode each segment as UTF-8: %20 for a space, %25 for a percent sign.',
      );
      report?.(answered(request, 400, 0));
    }
  };
}

/** Refuses requests with too long a URL, or without exactly one Host. */
function isRequest({ raw }: Request, reply: Reply, responder: Responder): boolean {
  const { length } = raw.url!;
  const hosts = hostsOf(raw);
  if (length > MAX_URL_LENGTH) {
    responder.problem(reply, 'uri-too-long', `The URL has ${length} characters; allowed are ${MAX_URL_LENGTH}.`);
    return false;
  }
  if (hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')) {
    responder.problem(reply, 'malformed-request', `The request has ${hosts} Host headers; send one.`);
    return false;
  }
  return true;
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** An operation as a route: admission, then its parameters, then its answer, whose processor time is counted. */
function routeOf(operation: Operation, service: Service, admission: Admission): HttpRoute {
  const { responder } = service;
  const { params, querystring, headers } = operation.request;
  const segments = readersOf(params);
  const parameters = readersOf(querystring);
  const values = (request: Request): Record<string, unknown> => {
    const { query } = request;
    checkLengths(request.params);
    checkLengths(query);
    const read: Record<string, unknown> = {};
    readParameters(segments, request.params, read);
    readParameters(parameters, query, read);
    if (headers === undefined) return read;
    // A page on another origin sends it as a parameter: its own header would cost a preflight with each keystroke.
    const { session } = query;
    if (Array.isArray(session)) throw repeatedParameter('session', session.length);
    if (String(request.headers[SESSION_KEY] ?? session ?? '').trim() === '') throw missingSession();
    return read;
  };
  return {
    path: operation.path,
    methods: ['GET', 'HEAD'],
    isOperation: true,
    description: operation,
    request: operation.request,
    handle(request, reply) {
      request.startedAt = performance.now();
      request.operation = operation.id;
      request.country = operation.country ?? '';
      if (!isRequest(request, reply, responder)) return;
      admission.forPages(request, reply, () => {
        const from = performance.now();
        try {
          operation.handle(service, request, reply, values(request));
        } finally {
          admission.spend(request, performance.now() - from);
        }
      });
    },
  };
}

const SESSION_KEY = SESSION_HEADER.toLowerCase();

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
