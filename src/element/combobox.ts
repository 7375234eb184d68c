/// <reference lib="dom" />
import type { SuggestionList } from '../client/address-session.ts';
import type { SuggestionIn } from '../model/suggestion.ts';
import { matchedParts } from '../text/matched-parts.ts';
import { element } from './dom.ts';
import { counted, type FieldTexts, withValue } from './texts.ts';

interface ComboboxHandlers {
  /** Called when the text has been changed by typing. */
  readonly onInput: () => void;
  /** Called when the row at this position was clicked, which counts whatever has been typed since. */
  readonly onChoose: (position: number) => void;
  /** Called when a key confirmed the row at this position, which was active. */
  readonly onConfirm: (position: number) => void;
  /** Called when the end of the list is near, and there are more rows. */
  readonly onNearEnd: () => void;
  /** Called when the closed list should open again. */
  readonly onReopen: () => void;
}

/** When this many rows are left below, the next ones are fetched. */
const NEAR_END = 4;

/** Rows that PageDown and PageUp move by. */
const ROWS_OF_PAGE = 8;

/**
 * An editable combobox with a list popup (WAI-ARIA Authoring Practices, "Combobox", list autocomplete with automatic
 * selection): the focus stays in the field, and `aria-activedescendant` says which row is meant.
 *
 *     ↓ ↑ next and previous row     PageDown PageUp eight rows     Home End of the text, as in any field
 *     Enter choose                  Tab choose what opens no further, and go on
 *     Escape close, then clear      Alt+↓ Alt+↑ open and close
 */
export class Combobox {
  readonly #input: HTMLInputElement;
  readonly #popup: HTMLElement;
  readonly #list: HTMLElement;
  readonly #note: HTMLElement;
  readonly #texts: FieldTexts;
  readonly #handlers: ComboboxHandlers;
  #active = -1;
  #hasMore = false;
  /** Total number of rows, including those not fetched yet. */
  #total = 0;

