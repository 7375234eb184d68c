import { once } from 'node:events';
import { type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { Registry } from 'prom-client';
import { AddressLookup } from '../lookup/address-lookup.ts';
import { fixedSource, type LookupSource } from '../lookup/live-lookup.ts';
import { admissionOf } from './admission.ts';
import { batchRoutes, MAX_BATCH_BYTES } from './batch-route.ts';
import { Connections, IDLE_MS } from './connections.ts';
import { type Answered, addressBehind, listenerOf, type Request } from './exchange.ts';
import { frontOf, operationRoutes } from './front.ts';
import type { ServerOptions } from './options.ts';
import { descriptionRoutes, pageRoutes } from './page-routes.ts';
import { PROBLEM_TYPE, PROBLEMS, type ProblemCode, problemBody } from './problems.ts';
import { Responder } from './responder.ts';
import { RunningBatches } from './running-batches.ts';
import { addIndexMetrics, answerCounter, statusRoutes } from './status.ts';

/** A server of addresses. */
export interface AddressServer {
  /** Node's server. */
  readonly server: Server;
  /** Answers a request of another server of Node's. */
  readonly handle: RequestListener;
  /** The connections of the server, for an orderly end. @internal */
  readonly connections: Connections;
  /** Resolves when the server listens. Port 0 is any free one. */
  listen(address: { readonly host?: string; readonly port?: number } | { readonly fd: number }): Promise<void>;
  /** Stops listening, answers what was asked, and ends within `requestSeconds`, whatever clients do. */
  close(): Promise<void>;
}

/**
 * The service as a server, ready to listen.
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
): Promise<AddressServer> {
  const source = lookup instanceof AddressLookup ? fixedSource(lookup) : lookup;
  const { corsOrigins, baseUrl = '', cacheSeconds = 60, compress = true, page = true, log } = options;
  const { registry = new Registry(), collectMetrics = () => registry.metrics(), isReady = () => true } = options;
  const { requestSeconds = 10, maxBatchBytes = MAX_BATCH_BYTES } = options;
  const count = answerCounter(registry);
  const report = (answer: Answered): void => {
    count(answer);
    options.onAnswer?.(answer);
  };
  const variesByOrigin = Array.isArray(corsOrigins) || options.keys !== undefined;
  const failed = (request: Request, error: Error): void =>
    log?.error({ request: request.id, operation: request.operation, err: error }, 'failed');
  const responder = new Responder({ baseUrl, cacheSeconds, compress, variesByOrigin, failed });
  const routes = operationRoutes(() => source.current, responder);
  const hasFiles = maxBatchBytes > 0;
  if (hasFiles) routes.push(...batchRoutes({ source, maxBatchBytes, baseUrl, log, batches }));
  routes.push(...statusRoutes(source, { registry, collectMetrics, isReady }));
  if (page) routes.push(...(await pageRoutes(responder, options.clients !== 'open')));
  routes.push(...(await descriptionRoutes(responder, baseUrl, hasFiles)));
  addIndexMetrics(registry, source);
  const front = frontOf(routes, responder, admissionOf(options), corsOrigins);
  const handle = listenerOf(front, addressBehind(options.trustedProxies ?? []), report);
  const requestMs = Math.ceil(requestSeconds * 1000);
  const connections = new Connections({
    answer: handle,
    requestMs,
    readMs: READ_TIMES * requestMs,
    refusal: (errorCode, address) => {
      const { status, text } = rawProblem(errorCode, baseUrl);
      report({ request: '', operation: '', country: '', client: '', address, status, ms: 0, url: '' });
      return text;
    },
  });
  const { server } = connections;
  return {
    server,
    handle,
    connections,
    async listen(address) {
      server.listen(address);
      await once(server, 'listening');
    },
    close: () => connections.close(IDLE_MS, requestMs),
  };
}

/** A whole answer for a connection on which no request arrived, by the code of Node's error. It ends the connection. */
function rawProblem(errorCode: string, baseUrl: string): { readonly status: number; readonly text: string } {
  const [code, detail] = NO_REQUESTS[errorCode] ?? ['malformed-request', 'What was received is not an HTTP request.'];
  const { status } = PROBLEMS[code];
  const body = JSON.stringify(problemBody(baseUrl, code, detail));
  const text = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...(status === 405 ? ['Allow: GET, HEAD'] : []),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  return { status, text };
}

/** By Node's error codes, and for the one method that never becomes a request. */
const NO_REQUESTS: Readonly<Record<string, readonly [code: ProblemCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The request line and headers are larger than 16,384 bytes together.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
  CONNECT: ['method-not-allowed', 'Got CONNECT; allowed are GET and HEAD.'],
};

/** A client may take this many times as long to read an answer as to send a request. */
const READ_TIMES = 6;
