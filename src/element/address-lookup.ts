/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { AddressSession, type SessionState } from '../client/address-session.ts';
import { lineOf } from '../client/address-text.ts';
import { type Address, ServiceClient, type ServiceProblem } from '../client/service-client.ts';
import type { AddressNL } from '../model/address.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import { Combobox } from './combobox.ts';
import { element } from './dom.ts';
import { type AddressErrorDetail, type AddressLookupEventMap, type AddressSelectDetail, detailOf } from './events.ts';
import { buildField, type FieldParts } from './field-parts.ts';
import { FormElement } from './form-element.ts';
import { emptyFields, type FilledFields, fillFields } from './form-fields.ts';
import { PostcodeForm } from './postcode-form.ts';
import { showProblem } from './problem-line.ts';
import { type FieldLanguage, type FieldTexts, fieldLanguageOf, TEXTS } from './texts.ts';

export type { AddressErrorDetail, AddressLookupEventMap, AddressSelectDetail };

declare global {
  interface HTMLElementTagNameMap {
    'address-lookup': AddressLookupElement;
  }
  interface HTMLElementEventMap extends AddressLookupEventMap {}
  interface DocumentEventMap extends AddressLookupEventMap {}
}

/** Properties that a framework may set before the element is one. */
const PROPERTIES = ['name', 'required', 'disabled', 'value', 'address'];

let count = 0;

/**
 * An address field for any form: `<address-lookup endpoint="/addresses" countries="nl be" language="fr" name="address" required>`.
 *
 *     endpoint    where the service is; that of the page unless given      key        publishable, for a service elsewhere
 *     countries   of nl, be and lu, all searched at once; all unless given language   nl, fr, de or en; of the page or the browser unless given
 *     mode        `postcode`: postcode and number for Dutch addresses      publishable-key  the key, where a framework has `key` for itself
 *     label       instead of the word for "address"                        section    `shipping`, `billing`: which fields it fills
 *     kinds       what a search suggests: `street,house`                   within     where: `Gent`, `GM0363;GM0344`, a box, a circle
 *     identifiers the address of an event has those of the register
 *     fill        `none`: it fills no other fields                         unlisted   `none`: only addresses of the register count
 *     name, required, disabled, placeholder, value                         as in any field
 *
 * Events, all of which bubble: `address-select`, `address-clear`, `address-error`, which can be cancelled. Invalid until a house is chosen, or what was typed is kept
 * with "my address is not listed"; then the form also has NAME_validated, `false`. Parts: label, input, country, clear, popup, option,
 * note, attribution, unlisted, additions, below, problem; and postcode-form, postcode, housenumber, addition, missing.
 */
export class AddressLookupElement extends FormElement {
  static readonly observedAttributes: readonly string[] = [
    'endpoint',
    'key',
    'publishable-key',
    'countries',
    'language',
    'mode',
    'identifiers',
    'kinds',
    'within',
    'label',
    'placeholder',
    'required',
    'disabled',
  ];

  /** Sends the requests instead of the global `fetch`: to add headers, such as those of your own login. */
  declare fetch?: (url: string, init: RequestInit) => Promise<Response>;

  readonly #id = `address-lookup-${++count}`;
  #session!: AddressSession;
  #client!: ServiceClient;
  #combobox!: Combobox;
  #input!: HTMLInputElement;
  #parts!: FieldParts;
  #texts: FieldTexts = TEXTS.en;
  #language: FieldLanguage = 'en';
  #isKeptAsTyped = false;
  /** The value of the field in the form for an address of the register. */
  #line = '';
  #filled: FilledFields = new Map();
  /** Whether the address is that of `value`, and not of a choice. */
  #isResolving = false;
  #selected: AddressSelectDetail | undefined;
  /** The Dutch form; `undefined` if the element has none. */
  #postcodeForm: PostcodeForm | undefined;
  /** The sentences to show, by country, from the first time that the field has the focus. */
  #attributions: Readonly<Partial<Record<Country, readonly string[]>>> | undefined;

