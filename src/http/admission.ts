import type { Reply, Request } from './exchange.ts';
import { HttpProblem, type ProblemCode } from './problems.ts';
import { originOf, type PublishableKeys } from './publishable-keys.ts';
import { type Allowance, addressKey, addressOf, type RateLimiter, VISITOR_MS } from './rate-limiter.ts';
import type { ClientRegister } from './tokens.ts';

/** A step before the handler: it calls `next`, or answers. */
type Guard = (request: Request, reply: Reply, next: () => void) => void;

/** What answers a request that is refused. */
interface Refusal {
  problem(reply: Reply, code: ProblemCode, detail: string): void;
}

interface AdmissionOptions {
  readonly clients: ClientRegister | 'open';
  readonly keys?: PublishableKeys | undefined;
  readonly rateLimiter?: RateLimiter | undefined;
  readonly responder: Refusal;
}

/**
 * Decides who may send requests, and how many. A request with the token of a client counts against the allowance of that
 * client; any other (a wrong token, a page, a description) against that of the address it came from. So clients of one
 * proxy do not share an allowance, and tokens cannot be guessed without limit. A page with a publishable key has an
 * allowance for each of its visitors.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #policy: string;

  constructor(options: AdmissionOptions) {
    const { requests, seconds } = options.rateLimiter?.limit ?? { requests: 0, seconds: 0 };
    this.#options = options;
    this.#policy = `"default";q=${requests};w=${seconds}`;
  }

  /** For addresses: accepts a request with the token of a client, and records the client; answers any other with 401. */
  readonly forClients: Guard = (request, reply, next) => {
    const { clients, responder } = this.#options;
    if (clients === 'open') {
      if (this.#allows(addressKey(addressOf(request)), reply, undefined)) next();
      return;
    }
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const client = token === undefined ? undefined : clients.clientOf(token);
    if (client !== undefined) {
      request.client = client;
      if (this.#allows(client, reply, undefined)) next();
      return;
    }
    if (!this.#allows(addressKey(addressOf(request)), reply, VISITOR_MS)) return;
    if (token === undefined) {
      reply.header('www-authenticate', REALM);
      responder.problem(
        reply,
        'token-missing',
        'There is no bearer token. Send the header "Authorization: Bearer TOKEN".',
      );
    } else {
      reply.header('www-authenticate', `${REALM}, error="invalid_token"`);
      responder.problem(
        reply,
        'token-unknown',
        'The bearer token is not one of this server, or has expired. Check that it was copied whole.',
      );
    }
  };

  /**
   * For requests from pages: also accepts a publishable key from a page of one of its origins, without a header that would
   * need a preflight.
   */
  readonly forPages: Guard = (request, reply, next) => {
    const { clients, keys, responder } = this.#options;
    const { key } = request.query;
    if (key === undefined || clients === 'open' || request.headers.authorization !== undefined) {
      this.forClients(request, reply, next);
      return;
    }
    const { origin, referer } = request.headers;
    // A page may read why it was refused.
    if (origin !== undefined) reply.addHeaders(readableBy(origin));
    try {
      if (keys === undefined) throw new HttpProblem('key-refused', 'This server has no publishable keys.');
      const address = addressKey(addressOf(request));
      const allowance = keys.admit({ key: String(key), origin: originOf(origin, referer), address });
      request.client = String(key);
      const { requests, remaining, resetSeconds, isAllowed } = allowance;
      reply.header('ratelimit-policy', `"key";q=${requests};w=60`);
      reply.header('ratelimit', `"key";r=${remaining};t=${resetSeconds}`);
      if (isAllowed) next();
      else this.#refuse(reply, allowance);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      // So that keys cannot be guessed without limit.
      if (this.#allows(addressKey(addressOf(request)), reply, VISITOR_MS))
        responder.problem(reply, error.code, error.message);
    }
  };

  /** Whose allowance an admitted request counts against. */
  keyOf(request: Request): string {
    return request.client === '' ? addressKey(addressOf(request)) : request.client;
  }

  /** Counts the processor time of an answer against the allowance of whoever was admitted. */
  spend(request: Request, milliseconds: number): void {
    const { clients, keys } = this.#options;
    const { key } = request.query;
    if (keys !== undefined && clients !== 'open' && key === request.client)
      keys.spend({ key: request.client, address: addressKey(addressOf(request)) }, milliseconds);
    else this.spendOf(this.keyOf(request), milliseconds);
  }

  /** Counts processor time against the allowance of somebody who was admitted, by `keyOf`. */
  spendOf(key: string, milliseconds: number): void {
    this.#options.rateLimiter?.spend(key, milliseconds);
  }

  /** The seconds until somebody has processor time left: 0 if there is some. */
  secondsToWait(key: string): number {
    return this.#options.rateLimiter?.secondsToWait(key) ?? 0;
  }

  /** For routes without tokens. */
  readonly forEveryone: Guard = (request, reply, next) => {
    if (this.#allows(addressKey(addressOf(request)), reply, VISITOR_MS)) next();
  };

  /**
   * Counts a request, and reports the remainder in the header fields of draft-ietf-httpapi-ratelimit-headers-10. Above the
   * limit it is answered with 429.
   */
  #allows(key: string, reply: Reply, processorMs: number | undefined): boolean {
    const { rateLimiter } = this.#options;
    if (rateLimiter === undefined) return true;
    const allowance = rateLimiter.take(key, undefined, processorMs);
    const { isAllowed, remaining, resetSeconds } = allowance;
    reply.header('ratelimit-policy', this.#policy);
    reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
    if (isAllowed) return true;
    this.#refuse(reply, allowance);
    return false;
  }

  #refuse(reply: Reply, { used, resetSeconds }: Allowance): void {
    const detail = `More than ${used}. Wait ${resetSeconds} s.`;
    this.#options.responder.problem(reply.header('retry-after', resetSeconds), 'rate-limited', detail);
  }
}

/** The headers of answers that a page on another origin may read. */
export const EXPOSED_HEADERS = ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After'] as const;

const REALM = 'Bearer realm="address lookup"';

/** Bearer (RFC 6750): the scheme in any case, one token of the characters that tokens have. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;

/** The headers with which browsers let a page of this origin read an answer. */
export function readableBy(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
    vary: 'Origin',
  };
}
