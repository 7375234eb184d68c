/// <reference lib="dom" />
import { AddressSession, type SessionState, type SuggestionList } from '../../client/address-session.ts';
import { lineOf } from '../../client/address-text.ts';
import { findElsewhere } from '../../client/elsewhere.ts';
import { type Health, ServiceClient, ServiceProblem } from '../../client/service-client.ts';
import { Combobox, noteOf, rowsOf } from '../../element/combobox.ts';
import { elementById } from '../../element/dom.ts';
import { counted } from '../../element/texts.ts';
import type { Country } from '../../model/country.ts';
import { describeIn } from '../../model/description.ts';
import type { SuggestionIn } from '../../model/suggestion.ts';
import { linkedAddress, linkOf } from './address-link.ts';
import { AddressPanel } from './address-panel.ts';
import { FilePanel } from './file-panel.ts';
import { fieldTexts, language, say, texts, translate } from './page-texts.ts';
import { ProblemLine, RequestPanel, registerLines, TokenPanel } from './panels.ts';

translate(document);
elementById('address-label').textContent = fieldTexts.label;
elementById('country-legend').textContent = fieldTexts.country;
elementById('clear').setAttribute('aria-label', fieldTexts.clear);
elementById('suggestions').setAttribute('aria-label', fieldTexts.suggestions);
elementById('retry').textContent = fieldTexts.retry;
for (const each of document.querySelectorAll('input[name=country]')) {
  each.nextElementSibling!.textContent = fieldTexts[(each as HTMLInputElement).value as Country];
}

const input = elementById<HTMLInputElement>('address');
const searchBox = elementById('search');
const hint = elementById('search-hint');
const clearButton = elementById('clear');
const elsewhere = elementById<HTMLButtonElement>('elsewhere');
const status = elementById('status');
const radios = [...document.querySelectorAll<HTMLInputElement>('input[name=country]')];

const base = new URL('.', location.href).href;
elementById('embed-code').textContent = `<script type="module" src="${base}element.js"></script>
<address-lookup endpoint="${base.replace(/\/$/, '')}" key="pk_…" name="address" required></address-lookup>`;
elementById('embed').hidden = false;

const client = new ServiceClient({ language: language === 'en' ? undefined : language, fetch: ask });

const problemLine = new ProblemLine();
const requestPanel = new RequestPanel(elementById('requests'));
const addressPanel = new AddressPanel(client, {
  onChoose: (address, shown) => session.show(address, shown),
  onProblem: showProblem,
});
const tokenPanel = new TokenPanel(elementById<HTMLFormElement>('token-panel'), () => {
  problemLine.clear();
  input.focus();
  // With nothing to search yet, any request shows whether the token is valid.
  if (input.value === '')
    void client
      .autocomplete({ countries: [country()], search: '1' }, new AbortController().signal)
      .catch((problem) => showProblem(problem, () => {}));
  else void session.search();
});
const combobox = new Combobox(
  input,
  { frame: elementById('popup'), list: elementById('suggestions'), note: elementById('popup-note') },
  {
    onInput: () => session.type(input.value),
    onChoose: (position) => {
      const suggestion = session.state.list?.suggestions[position];
      if (suggestion !== undefined) void session.choose(suggestion);
    },
    onConfirm: (position) => session.confirm(session.state.list?.suggestions[position]),
    onNearEnd: () => void session.showMore(),
    onReopen: () => void session.search(),
  },
);
/** The countries of this service: all, until its answer arrives. */
let served: readonly Country[] = ['nl', 'be', 'lu'];
const session = new AddressSession({ client, country: country(), onChange: show });
/** What was found in another country, and when it will be looked for: after a pause in typing. */
let offer: SuggestionIn | undefined;
let offerTimer: ReturnType<typeof setTimeout> | undefined;
const OFFER_MS = 350;

new FilePanel(() => tokenPanel.token, showProblem);
elementById('address-form').addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('keydown', (event) => {
  // Before its list has come, such as of a pasted address. A form of several fields and no button is not submitted by Enter.
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return;
  if (session.state.address === undefined && input.value.trim() !== '') session.confirm(undefined);
});
clearButton.addEventListener('click', () => {
  startAgain();
  input.focus();
});
elsewhere.addEventListener('mousedown', (event) => event.preventDefault());
elsewhere.addEventListener('click', () => {
  if (offer !== undefined) void session.choose(offer);
});
for (const radio of radios) radio.addEventListener('change', startAgain);
for (const [id, text] of [
  ['copy-address', shownLine],
  ['copy-position', () => session.state.address?.location?.wgs84.join(', ') ?? ''],
  ['copy-link', () => linkOf(session.state.country, shownLine())],
] as const) {
  elementById(id).addEventListener('click', () => {
    void copy(text()).then(() => {
      elementById('copied').textContent = say('copied', text());
    });
  });
}
startAgain();
openLink();
addEventListener('hashchange', openLink);
void showWhatIsServed();

/** The chosen address in one line; `''` while there is none. */
function shownLine(): string {
  const { address, language: shown } = session.state;
  return address === undefined ? '' : lineOf(address, shown);
}

/** Finds the address in the link to the page. */
function openLink(): void {
  const linked = linkedAddress(location.hash);
  if (linked === undefined || linked.text === session.state.text) return;
  for (const radio of radios) radio.checked = radio.value === linked.country;
  startAgain();
  input.value = linked.text;
  session.type(linked.text);
  session.confirm(undefined);
}

