import type { Candidate, Faults } from './candidate.ts';

/** A reason to place one answer before another: the one with the smaller fault. */
export interface Rule {
  readonly name: string;
  readonly fault: keyof Faults;
  /** The fault of an answer to which the rule has nothing to say. */
  readonly least: number;
  /** Larger faults count as this. */
  readonly largest: number;
}

/**
 * All rules, in order: a rule decides only between answers that those before it leave equal. docs/search.md walks through
 * them with one query.
 */
export const RULES: readonly Rule[] = [
  { name: 'fewest words ignored', fault: 'ignored', least: 0, largest: 15 },
  { name: 'fewest letters corrected', fault: 'edits', least: 0, largest: 15 },
  { name: 'exact house number before others', fault: 'numberMatch', least: 0, largest: 7 },
  { name: 'fewest names', fault: 'names', least: 1, largest: 8 },
  { name: 'whole name before inner word, exact before beginning', fault: 'nameMatch', least: 0, largest: 3 },
  { name: 'as typed before abbreviated or rejoined', fault: 'changes', least: 0, largest: 15 },
  { name: 'own name before another one', fault: 'aliases', least: 0, largest: 3 },
  { name: 'whole name of the area, exact before beginning', fault: 'areaMatch', least: 0, largest: 3 },
  {
    name: 'in the place named before in the municipality, province, region of that name',
    fault: 'areaLevel',
    least: 0,
    largest: 3,
  },
];

/** What one more of a fault adds to the cost: more than all faults of later rules together. */
export const WEIGHT: Readonly<Record<keyof Faults, number>> = weigh();

/** All rules as one number: the smaller is the better. */
export function costOf(faults: Faults): number {
  let cost = 0;
  for (const { fault, least, largest } of RULES) cost += (Math.min(faults[fault], largest) - least) * WEIGHT[fault];
  return cost;
}

/** How much of one fault is in a cost. */
export function faultIn(cost: number, fault: keyof Faults): number {
  const { least, largest } = RULE_OF[fault];
  return (Math.floor(cost / WEIGHT[fault]) % (largest - least + 1)) + least;
}

const RULE_OF = Object.fromEntries(RULES.map((rule) => [rule.fault, rule])) as Record<keyof Faults, Rule>;

function weigh(): Record<keyof Faults, number> {
  const weights: Partial<Record<keyof Faults, number>> = {};
  let weight = 1;
  for (const { fault, least, largest } of [...RULES].reverse()) {
    weights[fault] = weight;
    weight *= largest - least + 1;
  }
  return weights as Record<keyof Faults, number>;
}

/** What people name first when they look for an address. */
const KIND_ORDER: Readonly<Record<Candidate['kind'], number>> = {
  municipality: 0,
  place: 1,
  province: 2,
  region: 3,
  streetName: 4,
  street: 5,
  house: 6,
};

/** What decides between answers that all rules leave equal, in order. */
export const TIE_BREAKS: readonly TieBreak[] = [
  {
    name: 'municipality, place, province, region, street name, street, house',
    compare: (a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind],
  },
  { name: 'in use before proposed', compare: (a, b) => Number(a.isProposed) - Number(b.isProposed) },
  { name: 'in the place with more addresses', compare: (a, b) => b.placeSize - a.placeSize },
  { name: 'with more addresses', compare: (a, b) => b.size - a.size },
  { name: 'natural order, by place, street and number', compare: (a, b) => a.index - b.index },
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

function breakTie(a: Candidate, b: Candidate): number {
  for (const { compare } of TIE_BREAKS) {
    const order = compare(a, b);
    if (order !== 0) return order;
  }
  return 0;
}

/** The rules that cost a candidate something, with how much. */
export function explainCandidate({ cost }: Candidate): string[] {
  return RULES.map(({ name, fault, least }) => ({ name, value: faultIn(cost, fault) - least }))
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => `${name}: ${value}`);
}
