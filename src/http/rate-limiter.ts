export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** What one request did to its client's allowance. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Until the allowance is full again. */
  readonly resetSeconds: number;
}

/** How many requests of each client one process has counted in one window. */
export interface WindowCounts {
  readonly window: number;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * So many requests a client may make in each window of so many seconds. Windows follow the clock, so that several processes
 * have the same ones and can add up their counts (`takeNewCounts`, `addCounts`). O(1); memory is one number for each client
 * of the window.
 */
export class RateLimiter {
  readonly limit: RateLimit;
  readonly #now: () => number;
  #window = -1;
  #counts: Map<string, number> = new Map();
  /** Of the counts, what other processes have not been told. */
  #newCounts: Map<string, number> = new Map();

  /** @param now milliseconds since 1970 */
  constructor(limit: RateLimit, now: () => number = Date.now) {
    this.limit = limit;
    this.#now = now;
  }

  /** Counts one request; a request that is not allowed counts for nothing. */
  take(client: string): Allowance {
    const windowMs = this.limit.seconds * 1000;
    const now = this.#now();
    this.#enter(Math.floor(now / windowMs));
    const resetSeconds = Math.ceil((windowMs - (now % windowMs)) / 1000);
    const count = this.#counts.get(client) ?? 0;
    if (count >= this.limit.requests) return { isAllowed: false, remaining: 0, resetSeconds };
    this.#counts.set(client, count + 1);
    this.#newCounts.set(client, (this.#newCounts.get(client) ?? 0) + 1);
    return { isAllowed: true, remaining: this.limit.requests - count - 1, resetSeconds };
  }

  /** What has been counted since the last call, `undefined` for nothing. */
  takeNewCounts(): WindowCounts | undefined {
    if (this.#newCounts.size === 0) return undefined;
    const counts = Object.fromEntries(this.#newCounts);
    this.#newCounts = new Map();
    return { window: this.#window, counts };
  }

  /** Adds what another process has counted. */
  addCounts({ window, counts }: WindowCounts): void {
    if (window < this.#window) return;
    this.#enter(window);
    for (const [client, count] of Object.entries(counts)) {
      this.#counts.set(client, (this.#counts.get(client) ?? 0) + count);
    }
  }

  #enter(window: number): void {
    if (window === this.#window) return;
    this.#window = window;
    this.#counts = new Map();
    this.#newCounts = new Map();
  }
}
