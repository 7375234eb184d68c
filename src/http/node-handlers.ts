import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenLookup } from '../lookup/open-lookup.ts';
import { collect, type FetchHandlerOptions, operationHandler } from './fetch-handler.ts';

/**
 * The operations for Node servers: a handler for Express and anything else that calls `(request, response)`, and a Fastify
 * plugin.
 */

/** A request of Express: `originalUrl` is the whole URL if a router has removed its beginning. */
type NodeRequest = IncomingMessage & { readonly originalUrl?: string | undefined; readonly ip?: string | undefined };

/**
 * A handler for Express, Connect and `node:http`.
 *
 * @example app.use('/addresses', createNodeHandler(lookup));
 */
export function createNodeHandler(
  lookup: OpenLookup,
  options: FetchHandlerOptions = {},
): (request: NodeRequest, response: ServerResponse) => void {
  const handle = operationHandler(lookup, options);
  return (request, response) => {
    // Express knows the visitor's address even through a trusted proxy.
    const address = request.ip ?? request.socket.remoteAddress;
    handle(request, response, { address }, request.originalUrl ?? request.url);
  };
}

/** What the plugin uses of Fastify. */
interface FastifyLike {
  get(
    path: string,
    handle: (
      request: { readonly raw: IncomingMessage; readonly ip: string },
      reply: { code(status: number): unknown; headers(all: object): unknown; send(body: string): unknown },
    ) => Promise<unknown>,
  ): unknown;
}

/**
 * A plugin for Fastify.
 *
 * @example await app.register(fastifyAddressLookup, { prefix: '/addresses', lookup });
 */
export function fastifyAddressLookup(
  app: FastifyLike,
  { lookup, ...options }: FetchHandlerOptions & { readonly lookup: OpenLookup },
  done: () => void,
): void {
  const handle = operationHandler(lookup, options);
  app.get('/v1/*', async ({ raw, ip }, reply) => {
    const answer = collect((response) => handle(raw, response, { address: ip }));
    reply.code(answer.status);
    reply.headers(Object.fromEntries(answer.headers));
    return reply.send(await answer.text());
  });
  done();
}
