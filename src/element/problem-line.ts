/// <reference lib="dom" />
import type { ServiceProblem } from '../client/service-client.ts';
import { element } from './dom.ts';
import { type FieldTexts, withValue } from './texts.ts';

/** Shows a problem in a line, with a button to try again if that can help; hides the line if there is none. */
export function showProblem(
  line: HTMLElement,
  problem: ServiceProblem | undefined,
  texts: FieldTexts,
  onRetry: () => void,
): void {
  line.hidden = problem === undefined;
  line.replaceChildren();
  if (problem === undefined) return;
  line.append(element('p', { role: 'alert' }, sentenceOf(problem, texts)));
  if (!problem.mayPass) return;
  const button = element('button', { type: 'button' }, texts.retry);
  button.addEventListener('click', onRetry);
  line.append(button);
}

/** What may pass is said in the language of the field; anything else as the service says it, in English. */
export function sentenceOf({ status, retryAfterSeconds, mayPass, message }: ServiceProblem, texts: FieldTexts): string {
  if (status === 429) return withValue(texts.busy, retryAfterSeconds || 1);
  return mayPass ? texts.unreachable : message;
}
