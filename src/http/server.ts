import { type IncomingMessage, METHODS } from 'node:http';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HookHandlerDoneFunction,
  type RouteHandlerMethod,
  type RouteShorthandOptions,
} from 'fastify';
import { Registry } from 'prom-client';
import { AddressLookup } from '../lookup/address-lookup.ts';
import { fixedSource, type LookupSource } from '../lookup/live-lookup.ts';
import type { Country } from '../model/country.ts';
import { Admission, EXPOSED_HEADERS } from './admission.ts';
import { addBatchRoutes } from './batch-route.ts';
import { Connections } from './connections.ts';
import { KeptAnswers } from './kept-answers.ts';
import { AnswerMetrics, addIndexMetrics } from './metrics.ts';
import { describeRoutes, type RouteDescription } from './openapi.ts';
import { OPERATIONS, type Service } from './operations.ts';
import { type Answered, MAX_URL_LENGTH, type ServerOptions, SILENT_LOG } from './options.ts';
import { addDescriptionRoutes, addPageRoutes } from './page-routes.ts';
import { checkLengths, repeatedParameter, SESSION_HEADER } from './parameter-forms.ts';
import { checkNumbers, numbersOf, parameterProblem, parseQuery } from './parameters.ts';
import { problemOf, rawProblem } from './problems.ts';
import { addressOf } from './rate-limiter.ts';
import { answered, Responder, SECURITY_HEADERS } from './responder.ts';
import { RunningBatches } from './running-batches.ts';
import { addOperatorRoutes, addReadinessRoute } from './status-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The requested operation; `''` for any other route. */
    operation: string;
    country: Country | '';
    /** The client that the token belongs to; `''` without tokens. */
    client: string;
    /**
     * When a request for an operation was taken (`performance.now()`), whose answer is then reported when it is sent.
     * Otherwise 0.
     */
    startedAt: number;
  }
  interface FastifyInstance {
    /** The connections of the server, for an orderly end. */
    connections: Connections;
  }
  interface FastifyContextConfig {
    /** The route's entry in /openapi.json; a route without it is left out. */
    readonly description?: RouteDescription;
  }
}

/**
 * The service as a Fastify server, ready to listen or to be injected into.
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
): Promise<FastifyInstance> {
  const source = lookup instanceof AddressLookup ? fixedSource(lookup) : lookup;
  const { corsOrigins, baseUrl = '', cacheSeconds = 60, compress = true, page = true, log = SILENT_LOG } = options;
  const { registry = new Registry(), collectMetrics = () => registry.metrics() } = options;
  const metrics = new AnswerMetrics(registry);
  const report = (answer: Answered): void => {
    metrics.count(answer);
    options.onAnswer?.(answer);
  };
  const variesByOrigin = Array.isArray(corsOrigins) || options.keys !== undefined;
  const responder = new Responder({ baseUrl, cacheSeconds, compress, variesByOrigin, report });
  const admission = new Admission({ ...options, responder });
  const app = createApp(options, responder, report);

  await describeRoutes(app, baseUrl);
  if (corsOrigins !== undefined) await app.register(cors, corsOptions(corsOrigins));
  decorateRequests(app);
  app.setErrorHandler((error, request, reply) => {
    const { code, detail } = problemOf(error as Error, request.id);
    if (code === 'internal-error')
      log.error({ request: request.id, operation: request.operation, err: error }, 'failed');
    responder.problem(reply, code, detail);
  });
  refuseOtherMethods(app, admission, responder);

  // The operations have a single hook, since each hook costs as much as finding an address.
  await app.register(async (routes) =>
    addOperations(routes, { source, responder, kept: new KeptAnswers() }, admission),
  );

  // Hooks of all other requests, and the answers to requests without a route.
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(SECURITY_HEADERS);
    if (isRequest(request, reply, responder)) next();
  });
  reportAnswers(app, report);
  app.setNotFoundHandler({ preValidation: admission.forEveryone }, (_request, reply) =>
    responder.problem(
      reply,
      'path-unknown',
      'There is no operation at this path; /openapi.json describes those there are.',
    ),
  );
  if (options.maxBatchBytes !== 0)
    await addBatchRoutes(app, {
      source,
      admission,
      maxBytes: options.maxBatchBytes,
      baseUrl,
      log,
      batches,
    });
  addReadinessRoute(app, options.isReady ?? (() => true));
  await app.register(async (routes) => {
    routes.addHook('onRequest', admission.forEveryone);
    if (options.operatorRoutes ?? true) addOperatorRoutes(routes, { source, registry, collectMetrics });
    if (page) await addPageRoutes(routes, responder, options.clients !== 'open');
    await addDescriptionRoutes(routes, responder);
  });
  addIndexMetrics(registry, source);
  await app.ready();
  return app;
}

function createApp(
  { requestSeconds = 10, baseUrl = '', corsOrigins, trustedProxies = [] }: ServerOptions,
  responder: Responder,
  report: (answer: Answered) => void,
): FastifyInstance {
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
  const app = Fastify({
    // Some of Fastify's log lines contain the URL, and each costs more than most answers. The server writes its own.
    logger: false,
    // On a busy machine a start may take longer than Fastify's ten seconds.
    pluginTimeout: 0,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    serverFactory: (answer) => connections.createServer(answer),
    clientErrorHandler: () => {},
    // Requests during shutdown are answered: an answer takes less time than a refusal and a retry.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_URL_LENGTH, querystringParser: parseQuery },
    ajv: { customOptions: { verbose: true } },
    schemaErrorFormatter: (errors) => parameterProblem(errors),
    // For paths that cannot be decoded, for which no hook runs.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(SECURITY_HEADERS);
      const { origin } = request.headers;
      if (corsOrigins === '*') reply.header('access-control-allow-origin', '*');
      else if (origin !== undefined && corsOrigins?.includes(origin))
        reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
      responder.problem(
        reply,
        'malformed-request',
        'The path cannot be decoded. Percent-encode each segment as UTF-8: %20 for a space, %25 for a percent sign.',
      );
      const { id, url } = request;
      const address = addressOf(request);
      report({ request: id, operation: '', country: '', client: '', address, status: 400, ms: 0, url });
    },
  });
  app.decorate('connections', connections);
  // So `close` ends whatever clients do.
  app.addHook('preClose', () => connections.close(IDLE_MS, requestMs));
  return app;
}

/** A client may take this many times as long to read an answer as to send a request. */
const READ_TIMES = 6;

