/// <reference lib="dom" />
import { COUNTRIES, type Country } from '../model/country.ts';
import type { Page, SuggestionIn } from '../model/suggestion.ts';
import { countryOf, type Language, languageOf, lineOf } from './address-text.ts';
import { DrillDown, type Search } from './drill-down.ts';
import { type Address, type ServiceClient, ServiceProblem } from './service-client.ts';
import { missingNumberIn } from './typed-words.ts';

/** What a field shows. A new object at every change. */
export interface SessionState {
  /** The text of the field. It changes by itself when a suggestion is chosen. */
  readonly text: string;
  /** That of the address or of what was chosen; the first one, as long as several are searched. */
  readonly country: Country;
  /** Whether a request is in progress. */
  readonly isBusy: boolean;
  /** The list for `listText`; `undefined` while there is none. */
  readonly list: SuggestionList | undefined;
  /** The address of the text, once there is one. */
  readonly address: Address | undefined;
  /** The language of its names in the text, if they exist in several. */
  readonly language: Language | undefined;
  /** Addresses with the number of the chosen one and a letter, addition or box, in case one of them is meant. */
  readonly additions: readonly SuggestionIn[];
  readonly problem: ServiceProblem | undefined;
}

export interface SuggestionList {
  /** The text it belongs to. */
  readonly text: string;
  /** The part of the text that was searched for; the rest has been chosen. */
  readonly typed: string;
  readonly isWithinChoice: boolean;
  readonly suggestions: readonly SuggestionIn[];
  readonly total: number;
  /** A typed house number that no suggestion has: the list has the nearest ones. */
  readonly missingNumber: string | undefined;
}

export interface AddressSessionOptions {
  readonly client: ServiceClient;
  /** The country to search in; without one, all of `countries` are searched at once. */
  readonly country?: Country;
  /** All three unless given. */
  readonly countries?: readonly Country[];
  /** Pause after the last letter; 70 unless given: long enough to skip intermediate states of fast typing, short enough not to be noticed. */
  readonly debounceMs?: number;
  readonly onChange: (state: SessionState, before: SessionState) => void;
}

/**
 * The logic of an address field, without the field itself: typing is debounced, the last answer wins, a suggestion opens into the
 * next level or is the address, and Enter pressed before the list has arrived takes effect when it arrives.
 *
 * @example
 * const session = new AddressSession({ client: new ServiceClient(), countries: ['nl', 'be'], onChange: (state) => render(state) });
 * session.type('kalverstr');
 * session.choose(state.list.suggestions[0]);
 */
export class AddressSession {
  readonly #options: AddressSessionOptions;
  readonly #drillDown = new DrillDown();
  #state: SessionState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = new AbortController();
  #page = 1;
  /** Whether Enter was pressed before the list arrived, and means its first row. */
  #isFirstMeant = false;
  #retry: () => void = () => {};

  constructor(options: AddressSessionOptions) {
    this.#options = options;
    this.#state = { ...EMPTY, country: options.country ?? this.#countries[0]! };
  }

