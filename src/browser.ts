/**
 * The library where there is no Node: a browser, Deno, Bun, an edge worker. Indexes are opened from files in memory; everything else
 * is as in the main entry point, without what needs a file system. `geocode` is a function here, so that a bundler leaves it out
 * where it is not imported.
 */
export * from './api.ts';
export { geocode } from './lookup/geocode.ts';
export { type OpenBuffersOptions, openBuffers as openAddressLookup } from './lookup/open-buffers.ts';
export type { OpenLookup as AddressLookup } from './lookup/open-lookup.ts';
