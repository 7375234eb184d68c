import type { Socket } from 'node:net';

/**
 * Connections whose bytes are handed to Node's parser in slices, in turn. By itself Node parses what it has read of a
 * connection at once, up to 64 KB: that may be 2,400 requests, which take 60 ms and are in memory until every other
 * connection has been read. Hundreds of connections that begin like that would keep the server from all else for as long as
 * it takes to parse all they sent.
 *
 *     connection ──up to 64 KB──▶ pending ──SLICE_BYTES──▶ Node's parser ──▶ requests
 *                 not read on while any         first of those with no more than that, then of all others in turn
 *
 * Reading like this costs a few microseconds more, so a connection is taken over when requests crowd, and remains so.
 */
export class SlicedReading {
  readonly #options: SlicedReadingOptions;
  readonly #wanted: WeakSet<Socket> = new WeakSet();
  readonly #readers: Map<Socket, Reader> = new Map();
  /**
   * Connections with pending bytes that may be parsed: no more than a slice, as clients send that ask one thing at a time,
   * and more.
   */
  readonly #little: Reader[] = [];
  readonly #much: Reader[] = [];
  #pendingBytes = 0;
  #isScheduled = false;

  constructor(options: SlicedReadingOptions) {
    this.#options = options;
  }

  /**
   * Reads a connection of an HTTP server like this from now on, or, if it is paused, from when it is resumed. Must not be
   * called while it is parsed.
   */
  take(socket: Socket): void {
    if (this.#wanted.has(socket)) return;
    this.#wanted.add(socket);
    this.#takeOver(socket);
  }

  #takeOver(socket: Socket): void {
    // Only Node may resume it.
    if (socket.isPaused()) {
      socket.once('resume', () => this.#takeOver(socket));
      return;
    }
    // Node's listener, which hands the bytes to the parser. With a second one, Node's server would stop reading by itself.
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (parse === undefined || socket.destroyed) return;
    const reader: Reader = { socket, parse, pending: [], bytes: 0, isQueued: false };
    this.#readers.set(socket, reader);
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => this.#receive(reader, bytes));
    socket.on('resume', () => {
      if (reader.bytes === 0 || socket.isPaused()) return;
      socket.pause();
      this.#enqueue(reader);
    });
    socket.once('close', () => {
      this.#readers.delete(socket);
      this.#drop(reader);
    });
  }

  /** Whether there are bytes of a connection that have not been parsed. */
  hasPending(socket: Socket): boolean {
    return (this.#readers.get(socket)?.bytes ?? 0) > 0;
  }

  #receive(reader: Reader, bytes: Buffer): void {
    const { socket } = reader;
    const { mayParse, isStream, held, close, maxPendingBytes = MAX_PENDING_BYTES } = this.#options;
    // The reader of a stream bounds its body. Bytes that come alone need no turn.
    const needsNoTurn = isStream(socket) || (bytes.length <= SLICE_BYTES && this.#isIdle);
    if (needsNoTurn && reader.bytes === 0 && mayParse(socket)) {
      reader.parse(bytes);
      return;
    }
    reader.pending.push(bytes);
    reader.bytes += bytes.length;
    this.#pendingBytes += bytes.length;
    held?.(socket);
    socket.pause();
    this.#enqueue(reader);
    while (this.#pendingBytes > maxPendingBytes) {
      const oldest = this.#much.shift() ?? reader;
      this.#drop(oldest);
      close(oldest.socket);
    }
  }

  #drop(reader: Reader): void {
    this.#pendingBytes -= reader.bytes;
    reader.bytes = 0;
    reader.pending.length = 0;
  }

  get #isIdle(): boolean {
    return this.#little.length === 0 && this.#much.length === 0;
  }

  #enqueue(reader: Reader): void {
    if (reader.isQueued) return;
    reader.isQueued = true;
    (reader.bytes <= SLICE_BYTES ? this.#little : this.#much).push(reader);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#parseTurn);
  }

  readonly #parseTurn = (): void => {
    const end = performance.now() + this.#options.turnMs();
    do {
      const reader = this.#little.shift() ?? this.#much.shift();
      if (reader === undefined) break;
      reader.isQueued = false;
      this.#parseSlice(reader);
    } while (performance.now() < end);
    this.#isScheduled = !this.#isIdle;
    if (this.#isScheduled) setImmediate(this.#parseTurn);
  };

  #parseSlice(reader: Reader): void {
    const { socket, pending, parse } = reader;
    const { mayParse, isStream } = this.#options;
    // Its next `resume` puts it into the queue again.
    if (reader.bytes === 0 || socket.destroyed || !mayParse(socket)) return;
    const [first] = pending as [Buffer];
    const length = isStream(socket) ? first.length : Math.min(first.length, SLICE_BYTES);
    if (length === first.length) pending.shift();
    else pending[0] = first.subarray(length);
    reader.bytes -= length;
    this.#pendingBytes -= length;
    // Resumed first, so that a pause by the parser shows: then its answers or bodies wait to be read.
    socket.resume();
    parse(first.subarray(0, length));
    if (reader.bytes === 0 || socket.isPaused()) return;
    socket.pause();
    this.#enqueue(reader);
  }
}

export interface SlicedReadingOptions {
  /**
   * Whether more of a connection may be parsed now; if not, it is resumed when it may. One whose parser Node has taken away
   * never may.
   */
  readonly mayParse: (socket: Socket) => boolean;
  /** Called when bytes of a connection have to wait to be parsed. */
  readonly held?: (socket: Socket) => void;
  /** Whether a connection brings the body of a stream. */
  readonly isStream: (socket: Socket) => boolean;
  /** How long slices are parsed before the event loop turns to everything else. */
  readonly turnMs: () => number;
  /** Maximum bytes that are not yet parsed, of all connections; default `MAX_PENDING_BYTES`. */
  readonly maxPendingBytes?: number;
  /** Closes a connection that has brought too much. */
  readonly close: (socket: Socket) => void;
}

interface Reader {
  readonly socket: Socket;
  /** Hands bytes to the parser. */
  readonly parse: (bytes: Buffer) => void;
  /** What has been read and not been parsed. */
  readonly pending: Buffer[];
  bytes: number;
  isQueued: boolean;
}

/** It holds 38 of the shortest requests, which take about a millisecond; nearly every request fits. */
export const SLICE_BYTES = 1024;

/** For all connections together. Above it the connections are closed that have waited longest with more than a slice. */
export const MAX_PENDING_BYTES: number = 32 << 20;
