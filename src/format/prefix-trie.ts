import FlatQueue from 'flatqueue';
import { assertSound } from './blocks.ts';
import type { Sections } from './container.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/**
 * A path-compressed trie in flat arrays that answers "the best completions of this prefix, best first" without visiting the rest.
 *
 * Twelve months, ranked January to December (the number after a node is the best rank under it):
 *
 *     (root) 0
 *      ├─ ja 0 ─ nuary               one key: the whole rest is one label, "january" is a leaf
 *      ├─ f 1 …
 *      ├─ ma 2 ─┬─ rch 2
 *      │        └─ y 4
 *      …
 *
 * Siblings are neighbours in the arrays, best rank first. So the first leaf down the first children of a node is its best
 * completion; the other candidates are the siblings passed on the way, each visited only when its turn comes.
 * (Best-first search as in Hsu and Ottaviano, "Space-efficient data structures for top-k completion", WWW 2013.)
 *
 * Sections, one u32 per node or leaf; `trie` is the name of the trie:
 *
 *     trie.label    node → its label: byte offset in trie.labels · 256 + length
 *     trie.link     node → bit 31 LEAF, bit 30 LAST_SIBLING, and the first child's number, or for a leaf its leaf number
 *     trie.rank     node → the best rank under it; different leaves have different ranks
 *     trie.labels   u8: the labels' bytes
 *     trie.value    leaf → the value of its key
 *     trie.next     leaf → the next leaf with the same value, 0 when there is none
 *
 * Leaves are numbered depth first, so the leaves under a node are a run. A key that is the beginning of another, or that is
 * there twice, ends in leaves with an empty label.
 */
export const LEAF = 0x80000000;
export const LAST_SIBLING = 0x40000000;
/** A link without its two flags. */
export const LINK_NUMBER = 0x3fffffff;
export const MAX_LABEL_BYTES = 255;
/** In `firstByte`: no byte of UTF-8. */
export const NO_BYTE = 0xff;

/** A node and how many of its label's bytes the prefix leaves open. */
export interface Locus {
  readonly node: number;
  /** 0 when the prefix ends with the node's label. */
  readonly openBytes: number;
}

/** The root: the locus of the empty prefix, always the same object. */
export const ROOT: Locus = { node: 0, openBytes: 0 };

/** A node on the path of a key. */
export interface PathStep {
  readonly node: number;
  readonly label: string;
  /** The best under it. */
  readonly rank: number;
  /** Keys under it. */
  readonly leaves: number;
}

/** One leaf under a node, in its turn. */
interface Completion {
  readonly leaf: number;
  readonly rank: number;
}

export class PrefixTrie {
  readonly label: Uint32Array;
  readonly link: Uint32Array;
  readonly rank: Uint32Array;
  readonly labels: Uint8Array;
  /**
   * node → the first byte of its label, NO_BYTE for an empty one. It distinguishes siblings: they are neighbours here, while
   * their labels are scattered over the section.
   */
  readonly firstByte: Uint8Array;
  readonly #value: Uint32Array;
  /** leaf → the next leaf of the same value, 0 for none. */
  readonly next: Uint32Array;
  /** leaf → its rank; made from the nodes on first use. */
  #rankOfLeaf: Uint32Array | undefined;
  /** Counts of long runs, kept by `countValues`. */
  readonly #countOfRun: Map<number, number> = new Map();

  constructor(container: Sections, name: string) {
    this.label = container.u32(`${name}.label`);
    this.link = container.u32(`${name}.link`);
    this.rank = container.u32(`${name}.rank`);
    this.labels = container.bytes(`${name}.labels`);
    this.#value = container.u32(`${name}.value`);
    this.next = container.u32(`${name}.next`);
    this.#assertSound(name);
    this.firstByte = firstBytes(this.label, this.labels);
  }

