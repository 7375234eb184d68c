/// <reference lib="dom" />

/** On a server, where pages are made that have the element in them, there are no elements: the module is imported all the same. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/** What any field of a form has, whatever it is a field for: its attributes as properties, and what the browser knows of its validity. */
export abstract class FormElement extends Base {
  static readonly formAssociated = true;

  protected readonly internals: ElementInternals = this.attachInternals();
  #isDisabledByForm = false;

  abstract value: string;

  /** Called when `isDisabled` may have changed. */
  protected abstract applyDisabled(): void;

  /**
   * Takes over what a framework has set before the script had come, while the element was none of ours: from now on the setters of the class
   * are called.
   */
  protected adopt(properties: readonly string[]): void {
    const own = this as unknown as Record<string, unknown>;
    for (const name of properties) {
      if (!Object.hasOwn(this, name)) continue;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
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
    return this.internals.form;
  }

  get validity(): ValidityState {
    return this.internals.validity;
  }

  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  /** By itself, or with its form or fieldset. */
  protected get isDisabled(): boolean {
    return this.#isDisabledByForm || this.disabled;
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabledByForm = isDisabled;
    this.applyDisabled();
  }

  /** Restores what was in the field, after a step back in the history. */
  formStateRestoreCallback(state: unknown): void {
    if (typeof state === 'string') this.value = state;
  }
}