  constructor() {
    super();
    this.attachShadow({ mode: 'open', delegatesFocus: true });
    // Sent when the form is submitted or checked: from then on the error is visible until it is corrected.
    this.addEventListener('invalid', () => {
      this.#markInvalid(true);
      // With a list to choose from, once the browser has set the focus.
      setTimeout(() => this.#openListIfWanted());
    });
    this.addEventListener('focusin', () => void this.#fetchAttributions());
  }

  connectedCallback(): void {
    this.adopt(PROPERTIES);
    if (this.#input === undefined) this.#build();
  }

  disconnectedCallback(): void {
    this.#session?.stop();
    this.#postcodeForm?.stop();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (this.#input === undefined || before === after) return;
    if (name === 'required') this.#validate();
    else if (name === 'disabled') this.applyDisabled();
    else {
      this.clear();
      this.#build();
    }
  }

  /** The address of the register, once one is chosen. */
  get address(): Address | undefined {
    return this.#session?.state.address;
  }

  /** Chooses an address that was found in another way, such as on a map. Its names are in the language of the address before. */
  set address(address: Address | undefined) {
    if (this.#input === undefined) this.#build();
    this.#isResolving = false;
    if (address === undefined) this.clear();
    else this.#session.show(address, this.#session.state.language);
  }

  /** The detail of the last `address-select`, as long as it holds: for a page whose listener came later than its event. */
  get selected(): AddressSelectDetail | undefined {
    return this.#selected;
  }

  /** The text in the field: the address on one line, once one is chosen. */
  get value(): string {
    return this.#session?.state.text ?? '';
  }

  /**
   * Takes an address that is known, such as a customer's. If the service finds exactly it, it is chosen; otherwise the text stands in the field,
   * for the user to choose from the list.
   */
  set value(text: string) {
    if (this.#input === undefined) this.#build();
    if (text === this.value) return;
    this.#isKeptAsTyped = false;
    if (text === '') this.clear();
    else void this.#resolve(text);
  }

  /** Empties the field. */
  clear(): void {
    this.#clear(false);
  }

  formResetCallback(): void {
    this.#clear(false);
    this.value = this.getAttribute('value') ?? '';
  }

  #build(): void {
    this.#session?.stop();
    this.#postcodeForm?.stop();
    this.#language = fieldLanguageOf([
      this.getAttribute('language') ?? this.closest('[lang]')?.getAttribute('lang') ?? '',
      ...navigator.languages,
    ]);
    this.#texts = TEXTS[this.#language];
    const texts = this.#texts;
    const countries = this.#countries();
    this.#attributions = undefined;
    this.#client = new ServiceClient({
      endpoint: this.getAttribute('endpoint'),
      key: this.getAttribute('key') ?? this.getAttribute('publishable-key'),
      language: this.#language === 'en' ? null : this.#language,
      descriptionLanguage: this.#language,
      identifiers: this.hasAttribute('identifiers'),
      fetch: (url, init) => (this.fetch ?? fetch)(url, init),
      kinds: this.getAttribute('kinds'),
      within: this.getAttribute('within'),
    });
    const label = this.getAttribute('label') ?? texts.label;
    const parts = buildField(this.shadowRoot!, {
      id: this.#id,
      texts,
      countries,
      label,
      placeholder: this.getAttribute('placeholder') ?? '',
    });
    const { input, select, popup, list, note, clear, unlisted, covering } = parts;
    covering.hidden = this.getAttribute('unlisted') === 'none';
    covering.addEventListener('click', () => this.#keepAsTyped());
    this.#input = input;
    this.#parts = parts;
    const hasPostcodeForm = this.getAttribute('mode') === 'postcode' && countries.includes('nl');
    this.#session = new AddressSession({
      client: this.#client,
      // The form is that of one country, which the user chooses if there are more.
      ...(hasPostcodeForm && { country: countries[0]! }),
      countries,
      onChange: (state, before) => this.#show(state, before),
    });
    this.#postcodeForm = hasPostcodeForm ? this.#buildPostcodeForm(label) : undefined;
    select.hidden = !hasPostcodeForm || countries.length < 2;
    this.#combobox = new Combobox(input, { frame: popup, list, note }, texts, {
      onInput: () => {
        if (input.value === '') this.#clear(true);
        else {
          this.#isKeptAsTyped = false;
          this.#session.type(input.value);
        }
      },
      onChoose: (position) => this.#choose(position),
      onConfirm: (position) => this.#session.confirm(this.#session.state.list?.suggestions[position]),
      onNearEnd: () => void this.#session.showMore(),
      onReopen: () => {
        if (this.address === undefined) void this.#session.search();
      },
    });
    parts.frame.addEventListener('keydown', (event) => this.#onEnter(event));
    select.addEventListener('change', () => {
      this.#isKeptAsTyped = false;
      this.#postcodeForm?.clear();
      this.#session.clear(select.value as Country);
    });
    clear.addEventListener('click', () => {
      this.#clear(true);
      input.focus();
    });
    unlisted.addEventListener('click', () => this.#keepAsTyped());
    this.#showForm(this.#session.state.country);
    this.applyDisabled();
    this.#validate();
    this.value = this.getAttribute('value') ?? '';
  }

  #buildPostcodeForm(label: string): PostcodeForm {
    const form = new PostcodeForm(this.#id, label, this.#texts, this.#client, {
      onText: (text) => {
        this.#isKeptAsTyped = false;
        this.#session.keep(text);
      },
      onAddress: (address) => this.#session.show(address, undefined),
      onUnknown: () => {
        this.#validate();
        this.#offerUnlisted();
      },
      onProblem: (problem) => {
        this.#showProblem(problem);
        this.#offerUnlisted();
      },
    });
    this.#parts.field.before(form.root);
    return form;
  }

  /** Shows the form of a country: postcode and number, or the one field. */
  #showForm(country: Country): void {
    const { label, field } = this.#parts;
    const isDutch = this.#isDutchForm(country);
    label.hidden = isDutch;
    field.hidden = isDutch;
    if (this.#postcodeForm !== undefined) this.#postcodeForm.root.hidden = !isDutch;
  }

  #isDutchForm(country: Country = this.#session.state.country): boolean {
    return this.#postcodeForm !== undefined && country === 'nl';
  }

  /** Enter takes the list to come, as pasted text has none yet; or sends the form. */
  #onEnter(event: KeyboardEvent): void {
    const { key, target, defaultPrevented, isComposing } = event;
    if (key !== 'Enter' || defaultPrevented || isComposing || !(target instanceof HTMLInputElement)) return;
    const { text, address } = this.#session.state;
    if (target === this.#input && address === undefined && text.trim() !== '' && !this.#isKeptAsTyped) {
      event.preventDefault();
      this.#session.confirm(undefined);
    } else this.internals.form?.requestSubmit();
  }

  async #resolve(text: string): Promise<void> {
    this.#isResolving = true;
    await this.#session.resolve(text);
    this.#isResolving = false;
  }

  #openListIfWanted(): void {
    const { text, address, list } = this.#session.state;
    const isWanted = address === undefined && list === undefined && text.trim() !== '' && !this.#isKeptAsTyped;
    if (isWanted && this.#input.matches(':focus')) void this.#session.search();
  }

  async #fetchAttributions(): Promise<void> {
    if (this.#attributions !== undefined) return;
    this.#attributions = {};
    this.#attributions = await this.#client.attributions(new AbortController().signal).catch(() => undefined);
    this.#showAttribution();
  }

  /** Shows what must be shown with the addresses of the countries in the list. */
  #showAttribution(): void {
    const { attribution } = this.#parts;
    const { list } = this.#session.state;
    const shown = new Set(list?.suggestions.map((each) => each.country));
    attribution.textContent = [...shown].flatMap((each) => this.#attributions?.[each] ?? []).join(' ');
    attribution.hidden = attribution.textContent === '';
  }

  #countries(): readonly Country[] {
    const wanted = (this.getAttribute('countries') ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(isCountry);
    return wanted.length === 0 ? COUNTRIES : wanted;
  }

  /** Updates the visible parts from the session. */
  #show(state: SessionState, before: SessionState): void {
    const { field, clear, select, below, additions } = this.#parts;
    if (state.country !== before.country) this.#showForm(state.country);
    if (this.#input.value !== state.text) {
      this.#input.value = state.text;
      // The end of what goes on, the beginning of what is complete.
      this.#input.scrollLeft = state.address === undefined ? this.#input.scrollWidth : 0;
    }
    select.value = state.country;
    field.toggleAttribute('data-busy', state.isBusy);
    clear.hidden = state.text === '';
    if (state.list !== before.list) this.#showList(state, before);
    if (state.problem !== before.problem) this.#showProblem(state.problem);
    if (state.address !== before.address) {
      if (state.address !== undefined) this.#select(state.address, state);
      else {
        emptyFields(this.#filled);
        this.#emitClear();
      }
    }
    this.#offerUnlisted();
    below.hidden = !this.#isKeptAsTyped;
    below.textContent = this.#isKeptAsTyped ? this.#texts.keptAsTyped : '';
    if (state.additions !== before.additions) {
      additions.hidden = state.additions.length === 0;
      additions.replaceChildren(
        this.#texts.additions,
        ...state.additions.map((each) => {
          const button = element('button', { type: 'button' }, each.label);
          button.addEventListener('click', () => void this.#session.choose(each));
          return button;
        }),
      );
    }
    this.#validate();
  }

  #showList({ list }: SessionState, { list: before }: SessionState): void {
    if (list === undefined) {
      this.#combobox.close();
      return;
    }
    const isOfSeveral = this.#postcodeForm === undefined && !list.isWithinChoice && this.#countries().length > 1;
    const announced = this.#combobox.show(list, before, isOfSeveral);
    if (announced !== undefined) this.#parts.status.textContent = announced;
    this.#showAttribution();
  }

  /** Offers to keep what was typed, once the service has answered for it. */
  #offerUnlisted(): void {
    const { text, address, list, problem } = this.#session.state;
    const isAnswered = list !== undefined || problem !== undefined || this.#postcodeForm?.isUnknown === true;
    const canBeKept = this.getAttribute('unlisted') !== 'none' && address === undefined && !this.#isKeptAsTyped;
    this.#parts.unlisted.hidden = !canBeKept || !isAnswered || text.trim().length < 4;
  }

  #choose(position: number): void {
    const suggestion = this.#session.state.list?.suggestions[position];
    if (suggestion !== undefined) void this.#session.choose(suggestion);
  }

  #select(address: Address, { country, language }: SessionState): void {
    const isByUser = !this.#isResolving;
    this.#isResolving = false;
    this.#isKeptAsTyped = false;
    this.#combobox.close();
    const text = lineOf(address, language);
    this.#line = text;
    const form = this.internals.form;
    if (form !== null && this.getAttribute('fill') !== 'none')
      this.#filled = fillFields(form, address, language, {
        section: this.getAttribute('section') ?? '',
        // What the form came with is the customer's.
        emptyOnly: !isByUser,
      });
    if (!isByUser && this.#isDutchForm(country)) this.#postcodeForm!.show(address as AddressNL);
    if (isByUser) this.#parts.status.textContent = `${this.#texts.chosen}: ${text}`;
    this.#emitSelect(detailOf({ address, country, text, isByUser }, language));
  }

  #emitSelect(detail: AddressSelectDetail): void {
    this.#selected = detail;
    this.#emit('address-select', detail);
  }

  #emitClear(isHeard = true): void {
    this.#selected = undefined;
    if (isHeard) this.#emit('address-clear', {});
  }

  #keepAsTyped(): void {
    const { text, country } = this.#session.state;
    this.#session.clear(country);
    this.#isKeptAsTyped = true;
    this.#session.keep(text);
    this.#validate();
    (this.#isDutchForm() ? this.#postcodeForm!.anchor : this.#input).focus();
    this.#emitSelect(detailOf({ address: undefined, country, text, isByUser: true }, undefined));
  }

  #clear(isByUser: boolean): void {
    if (this.#input === undefined) return;
    const hadSomething = this.#isKeptAsTyped;
    this.#isKeptAsTyped = false;
    this.#session.clear();
    this.#input.value = '';
    this.#postcodeForm?.clear();
    this.#combobox.close();
    this.#validate();
    if (hadSomething) this.#emitClear(isByUser);
  }

  #showProblem(problem: ServiceProblem | undefined): void {
    let shown = problem;
    if (problem !== undefined) {
      this.#combobox.close();
      const { status, code, message } = problem;
      if (!this.#emit('address-error', { status, code, message } satisfies AddressErrorDetail, true)) shown = undefined;
    }
    showProblem(this.#parts.problem, shown, this.#texts, () => {
      if (this.#isDutchForm()) this.#postcodeForm!.retry();
      else {
        this.#input.focus();
        this.#session.retry();
      }
    });
  }

  /** The value of the field in its form, and whether it may be sent. */
  #validate(): void {
    const text = this.#session.state.text.trim();
    const isValid = this.address !== undefined || this.#isKeptAsTyped;
    const isRequired = this.hasAttribute('required');
    const form = this.#isDutchForm() ? this.#postcodeForm : undefined;
    this.#input.required = isRequired;
    if (this.#postcodeForm !== undefined) this.#postcodeForm.required = isRequired;
    const anchor = form?.anchor ?? this.#input;
    if (isValid || (text === '' && !isRequired)) this.internals.setValidity({});
    else if (text === '') this.internals.setValidity({ valueMissing: true }, this.#texts.required, anchor);
    else this.internals.setValidity({ customError: true }, form?.problem ?? this.#texts.choose, anchor);
    if (this.validity.valid) this.#markInvalid(false);
    if (this.name === '' || text === '') this.internals.setFormValue(null);
    else {
      const data = new FormData();
      data.set(this.name, this.address === undefined ? text : this.#line);
      data.set(`${this.name}_validated`, String(this.address !== undefined));
      this.internals.setFormValue(data, this.#isKeptAsTyped ? null : data.get(this.name));
    }
  }

  #markInvalid(isInvalid: boolean): void {
    if (isInvalid) this.internals.states.add('invalid-shown');
    else this.internals.states.delete('invalid-shown');
    this.#input?.setAttribute('aria-invalid', String(isInvalid));
    if (this.#postcodeForm !== undefined) this.#postcodeForm.invalid = isInvalid;
  }

  protected applyDisabled(): void {
    if (this.#input === undefined) return;
    const { select, clear, unlisted } = this.#parts;
    for (const each of [this.#input, select, clear, unlisted]) each.disabled = this.isDisabled;
    if (this.#postcodeForm !== undefined) this.#postcodeForm.disabled = this.isDisabled;
  }

  /** Returns false if the event was cancelled. */
  #emit(type: keyof AddressLookupEventMap, detail: object, cancelable = false): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true }));
  }
}

if (globalThis.customElements?.get('address-lookup') === undefined)
  globalThis.customElements?.define('address-lookup', AddressLookupElement);
