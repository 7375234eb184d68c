import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { AddressLookup } from '../lookup/address-lookup.ts';
import type { Country } from '../model/country.ts';
import { fixedSource, type LookupSource } from './live-lookup.ts';
import { AnswerMetrics, addIndexMetrics, HEALTH, healthOf, READINESS } from './metrics.ts';
import { describeRoutes, type RouteDescription } from './openapi.ts';
import { OPERATIONS, type Service } from './operations.ts';
import { type Answered, MAX_HEADER_BYTES, MAX_URL_LENGTH, type ServerOptions, SILENT_LOG } from './options.ts';
import { addDescriptionRoutes, addPageRoutes } from './page-routes.ts';
import { checkNumbers, numbersOf, parameterProblem, parseQuery, SESSION_HEADER } from './parameters.ts';
import { problemOf, rawProblem } from './problems.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { Responder } from './responder.ts';
import type { ClientRegister } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The requested operation; `''` for any other route. */
    operation: string;
    country: Country | '';
    /** The client that the token belongs to; `''` without tokens. */
    client: string;
  }
  interface FastifyContextConfig {
    /** The route's entry in /openapi.json; a route without it is left out. */
    readonly description?: RouteDescription;
  }
}

/** A step before the handler: it calls `next`, or answers. */
type Guard = (request: FastifyRequest, reply: FastifyReply, next: () => void) => void;

/**
 * The service as a Fastify server, ready to listen or to be injected into.
 *
 * @param lookup an open lookup, or a `LiveLookup` whose indexes are replaced while it is in use. Closing the server leaves it open
 *
 * @example
 * const lookup = await openAddressLookup('dist-data');
 * const server = await createServer(lookup, { clients: await TokenFile.open('tokens') });
 * await server.listen({ port: 8080 });
 */
export async function createServer(
  lookup: AddressLookup | LookupSource,
  options: ServerOptions,
): Promise<FastifyInstance> {
  const source = lookup instanceof AddressLookup ? fixedSource(lookup) : lookup;
  const { corsOrigins, baseUrl = '', cacheSeconds = 60, compress = true, page = true, log = SILENT_LOG } = options;
  const { registry = new Registry(), collectMetrics = () => registry.metrics() } = options;
  const responder = new Responder({ baseUrl, cacheSeconds, compress, variesByOrigin: Array.isArray(corsOrigins) });
  const app = createApp(options, responder, baseUrl);

  // Hooks of every request, and the answers to requests without a route.
  await describeRoutes(app, baseUrl);
  if (corsOrigins !== undefined) await app.register(cors, corsOptions(corsOrigins));
  app.addHook('onRequest', (request, reply, next) => {
    addSecurityHeaders(reply);
    const { length } = request.raw.url!;
    if (length <= MAX_URL_LENGTH) next();
    else responder.problem(reply, 'uri-too-long', `The URL has ${length} characters; allowed are ${MAX_URL_LENGTH}.`);
  });
  addIndexMetrics(registry, source);
  reportAnswers(app, new AnswerMetrics(registry), options.onAnswer ?? (() => {}));
  app.setErrorHandler((error, request, reply) => {
    const { code, detail } = problemOf(error as Error, request.id);
    if (code === 'internal-error')
      log.error({ request: request.id, operation: request.operation, err: error }, 'failed');
    responder.problem(reply, code, detail);
  });
  app.setNotFoundHandler((_request, reply) =>
    responder.problem(
      reply,
      'path-unknown',
      'There is no operation at this path; /openapi.json describes those there are.',
    ),
  );
  refuseOtherMethods(app, responder);

  addOperations(app, { source, responder }, options);
  addStatusRoutes(app, source, options.isReady ?? (() => true));
  app.get('/metrics', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-type', registry.contentType);
    return collectMetrics();
  });
  if (page) await addPageRoutes(app, responder, options.clients !== 'open');
  await addDescriptionRoutes(app, responder);
  await app.ready();
  return app;
}

function createApp({ requestSeconds = 10 }: ServerOptions, responder: Responder, baseUrl: string): FastifyInstance {
  const requestMs = Math.ceil(requestSeconds * 1000);
  return Fastify({
    // Some of Fastify's log lines contain the URL, and each costs more than most answers. The server writes its own.
    logger: false,
    requestTimeout: requestMs,
    // A client that stops reading is disconnected after this.
    connectionTimeout: 6 * requestMs,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: requestMs, connectionsCheckingInterval: 1000 },
    // Requests during shutdown are answered: an answer takes less time than a refusal and a retry.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_URL_LENGTH, querystringParser: parseQuery },
    ajv: { customOptions: { verbose: true } },
    schemaErrorFormatter: (errors) => parameterProblem(errors),
    frameworkErrors: (_error, _request, reply) => {
      addSecurityHeaders(reply);
      responder.problem(
        reply,
        'malformed-request',
        'The path cannot be decoded. Percent-encode each segment as UTF-8: %20 for a space, %25 for a percent sign.',
      );
    },
    clientErrorHandler: ({ code = '' }: NodeJS.ErrnoException, socket) => {
      if (code === 'ECONNRESET' || !socket.writable) (socket as Socket).destroy();
      else socket.end(rawProblem(code, baseUrl));
    },
  });
}

