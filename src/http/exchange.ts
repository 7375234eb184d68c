import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { toBase36 } from '../format/hash.ts';
import type { Country } from '../model/country.ts';
import type { Account } from './rate-limiter.ts';

/** A request and its answer, as the routes of the service see them. */

/**
 * The address that a request comes from: the last one of its chain that is not a trusted proxy, as it was written.
 *
 * @param networks those whose `X-Forwarded-For` is believed: addresses and networks, `127.0.0.1`, `10.0.0.0/8`
 */
export function addressBehind(networks: readonly string[]): (raw: IncomingMessage) => string {
  if (networks.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const isTrusted = (address: string): boolean => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
  return ({ socket, headers }) => {
    const own = socket.remoteAddress ?? '';
    if (!isTrusted(own)) return own;
    const chain = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
    return chain.findLast((each) => !isTrusted(each)) ?? chain[0] ?? own;
  };
}

let count = 0;

/** A request. */
export class Request {
  readonly raw: IncomingMessage;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly #number: number = ++count;
  readonly startedAt: number = performance.now();
  /** The path, still encoded. */
  readonly path: string;
  /** What follows the question mark. */
  readonly search: string;
  /** The segments of the path that are parameters, and the parameters of the query, as they were sent. */
  params: Readonly<Record<string, unknown>> = {};
  query: Readonly<Record<string, unknown>> = {};
  /** The requested operation; `''` for any other route. */
  operation = '';
  country: Country | '' = '';
  /** The client that the token belongs to; `''` without tokens. */
  client = '';
  /** Whose processor time its answer takes; `undefined` before that is known, and without limits. */
  account: Account | undefined;
  readonly #addressOf: (raw: IncomingMessage) => string;

  /**
   * @param addressOf the network address that it comes from, as it was written
   * @param target its path and query, if those of `raw` are not the ones
   */
  constructor(raw: IncomingMessage, addressOf: (raw: IncomingMessage) => string, target: string = targetOf(raw.url)) {
    this.raw = raw;
    this.method = raw.method ?? 'GET';
    this.headers = raw.headers;
    this.#addressOf = addressOf;
    const mark = target.indexOf('?');
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.search = mark === -1 ? '' : target.slice(mark + 1);
  }

  /** Names the request in the log. */
  get id(): string {
    return `req-${toBase36(this.#number)}`;
  }

  /** The network address. If a proxy says what is none, that of the proxy. */
  get address(): string {
    const said = this.#addressOf(this.raw);
    if (isIP(said) !== 0) return said;
    // A proxy may add a port, which differs for each connection.
    const [, v6, v4] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i.exec(said) ?? [];
    const address = v6 ?? v4 ?? '';
    return isIP(address) !== 0 ? address : (this.raw.socket.remoteAddress ?? '');
  }
}

/** A front as the listener of a server, with a report of each answer. */
export function listenerOf(
  front: (request: Request, reply: Reply) => void,
  addressOf: (raw: IncomingMessage) => string,
  report: (answer: Answered) => void,
): RequestListener {
  const sent = ({ request, statusCode }: Reply): void => {
    const { id, operation, country, client, raw, startedAt } = request;
    // A network address identifies a person.
    const address = client === '' ? request.address : '';
    const ms = performance.now() - startedAt;
    report({ request: id, operation, country, client, address, status: statusCode, ms, url: raw.url ?? '' });
  };
  return (raw, response) => {
    const request = new Request(raw, addressOf);
    front(request, new Reply(response, request, sent));
  };
}

/** A proxy may send the whole URL (RFC 9112, 3.2.2). */
function targetOf(url: string = '/'): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '') || '/';
}

/** One answer. `url` contains the search term and `address` identifies a person; the other fields are safe to store. */
export interface Answered {
  /** `''` if the input was not an HTTP request. */
  readonly request: string;
  /** `''` for anything but the operations. */
  readonly operation: string;
  readonly country: Country | '';
  /** `''` without tokens, or if none was recognised. */
  readonly client: string;
  /** The network address of the request if no client is known; otherwise `''`. */
  readonly address: string;
  readonly status: number;
  readonly ms: number;
  readonly url: string;
}

/** Headers that tell browsers that answers are data only. */
const SECURITY_HEADERS: readonly string[] = [
  ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ...['x-content-type-options', 'nosniff'],
];

/** An answer: its status and headers are collected, and it is sent once. */
export class Reply {
  readonly raw: ServerResponse;
  readonly request: Request;
  statusCode = 200;
  /** As Node takes them: names and values by turns. */
  readonly headers: string[] = [...SECURITY_HEADERS];
  readonly #sent: (reply: Reply) => void;

  /** @param sent called when the answer is on its way, that of parts at its end */
  constructor(raw: ServerResponse, request: Request, sent: (reply: Reply) => void) {
    this.raw = raw;
    this.request = request;
    this.#sent = sent;
  }

  /** Adds a header, or replaces the one of that name. @param name in lower case */
  header(name: string, value: string | number): this {
    const { headers } = this;
    let at = 0;
    while (at < headers.length && headers[at] !== name) at += 2;
    headers[at] = name;
    headers[at + 1] = `${value}`;
    return this;
  }

  addHeaders(headers: Readonly<Record<string, string>>): this {
    for (const name in headers) this.header(name, headers[name]!);
    return this;
  }

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  /** Sends the answer whole; without a body, as it is for HEAD and 304. */
  send(body?: string | Buffer): void {
    const { raw, statusCode, headers, request } = this;
    if (!raw.headersSent && !raw.destroyed) {
      const hasNone = statusCode === 304 || statusCode === 204 || (body === undefined && request.method === 'HEAD');
      const bytes = body === undefined ? 0 : Buffer.byteLength(body);
      if (!hasNone) this.header('content-length', bytes);
      raw.writeHead(statusCode, headers);
      if (request.method === 'HEAD' || body === undefined) raw.end();
      else {
        // Headers and text leave in one piece, in the encoding that costs Node least; with the end they would be two.
        if (typeof body === 'string') raw.write(body, bytes === body.length ? 'latin1' : 'utf8');
        else raw.write(body);
        raw.socket?.uncork();
        raw.end();
      }
    }
    this.#sent(this);
  }

  sendJson(body: object): void {
    this.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(JSON.stringify(body));
  }

  /** Sends a part of the answer; resolves when the connection takes another one, or is closed. */
  async write(part: Buffer): Promise<void> {
    const { raw, statusCode, headers } = this;
    if (!raw.headersSent) raw.writeHead(statusCode, headers);
    if (raw.destroyed || raw.write(part)) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        raw.off('drain', go).off('close', go);
        resolve();
      };
      raw.once('drain', go).once('close', go);
    });
  }

  /** Ends an answer of parts; one that is not whole breaks off without its end. */
  end(isWhole: boolean): void {
    if (isWhole) this.raw.end();
    else this.raw.destroy();
    this.#sent(this);
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';
