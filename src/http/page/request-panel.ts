/// <reference lib="dom" />
import { element } from './dom.ts';
import type { RequestNote } from './service-client.ts';

const SHOWN = 12;

/** The requests that the page has made, latest first, each with its answer: for those who will write such a page. */
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
    // Long answers are not made into text before somebody wants to see them.
    details.addEventListener('toggle', () => {
      if (answer.textContent === '') answer.textContent = JSON.stringify(body, null, 2) ?? 'No body.';
    });
    this.#list.prepend(element('li', {}, details));
    while (this.#list.children.length > SHOWN) this.#list.lastElementChild?.remove();
  }
}
