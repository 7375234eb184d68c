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
  /** The service is being asked. */
  readonly isBusy: boolean;
  /** The list for `listText`; `undefined` while there is none. */
  readonly list: SuggestionList | undefined;
  /** The address of the text, once there is one. */
  readonly address: Address | undefined;
  /** In which its names are written in the text, where it has several. */
  readonly language: Language | undefined;
  /** Addresses with the number of the chosen one and a letter, addition or box, in case one of them is meant. */
  readonly additions: readonly Suggestion[];
  readonly problem: ServiceProblem | undefined;
}

export interface SuggestionList {
  /** The text that it is for. */
  readonly text: string;
  /** What of the text was searched for; the rest has been chosen. */
  readonly typed: string;
  readonly isWithinChoice: boolean;
  readonly suggestions: readonly Suggestion[];
  readonly total: number;
  /** A house number that was typed and that no suggestion has: those in the list are the nearest. */
  readonly missingNumber: string | undefined;
  /** The same text in another country, where more of its words are found. */
  readonly elsewhere: Elsewhere | undefined;
}

export interface Elsewhere {
  readonly country: Country;
  readonly suggestion: Suggestion;
}

export interface AddressSessionOptions {
  readonly client: ServiceClient;
  readonly country: Country;
  /** Other countries to look in where words of the text are not found; none unless given. */
  readonly countries?: readonly Country[];
  /** After the last letter; 70 unless given: long enough to skip the middle of fast typing, short enough not to be felt. */
  readonly debounceMs?: number;
  readonly onChange: (state: SessionState, before: SessionState) => void;
}

/** Another country is asked only when the typing pauses. */
const ELSEWHERE_MS = 350;

/**
 * The logic of an address field, without the field itself: typing is debounced, the last answer wins, a suggestion opens into the
 * next level or is the address, and what was asked for too early (Enter before the list came) is done when it comes.
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
  /** Enter was pressed before the list of the text came: its first row is meant. */
  #isFirstMeant = false;
  #retry: () => void = () => {};

  constructor(options: AddressSessionOptions) {
    this.#options = options;
    this.#state = { ...EMPTY, country: options.country };
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The text has been changed by typing or pasting. */
  type(text: string): void {
    this.#isFirstMeant = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#elsewhereTimer);
    this.#set({ text, address: undefined, language: undefined, additions: [] });
    this.#timer = setTimeout(() => void this.search(), this.#options.debounceMs ?? 70);
  }

  /** Asks for the text as it is now. */
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

  /** Takes the suggestion that is marked; where the list is that of an earlier text, the first one of the list to come. */
  confirm(suggestion: Suggestion | undefined): void {
    if (suggestion !== undefined && this.isListOfText) void this.choose(suggestion);
    else if (this.#state.address === undefined) {
      this.#isFirstMeant = true;
      void this.search().catch(() => {});
    }
  }

  /** Whether the list is that of the text, and not of an earlier one. */
  get isListOfText(): boolean {
    return this.#state.list?.text === this.#state.text;
  }

  /** A suggestion opens into a list, or is the address. */
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
      // A house that opens has boxes, which are typed after it.
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

  /** An address that was found otherwise, such as on a map. */
  show(address: Address, language: Language | undefined): void {
    this.#cancel();
    this.#drillDown.reset();
    this.#set({ text: lineOf(address, language), list: undefined, problem: undefined, additions: [] });
    this.#complete(address, language, []);
  }

  /** Fetches further suggestions, below those that are there. */
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

  /** An empty field, and another drill-down. */
  clear(country: Country = this.#state.country): void {
    this.#cancel();
    this.#drillDown.reset();
    this.#options.client.startSession();
    this.#set({ ...EMPTY, country });
  }

  /** A text kept as it is: nothing is looked up for it. */
  keep(text: string): void {
    this.#cancel();
    this.#set({ text, list: undefined, problem: undefined });
  }

  /** Does again what had a problem. */
  retry(): void {
    this.#set({ problem: undefined });
    this.#retry();
  }

  /** What is asked, or about to be, is not wanted any more. */
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
    // A number that is not there is not one that was meant.
    const isMeant = this.#isFirstMeant && results.length > 0 && this.#state.list?.missingNumber === undefined;
    this.#isFirstMeant = false;
    if (isMeant) void this.choose(results[0]!);
  }

  #complete(address: Address, language: Language | undefined, additions: readonly Suggestion[]): void {
    this.#options.client.startSession();
    this.#set({ address, language, additions, list: undefined, problem: undefined });
  }

  /** `12 A` and `12-2` beside `12`, of those that were in the list. */
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

  /** The answer, or `undefined` when another question has overtaken it or the service has a problem, which is shown. */
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
