import { HttpProblem } from './problems.ts';

/**
 * Finds the route of a path: O(segments). A segment of a pattern that begins with a colon is a parameter. Each segment of a
 * path is decoded once, so an encoded slash is a part of its segment.
 */
export class Router<Route> {
  readonly #root: Branch<Route> = { named: new Map() };

  /** @param isExact whether the path may not end with another slash */
  add(pattern: string, route: Route, isExact: boolean = false): void {
    const names: string[] = [];
    let branch = this.#root;
    for (const segment of pattern.split('/').slice(1)) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        branch.other ??= { named: new Map() };
        branch = branch.other;
      } else {
        const next: Branch<Route> = branch.named.get(segment) ?? { named: new Map() };
        branch.named.set(segment, next);
        branch = next;
      }
    }
    branch.end = { route, names, isExact };
  }

  /**
   * The route of a path with its parameters; `undefined` if there is none.
   *
   * @throws HttpProblem `malformed-request` for a path that cannot be decoded
   */
  find(path: string): { readonly route: Route; readonly params: Record<string, string> } | undefined {
    const isEncoded = path.includes('%');
    const hasSlash = path.length > 1 && path.endsWith('/');
    const length = hasSlash ? path.length - 1 : path.length;
    const values: string[] = [];
    let branch: Branch<Route> | undefined = this.#root;
    for (let from = 1; from <= length; ) {
      const slash = path.indexOf('/', from);
      const to = slash === -1 ? length : slash;
      const segment = isEncoded ? decoded(path.slice(from, to)) : path.slice(from, to);
      const next: Branch<Route> | undefined = branch.named.get(segment);
      if (next === undefined) values.push(segment);
      branch = next ?? branch.other;
      if (branch === undefined) return undefined;
      from = to + 1;
    }
    const { end } = branch;
    if (end === undefined || (hasSlash && end.isExact)) return undefined;
    const params: Record<string, string> = {};
    for (let i = 0; i < values.length; i++) params[end.names[i]!] = values[i]!;
    return { route: end.route, params };
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpProblem(
      'malformed-request',
      'The path cannot be decoded. Percent-encode each segment as UTF-8: %20 for a space, %25 for a percent sign.',
    );
  }
}

interface Branch<Route> {
  readonly named: Map<string, Branch<Route>>;
  /** Any other segment. */
  other?: Branch<Route>;
  end?: { readonly route: Route; readonly names: readonly string[]; readonly isExact: boolean };
}
