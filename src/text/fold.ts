/**
 * The one function that turns a name into its search key. Names are folded when the index is built, and
 * terms when it is queried, both here: a key folded in two ways is an address that silently cannot be found.
 *
 * Lower case, no diacritics, ligatures in letters, every run of other characters a single space, none at the ends.
 *
 * @example fold("'s-Gravenhage")        // 's gravenhage'
 * @example fold('Chaussée d’Ixelles')   // 'chaussee d ixelles'
 * @example fold('Weiherstraße 3–5')     // 'weiherstrasse 3 5'
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text;
  if (WORDS.test(text)) return text.toLowerCase();
  let folded = '';
  let isBehindGap = false;
  for (let i = 0; i < text.length; i++) {
    const letters = foldedAlone(text.charCodeAt(i));
    if (letters === undefined) return foldWhole(text);
    if (letters === '') isBehindGap = folded !== '';
    else {
      folded += isBehindGap ? ` ${letters}` : letters;
      isBehindGap = false;
    }
  }
  return folded;
}

/** The same for any text, by its definition; letters with accents take it ten times as long. */
function foldWhole(text: string): string {
  return text
    .normalize('NFKD') // ﬁ → fi, ĳ → ij, ² → 2, é → e + combining acute
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Already folded: the common case of a typed word. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** The same but for capitals. */
const WORDS = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** Letters that Unicode does not decompose, as people without the key type them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** What a character becomes whatever stands beside it; `undefined` for one of which that is not known. */
function foldedAlone(code: number): string | undefined {
  // Letters of the Latin alphabets, but for Ŀ, which leaves a space behind it.
  if (code < 0x250 && code !== 0x13f && code !== 0x140) {
    FOLDED[code] ??= foldWhole(String.fromCharCode(code));
    return FOLDED[code];
  }
  // Dashes, quotation marks and spaces.
  return code >= 0x2000 && code < 0x2070 ? '' : undefined;
}

/** By code, as they are met. */
const FOLDED: string[] = [];

/**
 * The key of a name or a search term: folded. A text without letters and digits (there are streets named
 * `-` and `…`) is its own key, so that it has one. Only a blank text has the key `''`.
 */
export function nameKey(name: string): string {
  return fold(name) || name.trim().toLowerCase();
}

/** The offsets of the words in a folded name; the first is 0. */
export function wordStarts(folded: string): number[] {
  const starts = [0];
  for (let i = folded.indexOf(' '); i !== -1; i = folded.indexOf(' ', i + 1)) starts.push(i + 1);
  return starts;
}
