import type { Country } from '../model/country.ts';
import { editDistance, editLimit, mayBeWithin } from '../text/edit-distance.ts';
import { commonEnding, type NameKey, type TypedStreet } from './name-key.ts';
import { compareWords, NAME_COSTS, type WordWeights } from './name-words.ts';

/** How many letters of two names differ; `ANOTHER_PERSON` or `Infinity` for different names. Cheap for very different names. */
export function compareNames(country: Country, weights: WordWeights, typed: TypedStreet, name: NameKey): number {
  if (name.text === typed.key.text) return 0;
  // Other forms of known words are no misspellings, though no name has them.
  const unknown = weights.unknownIn(typed.key.words);
  let best = compareLetters(country, unknown, typed.key, name);
  if (best <= NAME_COSTS.rejoined) return best;
  if (typed.forms.has(name.text)) return 0;
  if (best <= 1) return best;
  // One sound in other letters is one wrong letter, however many letters it has.
  best = Math.min(best, typed.alike.get(name.text) ?? best);
  for (const form of typed.forms.values())
    best = Math.min(best, Math.max(NAME_COSTS.rejoined, compareLetters(country, unknown, form, name)));
  // One letter of an abbreviation may still be a whole word: `r` of Rue.
  return Math.min(best, compareWords(country, weights, typed, name));
}

/** @param unknown the words of `a` that no name has */
function compareLetters(country: Country, unknown: readonly string[], a: NameKey, b: NameKey): number {
  if (a.compact === b.compact) return NAME_COSTS.rejoined;
  // A written numeral must occur in the name, and is not part of another word: `vi st` is not Bist.
  if (a.numerals !== '' && a.numerals !== b.numerals) return Number.POSITIVE_INFINITY;
  const limit = editLimit(Math.min(a.compact.length, b.compact.length + 1), unknown.length > 0);
  if (limit === 0 || !mayBeWithin(limit, a.mask, b.mask) || a.digits !== b.digits) return Number.POSITIVE_INFINITY;
  const edits = editDistance(a.compact, b.compact, limit);
  if (edits > limit) return Number.POSITIVE_INFINITY;
  if (edits <= 1) return edits;
  // "rue de" is no reason to forgive more letters in the name itself.
  const { letters, words } = whatDiffers(country, a.words, b.words);
  if (edits <= editLimit(letters)) return edits;
  const areUnknown = words.every((word) => unknown.includes(word));
  return edits <= editLimit(letters, areUnknown) ? edits + NAME_COSTS.unknownWord : Number.POSITIVE_INFINITY;
}

/** The letters of the shorter name, and the words of `a`, without those that both begin and end with; without a kind of street at the end of both, too. */
function whatDiffers(
  country: Country,
  a: readonly string[],
  b: readonly string[],
): { readonly letters: number; readonly words: readonly string[] } {
  const shorter = Math.min(a.length, b.length);
  let before = 0;
  while (before < shorter && a[before] === b[before]) before++;
  let behind = 0;
  while (behind < shorter - before && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind++;
  const [own, other] = [a, b].map((words) => words.slice(before, words.length - behind)) as [string[], string[]];
  const common = commonEnding(country, own.at(-1) ?? '', other.at(-1) ?? '');
  return { letters: Math.min(own.join('').length, other.join('').length + 1) - common, words: own };
}
