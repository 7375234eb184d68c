/// <reference lib="dom" />

/** The link to an address: its text, which every later release can find too: `#Dam+1,+1012JS+Amsterdam`. */
export function linkOf(text: string): string {
  return new URL(`#${encodeURIComponent(text).replaceAll('%20', '+')}`, location.href).href;
}

/** The text of the address in the fragment of a URL (after `#`); `undefined` if it is not a link to an address. */
export function linkedText(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1).replaceAll('+', ' ')) || undefined;
  } catch {
    return undefined;
  }
}
