import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { OpenLookup } from '../lookup/open-lookup.ts';
import { Admission } from './admission.ts';
import { Request as ReceivedRequest, Reply } from './exchange.ts';
import { frontOf, operationRoutes } from './front.ts';
import { DEFAULT_VISITOR_REQUESTS, type PublishableKey, PublishableKeys } from './publishable-keys.ts';
import { RateLimiter, VISITOR_MS } from './rate-limiter.ts';
import { Responder } from './responder.ts';

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

/** Answers a request of Node's. @param url its URL, if a router has removed the beginning of that of `raw` */
type NodeHandler = (raw: IncomingMessage, response: ServerResponse, visitor: Visitor, url?: string) => void;

/** The operations of the service over a lookup, for any server: what it answers, without what is for its operator. */
export function operationHandler(
  lookup: OpenLookup,
  {
    keys = [],
    requestsPerMinute = DEFAULT_VISITOR_REQUESTS,
    processorMs = VISITOR_MS,
    onError,
  }: FetchHandlerOptions = {},
): NodeHandler {
  const responder = new Responder({
    baseUrl: '',
    cacheSeconds: 60,
    compress: false,
    variesByOrigin: true,
    failed: (_, error) => onError?.(error),
  });
  const rateLimiter = new RateLimiter({ requests: requestsPerMinute, seconds: 60, processorMs });
  const admission = new Admission({ clients: 'own pages', keys: new PublishableKeys(keys), rateLimiter });
  const front = frontOf(
    operationRoutes(() => lookup, responder),
    { responder, admission },
  );
  return (raw, response, { address = '' }, url = raw.url ?? '/') => {
    const request = new ReceivedRequest(raw, () => address, url.slice(Math.max(url.indexOf('/v1/'), 0)));
    front(request, new Reply(response, request, () => {}));
  };
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

/** What is answered, as a `Response`. Without compression, answers are there at once. */
export function collect(answer: (response: ServerResponse) => void): Response {
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