/** How long a connection without a request stays open when the server closes: another request may be on its way. */
const IDLE_MS = 1000;

/** Answers requests with too long a URL, or without exactly one Host. */
function isRequest({ raw }: FastifyRequest, reply: FastifyReply, responder: Responder): boolean {
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

function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('operation', '').decorateRequest('country', '').decorateRequest('client', '');
  app.decorateRequest('startedAt', 0);
}

/** Calls `report` after each answer that is not one of an operation: those are reported by the responder. */
function reportAnswers(app: FastifyInstance, report: (answer: Answered) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.startedAt === 0) report(answered(request, reply.statusCode, reply.elapsedTime));
    done();
  });
}

function addOperations(app: FastifyInstance, service: Service, admission: Admission): void {
  const { responder } = service;
  for (const operation of OPERATIONS) {
    const segments = numbersOf(operation.request.params);
    const queryParameters = numbersOf(operation.request.querystring);
    // Within the one hook, after admission: see `createServer`.
    const check = (request: FastifyRequest, next: HookHandlerDoneFunction): void => {
      let problem: Error | undefined;
      try {
        // A page on another origin sends it as a parameter: its own header would cost a preflight with each keystroke.
        const { session } = request.query as { readonly session?: unknown };
        if (typeof session === 'string') request.headers[SESSION_HEADER.toLowerCase()] ??= session;
        else if (Array.isArray(session) && operation.request.headers !== undefined)
          throw repeatedParameter('session', session.length);
        checkLengths(request.params as Readonly<Record<string, unknown>>);
        checkLengths(request.query as Readonly<Record<string, unknown>>);
        checkNumbers(segments, request.params);
        checkNumbers(queryParameters, request.query);
      } catch (error) {
        problem = error as Error;
      }
      next(problem);
    };
    const route: RouteShorthandOptions = {
      schema: operation.request,
      onRequest: (request, reply, next) => {
        request.startedAt = performance.now();
        request.operation = operation.id;
        request.country = operation.country ?? '';
        if (isRequest(request, reply, responder)) admission.forPages(request, reply, () => check(request, next));
      },
    };
    const handle: RouteHandlerMethod = (request, reply) => {
      const from = performance.now();
      try {
        operation.handle(service, request, reply);
      } finally {
        admission.spend(request, performance.now() - from);
      }
    };
    app.get(operation.path, { ...route, exposeHeadRoute: false, config: { description: operation } }, handle);
    // Fastify's own makes the whole answer, for its length.
    app.head(operation.path, route, handle);
  }
}

/** CONNECT never reaches a handler. */
const ALL_METHODS = METHODS.filter((method) => method !== 'CONNECT');

/** The methods allowed on a path, by the method of its route. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = { GET: ['GET', 'HEAD'], POST: ['POST'] };

/** Answers other methods with 405 on each route added from now on, before the body is read. */
function refuseOtherMethods(app: FastifyInstance, admission: Admission, responder: Responder): void {
  for (const method of ALL_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  app.addHook('onRoute', ({ method, url }) => {
    const allowed = typeof method === 'string' ? ALLOWED[method] : undefined;
    if (allowed === undefined) return;
    app.route({
      method: ALL_METHODS.filter((each) => !allowed.includes(each)),
      url,
      onRequest: [
        admission.forEveryone,
        (request, reply) => {
          reply.header('allow', allowed.join(', '));
          const which = allowed.length === 1 ? `is ${allowed[0]}` : `are ${allowed.join(' and ')}`;
          responder.problem(reply, 'method-not-allowed', `Got ${request.method}; allowed ${which}.`);
        },
      ],
      handler: () => {},
    });
  });
}

/** Allows pages of these origins to send requests and to read the headers they need. There are no cookies, so no credentials. */
function corsOptions(origins: readonly string[] | '*'): FastifyCorsOptions {
  return {
    origin: origins === '*' ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', SESSION_HEADER, 'If-None-Match'],
    exposedHeaders: [...EXPOSED_HEADERS],
    maxAge: 600,
    strictPreflight: false,
  };
}
