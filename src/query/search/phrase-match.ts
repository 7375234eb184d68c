import type { NameTrie } from '../../store/name-trie.ts';
import { WEIGHT } from './ranking.ts';

/** A row of typed words found in a trie, one after the other, as the beginning of a name or of a later part of one. */
export interface PhraseMatch {
  readonly edits: number;
  readonly changes: number;
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
export function costOfMatch({ edits, changes }: PhraseMatch): number {
  return edits * WEIGHT.edits + changes * WEIGHT.changes;
}

/** Whether the key of a leaf of the match ends with the words. */
export function isExact({ exact }: PhraseMatch, leaf: number): boolean {
  for (const [first, end] of exact) if (leaf >= first && leaf < end) return true;
  return false;
}

/** The same without names that go on behind finished words: `rue` is no `rue de la gare` then. */
export function withoutLonger(match: PhraseMatch): PhraseMatch {
  return match.isOpen || match.under === undefined ? match : { ...match, runs: match.exact, under: undefined };
}

export function countLeaves({ runs }: PhraseMatch): number {
  let count = 0;
  for (const [first, end] of runs) count += end - first;
  return count;
}

/** The leaves of a match, exact ones first; where there are more than `limit` so many of the best ones. */
export function* bestLeaves(trie: NameTrie, match: PhraseMatch, limit: number): Generator<number, void> {
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
  const runs: [first: number, end: number][] = [];
  for (const leaf of Uint32Array.from(leaves).sort()) {
    const last = runs.at(-1);
    if (last?.[1] === leaf) last[1]++;
    else runs.push([leaf, leaf + 1]);
  }
  return runs;
}

const NONE: readonly LeafRun[] = [];
