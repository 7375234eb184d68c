/// <reference lib="dom" />
import type { AddressBE, AddressLU, AddressNL } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import type { Page, Suggestion } from '../model/suggestion.ts';

export type Address = AddressNL | AddressBE | AddressLU;

/** A request to autocomplete. */
export interface Question {
  readonly search?: string;
  readonly context?: string;
  readonly page?: number;
  readonly perPage?: number;
}

/** A request that was made, for display. */
export interface RequestNote {
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly body: unknown;
}

/** An error answer of the service. `status` 0: the service was not reached. */
export class ServiceProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** 0 unless the service says when to come back. */
  readonly retryAfterSeconds: number;

  constructor(status: number, code: string, detail: string, retryAfterSeconds = 0) {
    super(detail);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same request can have an answer later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export interface Health {
  readonly countries: readonly {
    readonly country: Country;
    readonly registers: readonly {
      readonly name: string;
      readonly publisher: string;
      readonly reference_date: string | null;
      readonly licence: string;
      readonly attribution: string | null;
    }[];
    readonly counts: { readonly addresses: number };
  }[];
}

const PER_PAGE = 20;

export interface ServiceClientOptions {
  /** The URL of the service without a slash at its end: `/addresses` or `https://addresses.example`; default: the page's own origin. */
  readonly endpoint?: string;
  /** A publishable key, which a service on another origin requires. It is sent in the URL, so that no request needs a preflight. */
  readonly key?: string;
  /** The language of names in the answers that have several: `nl`, `fr` or `de`. */
  readonly language?: 'nl' | 'fr' | 'de' | undefined;
  /** Addresses have the register's identifier and the code of their municipality. */
  readonly identifiers?: boolean;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Pauses before retries, in milliseconds, after a lost connection or from an overloaded service. */
const RETRY_MS = [250, 1000] as const;
/** If the service asks for a longer wait than this, the request is not retried. */
const MAX_RETRY_AFTER_SECONDS = 2;

/**
 * Sends requests to an address service: the one that the page comes from, or one at another endpoint. Requests that fail temporarily are
 * retried.
 */
export class ServiceClient {
  /** A bearer token, for a service that requires one; `''` otherwise. */
  token = '';
  /** Called for every request when it has been answered. */
  onRequest: (note: RequestNote) => void = () => {};
  /** Requests have no additional headers, which on another origin would cost a preflight each. */
  readonly #isSimple: boolean;
  readonly #base: string;
  readonly #options: ServiceClientOptions;
  #session = newSession();

  constructor(options: ServiceClientOptions = {}) {
    const { endpoint = '', key } = options;
    this.#options = options;
    this.#base = endpoint === '' ? '' : `${endpoint.replace(/\/$/, '')}/`;
    this.#isSimple = key !== undefined || /^https?:/.test(endpoint);
  }

  /** Starts a new drill-down: later requests belong to it. */
  startSession(): void {
    this.#session = newSession();
  }

  /** An empty page when nothing is found. @throws ServiceProblem */
  async autocomplete(country: Country, question: Question, signal: AbortSignal): Promise<Page<Suggestion> | Address> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(question)) if (value !== undefined) query.set(name, String(value));
    query.set('per_page', String(question.perPage ?? PER_PAGE));
    query.delete('perPage');
    if (this.#options.language !== undefined) query.set('language', this.#options.language);
    if (this.#options.identifiers === true) query.set('identifiers', 'true');
    return this.#ask(`v1/autocomplete/${country}?${query}`, signal);
  }

  /** Nearest first; an empty page when there are none. @throws ServiceProblem */
  async radius(
    country: Country,
    [latitude, longitude]: readonly [number, number],
    metres: number,
    signal: AbortSignal,
  ): Promise<Page<Address>> {
    const found = await this.#ask<Page<Address> | Address>(
      `v1/radius/${country}/${latitude}/${longitude}/${metres}?per_page=${MAX_MAP_ADDRESSES}`,
      signal,
    );
    return 'results' in found ? found : pageOf([found]);
  }

  /** @throws ServiceProblem */
  async health(): Promise<Health> {
    try {
      const response = await fetch(`${this.#base}health`);
      return (await response.json()) as Health;
    } catch {
      throw unreachable();
    }
  }

  async #ask<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
    for (const [attempt, wait] of [...RETRY_MS, undefined].entries()) {
      const answer = await this.#askOnce<Answer>(path, signal).catch((error: unknown) => {
        if (signal.aborted || wait === undefined || !(error instanceof ServiceProblem) || !error.mayPass) throw error;
        if (error.retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) throw error;
        return new Promise<undefined>((resolve) =>
          setTimeout(() => resolve(undefined), Math.max(wait, error.retryAfterSeconds * 1000)),
        );
      });
      if (answer !== undefined) return answer;
      // Superseded while it waited.
      if (signal.aborted) throw signal.reason;
      if (attempt === RETRY_MS.length) break;
    }
    throw unreachable();
  }

  async #askOnce<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
    const { key, fetch: ask = (url: string, init: RequestInit) => fetch(url, init) } = this.#options;
    const simple = new URLSearchParams({ session: this.#session, ...(key !== undefined && { key }) });
    const url = `${this.#base}${path}${this.#isSimple ? `${path.includes('?') ? '&' : '?'}${simple}` : ''}`;
    const headers = this.#isSimple
      ? {}
      : {
          'X-AutocompleteSessionId': this.#session,
          ...(this.token !== '' && { Authorization: `Bearer ${this.token}` }),
        };
    const start = performance.now();
    let response: Response;
    let text: string;
    try {
      response = await ask(url, { headers, signal });
      text = await response.text();
    } catch (error) {
      if (signal.aborted) throw error;
      throw unreachable();
    }
    const body = parseJson(text);
    const milliseconds = performance.now() - start;
    this.onRequest({ path: `/${path}`, status: response.status, milliseconds, body });
    if (response.ok && body !== undefined) return body as Answer;
    const problem = body as { code?: string; detail?: string } | undefined;
    if (problem?.code === 'nothing-found') return pageOf([]) as Answer;
    throw new ServiceProblem(
      response.ok ? 502 : response.status,
      problem?.code ?? '',
      problem?.detail ?? `The service answered with ${response.status}.`,
      Number(response.headers.get('retry-after') ?? 0) || 0,
    );
  }
}

/** Maximum number of neighbours requested: the longest page of the service. */
export const MAX_MAP_ADDRESSES = 1000;

function unreachable(): ServiceProblem {
  return new ServiceProblem(0, 'unreachable', 'The service cannot be reached.');
}

/** A page with all items. It is a new list each time, because views compare lists by identity. */
function pageOf<Item>(results: readonly Item[]): Page<Item> {
  const count = results.length;
  return { results, pagination: { page: 1, per_page: PER_PAGE, total_count: count, total_pages: Math.min(1, count) } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function newSession(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join('');
}
