import { LAST_SIBLING, LEAF, LINK_NUMBER, type Locus, NO_BYTE, type PrefixTrie } from './prefix-trie.ts';
import { encodeUtf8 } from './utf8.ts';

/** A word of a trie, or the beginning of one, and its edit distance from the query. */
export interface SimilarWord {
  /** Where it ends. */
  readonly locus: Locus;
  readonly edits: number;
  /** The best rank among the keys that have it. */
  readonly rank: number;
}

/** What may still be read. */
export interface StepCounter {
  /** `false` if no steps are left. */
  take(count: number): boolean;
}

export interface SimilarOptions {
  /** Maximum edits: 1 or 2. */
  readonly edits: number;
  /** The word is still being typed: anything that begins with a similar word counts as similar. */
  readonly isOpen: boolean;
  /** Maximum results: fewest edits first, then by rank. */
  readonly limit: number;
  /** Bounds the bytes of labels that are read, one step each. */
  readonly steps: StepCounter;
}

/** Longer words have no similar ones: a row of the automaton must fit in the bits of a small integer. */
export const MAX_SIMILAR_LENGTH = 28;

const SPACE = 0x20;

/**
 * The words after `start` that are a few edits (insert, delete, replace, swap two neighbours) from `word`; a word ends at a
 * space and at the end of a key. O(nodes within reach), within the steps given; words beyond them are not found.
 *
 * The walk carries an automaton down the trie, a row of bits for each number of edits. Bit i says that the path so far can be
 * the first i letters of the word. Where no bit is left, nothing below is similar and the branch is abandoned.
 *
 *     word  k a l v e r           path "kar":
 *     bit   0 1 2 3 4 5 6         0 edits  . . . . . . .
 *                                 1 edit   . . 1 1 . . .     ka with an extra r; kal with an r for the l
 *
 * (Wu and Manber, "Fast text searching allowing errors", CACM 1992; the swap as in Navarro, "NR-grep", 2001.)
 */
export function similarWords(trie: PrefixTrie, start: Locus, word: string, options: SimilarOptions): SimilarWord[] {
  const pattern = encodeUtf8(word);
  if (pattern.length === 0 || pattern.length > MAX_SIMILAR_LENGTH) return [];
  const found = new SimilarWalk(trie, pattern, options).walk(start);
  found.sort((a, b) => a.edits - b.edits || a.rank - b.rank);
  return found.length > options.limit ? found.slice(0, options.limit) : found;
}

/** Byte → the letters of the word that it is, letter i as bit i + 1. Filled for the time of a walk. */
const LETTERS = new Int32Array(256);

class SimilarWalk {
  readonly #trie: PrefixTrie;
  readonly #pattern: Uint8Array;
  readonly #isOpen: boolean;
  readonly #all: number;
  /** Mask for the third row: all ones for two edits, 0 for one. */
  readonly #second: number;
  readonly #accept: number;
  readonly #steps: StepCounter;
  readonly #found: SimilarWord[] = [];

  constructor(trie: PrefixTrie, pattern: Uint8Array, { edits, isOpen, steps }: SimilarOptions) {
    this.#trie = trie;
    this.#steps = steps;
    this.#pattern = pattern;
    this.#isOpen = isOpen;
    this.#all = 2 ** (pattern.length + 1) - 1;
    this.#second = edits > 1 ? this.#all : 0;
    this.#accept = 1 << pattern.length;
  }

  walk({ node, openBytes }: Locus): SimilarWord[] {
    const pattern = this.#pattern;
    for (let i = 0; i < pattern.length; i++) LETTERS[pattern[i]!] = LETTERS[pattern[i]!]! | (1 << (i + 1));
    const length = this.#trie.label[node]! & 0xff;
    // The empty path matches the first 0 letters; with one or two edits, the first 1 or 2.
    this.#readLabel(node, length - openBytes, 1, 3 & this.#all, 7 & this.#second, 0, 0, 3);
    for (const byte of pattern) LETTERS[byte] = 0;
    return this.#found;
  }

