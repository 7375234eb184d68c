import { HttpProblem } from './problems.ts';
import { RateLimiter } from './rate-limiter.ts';

/** A key that pages may contain: valid only on these origins, with a limit per visitor. */
export interface PublishableKey {
  readonly key: string;
  /** `https://shop.example`, as browsers send it. */
  readonly origins: readonly string[];
  /** Requests per visitor and minute; 300 unless given: a person typing makes some 60. */
  readonly requestsPerMinute?: number;
}

/** Default requests per minute of a visitor on the page of a key. */
export const DEFAULT_VISITOR_REQUESTS = 300;

/** The keys of a service. */
export class PublishableKeys {
  /** For all keys: each visitor of each key has an allowance. Several processes add up their counts. */
  readonly limiter: RateLimiter = new RateLimiter({ requests: DEFAULT_VISITOR_REQUESTS, seconds: 60 });
  #keys: ReadonlyMap<string, PublishableKey> = new Map();

  constructor(keys: readonly PublishableKey[]) {
    this.replace(keys);
  }

  /** Takes these keys in place of those before. What visitors have used stays used. */
  replace(keys: readonly PublishableKey[]): void {
    this.#keys = new Map(keys.map((each) => [each.key, each]));
  }

  get size(): number {
    return this.#keys.size;
  }

  /**
   * The key of a page. O(1).
   *
   * @param origin that of the page: see `originOf`
   * @throws HttpProblem `key-refused` for a key that is unknown or not for this page
   */
  find(key: string, origin: string | undefined): PublishableKey {
    const known = this.#keys.get(key);
    if (known === undefined)
      throw refused('The key of the page is not one of this server. Check that it was copied whole.');
    if (origin === undefined)
      throw refused(
        'The request does not say which page it is from: it has neither Origin nor Referer. Keys are for pages; programs send a token.',
      );
    if (!known.origins.includes(origin))
      throw refused(
        `The key is not for pages of ${origin}. The operator of the server adds this origin to the key, or makes another one.`,
      );
    return known;
  }
}

export function refused(detail: string): HttpProblem {
  return new HttpProblem('key-refused', detail);
}

/**
 * The origin of the page that sends a request: the header `Origin`, or the origin of the `Referer` where browsers send no
 * `Origin`, to the page's own server.
 */
export function originOf(origin: string | undefined, referer: string | undefined): string | undefined {
  if (origin !== undefined) return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
