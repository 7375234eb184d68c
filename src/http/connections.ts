import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * The connections of a server, and the bounds on what a client can make it hold:
 *
 *     requests on one connection  one is answered at a time; with more than MAX_WAITING_ON_CONNECTION behind it, it is closed
 *     a request that arrives      `requestMs` for its headers, and as much again for its body
 *     a client that does nothing  `readMs`, also while it has an answer to read
 *
 * A request that waited for the one before it is answered in another turn of the event loop, so that one connection keeps
 * the others waiting for one answer at most. How many connections there are, and how slowly they read, a proxy bounds.
 *
 * A file may take as long as it needs, if bytes move in either direction within every `readMs`. Its sender and its handler
 * bound what waits.
 */
export class Connections {
  /** The server whose requests these are. */
  readonly server: Server;
  readonly #options: ConnectionOptions;
  readonly #sockets: Map<Socket, SocketState> = new Map();
  #isDraining = false;
  /** Requests that wait while the server stops listening; `undefined` at any other time. */
  #held: (() => void)[] | undefined;
  /** How many connections have been accepted. */
  #accepted = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { requestMs, readMs } = options;
    const server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: requestMs,
        requestTimeout: 2 * requestMs,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: CHECK_MS,
        // The Host header is checked with the other rules for requests, and answered with a problem: two have a comma.
        requireHostHeader: false,
        joinDuplicateHeaders: true,
      },
      (request, response) => this.#admit(request, response),
    );
    server.setTimeout(readMs);
    // A client that has sent all it will send still wants its answer.
    (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
    // An unknown expectation is no reason to refuse a request that needs no body.
    server.on('checkExpectation', (request, response) => this.#admit(request, response));
    server.on('connection', (socket) => this.#track(socket));
    server.on('connect', (_request, socket) => this.#fail('CONNECT', socket));
    server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => this.#fail(code, socket));
    this.server = server;
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
   */
  async close(idleMs: number, endMs: number, together: Together = async () => {}): Promise<void> {
    const { server } = this;
    this.drain();
    const end = setTimeout(() => {
      for (const socket of this.#sockets.keys()) socket.destroy();
    }, endMs);
    const latest = Date.now() + endMs / 2;
    const leftMs = (): number => Math.max(0, latest - Date.now());
    // Also without connections: those that the kernel has accepted are not known yet.
    await this.#holdUntilQuiet(latest);
    await together('quiet', leftMs());
    // Not `server.close()`, which closes idle connections at once: a request may be on its way on each of them.
    const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
    await together('closed', leftMs());
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const answer of held) answer();
    // Repeated, because an answer that began before may have promised that its connection stays open.
    const idleFrom = Date.now() + idleMs;
    const idle = setInterval(() => Date.now() >= idleFrom && server.closeIdleConnections(), IDLE_CHECK_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(end);
  }

  /**
   * Answers no request until, for some turns of the event loop, nobody has come, no answer has been under way, and every client has closed
   * the connection of its last answer: one that has not may yet come again.
   */
  async #holdUntilQuiet(latest: number): Promise<void> {
    this.#held = [];
    const isAnswering = (): boolean =>
      [...this.#sockets].some(
        ([socket, { current }]) => (isUnderWay(current) || socket.writableEnded) && !isFile(current),
      );
    // Turns, not milliseconds: a process that does not run accepts nobody either. In each turn one connection is accepted.
    for (let quiet = 0; quiet < QUIET_TURNS && Date.now() < latest; quiet++) {
      const before = this.#accepted;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.#accepted !== before || isAnswering()) quiet = 0;
    }
  }

  #track(socket: Socket): void {
    this.#sockets.set(socket, { last: undefined, current: undefined, waiting: 0, isOver: false });
    this.#accepted++;
    // Node destroys a connection as soon as its last answer is written. While the server drains, its client closes it first.
    const { destroySoon } = socket;
    socket.destroySoon = () => (this.#isDraining ? socket.end() : destroySoon.call(socket));
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Lets a request pass to `answer`: at once, or when the requests before it on its connection have been answered. */
  #admit(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const state = this.#sockets.get(socket);
    if (state === undefined || state.isOver) return;
    const { last } = state;
    state.last = response;
    // Node gives the connection to a response when the one before it is finished.
    if (response.socket !== null) this.#run(request, response, state);
    else if (++state.waiting > MAX_WAITING_ON_CONNECTION) {
      state.isOver = true;
      stopParsing(socket);
      socket.destroy();
    } else {
      last!.once('close', () =>
        setImmediate(() => {
          state.waiting--;
          this.#run(request, response, state);
        }),
      );
    }
  }

  #run(request: IncomingMessage, response: ServerResponse, state: SocketState): void {
    // The client is gone.
    if (response.socket === null || response.socket.destroyed) return;
    if (this.#held !== undefined) {
      this.#held.push(() => this.#run(request, response, state));
      return;
    }
    // Requests that wait after this one would be lost if its answer closed the connection.
    if (this.#isDraining && state.waiting === 0) response.shouldKeepAlive = false;
    state.current = response;
    this.#options.answer(request, response);
  }

  /** Ends a connection on which something else than a request has arrived, after the answers that it is owed. */
  #fail(code: string, socket: Duplex): void {
    const state = this.#sockets.get(socket as Socket);
    if (state === undefined || state.isOver) return;
    const { last } = state;
    // A fault in the body of a request belongs to that request, which has an answer; unless its handler still reads.
    const isInBody = last?.req.complete === false;
    const isRead = isInBody && isFile(last);
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isRead) return;
    state.isOver = true;
    if (code === 'ECONNRESET' || !socket.writable || isRead) {
      socket.destroy();
      return;
    }
    const end = (): void => {
      if (isInBody) socket.end();
      else if (socket.writable) socket.end(this.#options.refusal(code, (socket as Socket).remoteAddress ?? ''));
    };
    if (isUnderWay(last)) last?.once('close', end);
    else end();
  }
}

function isUnderWay(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.writableFinished && !response.destroyed;
}

/** Whether a file is being answered, the only request whose body is read. */
function isFile(response: ServerResponse | undefined): boolean {
  return response?.req.method === 'POST' && !response.writableEnded;
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

/** Waits for the other processes that listen on the same port, before and after they stop, for `maxMs` at most. */
export type Together = (step: 'quiet' | 'closed', maxMs: number) => Promise<void>;

interface ConnectionOptions {
  /** Answers the requests of a connection one after the other. */
  readonly answer: RequestListener;
  /** How long the headers of a request may take to arrive, and its body. */
  readonly requestMs: number;
  /** How long a client may do nothing while it has a request to send or an answer to read. */
  readonly readMs: number;
  /** Returns a whole answer, as text, to input that is not a request, by the code of Node's error. Called once for each. */
  readonly refusal: (code: string, address: string) => string;
}

interface SocketState {
  /** The newest response; those before it may still be under way. */
  last: ServerResponse | undefined;
  /** The response that the connection belongs to. */
  current: ServerResponse | undefined;
  /** Requests waiting for the one that is being answered. */
  waiting: number;
  /** Whether what arrives is no longer looked at: too much of it waits, or it was no request. */
  isOver: boolean;
}

/** The request line and the headers together. */
export const MAX_HEADER_BYTES = 16_384;

/** Maximum requests that wait on a connection, about 3 KB each; one that brings more is closed. */
export const MAX_WAITING_ON_CONNECTION = 100;

/** How long a connection may be idle between two requests; longer than proxies keep one. */
const KEEP_ALIVE_MS = 72_000;

/** How often connections are checked for requests that are late. */
const CHECK_MS = 1000;

/** How long a connection without a request stays open while the server closes: its next request may be on its way. */
export const IDLE_MS = 1000;

/** How often connections that have become idle are closed while the server closes. */
const IDLE_CHECK_MS = 50;

/** For how many turns of the event loop nobody has come when the server stops listening. */
const QUIET_TURNS = 25;
