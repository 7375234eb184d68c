import type { Registry } from 'prom-client';
import type { LookupSource } from '../lookup/live-lookup.ts';
import { healthOf } from './metrics.ts';
import { getRoute, type HttpRoute } from './route.ts';

/** /ready, for load balancers: whether to send requests here. It is answered however busy the server is, without a rate limit. */
export function readinessRoute(isReady: () => boolean): HttpRoute {
  const answer: HttpRoute['handle'] = (_request, reply) => {
    const ready = isReady();
    reply.code(ready ? 200 : 503).sendJson({ ready });
  };
  return getRoute('/ready', answer, {
    isExact: true,
    audience: 'anything',
    description: {
      id: 'ready',
      group: 'status',
      summary: 'Whether to send requests here',
      answers: () => ({
        200: { description: 'The server runs.', schema: READINESS },
        503: { description: 'The server is about to stop.', schema: READINESS },
      }),
    },
  });
}

const READINESS = { type: 'object', properties: { ready: { type: 'boolean' } }, required: ['ready'] };

interface OperatorOptions {
  readonly source: LookupSource;
  readonly registry: Registry;
  /** The text of /metrics. */
  readonly collectMetrics: () => Promise<string>;
}

/** For operators: /health and /metrics. They need no token, since they contain no addresses. */
export function operatorRoutes({ source, registry, collectMetrics }: OperatorOptions): HttpRoute[] {
  return [
    getRoute('/health', (_request, reply) => reply.sendJson(healthOf(source)), {
      isExact: true,
      description: {
        id: 'health',
        group: 'status',
        summary: 'The indexes served, their releases and dates, the indexes refused, and the last updates',
        answers: () => ({ 200: { description: 'The server runs.', schema: { type: 'object' } } }),
      },
    }),
    getRoute(
      '/metrics',
      async (_request, reply) => {
        const text = await collectMetrics();
        reply.header('cache-control', 'no-store').header('content-type', registry.contentType).send(text);
      },
      { isExact: true },
    ),
  ];
}
