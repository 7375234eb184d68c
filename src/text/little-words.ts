import { LITTLE_WORDS } from '../lexicon/little-words.ts';
import { wordsOf } from '../lexicon/row.ts';
import { editDistance } from './edit-distance.ts';

/** The little words of names, folded, in the languages of the three countries. */

/** Words before a name that people often leave out: Den Haag, De Kuilart, L'Ange. */
const LEADING_ARTICLES: ReadonlySet<string> = new Set(wordsOf(LITTLE_WORDS, ['article']));

/** Words around names that people add or leave out. */
const ARTICLES: ReadonlySet<string> = new Set(wordsOf(LITTLE_WORDS, ['article', 'aroundName']));

export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

/** Whether a name without this first word is as good as the whole name. */
export function isLeadingArticle(word: string): boolean {
  return LEADING_ARTICLES.has(word);
}

/** Little words inside names that people leave out, alone or in sequence: `rue loi` for `rue de la loi`. */
export const FILLERS: readonly string[] = wordsOf(LITTLE_WORDS, ['filler']);
const FILLER_WORDS: ReadonlySet<string> = new Set(
  wordsOf(LITTLE_WORDS, ['filler', 'fillerWord']).flatMap((filler) => filler.split(' ')),
);

/** The little words that a word of two or three letters may be, one letter off: `rue dr la fontaine`. */
export function fillersLike(word: string): readonly string[] {
  if (!/^[a-z]{2,3}$/.test(word) || isLittleInNames(word)) return [];
  return FILLERS.filter((filler) => /^[a-z]{2,}$/.test(filler) && editDistance(word, filler, 1) <= 1);
}

/** Whether a word is one that people leave out inside a name. */
export function isFiller(word: string): boolean {
  return FILLER_WORDS.has(word);
}

/** Whether a word is a little one of names, and so no name by itself. */
export function isLittleInNames(word: string): boolean {
  return isArticle(word) || isFiller(word);
}

/** Whether a word may be initials written together: the `pc` of PC Hooftstraat. Two letters, or three without a vowel. */
export function mayBeInitials(word: string): boolean {
  return INITIALS.test(word) && !isLittleInNames(word);
}

const INITIALS = /^(?:[a-z]{2}|[b-df-hj-np-tv-xz]{3})$/;

/** Parts of a town or of a street that are named by where they lie. */
export const DIRECTIONS: readonly string[] = wordsOf(LITTLE_WORDS, ['direction']);

/** Whether a word says which part of a street is meant: Geert Grooteplein Zuid. */
export function isDirection(word: string): boolean {
  return DIRECTIONS.includes(word);
}

const BEFORE_PLACE: readonly string[] = wordsOf(LITTLE_WORDS, ['beforePlace']);

/** Whether a word says that a place follows: `Dam 1 te Amsterdam`, `Rue Haute 1 à Liège`, as it is written. */
export function isBeforePlace(word: string): boolean {
  return BEFORE_PLACE.includes(word.toLowerCase());
}

const OF_SENTENCES: readonly string[] = wordsOf(LITTLE_WORDS, ['sentence']);

/** Whether an address can do without a word: the little words of names and of sentences. */
export function isLittle(word: string): boolean {
  return isLittleInNames(word) || OF_SENTENCES.includes(word);
}
