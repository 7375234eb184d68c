import type { TObject } from 'typebox';
import type { Reply, Request } from './exchange.ts';
import type { RouteDescription } from './openapi.ts';

/** A route of the service. */
export interface HttpRoute {
  /** Parameters are written `:name`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Sends the answer, or throws a problem. */
  readonly handle: (request: Request, reply: Reply) => Promise<void> | void;
  /** Whether it answers addresses, admits by itself, and reports its answers. */
  readonly isOperation?: boolean;
  /** Whether a slash at the end makes it another path. */
  readonly isExact?: boolean;
  /** Its entry in /openapi.json; a route without it is left out. */
  readonly description?: RouteDescription;
  readonly request?: { readonly params?: TObject; readonly querystring?: TObject; readonly headers?: TObject };
}

/** A route that is read. */
export function getRoute(path: string, handle: HttpRoute['handle'], more: Partial<HttpRoute> = {}): HttpRoute {
  return { path, methods: ['GET', 'HEAD'], handle, ...more };
}

export type DescribedRoute = HttpRoute & { readonly description: RouteDescription };

export function isDescribed(route: HttpRoute): route is DescribedRoute {
  return route.description !== undefined;
}
