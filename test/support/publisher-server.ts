import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file that the server offers. */
export interface OfferedFile {
  body: Buffer;
  etag?: string;
  lastModified?: string;
  contentType?: string;
  /** Additional headers of whole answers. */
  headers?: Record<string, string>;
  /** Answers 200 to everything, with and without a range. */
  ignoresRanges?: boolean;
  /** Without Content-Length, as a proxy in between may send it. */
  isChunked?: boolean;
}

/** What becomes of one request: it is answered by the handler instead of the file. */
export type Misbehaviour = (request: IncomingMessage, response: ServerResponse, file: OfferedFile) => void;

export interface LoggedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Of the answer; 0 if the server misbehaved. */
  status: number;
  sentBytes: number;
}

/** Publishers on this machine: conditional requests, ranges, and every fault that a test asks for. */
export class PublisherServer {
  readonly files: Map<string, OfferedFile> = new Map();
  readonly redirects: Map<string, string> = new Map();
  /** For the next requests, in turn; `undefined` lets one pass. */
  readonly misbehaviours: (Misbehaviour | undefined)[] = [];
  /** What becomes of every request that is not in turn; `undefined` lets all pass. */
  everyRequest: ((request: IncomingMessage) => Misbehaviour | undefined) | undefined;
  readonly requests: LoggedRequest[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    // As a proxy that lets nobody through to encrypted servers.
    this.#server.on('connect', ({ url, headers }, socket) => {
      this.requests.push({ path: `CONNECT ${url}`, headers, status: 403, sentBytes: 0 });
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
  }

  static async start(): Promise<PublisherServer> {
    const server = new PublisherServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  offer(path: string, body: Buffer | string, file: Omit<OfferedFile, 'body'> = {}): string {
    this.files.set(path, { body: Buffer.from(body as Buffer), ...file });
    return this.url(path);
  }

  reset(): void {
    this.files.clear();
    this.redirects.clear();
    this.misbehaviours.length = 0;
    this.requests.length = 0;
    this.everyRequest = undefined;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    // A proxy is asked for whole addresses.
    const path = new URL(request.url!, 'http://publisher.example').pathname;
    const logged: LoggedRequest = { path, headers: request.headers, status: 0, sentBytes: 0 };
    this.requests.push(logged);
    const file = this.files.get(path);
    const misbehaviour = this.misbehaviours.shift() ?? this.everyRequest?.(request);
    if (misbehaviour !== undefined) {
      misbehaviour(request, response, file ?? { body: Buffer.alloc(0) });
      return;
    }
    const redirect = this.redirects.get(path);
    if (redirect !== undefined) {
      logged.status = 302;
      response.writeHead(302, { location: redirect }).end();
      return;
    }
    if (file === undefined) {
      logged.status = 404;
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html><title>Not found</title></html>');
      return;
    }
    const { status, headers, body } = answerOf(request, file);
    logged.status = status;
    logged.sentBytes = body.length;
    response.writeHead(status, headers);
    if (file.isChunked) response.write(body.subarray(0, 1));
    response.end(file.isChunked ? body.subarray(1) : body);
  }
}

function answerOf(
  { headers: asked }: IncomingMessage,
  file: OfferedFile,
): { status: number; headers: Record<string, string | number>; body: Buffer } {
  const { body, etag, lastModified, contentType = 'application/octet-stream', isChunked, ignoresRanges } = file;
  const validators = {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { 'last-modified': lastModified }),
  };
  const isKnown =
    asked['if-none-match'] === undefined
      ? asked['if-modified-since'] !== undefined && asked['if-modified-since'] === lastModified
      : asked['if-none-match'] === etag;
  if (isKnown && !ignoresRanges) return { status: 304, headers: validators, body: Buffer.alloc(0) };
  const range = /^bytes=(?=.*\d)(\d*)-(\d*)$/.exec(asked.range ?? '');
  const condition = asked['if-range'];
  const isSame = condition === undefined || condition === etag || condition === lastModified;
  if (range !== null && isSame && !ignoresRanges) {
    const isSuffix = range[1] === '';
    const start = isSuffix ? Math.max(0, body.length - Number(range[2])) : Number(range[1]);
    const end = isSuffix || range[2] === '' ? body.length - 1 : Number(range[2]);
    if (start >= body.length)
      return { status: 416, headers: { 'content-range': `bytes */${body.length}` }, body: Buffer.alloc(0) };
    const part = body.subarray(start, end + 1);
    const partHeaders = { 'content-range': `bytes ${start}-${start + part.length - 1}/${body.length}` };
    return { status: 206, headers: { ...validators, ...partHeaders, 'content-length': part.length }, body: part };
  }
  const length = isChunked ? {} : { 'content-length': body.length };
  return {
    status: 200,
    headers: { ...validators, ...length, 'content-type': contentType, 'accept-ranges': 'bytes', ...file.headers },
    body,
  };
}

/**
 * Sends the beginning of the file, and breaks the connection: what is then on its way is lost.
 *
 * @param keptBytes what the client has kept so far; given that, the connection is broken when it has kept more
 */
export function breakingAfter(bytes: number, keptBytes?: () => number): Misbehaviour {
  return (request, response, file) => {
    const { status, headers, body } = answerOf(request, file);
    const before = keptBytes?.() ?? 0;
    response.writeHead(status, headers);
    const timer = setInterval(() => {
      if (keptBytes !== undefined && keptBytes() <= before) return;
      clearInterval(timer);
      response.destroy();
    }, 100);
    response.once('close', () => clearInterval(timer));
    response.write(body.subarray(0, bytes));
  };
}

/** Sends the beginning of the file, then a byte now and then. */
export function dripping(bytes: number, everyMs: number): Misbehaviour {
  return (request, response, file) => {
    const { status, headers, body } = answerOf(request, file);
    response.writeHead(status, headers);
    response.write(body.subarray(0, bytes));
    let position = bytes;
    const timer = setInterval(() => response.write(body.subarray(position, ++position)), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

/** Sends the beginning of the file, and then nothing any more. */
export function stallingAfter(bytes: number): Misbehaviour {
  return (request, response, file) => {
    const { status, headers, body } = answerOf(request, file);
    response.writeHead(status, headers);
    response.write(body.subarray(0, bytes));
  };
}

export function answering(status: number, headers: Record<string, string> = {}, body: string = ''): Misbehaviour {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}
