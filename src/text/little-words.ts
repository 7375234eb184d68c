/**
 * The little words of names, folded, in the languages of the three countries. A separate module, so that a browser fetches these words
 * without the tables of abbreviations.
 */

/** Words before a name that people often leave out: Den Haag, De Kuilart, L'Ange. */
const LEADING_ARTICLES: ReadonlySet<string> = new Set('de den het t s le la les l d der die das'.split(' '));

/** Words around names that people add or leave out. */
const ARTICLES: ReadonlySet<string> = new Set([...LEADING_ARTICLES, ...'du des am an op um im in'.split(' ')]);

export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

/** Whether a name without this first word is as good as the whole name. */
export function isLeadingArticle(word: string): boolean {
  return LEADING_ARTICLES.has(word);
}

/** Little words inside names that people leave out, alone or in sequence: `rue loi` for `rue de la loi`. */
export const FILLERS: readonly string[] = 'de la,de l,de,du,des,d,van de,van der,van den,van,der,den,het,t'.split(',');
const FILLER_WORDS: ReadonlySet<string> = new Set([
  ...FILLERS.flatMap((filler) => filler.split(' ')),
  ...'ten ter von'.split(' '),
]);

/** Whether a word is one that people leave out inside a name. */
export function isFiller(word: string): boolean {
  return FILLER_WORDS.has(word);
}

/** Whether a word may be initials written together: the `pc` of PC Hooftstraat. Two letters, or three without a vowel. */
export function mayBeInitials(word: string): boolean {
  return INITIALS.test(word) && !isArticle(word) && !isFiller(word);
}

const INITIALS = /^(?:[a-z]{2}|[b-df-hj-np-tv-xz]{3})$/;

/** Parts of a town or of a street that are named by where they lie. */
export const DIRECTIONS: readonly string[] =
  'noordoost noordwest zuidoost zuidwest noord zuid oost west nord sud est ouest'.split(' ');

/** Whether a word says which part of a street is meant: Geert Grooteplein Zuid. */
export function isDirection(word: string): boolean {
  return DIRECTIONS.includes(word);
}

/** Whether a word says that a place follows: `Dam 1 te Amsterdam`, `Rue Haute 1 à Liège`, as it is written. */
export function isBeforePlace(word: string): boolean {
  return BEFORE_PLACE.test(word);
}

const BEFORE_PLACE = /^(?:te|in|à)$/i;