  constructor(
    input: HTMLInputElement,
    popup: { readonly frame: HTMLElement; readonly list: HTMLElement; readonly note: HTMLElement },
    texts: FieldTexts,
    handlers: ComboboxHandlers,
  ) {
    this.#input = input;
    this.#popup = popup.frame;
    this.#list = popup.list;
    this.#note = popup.note;
    this.#texts = texts;
    this.#handlers = handlers;
    input.addEventListener('input', () => handlers.onInput());
    input.addEventListener('keydown', (event) => this.#onKey(event));
    input.addEventListener('blur', () => this.close());
    input.addEventListener('click', () => {
      if (!this.isOpen) handlers.onReopen();
    });
    // The focus stays in the field.
    this.#popup.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => {
      const row = (event.target as Element).closest('[role=option]');
      if (row !== null) handlers.onChoose([...this.#list.children].indexOf(row));
    });
    this.#list.addEventListener('scroll', () => {
      const { scrollTop, clientHeight, scrollHeight } = this.#list;
      if (scrollTop + clientHeight > scrollHeight - clientHeight / 2) this.#wantMore();
    });
  }

  get #count(): number {
    return this.#list.children.length;
  }

  get isOpen(): boolean {
    return !this.#popup.hidden;
  }

  /**
   * Shows a list, whose first row becomes active; or the further rows of the list before, below those. The list does not open if the focus has
   * left the field.
   *
   * @param hasCountries whether its rows say of which country they are
   * @returns what to announce; `undefined` for further rows
   */
  show(list: SuggestionList, before: SuggestionList | undefined, hasCountries: boolean): string | undefined {
    const { text, suggestions, total, missingNumber } = list;
    const note = noteOf(list, this.#texts);
    this.#note.textContent = note;
    this.#note.hidden = note === '';
    const isLonger = before?.text === text && suggestions.length > before.suggestions.length;
    if (!isLonger) {
      this.#list.replaceChildren();
      this.#list.scrollTop = 0;
      this.#active = -1;
    }
    const shown = this.#count;
    this.#total = total;
    this.#list.append(
      ...suggestions.slice(shown).map((each, i) => this.#rowOf(each, shown + i, list.typed, hasCountries)),
    );
    this.#hasMore = this.#count > shown && this.#count < total;
    if (isLonger) return undefined;
    this.#list.hidden = suggestions.length === 0;
    const isOpen = this.#input.matches(':focus');
    this.#popup.hidden = !isOpen;
    this.#input.setAttribute('aria-expanded', String(isOpen && suggestions.length > 0));
    this.#activate(isOpen && suggestions.length > 0 ? 0 : -1);
    return total === 0 || missingNumber !== undefined ? note : counted(this.#texts, total);
  }

  close(): void {
    this.#popup.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#activate(-1);
  }

  /** A suggestion with what was typed marked in it. */
  #rowOf(suggestion: SuggestionIn, position: number, typed: string, hasCountry: boolean): HTMLElement {
    const { label, description, country, precision } = suggestion;
    const described = hasCountry ? `${description}, ${this.#texts[country]}` : description;
    const [labelParts = [], descriptionParts = []] = matchedParts([label, described], typed).map((parts) =>
      parts.map(({ text, isMatch }) => (isMatch ? element('mark', {}, text) : text)),
    );
    return element(
      'div',
      {
        id: `${this.#list.id}-${position}`,
        part: 'option',
        role: 'option',
        'aria-selected': 'false',
        'aria-posinset': String(position + 1),
        'aria-setsize': String(this.#total),
        ...(precision !== 'House' && { 'data-opens': '' }),
      },
      element('span', { class: 'row-label' }, ...labelParts),
      ' ',
      element('span', { class: 'row-description' }, ...descriptionParts),
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const isHandled = this.isOpen ? this.#onKeyWhileOpen(event) : this.#onKeyWhileClosed(event);
    if (isHandled) event.preventDefault();
  }

  /** Whether the key has been handled completely. */
  #onKeyWhileOpen({ key, altKey, shiftKey }: KeyboardEvent): boolean {
    switch (key) {
      case 'ArrowDown':
        this.#move(1);
        return true;
      case 'ArrowUp':
        if (altKey) this.close();
        else this.#move(-1);
        return true;
      case 'PageDown':
        this.#activate(Math.min(this.#count - 1, this.#active + ROWS_OF_PAGE));
        return true;
      case 'PageUp':
        this.#activate(Math.max(0, this.#active - ROWS_OF_PAGE));
        return true;
      case 'Enter':
        if (this.#active >= 0) this.#handlers.onConfirm(this.#active);
        return true;
      case 'Tab':
        if (!shiftKey && this.#isFinal(this.#active)) this.#handlers.onConfirm(this.#active);
        return false;
      case 'Escape':
        this.close();
        return true;
      default:
        return false;
    }
  }

  #onKeyWhileClosed({ key }: KeyboardEvent): boolean {
    if (key === 'ArrowDown' || key === 'ArrowUp') this.#handlers.onReopen();
    else if (key === 'Escape' && this.#input.value !== '') {
      this.#input.value = '';
      this.#handlers.onInput();
    } else return false;
    return true;
  }

  #isFinal(position: number): boolean {
    const row = this.#list.children[position];
    return row !== undefined && !row.hasAttribute('data-opens');
  }

  #move(step: number): void {
    if (this.#count === 0) return;
    this.#activate((this.#active + step + this.#count) % this.#count);
  }

  #activate(position: number): void {
    this.#list.children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = position;
    const row = this.#list.children[position];
    if (row === undefined) {
      this.#input.removeAttribute('aria-activedescendant');
      return;
    }
    row.setAttribute('aria-selected', 'true');
    row.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', row.id);
    if (position >= this.#count - NEAR_END) this.#wantMore();
  }

  #wantMore(): void {
    if (!this.#hasMore) return;
    this.#hasMore = false;
    this.#handlers.onNearEnd();
  }
}

/** The note on a list: that it is empty, lacks the typed number, or has more rows. */
function noteOf({ typed, suggestions, total, missingNumber }: SuggestionList, texts: FieldTexts): string {
  if (total === 0) return withValue(texts.nothing, typed);
  if (missingNumber !== undefined) return withValue(texts.missingNumber, missingNumber);
  const rest = total - suggestions.length;
  return rest > 0 ? withValue(texts.more, rest) : '';
}
