/** The service inside your own server: `benelux-address-lookup/handler`. */
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { OpenLookup } from '../lookup/open-lookup.ts';
import { admissionOf } from './admission.ts';
import { Request as ReceivedRequest, Reply } from './exchange.ts';
import { frontOf, operationRoutes } from './front.ts';
import { DEFAULT_VISITOR_REQUESTS, type PublishableKey, PublishableKeys } from './publishable-keys.ts';
import { RateLimiter, VISITOR_MS } from './rate-limiter.ts';
import { Responder } from './responder.ts';

export type { PublishableKey } from './publishable-keys.ts';

export interface FetchHandlerOptions {
  /** Keys for pages on other origins. Pages on the handler's own origin need none. */
  readonly keys?: readonly PublishableKey[];
  /** Limit for each visitor of pages on the handler's own origin; default 300. */
  readonly requestsPerMinute?: number;
  /** Processor time that the answers to each of them may take in ten seconds, in milliseconds; default 500. */
  readonly processorMs?: number;
  /** Called when the handler itself fails; the visitor is only told that it did. */
  readonly onError?: (error: Error) => void;
}

/** What only the server knows about a request. */
export interface Visitor {
  /** The network address, for the limit on requests; without it, all requests count as one visitor. */
  readonly address?: string | undefined;
}

/**
 * The operations of the service as a function from `Request` to `Response`, over a lookup, for any server that speaks them: Next,
 * SvelteKit, Hono, Bun, Deno, workers. It needs no server of ours and reads no files.
 *
 * It answers `/v1/autocomplete/…`, `/v1/directmatch/…`, `/v1/radius/…`, `/v1/geocode` and `/v1/attributions`, with the answers and problems of
 * the service. The session and the key are query parameters, so that no request from a page needs a preflight.
 *
 * @example
 * const handle = createFetchHandler(await openAddressLookup('dist-data'));
 * export const GET = (request: Request) => handle(request);
 */
export function createFetchHandler(
  lookup: OpenLookup,
  options: FetchHandlerOptions = {},
): (request: Request, visitor?: Visitor) => Response {
  const handle = operationHandler(lookup, options);
  return ({ url, method, headers }, visitor = {}) => {
    const { host, origin, pathname, search } = new URL(url);
    const sent: Record<string, string> = { host, ...Object.fromEntries(headers) };
    // Through a proxy, the URL of a request may have another host than the page; the Host header has the page's.
    if (sent['origin'] === origin) delete sent['origin'];
    const raw = { method, url: pathname + search, headers: sent, socket: {} };
    return collect((response) => handle(raw as unknown as IncomingMessage, response, visitor));
  };
}

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

/** Answers a request of Node's. @param url its URL, if a router has removed the beginning of that of `raw` */
type NodeHandler = (raw: IncomingMessage, response: ServerResponse, visitor: Visitor, url?: string) => void;

/** The operations of the service over a lookup, for any server: what it answers, without what is for its operator. */
function operationHandler(lookup: OpenLookup, options: FetchHandlerOptions): NodeHandler {
  const { keys = [], requestsPerMinute = DEFAULT_VISITOR_REQUESTS, processorMs = VISITOR_MS, onError } = options;
  const responder = new Responder({
    baseUrl: '',
    cacheSeconds: 60,
    compress: false,
    variesByOrigin: true,
    failed: (_, error) => onError?.(error),
  });
  const rateLimiter = new RateLimiter({ requests: requestsPerMinute, seconds: 60, processorMs });
  const admit = admissionOf({ clients: 'own pages', keys: new PublishableKeys(keys), rateLimiter });
  const routes = operationRoutes(() => lookup, responder);
  const front = frontOf(routes, responder, admit);
  return (raw, response, { address = '' }, url = raw.url ?? '/') => {
    const request = new ReceivedRequest(raw, () => address, url.slice(Math.max(url.indexOf('/v1/'), 0)));
    front(request, new Reply(response, request, () => {}));
  };
}

/** What is answered, as a `Response`. Without compression, answers are there at once. */
function collect(answer: (response: ServerResponse) => void): Response {
  let status = 500;
  const headers: [name: string, value: string][] = [];
  let body: string | undefined;
  answer({
    writeHead(code: number, all: readonly OutgoingHttpHeader[]) {
      status = code;
      for (let i = 0; i < all.length; i += 2) headers.push([String(all[i]), String(all[i + 1])]);
    },
    write(text: string) {
      body = text;
    },
    end() {},
  } as unknown as ServerResponse);
  return new Response(body ?? null, { status, headers });
}
