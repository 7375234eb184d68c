import { HttpProblem } from './problems.ts';

/**
 * Finds the route of a path, with its parameters: O(routes), of which there are some thirty. A segment of a pattern that begins with a colon
 * is a parameter. Of two patterns that a path has, the first holds. Each segment of a path is decoded once, so an encoded slash is a part of its segment. A
 * slash at the end counts, but not under `/v1`.
 *
 * What is returned throws HttpProblem `malformed-request` for a path that cannot be decoded.
 */
export function routerOf<Route extends { readonly path: string }>(
  routes: readonly Route[],
): (path: string) => { readonly route: Route; readonly params: Record<string, string> } | undefined {
  const known = routes.map((route) => ({ route, segments: route.path.split('/') }));
  return (path) => {
    const sent = (path.startsWith('/v1/') && path.endsWith('/') ? path.slice(0, -1) : path).split('/');
    const values = path.includes('%') ? sent.map(decoded) : sent;
    const found = known.find(
      ({ segments }) =>
        segments.length === values.length &&
        segments.every((segment, i) => segment.startsWith(':') || segment === values[i]),
    );
    if (found === undefined) return undefined;
    const params: Record<string, string> = {};
    found.segments.forEach((segment, i) => {
      if (segment.startsWith(':')) params[segment.slice(1)] = values[i]!;
    });
    return { route: found.route, params };
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpProblem('malformed-request', 'The path cannot be decoded. Percent-encode each segment as UTF-8.');
  }
}
