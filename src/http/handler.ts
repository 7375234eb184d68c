/** The service inside a server of your own. */
export { createFetchHandler, type FetchHandlerOptions, type Visitor } from './fetch-handler.ts';
export { createNodeHandler, fastifyAddressLookup } from './node-handlers.ts';
export type { PublishableKey } from './publishable-keys.ts';
