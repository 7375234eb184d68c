import { NO_POSITION, withoutRows } from '../src/model/address-columns.ts';
import type { HouseNumberSuffix } from '../src/model/house-number.ts';
import type { FormerInput, IndexInput } from '../src/store/manifest.ts';
import { fold } from '../src/text/fold.ts';
import { SetFilter } from './readers/set-filter.ts';
import { faultOfName } from './reject-unusable.ts';
import type { FormerCounts, ImportReport } from './report.ts';

// Addresses that were, as those of every register are chosen: each once, and none that an address of today is written as.

/** What an address was called until a day. */
export interface FormerCandidate {
  readonly id: number;
  readonly postcode: number;
  /** The first day on which it was no longer called so: 20210915. */
  readonly until: number;
  /** See `WrittenKeys`. */
  readonly key: number;
}

/**
 * Identifies the name of a street in its place, a number and a suffix as a whole number below 2^53. Suffixes are compared folded, their
 * letters and digits together.
 */
export class WrittenKeys {
  readonly #suffixOf: (suffix: number) => HouseNumberSuffix;
  readonly #numbers = new Map<number, number>();
  readonly #byText = new Map<string, number>();

  constructor(suffixOf: (suffix: number) => HouseNumberSuffix) {
    this.#suffixOf = suffixOf;
  }

  of(name: number, number: number, suffix: number): number {
    let ordinal = this.#numbers.get(suffix);
    if (ordinal === undefined) {
      const { letter, addition } = this.#suffixOf(suffix);
      const text = fold(`${letter}-${addition}`);
      ordinal = this.#byText.get(text) ?? this.#byText.size;
      this.#byText.set(text, ordinal);
      this.#numbers.set(suffix, ordinal);
    }
    return houseKey(name, number) * MAX_SUFFIXES + ordinal;
  }
}

/** The name of a street in its place, by its number among such names, and a house number. */
export function houseKey(name: number, number: number): number {
  return name * MAX_NUMBERS + number;
}

const MAX_NUMBERS = 100_000;
const MAX_SUFFIXES = 131_072;

/**
 * Whether an address of today is written so, or has taken the place of one that has no other end than to be withdrawn.
 *
 * @param postcodes of the addresses of today with its key
 */
export function isPresent<Candidate extends FormerCandidate>(
  candidate: Candidate,
  postcodes: readonly number[] | undefined,
  hasSuccessor: (candidate: Candidate) => boolean,
): boolean {
  if (postcodes === undefined) return false;
  return candidate.postcode === 0 || postcodes.includes(candidate.postcode) || !hasSuccessor(candidate);
}

/** Of those written the same the one that was there last; of those without a postcode only what was never written with one. */
export function latestOf<Candidate extends FormerCandidate>(candidates: readonly Candidate[]): Candidate[] {
  const latest = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const { key, postcode, until, id } = candidate;
    const ofKey = latest.get(key);
    if (ofKey === undefined) {
      latest.set(key, [candidate]);
      continue;
    }
    const same = ofKey.findIndex((other) => other.postcode === postcode);
    if (same === -1) ofKey.push(candidate);
    else if ((until - ofKey[same]!.until || id - ofKey[same]!.id) > 0) ofKey[same] = candidate;
  }
  const all: Candidate[] = [];
  for (const ofKey of latest.values())
    for (const candidate of ofKey) if (ofKey.length === 1 || candidate.postcode !== 0) all.push(candidate);
  return all;
}

/** How many there are, and how many of them were withdrawn, with the counts that only some registers have. */
export function countFormer({ addresses, successor }: FormerInput, others: Partial<FormerCounts> = {}): FormerCounts {
  const withdrawn = successor.reduce((sum, id) => sum + Number(id === 0), 0);
  const isWithoutPosition = (id: number, row: number): boolean => id === 0 && addresses.latE7[row] === NO_POSITION;
  const withoutPosition = successor.reduce((sum, id, row) => sum + Number(isWithoutPosition(id, row)), 0);
  const { cycles = 0, withoutStreet = 0, leftOut = 0 } = others;
  return { total: successor.length, withdrawn, withoutPosition, cycles, withoutStreet, leftOut };
}

/**
 * Leads addresses that were to the addresses that are kept: of several that are written the same, the one that is. What leads to a rejected
 * address, or has a name that cannot be searched for, is left out and counted. **Takes over the input's columns.**
 *
 * @param keptOf the identifier of the address that was kept in place of each duplicate
 */
export function settleFormer<Input extends IndexInput>(
  input: Input,
  keptOf: ReadonlyMap<number, number>,
  report: ImportReport,
): Input {
  const { former, addresses } = input;
  if (former === undefined) return input;
  const successor = former.successor.map((id) => keptOf.get(id) ?? id);
  const wanted = new SetFilter(successor);
  const kept = new Set([0]);
  for (const id of addresses.id) if (wanted.mayHave(id)) kept.add(id);
  const faulty = faultyStreets(former);
  const dropped = Uint8Array.from(successor, (id, row) =>
    Number(!kept.has(id) || faulty[former.addresses.street[row]!]!),
  );
  const stays = (_: number, row: number): boolean => dropped[row] === 0;
  const settled = {
    ...former,
    successor: successor.filter(stays),
    until: former.until.filter(stays),
    addresses: withoutRows(former.addresses, dropped),
  };
  const leftOut = former.addresses.length - settled.addresses.length;
  report.former = countFormer(settled, { ...report.former, leftOut });
  return { ...input, former: settled };
}

/** By street, whether its name or that of its place cannot be searched for. */
function faultyStreets({ gazetteer: { streets, places } }: FormerInput): boolean[] {
  const isFaulty = (name: string): boolean => faultOfName(name) !== undefined;
  return streets.map(({ names, place }) =>
    [...Object.values(names), ...Object.values(places[place]!.names)].some(isFaulty),
  );
}
