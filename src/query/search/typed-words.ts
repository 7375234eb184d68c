import type { Country } from '../../model/country.ts';
import { fold } from '../../text/fold.ts';

/** Characters, words, and characters of a word that are read, no address has more. They bound the work. */
export const LONGEST_TEXT = 300;
const LARGEST_WORD_COUNT = 16;
const LONGEST_WORD = 40;

/**
 * The folded words of a text. A number that is glued to the street or to the postcode before it is a word of its own.
 *
 * @example wordsOf('nl', 'Kerkstraat12, 1012JS1')    // ['kerkstraat', '12', '1012js', '1']
 */
export function wordsOf(country: Country, text: string): string[] {
  const folded = fold(text.slice(0, LONGEST_TEXT));
  if (folded === '') return [];
  const words: string[] = [];
  for (const word of folded.split(' ')) {
    if (words.length >= LARGEST_WORD_COUNT) break;
    const glued = GLUED_NUMBER.exec(word) ?? (country === 'nl' ? GLUED_POSTCODE.exec(word) : null);
    if (glued === null) words.push(word.slice(0, LONGEST_WORD));
    else words.push(glued[1]!.slice(0, LONGEST_WORD), glued[2]!);
  }
  return words;
}

/** Names of fewer letters do have numbers glued to them: N201, E40. */
const GLUED_NUMBER = /^([a-z]{4,}|n[or])([0-9]{1,5}[a-z]?)$/;
const GLUED_POSTCODE = /^([1-9][0-9]{3}[a-z]{2})([0-9]{1,5}[a-z]{0,2})$/;
