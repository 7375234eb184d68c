/// <reference lib="dom" />
import type { Country } from '../model/country.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { type Language, languageOf, lineOf } from './address-text.ts';
import { DrillDown, type Search } from './drill-down.ts';
import { type Address, type ServiceClient, ServiceProblem } from './service-client.ts';
import { coverageOf, missingNumberIn } from './typed-words.ts';

/** What a field shows. A new object at every change. */
export interface SessionState {
  /** The text of the field. It changes by itself when a suggestion is chosen. */
  readonly text: string;
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
  readonly additions: readonly Suggestion[];
  readonly problem: ServiceProblem | undefined;
}

export interface SuggestionList {
  /** The text it belongs to. */
  readonly text: string;
  /** The part of the text that was searched for; the rest has been chosen. */
  readonly typed: string;
  readonly isWithinChoice: boolean;
  readonly suggestions: readonly Suggestion[];
  readonly total: number;
  /** A typed house number that no suggestion has: the list has the nearest ones. */
  readonly missingNumber: string | undefined;
  /** A suggestion for the text in another country, where more of its words are found. */
  readonly elsewhere: Elsewhere | undefined;
}

export interface Elsewhere {
  readonly country: Country;
  readonly suggestion: Suggestion;
}

export interface AddressSessionOptions {
  readonly client: ServiceClient;
  readonly country: Country;
  /** Other countries to search if words of the text are not found; none unless given. */
  readonly countries?: readonly Country[];
  /** Pause after the last letter; 70 unless given: long enough to skip intermediate states of fast typing, short enough not to be noticed. */
  readonly debounceMs?: number;
  readonly onChange: (state: SessionState, before: SessionState) => void;
}

/** Another country is searched only after a pause in typing. */
const ELSEWHERE_MS = 350;

/**
 * The logic of an address field, without the field itself: typing is debounced, the last answer wins, a suggestion opens into the
 * next level or is the address, and Enter pressed before the list has arrived takes effect when it arrives.
 *
 * @example
 * const session = new AddressSession({ client: new ServiceClient(), country: 'nl', onChange: (state) => render(state) });
 * session.type('kalverstr');
 * session.choose(state.list.suggestions[0]);
 */
export class AddressSession {
  readonly #options: AddressSessionOptions;
  readonly #drillDown = new DrillDown();
  #state: SessionState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #elsewhereTimer: ReturnType<typeof setTimeout> | undefined;
  #asked = new AbortController();
  #page = 1;
  /** Whether Enter was pressed before the list arrived, and means its first row. */
  #isFirstMeant = false;
  #retry: () => void = () => {};