  get #countries(): readonly Country[] {
    const { country, countries = COUNTRIES } = this.#options;
    return country === undefined ? countries : [this.#state?.country ?? country];
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Call when the text has been changed by typing or pasting. */
  type(text: string): void {
    this.#isFirstMeant = false;
    clearTimeout(this.#timer);
    this.#set({ text, address: undefined, language: undefined, additions: [] });
    this.#timer = setTimeout(() => void this.search(), this.#options.debounceMs ?? 70);
  }

  /** Searches for the current text. */
  async search(): Promise<void> {
    clearTimeout(this.#timer);
    const { text } = this.#state;
    const question = this.#drillDown.searchFor(text);
    if (question === undefined) {
      this.#cancel();
      this.#set({ list: undefined, problem: undefined });
      return;
    }
    this.#retry = () => void this.search();
    const answer = await this.#find(question);
    if (answer !== undefined) this.#present(question, answer, text);
  }

  /** Takes a text that is known to be an address, such as a customer's, without a list: it is chosen if the service finds exactly it. */
  async resolve(text: string): Promise<void> {
    this.keep(text);
    this.#retry = () => void this.resolve(text);
    const countries = this.#options.countries ?? this.#countries;
    const address = await this.#ask((signal) => this.#options.client.resolve(countries, text, signal));
    if (address !== undefined && this.#state.text === text) this.show(address, languageOf(address, text));
  }

  /** Chooses the marked suggestion or, if the list belongs to an earlier text, the first one of the next list. */
  confirm(suggestion: SuggestionIn | undefined): void {
    if (suggestion !== undefined && this.isListOfText) void this.choose(suggestion);
    else if (this.#state.address === undefined) {
      this.#isFirstMeant = true;
      void this.search().catch(() => {});
    }
  }

  /** Whether the list belongs to the current text, not to an earlier one. */
  get isListOfText(): boolean {
    return this.#state.list?.text === this.#state.text;
  }

  /** Chooses a suggestion, which opens into a list or is the address. */
  async choose(suggestion: SuggestionIn): Promise<void> {
    this.#isFirstMeant = false;
    clearTimeout(this.#timer);
    const { value, context, precision, country } = suggestion;
    const additions = this.#additionsOf(suggestion);
    this.#set({ text: value, country });
    this.#retry = () => void this.choose(suggestion);
    const answer = await this.#find({ context });
    // What has been typed since counts.
    if (answer === undefined || this.#state.text !== value) return;
    if ('results' in answer) {
      // A house that opens has boxes, which the user types after it.
      const level = { value: precision === 'House' ? `${value} ` : value, context };
      this.#set({ text: level.value });
      this.#drillDown.enter(level);
    }
    this.#present({ context }, answer, this.#state.text, additions);
  }

  /** Takes an address that was found in another way, such as on a map. */
  show(address: Address, language: Language | undefined): void {
    this.#cancel();
    this.#drillDown.reset();
    this.#complete(address, language, []);
  }

  /** Fetches further suggestions and appends them. */
  async showMore(): Promise<void> {
    const { list } = this.#state;
    if (list === undefined || list.suggestions.length >= list.total) return;
    const question = this.#drillDown.searchFor(list.text);
    if (question === undefined) return;
    const answer = await this.#find(question, this.#page + 1);
    if (answer === undefined || !('results' in answer) || this.#state.list !== list) return;
    this.#page++;
    this.#set({ list: { ...list, suggestions: [...list.suggestions, ...answer.results] } });
  }

  /** Empties the field and starts a new drill-down. */
  clear(country: Country = this.#state.country): void {
    this.#cancel();
    this.#drillDown.reset();
    this.#options.client.startSession();
    this.#set({ ...EMPTY, country });
  }

  /** Keeps a text as it is, without looking it up. */
  keep(text: string): void {
    this.#cancel();
    this.#drillDown.reset();
    this.#set({ ...EMPTY, text });
  }

  /** Cancels what is under way, such as when the field is taken from the page. The session can still be used. */
  stop(): void {
    this.#cancel();
  }

  /** Repeats the request that failed. */
  retry(): void {
    this.#set({ problem: undefined });
    this.#retry();
  }

  /** Cancels requests in progress and pending ones. */
  #cancel(): void {
    this.#asked.abort();
    clearTimeout(this.#timer);
    this.#isFirstMeant = false;
    this.#set({ isBusy: false });
  }

  /** @param text what the question was, after which more may have been typed */
  #present(question: Search, answer: Answer, text: string, additions: readonly SuggestionIn[] = []): void {
    if (!('results' in answer)) {
      this.#complete(answer, languageOf(answer, text), additions);
      return;
    }
    const { results, pagination } = answer;
    const typed = question.search ?? '';
    const missingNumber = missingNumberIn(typed, results);
    this.#page = 1;
    this.#set({
      list: {
        text,
        typed,
        isWithinChoice: question.context !== undefined,
        suggestions: results,
        total: pagination.total_count,
        missingNumber,
      },
    });
    // If the number does not exist, none in the list is the one meant.
    const isMeant = this.#isFirstMeant && results.length > 0 && missingNumber === undefined;
    this.#isFirstMeant = false;
    if (isMeant) void this.choose(results[0]!);
  }

  #complete(address: Address, language: Language | undefined, additions: readonly SuggestionIn[]): void {
    this.#options.client.startSession();
    const text = lineOf(address, language);
    const country = countryOf(address);
    this.#set({ text, country, address, language, additions, list: undefined, problem: undefined });
  }

  /** The suggestions of the list that add a letter, addition or box: `12 A` and `12-2` for `12`. */
  #additionsOf({ label, description }: SuggestionIn): readonly SuggestionIn[] {
    return (this.#state.list?.suggestions ?? []).filter(
      (each) =>
        each.precision === 'House' &&
        each.description === description &&
        each.label.startsWith(label) &&
        /^[\s-]?\p{L}|^-|^\s/u.test(each.label.slice(label.length)),
    );
  }

  /** What is found in all of the countries; within a choice, in its own. */
  #find(question: Search, page: number = 1): Promise<Answer | undefined> {
    const countries = question.context === undefined ? this.#countries : [this.#state.country];
    return this.#ask((signal) => this.#options.client.autocomplete({ countries, ...question, page }, signal));
  }

  /** The answer; `undefined` if a later request superseded it, or if the service reported a problem, which is then shown. */
  async #ask<Found>(request: (signal: AbortSignal) => Promise<Found>): Promise<Found | undefined> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#set({ isBusy: true });
    try {
      const answer = await request(signal);
      if (signal.aborted) return undefined;
      this.#set({ problem: undefined });
      return answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof ServiceProblem)) throw error;
      this.#isFirstMeant = false;
      this.#set({ problem: error });
      return undefined;
    } finally {
      if (this.#asked.signal === signal) this.#set({ isBusy: false });
    }
  }

  #set(changes: Partial<SessionState>): void {
    const before = this.#state;
    const entries = Object.entries(changes) as [keyof SessionState, unknown][];
    if (entries.every(([key, value]) => before[key] === value)) return;
    this.#state = { ...before, ...changes };
    this.#options.onChange(this.#state, before);
  }
}

type Answer = Page<SuggestionIn> | Address;

const EMPTY: Omit<SessionState, 'country'> = {
  text: '',
  isBusy: false,
  list: undefined,
  address: undefined,
  language: undefined,
  additions: [],
  problem: undefined,
};
