import { type Locus, ROOT } from '../format/prefix-trie.ts';
import { type SimilarWord, similarWords } from '../format/similar-words.ts';
import { kept } from '../model/kept.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NameTrie } from '../store/name-trie.ts';
import { editLimit, MIN_LETTERS } from '../text/edit-distance.ts';
import { fillersLike, isArticle } from '../text/little-words.ts';
import { formsOf, withOtherSound, withOtherType } from '../text/variants.ts';
import type { Steps } from './steps.ts';
import type { Edge } from './token-graph.ts';

/** An unknown word may have lost one of four letters; `editLimit` decides how many letters may be wrong otherwise. */
const MIN_LETTERS_IF_UNKNOWN = 3;
/** Among the names of one area, which are few, whether or not a name elsewhere begins so. */
const MIN_LETTERS_IN_AREA = 2;
/** Maximum readings of one mistyped word at the beginning of a name, and after other words. */
const MAX_READINGS_AT_START = 32;
const MAX_READINGS_LATER = 16;

/** Words similar to those of a text, by trie, word, edits and the words before. */
export type FoundWords = Map<string, readonly SimilarWord[]>;

/**
 * Corrections of mistyped words: if there are words that no name has only of these, as many edits as `editLimit` allows, at most two, and one in a
 * word of 3 letters; else one in any word. In the last word also while it is being typed.
 */
export class Corrections {
  readonly #index: CountryIndex;
  readonly #words: readonly string[];
  readonly #most: number;
  readonly #isSuspect: readonly boolean[];
  readonly #areUnknown: boolean;
  readonly #steps: Steps;
  readonly #found: FoundWords;
  readonly #moved: (readonly Edge[])[] = [];

