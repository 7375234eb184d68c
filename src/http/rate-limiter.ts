export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
  /** Processor time that answers may take in every `TIME_WINDOW_SECONDS`, in milliseconds; default `CLIENT_MS`. */
  readonly processorMs?: number;
}

/** The state of a client's allowance after one request. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Time until the allowance is full again. */
  readonly resetSeconds: number;
  /** What is used up, to end a sentence; only of a request that is not allowed. */
  readonly used?: string;
}

/** Whose processor time an answer takes. */
export interface Account {
  readonly limiter: RateLimiter;
  readonly key: string;
}

/** What one process has counted in one window, by client. */
export interface WindowCounts {
  readonly window: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** What one process has counted: requests, and milliseconds of processor time. */
export type NewCounts = readonly [requests: WindowCounts | undefined, milliseconds: WindowCounts | undefined];

/** The window of processor time. */
const TIME_WINDOW_SECONDS = 10;
/** Milliseconds of processor time of a client in a window: a fifth of one core. */
export const CLIENT_MS = 2000;
/** The same of whoever is not known by a token: a visitor of a page with a key, or an address. */
export const VISITOR_MS = 500;

/**
 * Limits what a client asks for: requests in a window, and the processor time of their answers, since one request may cost
 * a hundred times what another does. The time of an answer is known when it is there, so a client is refused once it has
 * used up its time. Windows are aligned to the clock, so that several processes share them and can add up their counts
 * (`takeNewCounts`, `addCounts`). O(1); memory is two numbers per client and window.
 */
export class RateLimiter {
  readonly limit: RateLimit;
  readonly #now: () => number;
  readonly #requests: Window;
  readonly #milliseconds: Window = new Window(TIME_WINDOW_SECONDS);

  /** @param now milliseconds since 1970 */
  constructor(limit: RateLimit, now: () => number = Date.now) {
    this.limit = limit;
    this.#now = now;
    this.#requests = new Window(limit.seconds);
  }

  /**
   * Counts one request; a refused request is not counted.
   *
   * @param requests the limit of this client, if it differs
   * @param processorMs the same for its processor time
   */
  take(
    client: string,
    requests: number = this.limit.requests,
    processorMs: number = this.limit.processorMs ?? CLIENT_MS,
  ): Allowance {
    const now = this.#now();
    const windowSeconds = this.#requests.secondsLeft(now);
    const remaining = requests - this.#requests.count(client, now) - 1;
    const resetSeconds = remaining < 0 ? windowSeconds : this.secondsToWait(client, processorMs);
    if (resetSeconds > 0) {
      const requested = `${requests} requests in ${this.limit.seconds} s`;
      const used = remaining < 0 ? requested : `${processorMs / 1000} s of processor time in ${TIME_WINDOW_SECONDS} s`;
      return { isAllowed: false, remaining: 0, resetSeconds, used };
    }
    this.#requests.add(client, 1, now);
    return { isAllowed: true, remaining, resetSeconds: windowSeconds };
  }

  /** The seconds until a client has processor time again; 0 while it has some. */
  secondsToWait(client: string, processorMs: number = this.limit.processorMs ?? CLIENT_MS): number {
    const now = this.#now();
    return this.#milliseconds.count(client, now) < processorMs ? 0 : this.#milliseconds.secondsLeft(now);
  }

  /** Counts the processor time of an answer. */
  spend(client: string, milliseconds: number): void {
    this.#milliseconds.add(client, milliseconds, this.#now());
  }

  /** Counts since the last call; `undefined` if there are none. */
  takeNewCounts(): NewCounts | undefined {
    const counts: NewCounts = [this.#requests.takeNewCounts(), this.#milliseconds.takeNewCounts()];
    return counts.every((each) => each === undefined) ? undefined : counts;
  }

  /** Adds the counts of another process. */
  addCounts([requests, milliseconds]: NewCounts): void {
    // Between processes, what is absent is null.
    if (requests) this.#requests.addCounts(requests);
    if (milliseconds) this.#milliseconds.addCounts(milliseconds);
  }
}

/** What clients have used in the current window of so many seconds. */
class Window {
  readonly #ms: number;
  #window = -1;
  #counts: Map<string, number> = new Map();
  /** Counts not yet shared with other processes. */
  #newCounts: Map<string, number> = new Map();

  constructor(seconds: number) {
    this.#ms = seconds * 1000;
  }

  count(client: string, now: number): number {
    this.#enter(Math.floor(now / this.#ms));
    return this.#counts.get(client) ?? 0;
  }

  add(client: string, amount: number, now: number): void {
    const count = this.count(client, now);
    this.#counts.set(client, count + amount);
    this.#newCounts.set(client, (this.#newCounts.get(client) ?? 0) + amount);
  }

  secondsLeft(now: number): number {
    return Math.ceil((this.#ms - (now % this.#ms)) / 1000);
  }

  takeNewCounts(): WindowCounts | undefined {
    if (this.#newCounts.size === 0) return undefined;
    const counts = Object.fromEntries(this.#newCounts);
    this.#newCounts = new Map();
    return { window: this.#window, counts };
  }

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

/**
 * The key of an address for limits: an IPv4 address, or the 64-bit network of an IPv6 address, which belongs to one
 * subscriber. With a prefix that no client name can have.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return `ip:${address}`;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return `ip:${mapped}`;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `ip:${[...head, ...zeros].slice(0, 4).join(':')}::/64`;
}
