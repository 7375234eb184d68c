import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** The state of a client's allowance after one request. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Time until the allowance is full again. */
  readonly resetSeconds: number;
}

/** Requests per client that one process has counted in one window. */
export interface WindowCounts {
  readonly window: number;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * A fixed-window limit on the requests of a client. Windows are aligned to the clock, so that several processes
 * share them and can add up their counts (`takeNewCounts`, `addCounts`). O(1); memory is one number per client
 * and window.
 */
export class RateLimiter {
  readonly limit: RateLimit;
  readonly #now: () => number;
  #window = -1;
  #counts: Map<string, number> = new Map();
  /** Counts not yet shared with other processes. */
  #newCounts: Map<string, number> = new Map();

  /** @param now milliseconds since 1970 */
  constructor(limit: RateLimit, now: () => number = Date.now) {
    this.limit = limit;
    this.#now = now;
  }

  /** Counts one request; a refused request is not counted. @param requests the limit of this client, if it differs */
  take(client: string, requests: number = this.limit.requests): Allowance {
    const windowMs = this.limit.seconds * 1000;
    const now = this.#now();
    this.#enter(Math.floor(now / windowMs));
    const resetSeconds = Math.ceil((windowMs - (now % windowMs)) / 1000);
    const count = this.#counts.get(client) ?? 0;
    if (count >= requests) return { isAllowed: false, remaining: 0, resetSeconds };
    this.#counts.set(client, count + 1);
    this.#newCounts.set(client, (this.#newCounts.get(client) ?? 0) + 1);
    return { isAllowed: true, remaining: requests - count - 1, resetSeconds };
  }

  /** Counts since the last call; `undefined` if there are none. */
  takeNewCounts(): WindowCounts | undefined {
    if (this.#newCounts.size === 0) return undefined;
    const counts = Object.fromEntries(this.#newCounts);
    this.#newCounts = new Map();
    return { window: this.#window, counts };
  }

  /** Adds the counts of another process. */
  addCounts({ window, counts }: WindowCounts): void {
    if (window < this.#window) return;
    this.#enter(window);
    for (const [client, count] of Object.entries(counts)) {
      this.#counts.set(client, (this.#counts.get(client) ?? 0) + count);
    }
  }

  #enter(window: number): void {
    if (window === this.#window) return;
    this.#window = window;
    this.#counts = new Map();
    this.#newCounts = new Map();
  }
}

/**
 * The network address of a request. A proxy may add a port, which differs for each connection. If the value is not an
 * address, the address of the proxy that sent it is used.
 */
export function addressOf({ ip, socket }: FastifyRequest): string {
  if (isIP(ip) !== 0) return ip;
  const [, v6, v4] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i.exec(ip) ?? [];
  const said = v6 ?? v4 ?? '';
  return isIP(said) !== 0 ? said : (socket.remoteAddress ?? '');
}

/**
 * The key of an address for limits: an IPv4 address, or the 64-bit network of an IPv6 address, which belongs to one
 * subscriber. With a prefix that no client name can have.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return `ip:${address}`;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return `ip:${mapped}`;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const afterGap = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + afterGap < 8) groups.push('0');
  }
  return `ip:${groups.slice(0, 4).join(':')}::/64`;
}
