import { type Locus, ROOT } from '../format/prefix-trie.ts';
import { kept } from '../model/kept.ts';
import type { NameTrie } from '../store/name-trie.ts';
import { FILLERS } from '../text/little-words.ts';
import type { Corrections } from './corrections.ts';
import { WEIGHT } from './cost.ts';
import type { Edge, TokenGraph } from './token-graph.ts';

/** How far a sequence of words has led into the trie. */
interface State {
  readonly locus: Locus;
  /** After the space that follows, where the next word begins. */
  readonly behind: Locus | undefined;
  /** The last word may be unfinished. */
  readonly isOpen: boolean;
  readonly edits: number;
  readonly changes: number;
  readonly joins: number;
  /** One kind of street was read as another, so the rest of the name must be spelled right. */
  readonly isOtherType: boolean;
  /** The last word was left out, which is part of a name only before another one. */
  readonly isLeftOut: boolean;
}

const START: State = {
  locus: ROOT,
  behind: ROOT,
  isOpen: false,
  edits: 0,
  changes: 0,
  joins: 0,
  isOtherType: false,
  isLeftOut: false,
};

/** Maximum readings of one sequence of words to follow at the same time: those with the fewest corrections. */
const MAX_BEAM = 48;

/** The first letters of fillers; and the rest of each filler up to the next word, with the position of its letter. */
const FILLER_LETTERS: readonly string[] = [...new Set(FILLERS.map((filler) => filler[0]!))];
const FILLER_ENDS = FILLERS.map((filler) => ({
  letter: FILLER_LETTERS.indexOf(filler[0]!),
  rest: `${filler.slice(1)} `,
}));

/** Whether a word is the whole name of something. */
export function isWholeName(trie: NameTrie, word: string): boolean {
  const locus = trie.locate(word);
  return locus !== undefined && trie.exactLeaves(locus).some((leaf) => trie.isWhole(leaf));
}

/** Finds sequences of words in one trie. Caches results by first word, since many interpretations need them. */
export class NameMatcher {
  readonly #trie: NameTrie;
  readonly #graph: TokenGraph;
  readonly #corrections: Corrections | undefined;
  readonly #openFrom: number;
  readonly #mayBeLeftOut: ((word: string) => boolean) | undefined;
  /** First word → the position after the last → states, the cheapest first. */
  readonly #states: (readonly (readonly State[] | undefined)[])[] = [];
  readonly #matches: Map<number, readonly MatchedName[]> = new Map();
  readonly #fillers: Map<number, readonly Locus[]> = new Map();

  /**
   * @param openFrom letters from which on the last word of any sequence may be unfinished, not only the last word typed
   * @param mayBeLeftOut which words are left out in front, so that later words of a name are found behind them
   */
  constructor(
    trie: NameTrie,
    graph: TokenGraph,
    corrections?: Corrections,
    openFrom: number = Number.POSITIVE_INFINITY,
    mayBeLeftOut?: (word: string) => boolean,
  ) {
    this.#mayBeLeftOut = mayBeLeftOut;
    this.#trie = trie;
    this.#graph = graph;
    this.#corrections = corrections;
    this.#openFrom = openFrom;
  }

  /** Whether words [from, to), as typed, are the whole name of something. */
  isName(from: number, to: number): boolean {
    return isWholeName(this.#trie, this.#graph.words.slice(from, to).join(' '));
  }

  /**
   * The fewest edits, of these the fewest joins, and of these the fewest changes, with which words [from, to) are found; `undefined` if they
   * are not.
   */
  bestOf(from: number, to: number): MatchQuality | undefined {
    this.#states[from] ??= this.#followFrom(from);
    return this.#states[from]![to]?.[0];
  }

  /**
   * The matches of words [from, to), fewest edits first. The last word typed may be unfinished; any other
   * must be a whole word of the name.
   */
  match(from: number, to: number): readonly MatchedName[] {
    return kept(this.#matches, from * 64 + to, () => {
      this.#states[from] ??= this.#followFrom(from);
      return (this.#states[from]![to] ?? []).map((state) => this.#matchOf(state));
    });
  }

  #matchOf({ locus, behind, isOpen, edits, changes, joins }: State): MatchedName {
    const trie = this.#trie;
    const exact = runsOf(trie.exactLeaves(locus));
    if (isOpen)
      return { edits, changes, joins, isOpen, exact, runs: [trie.leavesUnder(locus.node)], under: locus.node };
    const runs: readonly LeafRun[] = behind === undefined ? exact : [...exact, trie.leavesUnder(behind.node)];
    return { edits, changes, joins, isOpen, exact, runs, under: behind?.node };
  }

