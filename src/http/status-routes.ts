import type { Registry } from 'prom-client';
import type { LookupSource } from '../lookup/live-lookup.ts';
import { healthOf } from './metrics.ts';
import type { RouteDescription } from './openapi.ts';
import { getRoute, type HttpRoute } from './route.ts';

interface StatusOptions {
  readonly source: LookupSource;
  readonly registry: Registry;
  /** The text of /metrics. */
  readonly collectMetrics: () => Promise<string>;
  /** The answer of /ready. */
  readonly isReady: () => boolean;
}

/**
 * For load balancers and operators. They need no token, since they contain no addresses. /ready, whether to send requests here, is
 * answered however busy the server is, without a rate limit.
 */
export function statusRoutes({ source, registry, collectMetrics, isReady }: StatusOptions): HttpRoute[] {
  const answerReady: HttpRoute['handle'] = (_request, reply) => {
    const ready = isReady();
    reply.code(ready ? 200 : 503).sendJson({ ready });
  };
  const answerMetrics: HttpRoute['handle'] = async (_request, reply) => {
    const text = await collectMetrics();
    reply.header('cache-control', 'no-store').header('content-type', registry.contentType).send(text);
  };
  return [
    getRoute('/ready', answerReady, { isExact: true, audience: 'anything', description: READY }),
    getRoute('/health', (_request, reply) => reply.sendJson(healthOf(source)), { isExact: true, description: HEALTH }),
    getRoute('/metrics', answerMetrics, { isExact: true }),
  ];
}

const READINESS = { type: 'object', properties: { ready: { type: 'boolean' } }, required: ['ready'] };

const READY: RouteDescription = {
  id: 'ready',
  group: 'status',
  summary: 'Whether to send requests here',
  answers: () => ({
    200: { description: 'The server runs.', schema: READINESS },
    503: { description: 'The server is about to stop.', schema: READINESS },
  }),
};

const HEALTH: RouteDescription = {
  id: 'health',
  group: 'status',
  summary: 'The indexes served, their releases and dates, the indexes refused, and the last updates',
  answers: () => ({ 200: { description: 'The server runs.', schema: { type: 'object' } } }),
};
