/// <reference lib="dom" />
import type { Country } from '../../model/country.ts';
import type { Suggestion } from '../../model/suggestion.ts';
import { AddressPanel } from './address-panel.ts';
import { type Language, languageOf, lineOf } from './address-text.ts';
import { Combobox, type ComboboxRow } from './combobox.ts';
import { element, elementById } from './dom.ts';
import { DrillDown, type Search } from './drill-down.ts';
import { matchedParts } from './matched-parts.ts';
import { ProblemLine, RequestPanel, registerLines, TokenPanel } from './panels.ts';
import { type Address, ServiceClient, ServiceProblem } from './service-client.ts';

/** Long enough to skip the middle of fast typing, short enough not to be felt. */
const TYPING_MS = 70;

const PLACEHOLDERS: Readonly<Record<Country, string>> = {
  nl: 'Kalverstraat 1 or 1012NX',
  be: 'Wetstraat, rue de la Loi or 1000',
  lu: 'Rue de Luxembourg or 9209',
};

const HINTS = { open: 'Type and choose until it is complete', complete: 'Complete' } as const;

type Answer = Awaited<ReturnType<ServiceClient['autocomplete']>>;

/** What is in the list. */
interface Shown {
  readonly search: Search;
  /** The text of the field when the list arrived. */
  readonly text: string;
  readonly suggestions: Suggestion[];
  readonly total: number;
  readonly page: number;
}

const input = elementById<HTMLInputElement>('address');
const searchBox = elementById('search');
const hint = elementById('search-hint');
const clearButton = elementById('clear');
const status = elementById('status');
const radios = [...document.querySelectorAll<HTMLInputElement>('input[name=country]')];

const client = new ServiceClient();
const drillDown = new DrillDown();
const problemLine = new ProblemLine();
const requestPanel = new RequestPanel(elementById('requests'));
const addressPanel = new AddressPanel(client, { onChoose: showNeighbour, onProblem: showProblem });
const tokenPanel = new TokenPanel(elementById<HTMLFormElement>('token-panel'), () => {
  client.token = tokenPanel.token;
  problemLine.clear();
  input.focus();
  // With nothing to search yet, anything tells whether the token is known.
  void (input.value === '' ? ask({ search: '1' }, 1) : search());
});
const combobox = new Combobox(
  input,
  { frame: elementById('popup'), list: elementById('suggestions'), note: elementById('popup-note') },
  {
    onInput: onTyping,
    onChoose: (position) => void choose(position),
    onConfirm: confirm,
    onNearEnd: () => void showNextPage(),
    onReopen: () => void search(),
  },
);

let timer: ReturnType<typeof setTimeout> | undefined;
let asked = new AbortController();
let shown: Shown | undefined;
/** Enter was pressed before the list of the text came: its first row is meant. */
let isFirstMeant = false;

client.token = tokenPanel.token;
client.onRequest = (note) => requestPanel.add(note);
elementById('address-form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (isComplete()) return;
  isFirstMeant = !isListOfText();
  void search();
});
clearButton.addEventListener('click', () => {
  setText('');
  startAgain();
  input.focus();
});
for (const radio of radios) {
  radio.addEventListener('change', () => {
    setText('');
    startAgain();
  });
}
startAgain();
void showWhatIsServed();

function country(): Country {
  return (radios.find(({ checked }) => checked)?.value ?? 'nl') as Country;
}

/** Puts a text into the field, and its end in sight. */
function setText(text: string): void {
  input.value = text;
  input.scrollLeft = input.scrollWidth;
  clearButton.hidden = text === '';
}

function setComplete(isComplete: boolean): void {
  hint.toggleAttribute('data-complete', isComplete);
  hint.textContent = isComplete ? HINTS.complete : HINTS.open;
}

function isComplete(): boolean {
  return hint.hasAttribute('data-complete');
}

/** An empty field, an empty form, and another drill-down. */
function startAgain(): void {
  cancel();
  shown = undefined;
  drillDown.reset();
  client.startSession();
  combobox.close();
  addressPanel.clear(country());
  setComplete(false);
  problemLine.clear();
  input.placeholder = PLACEHOLDERS[country()];
  tell('');
}

/** What is asked, or about to be, is not wanted any more. */
function cancel(): void {
  asked.abort();
  clearTimeout(timer);
  isFirstMeant = false;
  setBusy(false);
}

function onTyping(): void {
  clearButton.hidden = input.value === '';
  isFirstMeant = false;
  if (isComplete()) {
    setComplete(false);
    addressPanel.clear(country());
  }
  clearTimeout(timer);
  timer = setTimeout(() => void search(), TYPING_MS);
}

