import type { Reply, Request } from './exchange.ts';
import type { ServerOptions } from './options.ts';
import { HttpProblem } from './problems.ts';
import { originOf, type PublishableKey, refused } from './publishable-keys.ts';
import { type Account, addressKey, VISITOR_MS } from './rate-limiter.ts';

/**
 * Who may send a request, and whose allowance it counts against:
 *
 *     clients   who has a token; the allowance of the client
 *     pages     these, and pages with a publishable key; the allowance of the visitor
 *     everyone  the allowance of the network address
 *     anything  without a limit
 */
export type Audience = 'clients' | 'pages' | 'everyone' | 'anything';

interface AdmissionOptions extends Pick<ServerOptions, 'keys' | 'rateLimiter'> {
  /** `open` asks nobody for a token. `own pages` asks pages of other hosts for a key, and nobody else for anything. */
  readonly clients: ServerOptions['clients'] | 'own pages';
}

/**
 * Admits a request, records its client and whose allowance it counts against, and tells the remainder in the header fields of
 * draft-ietf-httpapi-ratelimit-headers-10.
 *
 * @throws HttpProblem `token-missing`, `token-unknown`, `key-refused`, `rate-limited`
 */
export type Admit = (audience: Audience, request: Request, reply: Reply) => void;

/**
 * Decides who may send requests, and how many. A request with the token of a client counts against the allowance of that
 * client; any other (a wrong token, a page, a description) against that of the address it came from. So clients of one
 * proxy do not share an allowance, and tokens cannot be guessed without limit. A page with a publishable key has an
 * allowance for each of its visitors.
 */
export function admissionOf({ clients, keys, rateLimiter }: AdmissionOptions): Admit {
  /** Counts a request: of somebody who is known, or of its address. */
  const count = (request: Request, reply: Reply, known?: string): void => {
    if (rateLimiter === undefined) return;
    request.account = { limiter: rateLimiter, key: known ?? addressKey(request.address) };
    take(request.account, reply, 'default', undefined, known === undefined ? VISITOR_MS : undefined);
  };

  const isForeignPage = ({ query, headers }: Request): boolean => {
    const { origin, host } = headers;
    if (clients === 'own pages') return origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
    return query['key'] !== undefined && clients !== 'open' && headers.authorization === undefined;
  };

  const admitClient = (request: Request, reply: Reply): void => {
    if (typeof clients === 'string') {
      count(request, reply, addressKey(request.address));
      return;
    }
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const client = token === undefined ? undefined : clients.clientOf(token);
    request.client = client ?? '';
    count(request, reply, client);
    if (client !== undefined) return;
    reply.header('www-authenticate', token === undefined ? REALM : `${REALM}, error="invalid_token"`);
    throw new HttpProblem(token === undefined ? 'token-missing' : 'token-unknown');
  };

  /** Accepts a publishable key from a page of one of its origins, without a header that would need a preflight. */
  const admitKey = (request: Request, reply: Reply): void => {
    const { origin, referer } = request.headers;
    const { key } = request.query;
    // A page may read why it was refused.
    if (origin !== undefined) reply.addHeaders(readableBy(origin));
    let known: PublishableKey;
    try {
      if (key === undefined) throw refused(`A page of ${origin} needs a key, which is the parameter "key".`);
      if (keys === undefined) throw refused('This server has no publishable keys.');
      known = keys.find(String(key), originOf(origin, referer));
    } catch (error) {
      // So that keys cannot be guessed without limit.
      count(request, reply);
      throw error;
    }
    request.client = known.key;
    request.account = { limiter: keys.limiter, key: `${known.key} ${addressKey(request.address)}` };
    take(request.account, reply, 'key', known.requestsPerMinute, VISITOR_MS);
  };

  return (audience, request, reply) => {
    if (audience === 'anything') return;
    if (audience === 'everyone') count(request, reply);
    else if (audience === 'pages' && isForeignPage(request)) admitKey(request, reply);
    else admitClient(request, reply);
  };
}

/** Counts a request, and tells what remains. @throws HttpProblem `rate-limited` */
function take(
  { limiter, key }: Account,
  reply: Reply,
  name: string,
  requests: number = limiter.limit.requests,
  processorMs?: number,
): void {
  const { isAllowed, remaining, resetSeconds, used } = limiter.take(key, requests, processorMs);
  reply.header('ratelimit-policy', `"${name}";q=${requests};w=${limiter.limit.seconds}`);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`);
  if (isAllowed) return;
  reply.header('retry-after', resetSeconds);
  throw new HttpProblem('rate-limited', `More than ${used}. Wait ${resetSeconds} s.`);
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
