/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { AddressSession, type SessionState } from '../client/address-session.ts';
import { type Address, ServiceClient, type ServiceProblem } from '../client/service-client.ts';
import { COUNTRIES, type Country, isCountry } from '../model/country.ts';
import { describeIn } from '../model/description.ts';
import { Combobox, noteOf, rowsOf } from './combobox.ts';
import { element } from './dom.ts';
import { buildField, type FieldParts } from './field-parts.ts';
import {
  type AddressTokens,
  emptyFields,
  type FilledFields,
  fillFields,
  lineOfTokens,
  tokensOf,
} from './form-fields.ts';
import { type FieldLanguage, type FieldTexts, fieldLanguageOf, TEXTS } from './texts.ts';

/** The detail of `address-select`. */
export interface AddressSelectDetail {
  /** `undefined` for an address that is not in the register and was kept as typed. */
  readonly address: Address | undefined;
  readonly country: Country;
  /** The address on one line, as the form sends it: `Kalverstraat 92, 1012PH Amsterdam`; the typed text, if that was kept. */
  readonly text: string;
  readonly isValidated: boolean;
  /** By autocomplete tokens; empty for an address that was kept as typed. */
  readonly fields: AddressTokens;
}

/** The detail of `address-error`. */
export interface AddressErrorDetail {
  /** HTTP status; 0 if the service was not reached. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

let count = 0;

/**
 * An address field for any form: `<address-lookup endpoint="/addresses" countries="nl be" language="fr" name="address" required>`.
 *
 *     endpoint    where the service is; that of the page unless given      key        publishable, for a service elsewhere
 *     countries   of nl, be and lu, separated by spaces; all unless given  language   nl, fr, de or en; of the page or the browser unless given
 *     label       instead of the word for "address"                        section    `shipping`, `billing`: which fields it fills
 *     identifiers the address of an event has those of the register
 *     fill        `none`: it fills no other fields                         unlisted   `none`: only addresses of the register count
 *     name, required, disabled, placeholder, value                         as in any field
 *
 * Events, all of which bubble: `address-select`, `address-clear`, `address-error`. Invalid until a house is chosen, or what was typed is kept
 * with "my address is not listed"; then the form also has NAME_validated, `false`. Parts: label, input, country, clear, popup, option,
 * note, unlisted, additions, problem.
 */
export class AddressLookupElement extends HTMLElement {
  static readonly formAssociated = true;
  static readonly observedAttributes: readonly string[] = [
    'endpoint',
    'key',
    'countries',
    'language',
    'identifiers',
    'label',
    'placeholder',
    'required',
    'disabled',
  ];

  readonly #internals: ElementInternals;
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
  #isDisabledByForm = false;