/** Asks for the text in the field and shows what comes. */
async function search(): Promise<void> {
  clearTimeout(timer);
  const question = drillDown.searchFor(input.value);
  if (question === undefined) {
    cancel();
    shown = undefined;
    combobox.close();
    tell('');
    return;
  }
  const answer = await ask(question, 1);
  if (answer !== undefined) present(question, answer);
}

/** A list to choose from, or the address. */
function present(question: Search, answer: Answer): void {
  if (!('results' in answer)) {
    showAddress(answer, languageOf(answer, input.value));
    return;
  }
  const { results, pagination } = answer;
  const total = pagination.total_count;
  shown = { search: question, text: input.value, suggestions: [...results], total, page: 1 };
  tell(total === 0 ? nothingFound(question) : total === 1 ? '1 suggestion.' : `${total} suggestions.`);
  if (isFirstMeant && total > 0) void choose(0);
  else if (document.activeElement === input) combobox.show(rowsOf(shown, results), noteOf(shown), total);
}

function showAddress(address: Address, language: Language | undefined): void {
  combobox.close();
  client.startSession();
  addressPanel.show(country(), address, language);
  setComplete(true);
  tell(`Address filled in: ${lineOf(address, language)}.`);
}

function showNeighbour(address: Address, language: Language | undefined): void {
  cancel();
  drillDown.reset();
  problemLine.clear();
  setText(lineOf(address, language));
  showAddress(address, language);
}

async function showNextPage(): Promise<void> {
  if (shown === undefined) return;
  const before = shown;
  const answer = await ask(before.search, before.page + 1);
  if (answer === undefined || !('results' in answer) || shown !== before) return;
  shown = { ...before, suggestions: [...before.suggestions, ...answer.results], page: before.page + 1 };
  combobox.append(rowsOf(shown, answer.results), noteOf(shown));
}

async function choose(position: number): Promise<void> {
  isFirstMeant = false;
  const suggestion = shown?.suggestions[position];
  if (suggestion !== undefined) await open(suggestion);
}

/** Enter pressed right after typing means what was typed, not a row of the former list. */
function confirm(position: number): void {
  if (isListOfText()) void choose(position);
  else isFirstMeant = true;
}

function isListOfText(): boolean {
  return shown?.text === input.value;
}

/** What was chosen opens into a list, or is the address. */
async function open(suggestion: Suggestion): Promise<void> {
  const { value, context, precision } = suggestion;
  clearTimeout(timer);
  setText(value);
  const answer = await ask({ context }, 1, () => void open(suggestion));
  if (answer === undefined) return;
  if ('results' in answer) {
    // A house that opens has boxes, which are typed after it.
    const level = { value: precision === 'House' ? `${value} ` : value, context };
    setText(level.value);
    drillDown.enter(level);
  }
  present({ context }, answer);
}

/** The answer, or `undefined` when another question has overtaken it or the service has a problem, which is shown. */
async function ask(
  question: Search,
  page: number,
  retry: () => void = () => void search(),
): Promise<Answer | undefined> {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  setBusy(true);
  try {
    const answer = await client.autocomplete(country(), { ...question, page }, signal);
    if (signal.aborted) return undefined;
    problemLine.clear();
    return answer;
  } catch (error) {
    if (!signal.aborted) showProblem(error, retry);
    return undefined;
  } finally {
    if (asked.signal === signal) setBusy(false);
  }
}

function setBusy(isBusy: boolean): void {
  searchBox.toggleAttribute('data-busy', isBusy);
}

function rowsOf({ search: { search: typed = '' } }: Shown, suggestions: readonly Suggestion[]): ComboboxRow[] {
  return suggestions.map(({ label, description, precision }) => {
    const [labelParts = [], descriptionParts = []] = matchedParts([label, description], typed).map((parts) =>
      parts.map(({ text, isMatch }) => (isMatch ? element('mark', {}, text) : text)),
    );
    return {
      label: labelParts,
      description: descriptionParts,
      kind: precision,
      opensFurther: precision !== 'House',
    };
  });
}

function noteOf({ search: question, suggestions, total }: Shown): string {
  if (total === 0) return nothingFound(question);
  const rest = total - suggestions.length;
  return rest > 0 ? `${rest.toLocaleString('en')} more below, or type on` : '';
}

function nothingFound({ search: term = '', context }: Search): string {
  return `Nothing found for “${term}”${context === undefined ? '' : ' there'}.`;
}

/** For those who hear the page. */
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

/** The registers and their dates, and the countries that this service has. */
async function showWhatIsServed(): Promise<void> {
  try {
    const health = await client.health();
    const served = health.countries.map((each) => each.country);
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