  /**
   * Checks that every walk ends, whatever the file contains: children come after their parent, siblings after each other up to a last one,
   * and all within the arrays. O(nodes), a nanosecond each.
   */
  #assertSound(name: string): void {
    const { label, link, rank, labels } = this;
    const nodes = link.length;
    const leaves = this.leafCount;
    // A trie without keys is a root that is its own child, without a label to match.
    const isEmpty = leaves === 0 && nodes === 1 && link[0] === LAST_SIBLING && label[0] === 0;
    let isSound = label.length === nodes && rank.length === nodes && this.next.length === leaves;
    isSound &&= nodes > 0 && (link[nodes - 1]! & LAST_SIBLING) !== 0;
    for (let node = 0; isSound && !isEmpty && node < nodes; node++) {
      const number = link[node]! & LINK_NUMBER;
      isSound = (link[node]! & LEAF) !== 0 ? number < leaves : number > node && number < nodes;
      isSound &&= (label[node]! >>> 8) + (label[node]! & 0xff) <= labels.length;
    }
    if (!isSound) throw new RangeError(`The nodes of the trie "${name}" lead out of it, or in a circle.`);
  }

  get leafCount(): number {
    return this.#value.length;
  }

  /** The value of a leaf's key. */
  valueOf(leaf: number): number {
    return this.#value[leaf]!;
  }

  /** The rank of a leaf, for callers that have not come to it best first. The first call looks at every node, some milliseconds. */
  rankAt(leaf: number): number {
    if (this.#rankOfLeaf === undefined) {
      this.#rankOfLeaf = new Uint32Array(this.leafCount);
      for (let node = 0; node < this.link.length; node++)
        if (this.#isLeaf(node)) this.#rankOfLeaf[this.link[node]! & LINK_NUMBER] = this.rank[node]!;
    }
    return this.#rankOfLeaf[leaf]!;
  }

  /** The uppermost node whose key begins with `prefix`; `undefined` when no key does. O(prefix · siblings). */
  locate(prefix: string): Locus | undefined {
    return this.descend(ROOT, prefix);
  }

  /** `locate` for the prefix that led to `locus`, followed by `text`. */
  descend(locus: Locus, text: string): Locus | undefined {
    // ASCII characters are their own UTF-8 bytes; folded text has hardly any others.
    const bytes = isAscii(text) ? undefined : encodeUtf8(text);
    const length = bytes?.length ?? text.length;
    const { label: labelOf, labels } = this;
    let { node, openBytes } = locus;
    let at = openBytes === 0 ? 0 : endOf(labelOf[node]!) - openBytes;
    for (let i = 0; i < length; i++) {
      const byte = bytes === undefined ? text.charCodeAt(i) : bytes[i]!;
      if (openBytes > 0) {
        if (labels[at] !== byte) return undefined;
      } else {
        const child = this.#childWithByte(node, byte);
        if (child === undefined) return undefined;
        node = child;
        openBytes = labelOf[node]! & 0xff;
        at = labelOf[node]! >>> 8;
      }
      at++;
      openBytes--;
    }
    return { node, openBytes };
  }

  /** The run of leaves under a node, `[first, end)`. O(depth · siblings). */
  leavesUnder(node: number): readonly [first: number, end: number] {
    if (this.#value.length === 0) return [0, 0];
    let first = node;
    let last = node;
    while (!this.#isLeaf(first)) first = this.link[first]! & LINK_NUMBER;
    while (!this.#isLeaf(last)) {
      last = this.link[last]! & LINK_NUMBER;
      while ((this.link[last]! & LAST_SIBLING) === 0) last++;
    }
    return [this.link[first]! & LINK_NUMBER, (this.link[last]! & LINK_NUMBER) + 1];
  }

  /**
   * Number of distinct values of the leaves in a run. O(leaves), about a nanosecond each. Long runs, those under one or two
   * letters, are few and often needed, so they are counted once.
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

  /** As `countValues`, of values that pass a test: all leaves of one do, or none. */
  countValuesOf(first: number, end: number, isCounted: (leaf: number) => boolean): number {
    let count = 0;
    for (let leaf = first; leaf < end; leaf++) {
      const next = this.next[leaf]!;
      if ((next === 0 || next >= end) && isCounted(leaf)) count++;
    }
    return count;
  }

  #count(first: number, end: number): number {
    let count = end - first;
    for (let leaf = first; leaf < end; leaf++) {
      const next = this.next[leaf]!;
      if (next !== 0 && next < end) count--;
    }
    return count;
  }

  /** The leaves whose key is exactly the prefix that led to `locus`, best rank first. */
  exactLeaves(locus: Locus): number[] {
    if (locus.openBytes > 0 || this.#value.length === 0) return [];
    if (this.#isLeaf(locus.node)) return [this.link[locus.node]! & LINK_NUMBER];
    const leaves: number[] = [];
    for (let child = this.link[locus.node]! & LINK_NUMBER; ; child++) {
      if ((this.label[child]! & 0xff) === 0) leaves.push(this.link[child]! & LINK_NUMBER);
      if ((this.link[child]! & LAST_SIBLING) !== 0) return leaves;
    }
  }

  /** Whether a key is exactly the prefix that led to `locus`. O(siblings). */
  keyEndsAt({ node, openBytes }: Locus): boolean {
    if (openBytes > 0 || this.#value.length === 0) return false;
    if (this.#isLeaf(node)) return true;
    for (let child = this.link[node]! & LINK_NUMBER; ; child++) {
      if ((this.label[child]! & 0xff) === 0) return true;
      if ((this.link[child]! & LAST_SIBLING) !== 0) return false;
    }
  }

  /** The leaves under a node with their ranks, best rank first; each step costs O(depth + log of the steps so far). */
  *completions(node: number): Generator<Completion, void> {
    if (this.#value.length === 0) return;
    const { link, rank } = this;
    const candidates = new FlatQueue();
    candidates.push(node, rank[node]!);
    for (let best = candidates.pop(); best !== undefined; best = candidates.pop()) {
      if (best !== node && (link[best]! & LAST_SIBLING) === 0) candidates.push(best + 1, rank[best + 1]!);
      let leaf = best;
      while (!this.#isLeaf(leaf)) {
        leaf = this.link[leaf]! & LINK_NUMBER;
        if ((link[leaf]! & LAST_SIBLING) === 0) candidates.push(leaf + 1, rank[leaf + 1]!);
      }
      yield { leaf: this.link[leaf]! & LINK_NUMBER, rank: this.rank[leaf]! };
    }
  }

  #isLeaf(node: number): boolean {
    return (this.link[node]! & LEAF) !== 0;
  }

  #childWithByte(node: number, byte: number): number | undefined {
    const link = this.link[node]!;
    if ((link & LEAF) !== 0) return undefined;
    for (let child = link & LINK_NUMBER; child < this.firstByte.length; child++) {
      if (this.firstByte[child] === byte) return child;
      if ((this.link[child]! & LAST_SIBLING) !== 0) return undefined;
    }
    return undefined;
  }
}

/** The nodes on the way from the root to a key or as far as there is one, each with its label. For people. */
export function pathTo(trie: PrefixTrie, key: string): PathStep[] {
  const steps: PathStep[] = [];
  for (let end = 1; end <= key.length; end++) {
    const locus = trie.locate(key.slice(0, end));
    if (locus === undefined) break;
    if (steps.at(-1)?.node === locus.node) continue;
    const label = trie.label[locus.node]!;
    const [first, last] = trie.leavesUnder(locus.node);
    steps.push({
      node: locus.node,
      label: decodeUtf8(trie.labels, label >>> 8, endOf(label)),
      rank: trie.rank[locus.node]!,
      leaves: last - first,
    });
  }
  return steps;
}

/** Minimum leaves of a run whose count is kept: shorter ones are counted faster than looked up. */
const LONG_RUN = 256;

function firstBytes(label: Uint32Array, labels: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(label.length);
  for (let node = 0; node < label.length; node++) {
    const entry = label[node]!;
    bytes[node] = (entry & 0xff) === 0 ? NO_BYTE : labels[entry >>> 8]!;
  }
  return bytes;
}

/** Where a label ends in `labels`. */
function endOf(label: number): number {
  return (label >>> 8) + (label & 0xff);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/**
 * Checks that every node is reached once, siblings differ in their first byte and are in the order of their ranks, a node has the
 * rank of its best leaf, leaves are numbered as they are reached, and `next` leads to the next leaf of the same value.
 * O(nodes + bytes of keys).
 *
 * @param identityOf as given to `buildPrefixTrie`
 * @param visit called with each leaf, in order, its key and its rank
 * @throws RangeError
 */
export function checkTrie(
  trie: PrefixTrie,
  identityOf: (value: number) => number,
  visit: (leaf: number, key: string, rank: number) => void,
): void {
  const { label, labels, link, rank, next } = trie;
  assertSound(label[0] === 0 && rank[0] === 0, 'the root of a trie has no label, and rank 0');
  assertSound((link[0]! & LAST_SIBLING) !== 0, 'the root of a trie has no sibling');
  let nodes = 1;
  let leaves = 0;
  const last = new Map<number, number>();
  const walk = (parent: number, prefix: readonly number[]): void => {
    const first = link[parent]! & LINK_NUMBER;
    const bytes = new Set<number>();
    for (let node = first; ; node++) {
      nodes++;
      assertSound(nodes <= link.length, 'a node of a trie has one parent');
      const length = label[node]! & 0xff;
      const isEnd = length === 0;
      const byte = labels[label[node]! >>> 8]!;
      assertSound(isEnd || !bytes.has(byte), 'the children of a node differ in their first byte');
      if (!isEnd) bytes.add(byte);
      const isAfter = node === first ? parent === 0 || rank[node] === rank[parent] : rank[node]! > rank[node - 1]!;
      assertSound(isAfter, 'the children of a node are in the order of their ranks, and its rank is that of the best');
      const key = isEnd ? prefix : [...prefix, ...labels.subarray(label[node]! >>> 8, (label[node]! >>> 8) + length)];
      if ((link[node]! & LEAF) !== 0) {
        const leaf = link[node]! & LINK_NUMBER;
        assertSound(leaf === leaves++, 'leaves are numbered in the order of a walk');
        const identity = identityOf(trie.valueOf(leaf));
        const previous = last.get(identity);
        assertSound(next[leaf] === 0 || next[leaf]! > leaf, 'the next leaf of a value is a later one');
        if (previous !== undefined) assertSound(next[previous] === leaf, 'the next leaf of a value is the next one');
        last.set(identity, leaf);
        visit(leaf, decodeUtf8(Uint8Array.from(key), 0, key.length), rank[node]!);
      } else {
        assertSound(!isEnd, 'what ends a key is a leaf');
        walk(node, key);
      }
      if ((link[node]! & LAST_SIBLING) !== 0) break;
    }
  };
  if (trie.leafCount > 0) walk(0, []);
  assertSound(nodes === link.length && leaves === trie.leafCount, 'every node of a trie is reached');
  for (const leaf of last.values()) assertSound(next[leaf] === 0, 'the last leaf of a value has no next one');
}