  constructor() {
    super();
    this.#internals = this.attachInternals();
    this.attachShadow({ mode: 'open', delegatesFocus: true });
    // Sent when the form is submitted or checked: from then on the error is visible until it is corrected.
    this.addEventListener('invalid', () => this.#markInvalid(true));
  }

  connectedCallback(): void {
    if (this.#input === undefined) this.#build();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (this.#input === undefined || before === after) return;
    if (name === 'required') this.#validate();
    else if (name === 'disabled') this.#applyDisabled();
    else this.#build();
  }

  /** The address of the register, once one is chosen. */
  get address(): Address | undefined {
    return this.#session?.state.address;
  }

  /** The text in the field. */
  get value(): string {
    return this.#session?.state.text ?? '';
  }

  /** Types a text for the user, who still has to choose. */
  set value(text: string) {
    if (this.#input === undefined) this.#build();
    this.#input.value = text;
    this.#session.type(text);
  }

  get name(): string {
    return this.getAttribute('name') ?? '';
  }

  // React and Vue set a property rather than the attribute, if there is one.
  set name(name: string) {
    this.setAttribute('name', name);
  }

  get required(): boolean {
    return this.hasAttribute('required');
  }

  set required(isRequired: boolean) {
    this.toggleAttribute('required', isRequired);
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }

  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled);
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /** Empties the field. */
  clear(): void {
    this.#clear(false);
  }

  formResetCallback(): void {
    this.#clear(false);
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabledByForm = isDisabled;
    this.#applyDisabled();
  }

  #build(): void {
    this.#language = fieldLanguageOf([
      this.getAttribute('language') ?? this.closest('[lang]')?.getAttribute('lang') ?? '',
      ...navigator.languages,
    ]);
    this.#texts = TEXTS[this.#language];
    const texts = this.#texts;
    const countries = this.#countries();
    const key = this.getAttribute('key');
    this.#client = new ServiceClient({
      endpoint: this.getAttribute('endpoint') ?? '',
      ...(key !== null && { key }),
      language: this.#language === 'en' ? undefined : this.#language,
      identifiers: this.hasAttribute('identifiers'),
    });
    const parts = buildField(this.shadowRoot!, {
      id: this.#id,
      texts,
      countries,
      label: this.getAttribute('label') ?? texts.label,
      placeholder: this.getAttribute('placeholder') ?? '',
    });
    const { input, select, popup, list, note, clear, unlisted, covering } = parts;
    covering.hidden = this.getAttribute('unlisted') === 'none';
    covering.addEventListener('click', () => this.#keepAsTyped());
    this.#input = input;
    this.#parts = parts;
    this.#session = new AddressSession({
      client: this.#client,
      country: countries[0]!,
      countries,
      onChange: (state, before) => this.#show(state, before),
    });
    this.#combobox = new Combobox(
      input,
      { frame: popup, list, note },
      {
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
        onReopen: () => void this.#session.search(),
      },
    );
    input.addEventListener('keydown', (event) => {
      // Pasted text has no list yet; Enter must not submit the form then.
      if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return;
      if (this.address === undefined && input.value.trim() !== '' && !this.#isKeptAsTyped) {
        event.preventDefault();
        this.#session.confirm(undefined);
      } else this.#internals.form?.requestSubmit();
    });
    select.addEventListener('change', () => {
      this.#isKeptAsTyped = false;
      this.#input.value = '';
      this.#session.clear(select.value as Country);
    });
    clear.addEventListener('click', () => {
      this.#clear(true);
      input.focus();
    });
    unlisted.addEventListener('click', () => this.#keepAsTyped());
    this.#applyDisabled();
    this.#validate();
    const value = this.getAttribute('value');
    if (value !== null && value !== '') this.value = value;
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
    const { field, clear, select, unlisted, below, additions } = this.#parts;
    if (this.#input.value !== state.text) {
      this.#input.value = state.text;
      this.#input.scrollLeft = this.#input.scrollWidth;
    }
    select.value = state.country;
    field.toggleAttribute('data-busy', state.isBusy);
    clear.hidden = state.text === '';
    if (state.list !== before.list) this.#showList(state, before);
    if (state.problem !== before.problem) this.#showProblem(state.problem);
    if (state.address !== before.address) {
      if (state.address !== undefined) this.#select(state.address, state);
      else if (before.address !== undefined) {
        emptyFields(this.#filled);
        this.#emit('address-clear', {});
      }
    }
    const canBeUnlisted =
      this.getAttribute('unlisted') !== 'none' && state.address === undefined && !this.#isKeptAsTyped;
    unlisted.hidden =
      !canBeUnlisted || state.text.trim().length < 4 || (state.list === undefined && state.problem === undefined);
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
    const { elsewhere, status } = this.#parts;
    if (list === undefined) {
      this.#combobox.close();
      elsewhere.replaceChildren();
      return;
    }
    const { suggestions, total, typed, missingNumber } = list;
    const note = noteOf(list, this.#texts);
    const isLonger =
      before !== undefined && before.text === list.text && suggestions.length > before.suggestions.length;
    if (isLonger)
      this.#combobox.append(rowsOf(suggestions.slice(before.suggestions.length), typed, this.#language), note);
    else if (before === undefined || before.suggestions !== suggestions) {
      // After a choice by pointer the focus may be elsewhere, but the list must open all the same.
      this.#combobox.show(rowsOf(suggestions, typed, this.#language), note, total);
      status.textContent = missingNumber !== undefined || total === 0 ? note : this.#texts.counted(total);
    }
    const other = list.elsewhere;
    if (other === undefined) elsewhere.replaceChildren();
    else {
      const country = this.#texts.countries[other.country];
      const { label, description } = other.suggestion;
      const button = element(
        'button',
        { type: 'button', part: 'option' },
        `${label}, ${describeIn(this.#language, description)}`,
      );
      button.addEventListener('click', () => void this.#session.chooseElsewhere(other));
      elsewhere.replaceChildren(element('p', { class: 'elsewhere-label' }, this.#texts.elsewhere(country)), button);
      status.textContent = `${this.#texts.elsewhere(country)} ${label}`;
    }
  }

  #choose(position: number): void {
    const suggestion = this.#session.state.list?.suggestions[position];
    if (suggestion !== undefined) void this.#session.choose(suggestion);
  }

  #select(address: Address, { country, language }: SessionState): void {
    this.#isKeptAsTyped = false;
    this.#combobox.close();
    const fields = tokensOf(country, address, language, this.#texts.box);
    const text = lineOfTokens(fields);
    this.#line = text;
    const form = this.#internals.form;
    if (form !== null && this.getAttribute('fill') !== 'none')
      this.#filled = fillFields(form, fields, this.getAttribute('section') ?? '');
    this.#parts.status.textContent = `${this.#texts.chosen}: ${text}`;
    this.#emit('address-select', { address, country, text, isValidated: true, fields } satisfies AddressSelectDetail);
  }

  #keepAsTyped(): void {
    const text = this.#input.value;
    const { country } = this.#session.state;
    this.#isKeptAsTyped = true;
    this.#session.clear();
    this.#session.keep(text);
    this.#input.value = text;
    this.#combobox.close();
    this.#validate();
    this.#input.focus();
    const detail: AddressSelectDetail = { address: undefined, country, text, isValidated: false, fields: {} };
    this.#emit('address-select', detail);
  }

  #clear(isByUser: boolean): void {
    if (this.#input === undefined) return;
    const hadSomething = this.#isKeptAsTyped;
    this.#isKeptAsTyped = false;
    this.#input.value = '';
    this.#session.clear();
    this.#combobox.close();
    this.#validate();
    if (isByUser && hadSomething) this.#emit('address-clear', {});
  }

  #showProblem(problem: ServiceProblem | undefined): void {
    const { problem: line } = this.#parts;
    line.hidden = problem === undefined;
    if (problem === undefined) {
      line.replaceChildren();
      return;
    }
    this.#combobox.close();
    const { unreachable, busy, failed, retry } = this.#texts;
    const text = problem.status === 0 ? unreachable : problem.status === 429 ? busy : failed;
    const button = element('button', { type: 'button' }, retry);
    button.addEventListener('click', () => {
      this.#input.focus();
      this.#session.retry();
    });
    line.replaceChildren(element('p', { role: 'alert' }, text), ...(problem.mayPass ? [button] : []));
    const { status, code, message } = problem;
    this.#emit('address-error', { status, code, message } satisfies AddressErrorDetail);
  }

  /** The value of the field in its form, and whether it may be sent. */
  #validate(): void {
    const text = this.#session.state.text.trim();
    const isValid = this.address !== undefined || this.#isKeptAsTyped;
    this.#input.toggleAttribute('required', this.hasAttribute('required'));
    if (text === '' && !this.hasAttribute('required')) this.#internals.setValidity({});
    else if (text === '') this.#internals.setValidity({ valueMissing: true }, this.#texts.required, this.#input);
    else if (!isValid) this.#internals.setValidity({ customError: true }, this.#texts.choose, this.#input);
    else this.#internals.setValidity({});
    if (this.validity.valid) this.#markInvalid(false);
    if (this.name === '' || text === '') this.#internals.setFormValue(null);
    else {
      const data = new FormData();
      data.set(this.name, this.address === undefined ? text : this.#line);
      data.set(`${this.name}_validated`, String(this.address !== undefined));
      this.#internals.setFormValue(data);
    }
  }

  #markInvalid(isInvalid: boolean): void {
    if (isInvalid) this.#internals.states.add('invalid-shown');
    else this.#internals.states.delete('invalid-shown');
    this.#input?.setAttribute('aria-invalid', String(isInvalid));
  }

  #applyDisabled(): void {
    if (this.#input === undefined) return;
    const isDisabled = this.#isDisabledByForm || this.hasAttribute('disabled');
    this.#input.disabled = isDisabled;
    for (const each of ['select', 'clear', 'unlisted'] as const) this.#parts[each].disabled = isDisabled;
  }

  #emit(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

if (customElements.get('address-lookup') === undefined) customElements.define('address-lookup', AddressLookupElement);
