/** The HTTP service, for embedding: `benelux-address-tools/http`. */

export type { EventLog as ServerLog } from '../lookup/live-lookup.ts';
export { LiveLookup, type LiveLookupOptions, type LookupSource, type RefusedRelease } from '../lookup/live-lookup.ts';
export type { LastUpdate, UpdateStatus } from '../store/last-update.ts';
export { KeyFile } from './key-file.ts';
export type { ServerOptions } from './options.ts';
export { PROBLEMS, type ProblemBody, type ProblemCode, type ProblemKind } from './problems.ts';
export { type PublishableKey, PublishableKeys } from './publishable-keys.ts';
export { type Allowance, type NewCounts, type RateLimit, RateLimiter, type WindowCounts } from './rate-limiter.ts';
export { type AddressServer, createServer } from './server.ts';
export { type ClientRegister, TokenFile, TokenList, tokenLine } from './tokens.ts';
