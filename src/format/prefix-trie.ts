import type { Container } from './container.ts';

/**
 * A path-compressed trie in flat arrays that answers "the best completions of this prefix, best first" without visiting the rest.
 *
 * Twelve months, ranked January to December (a number behind a node is the best rank under it):
 *
 *     (root) 0
 *      ├─ ja 0 ─ nuary               one key: the whole rest is one label, "january" is a leaf
 *      ├─ f 1 …
 *      ├─ ma 2 ─┬─ rch 2
 *      │        └─ y 4
 *      …
 *
 * Siblings are neighbours in the arrays, best rank first. So the first leaf down the first children of a node is its best
 * completion; the other candidates are the siblings passed on the way, each of which is looked at only when its turn comes.
 * (Best-first search as in Hsu and Ottaviano, "Space-efficient data structures for top-k completion", WWW 2013.)
 *
 * Sections, one u32 for each node or leaf, `trie` standing for the name of the trie:
 *
 *     trie.label    node → its label: byte offset in trie.labels · 256 + length
 *     trie.link     node → bit 31 LEAF, bit 30 LAST_SIBLING, and the first child's number, or for a leaf its leaf number
 *     trie.rank     node → the best rank under it; different leaves have different ranks
 *     trie.labels   u8: the labels' bytes
 *     trie.value    leaf → what its key stands for
 *     trie.next     leaf → the next leaf with the same value, 0 when there is none
 *
 * Leaves are numbered depth first, so the leaves under a node are a run. A key that is the beginning of another, or that is
 * there twice, ends in leaves with an empty label.
 */
export const LEAF = 0x80000000;
export const LAST_SIBLING = 0x40000000;
export const LARGEST_LABEL = 255;

const NUMBER = 0x3fffffff;

/** A node and how many of its label's bytes the prefix leaves open. */
export interface Locus {
  readonly node: number;
  /** 0 when the prefix ends with the node's label. */
  readonly openBytes: number;
}

/** One leaf under a node, in its turn. */
export interface Completion {
  readonly leaf: number;
  readonly rank: number;
}

export class PrefixTrie {
  readonly label: Uint32Array;
  readonly link: Uint32Array;
  readonly rank: Uint32Array;
  readonly labels: Uint8Array;
  readonly #value: Uint32Array;
  readonly #next: Uint32Array;
  /** For long runs that are nodes' leaves, what `countValues` has counted. */
  readonly #countOfRun: Map<number, number> = new Map();

  constructor(container: Container, name: string) {
    this.label = container.u32(`${name}.label`);
    this.link = container.u32(`${name}.link`);
    this.rank = container.u32(`${name}.rank`);
    this.labels = container.bytes(`${name}.labels`);
    this.#value = container.u32(`${name}.value`);
    this.#next = container.u32(`${name}.next`);
  }

  get leafCount(): number {
    return this.#value.length;
  }

  /** What the key of a leaf stands for. */
  valueOf(leaf: number): number {
    return this.#value[leaf]!;
  }

  /** The uppermost node whose key begins with `prefix`; `undefined` when no key does. O(prefix · siblings). */
  locate(prefix: string): Locus | undefined {
    return this.descend(ROOT, prefix);
  }

  /** The same for what led to `locus` with more text behind it. */
  descend(locus: Locus, text: string): Locus | undefined {
    // Characters of ASCII are their own UTF-8 bytes; a folded text has hardly others.
    const bytes = isAscii(text) ? undefined : Buffer.from(text);
    const length = bytes === undefined ? text.length : bytes.length;
    let { node, openBytes } = locus;
    let matched = 0;
    while (matched < length) {
      if (openBytes === 0) {
        const child = this.#childWithByte(node, bytes === undefined ? text.charCodeAt(matched) : bytes[matched]!);
        if (child === undefined) return undefined;
        node = child;
        openBytes = this.label[child]! & 0xff;
      }
      const label = this.label[node]!;
      const rest = (label >>> 8) + (label & 0xff) - openBytes;
      const shared = Math.min(openBytes, length - matched);
      for (let i = 0; i < shared; i++) {
        const byte = bytes === undefined ? text.charCodeAt(matched + i) : bytes[matched + i];
        if (this.labels[rest + i] !== byte) return undefined;
      }
      matched += shared;
      openBytes -= shared;
    }
    return { node, openBytes };
  }