  /**
   * Reads the label of a node from byte `at`, then its children.
   * `row0` … are the rows for 0, 1, 2 edits; `swap0`, `swap1` hold what a swap begun at the last letter would add to the next
   * row; `best` is the fewest edits with which the path has already been offered.
   */
  #readLabel(
    node: number,
    at: number,
    row0: number,
    row1: number,
    row2: number,
    swap0: number,
    swap1: number,
    best: number,
  ): void {
    const { label, labels } = this.#trie;
    const offset = label[node]! >>> 8;
    const length = label[node]! & 0xff;
    const all = this.#all;
    for (let i = at; i < length; i++) {
      const byte = labels[offset + i]!;
      if (byte === SPACE) {
        this.#offerWhole(node, length - i, this.#trie.rank[node]!, row0, row1, row2);
        return;
      }
      if (!this.#steps.take(1)) return;
      const letters = LETTERS[byte]!;
      const next0 = (row0 << 1) & letters;
      const next1 = (((row1 << 1) & letters) | row0 | (row0 << 1) | (next0 << 1) | (swap0 & (letters << 1))) & all;
      const next2 =
        (((row2 << 1) & letters) | row1 | (row1 << 1) | (next1 << 1) | (swap1 & (letters << 1))) & this.#second;
      swap0 = (row0 << 2) & letters;
      swap1 = (row1 << 2) & letters;
      row0 = next0;
      row1 = next1;
      row2 = next2;
      if ((row0 | row1 | row2) === 0) return;
      if (this.#isOpen && ((row0 | row1 | row2) & this.#accept) !== 0) {
        const edits = this.#editsOf(row0, row1, row2);
        if (edits < best) {
          best = edits;
          this.#found.push({ locus: { node, openBytes: length - i - 1 }, edits, rank: this.#trie.rank[node]! });
        }
        // Everything below is similar as well; only fewer edits would improve it.
        if (edits === 0 || (row0 | (edits > 1 ? row1 : 0)) === 0) return;
      }
    }
    this.#readChildren(node, row0, row1, row2, swap0, swap1, best);
  }

  #readChildren(
    node: number,
    row0: number,
    row1: number,
    row2: number,
    swap0: number,
    swap1: number,
    best: number,
  ): void {
    const { firstByte, link, rank } = this.#trie;
    if ((link[node]! & LEAF) !== 0) {
      this.#offerWhole(node, 0, rank[node]!, row0, row1, row2);
      return;
    }
    // A word that ends here continues in children: an end of a key, or a space.
    let wordRank = Number.POSITIVE_INFINITY;
    // Once all edits are used up, only the word's next letters lead on, so most children are skipped.
    const isTwo = this.#second !== 0;
    const isUsedUp = row0 === 0 && (row1 === 0 || !isTwo);
    const [nextLetters, swapped] = isTwo ? [row2 << 1, swap1] : [row1 << 1, swap0];
    for (let child = link[node]! & LINK_NUMBER; ; child++) {
      const byte = firstByte[child]!;
      if (byte === NO_BYTE || byte === SPACE) wordRank = Math.min(wordRank, rank[child]!);
      else if (isUsedUp && ((nextLetters | (swapped >> 1)) & LETTERS[byte]!) === 0) this.#steps.take(1);
      else this.#readLabel(child, 0, row0, row1, row2, swap0, swap1, best);
      if ((link[child]! & LAST_SIBLING) !== 0) break;
    }
    if (wordRank !== Number.POSITIVE_INFINITY) this.#offerWhole(node, 0, wordRank, row0, row1, row2);
  }

  #offerWhole(node: number, openBytes: number, rank: number, row0: number, row1: number, row2: number): void {
    if (this.#isOpen || ((row0 | row1 | row2) & this.#accept) === 0) return;
    this.#found.push({ locus: { node, openBytes }, edits: this.#editsOf(row0, row1, row2), rank });
  }

  #editsOf(row0: number, row1: number, row2: number): number {
    if ((row0 & this.#accept) !== 0) return 0;
    if ((row1 & this.#accept) !== 0) return 1;
    return (row2 & this.#accept) !== 0 ? 2 : 3;
  }
}