  #followFrom(from: number): (readonly State[] | undefined)[] {
    const { edges } = this.#graph;
    const states: (State[] | undefined)[] = [];
    let here: State[] | undefined = [START];
    for (let position = from; position < edges.length; position++, here = states[position]) {
      if (here === undefined) continue;
      if (position > from) here = states[position] = cheapestOf(here);
      for (const state of here) {
        for (const edge of edges[position]!) this.#follow(state, edge, states);
        if (state.locus === ROOT && this.#mayBeLeftOut?.(this.#graph.words[position]!))
          push(states, position + 1, { ...state, changes: state.changes + 1, isLeftOut: true });
        if (this.#corrections === undefined || state.isOtherType) continue;
        for (const edge of this.#corrections.movedBlanks(position)) this.#follow(state, edge, states);
        const isSuspect = this.#corrections.isSuspect(position);
        if (isSuspect) this.#followCorrected(state, position, states);
        else if (state.locus !== ROOT) this.#followOther('littleWords', state, position, states);
        if (isSuspect || state.locus === ROOT) this.#followOther('otherTypes', state, position, states);
      }
    }
    if (here !== undefined && edges.length > from) states[edges.length] = cheapestOf(here);
    // No name ends in a word that is left out: the `het` of `Heerenveen het M` is that of Het Meer.
    return states.map((each) => each?.filter(({ isLeftOut }) => !isLeftOut));
  }

  #follow(state: State, { to, text, changes, joins, isWhole }: Edge, states: (State[] | undefined)[]): void {
    const { behind } = state;
    if (text === '') {
      push(states, to, { ...state, changes: state.changes + changes, joins: state.joins + joins, isLeftOut: true });
      return;
    }
    if (behind === undefined) return;
    const locus = this.#trie.descend(behind, text);
    const next = joins === 0 ? state : { ...state, joins: state.joins + joins };
    if (locus !== undefined) this.#arrive(next, locus, to, changes, isWhole, states);
    // As typed, a name without little words is another one; where nothing is found so, it may be one with them in the town that is meant.
    const mayHaveFillers = locus === undefined || this.#corrections !== undefined;
    if (!mayHaveFillers || behind === ROOT) return;
    for (const filled of this.#fillersBehind(behind)) {
      const end = this.#trie.descend(filled, text);
      if (end !== undefined) this.#arrive(state, end, to, 1, isWhole, states);
    }
  }

  /** The loci after each filler of the names there, and the space that follows it. Every reading of every later word needs them. */
  #fillersBehind(locus: Locus): readonly Locus[] {
    return kept(this.#fillers, keyOfLocus(locus), () => this.#findFillers(locus));
  }

  /** Looks for their first letters first, with which few names continue. */
  #findFillers(locus: Locus): Locus[] {
    const begun = FILLER_LETTERS.map((letter) => this.#trie.descend(locus, letter));
    const filled: Locus[] = [];
    for (const { letter, rest } of FILLER_ENDS) {
      const end = begun[letter] && this.#trie.descend(begun[letter], rest);
      if (end !== undefined) filled.push(end);
    }
    return filled;
  }

  /** Reads a word as a little one, or a kind of street as another: the first word of `rue de rochefort` as that of Route de Rochefort. */
  #followOther(
    words: 'littleWords' | 'otherTypes',
    state: State,
    position: number,
    states: (State[] | undefined)[],
  ): void {
    if (state.edits > 0 || state.behind === undefined) return;
    const isOtherType = words === 'otherTypes';
    for (const { locus, edits } of this.#corrections![words](this.#trie, state.behind, position)) {
      this.#arrive({ ...state, edits, isOtherType }, locus, position + 1, 0, true, states);
    }
  }

