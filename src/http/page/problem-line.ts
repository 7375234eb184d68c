/// <reference lib="dom" />
import { elementById } from './dom.ts';
import { ServiceProblem } from './service-client.ts';

/** What went wrong, in a line under the field, and a button to try it again where that can help. */
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
    this.#text.textContent = isOfService ? problem.message : 'The page failed; its console says how.';
    this.#frame.hidden = false;
  }

  clear(): void {
    this.#frame.hidden = true;
    this.#text.textContent = '';
  }
}
