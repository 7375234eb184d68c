import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_HEADER_BYTES } from './options.ts';
import { SlicedReading } from './sliced-reading.ts';

/**
 * The connections of a server, and the bounds on what a client can make it hold. Whatever clients send and however slowly
 * they read:
 *
 *     requests on one connection    one is answered at a time; the next begins when the answer before it has gone out
 *     requests waiting after it     MAX_WAITING_ON_CONNECTION, then the connection is not read; MAX_WAITING in all
 *     answers waiting for a reader  one per connection, MAX_UNREAD_BYTES in all, and each for `readMs` only
 *     bytes not yet parsed          read in slices above MIN_CROWD waiting requests, MAX_PENDING_BYTES in all
 *     time without a look around    MAX_TURN_MS and one answer: then the event loop goes on, and /ready is answered
 *
 * A request that is announced as a stream (`stream`) may take as long as it needs, if bytes move in either direction within
 * every `readMs`. Its sender and its handler bound what waits.
 *
 * A request that comes alone, as nearly all do, passes at the cost of one look at the clock.
 */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #servers: Server[] = [];
  readonly #sockets: Map<Socket, SocketState> = new Map();
  /** Requests waiting for others, on all connections. */
  #waiting = 0;
  /** Requests whose connection is free, but for which this turn of the event loop has no time. */
  readonly #postponed: (() => void)[] = [];
  /** Since when requests have been answered without a pause, and when the last one was, in milliseconds since 1970. */
  #turnStart = 0;
  #lastAnswer = 0;
  /** When the last connection was accepted. */
  #lastConnection = 0;
  /** Answers that their readers have not taken yet, the oldest first. */
  readonly #unread: Map<ServerResponse, UnreadAnswer> = new Map();
  #unreadBytes = 0;
  readonly #slices: SlicedReading = new SlicedReading({
    mayParse: (socket) => {
      const state = this.#sockets.get(socket);
      return state !== undefined && !state.hasFailed && state.waiting < MAX_WAITING_ON_CONNECTION;
    },
    held: (socket) => {
      const state = this.#sockets.get(socket);
      if (state !== undefined) state.isHeld = true;
    },
    isStream: (socket) => this.#sockets.get(socket)?.stream !== undefined,
    turnMs: () => this.#turnMs(Date.now()) / 2,
    close: (socket) => {
      this.#forget(socket);
      socket.destroy();
    },
  });
  /** Whether so many requests wait that all connections, new ones included, are read in slices. */
  #isCrowded = false;
  #isDraining = false;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Makes a server whose requests reach `answer` one after the other, as Fastify's `serverFactory`. */
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
   */
  async close(idleMs: number, endMs: number): Promise<void> {
    this.drain();
    const closed = this.#servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          // Not `server.close()`, which closes idle connections at once: a request may be on its way on each of them.
          TcpServer.prototype.close.call(server, () => resolve());
        }),
    );
    const end = setTimeout(() => this.destroyAll(), endMs);
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
    const state: SocketState = {
      last: undefined,
      request: undefined,
      arrivingSince: 0,
      stream: undefined,
      current: undefined,
      waiting: 0,
      isHeld: false,
      excusedAt: 0,
      hasFailed: false,
    };
    this.#sockets.set(socket, state);
    this.#lastConnection = Date.now();
    if (this.#isCrowded) this.#slices.take(socket);
    this.#sweeping ??= setInterval(() => this.#sweep(), CHECK_MS).unref();
    socket.once('close', () => {
      this.#forget(socket);
      this.#sockets.delete(socket);
      if (this.#sockets.size > 0) return;
      clearInterval(this.#sweeping);
      this.#sweeping = undefined;
    });
  }

  /** Stops counting what waits on a connection. */
  #forget(socket: Socket): void {
    const state = this.#sockets.get(socket);
    if (state === undefined) return;
    this.#waiting -= state.waiting;
    state.waiting = 0;
    if (state.current !== undefined) this.#settle(state.current);
  }

  /** Closes the connection whose answer has waited longest for a reader, if there is one. */
  #closeOldest(): Socket | undefined {
    for (const [response, { socket }] of this.#unread) {
      this.#settle(response);
      this.#forget(socket);
      socket.destroy();
      return socket;
    }
    return undefined;
  }

  /** Lets a request pass to `answer`: at once, or when the requests before it on its connection have been answered. */
  #admit(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
    const { socket } = request;
    const state = this.#sockets.get(socket);
    if (state === undefined || state.hasFailed) return;
    const { last } = state;
    state.last = response;
    state.request = request;
    state.isHeld = false;
    state.excusedAt = 0;
    if (!request.complete) state.arrivingSince = Date.now();
    // Node gives the connection to a response when the one before it is finished.
    if (response.socket !== null) {
      this.#take(request, response, state, answer);
      return;
    }
    // Connections whose clients leave answers unread are closed first.
    if (last === undefined || (this.#waiting >= MAX_WAITING && (this.#closeOldest() ?? socket) === socket)) {
      socket.destroy();
      return;
    }
    this.#waiting++;
    state.waiting++;
    if (!this.#isCrowded && this.#waiting >= MIN_CROWD) this.#crowd(socket);
    if (state.waiting === MAX_WAITING_ON_CONNECTION) process.nextTick(() => this.#pause(socket, state));
    last.once('close', () => {
      if (socket.destroyed) return;
      this.#waiting--;
      state.waiting--;
      if (state.waiting === MAX_WAITING_ON_CONNECTION - 1) socket.resume();
      this.#take(request, response, state, answer);
    });
  }

  /** Reads all connections in slices. @param parsed the one that is being parsed, whose turn comes when it has been */
  #crowd(parsed: Socket): void {
    this.#isCrowded = true;
    for (const socket of this.#sockets.keys()) if (socket !== parsed) this.#slices.take(socket);
    process.nextTick(() => this.#slices.take(parsed));
  }

  /** Stops reading a connection. Must not be called while a request is parsed, at whose end Node resumes its connection. */
  #pause(socket: Socket, state: SocketState): void {
    if (state.waiting < MAX_WAITING_ON_CONNECTION) return;
    state.isHeld = true;
    socket.pause();
  }

  /** Answers a request whose turn on its connection has come, unless requests have been answered for long enough. */
  #take(request: IncomingMessage, response: ServerResponse, state: SocketState, answer: RequestListener): void {
    const isReadiness = request.url === READINESS_PATH && state.last === response;
    if (isReadiness || (this.#postponed.length === 0 && this.#hasTime())) {
      this.#run(request, response, state, answer);
      return;
    }
    if (this.#postponed.length === 0) setImmediate(this.#nextTurn);
    this.#postponed.push(() => this.#run(request, response, state, answer));
  }

  #run(request: IncomingMessage, response: ServerResponse, state: SocketState, answer: RequestListener): void {
    const { socket } = response;
    // The client is gone.
    if (socket === null || socket.destroyed) return;
    // Requests that wait after this one would be lost if its answer closed the connection.
    if (this.#isDraining && state.waiting === 0) response.shouldKeepAlive = false;
    state.current = response;
    answer(request, response as Parameters<RequestListener>[1]);
    this.#lastAnswer = Date.now();
    if (socket.writableLength > 0) this.#awaitReader(response, socket);
  }

  /**
   * Whether to answer now. Requests that follow one another without a pause may all have been read in one turn of the event
   * loop: after `MAX_TURN_MS` the next one waits for another turn.
   */
  #hasTime(): boolean {
    const now = Date.now();
    if (now - this.#lastAnswer > PAUSE_MS) this.#turnStart = now;
    return now - this.#turnStart < this.#turnMs(now);
  }

  /** How long one turn may last: hardly any time while connections arrive, since Node accepts one of them in a turn. */
  #turnMs(now: number): number {
    return now - this.#lastConnection < ARRIVAL_MS ? MIN_TURN_MS : MAX_TURN_MS;
  }

  readonly #nextTurn = (): void => {
    this.#turnStart = Date.now();
    let taken = 0;
    while (taken < this.#postponed.length && this.#hasTime()) this.#postponed[taken++]!();
    this.#postponed.splice(0, taken);
    if (this.#postponed.length > 0) setImmediate(this.#nextTurn);
  };

  /** Tracks an answer until the kernel has taken all of it. Above the bound, connections with the oldest are closed. */
  #awaitReader(response: ServerResponse, socket: Socket): void {
    if (this.#unread.has(response) || this.#sockets.get(socket)?.stream !== undefined) return;
    const bytes = socket.writableLength;
    this.#unread.set(response, { socket, bytes, since: Date.now() });
    this.#unreadBytes += bytes;
    response.once('close', () => this.#settle(response));
    while (this.#unreadBytes > MAX_UNREAD_BYTES) this.#closeOldest();
  }

  #settle(response: ServerResponse): void {
    const answer = this.#unread.get(response);
    if (answer === undefined) return;
    this.#unread.delete(response);
    this.#unreadBytes -= answer.bytes;
  }

  /** Finds answers that wait for a reader, also if they were not ready at first, and closes connections that are too slow. */
  #sweep(): void {
    const now = Date.now();
    if (this.#waiting < MIN_CROWD) this.#isCrowded = false;
    for (const [socket, state] of this.#sockets) {
      const { current, request, stream, arrivingSince } = state;
      // The time that it has begins when the connection is read again.
      const isUnread = state.waiting >= MAX_WAITING_ON_CONNECTION || this.#slices.hasPending(socket);
      if (state.excusedAt > 0 && isUnread) state.excusedAt = now;
      if (state.excusedAt > 0 && now - state.excusedAt > this.#options.requestMs) {
        state.isHeld = false;
        this.#fail('ERR_HTTP_REQUEST_TIMEOUT', socket);
      }
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
    const latest = now - this.#options.readMs;
    for (const { socket, since } of this.#unread.values()) {
      if (since > latest) return;
      socket.destroy();
    }
  }

  /** Ends a connection on which something else than a request has arrived, after the answers that it is owed. */
  #fail(code: string, socket: Duplex): void {
    const state = this.#sockets.get(socket as Socket);
    if (state === undefined || state.hasFailed) return;
    // The server has not read the rest of the request, so it is not the client that is late.
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && (state.isHeld || this.#slices.hasPending(socket as Socket))) {
      // Node reports this only once; from now on `#sweep` watches the request.
      state.excusedAt = Date.now();
      return;
    }
    state.hasFailed = true;
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { last, request, stream } = state;
    // The answer to a stream cannot end before its body does.
    if (stream !== undefined && request?.complete === false) {
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
  /** Whether reading was stopped, and no request has arrived whole since. */
  isHeld: boolean;
  /** When a request that is late because the connection was not read was given more time; 0 if there is none. */
  excusedAt: number;
  /** Whether something other than a request arrived after the last one. */
  hasFailed: boolean;
}

interface UnreadAnswer {
  readonly socket: Socket;
  readonly bytes: number;
  readonly since: number;
}

/**
 * Maximum requests that wait on a connection. Above it the connection is not read until some are answered; up to 64 KB that
 * Node has read by then are taken, too.
 */
export const MAX_WAITING_ON_CONNECTION = 100;

/** Maximum requests that wait on all connections together, about 3 KB each. A connection that brings more is closed. */
export const MAX_WAITING = 20_000;

/**
 * Minimum of requests that wait on all connections for these to be read in slices. Hardly any client sends a request before
 * it has its answer.
 */
export const MIN_CROWD = 200;

/**
 * Maximum bytes of answers that clients have not read, on all connections. Above it the connections with the oldest answers
 * are closed.
 */
export const MAX_UNREAD_BYTES: number = 64 << 20;

/** How long requests are answered before the event loop looks for new ones, if more are there. */
const MAX_TURN_MS = 20;
/** The same while connections arrive. */
const MIN_TURN_MS = 2;

/** How long after a connection another one is expected. */
const ARRIVAL_MS = 50;

/** A longer time between two answers shows that the event loop has had a turn: within one, the next request follows at once. */
const PAUSE_MS = 5;

/** How long a connection may be idle between two requests; longer than proxies keep one. */
const KEEP_ALIVE_MS = 72_000;

/** How often connections are checked for lateness. */
const CHECK_MS = 1000;

/** How often connections that have become idle are closed while the server closes. */
const IDLE_CHECK_MS = 50;

/** The one path that is answered in every turn of the event loop, as the last request of its connection. */
const READINESS_PATH = '/ready';
