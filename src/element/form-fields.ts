/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { houseOf, type Language, nameIn } from '../client/address-text.ts';
import type { Address } from '../client/service-client.ts';
import type { Country } from '../model/country.ts';

/** The parts of an address by HTML's autofill field names. */
export type AddressTokens = Readonly<Record<string, string>>;

const COUNTRY_NAMES: Readonly<Record<Country, string>> = { nl: 'Nederland', be: 'België / Belgique', lu: 'Luxembourg' };

/** An address by autocomplete tokens, as written on an envelope in its country. */
export function tokensOf(
  country: Country,
  address: Address,
  language: Language | undefined,
  box: string,
): AddressTokens {
  const street = nameIn(address.street, language);
  const house = houseOf(address).replace(' box ', ` ${box} `);
  // In Luxembourg the number comes before the street.
  const line = country === 'lu' ? `${house}, ${street}` : `${street} ${house}`;
  const province = 'province' in address ? nameIn(address.province, language) : '';
  return {
    'street-address': line,
    'address-line1': line,
    'address-line2': '',
    'postal-code': address.postcode,
    'address-level2': 'city' in address ? address.city : nameIn(address.municipality, language),
    'address-level1': province,
    country: country.toUpperCase(),
    'country-name': COUNTRY_NAMES[country],
  };
}

/** The address on one line: `Wetstraat 16, 1000 Brussel`. */
export function lineOfTokens(tokens: AddressTokens): string {
  const place = [tokens['postal-code'], tokens['address-level2']].filter((part) => part !== '').join(' ');
  return `${tokens['street-address']}, ${place}`;
}

/**
 * Fills the fields of a form whose `autocomplete` names a part of the address; `section` is a token that they must also have, such as
 * `shipping`. Each field that changes gets the events of typing, for listeners of the page.
 *
 * @returns what was filled in, for `emptyFields`
 */
export function fillFields(form: HTMLElement, tokens: AddressTokens, section: string): FilledFields {
  const filled: FilledFields = new Map();
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[autocomplete]');
  for (const field of fields) {
    const names = (field.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/);
    const value = tokens[names.at(-1) ?? ''];
    if (value === undefined) continue;
    // A select without this option keeps its value.
    if (field instanceof HTMLSelectElement && ![...field.options].some((each) => each.value === value)) continue;
    if (
      section !== ''
        ? !names.includes(section)
        : names.includes('billing') && form.querySelector('[autocomplete*=shipping]')
    )
      continue;
    setValue(field, value);
    filled.set(field, value);
  }
  return filled;
}

/** Filled fields, with the values that were filled in. */
export type FilledFields = Map<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, string>;

/** Empties the fields that still have the filled-in value, so that parts of one address do not remain next to another. */
export function emptyFields(filled: FilledFields): void {
  for (const [field, value] of filled) {
    if (field.value === value && !(field instanceof HTMLSelectElement)) setValue(field, '');
  }
  filled.clear();
}

function setValue(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  if (field.value === value) return;
  field.value = value;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