  constructor(options: AddressSessionOptions) {
    this.#options = options;
    this.#state = { ...EMPTY, country: options.country };
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Call when the text has been changed by typing or pasting. */
  type(text: string): void {
    this.#isFirstMeant = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#elsewhereTimer);
    this.#set({ text, address: undefined, language: undefined, additions: [] });
    this.#timer = setTimeout(() => void this.search(), this.#options.debounceMs ?? 70);
  }

  /** Searches for the current text. */
  async search(): Promise<void> {
    clearTimeout(this.#timer);
    const question = this.#drillDown.searchFor(this.#state.text);
    if (question === undefined) {
      this.#cancel();
      this.#set({ list: undefined, problem: undefined });
      return;
    }
    this.#retry = () => void this.search();
    const answer = await this.#ask(question, 1);
    if (answer !== undefined) this.#present(question, answer);
  }

  /** Chooses the marked suggestion or, if the list belongs to an earlier text, the first one of the next list. */
  confirm(suggestion: Suggestion | undefined): void {
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
  async choose(suggestion: Suggestion): Promise<void> {
    this.#isFirstMeant = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#elsewhereTimer);
    const { value, context, precision } = suggestion;
    const additions = this.#additionsOf(suggestion);
    this.#set({ text: value });
    this.#retry = () => void this.choose(suggestion);
    const answer = await this.#ask({ context }, 1);
    if (answer === undefined) return;
    if ('results' in answer) {
      // A house that opens has boxes, which the user types after it.
      const level = { value: precision === 'House' ? `${value} ` : value, context };
      this.#set({ text: level.value });
      this.#drillDown.enter(level);
    }
    this.#present({ context }, answer, additions);
  }

  /** The same text in another country, and the suggestion there. */
  async chooseElsewhere({ country, suggestion }: Elsewhere): Promise<void> {
    this.#drillDown.reset();
    this.#set({ country });
    await this.choose(suggestion);
  }

  /** Shows an address that was found in another way, such as on a map. */
  show(address: Address, language: Language | undefined): void {
    this.#cancel();
    this.#drillDown.reset();
    this.#set({ text: lineOf(address, language), list: undefined, problem: undefined, additions: [] });
    this.#complete(address, language, []);
  }

  /** Fetches further suggestions and appends them. */
  async showMore(): Promise<void> {
    const { list } = this.#state;
    if (list === undefined || list.suggestions.length >= list.total) return;
    const question = this.#drillDown.searchFor(list.text);
    if (question === undefined) return;
    const answer = await this.#ask(question, this.#page + 1);
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
    this.#set({ text, list: undefined, problem: undefined });
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
    clearTimeout(this.#elsewhereTimer);
    this.#isFirstMeant = false;
    this.#set({ isBusy: false });
  }

  #present(question: Search, answer: Answer, additions: readonly Suggestion[] = []): void {
    if (!('results' in answer)) {
      this.#complete(answer, languageOf(answer, this.#state.text), additions);
      return;
    }
    const { results, pagination } = answer;
    const typed = question.search ?? '';
    this.#page = 1;
    this.#set({
      list: {
        text: this.#state.text,
        typed,
        isWithinChoice: question.context !== undefined,
        suggestions: results,
        total: pagination.total_count,
        missingNumber: missingNumberIn(typed, results),
        elsewhere: undefined,
      },
    });
    if (question.context === undefined) this.#lookElsewhere(typed, results);
    // If the number does not exist, none in the list is the one meant.
    const isMeant = this.#isFirstMeant && results.length > 0 && this.#state.list?.missingNumber === undefined;
    this.#isFirstMeant = false;
    if (isMeant) void this.choose(results[0]!);
  }

  #complete(address: Address, language: Language | undefined, additions: readonly Suggestion[]): void {
    this.#options.client.startSession();
    this.#set({ address, language, additions, list: undefined, problem: undefined });
  }

  /** The suggestions of the list that add a letter, addition or box: `12 A` and `12-2` for `12`. */
  #additionsOf({ label, description }: Suggestion): readonly Suggestion[] {
    return (this.#state.list?.suggestions ?? []).filter(
      (each) =>
        each.precision === 'House' &&
        each.description === description &&
        each.label.startsWith(label) &&
        /^[\s-]?\p{L}|^-|^\s/u.test(each.label.slice(label.length)),
    );
  }

  #lookElsewhere(typed: string, results: readonly Suggestion[]): void {
    const { client, countries = [] } = this.#options;
    const here = Math.max(0, ...results.slice(0, 3).map((each) => coverageOf(typed, each)));
    const others = countries.filter((each) => each !== this.#state.country);
    if (here === 1 || others.length === 0 || typed.length < 4) return;
    const { list } = this.#state;
    const { signal } = this.#asked;
    this.#elsewhereTimer = setTimeout(async () => {
      let best: { coverage: number; found: Elsewhere } | undefined;
      for (const country of others) {
        const answer = await client.autocomplete(country, { search: typed, perPage: 3 }, signal).catch(() => undefined);
        if (answer === undefined || !('results' in answer)) continue;
        for (const suggestion of answer.results) {
          const coverage = coverageOf(typed, suggestion);
          if (coverage > (best?.coverage ?? here)) best = { coverage, found: { country, suggestion } };
        }
      }
      if (best !== undefined && list !== undefined && this.#state.list === list) {
        this.#set({ list: { ...list, elsewhere: best.found } });
      }
    }, ELSEWHERE_MS);
  }

  /** The answer; `undefined` if a later request superseded it, or if the service reported a problem, which is then shown. */
  async #ask(question: Search, page: number): Promise<Answer | undefined> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#set({ isBusy: true });
    try {
      const answer = await this.#options.client.autocomplete(this.#state.country, { ...question, page }, signal);
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

type Answer = Awaited<ReturnType<ServiceClient['autocomplete']>>;

const EMPTY: Omit<SessionState, 'country'> = {
  text: '',
  isBusy: false,
  list: undefined,
  address: undefined,
  language: undefined,
  additions: [],
  problem: undefined,
};
