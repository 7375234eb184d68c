import { HttpProblem } from './problems.ts';

/**
 * Finds the route of a path: O(routes), of which there are some thirty. A segment of a pattern that begins with a colon is a parameter. Each
 * segment of a path is decoded once, so an encoded slash is a part of its segment.
 */
export class Router<Route> {
  readonly #known: { readonly segments: readonly string[]; readonly route: Route; readonly isExact: boolean }[] = [];

  /** Of two patterns that a path has, the one that was added first holds. @param isExact whether the path may not end with another slash */
  add(pattern: string, route: Route, isExact: boolean = false): void {
    this.#known.push({ segments: pattern.split('/'), route, isExact });
  }

  /**
   * The route of a path with its parameters; `undefined` if there is none.
   *
   * @throws HttpProblem `malformed-request` for a path that cannot be decoded
   */
  find(path: string): { readonly route: Route; readonly params: Record<string, string> } | undefined {
    const hasSlash = path.length > 1 && path.endsWith('/');
    const sent = (hasSlash ? path.slice(0, -1) : path).split('/');
    const values = path.includes('%') ? sent.map(decoded) : sent;
    const found = this.#known.find(
      ({ segments, isExact }) =>
        segments.length === values.length &&
        !(isExact && hasSlash) &&
        segments.every((segment, i) => segment.startsWith(':') || segment === values[i]),
    );
    if (found === undefined) return undefined;
    const params: Record<string, string> = {};
    found.segments.forEach((segment, i) => {
      if (segment.startsWith(':')) params[segment.slice(1)] = values[i]!;
    });
    return { route: found.route, params };
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpProblem('malformed-request', 'The path cannot be decoded. Percent-encode each segment as UTF-8.');
  }
}
