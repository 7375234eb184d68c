import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Country } from '../model/country.ts';

/** A request and its answer, as the routes of the service see them. */

/** Networks whose `X-Forwarded-For` is believed. */
export class TrustedProxies {
  readonly #networks: BlockList = new BlockList();
  readonly #isEmpty: boolean;

  /** @param networks addresses and networks: `127.0.0.1`, `10.0.0.0/8` */
  constructor(networks: readonly string[]) {
    this.#isEmpty = networks.length === 0;
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      this.#networks.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  /** The address that a request comes from: the last one of the chain that is not a trusted proxy, as it was written. */
  addressOf({ socket, headers }: IncomingMessage): string {
    const own = socket.remoteAddress ?? '';
    if (this.#isEmpty || !this.#has(own)) return own;
    const chain = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
    return chain.findLast((each) => !this.#has(each)) ?? chain[0] ?? own;
  }

  #has(address: string): boolean {
    const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
    const version = isIP(mapped);
    return version !== 0 && this.#networks.check(mapped, version === 6 ? 'ipv6' : 'ipv4');
  }
}

let count = 0;

/** A request. */
export class Request {
  readonly raw: IncomingMessage;
  /** Names the request in the log. */
  readonly id: string = `req-${(++count).toString(36)}`;
  /** The path, still encoded. */
  readonly path: string;
  /** What follows the question mark. */
  readonly search: string;
  /** The segments of the path that are parameters, and the parameters of the query, as they were sent. */
  params: Record<string, unknown> = {};
  query: Record<string, unknown> = {};
  /** The requested operation; `''` for any other route. */
  operation = '';
  country: Country | '' = '';
  /** The client that the token belongs to; `''` without tokens. */
  client = '';
  /**
   * When a request for an operation was taken (`performance.now()`), whose answer is then reported when it is sent.
   * Otherwise 0.
   */
  startedAt = 0;
  readonly #proxies: TrustedProxies;

  constructor(raw: IncomingMessage, proxies: TrustedProxies) {
    this.raw = raw;
    this.#proxies = proxies;
    const url = raw.url ?? '/';
    // A proxy may send the whole URL (RFC 9112, 3.2.2).
    const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '') || '/';
    const mark = target.indexOf('?');
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.search = mark === -1 ? '' : target.slice(mark + 1);
  }

  get headers(): IncomingMessage['headers'] {
    return this.raw.headers;
  }

  get method(): string {
    return this.raw.method ?? 'GET';
  }

  get ip(): string {
    return this.#proxies.addressOf(this.raw);
  }
}

/** An answer: its status and headers are collected, and it is sent once. */
export class Reply {
  readonly raw: ServerResponse;
  readonly request: Request;
  statusCode = 200;
  readonly headers: Record<string, string | number> = {};

  constructor(raw: ServerResponse, request: Request) {
    this.raw = raw;
    this.request = request;
  }

  /** @param name in lower case */
  header(name: string, value: string | number): this {
    this.headers[name] = value;
    return this;
  }

  addHeaders(headers: Readonly<Record<string, string>>): this {
    Object.assign(this.headers, headers);
    return this;
  }

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  /** Sends the answer whole; without a body, as it is for HEAD and 304. */
  send(body?: string | Buffer): void {
    const { raw, statusCode, headers, request } = this;
    if (raw.headersSent || raw.destroyed) return;
    const hasNone = statusCode === 304 || statusCode === 204 || (body === undefined && request.method === 'HEAD');
    if (!hasNone) headers['content-length'] = body === undefined ? 0 : Buffer.byteLength(body);
    raw.writeHead(statusCode, headers);
    raw.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Sends a body at the speed of its reader. If it fails, the answer breaks off without its end. */
  async sendAll(body: AsyncIterable<Buffer>): Promise<void> {
    const { raw, statusCode, headers } = this;
    raw.writeHead(statusCode, headers);
    try {
      for await (const part of body) {
        if (raw.destroyed) return;
        if (raw.write(part)) continue;
        await new Promise<void>((resolve) => {
          const go = (): void => {
            raw.off('drain', go).off('close', go);
            resolve();
          };
          raw.once('drain', go).once('close', go);
        });
      }
      raw.end();
    } catch {
      // Its reason has been told: see `withReason`.
      raw.destroy();
    }
  }
}