/** Calls `onAnswer` after each answer. */
function reportAnswers(app: FastifyInstance, metrics: AnswerMetrics, tell: (answer: Answered) => void): void {
  app.decorateRequest('operation', '').decorateRequest('country', '').decorateRequest('client', '');
  app.addHook('onResponse', (request, reply, done) => {
    const { id, operation, country, client, raw } = request;
    const answer = {
      request: id,
      operation,
      country,
      client,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      url: raw.url ?? '',
    };
    metrics.count(answer);
    tell(answer);
    done();
  });
}

function addOperations(app: FastifyInstance, service: Service, { clients, rateLimiter }: ServerOptions): void {
  const { responder } = service;
  const guards = [
    ...(clients === 'open' ? [] : [authenticate(clients, responder)]),
    ...(rateLimiter === undefined ? [] : [limitRate(rateLimiter, responder)]),
  ];
  for (const operation of OPERATIONS) {
    const segments = numbersOf(operation.request.params);
    const queryParameters = numbersOf(operation.request.querystring);
    app.get(
      operation.path,
      {
        schema: operation.request,
        config: { description: operation },
        onRequest: [
          (request, _reply, next) => {
            request.operation = operation.id;
            request.country = operation.country ?? '';
            next();
          },
          ...guards,
        ],
        preValidation: (request, _reply, next) => {
          checkNumbers(segments, request.params);
          checkNumbers(queryParameters, request.query);
          next();
        },
      },
      (request, reply) => operation.handle(service, request, reply),
    );
  }
}

/** For load balancers and monitoring. They need no token, since they contain no addresses. */
function addStatusRoutes(app: FastifyInstance, source: LookupSource, isReady: () => boolean): void {
  const health: RouteDescription = {
    id: 'health',
    group: 'status',
    summary: 'The indexes served, their releases and dates, and the indexes refused',
    answers: { 200: { description: 'The server runs.', schema: HEALTH } },
  };
  app.get(
    '/health',
    { schema: { response: { 200: HEALTH } }, config: { description: health } },
    (_request, reply) => void reply.header('cache-control', 'no-store').send(healthOf(source)),
  );
  const readiness: RouteDescription = {
    id: 'ready',
    group: 'status',
    summary: 'Whether to send requests here',
    answers: {
      200: { description: 'The server runs.', schema: READINESS },
      503: { description: 'The server is about to stop.', schema: READINESS },
    },
  };
  app.get(
    '/ready',
    { schema: { response: { '2xx': READINESS, '5xx': READINESS } }, config: { description: readiness } },
    (_request, reply) => {
      const ready = isReady();
      reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ready });
    },
  );
}

/** All methods but GET and HEAD; CONNECT never reaches a handler. */
const OTHER_METHODS = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method));

/** Answers other methods with 405 on each route added from now on, before the body is read. */
function refuseOtherMethods(app: FastifyInstance, responder: Responder): void {
  for (const method of OTHER_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'GET') return;
    app.route({
      method: OTHER_METHODS,
      url,
      onRequest: (request, reply) => {
        reply.header('allow', 'GET, HEAD');
        responder.problem(reply, 'method-not-allowed', `Got ${request.method}; allowed are GET and HEAD.`);
      },
      handler: () => {},
    });
  });
}

const REALM = 'Bearer realm="address lookup"';

/** Bearer (RFC 6750): the scheme in any case, one token of the characters that tokens have. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;

/** Accepts a request with the token of a client, and records the client; answers any other with 401. */
function authenticate(clients: ClientRegister, responder: Responder): Guard {
  return (request, reply, next) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) {
      reply.header('www-authenticate', REALM);
      responder.problem(
        reply,
        'token-missing',
        'There is no bearer token. Send the header "Authorization: Bearer TOKEN".',
      );
      return;
    }
    const client = clients.clientOf(token);
    if (client === undefined) {
      reply.header('www-authenticate', `${REALM}, error="invalid_token"`);
      responder.problem(
        reply,
        'token-unknown',
        'The bearer token is not one of this server. Check that it was copied whole.',
      );
      return;
    }
    request.client = client;
    next();
  };
}

/**
 * Counts a request against the allowance of its client, by address if clients have no tokens, and reports the remainder in the
 * header fields of draft-ietf-httpapi-ratelimit-headers-10.
 */
function limitRate(limiter: RateLimiter, responder: Responder): Guard {
  const { requests, seconds } = limiter.limit;
  const policy = `"default";q=${requests};w=${seconds}`;
  return (request, reply, next) => {
    const { isAllowed, remaining, resetSeconds } = limiter.take(request.client || request.ip);
    reply.header('ratelimit-policy', policy).header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
    if (isAllowed) {
      next();
      return;
    }
    reply.header('retry-after', resetSeconds);
    responder.problem(reply, 'rate-limited', `More than ${requests} requests in ${seconds} s. Wait ${resetSeconds} s.`);
  };
}

/** Headers that tell browsers that answers are data only. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

function addSecurityHeaders(reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS);
}

/** Allows pages of these origins to send requests and to read the headers they need. There are no cookies, so no credentials. */
function corsOptions(origins: readonly string[] | '*'): FastifyCorsOptions {
  return {
    origin: origins === '*' ? '*' : [...origins],
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['Authorization', SESSION_HEADER, 'If-None-Match'],
    exposedHeaders: ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
    maxAge: 600,
    strictPreflight: false,
  };
}
