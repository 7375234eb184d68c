/** The HTTP service, for embedding: `benelux-address-lookup/http`. */
export { createServer } from './create-server.ts';
export { LiveLookup, type LiveLookupOptions } from './live-lookup.ts';
export type { LookupSource, RefusedRelease } from './lookup-source.ts';
export { PROBLEMS, type ProblemBody, type ProblemCode, type ProblemKind } from './problem.ts';
export { type Allowance, type RateLimit, RateLimiter, type WindowCounts } from './rate-limiter.ts';
export type { ServerLog } from './server-log.ts';
export type { ServerOptions } from './server-options.ts';
export { type ClientRegister, TokenFile, TokenList, tokenLine } from './token-list.ts';
