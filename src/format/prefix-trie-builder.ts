import { bytesOf } from './container.ts';
import { LAST_SIBLING, LEAF, MAX_LABEL_BYTES } from './prefix-trie.ts';

/** One key of a trie. Several entries may have the same key. */
export interface TrieEntry {
  /** Non-empty. */
  readonly key: string;
  /** The value of the key: any number below 2^32. */
  readonly value: number;
  /** Smaller is better; no two entries have the same. */
  readonly rank: number;
}

interface TrieOptions {
  /** Prefix of the names of its sections. */
  readonly name: string;
  /** Whether two values mean the same object, which `countValues` then counts once; by default, equality. */
  readonly identityOf?: (value: number) => number;
}

/**
 * Builds the sections of a `PrefixTrie`. The same entries give the same bytes. O(total key length · depth), memory about
 * 200 bytes per entry.
 */
export function buildPrefixTrie(
  entries: readonly TrieEntry[],
  { name, identityOf = (value) => value }: TrieOptions,
): Map<string, Uint8Array> {
  // Texts with a character for each byte compare as the bytes do, in a fraction of the time.
  const keys = entries.map((entry) => (ASCII.test(entry.key) ? entry.key : Buffer.from(entry.key).toString('latin1')));
  const rank = Uint32Array.from(entries, (entry) => entry.rank);
  const sorted = Uint32Array.from(keys.keys()).sort((a, b) => {
    const [one, other] = [keys[a]!, keys[b]!];
    return one < other ? -1 : one > other ? 1 : rank[a]! - rank[b]!;
  });

  const nodes = new NodeArrays();
  const labels = new LabelPool();
  const values: number[] = [];

  /** Lays out the children of a node over sorted[start…end), whose keys share their first `depth` bytes. */
  const layOutChildren = (start: number, end: number, depth: number): number => {
    const children = childRuns(keys, rank, sorted, start, end, depth);
    const first = nodes.allocate(children.length);
    children.forEach((run, position) => {
      const node = first + position;
      const flags = position === children.length - 1 ? LAST_SIBLING : 0;
      const label = labels.offsetOf(keys[sorted[run.start]!]!.slice(depth, run.depth));
      nodes.setLabel(node, label, run.depth - depth);
      nodes.rank[node] = run.rank;
      if (run.isLeaf) {
        nodes.link[node] = LEAF | flags | values.length;
        values.push(entries[sorted[run.start]!]!.value);
      } else {
        // Children first: laying them out may replace `nodes.link` by a larger array.
        const firstChild = layOutChildren(run.start, run.end, run.depth);
        nodes.link[node] = flags | firstChild;
      }
    });
    return first;
  };

  const root = nodes.allocate(1);
  nodes.setLabel(root, 0, 0);
  const firstChild = sorted.length === 0 ? 0 : layOutChildren(0, sorted.length, 0);
  nodes.link[root] = LAST_SIBLING | firstChild;

  const leafValues = Uint32Array.from(values);
  return new Map<string, Uint8Array>([
    [`${name}.label`, bytesOf(nodes.label.slice(0, nodes.length))],
    [`${name}.link`, bytesOf(nodes.link.slice(0, nodes.length))],
    [`${name}.rank`, bytesOf(nodes.rank.slice(0, nodes.length))],
    [`${name}.labels`, labels.bytes()],
    [`${name}.value`, bytesOf(leafValues)],
    [`${name}.next`, bytesOf(nextLeafOfSameValue(leafValues.map(identityOf)))],
  ]);
}

interface Run {
  readonly start: number;
  readonly end: number;
  /** Bytes of key up to and including this run's label. */
  readonly depth: number;
  /** The best rank in the run. */
  readonly rank: number;
  readonly isLeaf: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** The children under a node: one leaf for each key that ends here, one run for each next byte; best rank first. */
function childRuns(
  keys: readonly string[],
  rank: Uint32Array,
  sorted: Uint32Array,
  start: number,
  end: number,
  depth: number,
): Run[] {
  const runs: Run[] = [];
  for (let i = start; i < end; ) {
    const key = keys[sorted[i]!]!;
    let next = i + 1;
    let best = rank[sorted[i]!]!;
    if (key.length > depth) {
      const byte = key.charCodeAt(depth);
      for (; next < end && keys[sorted[next]!]!.charCodeAt(depth) === byte; next++)
        best = Math.min(best, rank[sorted[next]!]!);
    }
    // In sorted order, all keys share what the first and the last share.
    const shared = next - i === 1 ? key.length : commonPrefix(key, keys[sorted[next - 1]!]!);
    const runDepth = Math.min(shared, depth + MAX_LABEL_BYTES);
    runs.push({ start: i, end: next, depth: runDepth, rank: best, isLeaf: next - i === 1 && runDepth === key.length });
    i = next;
  }
  return runs.sort((a, b) => a.rank - b.rank);
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

/**
 * For every leaf the next leaf with the same value, or 0 (a next leaf is never leaf 0). With it the different values under a
 * node can be counted: leaves under a node are a run, and a leaf whose next is in the same run is a repeat.
 */
function nextLeafOfSameValue(values: Uint32Array): Uint32Array {
  const next = new Uint32Array(values.length);
  const last = new Map<number, number>();
  values.forEach((value, leaf) => {
    const previous = last.get(value);
    if (previous !== undefined) next[previous] = leaf;
    last.set(value, leaf);
  });
  return next;
}

/** Equal labels are stored once: endings like "straat" serve thousands of nodes. */
class LabelPool {
  readonly #offsets: Map<string, number> = new Map();
  #length: number = 0;

  /** @param label a character for each byte */
  offsetOf(label: string): number {
    let offset = this.#offsets.get(label);
    if (offset === undefined) {
      offset = this.#length;
      this.#offsets.set(label, offset);
      this.#length += label.length;
    }
    return offset;
  }

  bytes(): Uint8Array {
    return Buffer.from([...this.#offsets.keys()].join(''), 'latin1');
  }
}

class NodeArrays {
  label: Uint32Array = new Uint32Array(1024);
  link: Uint32Array = new Uint32Array(1024);
  rank: Uint32Array = new Uint32Array(1024);
  length: number = 0;

  allocate(count: number): number {
    const first = this.length;
    this.length += count;
    while (this.length > this.label.length) {
      this.label = doubled(this.label);
      this.link = doubled(this.link);
      this.rank = doubled(this.rank);
    }
    return first;
  }

  setLabel(node: number, offset: number, length: number): void {
    if (offset >= 2 ** 24) throw new RangeError('The labels of a trie take more than 16 MiB.');
    this.label[node] = offset * 256 + length;
  }
}

function doubled(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
