/// <reference lib="dom" />
import type { AddressBE, AddressLU, AddressNL } from '../model/address.ts';
import type { Country } from '../model/country.ts';
import type { DescriptionLanguage } from '../model/description.ts';
import type { Page, SuggestionIn } from '../model/suggestion.ts';

export type Address = AddressNL | AddressBE | AddressLU;

/** A request to autocomplete. */
export interface Question {
  /** Only these of the countries that the service has; all of them unless given. */
  readonly countries?: readonly Country[];
  readonly search?: string;
  readonly context?: string;
  readonly page?: number;
  readonly perPage?: number;
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
    return this.status === 0 || this.status === 429 || (this.status >= 500 && this.code !== NOT_LOADED);
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
/** The code of the problem that the service does not have a country. */
const NOT_LOADED = 'country-not-loaded';

export interface ServiceClientOptions {
  /** The URL of the service without a slash at its end: `/addresses` or `https://addresses.example`; default: the page's own origin. */
  readonly endpoint?: string | null | undefined;
  /** A publishable key, which a service on another origin requires. It is sent in the URL, so that no request needs a preflight. */
  readonly key?: string | null | undefined;
  /** The language of names in the answers that have several: `nl`, `fr` or `de`. */
  readonly language?: 'nl' | 'fr' | 'de' | null | undefined;
  /** The language of descriptions such as `street in Amsterdam`; English unless given. */
  readonly descriptionLanguage?: DescriptionLanguage | undefined;
  /** What a search suggests, with commas: `street,house`; what is chosen opens as ever. */
  readonly kinds?: string | null | undefined;
  /** Only suggestions there: a municipality, a context, a box or a circle as text, several with semicolons. */
  readonly within?: string | null | undefined;
  /** Addresses have the register's identifier and the code of their municipality. */
  readonly identifiers?: boolean;
  /** Used instead of the global `fetch`: to add a token, or to see what is asked. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
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
  readonly #base: string;
  readonly #options: ServiceClientOptions;
  #session = newSession();

  constructor(options: ServiceClientOptions = {}) {
    const { endpoint } = options;
    this.#options = options;
    this.#base = endpoint ? `${endpoint.replace(/\/$/, '')}/` : '';
  }

  /** Starts a new drill-down: later requests belong to it. */
  startSession(): void {
    this.#session = newSession();
  }

  /** A page of suggestions, empty if nothing is found; for the context of a house, its address. @throws ServiceProblem */
  autocomplete(question: Question, signal: AbortSignal): Promise<Page<SuggestionIn> | Address> {
    const { perPage: per_page = PER_PAGE, ...others } = question;
    const { language, descriptionLanguage: description_language, kinds, within } = this.#options;
    const query = new URLSearchParams();
    const values = {
      ...others,
      kinds: others.context ? null : kinds,
      within,
      per_page,
      language,
      description_language,
    };
    for (const [name, value] of Object.entries(values)) if (value != null) query.set(name, String(value));
    return this.ask(`v1/autocomplete?${this.#withDocumentOptions(query)}`, signal);
  }

  /** The address that a text means exactly, in one of the countries; `undefined` if there is none, or more than one. @throws ServiceProblem */
  async resolve(countries: readonly Country[], text: string, signal: AbortSignal): Promise<Address | undefined> {
    const query = this.#withDocumentOptions(new URLSearchParams({ text }));
    if (countries.length === 1) query.set('country', countries[0]!);
    const { status, country, addresses } = await this.ask<Resolved>(`v1/geocode?${query}`, signal);
    return status === 'exact' && countries.includes(country) ? addresses[0] : undefined;
  }

  /** The addresses with a Dutch postcode and a house number, the bare number first; an empty list for none. @throws ServiceProblem */
  async directMatch(postcode: string, housenumber: string, signal: AbortSignal): Promise<readonly AddressNL[]> {
    const query = this.#withDocumentOptions(new URLSearchParams({ alternatives: 'true' }));
    const path = [postcode, housenumber].map(encodeURIComponent).join('/');
    const found = await this.ask<readonly AddressNL[] | Page<AddressNL>>(`v1/directmatch/nl/${path}?${query}`, signal);
    // An answer that nothing is found is an empty page.
    return 'results' in found ? found.results : found;
  }

  /** The sentences that must be shown with the addresses, by country. @throws ServiceProblem */
  attributions(signal: AbortSignal): Promise<Readonly<Partial<Record<Country, readonly string[]>>>> {
    return this.ask('v1/attributions', signal);
  }

  /** Belgian addresses come with the name of the place that the suggestion had. */
  #withDocumentOptions(query: URLSearchParams): URLSearchParams {
    query.set('postal_name', 'true');
    if (this.#options.identifiers === true) query.set('identifiers', 'true');
    return query;
  }

  /** What the service answers at a path with its parameters; an empty page if it finds nothing. @throws ServiceProblem */
  async ask<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#askOnce<Answer>(path, signal);
      } catch (error) {
        const wait = RETRY_MS[attempt];
        if (signal.aborted || wait === undefined || !(error instanceof ServiceProblem) || !error.mayPass) throw error;
        if (error.retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.max(wait, error.retryAfterSeconds * 1000)));
        // Superseded while it waited.
        signal.throwIfAborted();
      }
    }
  }

  async #askOnce<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
    const { key, fetch: ask = (url: string, init: RequestInit) => fetch(url, init) } = this.#options;
    // No header of its own, which on another origin would cost a preflight each.
    const simple = new URLSearchParams({ session: this.#session, ...(key && { key }) });
    const url = `${this.#base}${path}${path.includes('?') ? '&' : '?'}${simple}`;
    let response: Response;
    let text: string;
    try {
      response = await ask(url, { signal });
      text = await response.text();
    } catch (error) {
      if (signal.aborted) throw error;
      throw unreachable();
    }
    const body = parseJson(text);
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

interface Resolved {
  readonly status: string;
  readonly country: Country;
  readonly addresses: readonly Address[];
}

/** Maximum number of neighbours requested: the longest page of the service. */
export const MAX_MAP_ADDRESSES = 100;

/** The addresses around a position, nearest first; an empty page when there are none. @throws ServiceProblem */
export async function addressesAround(
  client: ServiceClient,
  country: Country,
  [latitude, longitude]: readonly [number, number],
  metres: number,
  signal: AbortSignal,
): Promise<Page<Address>> {
  const path = `v1/radius/${country}/${latitude}/${longitude}/${metres}?per_page=${MAX_MAP_ADDRESSES}&postal_name=true`;
  const found = await client.ask<Page<Address> | Address>(path, signal);
  return 'results' in found ? found : pageOf([found]);
}

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
