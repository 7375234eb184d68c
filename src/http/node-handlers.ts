import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenLookup } from '../lookup/open-lookup.ts';
import { createFetchHandler, type FetchHandlerOptions } from './fetch-handler.ts';

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
  const handle = createFetchHandler(lookup, options);
  return (request, response) => {
    const answer = handle(requestOf(request, request.originalUrl ?? request.url ?? '/'), {
      // Express knows the visitor's address even through a trusted proxy.
      address: request.ip ?? request.socket.remoteAddress,
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    answer.text().then(
      (text) => response.end(text),
      (error: Error) => response.destroy(error),
    );
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
  { lookup, prefix: _, ...options }: FetchHandlerOptions & { readonly lookup: OpenLookup },
  done: () => void,
): void {
  const handle = createFetchHandler(lookup, options);
  app.get('/v1/*', async (request, reply) => {
    const answer = handle(requestOf(request.raw, request.raw.url ?? '/'), { address: request.ip });
    reply.code(answer.status);
    reply.headers(Object.fromEntries(answer.headers));
    return reply.send(await answer.text());
  });
  done();
}

function requestOf({ method = 'GET', headers }: IncomingMessage, path: string): Request {
  const names = ['origin', 'host', 'x-autocompletesessionid'] as const;
  const sent = names.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  // A request's host may be anything; this one is a placeholder.
  return new Request(new URL(path, 'http://localhost'), { method, headers: sent });
}
