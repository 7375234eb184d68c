/// <reference lib="dom" />
import type { Health } from '../../client/service-client.ts';
import { element, elementById } from '../../element/dom.ts';
import { say, texts } from './page-texts.ts';

/** The small parts of the page around the field: the token, the requests made, the registers served. */

const STORAGE_KEY = 'address-lookup-token';

/**
 * Asks for the token, if the service needs one. It is kept only in this tab, until the tab is closed, and is sent in the
 * header of requests to this service and nowhere else.
 */
export class TokenPanel {
  readonly #panel: HTMLElement = elementById('token-panel');
  readonly #input: HTMLInputElement = elementById<HTMLInputElement>('token');
  readonly #message: HTMLElement = elementById('token-message');
  readonly #isNeeded: boolean = document.documentElement.dataset['needsToken'] === 'true';

  constructor(onToken: () => void) {
    this.#panel.hidden = !this.#isNeeded || this.token !== '';
    this.#panel.addEventListener('submit', (event) => {
      event.preventDefault();
      sessionStorage.setItem(STORAGE_KEY, this.#input.value.trim());
      if (this.token === '') return;
      this.#input.value = '';
      this.#panel.hidden = true;
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
    this.#message.textContent = hadOne ? texts.tokenWrong : '';
    this.#input.setAttribute('aria-invalid', String(hadOne));
    this.#input.focus();
  }
}

const MAX_REQUESTS = 12;

/** The requests that the page has made, latest first, each with its answer, for developers. */
export class RequestPanel {
  readonly #list: HTMLElement = elementById('requests');

  async add(request: string, response: Response, milliseconds: number): Promise<void> {
    const body: unknown = await response.json().catch(() => undefined);
    const answer = element('pre', { class: 'panel', tabindex: '0' });
    const details = element(
      'details',
      {},
      element(
        'summary',
        { class: 'row' },
        element('span', response.ok ? {} : { class: 'problem' }, String(response.status)),
        element('code', {}, request),
        element('span', { class: 'dim' }, `${milliseconds.toFixed(0)} ms`),
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
      element('strong', {}, say('addresses', texts[country], counts.addresses)),
      ...[...sources, ...attributions].map((line) => element('div', { class: 'dim' }, line)),
    );
  });
}
