import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { LookupSource } from '../lookup/live-lookup.ts';
import { HEALTH, healthOf, READINESS } from './metrics.ts';
import type { RouteDescription } from './openapi.ts';

/** /ready, for load balancers: whether to send requests here. It is answered however busy the server is, without a rate limit. */
export function addReadinessRoute(app: FastifyInstance, isReady: () => boolean): void {
  const description: RouteDescription = {
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
    { schema: { response: { '2xx': READINESS, '5xx': READINESS } }, config: { description } },
    (_request, reply) => {
      const ready = isReady();
      reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ready });
    },
  );
}

interface OperatorOptions {
  readonly source: LookupSource;
  readonly registry: Registry;
  /** The text of /metrics. */
  readonly collectMetrics: () => Promise<string>;
}

/** For operators: /health and /metrics. They need no token, since they contain no addresses. */
export function addOperatorRoutes(app: FastifyInstance, { source, registry, collectMetrics }: OperatorOptions): void {
  const description: RouteDescription = {
    id: 'health',
    group: 'status',
    summary: 'The indexes served, their releases and dates, and the indexes refused',
    answers: { 200: { description: 'The server runs.', schema: HEALTH } },
  };
  app.get(
    '/health',
    { schema: { response: { 200: HEALTH } }, config: { description } },
    (_request, reply) => void reply.header('cache-control', 'no-store').send(healthOf(source)),
  );
  app.get('/metrics', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-type', registry.contentType);
    return collectMetrics();
  });
}

/**
 * A server with only /health, /metrics and /ready, for an address that only operators reach. The service itself is then made with
 * `operatorRoutes: false` and the same registry.
 */
export async function createAdminServer(
  source: LookupSource,
  options: {
    readonly registry: Registry;
    readonly collectMetrics?: (() => Promise<string>) | undefined;
    readonly isReady?: (() => boolean) | undefined;
  },
): Promise<FastifyInstance> {
  const { registry, collectMetrics = () => registry.metrics(), isReady = () => true } = options;
  const app = Fastify({ forceCloseConnections: true });
  addReadinessRoute(app, isReady);
  addOperatorRoutes(app, { source, registry, collectMetrics });
  await app.ready();
  return app;
}
