import { partitionPoint } from '../format/blocks.ts';
import type { Language } from '../model/country.ts';
import type { AreaKind } from '../store/area-table.ts';
import { KIND_ORDER } from '../store/name-keys.ts';

/** How well a name matches the typed words; smaller is better. */
export const NAME_MATCH = { exact: 0, beginning: 1, innerExact: 2, innerBeginning: 3 } as const;
export type NameMatch = (typeof NAME_MATCH)[keyof typeof NAME_MATCH];

/** How well a house number matches the typed one; smaller is better. `loose` is that tier of the ladder (house-match.ts). */
export const NUMBER_MATCH = {
  exact: 0,
  loose: 1,
  range: 2,
  furtherSuffix: 3,
  longerNumber: 4,
  otherSuffix: 5,
  nearest: 6,
} as const;
export type NumberMatch = (typeof NUMBER_MATCH)[keyof typeof NUMBER_MATCH];

/** The differences between an answer and what was typed, which the rules of ranking.ts compare. A perfect answer has 0 in all (names: 1). */
export interface Penalties {
  /** Typed words that nothing in the answer accounts for. */
  readonly ignored: number;
  /** Letters corrected. */
  readonly edits: number;
  /** For a house; exact for any other feature unless a number was typed. */
  readonly numberMatch: NumberMatch;
  /** Number of names in the interpretation. */
  readonly names: number;
  readonly nameMatch: NameMatch;
  /** How many of these names are aliases: former names, exonyms. */
  readonly aliases: number;
  /** For the area or the beginning of a postcode that narrows a street; exact if there is none. */
  readonly areaMatch: NameMatch;
  /** For the area that narrows a street: 0 its place, 1 another place's municipality, 2 a province, 3 a region. */
  readonly areaLevel: number;
  /** Words read differently from what was typed: abbreviations, words joined or divided, articles. */
  readonly changes: number;
}

/** A possible answer of a search, with everything that the ranking compares. */
export interface Candidate {
  readonly kind: AreaKind | 'streetGroup' | 'street' | 'house';
  /** Position among its kind. */
  readonly ordinal: number;
  readonly language: Language | undefined;
  /** Its penalties by the rules of ranking.ts, as one number. */
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
}

/** A reason to place one answer before another: the one with the smaller penalty. */
interface Rule {
  readonly name: string;
  readonly penalty: keyof Penalties;
  /** The smallest penalty of an answer. */
  readonly least: number;
  /** Larger penalties count as this. */
  readonly largest: number;
}

/**
 * All rules, in order: a rule decides only between answers that those before it leave equal. docs/search.md walks through
 * them with one query.
 */
export const RULES: readonly Rule[] = [
  { name: 'fewest words ignored', penalty: 'ignored', least: 0, largest: 15 },
  { name: 'fewest letters corrected', penalty: 'edits', least: 0, largest: 15 },
  { name: 'exact house number before others', penalty: 'numberMatch', least: 0, largest: 7 },
  { name: 'fewest names', penalty: 'names', least: 1, largest: 8 },
  { name: 'whole name before inner word, exact before beginning', penalty: 'nameMatch', least: 0, largest: 3 },
  { name: 'as typed before abbreviated or rejoined', penalty: 'changes', least: 0, largest: 15 },
  { name: 'own name before another one', penalty: 'aliases', least: 0, largest: 3 },
  { name: 'whole name of the area, exact before beginning', penalty: 'areaMatch', least: 0, largest: 3 },
  {
    name: 'in the place named before in the municipality, province, region of that name',
    penalty: 'areaLevel',
    least: 0,
    largest: 3,
  },
];

/** What each unit of a penalty adds to the cost: more than all penalties of later rules together. */
export const WEIGHT: Readonly<Record<keyof Penalties, number>> = weigh();

/** All penalties as one number; smaller is better. */
export function costOf(penalties: Penalties): number {
  let cost = 0;
  for (const { penalty, least, largest } of RULES)
    cost += (Math.min(penalties[penalty], largest) - least) * WEIGHT[penalty];
  return cost;
}

/** The value of one penalty in a cost. */
export function penaltyIn(cost: number, penalty: keyof Penalties): number {
  const { weight, count, least } = SHARE_OF[penalty];
  // As whole numbers of 32 bits, of which no cost needs more than 31, which V8 divides in a fraction of the time.
  return (((cost / weight) | 0) % count) + least;
}

/** For each penalty: the cost of one more, the number of different values, and the least; in one object, since thousands are looked up. */
const SHARE_OF = Object.fromEntries(
  RULES.map(({ penalty, least, largest }) => [penalty, { weight: WEIGHT[penalty], count: largest - least + 1, least }]),
) as Record<keyof Penalties, { readonly weight: number; readonly count: number; readonly least: number }>;

function weigh(): Record<keyof Penalties, number> {
  const weights: Partial<Record<keyof Penalties, number>> = {};
  let weight = 1;
  for (const { penalty, least, largest } of [...RULES].reverse()) {
    weights[penalty] = weight;
    weight *= largest - least + 1;
  }
  return weights as Record<keyof Penalties, number>;
}

/** The order of houses, which no name leads to: after all other kinds. */
const ORDER_OF_HOUSE = KIND_ORDER.length;

function orderOf({ kind }: Candidate): number {
  return kind === 'house' ? ORDER_OF_HOUSE : KIND_ORDER.indexOf(kind);
}

/** The tie breaks between answers that all rules leave equal, in order. */
export const TIE_BREAKS: readonly TieBreak[] = [
  {
    name: 'municipality, place, province, region, street name, street, house',
    compare: (a, b) => (a.kind === b.kind ? 0 : orderOf(a) - orderOf(b)),
  },
  { name: 'in use before proposed', compare: (a, b) => Number(a.isProposed) - Number(b.isProposed) },
  { name: 'in the place with more addresses', compare: (a, b) => b.placeSize - a.placeSize },
  { name: 'with more addresses', compare: (a, b) => b.size - a.size },
  { name: 'natural order, by place, street and number', compare: (a, b) => a.ordinal - b.ordinal },
];

interface TieBreak {
  readonly name: string;
  /** Negative if `a` comes first. */
  readonly compare: (a: Candidate, b: Candidate) => number;
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

/** The rules that count against a candidate, each with its penalty. */
export function explainCandidate({ cost }: Candidate): string[] {
  return RULES.map(({ name, penalty, least }) => ({ name, value: penaltyIn(cost, penalty) - least }))
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => `${name}: ${value}`);
}
