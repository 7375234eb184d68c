/// <reference lib="dom" />
import type { Country } from '../../model/country.ts';
import type { Suggestion } from '../../model/suggestion.ts';
import { AddressPanel } from './address-panel.ts';
import { lineOf } from './address-text.ts';
import { Combobox, type ComboboxRow } from './combobox.ts';
import { element, elementById } from './dom.ts';
import { DrillDown, type Search } from './drill-down.ts';
import { matchedParts } from './matched-parts.ts';
import { RequestPanel } from './request-panel.ts';
import { type Health, ServiceClient, ServiceProblem } from './service-client.ts';
import { TokenPanel } from './token-panel.ts';

/** Long enough to skip the middle of fast typing, short enough not to be felt. */
const TYPING_MS = 70;

const PLACEHOLDERS: Readonly<Record<Country, string>> = {
  nl: 'Street, postcode or place',
  be: 'Straat, rue, Straße, postcode or place',
  lu: 'Rue, postcode or place',
};

type Answer = Awaited<ReturnType<ServiceClient['autocomplete']>>;

/** What is in the list. */
interface Shown {
  readonly search: Search;
  readonly suggestions: Suggestion[];
  readonly total: number;
  readonly page: number;
}

const input = elementById<HTMLInputElement>('address');
const clearButton = elementById('clear');
const status = elementById('status');
const problemLine = elementById('problem');
const radios = [...document.querySelectorAll<HTMLInputElement>('input[name=country]')];

const client = new ServiceClient();
const drillDown = new DrillDown();
const addressPanel = new AddressPanel(client, showProblem);
const requestPanel = new RequestPanel(elementById('requests'));
const tokenPanel = new TokenPanel(elementById<HTMLFormElement>('token-panel'), () => {
  client.token = tokenPanel.token;
  input.focus();
  void search();
});
const combobox = new Combobox(
  input,
  { frame: elementById('popup'), list: elementById('suggestions'), note: elementById('popup-note') },
  {
    onInput: onTyping,
    onChoose: (position) => void choose(position),
    onNearEnd: () => void showNextPage(),
    onReopen: () => void search(),
  },
);

let timer: ReturnType<typeof setTimeout> | undefined;
let asked = new AbortController();
let shown: Shown | undefined;

client.token = tokenPanel.token;
client.onRequest = (note) => requestPanel.add(note);
elementById('address-form').addEventListener('submit', (event) => event.preventDefault());
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

function setText(text: string): void {
  input.value = text;
  clearButton.hidden = text === '';
}

/** An empty field, an empty form, and another drill-down. */
function startAgain(): void {
  asked.abort();
  clearTimeout(timer);
  drillDown.reset();
  client.startSession();
  combobox.close();
  addressPanel.clear(country());
  input.placeholder = PLACEHOLDERS[country()];
  tell('');
}

function onTyping(): void {
  clearButton.hidden = input.value === '';
  clearTimeout(timer);
  timer = setTimeout(() => void search(), TYPING_MS);
}

/** Asks for the text in the field and shows what comes. */
async function search(): Promise<void> {
  clearTimeout(timer);
  const question = drillDown.searchFor(input.value);
  if (question === undefined) {
    asked.abort();
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
    combobox.close();
    addressPanel.show(country(), answer);
    client.startSession();
    tell(`Address filled in: ${lineOf(answer)}.`);
    return;
  }
  const { results, pagination } = answer;
  shown = { search: question, suggestions: [...results], total: pagination.total_count, page: 1 };
  combobox.show(rowsOf(results), noteOf(shown), results.length < shown.total);
  tell(results.length === 0 ? nothingFound(question) : `${shown.total} suggestions.`);
}

async function showNextPage(): Promise<void> {
  if (shown === undefined) return;
  const before = shown;
  const answer = await ask(before.search, before.page + 1);
  if (answer === undefined || !('results' in answer) || shown !== before) return;
  shown = { ...before, suggestions: [...before.suggestions, ...answer.results], page: before.page + 1 };
  combobox.append(rowsOf(answer.results), noteOf(shown), shown.suggestions.length < shown.total);
}

/** What was chosen opens into a list, or is the address. */
async function choose(position: number): Promise<void> {
  const suggestion = shown?.suggestions[position];
  if (suggestion === undefined) return;
  const { value, context } = suggestion;
  setText(value);
  const answer = await ask({ context }, 1);
  if (answer === undefined) return;
  if ('results' in answer) {
    // A house that opens has boxes, which are typed behind it.
    const level = suggestion.precision === 'House' ? { value: `${value} `, context } : { value, context };
    setText(level.value);
    drillDown.enter(level);
  }
  present({ context }, answer);
}

/** The answer, or `undefined` when another question has overtaken it or the service has a problem, which is shown. */
async function ask(question: Search, page: number): Promise<Answer | undefined> {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  try {
    const answer = await client.autocomplete(country(), { ...question, page }, signal);
    problemLine.textContent = '';
    return signal.aborted ? undefined : answer;
  } catch (error) {
    if (!signal.aborted) showProblem(error);
    return undefined;
  }
}

function rowsOf(suggestions: readonly Suggestion[]): ComboboxRow[] {
  const typed = shown?.search.search ?? '';
  return suggestions.map(({ label, description, precision }) => ({
    label: matchedParts(label, typed).map(({ text, isMatch }) => (isMatch ? element('mark', {}, text) : text)),
    description,
    kind: precision,
    opensFurther: precision !== 'House',
  }));
}

function noteOf({ search: question, suggestions, total }: Shown): string {
  if (total === 0) return nothingFound(question);
  return suggestions.length < total ? `${total - suggestions.length} more below, or type on` : '';
}

function nothingFound({ search: term, context }: Search): string {
  return `Nothing found for “${term ?? ''}”${context === undefined ? '' : ' there'}.`;
}

/** For those who hear the page. */
function tell(text: string): void {
  status.textContent = text;
}

function showProblem(problem: unknown): void {
  combobox.close();
  if (problem instanceof ServiceProblem && problem.status === 401) {
    tokenPanel.askAgain();
    return;
  }
  problemLine.textContent =
    problem instanceof ServiceProblem ? problem.message : 'The page failed; its console says how.';
  if (!(problem instanceof ServiceProblem)) console.error(problem);
}

/** The registers and their dates, and the countries that this service has. */
async function showWhatIsServed(): Promise<void> {
  let health: Health;
  try {
    health = await client.health();
  } catch {
    problemLine.textContent = 'The service cannot be reached.';
    return;
  }
  const served = health.countries.map((each) => each.country);
  for (const radio of radios) radio.disabled = !served.includes(radio.value as Country);
  const chosen = radios.find(({ checked }) => checked);
  const first = radios.find(({ disabled }) => !disabled);
  if (chosen?.disabled === true && first !== undefined) {
    first.checked = true;
    startAgain();
  }
  elementById('registers').replaceChildren(
    ...health.countries.flatMap(({ registers, counts }) => [
      element(
        'li',
        {},
        `${counts.addresses.toLocaleString('en')} addresses from ${registers
          .map(
            ({ name, publisher, reference_date }) =>
              `${name} (${publisher}${reference_date ? `, ${reference_date}` : ''})`,
          )
          .join(', ')}. `,
        ...new Set(registers.flatMap(({ attribution }) => attribution ?? [])),
      ),
    ]),
  );
}
