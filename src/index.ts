/** The public API of benelux-address-lookup in Node: this list and that of `api.ts`, and nothing else. */
export * from './api.ts';
export type { AddressLookup } from './lookup/address-lookup.ts';
export type { RefusedRelease } from './lookup/live-lookup.ts';
export {
  type OpenOptions,
  openAddressLookup,
  sampleDirectory,
  type VerifiedIndex,
  verifyIndex,
  type WatchOptions,
} from './lookup/open.ts';
