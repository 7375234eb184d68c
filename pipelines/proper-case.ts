/** Words that stay small inside a Dutch, French, German or Luxembourgish name. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  (
    "'s 't aan bij de den der en het in op ten ter van " + // Dutch
    'a à au aux d de des du en et l la le les lez sous sur ' + // French
    'am an den der im op um vum zum'
  ) // German and Luxembourgish
    .split(' '),
);

/** The `'s` and `'t` that begin or join Dutch names, or a word with the dot of an abbreviation if it has one. */
const WORDS = /'[st](?!\p{L})|\p{L}+\.?/giu;

/**
 * A name in normal case, from capitals or from a spelling that capitalises every word.
 *
 * @example properCase('HEIST-OP-DEN-BERG')            // 'Heist-op-den-Berg'
 * @example properCase("Sint-Job-In-'T-Goor")          // "Sint-Job-in-'t-Goor"
 * @example properCase("'S Gravenwezel")               // "'s Gravenwezel"
 * @example properCase("PLACE JEANNE D'ARC")           // "Place Jeanne d'Arc"
 * @example properCase('Z.A.E. WOLSER')                // 'Z.A.E. Wolser': with its dot, A is no French "a"
 */
export function properCase(name: string): string {
  return name.replace(WORDS, (word, offset: number) => {
    const lower = word.toLowerCase();
    // Small words are small only inside a name (De Haan, but Heist-aan-Zee); 's and 't also at its beginning.
    if (lower.startsWith("'") || (offset > 0 && SMALL_WORDS.has(lower))) return lower;
    return capitalised(isInCapitals(word) ? lower : word);
  });
}

/** Whether a text has letters, and all are capitals. */
export function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

/** With a capital first letter; the Dutch digraph is one letter: IJzendijke. */
function capitalised(word: string): string {
  const first = word.startsWith('ij') ? 2 : 1;
  return word.slice(0, first).toUpperCase() + word.slice(first);
}
