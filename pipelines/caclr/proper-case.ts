/** Words that stay small inside a French, German or Luxembourgish name. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a à am an au aux d de den der des du en et im in l la le les op sous sur um vum zum'.split(' '),
);

/**
 * A name that the register writes in capitals, as people write it; other names as they are.
 *
 * @example properCase("PLACE JEANNE D'ARC")    // "Place Jeanne d'Arc"
 * @example properCase('REDANGE-SUR-ATTERT')    // 'Redange-sur-Attert'
 * @example properCase('Z.A.E. WOLSER')         // 'Z.A.E. Wolser'
 */
export function properCase(name: string): string {
  if (name !== name.toUpperCase()) return name;
  // A word with its dot is an abbreviation, and so not small: `Z.A.E.`
  return name.toLowerCase().replace(/\p{L}+\.?/gu, (word, offset: number) => {
    const isSmall = offset > 0 && SMALL_WORDS.has(word);
    return isSmall ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
}
