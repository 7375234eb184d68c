import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Country } from '../model/country.ts';
import { AddressLookup } from '../query/address-lookup.ts';
import { authenticate } from './authentication.ts';
import { addDescriptionRoutes } from './description-routes.ts';
import { answerError, answerRawly } from './error-answers.ts';
import { addSecurityHeaders, corsOptions } from './headers.ts';
import { HEALTH, healthOf, READINESS } from './health.ts';
import { AnswerMetrics, addIndexMetrics } from './http-metrics.ts';
import { fixedSource, type LookupSource } from './lookup-source.ts';
import { allowOnlyReading } from './only-reading.ts';
import type { Service } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { addPageRoutes } from './page-routes.ts';
import { parameterProblem, parseQuery } from './parameters.ts';
import { limitRate } from './rate-limiting.ts';
import { Responder } from './responder.ts';
import { SILENT_LOG } from './server-log.ts';
import { type Answered, LARGEST_HEADERS, LONGEST_URL, type ServerOptions } from './server-options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation that is asked for; `''` for anything else. */
    operation: string;
    country: Country | '';
    /** Whose token it has; `''` where there are no tokens. */
    client: string;
  }
}

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
  const responder = new Responder({ baseUrl, cacheSeconds, compress, variesByOrigin: Array.isArray(corsOrigins) });
  const app = createApp(options, responder, baseUrl);

  if (corsOrigins !== undefined) await app.register(cors, corsOptions(corsOrigins));
  app.addHook('onRequest', (request, reply, next) => {
    addSecurityHeaders(reply);
    const { length } = request.raw.url!;
    if (length <= LONGEST_URL) next();
    else responder.problem(reply, 'uri-too-long', `The URL has ${length} characters; allowed are ${LONGEST_URL}.`);
  });
  const { registry = new Registry(), collectMetrics = () => registry.metrics() } = options;
  addIndexMetrics(registry, source);
  noteAnswers(app, new AnswerMetrics(registry), options.onAnswer ?? (() => {}));
  app.setErrorHandler((error, request, reply) => answerError(error as Error, request, reply, responder, log));
  app.setNotFoundHandler((_request, reply) =>
    responder.problem(
      reply,
      'path-unknown',
      'There is no operation at this path; /openapi.json describes those there are.',
    ),
  );

  allowOnlyReading(app, responder);
  addOperations(app, { source, responder }, options);
  addStatusRoutes(app, source, options.isReady ?? (() => true));
  app.get('/metrics', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-type', registry.contentType);
    return collectMetrics();
  });
  await addDescriptionRoutes(app, responder, baseUrl);
  if (page) await addPageRoutes(app, responder, options.clients !== 'open');
  await app.ready();
  return app;
}

function createApp({ requestSeconds = 10 }: ServerOptions, responder: Responder, baseUrl: string): FastifyInstance {
  const requestMs = Math.ceil(requestSeconds * 1000);
  return Fastify({
    // Of its own lines some have the URL, and each costs more than most answers; the server writes its own.
    logger: false,
    requestTimeout: requestMs,
    // A client that stops reading is let go after this.
    connectionTimeout: 6 * requestMs,
    http: { maxHeaderSize: LARGEST_HEADERS, headersTimeout: requestMs, connectionsCheckingInterval: 1000 },
    // Requests that come while the server closes are answered: an answer takes less time than a refusal and a second try.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_URL, querystringParser: parseQuery },
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
    clientErrorHandler: (error, socket) => answerRawly(error, socket as Socket, baseUrl),
  });
}

function noteAnswers(app: FastifyInstance, metrics: AnswerMetrics, tell: (answer: Answered) => void): void {
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
    app.get(
      operation.path,
      {
        schema: operation.request,
        onRequest: [
          (request, _reply, next) => {
            request.operation = operation.id;
            request.country = operation.country ?? '';
            next();
          },
          ...guards,
        ],
      },
      (request, reply) => operation.handle(service, request, reply),
    );
  }
}

/** For load balancers and monitoring: without tokens, since they tell of no address. */
function addStatusRoutes(app: FastifyInstance, source: LookupSource, isReady: () => boolean): void {
  app.get('/health', { schema: { response: { 200: HEALTH } } }, (_request, reply) => {
    reply.header('cache-control', 'no-store').send(healthOf(source));
  });
  app.get('/ready', { schema: { response: { '2xx': READINESS, '5xx': READINESS } } }, (_request, reply) => {
    const ready = isReady();
    reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready });
  });
}
