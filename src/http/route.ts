import type { Country } from '../model/country.ts';
import type { Audience } from './admission.ts';
import type { Reply, Request } from './exchange.ts';

/** A route of the service. */
export interface HttpRoute {
  /** Parameters are written `:name`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Who may send requests, and whose allowance they count against. */
  readonly audience: Audience;
  /** Sends the answer, or throws a problem. */
  readonly handle: (request: Request, reply: Reply) => Promise<void> | void;
  /** The operation for the log and the metrics, and its country. */
  readonly operation?: string;
  readonly country?: Country | undefined;
}

/** A route that everyone may read. */
export function getRoute(path: string, handle: HttpRoute['handle'], more: Partial<HttpRoute> = {}): HttpRoute {
  return { path, methods: ['GET', 'HEAD'], audience: 'everyone', handle, ...more };
}