  /** The run of leaves under a node, `[first, end)`. O(depth · siblings). */
  leavesUnder(node: number): readonly [first: number, end: number] {
    if (this.#value.length === 0) return [0, 0];
    let first = node;
    let last = node;
    while (!this.#isLeaf(first)) first = this.link[first]! & NUMBER;
    while (!this.#isLeaf(last)) {
      last = this.link[last]! & NUMBER;
      while ((this.link[last]! & LAST_SIBLING) === 0) last++;
    }
    return [this.link[first]! & NUMBER, (this.link[last]! & NUMBER) + 1];
  }

  /**
   * How many different values the leaves in a run stand for. O(leaves), about a nanosecond each; for the long runs under one
   * or two letters, which everybody types first and of which there are few, only once.
   */
  countValues(first: number, end: number): number {
    if (end - first < LONG_RUN) return this.#count(first, end);
    const run = first * this.leafCount + end;
    let count = this.#countOfRun.get(run);
    if (count === undefined) {
      count = this.#count(first, end);
      this.#countOfRun.set(run, count);
    }
    return count;
  }

  #count(first: number, end: number): number {
    let count = end - first;
    for (let leaf = first; leaf < end; leaf++) {
      const next = this.#next[leaf]!;
      if (next !== 0 && next < end) count--;
    }
    return count;
  }

  /** The leaves whose key is exactly the prefix that led to `locus`, best rank first. */
  exactLeaves(locus: Locus): number[] {
    if (locus.openBytes > 0 || this.#value.length === 0) return [];
    if (this.#isLeaf(locus.node)) return [this.link[locus.node]! & NUMBER];
    const leaves: number[] = [];
    for (let child = this.link[locus.node]! & NUMBER; ; child++) {
      if ((this.label[child]! & 0xff) === 0) leaves.push(this.link[child]! & NUMBER);
      if ((this.link[child]! & LAST_SIBLING) !== 0) return leaves;
    }
  }

  /** The best rank under a node. */
  rankOf(node: number): number {
    return this.rank[node]!;
  }

  /** The leaves under a node with their ranks, best rank first; each step costs O(depth + log of the steps so far). */
  *completions(node: number): Generator<Completion, void> {
    if (this.#value.length === 0) return;
    const heap = new NodeHeap(this.rank);
    heap.push(node);
    for (let best = heap.pop(); best !== undefined; best = heap.pop()) {
      if (best !== node && (this.link[best]! & LAST_SIBLING) === 0) heap.push(best + 1);
      let leaf = best;
      while (!this.#isLeaf(leaf)) {
        leaf = this.link[leaf]! & NUMBER;
        if ((this.link[leaf]! & LAST_SIBLING) === 0) heap.push(leaf + 1);
      }
      yield { leaf: this.link[leaf]! & NUMBER, rank: this.rank[leaf]! };
    }
  }

  #isLeaf(node: number): boolean {
    return (this.link[node]! & LEAF) !== 0;
  }

  #childWithByte(node: number, byte: number): number | undefined {
    const link = this.link[node]!;
    if ((link & LEAF) !== 0) return undefined;
    for (let child = link & NUMBER; child < this.label.length; child++) {
      const label = this.label[child]!;
      if ((label & 0xff) !== 0 && this.labels[label >>> 8] === byte) return child;
      if ((this.link[child]! & LAST_SIBLING) !== 0) return undefined;
    }
    return undefined;
  }
}

const ROOT: Locus = { node: 0, openBytes: 0 };

/** Leaves of a run from which on its count is kept: shorter ones are counted sooner than looked up. */
const LONG_RUN = 256;

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** A binary heap of node numbers with the best rank on top. */
class NodeHeap {
  readonly #rank: Uint32Array;
  readonly #nodes: number[] = [];

  constructor(rank: Uint32Array) {
    this.#rank = rank;
  }

  push(node: number): void {
    const nodes = this.#nodes;
    const rank = this.#rank[node]!;
    let hole = nodes.length;
    nodes.push(node);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (this.#rank[nodes[parent]!]! <= rank) break;
      nodes[hole] = nodes[parent]!;
      hole = parent;
    }
    nodes[hole] = node;
  }

  pop(): number | undefined {
    const nodes = this.#nodes;
    const top = nodes[0];
    const moved = nodes.pop();
    if (top === undefined || moved === undefined || nodes.length === 0) return top;
    const rank = this.#rank[moved]!;
    let hole = 0;
    for (let child = 1; child < nodes.length; child = 2 * hole + 1) {
      if (child + 1 < nodes.length && this.#rank[nodes[child + 1]!]! < this.#rank[nodes[child]!]!) child++;
      if (this.#rank[nodes[child]!]! >= rank) break;
      nodes[hole] = nodes[child]!;
      hole = child;
    }
    nodes[hole] = moved;
    return top;
  }
}
