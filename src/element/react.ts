import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AddressLookupElement, AddressLookupEventMap } from './address-lookup.ts';

export * from './address-lookup.ts';

/** The attributes of `<address-lookup>` in JSX, and its events, which React adds on the client. */
export interface AddressLookupAttributes
  extends DetailedHTMLProps<HTMLAttributes<AddressLookupElement>, AddressLookupElement> {
  readonly endpoint?: string | undefined;
  /** The publishable key: React takes `key` for its own. */
  readonly 'publishable-key'?: string | undefined;
  readonly countries?: string | undefined;
  readonly language?: 'nl' | 'fr' | 'de' | 'en' | undefined;
  readonly mode?: 'postcode' | undefined;
  readonly kinds?: string | undefined;
  readonly within?: string | undefined;
  readonly label?: string | undefined;
  readonly section?: string | undefined;
  readonly identifiers?: boolean | undefined;
  readonly fill?: 'none' | undefined;
  readonly unlisted?: 'none' | undefined;
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly 'onaddress-select'?: ((event: AddressLookupEventMap['address-select']) => void) | undefined;
  readonly 'onaddress-clear'?: ((event: AddressLookupEventMap['address-clear']) => void) | undefined;
  readonly 'onaddress-error'?: ((event: AddressLookupEventMap['address-error']) => void) | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'address-lookup': AddressLookupAttributes;
    }
  }
}
