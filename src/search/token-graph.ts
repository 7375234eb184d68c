import type { Country } from '../model/country.ts';
import { isArticle, mayBeInitials } from '../text/little-words.ts';
import { beginsLongForm, formsOf, isOrdinal, MAX_FORM_WORDS, spellingsOf } from '../text/variants.ts';

/** One way to read the words from one position to another. */
export interface Edge {
  readonly to: number;
  /** The text to look for in names; empty for a word that is left out. */
  readonly text: string;
  /** Words read differently from what was typed: abbreviations, words written apart or as one, articles left out. */
  readonly changes: number;
  /** 1 for two words read as one, which weighs more than another spelling: `Ham Erp` is hardly Hamerpad. */
  readonly joins: number;
  /** The text consists of whole words, even if the last one is still being typed. */
  readonly isWhole: boolean;
}

/**
 * All readings of a sequence of typed words. Position i is before word i; an edge leads over one word or several.
 *
 *     typed       kerk        str         amst
 *     positions  0  ────────►1  ────────►2  ────►3
 *                   kerk        str, straat, …   amst
 *                └──────────────────────►
 *                   kerkstr, kerkstraat
 */
export interface TokenGraph {
  readonly words: readonly string[];
  /** Position → the edges that leave it, the word as typed first. */
  readonly edges: readonly (readonly Edge[])[];
}

/** @param isName whether a first word that looks like an article is a name by itself, such as Das, a street */
export function buildTokenGraph(
  country: Country,
  words: readonly string[],
  isName: (word: string) => boolean = () => false,
): TokenGraph {
  const edges = words.map((_, from) => edgesFrom(country, words, from, isName));
  return { words, edges };
}

function edgesFrom(
  country: Country,
  words: readonly string[],
  from: number,
  isName: (word: string) => boolean,
): Edge[] {
  const word = words[from]!;
  const edges: Edge[] = [{ to: from + 1, text: word, changes: 0, joins: 0, isWhole: false }];
  const add = (to: number, text: string, isWhole: boolean, joins: number = 0): void => {
    edges.push({ to, text, changes: 1, joins, isWhole });
  };
  for (const form of formsOf(country, word)) {
    add(from + 1, form, true);
    if (word.length >= MIN_COMPOUND_LETTERS) {
      for (const spelling of spellingsOf(country, form)) add(from + 1, spelling, true);
    }
  }
  if (beginsLongForm(country, word)) {
    for (let to = from + 2; to <= Math.min(words.length, from + MAX_FORM_WORDS); to++) {
      for (const form of formsOf(country, words.slice(from, to).join(' '))) add(to, form, true);
    }
  }
  for (const spelling of spellingsOf(country, word)) add(from + 1, spelling, false);
  // An elided article, or the rest of one, without its apostrophe: darenberg, sgravenhage.
  const isElided = word.length > 4 && ELIDED.test(word) && words[from - 1] !== word[0];
  if (isElided) add(from + 1, `${word[0]} ${word.slice(1)}`, false);

  const next = words[from + 1];
  // Initials written together: PC Hooftstraat.
  if (next !== undefined && mayBeInitials(word)) add(from + 1, [...word].join(' '), true);
  if (next !== undefined && (/\p{L}$/u.test(word) ? /^\p{L}/u.test(next) : isOrdinal(word + next))) {
    add(from + 2, word + next, false, 1);
    for (const form of formsOf(country, word + next)) add(from + 2, form, true, 1);
  }
  // The last word is still being typed: `bergen op` and `den haag s` may be the beginning of longer names.
  if (next !== undefined && isArticle(word)) {
    // `Das Boxtel`: leaving out a word that is a name costs as much as a second name.
    const joins = from === 0 && isName(word) ? 1 : 0;
    edges.push({ to: from + 1, text: '', changes: 1, joins, isWhole: true });
  }
  return edges;
}

/** A shorter word is an abbreviation as a whole: `b` is bij, and not By. */
const MIN_COMPOUND_LETTERS = 5;
const ELIDED = /^[dlst][a-z]/;
