import { append } from '../readers/columns.ts';
import { SetFilter } from '../readers/set-filter.ts';
import type { ResolvedAddresses, SortedIds } from './resolve.ts';
import { WITHDRAWN } from './statuses.ts';
import type { ExtractTables } from './tables.ts';

/** What became of a house number. */
export interface End {
  /** The address of today; 0 if it was withdrawn and nothing took its place. */
  readonly successor: number;
  /** Row of the last object that it was an address of; -1 if it had none. */
  readonly object: number;
}

/**
 * Follows house numbers to what stands there today: a number is itself, if it is an address; else it was one of an object, whose main number
 * today, or another one of it, is followed in turn. O(addresses + objects) to make, then O(1) for each step.
 */
export class Successors {
  /** Chains that led back to a number in them. */
  cycles: number = 0;
  readonly #tables: ExtractTables;
  readonly #live: SortedIds;
  /** By number that is no address: rows of the objects that have or had it. */
  readonly #objectsOf = new Map<number, number[]>();
  /** By row of such an object: its further numbers. */
  readonly #furtherOf = new Map<number, number[]>();
  readonly #ends = new Map<number, End>();

  /**
   * @param live the identifiers of today's addresses
   * @param isLive by row of the past numbers, whether theirs is one of these
   */
  constructor(tables: ExtractTables, resolved: ResolvedAddresses, live: SortedIds, isLive: Uint8Array) {
    this.#tables = tables;
    this.#live = live;
    const gone = new Set<number>();
    const { id } = tables.numbers.columns;
    const { id: past } = tables.past.numbers;
    const isAddress = new Uint8Array(id.length);
    for (const row of resolved.number) isAddress[row] = 1;
    for (let row = 0; row < id.length; row++)
      if (isAddress[row] === 0 && live.find(id[row]!) === -1) gone.add(id[row]!);
    for (let row = 0; row < past.length; row++) if (isLive[row] === 0) gone.add(past[row]!);
    this.#link(gone, resolved);
  }

  of(number: number): End {
    let end = this.#ends.get(number);
    if (end === undefined) {
      end = this.#follow(number, new Set());
      this.#ends.set(number, end);
    }
    return end;
  }

  #follow(number: number, before: Set<number>): End {
    if (this.#live.find(number) !== -1) return { successor: number, object: -1 };
    if (before.has(number)) {
      this.cycles++;
      return NOWHERE;
    }
    before.add(number);
    const { mainNumber } = this.#tables.objects.columns;
    const objects = this.#objectsOf.get(number) ?? [];
    let last = NOWHERE;
    for (const object of objects) {
      const next = [mainNumber[object]!, ...(this.#furtherOf.get(object) ?? [])];
      for (const each of next) {
        // That it still has the number itself leads nowhere.
        const end = each === number || each === 0 ? NOWHERE : this.#follow(each, before);
        if (end.successor !== 0) return end;
        if (last.object === -1) last = end;
      }
    }
    return last.object === -1 ? { successor: 0, object: objects[0] ?? -1 } : last;
  }

  /** Finds the objects of the numbers that are gone, those that still exist first, then the newest. */
  #link(gone: ReadonlySet<number>, resolved: ResolvedAddresses): void {
    const { objects, secondary, past } = this.#tables;
    const { id, mainNumber, state } = objects.columns;
    const formerOf = new Map<number, number[]>();
    for (let i = 0; i < past.uses.id.length; i++) {
      if (gone.has(past.uses.number[i]!)) append(formerOf, past.uses.id[i]!, past.uses.number[i]!);
    }
    const linked = new Set<number>();
    const link = (number: number, row: number): void => {
      append(this.#objectsOf, number, row);
      linked.add(row);
    };
    // The main number of most objects is an address: theirs.
    const hasAddress = new Uint8Array(id.length);
    for (let i = 0; i < resolved.object.length; i++)
      if (resolved.secondary[i] === 0) hasAddress[resolved.object[i]!] = 1;
    const hadOthers = new SetFilter(formerOf.keys());
    for (let row = 0; row < id.length; row++) {
      if (hasAddress[row] === 0 && gone.has(mainNumber[row]!)) link(mainNumber[row]!, row);
      const former = hadOthers.mayHave(id[row]!) ? formerOf.get(id[row]!) : undefined;
      for (const number of former ?? []) link(number, row);
    }
    for (let i = 0; i < secondary.object.length; i++) {
      if (gone.has(secondary.number[i]!)) link(secondary.number[i]!, secondary.object[i]!);
    }
    for (let i = 0; i < secondary.object.length; i++) {
      const row = secondary.object[i]!;
      if (linked.has(row)) append(this.#furtherOf, row, secondary.number[i]!);
    }
    const isGone = (row: number): number => Number(state[row] === WITHDRAWN);
    for (const rows of this.#objectsOf.values()) rows.sort((a, b) => isGone(a) - isGone(b) || id[b]! - id[a]!);
  }
}

const NOWHERE: End = { successor: 0, object: -1 };
