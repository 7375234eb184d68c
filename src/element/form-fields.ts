/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { countryOf, doorOf, houseOf, type Language, nameIn, placeOf } from '../client/address-text.ts';
import type { Address } from '../client/service-client.ts';
import type { AnyAddress } from '../model/address.ts';
import type { Country } from '../model/country.ts';

/** An address by HTML's autofill field names, and by the names of `data-address`. */
export type AddressTokens = Readonly<Record<string, string>>;

const COUNTRY_NAMES: Readonly<Record<Country, string>> = { nl: 'Nederland', be: 'België / Belgique', lu: 'Luxembourg' };

/** An address by autocomplete tokens, as written on an envelope in its country. */
export function tokensOf(address: Address, language: Language | undefined): AddressTokens {
  const country = countryOf(address);
  const line = doorOf(address, language);
  return {
    'street-address': line,
    'address-line1': line,
    'address-line2': '',
    'postal-code': address.postcode,
    'address-level2': placeOf(address, language),
    'address-level1': 'province' in address ? nameIn(address.province, language) : '',
    country: country.toUpperCase(),
    'country-name': COUNTRY_NAMES[country],
  };
}

/** An address by the names of `data-address`: each part of the number by itself. */
export function partsOf(address: Address, language: Language | undefined): AddressTokens {
  const { housenumber, postcode, location, identifiers } = address;
  const { houseletter = '', housenumberaddition: addition = '', box_number: box = '' } = address as AnyAddress;
  const [latitude = '', longitude = ''] = location?.wgs84.map(String) ?? [];
  return {
    street: nameIn(address.street, language),
    housenumber,
    houseletter,
    addition,
    box,
    postcode,
    place: placeOf(address, language),
    municipality: nameIn(address.municipality, language),
    province: 'province' in address ? nameIn(address.province, language) : '',
    country: countryOf(address).toUpperCase(),
    latitude,
    longitude,
    id: identifiers?.address ?? '',
  };
}

/** The parts of a number, in the order in which they are written, and where each goes that has no field of its own. */
const CARRIERS: Readonly<Record<string, readonly string[]>> = {
  housenumber: ['street'],
  houseletter: ['addition', 'housenumber', 'street'],
  addition: ['houseletter', 'housenumber', 'street'],
  box: ['addition', 'housenumber', 'street'],
};

/**
 * The parts for the fields that a form has, so that nothing of a number is lost: without a field for the letter it stands before the
 * addition, without one for either in the field of the number, and without that after the street.
 *
 * @example partsFor(new Set(['street', 'housenumber', 'addition']), address, undefined) // { street: 'Dam', housenumber: '1', addition: 'A-2', … }
 */
export function partsFor(fields: ReadonlySet<string>, address: Address, language: Language | undefined): AddressTokens {
  const parts: Record<string, string> = { ...partsOf(address, language) };
  const written: Record<string, string> = {};
  for (const [part, carriers] of Object.entries(CARRIERS)) {
    const carrier = [part, ...carriers].find((each) => fields.has(each)) ?? part;
    // With its word, unless it stands in a field of boxes.
    const text = part === 'box' && carrier !== part ? boxOf(address, language) : parts[part]!;
    const before = written[carrier] ?? '';
    const between = before === '' || text === '' ? '' : { addition: '-', box: ' ' }[part];
    written[carrier] = before + (between ?? '') + text;
  }
  for (const part of Object.keys(CARRIERS)) parts[part] = written[part] ?? '';
  const { street, country } = parts;
  const { street: number = '' } = written;
  if (number !== '') parts['street'] = country === 'LU' ? `${number}, ${street}` : `${street} ${number}`;
  return parts;
}

/** `bus 3`; `''` for an address without a box. */
function boxOf(address: Address, language: Language | undefined): string {
  return 'box_number' in address ? houseOf(address, language).slice(address.housenumber.length).trim() : '';
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Filled fields, with the values that were filled in. */
export type FilledFields = Map<Field, string>;

interface FillOptions {
  /** A token that `autocomplete` or `data-address` must also have, such as `shipping`; `''` for none. */
  readonly section: string;
  /** Fields that have something keep it. */
  readonly emptyOnly: boolean;
}

/**
 * Fills the fields of a form whose `autocomplete` or `data-address` names a part of the address. Each field that changes gets the events
 * of typing, for listeners of the page.
 *
 * @returns what was filled in, for `emptyFields`
 */
export function fillFields(
  form: HTMLElement,
  address: Address,
  language: Language | undefined,
  { section, emptyOnly }: FillOptions,
): FilledFields {
  const filled: FilledFields = new Map();
  const tokens = tokensOf(address, language);
  const fields = [...form.querySelectorAll<Field>('[autocomplete],[data-address]')].filter((field) =>
    isOfSection(field, section, form),
  );
  const parts = partsFor(new Set(fields.map((field) => lastToken(field, 'data-address'))), address, language);
  for (const field of fields) {
    const value = parts[lastToken(field, 'data-address')] ?? tokens[lastToken(field, 'autocomplete')];
    if (value === undefined || (emptyOnly && field.value !== '' && field.value !== value)) continue;
    // A select without this option keeps its value.
    if (field instanceof HTMLSelectElement && ![...field.options].some((each) => each.value === value)) continue;
    setValue(field, value);
    filled.set(field, value);
  }
  return filled;
}

type TokenAttribute = 'autocomplete' | 'data-address';

function tokensIn(field: Field, attribute: TokenAttribute): string[] {
  return (field.getAttribute(attribute) ?? '').toLowerCase().split(/\s+/);
}

/** The part of the address: sections stand before it, as in `shipping postal-code`. */
function lastToken(field: Field, attribute: TokenAttribute): string {
  return tokensIn(field, attribute).at(-1)!;
}

/** Without a section, the fields of billing wait for a field of their own, if the form has some of shipping. */
function isOfSection(field: Field, section: string, form: HTMLElement): boolean {
  const tokens = [...tokensIn(field, 'autocomplete'), ...tokensIn(field, 'data-address')];
  if (section !== '') return tokens.includes(section);
  return (
    !tokens.includes('billing') || form.querySelector('[autocomplete*=shipping],[data-address*=shipping]') === null
  );
}

/** Empties the fields that still have the filled-in value, so that parts of one address do not remain next to another. */
export function emptyFields(filled: FilledFields): void {
  for (const [field, value] of filled) {
    if (field.value === value && !(field instanceof HTMLSelectElement)) setValue(field, '');
  }
  filled.clear();
}

function setValue(field: Field, value: string): void {
  if (field.value === value) return;
  field.value = value;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
