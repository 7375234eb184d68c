import { type Locus, ROOT } from '../../format/prefix-trie.ts';
import type { NameTrie } from '../../store/name-trie.ts';
import type { Corrections } from './corrections.ts';
import { type LeafRun, type PhraseMatch, runsOf } from './phrase-match.ts';
import type { Edge, WordGraph } from './word-graph.ts';

/** How far a row of words has led into the trie. */
interface State {
  readonly locus: Locus;
  /** Behind the space that follows, where the next word begins. */
  readonly behind: Locus | undefined;
  /** The last word may go on. */
  readonly isOpen: boolean;
  readonly edits: number;
  readonly changes: number;
}

/** Readings of one row of words that are followed at the same time; the others have more corrections. */
const LARGEST_BEAM = 48;

/** Little words inside names that people leave out: `rue loi` for `rue de la loi`. */
const FILLERS: readonly string[] = 'de la,de l,de,du,des,d,van de,van der,van den,van,der,den,het,t'.split(',');

/** Finds rows of words in one trie. What was found from a word on is kept, since many divisions of the words ask for it. */
export class PhraseMatcher {
  readonly #trie: NameTrie;
  readonly #graph: WordGraph;
  readonly #corrections: Corrections | undefined;
  /** First word → the position behind the last → states, fewest edits first. */
  readonly #states: (readonly (readonly State[] | undefined)[])[] = [];
  readonly #matches: Map<number, readonly PhraseMatch[]> = new Map();

  constructor(trie: NameTrie, graph: WordGraph, corrections?: Corrections) {
    this.#trie = trie;
    this.#graph = graph;
    this.#corrections = corrections;
  }

  /**
   * With how many edits, and then with how many changes, the words from `from` up to but not including `to` are found;
   * `undefined` when they are not.
   */
  bestOf(from: number, to: number): { readonly edits: number; readonly changes: number } | undefined {
    this.#states[from] ??= this.#followFrom(from);
    return this.#states[from]![to]?.[0];
  }

  /**
   * The words from `from` up to but not including `to`, fewest edits first. The last word typed may be a beginning; any other
   * must end where the name's word ends.
   */
  match(from: number, to: number): readonly PhraseMatch[] {
    const key = from * 64 + to;
    let matches = this.#matches.get(key);
    if (matches === undefined) {
      this.#states[from] ??= this.#followFrom(from);
      matches = (this.#states[from]![to] ?? []).map((state) => this.#matchOf(state));
      this.#matches.set(key, matches);
    }
    return matches;
  }

  #matchOf({ locus, behind, isOpen, edits, changes }: State): PhraseMatch {
    const trie = this.#trie;
    const exact = runsOf(trie.exactLeaves(locus));
    if (isOpen) return { edits, changes, isOpen, exact, runs: [trie.leavesUnder(locus.node)], under: locus.node };
    const runs: readonly LeafRun[] = behind === undefined ? exact : [...exact, trie.leavesUnder(behind.node)];
    return { edits, changes, isOpen, exact, runs, under: behind?.node };
  }

  #followFrom(from: number): (readonly State[] | undefined)[] {
    const { edges } = this.#graph;
    const states: (State[] | undefined)[] = new Array(edges.length + 1);
    let here: State[] | undefined = [{ locus: ROOT, behind: ROOT, isOpen: false, edits: 0, changes: 0 }];
    for (let position = from; position < edges.length; position++, here = states[position]) {
      if (here === undefined) continue;
      if (position > from) here = states[position] = bestOf(here);
      for (const state of here) {
        for (const edge of edges[position]!) this.#follow(state, edge, states);
        if (this.#corrections?.isSuspect(position)) this.#followCorrected(state, position, states);
      }
    }
    if (here !== undefined && edges.length > from) states[edges.length] = bestOf(here);
    // A row of words that are all left out is none.
    return states.map((each) => each?.filter(({ locus }) => locus !== ROOT));
  }

  #follow(state: State, { to, text, changes, isWhole }: Edge, states: (State[] | undefined)[]): void {
    const { behind } = state;
    if (text === '') {
      push(states, to, { ...state, changes: state.changes + changes });
      return;
    }
    if (behind === undefined) return;
    const locus = this.#trie.descend(behind, text);
    if (locus !== undefined) this.#arrive(state, locus, to, changes, isWhole, states);
    else if (behind !== ROOT) this.#followFillers(state, behind, to, text, isWhole, states);
  }

  #followFillers(
    state: State,
    behind: Locus,
    to: number,
    text: string,
    isWhole: boolean,
    states: (State[] | undefined)[],
  ): void {
    for (const filler of FILLERS) {
      const filled = this.#trie.descend(behind, filler);
      const locus = filled && this.#trie.descend(filled, ` ${text}`);
      if (locus !== undefined) this.#arrive(state, locus, to, 1, isWhole, states);
    }
  }

  /** The word at `position` as other words of the trie that are like it, or as two of them. */
  #followCorrected(state: State, position: number, states: (State[] | undefined)[]): void {
    const { behind } = state;
    if (behind === undefined) return;
    const corrections = this.#corrections!;
    const similar =
      behind === ROOT ? corrections.atStart(this.#trie, position) : corrections.behind(this.#trie, behind, position);
    for (const { locus, edits } of similar) {
      this.#arrive({ ...state, edits: state.edits + edits }, locus, position + 1, 0, false, states);
    }
    for (const edge of corrections.splits(position)) this.#follow(state, edge, states);
  }

  #arrive(
    { edits, changes }: State,
    locus: Locus,
    to: number,
    moreChanges: number,
    isWhole: boolean,
    states: (State[] | undefined)[],
  ): void {
    const isOpen = !isWhole && to === this.#graph.words.length;
    const behind = isOpen ? undefined : this.#trie.descend(locus, ' ');
    if (!isOpen && behind === undefined && !this.#trie.keyEndsAt(locus)) return;
    push(states, to, { locus, behind, isOpen, edits, changes: changes + moreChanges });
  }
}

function push(states: (State[] | undefined)[], to: number, state: State): void {
  const known = states[to];
  if (known === undefined) states[to] = [state];
  else known.push(state);
}

/** Each place in the trie once, fewest edits and then fewest changes first. */
function bestOf(states: State[]): State[] {
  if (states.length === 1) return states;
  states.sort((a, b) => a.edits - b.edits || a.changes - b.changes);
  const seen = new Set<number>();
  return states
    .filter(({ locus, isOpen }) => {
      const key = (locus.node * 256 + locus.openBytes) * 2 + Number(isOpen);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, LARGEST_BEAM);
}
