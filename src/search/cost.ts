/** How well a name matches the typed words; smaller is better. */
export const NAME_MATCH = { exact: 0, beginning: 1, innerExact: 2, innerBeginning: 3 } as const;
export type NameMatch = (typeof NAME_MATCH)[keyof typeof NAME_MATCH];

/** How well a house number matches the typed one; smaller is better. `loose` is that tier of the ladder (house-match.ts); a longer number is one that may still be typed. */
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

/** The differences between a suggestion and what was typed, as its order compares them. A perfect answer has 0 in all (names: 1). */
export interface Penalties {
  /** Parts of what was typed that it contradicts, as units of the table of judgement.ts. */
  readonly contradiction: number;
  /** Typed words that nothing in the answer accounts for. */
  readonly ignored: number;
  /** Letters corrected. */
  readonly edits: number;
  /** For a house; exact for any other feature unless a number was typed. */
  readonly numberMatch: NumberMatch;
  /** 1 for what was called so, and is not today. */
  readonly former: number;
  /** Number of names in the interpretation. */
  readonly names: number;
  readonly nameMatch: NameMatch;
  /** 1 for what contradicts a part by more than another spelling. */
  readonly apart: number;
  /** How many of these names are aliases: former names, exonyms. */
  readonly aliases: number;
  /** For the area or the beginning of a postcode that narrows a street; exact if there is none. */
  readonly areaMatch: NameMatch;
  /** For the area that narrows a street: 0 its place, 1 another place's municipality, 2 a province, 3 a region. */
  readonly areaLevel: number;
  /** Words read differently from what was typed: abbreviations, words joined or divided, articles. */
  readonly changes: number;
}

interface Rule {
  /** Shown to users. */
  readonly name: string;
  readonly penalty: keyof Penalties;
  /** The smallest penalty of an answer. */
  readonly least: number;
  /** Larger penalties count as this. */
  readonly largest: number;
}

/**
 * The order of suggestions, whose last word may be unfinished: a rule decides only between answers that those before it leave equal.
 * docs/understanding.md walks through them with one query.
 */
export const RULES: readonly Rule[] = [
  { name: 'least contradicted', penalty: 'contradiction', least: 0, largest: 7 },
  { name: 'fewest words ignored', penalty: 'ignored', least: 0, largest: 15 },
  { name: 'fewest letters corrected', penalty: 'edits', least: 0, largest: 15 },
  { name: 'exact house number before others', penalty: 'numberMatch', least: 0, largest: 7 },
  { name: 'what is called so before what was', penalty: 'former', least: 0, largest: 1 },
  { name: 'nearly as typed before contradicted', penalty: 'apart', least: 0, largest: 1 },
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

/** An answer that differs in nothing. */
export const PERFECT = Object.fromEntries(RULES.map(({ penalty, least }) => [penalty, least])) as unknown as Penalties;

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

/** The rules that count against a cost, each with its penalty. */
export function explainCost(cost: number): string[] {
  return RULES.map(({ name, penalty, least }) => ({ name, value: penaltyIn(cost, penalty) - least }))
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => `${name}: ${value}`);
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