  /** Reads the word at `position` as similar words of the trie, or as two of them. */
  #followCorrected(state: State, position: number, states: (State[] | undefined)[]): void {
    const { behind } = state;
    if (behind === undefined) return;
    const corrections = this.#corrections!;
    for (const { locus, edits } of corrections.similar(this.#trie, behind, position)) {
      this.#arrive({ ...state, edits: state.edits + edits }, locus, position + 1, 0, false, states);
    }
    for (const edge of corrections.splits(this.#trie, behind, position)) this.#follow(state, edge, states);
  }

  #arrive(
    { edits, changes, joins, isOtherType }: State,
    locus: Locus,
    to: number,
    moreChanges: number,
    isWhole: boolean,
    states: (State[] | undefined)[],
  ): void {
    const all = changes + moreChanges;
    const { words } = this.#graph;
    const isLast = to === words.length;
    // Each state as it is: with a function that both make theirs by, a text of little words takes a third longer.
    if (!isWhole && (isLast || words[to - 1]!.length >= this.#openFrom)) {
      push(states, to, {
        locus,
        behind: undefined,
        isOpen: true,
        edits,
        changes: all,
        joins,
        isOtherType,
        isLeftOut: false,
      });
    }
    if (!isWhole && isLast) return;
    const behind = this.#trie.descend(locus, ' ');
    if (behind === undefined && !this.#trie.keyEndsAt(locus)) return;
    push(states, to, { locus, behind, isOpen: false, edits, changes: all, joins, isOtherType, isLeftOut: false });
  }
}

function push(states: (State[] | undefined)[], to: number, state: State): void {
  const known = states[to];
  if (known === undefined) states[to] = [state];
  else known.push(state);
}

function keyOfLocus({ node, openBytes }: Locus): number {
  return node * 256 + openBytes;
}

/** Keeps each locus once, by the fewest edits, then the fewest joins, then the fewest changes, in this order. */
function cheapestOf(states: State[]): State[] {
  if (states.length === 1) return states;
  states.sort((a, b) => a.edits - b.edits || a.joins - b.joins || a.changes - b.changes);
  const seen = new Set<number>();
  return states
    .filter(({ locus, isOpen }) => {
      const key = keyOfLocus(locus) * 2 + Number(isOpen);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, MAX_BEAM);
}

/** How words were read to match a name: letters corrected, words changed, words joined. */
export interface MatchQuality {
  readonly edits: number;
  readonly changes: number;
  readonly joins: number;
}

/** A sequence of typed words found in a trie, as the beginning of a name or of a later part of one. */
export interface MatchedName extends MatchQuality {
  /** The last word may be unfinished. */
  readonly isOpen: boolean;
  /** The leaves whose key ends with the words. */
  readonly exact: readonly LeafRun[];
  /** All leaves that the words lead to, those of `exact` among them. */
  readonly runs: readonly LeafRun[];
  /** The node above all of these except `exact`; `undefined` if there are no others. */
  readonly under: number | undefined;
}

export type LeafRun = readonly [first: number, end: number];

/** The cost of a match by the rules of cost.ts, the same for all its leaves. */
export function costOfMatch({ edits, changes, joins }: MatchedName): number {
  return edits * WEIGHT.edits + changes * WEIGHT.changes + joins * WEIGHT.names;
}

/** Whether the key of a leaf of the match ends with the words. */
export function isExact({ exact }: MatchedName, leaf: number): boolean {
  for (const [first, end] of exact) if (leaf >= first && leaf < end) return true;
  return false;
}

/** The match without names that continue after finished words: then `rue` does not match `rue de la gare`. */
export function withoutLonger(match: MatchedName): MatchedName {
  return match.isOpen || match.under === undefined ? match : { ...match, runs: match.exact, under: undefined };
}

export function countLeaves({ runs }: Pick<MatchedName, 'runs'>): number {
  let count = 0;
  for (const [first, end] of runs) count += end - first;
  return count;
}

/** The ordinals of runs, one by one. */
export function ordinalsIn(runs: readonly LeafRun[]): number[] {
  const ordinals: number[] = [];
  for (const [first, end] of runs) for (let each = first; each < end; each++) ordinals.push(each);
  return ordinals;
}

/** The leaves of a match, exact ones first, at most the `limit` best ones. */
export function* bestLeaves(trie: NameTrie, match: MatchedName, limit: number): Generator<number, void> {
  const exact = ordinalsIn(match.exact);
  yield* exact;
  if (match.under === undefined) return;
  let count = exact.length;
  for (const { leaf } of trie.completions(match.under)) {
    if (count >= limit) return;
    if (isExact(match, leaf)) continue;
    count++;
    yield leaf;
  }
}

/** Leaves, or other ordinals, in any order, as runs of those that follow each other. */
export function runsOf(ordinals: readonly number[]): readonly LeafRun[] {
  if (ordinals.length === 0) return NONE;
  if (ordinals.length === 1) return [[ordinals[0]!, ordinals[0]! + 1]];
  const runs: [first: number, end: number][] = [];
  for (const ordinal of Uint32Array.from(ordinals).sort()) {
    const last = runs.at(-1);
    if (last?.[1] === ordinal) last[1]++;
    else runs.push([ordinal, ordinal + 1]);
  }
  return runs;
}

const NONE: readonly LeafRun[] = [];
