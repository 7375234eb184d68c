import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from './rate-limiter.ts';
import type { Responder } from './responder.ts';

/**
 * Counts a request against its client's allowance, by address where clients have no tokens, and says what is left in the
 * header fields of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function limitRate(
  limiter: RateLimiter,
  responder: Responder,
): (request: FastifyRequest, reply: FastifyReply, next: () => void) => void {
  const { requests, seconds } = limiter.limit;
  const policy = `"default";q=${requests};w=${seconds}`;
  return (request, reply, next) => {
    const { isAllowed, remaining, resetSeconds } = limiter.take(request.client || request.ip);
    reply.header('ratelimit-policy', policy).header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
    if (isAllowed) {
      next();
      return;
    }
    reply.header('retry-after', resetSeconds);
    responder.problem(reply, 'rate-limited', `More than ${requests} requests in ${seconds} s. Wait ${resetSeconds} s.`);
  };
}
