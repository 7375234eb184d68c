import type { Registry } from 'prom-client';
import type { Country } from '../model/country.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ClientRegister } from './tokens.ts';

export interface ServerOptions {
  /**
   * Who may ask: a `TokenList` or `TokenFile`, or anything that tells clients by their tokens. `'open'` answers everybody who
   * reaches the server. There is no default.
   */
  readonly clients: ClientRegister | 'open';
  /** By default there is no limit. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** The origins whose pages may ask, or `'*'` for all; by default none but this server's own. */
  readonly corsOrigins?: readonly string[] | '*' | undefined;
  /** The try-out page at `/`; on unless switched off. */
  readonly page?: boolean | undefined;
  /** How long a client may use an answer without asking again; 60 seconds. */
  readonly cacheSeconds?: number | undefined;
  /** Compresses answers for those who can read it; on unless switched off. */
  readonly compress?: boolean | undefined;
  /** The address under which clients reach the server, without a slash at the end, e.g. behind a proxy; `''` for wherever it listens. */
  readonly baseUrl?: string | undefined;
  /** Is told of every answer when it has been sent, e.g. for a log. */
  readonly onAnswer?: ((answer: Answered) => void) | undefined;
  /** Where the server says why it failed; by default nowhere. */
  readonly log?: ServerLog | undefined;
  /** The registry of the server's metrics, to add others to; by default its own. */
  readonly registry?: Registry | undefined;
  /** The text of /metrics; by default that of the registry. */
  readonly collectMetrics?: (() => Promise<string>) | undefined;
  /** What /ready says; by default the server is ready until it closes. */
  readonly isReady?: (() => boolean) | undefined;
  /** How long a request may take to arrive; 10 seconds. */
  readonly requestSeconds?: number | undefined;
}

/** One answer. All but `url` is safe to keep: it does not say what was searched. */
export interface Answered {
  readonly request: string;
  /** `''` for anything but the operations. */
  readonly operation: string;
  readonly country: Country | '';
  /** `''` where there are no tokens, or none was recognised. */
  readonly client: string;
  readonly status: number;
  readonly ms: number;
  readonly url: string;
}

/** Where the server writes what happens, each time one sentence and its data. A pino logger is one. */
export interface ServerLog {
  info(data: object, message: string): void;
  error(data: object, message: string): void;
}

export const SILENT_LOG: ServerLog = { info: () => {}, error: () => {} };

/** In characters. An address needs a few hundred at most. */
export const MAX_URL_LENGTH = 8192;

/** The request line and the headers together. */
export const MAX_HEADER_BYTES = 16_384;
