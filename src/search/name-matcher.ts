import { type Locus, ROOT } from '../format/prefix-trie.ts';
import type { NameTrie } from '../store/name-trie.ts';
import { FILLERS } from '../text/little-words.ts';
import type { Corrections } from './corrections.ts';
import { WEIGHT } from './ranking.ts';
import type { Edge, TokenGraph } from './token-graph.ts';

/** How far a row of words has led into the trie. */
interface State {
  readonly locus: Locus;
  /** Behind the space that follows, where the next word begins. */
  readonly behind: Locus | undefined;
  /** The last word may go on. */
  readonly isOpen: boolean;
  readonly edits: number;
  readonly changes: number;
  readonly joins: number;
  /** One kind of street was read as another: then the name beside it is spelt right. */
  readonly isOtherType: boolean;
}

const START: State = { locus: ROOT, behind: ROOT, isOpen: false, edits: 0, changes: 0, joins: 0, isOtherType: false };

/** Readings of one row of words that are followed at the same time; the others have more corrections. */
const MAX_BEAM = 48;

/** The first letters of fillers; and what follows them up to the next word, with the position of the letter. */
const FILLER_LETTERS: readonly string[] = [...new Set(FILLERS.map((filler) => filler[0]!))];
const FILLER_ENDS = FILLERS.map((filler) => ({
  letter: FILLER_LETTERS.indexOf(filler[0]!),
  rest: `${filler.slice(1)} `,
}));

/** A word is common that begins more than so many names, and more than this share of them. */
const MIN_COMMON_LEAVES = 20;
const MIN_COMMON_SHARE = 0.003;

/**
 * Whether a word begins so many names that it says hardly anything by itself: `rue`, `avenue`, `sint`. How common it is, the trie
 * says; no list of street types does.
 */
export function isCommonWord(trie: NameTrie, word: string): boolean {
  const locus = trie.locate(`${word} `);
  if (locus === undefined) return false;
  const [first, end] = trie.leavesUnder(locus.node);
  return end - first > Math.max(MIN_COMMON_LEAVES, trie.leafCount * MIN_COMMON_SHARE);
}

/** Whether a word is the whole name of something. */
export function isWholeName(trie: NameTrie, word: string): boolean {
  const locus = trie.locate(word);
  return locus !== undefined && trie.exactLeaves(locus).some((leaf) => trie.isWhole(leaf));
}

/** Finds rows of words in one trie. What was found from a word on is kept, since many interpretations of the words ask for it. */
export class NameMatcher {
  readonly #trie: NameTrie;
  readonly #graph: TokenGraph;
  readonly #corrections: Corrections | undefined;
  readonly #isOpenEverywhere: boolean;
  /** First word → the position after the last → states, fewest edits first. */
  readonly #states: (readonly (readonly State[] | undefined)[])[] = [];
  readonly #matches: Map<number, readonly MatchedName[]> = new Map();
  #isParting: readonly boolean[] | undefined;
  readonly #fillers: Map<number, readonly Locus[]> = new Map();

  /** `isOpenEverywhere`: any last word of a row may be the beginning of one, not only the last word typed. */
  constructor(trie: NameTrie, graph: TokenGraph, corrections?: Corrections, isOpenEverywhere: boolean = false) {
    this.#trie = trie;
    this.#graph = graph;
    this.#corrections = corrections;
    this.#isOpenEverywhere = isOpenEverywhere;
  }

  /** Words are also read as others that are like them, which costs a walk through the trie for each. */
  get isCorrected(): boolean {
    return this.#corrections !== undefined;
  }

