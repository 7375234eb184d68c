import { type SimilarWord, similarWords } from '../../format/similar-words.ts';
import type { Country } from '../../model/country.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import type { NameTrie } from '../../store/name-index.ts';
import { isArticle, LONGEST_FORM, variantsOf } from '../../text/variants.ts';

/** One way to read the words from one position to another; the text may be several words, or none for a word left out. */
export interface Edge {
  readonly to: number;
  readonly text: string;
  /** Letters corrected. */
  readonly edits: number;
  /** Words read otherwise than typed: abbreviations, words written apart or as one, articles left out. */
  readonly changes: number;
}

/**
 * All readings of a row of typed words. Position i is before word i; an edge leads over one word or several.
 *
 *     typed       kerk        str         amst
 *     positions  0  ────────►1  ────────►2  ────►3
 *                   kerk        str, straat, …   amst
 *                └──────────────────────►
 *                   kerkstr, kerkstraat
 */
export interface WordGraph {
  readonly words: readonly string[];
  /** Position → the edges that leave it, those as typed first. */
  readonly edges: readonly (readonly Edge[])[];
}

export function buildWordGraph(country: Country, words: readonly string[]): WordGraph {
  const edges = words.map((word, from) => {
    const leaving: Edge[] = [{ to: from + 1, text: word, edits: 0, changes: 0 }];
    const add = (to: number, text: string): void => {
      leaving.push({ to, text, edits: 0, changes: 1 });
    };
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_FORM); to++) {
      for (const form of variantsOf(country, words.slice(from, to).join(' '))) add(to, form);
    }
    const next = words[from + 1];
    if (next !== undefined) {
      add(from + 2, word + next);
      for (const form of variantsOf(country, word + next)) add(from + 2, form);
    }
    if (isArticle(word) && words.length > 1) add(from + 1, '');
    return leaving;
  });
  return { words, edges };
}

const CORRECTIONS_PER_WORD = 6;

/** Finds what a mistyped word may have been. Words are looked up once, however many graphs they stand in. */
export class Corrector {
  readonly #index: CountryIndex;
  readonly #readings: Map<string, readonly Omit<Edge, 'to'>[]> = new Map();

  constructor(index: CountryIndex) {
    this.#index = index;
  }

  /**
   * The graph with corrections: one edit in words from 4 letters, two from 8, in the last word also while it is being typed.
   * Words of which nothing is known are corrected alone, as long as there are any.
   */
  addTo({ words, edges }: WordGraph): WordGraph {
    const isOpen = (i: number): boolean => i === words.length - 1;
    const isUnknown = words.map((word, i) => canBeCorrected(word) && !this.#isKnown(word, isOpen(i)));
    const someUnknown = isUnknown.includes(true);
    return {
      words,
      edges: edges.map((leaving, i) => {
        const word = words[i]!;
        if (!canBeCorrected(word) || (someUnknown && !isUnknown[i])) return leaving;
        return [...leaving, ...this.#readingsOf(word, isOpen(i)).map((reading) => ({ to: i + 1, ...reading }))];
      }),
    };
  }

  #readingsOf(word: string, isOpen: boolean): readonly Omit<Edge, 'to'>[] {
    const key = isOpen ? `${word}…` : word;
    let readings = this.#readings.get(key);
    if (readings === undefined) {
      readings = [
        ...this.#similar(word, isOpen).map(({ word: text, edits }) => ({ text, edits, changes: 0 })),
        ...this.#splits(word).map((text) => ({ text, edits: 0, changes: 1 })),
      ];
      this.#readings.set(key, readings);
    }
    return readings;
  }

  /** Whether the word is one of a name, or for the one being typed the beginning of one. */
  #isKnown(word: string, isOpen: boolean): boolean {
    return this.#tries().some((trie) => {
      const locus = trie.locate(word);
      if (locus === undefined) return false;
      return isOpen || trie.exactLeaves(locus).length > 0 || trie.descend(locus, ' ') !== undefined;
    });
  }

  #similar(word: string, isOpen: boolean): SimilarWord[] {
    const most = word.length >= 8 ? 2 : 1;
    for (let edits = 1; edits <= most; edits++) {
      const options = { edits, isOpen, limit: CORRECTIONS_PER_WORD };
      const found = this.#tries()
        .flatMap((trie) => similarWords(trie, word, options))
        .filter((similar) => similar.edits > 0)
        .sort((a, b) => a.edits - b.edits || a.rank - b.rank);
      if (found.length > 0) {
        return found
          .filter((similar, i) => found.findIndex((other) => other.word === similar.word) === i)
          .slice(0, CORRECTIONS_PER_WORD);
      }
    }
    return [];
  }

  /** A word that was typed as one but is two: both must be known, the first as a whole word. */
  #splits(word: string): string[] {
    const splits: string[] = [];
    for (let at = 2; at <= word.length - 2; at++) {
      const text = `${word.slice(0, at)} ${word.slice(at)}`;
      if (this.#tries().some((trie) => trie.locate(text) !== undefined)) splits.push(text);
    }
    return splits;
  }

  #tries(): readonly NameTrie[] {
    return [this.#index.names.areas, this.#index.names.streets];
  }
}

/** Short words are too easily another, and digits are not misspelt but wrong. */
function canBeCorrected(word: string): boolean {
  return word.length >= 4 && !/^[0-9]/.test(word);
}
