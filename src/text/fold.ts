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
  if (ASCII.test(text)) return text.toLowerCase().replace(NEITHER_LETTER_NOR_DIGIT, ' ').trim();
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

/** Most typed text is ASCII, which takes a quarter of the work. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, these too
const ASCII = /^[\x00-\x7f]*$/;
const NEITHER_LETTER_NOR_DIGIT = /[^a-z0-9]+/g;

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
