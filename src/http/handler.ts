/** The service inside your own server: `benelux-address-lookup/handler`. */
export { createFetchHandler, type FetchHandlerOptions, type Visitor } from './fetch-handler.ts';
export { createNodeHandler, fastifyAddressLookup } from './node-handlers.ts';
export type { PublishableKey } from './publishable-keys.ts';
