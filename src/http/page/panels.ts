/// <reference lib="dom" />

import { type Health, ServiceProblem } from '../../client/service-client.ts';
import { element, elementById } from '../../element/dom.ts';
import { fieldTexts, language, say, texts } from './page-texts.ts';

/** The small parts of the page around the field: the token, problems, the requests made, the registers served. */

const STORAGE_KEY = 'address-lookup-token';

/**
 * Asks for the token, if the service needs one. It is kept only in this tab, until the tab is closed, and is sent in the
 * header of requests to this service and nowhere else.
 */
export class TokenPanel {
  readonly #panel: HTMLElement;
  readonly #input: HTMLInputElement = elementById<HTMLInputElement>('token');
  readonly #message: HTMLElement = elementById('token-message');
  readonly #isNeeded: boolean = document.documentElement.getAttribute('data-needs-token') === 'true';

  constructor(panel: HTMLFormElement, onToken: () => void) {
    this.#panel = panel;
    panel.hidden = !this.#isNeeded || this.token !== '';
    panel.addEventListener('submit', (event) => {
      event.preventDefault();
      sessionStorage.setItem(STORAGE_KEY, this.#input.value.trim());
      if (this.token === '') return;
      this.#input.value = '';
      panel.hidden = true;
      onToken();
    });
  }

  /** `''` if there is none. */
  get token(): string {
    return this.#isNeeded ? (sessionStorage.getItem(STORAGE_KEY) ?? '') : '';
  }

  /** Asks again, after the service has refused the token. */
  askAgain(): void {
    const hadOne = this.token !== '';
    sessionStorage.removeItem(STORAGE_KEY);
    this.#panel.hidden = false;
    this.#message.textContent = hadOne ? texts.said.tokenWrong : '';
    this.#input.setAttribute('aria-invalid', String(hadOne));
    this.#input.focus();
  }
}

/** A problem, in a line under the field, with a button to try again if that can help. */
export class ProblemLine {
  readonly #frame: HTMLElement = elementById('problem');
  readonly #text: HTMLElement = elementById('problem-text');
  readonly #button: HTMLElement = elementById('retry');
  #retry: () => void = () => {};

  constructor() {
    this.#button.addEventListener('click', () => this.#retry());
  }

  show(problem: unknown, retry: () => void): void {
    const isOfService = problem instanceof ServiceProblem;
    if (!isOfService) console.error(problem);
    this.#retry = retry;
    this.#button.hidden = !isOfService || !problem.mayPass;
    this.#text.textContent = isOfService ? sentenceOf(problem) : texts.said.pageFailed;
    this.#frame.hidden = false;
  }

  clear(): void {
    this.#frame.hidden = true;
    this.#text.textContent = '';
  }
}

/** The sentence for a problem: temporary ones in the language of the page, others as the service states them, in English. */
function sentenceOf(problem: ServiceProblem): string {
  if (language === 'en') return problem.message;
  if (problem.status === 0) return fieldTexts.unreachable;
  return problem.status === 429 ? fieldTexts.busy : problem.message;
}

/** A request that was made. */
interface RequestNote {
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly body: unknown;
}

const MAX_REQUESTS = 12;

/** The requests that the page has made, latest first, each with its answer, for developers. */
export class RequestPanel {
  readonly #list: HTMLElement;

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  add({ path, status, milliseconds, body }: RequestNote): void {
    const answer = element('pre', { tabindex: '0' });
    const details = element(
      'details',
      {},
      element(
        'summary',
        {},
        element('span', { class: status < 400 ? 'status' : 'status failed' }, String(status)),
        element('code', {}, `GET ${path}`),
        element('span', { class: 'duration' }, `${milliseconds.toFixed(0)} ms`),
      ),
      answer,
    );
    // Long answers become text only when they are opened.
    details.addEventListener('toggle', () => {
      if (answer.textContent === '') answer.textContent = JSON.stringify(body, null, 2) ?? 'No body.';
    });
    this.#list.prepend(element('li', {}, details));
    while (this.#list.children.length > MAX_REQUESTS) this.#list.lastElementChild?.remove();
  }
}

/** A line for each country that the service has: its addresses, and the registers that they are from. */
export function registerLines({ countries }: Health): HTMLElement[] {
  return countries.map(({ country, registers, counts }) => {
    const sources = registers.map(({ name, publisher, reference_date, licence }) =>
      [`${name}, ${publisher}`, reference_date, licence].filter((part) => part !== null).join(' · '),
    );
    const attributions = new Set(registers.flatMap(({ attribution }) => attribution ?? []));
    return element(
      'li',
      {},
      element('strong', {}, say('addresses', fieldTexts[country], counts.addresses)),
      ...[...sources, ...attributions].map((line) => element('span', {}, line)),
    );
  });
}
