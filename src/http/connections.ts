import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_HEADER_BYTES } from './options.ts';

/**
 * The connections of a server, and the bounds on what a client can make it hold:
 *
 *     requests on one connection    one is answered at a time; with more than MAX_WAITING_ON_CONNECTION behind it, it is closed
 *     answers waiting for a reader  one per connection, MAX_UNREAD_BYTES in all, and each for `readMs` only
 *     a request that arrives        `requestMs`, headers and body
 *
 * A request that waited for the one before it is answered in another turn of the event loop, so that one connection keeps
 * the others waiting for one answer at most. How many connections there are, a proxy bounds.
 *
 * A request that is announced as a stream (`stream`) may take as long as it needs, if bytes move in either direction within
 * every `readMs`. Its sender and its handler bound what waits.
 */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #servers: Server[] = [];
  readonly #sockets: Map<Socket, SocketState> = new Map();
  /** Answers that their readers have not taken yet, the oldest first. */
  readonly #unread: Map<ServerResponse, { readonly socket: Socket; readonly bytes: number; readonly since: number }> =
    new Map();
  #unreadBytes = 0;
  #isDraining = false;
  /** Requests that wait while the server stops listening; `undefined` at any other time. */
  #held: (() => void)[] | undefined;
  /** How many connections have been accepted. */
  #accepted = 0;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Makes a server whose requests reach `answer`, those of a connection one after the other. */
  createServer(answer: RequestListener): Server {
    const { requestMs, readMs } = this.#options;
    const server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: requestMs,
        // Node watches the headers alone. Bodies are watched here, because that of a stream may take longer.
        requestTimeout: 0,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: CHECK_MS,
        // The Host header is checked with the other rules for requests, and answered with a problem.
        requireHostHeader: false,
      },
      (request, response) => this.#admit(request, response, answer),
    );
    server.setTimeout(readMs);
    // A client that has sent all it will send still wants its answer.
    (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
    // An unknown expectation is no reason to refuse a request that needs no body.
    server.on('checkExpectation', (request, response) => this.#admit(request, response, answer));
    server.on('connection', (socket) => this.#track(socket));
    server.on('connect', (_request, socket) => this.#fail('CONNECT', socket));
    server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => this.#fail(code, socket));
    this.#servers.push(server);
    return server;
  }

  /** Has every further answer close its connection, so that clients leave; also those under way that have sent no headers. */
  drain(): void {
    this.#isDraining = true;
    for (const { current, waiting } of this.#sockets.values()) {
      if (current !== undefined && waiting === 0 && !current.headersSent) current.shouldKeepAlive = false;
    }
  }

  /**
   * Stops listening, and resolves when all connections are gone. What has been asked is answered, and a client that is
   * about to ask again on its open connection is answered too: connections that are idle after `idleMs`, or become so, are
   * closed, and any that is left after `endMs`.
   *
   * A socket that stops listening resets the connections that the kernel has accepted and the process has not. Clients that
   * are answered come again at once, so there are always some. So no request is answered for a moment: nobody comes again,
   * and when all who came have been accepted, listening ends, and the answers go out: at the latest after half of `endMs`, so that there is
   * time for them.
   *
   * @param together waits for the other processes that listen on the same port, before and after they stop, for `maxMs` at most
   */
  async close(
    idleMs: number,
    endMs: number,
    together: (step: 'quiet' | 'closed', maxMs: number) => Promise<void> = async () => {},
  ): Promise<void> {
    this.drain();
    const end = setTimeout(() => this.destroyAll(), endMs);
    const latest = Date.now() + endMs / 2;
    const leftMs = (): number => Math.max(0, latest - Date.now());
    // Also without connections: those that the kernel has accepted are not known yet.
    await this.#holdUntilQuiet(latest);
    await together('quiet', leftMs());
    const closed = this.#servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          // Not `server.close()`, which closes idle connections at once: a request may be on its way on each of them.
          TcpServer.prototype.close.call(server, () => resolve());
        }),
    );
    await together('closed', leftMs());
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const answer of held) answer();
    // Repeated, because an answer that began before may have promised that its connection stays open.
    let idle = setTimeout(() => {
      const closeIdle = (): void => {
        for (const server of this.#servers) server.closeIdleConnections();
      };
      closeIdle();
      idle = setInterval(closeIdle, IDLE_CHECK_MS);
    }, idleMs);
    await Promise.all(closed);
    clearTimeout(idle);
    clearTimeout(end);
  }

  /** Answers no request until, for some turns of the event loop, nobody has come and no answer has been under way. */
  async #holdUntilQuiet(latest: number): Promise<void> {
    this.#held = [];
    const isAnswering = (): boolean => {
      for (const { current, stream } of this.#sockets.values()) {
        if (stream === undefined && current !== undefined && !current.destroyed && !current.closed) return true;
      }
      return false;
    };
    // Turns, not milliseconds: a process that does not run accepts nobody either. In each turn one connection is accepted.
    for (let quiet = 0; quiet < QUIET_TURNS && Date.now() < latest; quiet++) {
      const before = this.#accepted;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.#accepted !== before || isAnswering()) quiet = 0;
    }
  }

  /** Ends every connection at once. */
  destroyAll(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  /** Marks a request and its answer as a stream until the answer ends. */
  stream(response: ServerResponse): StreamedRequest {
    const { socket } = response;
    const state = socket === null ? undefined : this.#sockets.get(socket);
    const stream: StreamedRequest = { isPaused: false };
    if (socket === null || state === undefined) return stream;
    this.#settle(response);
    state.stream = { request: stream, bytes: -1, movedAt: Date.now() };
    socket.setTimeout(0);
    response.once('close', () => {
      state.stream = undefined;
      socket.setTimeout(this.#options.readMs);
    });
    return stream;
  }

  #track(socket: Socket): void {
    this.#sockets.set(socket, {
      last: undefined,
      request: undefined,
      arrivingSince: 0,
      stream: undefined,
      current: undefined,
      waiting: 0,
      hasFailed: false,
    });
    this.#accepted++;
    this.#sweeping ??= setInterval(() => this.#sweep(), CHECK_MS).unref();
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size > 0) return;
      clearInterval(this.#sweeping);
      this.#sweeping = undefined;
    });
  }

  /** Lets a request pass to `answer`: at once, or when the requests before it on its connection have been answered. */
  #admit(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
    const { socket } = request;
    const state = this.#sockets.get(socket);
    if (state === undefined || state.hasFailed || socket.destroyed) return;
    const { last } = state;
    state.last = response;
    state.request = request;
    if (!request.complete) state.arrivingSince = Date.now();
    // Node gives the connection to a response when the one before it is finished.
    if (response.socket !== null) this.#run(request, response, state, answer);
    else if (last === undefined || ++state.waiting > MAX_WAITING_ON_CONNECTION) {
      stopParsing(socket);
      socket.destroy();
    } else {
      last.once('close', () =>
        setImmediate(() => {
          state.waiting--;
          this.#run(request, response, state, answer);
        }),
      );
    }
  }

  #run(request: IncomingMessage, response: ServerResponse, state: SocketState, answer: RequestListener): void {
    const { socket } = response;
    // The client is gone.
    if (socket === null || socket.destroyed) return;
    if (this.#held !== undefined) {
      this.#held.push(() => this.#run(request, response, state, answer));
      return;
    }
    // Requests that wait after this one would be lost if its answer closed the connection.
    if (this.#isDraining && state.waiting === 0) response.shouldKeepAlive = false;
    state.current = response;
    answer(request, response as Parameters<RequestListener>[1]);
    if (socket.writableLength > 0) this.#awaitReader(response, socket);
  }

  /** Tracks an answer until the kernel has taken all of it. Above the bound, connections with the oldest are closed. */
  #awaitReader(response: ServerResponse, socket: Socket): void {
    if (this.#unread.has(response) || this.#sockets.get(socket)?.stream !== undefined) return;
    const bytes = socket.writableLength;
    this.#unread.set(response, { socket, bytes, since: Date.now() });
    this.#unreadBytes += bytes;
    response.once('close', () => this.#settle(response));
    for (const [oldest, { socket: slow }] of this.#unread) {
      if (this.#unreadBytes <= MAX_UNREAD_BYTES) return;
      this.#settle(oldest);
      slow.destroy();
    }
  }

  #settle(response: ServerResponse): void {
    this.#unreadBytes -= this.#unread.get(response)?.bytes ?? 0;
    this.#unread.delete(response);
  }

  /** Finds answers that wait for a reader, also if they were not ready at first, and closes connections that are too slow. */
  #sweep(): void {
    const now = Date.now();
    for (const [socket, { current, request, stream, arrivingSince }] of this.#sockets) {
      if (stream !== undefined) {
        const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
        if (stream.request.isPaused || bytes !== stream.bytes) Object.assign(stream, { bytes, movedAt: now });
        else if (now - stream.movedAt > this.#options.readMs) socket.destroy();
        continue;
      }
      const isLate = request?.complete === false && now - arrivingSince > this.#options.requestMs;
      if (isLate) this.#fail('ERR_HTTP_REQUEST_TIMEOUT', socket);
      if (socket.writableLength > 0 && current?.socket === socket) this.#awaitReader(current, socket);
    }
    for (const { socket, since } of this.#unread.values()) {
      if (since > now - this.#options.readMs) return;
      socket.destroy();
    }
  }

  /** Ends a connection on which something else than a request has arrived, after the answers that it is owed. */
  #fail(code: string, socket: Duplex): void {
    const state = this.#sockets.get(socket as Socket);
    if (state === undefined || state.hasFailed) return;
    state.hasFailed = true;
    const { last, request, stream } = state;
    // The answer to a stream cannot end before its body does.
    if (code === 'ECONNRESET' || !socket.writable || (stream !== undefined && request?.complete === false)) {
      socket.destroy();
      return;
    }
    // A fault in the body of a request belongs to that request, which has an answer.
    const isInBody = request?.complete === false;
    const end = (): void => {
      if (isInBody) socket.end();
      else if (socket.writable) socket.end(this.#options.refusal(code, (socket as Socket).remoteAddress ?? ''));
    };
    if (last === undefined || last.writableFinished) end();
    else last.once('close', end);
  }
}

/** A request whose body and answer may take their time. */
export interface StreamedRequest {
  /** Whether no bytes move because the server waits. */
  isPaused: boolean;
}

interface ConnectionOptions {
  /** How long a request may take to arrive. */
  readonly requestMs: number;
  /** How long a client may take to read an answer. */
  readonly readMs: number;
  /** Returns a whole answer, as text, to input that is not a request, by the code of Node's error. Called once for each. */
  readonly refusal: (code: string, address: string) => string;
}

interface SocketState {
  /** The newest request and its response; those before it may still be unanswered. */
  last: ServerResponse | undefined;
  request: IncomingMessage | undefined;
  /** When the body of the newest request began to arrive. */
  arrivingSince: number;
  /** The stream that is being answered; `undefined` if it is none. */
  stream: { readonly request: StreamedRequest; readonly bytes: number; readonly movedAt: number } | undefined;
  /** The response that the connection belongs to. */
  current: ServerResponse | undefined;
  /** Requests waiting for the one that is being answered. */
  waiting: number;
  /** Whether something other than a request arrived after the last one. */
  hasFailed: boolean;
}

/**
 * Has Node's parser take no further request of a connection. By itself it goes on to the end of what has been read, closed or not: 64 KB
 * are some two thousand requests, which hundreds of connections would bring at once. Its answer to a request says how the bytes behind
 * it are to be taken; those of an upgrade are left alone (`parserOnHeadersComplete` in Node's lib/_http_common.js).
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: { onIncoming?: () => number } | null };
  if (parser) parser.onIncoming = () => AS_AN_UPGRADE;
}

const AS_AN_UPGRADE = 2;

/** Maximum requests that wait on a connection, about 3 KB each; one that brings more is closed. */
export const MAX_WAITING_ON_CONNECTION = 100;

/**
 * Maximum bytes of answers that clients have not read, on all connections. Above it the connections with the oldest answers
 * are closed.
 */
export const MAX_UNREAD_BYTES: number = 64 << 20;

/** How long a connection may be idle between two requests; longer than proxies keep one. */
const KEEP_ALIVE_MS = 72_000;

/** How often connections are checked for lateness. */
const CHECK_MS = 1000;

/** How often connections that have become idle are closed while the server closes. */
const IDLE_CHECK_MS = 50;

/** For how many turns of the event loop nobody has come when the server stops listening. */
const QUIET_TURNS = 25;
