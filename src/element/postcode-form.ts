/// <reference lib="dom" />
import { doorOf, lineOf } from '../client/address-text.ts';
import { type ServiceClient, ServiceProblem } from '../client/service-client.ts';
import type { AddressNL } from '../model/address.ts';
import { element } from './dom.ts';
import { type FieldTexts, withValue } from './texts.ts';

/** Pause after the last letter, in milliseconds. */
const DEBOUNCE_MS = 150;

const POSTCODE = /^\s*([1-9][0-9]{3})\s*([a-z]{2})\s*$/i;
const NUMBER = /^\s*([1-9][0-9]{0,4})\s*[-\s]?(.*?)\s*$/;

interface PostcodeFormHandlers {
  /** Called when something has been typed that is no address yet. */
  readonly onText: (text: string) => void;
  /** Called with the address of postcode, number and addition. */
  readonly onAddress: (address: AddressNL) => void;
  /** Called when the register has no such number. */
  readonly onUnknown: () => void;
  readonly onProblem: (problem: ServiceProblem | undefined) => void;
}

/**
 * The Dutch form of an address: postcode and house number, which together mean one address, or several with a letter or an addition.
 * Those that exist are offered; a letter or addition that was typed behind the number chooses among them.
 */
export class PostcodeForm {
  readonly root: HTMLElement;
  readonly #postcode: HTMLInputElement;
  readonly #number: HTMLInputElement;
  readonly #addition: HTMLSelectElement;
  readonly #note: HTMLElement;
  readonly #texts: FieldTexts;
  readonly #client: ServiceClient;
  readonly #handlers: PostcodeFormHandlers;
  /** Whether the register has been asked for what was typed, and it is no address of it, or could not be asked. */
  isUnknown = false;
  #found: readonly AddressNL[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = new AbortController();

