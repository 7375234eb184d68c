import { LAST_SIBLING, LEAF, type PrefixTrie } from './prefix-trie.ts';

/** A word that keys of a trie begin with, or the beginning of one, and how many edits it is from the one asked for. */
export interface SimilarWord {
  readonly word: string;
  readonly edits: number;
  /** The best rank under it. */
  readonly rank: number;
}

export interface SimilarOptions {
  readonly edits: number;
  /** The word is still being typed: what begins with a similar word is similar. */
  readonly isOpen: boolean;
  /** At most so many, fewest edits first, then by rank. */
  readonly limit: number;
}

/** Bytes of labels that one search compares at most: what bounds its time, about 2 ms. */
const LARGEST_WALK = 120_000;

const SPACE = 0x20;
const NUMBER = 0x3fffffff;

/**
 * The first words of keys that are a few edits (insert, delete, replace, swap two neighbours) from a word.
 *
 * The walk carries one row of the edit-distance matrix down the trie, a row a byte, and leaves a branch when no cell of
 * its row is within the limit. (Wagner and Fischer 1974 on a trie, as in Shang and Merrettal, "Tries for approximate
 * string matching", 1996; transpositions as in optimal string alignment.)
 *
 *              k a l v e r
 *          0 1 2 3 4 5 6
 *      k   1 0 1 2 3 4 5
 *      a   2 1 0 1 2 3 4
 *      l   3 2 1 0 1 2 3
 *      r   4 3 2 1 1 2 2     ← within 1: the branch goes on
 */
export function similarWords(trie: PrefixTrie, word: string, options: SimilarOptions): SimilarWord[] {
  const pattern = Buffer.from(word);
  const width = pattern.length + 1;
  const depthLimit = pattern.length + options.edits + 1;
  // One row for each byte of the path, and the path itself.
  const rows = new Uint8Array(width * (depthLimit + 2));
  for (let column = 0; column < width; column++) rows[column] = column;
  const path = Buffer.alloc(depthLimit + 2);
  const found = new Map<string, SimilarWord>();
  let walked = 0;

  walkChildren(0, 0);
  return [...found.values()].sort((a, b) => a.edits - b.edits || a.rank - b.rank).slice(0, options.limit);

  function walkChildren(node: number, depth: number): void {
    const link = trie.link[node]!;
    if ((link & LEAF) !== 0) {
      offer(node, depth, true);
      return;
    }
    for (let child = link & NUMBER; ; child++) {
      walkLabel(child, depth);
      if ((trie.link[child]! & LAST_SIBLING) !== 0) return;
    }
  }

  function walkLabel(node: number, startDepth: number): void {
    const label = trie.label[node]!;
    const offset = label >>> 8;
    const length = label & 0xff;
    let depth = startDepth;
    for (let i = 0; i < length; i++) {
      const byte = trie.labels[offset + i]!;
      if (byte === SPACE) {
        offer(node, depth, true);
        return;
      }
      if (depth === depthLimit || ++walked > LARGEST_WALK) return;
      path[depth++] = byte;
      const least = fillRow(depth, byte);
      const distance = rows[depth * width + width - 1]!;
      if (options.isOpen && distance <= options.edits) offer(node, depth, false);
      // A longer path can only be better where some cell is better than the last one.
      if (least > options.edits || (options.isOpen && distance <= options.edits && least >= distance)) return;
    }
    walkChildren(node, depth);
  }

  /** Row `depth` from the one or two above it; the least cell. */
  function fillRow(depth: number, byte: number): number {
    const row = depth * width;
    const above = row - width;
    rows[row] = depth;
    let least = depth;
    for (let column = 1; column < width; column++) {
      const isSame = pattern[column - 1] === byte;
      let cell = Math.min(
        rows[above + column]! + 1,
        rows[row + column - 1]! + 1,
        rows[above + column - 1]! + (isSame ? 0 : 1),
      );
      const isSwap = depth > 1 && column > 1 && pattern[column - 2] === byte && pattern[column - 1] === path[depth - 2];
      if (isSwap) cell = Math.min(cell, rows[above - width + column - 2]! + 1);
      rows[row + column] = cell;
      if (cell < least) least = cell;
    }
    return least;
  }

  function offer(node: number, depth: number, isWhole: boolean): void {
    const edits = rows[depth * width + width - 1]!;
    if (edits > options.edits || depth === 0) return;
    if (!isWhole && !options.isOpen) return;
    const text = path.toString('utf8', 0, depth);
    const known = found.get(text);
    const rank = trie.rank[node]!;
    if (known === undefined || rank < known.rank) found.set(text, { word: text, edits, rank });
  }
}
