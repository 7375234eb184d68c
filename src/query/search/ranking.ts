import type { Candidate } from './candidate.ts';

/** A reason to place one answer before another: the one with the smaller value. */
export interface Rule {
  readonly name: string;
  /** Values are whole numbers from 0; larger ones than this count as this. */
  readonly largest: number;
  readonly measure: (faults: Faults) => number;
}

/** What is amiss with an answer, or not as typed. */
export type Faults = Pick<
  Candidate,
  'ignored' | 'edits' | 'numberMatch' | 'names' | 'nameMatch' | 'areaMatch' | 'changes'
>;

/**
 * All rules, in order: a rule decides only between answers that those before it leave equal.
 *
 * `kerkstr 12 amst`, walked through: Kerkstraat 12 in Amsterdam has no corrections; its number is exact; two names; its name
 * answers exactly, that of its area begins so; one change (str is read straat). Kerkstraat 12 A comes after it by the number,
 * Kerkstraatje 12 by the name, Kerkstraat 12 in Amstelveen by the size of the place, Kerkstrook 12 by the corrections.
 */
export const RULES: readonly Rule[] = [
  { name: 'fewest words ignored', largest: 15, measure: ({ ignored }) => ignored },
  { name: 'fewest letters corrected', largest: 15, measure: ({ edits }) => edits },
  { name: 'exact house number before others', largest: 7, measure: ({ numberMatch }) => numberMatch },
  { name: 'fewest names', largest: 7, measure: ({ names }) => names - 1 },
  { name: 'whole name before inner word, exact before beginning', largest: 3, measure: ({ nameMatch }) => nameMatch },
  { name: 'the same for the area', largest: 3, measure: ({ areaMatch }) => areaMatch },
  { name: 'as typed before abbreviated or rejoined', largest: 15, measure: ({ changes }) => changes },
];

/** All rules as one number: the smaller is the better. */
export function costOf(faults: Faults): number {
  let cost = 0;
  for (const { largest, measure } of RULES) cost = cost * (largest + 1) + Math.min(measure(faults), largest);
  return cost;
}

/** The same candidate with other faults. */
export function withFaults(candidate: Candidate, faults: Partial<Faults>): Candidate {
  const changed = { ...candidate, ...faults };
  return { ...changed, cost: costOf(changed) };
}

/** What a street, a house or an area begins with where the rules leave it equal to another kind. */
const KIND_ORDER: readonly Candidate['kind'][] = [
  'municipality',
  'place',
  'province',
  'region',
  'streetName',
  'street',
  'house',
];

/** By the rules; then areas before streets, what is in use before what is proposed, larger places, larger things, natural order. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.cost - b.cost ||
    KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
    Number(a.isProposed) - Number(b.isProposed) ||
    b.placeSize - a.placeSize ||
    b.size - a.size ||
    a.index - b.index
  );
}

/** The rules that cost a candidate something, with how much. */
export function explainCandidate(candidate: Candidate): string[] {
  return RULES.map((rule) => ({ name: rule.name, value: rule.measure(candidate) }))
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => `${name}: ${value}`);
}