  constructor(id: string, label: string, texts: FieldTexts, client: ServiceClient, handlers: PostcodeFormHandlers) {
    this.#texts = texts;
    this.#client = client;
    this.#handlers = handlers;
    const input = (name: string, autocomplete: string): HTMLInputElement =>
      element('input', {
        id: `${id}-${name}`,
        part: `input ${name}`,
        autocomplete,
        'aria-describedby': `${id}-note`,
        spellcheck: 'false',
        size: '8',
      }) as HTMLInputElement;
    this.#postcode = input('postcode', 'postal-code');
    this.#number = input('housenumber', 'off');
    this.#addition = element('select', { id: `${id}-addition`, part: 'addition' }) as HTMLSelectElement;
    this.#note = element('p', { id: `${id}-note`, class: 'missing', part: 'missing', role: 'status' });
    const labelled = (text: string, control: HTMLElement): HTMLElement =>
      element('div', {}, element('label', { for: control.id, part: 'label' }, text), control);
    this.root = element(
      'div',
      { role: 'group', 'aria-label': label, part: 'postcode-form' },
      element(
        'div',
        { class: 'row' },
        labelled(texts.postcode, this.#postcode),
        labelled(texts.number, this.#number),
        labelled(texts.addition, this.#addition),
      ),
      this.#note,
    );
    this.#offer([]);
    for (const each of [this.#postcode, this.#number]) each.addEventListener('input', () => this.#onInput());
    this.#addition.addEventListener('change', () => {
      const address = this.#found[Number(this.#addition.value)];
      if (this.#addition.value !== '' && address !== undefined) this.#choose(address);
      else this.#handlers.onText(this.text);
    });
  }

  /** What was typed, on one line. */
  get text(): string {
    return [this.#postcode, this.#number].flatMap(({ value }) => value.trim() || []).join(' ');
  }

  /** The field that the user has to correct. */
  get anchor(): HTMLElement {
    if (!POSTCODE.test(this.#postcode.value)) return this.#postcode;
    return this.#found.length > 0 ? this.#addition : this.#number;
  }

  /** Why there is no address. */
  get problem(): string {
    if (this.#found.length > 0) return this.#texts.choose;
    return this.#isWhole ? withValue(this.#texts.nothing, this.text) : this.#texts.required;
  }

  get #isWhole(): boolean {
    return POSTCODE.test(this.#postcode.value) && NUMBER.test(this.#number.value);
  }

  get #controls(): readonly (HTMLInputElement | HTMLSelectElement)[] {
    return [this.#postcode, this.#number, this.#addition];
  }

  set disabled(isDisabled: boolean) {
    for (const each of this.#controls) each.disabled = isDisabled;
  }

  set required(isRequired: boolean) {
    for (const each of this.#controls) each.required = isRequired;
  }

  set invalid(isInvalid: boolean) {
    for (const each of this.#controls) each.setAttribute('aria-invalid', String(isInvalid && each === this.anchor));
  }

  /** Shows an address that is known, and what else its number has. */
  show(address: AddressNL): void {
    this.#postcode.value = address.postcode;
    this.#number.value = address.housenumber;
    void this.#search(suffixOf(address));
  }

  clear(): void {
    this.stop();
    this.#postcode.value = '';
    this.#number.value = '';
    this.#offer([]);
  }

  /** Looks up what is in the fields again. */
  retry(): void {
    void this.#search();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked.abort();
  }

  #onInput(): void {
    this.stop();
    this.#offer([]);
    this.#handlers.onText(this.text);
    if (this.#isWhole) this.#timer = setTimeout(() => void this.#search(), DEBOUNCE_MS);
  }

  /** @param known what follows the number, if the form has chosen it; what was typed behind the number otherwise */
  async #search(known?: string): Promise<void> {
    const [, digits = '', letters = ''] = POSTCODE.exec(this.#postcode.value) ?? [];
    const [, number = '', typed = ''] = NUMBER.exec(this.#number.value) ?? [];
    if (digits === '' || number === '') return;
    this.stop();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    try {
      const found = await this.#client.directMatch(digits + letters.toUpperCase(), number, signal);
      if (signal.aborted) return;
      this.#handlers.onProblem(undefined);
      const wanted = keyOf(known ?? typed);
      const chosen = found.findIndex((each) => keyOf(suffixOf(each)) === wanted);
      this.#offer(found, chosen);
      if (chosen >= 0 && known !== undefined) this.#note.textContent = lineOf(found[chosen]!, undefined);
      else if (chosen >= 0) this.#choose(found[chosen]!);
      else {
        this.#note.textContent = this.problem;
        this.isUnknown = true;
        this.#handlers.onUnknown();
      }
    } catch (problem) {
      if (signal.aborted) return;
      if (!(problem instanceof ServiceProblem)) throw problem;
      this.isUnknown = true;
      this.#handlers.onProblem(problem);
    }
  }

  #choose(address: AddressNL): void {
    this.#note.textContent = lineOf(address, undefined);
    this.#postcode.value = address.postcode;
    this.#number.value = address.housenumber;
    this.#handlers.onAddress(address);
  }

  /** Offers the addresses with a number, if there is a choice: by what follows it, and by the street where that is not enough. */
  #offer(found: readonly AddressNL[], chosen = -1): void {
    this.#found = found;
    this.isUnknown = false;
    this.#note.textContent = '';
    const streets = new Set(found.map(({ street }) => street));
    const rows = found.map((each, i) => {
      const text = streets.size > 1 ? doorOf(each, undefined) : suffixOf(each) || '–';
      return element('option', { value: String(i) }, text);
    });
    this.#addition.replaceChildren(...(chosen < 0 ? [element('option', { value: '' }, '…')] : []), ...rows);
    if (chosen >= 0) this.#addition.value = String(chosen);
    this.#addition.parentElement!.hidden = found.length === 0 || (found.length === 1 && chosen === 0);
  }
}

/** What follows the number: `A-2`. */
function suffixOf({ houseletter = '', housenumberaddition = '' }: AddressNL): string {
  return [houseletter, housenumberaddition].filter((part) => part !== '').join('-');
}

/** Equal for suffixes that differ only in case, spaces and signs. */
function keyOf(suffix: string): string {
  return suffix.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
