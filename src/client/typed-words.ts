import { isCountry } from '../model/country.ts';
import { withoutDutchPostcodes } from '../model/postcode-form.ts';
import type { Suggestion } from '../model/suggestion.ts';
import { isLittle } from '../text/little-words.ts';
import { wordsWithout } from '../text/matched-parts.ts';

/** Comparisons of what was typed with what was found, from the texts alone. */

const canBeLeftOut = (word: string): boolean => isLittle(word) || isCountry(word);

/** The share of the typed words that a suggestion has, mistyped or unfinished ones too, 0 to 1; small words and numbers do not count. */
export function coverageOf(typed: string, { label, description, value }: Suggestion): number {
  const counts = (word: string): boolean => !canBeLeftOut(word) && !/^[0-9]/.test(word);
  const wanted = wordsWithout([], typed).filter(counts).length;
  const missing = wordsWithout([label, description, value], typed).filter(counts).length;
  return wanted === 0 ? 1 : 1 - missing / wanted;
}

/**
 * The house number in what was typed, if there are houses among the suggestions, all in streets that were typed, and none has it.
 *
 * @example missingNumberIn('nieuwstad 9999', suggestions)   // '9999'
 */
export function missingNumberIn(typed: string, suggestions: readonly Suggestion[]): string | undefined {
  // A number followed by words may be part of a name, and four digits with letters are a Dutch postcode.
  const number = /(?:^|[^0-9])([0-9]{1,5})(?:\s*[\p{L}]{1,2})?(?:[\s,].*)?$/u.exec(withoutDutchPostcodes(typed));
  if (number === null || !/\p{L}{3}/u.test(typed)) return undefined;
  const [, digits = ''] = number;
  const lacksIt = (each: Suggestion): boolean =>
    (each.precision === 'Street' || each.precision === 'House') &&
    coverageOf(typed, each) === 1 &&
    // The year until which it was called so is no number of it.
    wordsWithout([each.former?.name ?? each.label, each.description], digits).length > 0;
  return suggestions.length > 0 && suggestions.every(lacksIt) ? digits : undefined;
}
