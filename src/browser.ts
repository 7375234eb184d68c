/**
 * The library where there is no Node: a browser, Deno, Bun, an edge worker. Indexes are opened from files in memory; everything else
 * is as in the main entry point, without what needs a file system.
 */
export * from './api.ts';
export { type OpenBuffersOptions, openBuffers as openAddressLookup } from './lookup/open-buffers.ts';