function country(): Country {
  return (radios.find(({ checked }) => checked)?.value ?? 'nl') as Country;
}

/** Empties the field and the form, and starts a new drill-down. */
function startAgain(): void {
  session.clear(country());
  combobox.close();
  addressPanel.clear(country());
  problemLine.clear();
  input.placeholder = texts.placeholders[country()];
  tell('');
}

/** Updates the page from the session. */
function show(state: SessionState, before: SessionState): void {
  if (input.value !== state.text) {
    input.value = state.text;
    input.scrollLeft = input.scrollWidth;
  }
  clearButton.hidden = state.text === '';
  searchBox.toggleAttribute('data-busy', state.isBusy);
  for (const radio of radios) radio.checked = radio.value === state.country;
  if (state.country !== before.country) input.placeholder = texts.placeholders[state.country];
  if (state.list !== before.list) showList(state.list, before.list);
  if (state.address !== before.address) showAddress(state);
  if (state.problem !== before.problem) {
    if (state.problem === undefined) problemLine.clear();
    else showProblem(state.problem, () => session.retry());
  }
}

function showAddress({ address, language: shown, country: chosen }: SessionState): void {
  hint.toggleAttribute('data-complete', address !== undefined);
  hint.textContent = say(address === undefined ? 'typeOn' : 'complete');
  elementById('copies').hidden = address === undefined;
  elementById('copy-position').hidden = address?.location == null;
  elementById('copied').textContent = '';
  if (address === undefined) {
    addressPanel.clear(chosen);
    return;
  }
  combobox.close();
  addressPanel.show(chosen, address, shown);
  const text = lineOf(address, shown);
  tell(say('filledIn', text));
  history.replaceState(null, '', linkOf(chosen, text));
}

function showList(list: SuggestionList | undefined, before: SuggestionList | undefined): void {
  if (list?.text !== before?.text) lookElsewhere(list);
  if (list === undefined) {
    combobox.close();
    if (session.state.text === '') tell('');
    return;
  }
  const { suggestions, total, text } = list;
  const isLonger = before?.text === text && suggestions.length > before.suggestions.length;
  if (isLonger) {
    combobox.append(
      rowsOf(suggestions.slice(before.suggestions.length), list.typed, described),
      noteOf(list, fieldTexts),
    );
  } else if (suggestions !== before?.suggestions) {
    const note = noteOf(list, fieldTexts);
    tell(total === 0 || list.missingNumber !== undefined ? note : counted(fieldTexts, total));
    combobox.show(rowsOf(suggestions, list.typed, described), note, total);
  }
}

function described({ description }: { readonly description: string }): string {
  return describeIn(language, description);
}

/** Offers what another country has for the text of a list, if more of it is found there. */
function lookElsewhere(list: SuggestionList | undefined): void {
  clearTimeout(offerTimer);
  elsewhere.hidden = true;
  if (list === undefined || list.isWithinChoice) return;
  const others = served.filter((each) => each !== session.state.country);
  offerTimer = setTimeout(async () => {
    const signal = new AbortController().signal;
    offer = await findElsewhere(client, others, list.typed, list.suggestions, signal);
    if (offer === undefined || session.state.list?.text !== list.text) return;
    const found = `${offer.label}, ${described(offer)}`;
    elsewhere.textContent = say('elsewhere', fieldTexts[offer.country], found);
    elsewhere.hidden = false;
    tell(elsewhere.textContent);
  }, OFFER_MS);
}

/** Sends a request of the client with the token, and notes it for developers. */
async function ask(url: string, { signal }: RequestInit): Promise<Response> {
  const start = performance.now();
  const headers = tokenPanel.token === '' ? undefined : { Authorization: `Bearer ${tokenPanel.token}` };
  const response = await fetch(url, { signal: signal ?? null, ...(headers && { headers }) });
  const copy = response.clone();
  void copy
    .json()
    .catch(() => undefined)
    .then((body) => {
      const milliseconds = performance.now() - start;
      requestPanel.add({ path: `/${url}`, status: response.status, milliseconds, body });
    });
  return response;
}

/** Announces a text to screen readers. */
function tell(text: string): void {
  status.textContent = text;
}

function showProblem(problem: unknown, retry: () => void): void {
  combobox.close();
  if (problem instanceof ServiceProblem && problem.status === 401) tokenPanel.askAgain();
  else {
    problemLine.show(problem, () => {
      problemLine.clear();
      input.focus();
      retry();
    });
  }
}

/** Shows the registers and their dates, and the countries of this service. */
async function showWhatIsServed(): Promise<void> {
  try {
    const health = await client.ask<Health>('health', new AbortController().signal);
    served = health.countries.map((each) => each.country);
    for (const radio of radios) radio.disabled = !served.includes(radio.value as Country);
    const chosen = radios.find(({ checked }) => checked);
    const first = radios.find(({ disabled }) => !disabled);
    if (chosen?.disabled === true && first !== undefined) {
      first.checked = true;
      startAgain();
    }
    elementById('registers').replaceChildren(...registerLines(health));
  } catch (problem) {
    showProblem(problem, () => void showWhatIsServed());
  }
}

/** Copies a text, also on insecure origins, where browsers have no clipboard API. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
