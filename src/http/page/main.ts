/// <reference lib="dom" />
import { languageOf } from '../../client/address-text.ts';
import { type Health, ServiceClient, ServiceProblem } from '../../client/service-client.ts';
import type { AddressLookupElement } from '../../element/address-lookup.ts';
import { elementById } from '../../element/dom.ts';
import { showProblem } from '../../element/problem-line.ts';
import { linkedText, linkOf } from './address-link.ts';
import { AddressPanel } from './address-panel.ts';
import { FilePanel } from './file-panel.ts';
import { language, say, texts, translate } from './page-texts.ts';
import { RequestPanel, registerLines, TokenPanel } from './panels.ts';

/**
 * The page is `<address-lookup>`, as anybody embeds it, and what is shown of the address that is chosen in it; besides, a panel for a
 * file of addresses, and the requests that all of these make.
 */

// Before the script of the element, which takes its language from the document.
translate(document);

const field = elementById<AddressLookupElement>('field');
const radios = [...document.querySelectorAll<HTMLInputElement>('input[name=country]')];
const requestPanel = new RequestPanel();
const tokenPanel = new TokenPanel(checkToken);
const client = new ServiceClient({ language: language === 'en' ? undefined : language, fetch: send });
const addressPanel = new AddressPanel(client, {
  onChoose: (address) => {
    field.address = address;
  },
  onProblem: tell,
});
new FilePanel(send, tell);

field.fetch = send;
field.setAttribute('placeholder', texts.example);
field.addEventListener('address-select', ({ detail: { address, text } }) => {
  if (address === undefined) return;
  tell();
  addressPanel.show(address, languageOf(address, text));
  history.replaceState(null, '', linkOf(text));
});
field.addEventListener('address-clear', () => addressPanel.clear());
field.addEventListener('address-error', (event) => {
  if (event.detail.status !== 401) return;
  event.preventDefault();
  tokenPanel.askAgain();
});
for (const radio of radios) radio.addEventListener('change', () => field.setAttribute('countries', radio.value));
for (const [id, text] of [
  ['copy-address', () => field.value],
  ['copy-position', () => field.address?.location?.wgs84.join(', ') ?? ''],
  ['copy-link', () => linkOf(field.value)],
] as const) {
  elementById(id).addEventListener('click', async () => {
    await navigator.clipboard.writeText(text());
    elementById('copied').textContent = say('copied', text());
  });
}
// Browsers have a clipboard for pages of secure origins alone.
elementById('copies').hidden = navigator.clipboard === undefined;
openLink();
addEventListener('hashchange', openLink);
const base = new URL('.', location.href).href;
elementById('embed-code').textContent = `<script type="module" src="${base}element.js"></script>
<address-lookup endpoint="${base.replace(/\/$/, '')}" key="pk_…" name="address" required></address-lookup>`;
void showWhatIsServed();

/** Finds the address in the link to the page. */
function openLink(): void {
  const text = linkedText(location.hash);
  if (text !== undefined) field.value = text;
}

/** Sends a request of the page or its field with the token, and notes it for developers. */
async function send(url: string, init: RequestInit): Promise<Response> {
  const start = performance.now();
  const headers = { ...init.headers, ...(tokenPanel.token !== '' && { Authorization: `Bearer ${tokenPanel.token}` }) };
  const response = await fetch(url, { ...init, headers });
  if (init.method === undefined) void requestPanel.add(`GET /${url}`, response.clone(), performance.now() - start);
  return response;
}

/** Asks something that needs the token, to know whether it is valid; then what is in the field. */
async function checkToken(): Promise<void> {
  try {
    await client.attributions(new AbortController().signal);
  } catch (problem) {
    tell(problem, () => void checkToken());
    return;
  }
  tell();
  const text = field.value;
  field.clear();
  field.value = text;
  field.focus();
}

/** Shows a problem and offers to try again, if that can help; or that there is none. */
function tell(problem?: unknown, retry: () => void = () => {}): void {
  const line = elementById('problem');
  const known = problem instanceof ServiceProblem ? problem : undefined;
  if (known?.status === 401) tokenPanel.askAgain();
  else
    showProblem(line, known, texts, () => {
      tell();
      retry();
    });
  if (problem === known) return;
  console.error(problem);
  line.textContent = texts.pageFailed;
  line.hidden = false;
}

/** Shows the registers and their dates, and the countries of this service. */
async function showWhatIsServed(): Promise<void> {
  try {
    const health = await client.ask<Health>('health', new AbortController().signal);
    const served = new Set<string>(['', ...health.countries.map(({ country }) => country)]);
    for (const radio of radios) radio.disabled = !served.has(radio.value);
    elementById('registers').replaceChildren(...registerLines(health));
  } catch (problem) {
    // Where it is for operators alone, it is not here.
    if (!(problem instanceof ServiceProblem && problem.status === 404)) tell(problem, () => void showWhatIsServed());
  }
}
