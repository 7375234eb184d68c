/// <reference lib="dom" />
import { elementById } from './dom.ts';

const STORAGE_KEY = 'address-lookup-token';

/**
 * Asks for the token, where the service needs one. It is kept for this tab alone, until the tab is closed, and is sent in the
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

  /** `''` where there is none. */
  get token(): string {
    return this.#isNeeded ? (sessionStorage.getItem(STORAGE_KEY) ?? '') : '';
  }

  /** The service did not take the token. */
  askAgain(): void {
    const hadOne = this.token !== '';
    sessionStorage.removeItem(STORAGE_KEY);
    this.#panel.hidden = false;
    this.#message.textContent = hadOne ? 'The service does not know this token. Check that it was copied whole.' : '';
    this.#input.setAttribute('aria-invalid', String(hadOne));
    this.#input.focus();
  }
}
