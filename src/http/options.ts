import type { Registry } from 'prom-client';
import type { EventLog } from '../lookup/live-lookup.ts';
import type { Answered } from './exchange.ts';
import type { PublishableKeys } from './publishable-keys.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ClientRegister } from './tokens.ts';

export interface ServerOptions {
  /**
   * Who may send requests: a `TokenList` or `TokenFile`, or any object that maps tokens to clients. `'open'` answers everyone
   * who reaches the server. There is no default.
   */
  readonly clients: ClientRegister | 'open';
  /** Publishable keys, which pages may contain, for GET of the operations; none by default. */
  readonly keys?: PublishableKeys | undefined;
  /** Limits the requests of each client, and of each address without a client; no limit by default. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** The origins whose pages may send requests, or `'*'` for all; by default only this server's own. */
  readonly corsOrigins?: readonly string[] | '*' | undefined;
  /** Addresses and networks (`127.0.0.1`, `10.0.0.0/8`) of proxies whose `X-Forwarded-For` names the visitor; none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The try-out page at `/`; on unless switched off. */
  readonly page?: boolean | undefined;
  /** How long a client may reuse an answer; default 60 seconds. */
  readonly cacheSeconds?: number | undefined;
  /** Compresses answers for clients that accept it; on unless switched off. */
  readonly compress?: boolean | undefined;
  /**
   * The address under which clients reach the server, without a slash at the end, e.g. that of a proxy; `''` for the
   * address it listens on.
   */
  readonly baseUrl?: string | undefined;
  /** Maximum body of `POST /v1/geocode/batch`, in bytes; default 64 MiB. With 0 there is no such operation. */
  readonly maxBatchBytes?: number | undefined;
  /** Called after every answer, e.g. to log it. */
  readonly onAnswer?: ((answer: Answered) => void) | undefined;
  /** Where the server logs failures; by default nowhere. */
  readonly log?: EventLog | undefined;
  /** The registry of the server's metrics, to add others to; by default its own. */
  readonly registry?: Registry | undefined;
  /** The text of /metrics; by default that of the registry. */
  readonly collectMetrics?: (() => Promise<string>) | undefined;
  /** The answer of /ready; by default ready until the server closes. */
  readonly isReady?: (() => boolean) | undefined;
  /** How long a request may take to arrive; 10 seconds. */
  readonly requestSeconds?: number | undefined;
}

/** The options with what holds where one is not given. */
export type Settings = { readonly [Name in keyof ServerOptions]-?: NonNullable<ServerOptions[Name]> };
