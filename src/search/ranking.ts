import { partitionPoint } from '../format/blocks.ts';
import type { Language } from '../model/country.ts';
import type { AreaKind } from '../store/area-table.ts';
import { KIND_ORDER } from '../store/name-keys.ts';

/** How well a name answers to the words typed; smaller is better. */
export const NAME_MATCH = { exact: 0, beginning: 1, innerExact: 2, innerBeginning: 3 } as const;
export type NameMatch = (typeof NAME_MATCH)[keyof typeof NAME_MATCH];

/** How well a house number answers to the one typed; smaller is better. `loose` is that tier of the ladder (house-match.ts). */
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

/** What is amiss with an answer, or not as typed: what the rules of ranking.ts look at. Everything 0 (names: 1) is a perfect answer. */
export interface Penalties {
  /** Typed words that nothing in the answer accounts for. */
  readonly ignored: number;
  /** Letters corrected. */
  readonly edits: number;
  /** For a house; exact for anything else that is not asked for a number. */
  readonly numberMatch: NumberMatch;
  /** Names that the words were divided among. */
  readonly names: number;
  readonly nameMatch: NameMatch;
  /** Names among these that are not the thing's own: former names, exonyms. */
  readonly aliases: number;
  /** For the area or the beginning of a postcode that narrows a street; exact where there is none. */
  readonly areaMatch: NameMatch;
  /** For the area that narrows a street: 0 its place, 1 another place's municipality, 2 a province, 3 a region. */
  readonly areaLevel: number;
  /** Words read otherwise than typed: abbreviations, words joined or divided, articles. */
  readonly changes: number;
}

/** Something that a search may answer with, and everything that the ranking looks at. */
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
}

/** A reason to place one answer before another: the one with the smaller penalty. */
export interface Rule {
  readonly name: string;
  readonly penalty: keyof Penalties;
  /** The penalty of an answer to which the rule has nothing to say. */
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

/** What one more of a penalty adds to the cost: more than all penalties of later rules together. */
export const WEIGHT: Readonly<Record<keyof Penalties, number>> = weigh();

/** All rules as one number: the smaller is the better. */
export function costOf(penalties: Penalties): number {
  let cost = 0;
  for (const { penalty, least, largest } of RULES)
    cost += (Math.min(penalties[penalty], largest) - least) * WEIGHT[penalty];
  return cost;
}

/** How much of one penalty is in a cost. */
export function penaltyIn(cost: number, penalty: keyof Penalties): number {
  const { weight, count, least } = SHARE_OF[penalty];
  return (Math.floor(cost / weight) % count) + least;
}

/** Of each penalty what one more of it adds, how many different ones there are, and the least; together, since thousands are asked for. */
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

/** Of a house, which no name leads to: after all others. */
const ORDER_OF_HOUSE = KIND_ORDER.length;

function orderOf({ kind }: Candidate): number {
  return kind === 'house' ? ORDER_OF_HOUSE : KIND_ORDER.indexOf(kind);
}

/** What decides between answers that all rules leave equal, in order. */
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

export interface TieBreak {
  readonly name: string;
  /** Negative where `a` comes first. */
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

/** With fewer pages than these, all are put in order. */
const MIN_PAGES_TO_PICK = 4;

function breakTie(a: Candidate, b: Candidate): number {
  for (const { compare } of TIE_BREAKS) {
    const order = compare(a, b);
    if (order !== 0) return order;
  }
  return 0;
}

/** The rules that cost a candidate something, with how much. */
export function explainCandidate({ cost }: Candidate): string[] {
  return RULES.map(({ name, penalty, least }) => ({ name, value: penaltyIn(cost, penalty) - least }))
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => `${name}: ${value}`);
}