  /**
   * With how many edits, and then with how many changes, the words from `from` up to but not including `to` are found;
   * `undefined` when they are not.
   */
  bestOf(from: number, to: number): MatchQuality | undefined {
    if (this.#states[from] === undefined && this.#endsNowhere(from, to)) return undefined;
    this.#states[from] ??= this.#followFrom(from);
    return this.#states[from]![to]?.[0];
  }

  /**
   * Whether a row of words is in no name because its last ones, of which only the very last may be corrected, are in none: any later part of a
   * name is found by itself. It saves looking for all names that are like the first words.
   */
  #endsNowhere(from: number, to: number): boolean {
    const corrections = this.#corrections;
    if (!corrections?.isSuspect(from)) return false;
    let at = to - 1;
    while (at > from + 1 && !corrections.isSuspect(at - 1)) at--;
    this.#isParting ??= findPartings(this.#graph);
    while (at < to && !this.#isParting[at]) at++;
    return at > from && at < to && this.bestOf(at, to) === undefined;
  }

  /**
   * The words from `from` up to but not including `to`, fewest edits first. The last word typed may be a beginning; any other
   * must end where the name's word ends.
   */
  match(from: number, to: number): readonly MatchedName[] {
    const key = from * 64 + to;
    let matches = this.#matches.get(key);
    if (matches === undefined) {
      this.#states[from] ??= this.#followFrom(from);
      matches = (this.#states[from]![to] ?? []).map((state) => this.#matchOf(state));
      this.#matches.set(key, matches);
    }
    return matches;
  }

  /** Whether a word says hardly anything by itself; see the function of this name. */
  isCommonWord(word: string): boolean {
    return isCommonWord(this.#trie, word);
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
        if (this.#corrections === undefined || state.isOtherType) continue;
        const isSuspect = this.#corrections.isSuspect(position);
        if (isSuspect) this.#followCorrected(state, position, states);
        else if (state.locus !== ROOT) this.#followLittleWords(state, position, states);
        if (isSuspect || state.locus === ROOT) this.#followOtherTypes(state, position, states);
      }
    }
    if (here !== undefined && edges.length > from) states[edges.length] = cheapestOf(here);
    // A row of words that are all left out is none.
    for (let to = from + 1; states[to]?.some(isAtRoot); to++)
      states[to] = states[to]!.filter((each) => !isAtRoot(each));
    return states;
  }

  #follow(state: State, { to, text, changes, joins, isWhole }: Edge, states: (State[] | undefined)[]): void {
    const { behind } = state;
    if (text === '') {
      push(states, to, { ...state, changes: state.changes + changes, joins: state.joins + joins });
      return;
    }
    if (behind === undefined) return;
    const locus = this.#trie.descend(behind, text);
    const next = joins === 0 ? state : { ...state, joins: state.joins + joins };
    if (locus !== undefined) this.#arrive(next, locus, to, changes, isWhole, states);
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
    for (const filled of this.#fillersBehind(behind)) {
      const locus = this.#trie.descend(filled, text);
      if (locus !== undefined) this.#arrive(state, locus, to, 1, isWhole, states);
    }
  }

  /** Where each filler of the names there ends, after the space that follows it. Every reading of every later word needs them. */
  #fillersBehind(locus: Locus): readonly Locus[] {
    const key = keyOfLocus(locus);
    let filled = this.#fillers.get(key);
    if (filled === undefined) {
      filled = this.#findFillers(locus);
      this.#fillers.set(key, filled);
    }
    return filled;
  }

  /** Few names go on with any of their first letters, which are looked for first. */
  #findFillers(locus: Locus): Locus[] {
    const begun = FILLER_LETTERS.map((letter) => this.#trie.descend(locus, letter));
    const filled: Locus[] = [];
    for (const { letter, rest } of FILLER_ENDS) {
      const end = begun[letter] && this.#trie.descend(begun[letter], rest);
      if (end !== undefined) filled.push(end);
    }
    return filled;
  }

  /** A kind of street is never mistyped, but taken for another: the first word of `rue de rochefort` for that of Route de Rochefort. */
  #followOtherTypes(state: State, position: number, states: (State[] | undefined)[]): void {
    if (state.edits > 0 || state.behind === undefined) return;
    for (const { locus, edits } of this.#corrections!.otherTypes(this.#trie, state.behind, position)) {
      this.#arrive({ ...state, edits, isOtherType: true }, locus, position + 1, 0, true, states);
    }
  }

  #followLittleWords(state: State, position: number, states: (State[] | undefined)[]): void {
    if (state.edits > 0 || state.behind === undefined) return;
    for (const { locus, edits } of this.#corrections!.littleWords(this.#trie, state.behind, position)) {
      this.#arrive({ ...state, edits }, locus, position + 1, 0, true, states);
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
    const isLast = to === this.#graph.words.length;
    if (this.#isOpenEverywhere && !isWhole && !isLast) {
      push(states, to, { locus, behind: undefined, isOpen: true, edits, changes: all, joins, isOtherType });
    }
    const isOpen = !isWhole && isLast;
    const behind = isOpen ? undefined : this.#trie.descend(locus, ' ');
    if (!isOpen && behind === undefined && !this.#trie.keyEndsAt(locus)) return;
    push(states, to, { locus, behind, isOpen, edits, changes: all, joins, isOtherType });
  }
}

