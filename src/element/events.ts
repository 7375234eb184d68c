import type { Language } from '../client/address-text.ts';
import type { Address } from '../client/service-client.ts';
import type { Country } from '../model/country.ts';
import { type AddressTokens, partsOf, tokensOf } from './form-fields.ts';

/** The detail of `address-select`. */
export interface AddressSelectDetail {
  /** `undefined` for an address that is not in the register and was kept as typed. */
  readonly address: Address | undefined;
  readonly country: Country;
  /** The address on one line, as the form sends it: `Kalverstraat 92, 1012PH Amsterdam`; the typed text, if that was kept. */
  readonly text: string;
  readonly isValidated: boolean;
  /** Whether a person has chosen it; `false` for the address that a form came with, as its `value`. */
  readonly isByUser: boolean;
  /** By autocomplete tokens; empty for an address that was kept as typed. */
  readonly fields: AddressTokens;
  /** By the names of `data-address`: number, letter, addition and box by themselves; empty for an address that was kept as typed. */
  readonly parts: AddressTokens;
}

/** The detail of `address-error`. */
export interface AddressErrorDetail {
  /** HTTP status; 0 if the service was not reached. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** The events of the element, all of which bubble. `address-error` can be cancelled: then the element does not show the problem. */
export interface AddressLookupEventMap {
  'address-select': CustomEvent<AddressSelectDetail>;
  'address-clear': CustomEvent<object>;
  'address-error': CustomEvent<AddressErrorDetail>;
}

/** The detail of a selection, with the parts of its address in the language of its text. */
export function detailOf(
  selection: Omit<AddressSelectDetail, 'fields' | 'parts' | 'isValidated'>,
  language: Language | undefined,
): AddressSelectDetail {
  const { address } = selection;
  return {
    ...selection,
    isValidated: address !== undefined,
    fields: address === undefined ? {} : tokensOf(address, language),
    parts: address === undefined ? {} : partsOf(address, language),
  };
}
