import type { Locator, Page } from 'playwright-core';
import type { InBrowser, Visit, VisitOptions } from './describe-in-browser.ts';

export interface Embedded {
  readonly visit: Visit;
  readonly page: Page;
  readonly field: Locator;
  readonly options: Locator;
  /** Types, and waits for the list of all that was typed. */
  type(text: string): Promise<void>;
  /** The events of the element so far: type and detail. */
  events(): Promise<[string, Record<string, unknown>][]>;
  /** What the form would send. */
  sent(): Promise<Record<string, string>>;
  isValid(): Promise<boolean>;
}

/** A page of somebody else's, with a form and the element in it. */
export async function embed(
  inBrowser: InBrowser,
  attributes = 'countries="nl" language="en" name="address" required',
  { lang = 'en', form = FORM, ...options }: VisitOptions & { readonly lang?: string; readonly form?: string } = {},
): Promise<Embedded> {
  const visit = await inBrowser.visit({
    ...options,
    path: '/shop',
    html: `<!doctype html><html lang="${lang}"><head><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Shop</title><style>html{background:Canvas;color:CanvasText}body{font:1em system-ui}h1{font-size:1.2em}p input{width:100%;box-sizing:border-box}</style>
<link rel="icon" href="icon.svg">
<script type="module" src="/element.js"></script></head><body><main><h1>Checkout</h1><form>
<address-lookup ${attributes}></address-lookup>
${form}
<button>Order</button></form></main></body></html>`,
  });
  const { page } = visit;
  await page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen, sends: 0 });
    for (const type of ['address-select', 'address-clear', 'address-error']) {
      document.addEventListener(type, (event) => seen.push([type, (event as CustomEvent).detail]));
    }
    document.querySelector('form')!.addEventListener('submit', (event) => {
      event.preventDefault();
      (window as unknown as { sends: number }).sends++;
    });
  });
  const field = page.getByRole('combobox').last();
  return {
    visit,
    page,
    field,
    type: (text) => visit.type(text, field),
    options: page.getByRole('option').filter({ has: page.locator('.row-label') }),
    events: () => page.evaluate(() => (window as unknown as { seen: [string, Record<string, unknown>][] }).seen),
    sent: () =>
      page.evaluate(() => Object.fromEntries(new FormData(document.querySelector('form')!)) as Record<string, string>),
    isValid: () => page.evaluate(() => document.querySelector('form')!.checkValidity()),
  };
}

const FORM = `<p><label>Street <input autocomplete="shipping street-address"></label></p>
<p><label>Postcode <input autocomplete="shipping postal-code"></label></p>
<p><label>Place <input autocomplete="shipping address-level2"></label></p>`;