/** Positions that every reading of the words comes to, and whose word none leaves out. */
function findPartings({ edges }: TokenGraph): boolean[] {
  const isParting = edges.map((leaving) => leaving.every(({ text }) => text !== ''));
  for (const [from, leaving] of edges.entries()) for (const { to } of leaving) isParting.fill(false, from + 1, to);
  return isParting;
}

function push(states: (State[] | undefined)[], to: number, state: State): void {
  const known = states[to];
  if (known === undefined) states[to] = [state];
  else known.push(state);
}

function keyOfLocus({ node, openBytes }: Locus): number {
  return node * 256 + openBytes;
}

function isAtRoot({ locus }: State): boolean {
  return locus === ROOT;
}

/** Each place in the trie once, fewest edits and then fewest changes first. */
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

/** How words are read to be a name: letters corrected, words written otherwise, words written as one. */
export interface MatchQuality {
  readonly edits: number;
  readonly changes: number;
  readonly joins: number;
}

/** A row of typed words found in a trie, one after the other, as the beginning of a name or of a later part of one. */
export interface MatchedName extends MatchQuality {
  /** The last word may go on. */
  readonly isOpen: boolean;
  /** The leaves whose key ends with the words. */
  readonly exact: readonly LeafRun[];
  /** All leaves that the words lead to, those of `exact` among them. */
  readonly runs: readonly LeafRun[];
  /** The node above all of these but `exact`; none where there are no others. */
  readonly under: number | undefined;
}

export type LeafRun = readonly [first: number, end: number];

/** What a match costs by the rules of ranking.ts, whichever of its leaves is the answer. */
export function costOfMatch({ edits, changes, joins }: MatchedName): number {
  return edits * WEIGHT.edits + changes * WEIGHT.changes + joins * WEIGHT.names;
}

/** Whether the key of a leaf of the match ends with the words. */
export function isExact({ exact }: MatchedName, leaf: number): boolean {
  for (const [first, end] of exact) if (leaf >= first && leaf < end) return true;
  return false;
}

/** The same without names that continue after finished words: `rue` is no `rue de la gare` then. */
export function withoutLonger(match: MatchedName): MatchedName {
  return match.isOpen || match.under === undefined ? match : { ...match, runs: match.exact, under: undefined };
}

export function countLeaves({ runs }: MatchedName): number {
  let count = 0;
  for (const [first, end] of runs) count += end - first;
  return count;
}

/** The leaves of a match, exact ones first; where there are more than `limit` so many of the best ones. */
export function* bestLeaves(trie: NameTrie, match: MatchedName, limit: number): Generator<number, void> {
  let count = 0;
  for (const [first, end] of match.exact) {
    count += end - first;
    for (let leaf = first; leaf < end; leaf++) yield leaf;
  }
  if (match.under === undefined) return;
  for (const { leaf } of trie.completions(match.under)) {
    if (count >= limit) return;
    if (isExact(match, leaf)) continue;
    count++;
    yield leaf;
  }
}

/** Leaves in runs, neighbours in one. */
export function runsOf(leaves: readonly number[]): readonly LeafRun[] {
  if (leaves.length === 0) return NONE;
  if (leaves.length === 1) return [[leaves[0]!, leaves[0]! + 1]];
  const runs: [first: number, end: number][] = [];
  for (const leaf of Uint32Array.from(leaves).sort()) {
    const last = runs.at(-1);
    if (last?.[1] === leaf) last[1]++;
    else runs.push([leaf, leaf + 1]);
  }
  return runs;
}

const NONE: readonly LeafRun[] = [];
