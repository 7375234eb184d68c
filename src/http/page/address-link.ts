/// <reference lib="dom" />
import { type Country, isCountry } from '../../model/country.ts';

/**
 * The link to an address: the country and the address as text, which every later release can find too.
 * `#nl/Dam+1,+1012JS+Amsterdam`
 */
export function linkOf(country: Country, text: string): string {
  return new URL(`#${country}/${encodeURIComponent(text).replaceAll('%20', '+')}`, location.href).href;
}

/** The address in the fragment of a URL (after `#`); `undefined` if it is not a link to an address. */
export function linkedAddress(hash: string): { readonly country: Country; readonly text: string } | undefined {
  const [, country = '', encoded = ''] = /^#(\w\w)\/(.+)$/.exec(hash) ?? [];
  if (!isCountry(country)) return undefined;
  try {
    return { country, text: decodeURIComponent(encoded.replaceAll('+', ' ')) };
  } catch {
    return undefined;
  }
}
