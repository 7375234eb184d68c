import { partitionPoint } from '../format/blocks.ts';
import type { Language } from '../model/country.ts';
import type { AreaKind } from '../store/area-table.ts';
import { KIND_ORDER } from '../store/name-keys.ts';
import { NUMBER_MATCH, penaltyIn, WEIGHT } from './cost.ts';

/** A possible answer of a search, with everything that the ranking compares. */
export interface Candidate {
  readonly kind: AreaKind | 'streetGroup' | 'street' | 'house';
  /** Position among its kind. */
  readonly ordinal: number;
  readonly language: Language | undefined;
  /** Its penalties by the rules of cost.ts, as one number. */
  readonly cost: number;
  /** Typed words that nothing in it accounts for, folded. */
  readonly unmatched?: readonly string[];
  readonly isProposed: boolean;
  /** A house shown for all its boxes. */
  readonly isGroup: boolean;
  /** Addresses of the place that it is in, then addresses that it has itself. */
  readonly placeSize: number;
  readonly size: number;
  /** The street of a house, which takes long to look up. */
  readonly street?: number;
  /** The place that the text names, which this is not in. */
  readonly elsewhere?: Elsewhere;
  /** What was called so, if the answer is what became of it. */
  readonly former?: FormerName;
}

/** That what was typed is the name of then. */
export interface FormerName {
  /** Among the former addresses of the index: the house, or one of the street or place. */
  readonly address: number;
  /** The first day on which it was no longer called so, `YYYY-MM-DD`. */
  readonly until: string;
}

/** That an answer is not where the text says. */
export interface Elsewhere {
  /** The area that the text names. */
  readonly kind: AreaKind;
  readonly ordinal: number;
  /** How far it is from there: square metres from middle to middle. */
  readonly squaredMetres: number;
}

/** The order of a kind among all, from 0 on: houses, which no name leads to, come last. */
export function orderOf({ kind }: Candidate): number {
  return kind === 'house' ? KIND_ORDER.length : KIND_ORDER.indexOf(kind);
}

/** The tie breaks between answers that all rules leave equal, in order. */
export const TIE_BREAKS: readonly TieBreak[] = [
  {
    name: 'municipality, place, province, region, street name, street, house',
    compare: (a, b) => (a.kind === b.kind ? 0 : orderOf(a) - orderOf(b)),
  },
  { name: 'in use before proposed', compare: (a, b) => Number(a.isProposed) - Number(b.isProposed) },
  {
    name: 'elsewhere than typed: nearer to the typed place',
    compare: (a, b) => (a.elsewhere?.squaredMetres ?? 0) - (b.elsewhere?.squaredMetres ?? 0) || 0,
  },
  { name: 'in the place with more addresses', compare: (a, b) => b.placeSize - a.placeSize },
  { name: 'with more addresses', compare: (a, b) => b.size - a.size },
  { name: 'natural order, by place, street and number', compare: (a, b) => a.ordinal - b.ordinal },
];

interface TieBreak {
  readonly name: string;
  /** Negative if `a` comes first. */
  readonly compare: (a: Candidate, b: Candidate) => number;
}

/** Whether an answer stands for a number that its street lacks. */
export function hasAnotherNumber({ cost }: Pick<Candidate, 'cost'>): boolean {
  return penaltyIn(cost, 'numberMatch') >= NUMBER_MATCH.otherSuffix;
}

/** How much of what was typed an answer does not have, as one number by the first rules of the table: 0 if it has everything. */
export function disagreementOf(cost: number): number {
  return cost - (cost % WEIGHT.edits) + Number(hasAnotherNumber({ cost })) * WEIGHT.numberMatch;
}

/** By the rules, then by the tie breaks. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return a.cost - b.cost || breakTie(a, b);
}

/** The best candidates, `count` of them, in order. O(candidates) where `count` is a page of many. */
export function bestCandidates(candidates: readonly Candidate[], count: number): Candidate[] {
  if (count * MIN_PAGES_TO_PICK > candidates.length) return [...candidates].sort(compareCandidates).slice(0, count);
  const best: Candidate[] = [];
  if (count === 0) return best;
  for (const candidate of candidates) {
    if (best.length === count && compareCandidates(candidate, best[count - 1]!) >= 0) continue;
    if (best.length === count) best.pop();
    best.splice(
      partitionPoint(0, best.length, (i) => compareCandidates(best[i]!, candidate) <= 0),
      0,
      candidate,
    );
  }
  return best;
}

/** With fewer pages than this, all candidates are sorted. */
const MIN_PAGES_TO_PICK = 4;

function breakTie(a: Candidate, b: Candidate): number {
  for (const { compare } of TIE_BREAKS) {
    const order = compare(a, b);
    if (order !== 0) return order;
  }
  return 0;
}
