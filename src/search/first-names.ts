import type { Country } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import { formsOf, isStreetType } from '../text/variants.ts';
import { streetOfCandidate } from './candidates.ts';
import { namesAndAliasesOf } from './name-key.ts';
import type { Candidate } from './ranking.ts';

/**
 * Names that are still being typed, without the first name or the title in them: `rue patto` on the way to Rue Général Patton, `j steenl` to Jan
 * Steenlaan. The words in front are left out, the others are looked up as later words of a name, and the names that are found must have the words in
 * front, too.
 */

/** Whether a folded word may stand before a first name or a title that is left out, or for it: a kind of street, an initial. */
export function isBeforeFirstName(country: Country, word: string): boolean {
  return /^\p{L}$/u.test(word) || isStreetType(country, word);
}

/** Whether all folded words behind such a one are later words of a name, as a look at the trie says: most texts end here. */
export function endsInLaterWords({ country, names }: CountryIndex, words: readonly string[]): boolean {
  return words.some(
    (_, at) =>
      at > 0 &&
      isBeforeFirstName(country, words[at - 1]!) &&
      names.streets.locate(words.slice(at).join(' ')) !== undefined,
  );
}

/** Whether a name of a candidate has, in their order, the kind of street and the initials that folded words begin with. */
export function hasWordsInFront(index: CountryIndex, candidate: Candidate, words: readonly string[]): boolean {
  const { country, names } = index;
  const first = words.findIndex((word) => !isBeforeFirstName(country, word));
  const front = words.slice(0, first);
  const street = streetOfCandidate(index, candidate);
  const own = street === undefined ? [nameKey(names.labelOf(candidate.ordinal))] : namesAndAliasesOf(index, street);
  const isFor = (word: string, other: string): boolean =>
    word === other || (word.length === 1 ? other.startsWith(word) : formsOf(country, word).includes(other));
  return own.some((name) => {
    const left = name.split(' ');
    return front.every((word) => {
      const at = left.findIndex((other) => isFor(word, other));
      left.splice(0, at + 1);
      return at !== -1;
    });
  });
}
