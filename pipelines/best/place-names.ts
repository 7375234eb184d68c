/** The names of the localities that one postal name holds: the main one, which the place is called by, and the others. */
export interface PlaceNames {
  readonly main: string;
  readonly others: readonly string[];
}

/**
 * Takes a Flemish postal name apart. bpost gives a postcode all its localities, the main one in capitals:
 *
 * @example splitPostalName('AFFLIGEM/Essene/Hekelgem/Teralfene', 'Affligem')
 * // { main: 'Affligem', others: ['Essene', 'Hekelgem', 'Teralfene'] }
 *
 * Without capitals the main one is the one named as its municipality, or else the first. A name with brackets is also
 * found without them.
 */
export function splitPostalName(postalName: string, municipalityName: string): PlaceNames {
  const parts = postalName
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const inCapitals = parts.findIndex(isInCapitals);
  const asMunicipality = parts.findIndex((part) => sameName(part, municipalityName));
  const mainPosition = Math.max(0, inCapitals === -1 ? asMunicipality : inCapitals);
  const names = parts.map((part) => (sameName(part, municipalityName) ? municipalityName : inProperCase(part)));
  const main = names[mainPosition] ?? municipalityName;
  const others = [...names, ...names.map(withoutBrackets)].filter((name) => !sameName(name, main));
  return { main, others: [...new Set(others)] };
}

/** What stands before the brackets tells: bpost adds the municipality to some names, WILRIJK (Antwerpen). */
function isInCapitals(name: string): boolean {
  const bare = withoutBrackets(name);
  return bare === bare.toUpperCase() && bare !== bare.toLowerCase();
}

/** `Wilrijk` of `Wilrijk (Antwerpen)`; a name without brackets as it is. */
export function withoutBrackets(name: string): string {
  return name.replace(/ *\([^()]*\)$/, '');
}

/** Whether two names differ in nothing but the case of their letters. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Words that are written small inside a place name. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  "aan bij de den der en het in op ten ter van 't 's d l la le les lez sur sous du des".split(' '),
);

/**
 * A place name in proper case, from capitals or from bpost's own, which capitalises every word.
 *
 * @example inProperCase('HEIST-OP-DEN-BERG')          // 'Heist-op-den-Berg'
 * @example inProperCase("Sint-Job-In-'T-Goor")        // "Sint-Job-in-'t-Goor"
 * @example inProperCase("'S Gravenwezel")             // "'s Gravenwezel"
 */
export function inProperCase(name: string): string {
  return name.replace(/'?\p{L}+/gu, (word, offset: number) => {
    const lower = word.toLowerCase();
    if (lower === "'s" || lower === "'t") return lower;
    // A particle is one only in the middle: De Haan, but Knokke-Heist-aan-Zee.
    if (offset > 0 && SMALL_WORDS.has(lower) && name.charAt(offset - 1) !== ' ') return lower;
    if (word.startsWith("'")) return `'${capitalised(lower.slice(1))}`;
    return capitalised(isInCapitals(word) ? lower : word);
  });
}

function capitalised(word: string): string {
  // The Dutch digraph is one letter: IJzendijke.
  const first = word.startsWith('ij') ? 2 : 1;
  return word.slice(0, first).toUpperCase() + word.slice(first);
}
