import type { Country } from '../model/country.ts';
import { editDistance, editLimit, mayBeWithin } from '../text/edit-distance.ts';
import { commonEnding, type NameKey, type TypedStreet } from './name-key.ts';
import { compareWords, NAME_COSTS, type WordWeights } from './name-words.ts';

/** How many letters of two names differ; `ANOTHER_PERSON` or `Infinity` for different names. Cheap for very different names. */
export function compareNames(country: Country, weights: WordWeights, typed: TypedStreet, name: NameKey): number {
  if (name.text === typed.key.text) return 0;
  let best = compareLetters(country, typed.key, name);
  if (best <= NAME_COSTS.rejoined) return best;
  if (typed.forms.has(name.text)) return 0;
  if (best <= 1) return best;
  for (const form of typed.forms.values()) {
    if (form !== typed.key) best = Math.min(best, Math.max(NAME_COSTS.rejoined, compareLetters(country, form, name)));
  }
  // One letter of an abbreviation may still be a whole word: `r` of Rue.
  return Math.min(best, compareWords(country, weights, typed, name));
}

function compareLetters(country: Country, a: NameKey, b: NameKey): number {
  if (a.compact === b.compact) return NAME_COSTS.rejoined;
  // A written numeral must occur in the name, and is not part of another word: `vi st` is not Bist.
  if (a.numerals !== '' && a.numerals !== b.numerals) return Number.POSITIVE_INFINITY;
  const limit = editLimit(Math.min(a.compact.length, b.compact.length + 1));
  if (limit === 0 || !mayBeWithin(limit, a.mask, b.mask) || a.digits !== b.digits) return Number.POSITIVE_INFINITY;
  const edits = editDistance(a.compact, b.compact, limit);
  if (edits > limit) return Number.POSITIVE_INFINITY;
  // "rue de" is no reason to forgive more letters in the name itself.
  return edits > 1 && edits > editLimit(lettersThatDiffer(country, a.words, b.words))
    ? Number.POSITIVE_INFINITY
    : edits;
}

/** The letters of the shorter name without the words that both begin and end with, and without a kind of street at the end of both. */
function lettersThatDiffer(country: Country, a: readonly string[], b: readonly string[]): number {
  const shorter = Math.min(a.length, b.length);
  let before = 0;
  while (before < shorter && a[before] === b[before]) before++;
  let behind = 0;
  while (behind < shorter - before && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind++;
  const lettersOf = (words: readonly string[]): number => {
    let letters = 0;
    for (let i = before; i < words.length - behind; i++) letters += words[i]!.length;
    return letters;
  };
  const common =
    behind < shorter - before ? commonEnding(country, a[a.length - 1 - behind]!, b[b.length - 1 - behind]!) : 0;
  return Math.min(lettersOf(a), lettersOf(b) + 1) - common;
}
