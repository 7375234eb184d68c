import type { Locus } from '../../format/prefix-trie.ts';
import type { NameTrie } from '../../store/name-index.ts';
import type { WordGraph } from './word-graph.ts';

/** A row of typed words found in a trie, one after the other, as the beginning of a name or of a later part of one. */
export interface PhraseMatch {
  readonly locus: Locus;
  readonly edits: number;
  readonly changes: number;
}

interface State extends PhraseMatch {
  /** Nothing of the name has been read yet, so no space stands before the next word. */
  readonly isAtStart: boolean;
}

/** Readings of one row of words that are followed at the same time; the rest have more corrections. */
const LARGEST_BEAM = 16;

/** Little words inside names that people leave out: `rue loi` for `rue de la loi`. */
const FILLERS: readonly string[] = [
  'de la',
  'de l',
  'de',
  'du',
  'des',
  'd',
  'van de',
  'van der',
  'van den',
  'van',
  'der',
  'den',
  'het',
  't',
];

/** Finds rows of words in one trie. What was found for a row is kept, since it begins longer ones. */
export class PhraseMatcher {
  readonly #trie: NameTrie;
  readonly #graph: WordGraph;
  /** First word → position → states. */
  readonly #states: (readonly State[])[][] = [];

  constructor(trie: NameTrie, graph: WordGraph) {
    this.#trie = trie;
    this.#graph = graph;
  }

  /** The words from `from` up to but not including `to`; fewest edits first. */
  match(from: number, to: number): readonly PhraseMatch[] {
    this.#states[from] ??= this.#followFrom(from);
    return this.#states[from]![to] ?? [];
  }

  /**
   * Runs of leaves that a match stands for: those whose name goes on behind it as it likes when its last word is still being typed,
   * else only those in which the last word ends there.
   */
  leafRuns({ locus }: PhraseMatch, isOpen: boolean): (readonly [first: number, end: number])[] {
    if (isOpen) return [this.#trie.leavesUnder(locus.node)];
    const runs = this.#trie.exactLeaves(locus).map((leaf) => [leaf, leaf + 1] as const);
    const more = this.#trie.descend(locus, ' ');
    return more === undefined ? runs : [...runs, this.#trie.leavesUnder(more.node)];
  }

  /** The leaves that a match stands for, names that end with it first, the others best rank first. */
  *leaves({ locus }: PhraseMatch, isOpen: boolean): Generator<{ leaf: number; isExact: boolean }, void> {
    const exact = this.#trie.exactLeaves(locus);
    for (const leaf of exact) yield { leaf, isExact: true };
    const rest = isOpen ? locus : this.#trie.descend(locus, ' ');
    if (rest === undefined) return;
    for (const { leaf } of this.#trie.completions(rest.node)) if (!exact.includes(leaf)) yield { leaf, isExact: false };
  }

  #followFrom(from: number): (readonly State[])[] {
    const { edges } = this.#graph;
    const states: State[][] = [];
    states[from] = [{ locus: { node: 0, openBytes: 0 }, edits: 0, changes: 0, isAtStart: true }];
    for (let position = from; position < edges.length; position++) {
      const here = states[position];
      if (here === undefined) continue;
      here.sort((a, b) => a.edits - b.edits || a.changes - b.changes);
      here.length = Math.min(here.length, LARGEST_BEAM);
      for (const state of here) {
        for (const { to, text, edits, changes } of edges[position]!) {
          const cost = { edits: state.edits + edits, changes: state.changes + changes };
          for (const { locus, filled } of this.#step(state, text)) {
            states[to] ??= [];
            states[to]!.push({
              locus,
              edits: cost.edits,
              changes: cost.changes + filled,
              isAtStart: state.isAtStart && text === '',
            });
          }
        }
      }
    }
    // Nothing read at all is no match; nor is the place before the first word.
    return states.map((each, position) => (position === from ? [] : each.filter((state) => !state.isAtStart)));
  }

  #step({ locus, isAtStart }: State, text: string): { locus: Locus; filled: number }[] {
    if (text === '') return [{ locus, filled: 0 }];
    const next = this.#trie.descend(locus, isAtStart ? text : ` ${text}`);
    if (next !== undefined) return [{ locus: next, filled: 0 }];
    if (isAtStart) return [];
    const space = this.#trie.descend(locus, ' ');
    if (space === undefined) return [];
    return FILLERS.flatMap((filler) => {
      const filled = this.#trie.descend(space, `${filler} ${text}`);
      return filled === undefined ? [] : [{ locus: filled, filled: 1 }];
    });
  }
}
