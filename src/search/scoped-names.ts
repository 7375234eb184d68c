import { partitionPoint } from '../format/blocks.ts';
import { identityOf, type NamedFeature, packFeature, unpackFeature } from '../store/name-trie.ts';
import type { LeafRun } from './name-matcher.ts';

/** A name in a scope, and what it leads to there. */
export interface ScopedName {
  readonly leaf: number;
  /** Smaller is better, in both tries. */
  readonly rank: number;
  readonly feature: NamedFeature;
}

/** The names of a scope in one trie, by leaf: what begins as typed is a run of them. 20 bytes a name. */
export class ScopedNames {
  readonly #leaf: Uint32Array;
  readonly #rank: Uint32Array;
  /** Packed features. */
  readonly #value: Uint32Array;
  /** Name → the next one of the same thing, 0 for none. */
  readonly #next: Uint32Array;
  /** Names, best rank first; made on first use. */
  #byRank: Uint32Array | undefined;

  /** @param names those of a leaf next to each other, leaves ascending */
  constructor(names: readonly ScopedName[]) {
    const { length } = names;
    this.#leaf = new Uint32Array(length);
    this.#rank = new Uint32Array(length);
    this.#value = new Uint32Array(length);
    this.#next = new Uint32Array(length);
    const following = new Map<number, number>();
    for (let i = length - 1; i >= 0; i--) {
      const { leaf, rank, feature } = names[i]!;
      const value = packFeature(feature);
      this.#leaf[i] = leaf;
      this.#rank[i] = rank;
      this.#value[i] = value;
      this.#next[i] = following.get(identityOf(value)) ?? 0;
      following.set(identityOf(value), i);
    }
  }

  /** How many things the names at leaves of a run lead to. O(names of the run), a nanosecond each. */
  count(run: LeafRun): number {
    const [from, to] = this.#between(run);
    let count = to - from;
    for (let i = from; i < to; i++) if (this.#next[i]! !== 0 && this.#next[i]! < to) count--;
    return count;
  }

  /** The names at leaves of a run, best first; from all names in their order, or sorted where they are few. */
  *bestFirst(run: LeafRun): Generator<ScopedName, void> {
    const [from, to] = this.#between(run);
    const isMost = (to - from) ** 2 > this.#leaf.length;
    if (isMost) this.#byRank ??= this.#sorted(0, this.#leaf.length);
    for (const i of isMost ? this.#byRank! : this.#sorted(from, to)) if (i >= from && i < to) yield this.#at(i);
  }

  #at(i: number): ScopedName {
    return { leaf: this.#leaf[i]!, rank: this.#rank[i]!, feature: unpackFeature(this.#value[i]!) };
  }

  /** Names [from, to), best rank first. As one number each, they are sorted without comparing them in our code. */
  #sorted(from: number, to: number): Uint32Array {
    const keys = Float64Array.from(this.#rank.subarray(from, to), (rank, i) => rank * NAMES + from + i);
    return Uint32Array.from(keys.sort(), (key) => key % NAMES);
  }

  #between([first, end]: LeafRun): readonly [from: number, to: number] {
    const from = partitionPoint(0, this.#leaf.length, (i) => this.#leaf[i]! < first);
    return [from, partitionPoint(from, this.#leaf.length, (i) => this.#leaf[i]! < end)];
  }
}

/** More names than a country has; with ranks below it, keys are exact. */
const NAMES = 2 ** 26;
