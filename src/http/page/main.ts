/// <reference lib="dom" />
import { AddressSession, type SessionState, type SuggestionList } from '../../client/address-session.ts';
import { lineOf } from '../../client/address-text.ts';
import { ServiceClient, ServiceProblem } from '../../client/service-client.ts';
import { Combobox, type ComboboxRow } from '../../element/combobox.ts';
import { element, elementById } from '../../element/dom.ts';
import type { Country } from '../../model/country.ts';
import type { Suggestion } from '../../model/suggestion.ts';
import { matchedParts } from '../../text/matched-parts.ts';
import { AddressPanel } from './address-panel.ts';
import { ProblemLine, RequestPanel, registerLines, TokenPanel } from './panels.ts';

const PLACEHOLDERS: Readonly<Record<Country, string>> = {
  nl: 'Kalverstraat 1 or 1012NX',
  be: 'Wetstraat, rue de la Loi or 1000',
  lu: 'Rue de Luxembourg or 9209',
};

const COUNTRY_NAMES: Readonly<Record<Country, string>> = { nl: 'Netherlands', be: 'Belgium', lu: 'Luxembourg' };

const HINTS = { open: 'Type and choose until it is complete', complete: 'Complete' } as const;

const input = elementById<HTMLInputElement>('address');
const searchBox = elementById('search');
const hint = elementById('search-hint');
const clearButton = elementById('clear');
const elsewhere = elementById<HTMLButtonElement>('elsewhere');
const status = elementById('status');
const radios = [...document.querySelectorAll<HTMLInputElement>('input[name=country]')];

const client = new ServiceClient();
const problemLine = new ProblemLine();
const requestPanel = new RequestPanel(elementById('requests'));
const addressPanel = new AddressPanel(client, {
  onChoose: (address, language) => session.show(address, language),
  onProblem: showProblem,
});
const tokenPanel = new TokenPanel(elementById<HTMLFormElement>('token-panel'), () => {
  client.token = tokenPanel.token;
  problemLine.clear();
  input.focus();
  // With nothing to search yet, anything tells whether the token is known.
  if (input.value === '')
    void client
      .autocomplete(country(), { search: '1' }, new AbortController().signal)
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
const session = makeSession(['nl', 'be', 'lu']);

client.token = tokenPanel.token;
client.onRequest = (note) => requestPanel.add(note);
elementById('address-form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (session.state.address === undefined && input.value.trim() !== '') session.confirm(undefined);
});
clearButton.addEventListener('click', () => {
  startAgain();
  input.focus();
});
elsewhere.addEventListener('mousedown', (event) => event.preventDefault());
elsewhere.addEventListener('click', () => {
  const offer = session.state.list?.elsewhere;
  if (offer !== undefined) void session.chooseElsewhere(offer);
});
for (const radio of radios) radio.addEventListener('change', startAgain);
startAgain();
void showWhatIsServed();

function makeSession(countries: readonly Country[]): AddressSession {
  return new AddressSession({ client, country: country(), countries, onChange: show });
}

function country(): Country {
  return (radios.find(({ checked }) => checked)?.value ?? 'nl') as Country;
}

/** An empty field, an empty form, and another drill-down. */
function startAgain(): void {
  session.clear(country());
  combobox.close();
  addressPanel.clear(country());
  problemLine.clear();
  input.placeholder = PLACEHOLDERS[country()];
  tell('');
}

/** Brings the page up to date with the session. */
function show(state: SessionState, before: SessionState): void {
  if (input.value !== state.text) {
    input.value = state.text;
    input.scrollLeft = input.scrollWidth;
  }
  clearButton.hidden = state.text === '';
  searchBox.toggleAttribute('data-busy', state.isBusy);
  for (const radio of radios) radio.checked = radio.value === state.country;
  if (state.country !== before.country) input.placeholder = PLACEHOLDERS[state.country];
  if (state.list !== before.list) showList(state.list, before.list);
  if (state.address !== before.address) showAddress(state);
  if (state.problem !== before.problem) {
    if (state.problem === undefined) problemLine.clear();
    else showProblem(state.problem, () => session.retry());
  }
}

function showAddress({ address, language, country: chosen }: SessionState): void {
  hint.toggleAttribute('data-complete', address !== undefined);
  hint.textContent = address === undefined ? HINTS.open : HINTS.complete;
  if (address === undefined) {
    addressPanel.clear(chosen);
    return;
  }
  combobox.close();
  addressPanel.show(chosen, address, language);
  tell(`Address filled in: ${lineOf(address, language)}.`);
}

function showList(list: SuggestionList | undefined, before: SuggestionList | undefined): void {
  elsewhere.hidden = list?.elsewhere === undefined;
  if (list === undefined) {
    combobox.close();
    if (session.state.text === '') tell('');
    return;
  }
  if (list.elsewhere !== undefined) {
    const { country: other, suggestion } = list.elsewhere;
    elsewhere.textContent = `In ${COUNTRY_NAMES[other]}: ${suggestion.label}, ${suggestion.description}`;
    tell(elsewhere.textContent);
  }
  const { suggestions, total, text } = list;
  const isLonger = before !== undefined && before.text === text && suggestions.length > before.suggestions.length;
  if (isLonger) {
    combobox.append(rowsOf(list, suggestions.slice(before.suggestions.length)), noteOf(list));
  } else if (suggestions !== before?.suggestions) {
    const note = noteOf(list);
    tell(
      total === 0 || list.missingNumber !== undefined ? note : total === 1 ? '1 suggestion.' : `${total} suggestions.`,
    );
    if (document.activeElement === input) combobox.show(rowsOf(list, suggestions), note, total);
  }
}

function rowsOf({ typed }: SuggestionList, suggestions: readonly Suggestion[]): ComboboxRow[] {
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

function noteOf({ typed, isWithinChoice, suggestions, total, missingNumber }: SuggestionList): string {
  if (total === 0) return `Nothing found for “${typed}”${isWithinChoice ? ' there' : ''}.`;
  if (missingNumber !== undefined) return `House number ${missingNumber} is unknown; these are the nearest.`;
  const rest = total - suggestions.length;
  return rest > 0 ? `${rest.toLocaleString('en')} more below, or type on` : '';
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