  /**
   * @param most 1 or 2 edits in one word
   * @param steps what the request may still spend
   * @param found the words found by other corrections of the text, to which these are added
   * @param isInArea whether names of one area alone are looked for
   */
  constructor(
    index: CountryIndex,
    words: readonly string[],
    most: number,
    steps: Steps,
    found: FoundWords = new Map(),
    isInArea: boolean = false,
  ) {
    this.#index = index;
    this.#words = words;
    this.#most = most;
    this.#found = found;
    this.#steps = steps;
    const [ifUnknown, ifKnown] = isInArea
      ? [MIN_LETTERS_IN_AREA, MIN_LETTERS_IN_AREA]
      : [MIN_LETTERS_IF_UNKNOWN, MIN_LETTERS];
    const isUnknown = words.map((_, i) => this.#canBeCorrected(i, ifUnknown) && !this.#isKnown(i));
    this.#areUnknown = isUnknown.includes(true);
    this.#isSuspect = this.#areUnknown ? isUnknown : words.map((_, i) => this.#canBeCorrected(i, ifKnown));
  }

  /** Whether any word may be corrected. */
  get hasSuspects(): boolean {
    return this.#isSuspect.includes(true);
  }

  isSuspect(word: number): boolean {
    return this.#isSuspect[word]!;
  }

  /** Words similar to word `i` that follow the words that led to `locus`; at the root, that begin a name of `trie`, or a later part of one. */
  similar(trie: NameTrie, locus: Locus, i: number): readonly SimilarWord[] {
    const edits = Math.min(this.#most, this.#limitOf(i));
    // Passes that allow one letter and two share the results for words in which one is allowed.
    const key = `${trie === this.#index.names.areas} ${i} ${edits} ${locus.node} ${locus.openBytes}`;
    return kept(this.#found, key, () => this.#findSimilar(trie, locus, i, edits));
  }

  /** Word `i` with another kind of street, which counts as wrong letters: kerkplaats for Kerkplein, rue for route. */
  otherTypes(trie: NameTrie, locus: Locus, i: number): SimilarWord[] {
    const others = withOtherType(this.#index.country, this.#words[i]!, this.#isOpen(i));
    return others.flatMap(({ text, edits }) => (edits <= this.#most ? wordAt(trie, locus, text, edits) : []));
  }

  /** Word `i` inside a name as a little word, one letter off. */
  littleWords(trie: NameTrie, locus: Locus, i: number): SimilarWord[] {
    return fillersLike(this.#words[i]!).flatMap((little) => wordAt(trie, locus, little, 1));
  }

  /** Word `i` as two words typed as one after `locus`, or as three if two edits are allowed. */
  splits(trie: NameTrie, locus: Locus, i: number): Edge[] {
    const word = this.#words[i]!;
    const edges: Edge[] = [];
    const add = (text: string, changes: number): void => {
      edges.push({ to: i + 1, text, changes, joins: 0, isWhole: false });
    };
    for (let at = 1; at < word.length; at++) {
      const first = word.slice(0, at);
      add(`${first} ${word.slice(at)}`, 1);
      // Few words begin with what names have as a word: the others need not be divided further.
      const behindFirst = this.#most < 2 ? undefined : trie.descend(locus, `${first} `);
      if (behindFirst === undefined) continue;
      for (let next = at + 1; next < word.length; next++) {
        const second = word.slice(at, next);
        if (trie.descend(behindFirst, `${second} `) !== undefined) add(`${first} ${second} ${word.slice(next)}`, 2);
      }
    }
    return edges;
  }

  /** Words `i` and the next with the blank between them a letter too early or too late, `d ela`; one of the two is unknown if any word is. */
  movedBlanks(i: number): readonly Edge[] {
    this.#moved[i] ??= this.#moveBlank(i);
    return this.#moved[i];
  }

  #moveBlank(i: number): readonly Edge[] {
    const [one, next] = [this.#words[i]!, this.#words[i + 1]];
    if (next === undefined || (this.#areUnknown && !this.isSuspect(i) && !this.isSuspect(i + 1))) return NO_EDGES;
    if (!LETTERS.test(one + next)) return NO_EDGES;
    return [`${one}${next[0]} ${next.slice(1)}`, `${one.slice(0, -1)} ${one.at(-1)}${next}`]
      .filter((text) => text === text.trim())
      .map((text) => ({ to: i + 2, text, changes: 1, joins: 0, isWhole: false }));
  }

  #limitOf(i: number): number {
    const { length } = this.#words[i]!;
    return this.#areUnknown ? Math.max(1, editLimit(length, !this.#isOpen(i))) : 1;
  }

  #findSimilar(trie: NameTrie, locus: Locus, i: number, edits: number): SimilarWord[] {
    const word = this.#words[i]!;
    const isOpen = this.#isOpen(i);
    // An abbreviated ending is as good as the whole one, even if letters before it are mistyped.
    const forms = formsOf(this.#index.country, word).filter((form) => form.length > word.length && !form.includes(' '));
    const limit = locus === ROOT ? MAX_READINGS_AT_START : MAX_READINGS_LATER;
    const options = { edits, isOpen, limit, steps: this.#steps };
    const found = similarWords(trie, locus, word, options);
    for (const form of forms) found.push(...similarWords(trie, locus, form, { ...options, isOpen: false }));
    for (const { text, edits } of withOtherSound(this.#index.country, word))
      found.push(...wordAt(trie, locus, text, edits));
    return found.filter((similar) => similar.edits > 0);
  }

  /** Whether a word may be corrected: short words too easily become another, and digits are not misspelt but wrong. */
  #canBeCorrected(i: number, fewestLetters: number): boolean {
    const word = this.#words[i]!;
    return word.length >= fewestLetters && !/^[0-9]/.test(word) && !isArticle(word);
  }

  /** Whether the word occurs in names, or the last word begins one that does. */
  #isKnown(i: number): boolean {
    const { country, names } = this.#index;
    const word = this.#words[i]!;
    const forms = formsOf(country, word);
    return [names.areas, names.streets].some(
      (trie) => isIn(trie, word, this.#isOpen(i)) || forms.some((form) => isIn(trie, form, false)),
    );
  }

  #isOpen(i: number): boolean {
    return i === this.#words.length - 1;
  }
}

const NO_EDGES: readonly Edge[] = [];
const LETTERS = /^\p{L}+$/u;

/** A word behind `locus`, if names have it there. */
function wordAt(trie: NameTrie, locus: Locus, text: string, edits: number): SimilarWord[] {
  const end = trie.descend(locus, text);
  return end === undefined ? [] : [{ locus: end, edits, rank: 0 }];
}

function isIn(trie: NameTrie, word: string, isOpen: boolean): boolean {
  const locus = trie.locate(word);
  if (locus === undefined) return false;
  return isOpen || trie.keyEndsAt(locus) || trie.descend(locus, ' ') !== undefined;
}
