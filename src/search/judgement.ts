import { costOf, NUMBER_MATCH, PERFECT, type Penalties, penaltyIn, WEIGHT } from './cost.ts';
import type { DOUBTS } from './doubts.ts';

/**
 * What an answer may differ in from what was typed or written, and what each difference costs: one table, from which follow the order of
 * suggestions, `explain`, and the status and faults of a row. How sure an answer with it is, doubts.ts says. A new rule is a row here.
 */
interface Row {
  /** The part of the address that differs. */
  readonly part: 'street' | 'number' | 'postcode' | 'place' | 'country' | 'text';
  /** The share of the agreement that it takes, for letters and words that of each. */
  readonly weight: number;
  /** How much it contradicts that part, 0 unless given; see `Judgement`. */
  readonly contradicts?: number;
  /** The rule of the order of suggestions that it counts in; without one it is no reason to come later. */
  readonly rule?: keyof Penalties;
  /** What it adds to the penalty of that rule, for letters and words each of them: 1 unless given. */
  readonly level?: number;
  /** The most letters or words that count: one more says no more. Suggestions are in the order of all. */
  readonly most?: number;
  /** A row with it is still exact. */
  readonly isHarmless?: true;
  /** The register lacks something: contradicts nothing by itself, but one part more where another part is contradicted. */
  readonly isLacking?: true;
  /** Another spelling of the part, which it confirms nevertheless. */
  readonly isNear?: true;
  /** Counts the same for every answer of a country, so that it makes none worse than another. */
  readonly isOfAll?: true;
}

/** Under its own name; doubts.ts has one line for each. */
export type DiscrepancyName = keyof typeof DOUBTS;

/** The names under which rows show some discrepancies, where that is not their own. */
const SHOWN_AS = {
  'place-capital': 'place-wider',
  'street-form': 'street-corrected',
  'street-form-of-another': 'street-corrected',
  'street-namesake': 'street-corrected',
  'place-shortened': 'place-corrected',
  'place-cut': 'place-corrected',
  'place-alike': 'place-corrected',
  'incomplete-in-part': 'incomplete',
  'number-ignored': 'words-ignored',
  'postcode-of-town': 'postcode-differs',
  'postcode-near': 'postcode-differs',
  'place-elsewhere': 'place-differs',
  'place-unknown': 'place-differs',
  'number-not-found-in-part': 'number-not-found',
} as const;

/** The names that rows show. */
export type ShownDiscrepancy = Exclude<DiscrepancyName, keyof typeof SHOWN_AS>;
type ShownNames = Readonly<Partial<Record<DiscrepancyName, ShownDiscrepancy>>>;

export const DISCREPANCIES: Readonly<Record<DiscrepancyName, Row>> = {
  /** The row has another name of the place: `Den Haag`, a former municipality. */
  'place-alias': { part: 'place', weight: 0.01, rule: 'aliases', isHarmless: true },
  /** The same letters, written apart or as one: `Provincialeweg` for Provinciale Weg. Less than a letter: what is called as written comes first. */
  'street-respaced': { part: 'street', weight: 0.01, contradicts: 0.25, rule: 'changes', isHarmless: true },
  /** Its column is empty. */
  'postcode-added': { part: 'postcode', weight: 0.01, isHarmless: true },
  'place-added': { part: 'place', weight: 0.01, isHarmless: true },
  'street-added': { part: 'street', weight: 0.01, isHarmless: true },
  /** A house-number range that the number lies in. */
  'number-in-range': { part: 'number', weight: 0.02, rule: 'numberMatch', level: NUMBER_MATCH.range },
  /** A Dutch postcode without its letters. */
  'postcode-incomplete': { part: 'postcode', weight: 0.02 },
  /** The row has the province instead of the place. */
  'place-wider': { part: 'place', weight: 0.03, contradicts: 0.25, rule: 'areaLevel', level: 2 },
  /** The row has the city that people call the place by: `1060 Bruxelles` for Saint-Gilles. Harmless if a postcode says where in the region. */
  'place-capital': { part: 'place', weight: 0.03, contradicts: 0.25, isHarmless: true },
  /** A column that looks like part of the address was not read, and is not empty in this row. */
  'column-not-used': { part: 'text', weight: 0.02 },
  /** The number exists with one letter, addition or box only, and the row has none. */
  'addition-added': { part: 'number', weight: 0.05, rule: 'numberMatch', level: NUMBER_MATCH.furtherSuffix },
  /** Letters of the name were wrong. */
  'street-corrected': { part: 'street', weight: 0.05, contradicts: 1, rule: 'edits' },
  /** Less than a letter: an initial for a first name, an omitted article or kind of street. Hardly another name. */
  'street-form': { part: 'street', weight: 0.05, contradicts: 0.25, rule: 'changes' },
  /** The same, where another street is called just so: that this one has the number, and the other has not, is no reason for it. */
  'street-form-of-another': { part: 'street', weight: 0.05, contradicts: 0.25, rule: 'contradiction', isNear: true },
  /** A street elsewhere is called as written, and no postcode says that this one is meant: its name may be wrong, or the place. Makes no answer worse than another. */
  'street-namesake': { part: 'street', weight: 0.001 },
  'place-corrected': { part: 'place', weight: 0.05, rule: 'edits' },
  /** The end of its name is left out: `Esch` for Esch-sur-Alzette. */
  'place-shortened': { part: 'place', weight: 0.02, rule: 'areaMatch' },
  /** The end of a word is cut off: `Luxembo`, `Brux.` Hardly a name by itself: after what agrees without it. */
  'place-cut': { part: 'place', weight: 0.05, contradicts: 0.25, rule: 'areaMatch' },
  /** Another place is called just so, and this one nearly. */
  'place-alike': { part: 'place', weight: 0.04, contradicts: 1, isNear: true, rule: 'areaMatch' },
  /** The row has neither postcode nor place, but only one such address exists. */
  incomplete: { part: 'place', weight: 0.1 },
  /** The same beside words that are left out, which may be the place. */
  'incomplete-in-part': { part: 'text', weight: 0.1, contradicts: 1 },
  /** Words that nothing in the address accounts for: whether there are five or twenty, of a mail or a deed, the address is as likely. */
  'words-ignored': { part: 'text', weight: 0.06, rule: 'ignored', most: 5 },
  /** One of these words is a number, and the answer has no house of any number: it is about something else in the row. */
  'number-ignored': { part: 'number', weight: 0.06, contradicts: 1, rule: 'contradiction' },
  /** What the row has was an address: the answer is what became of it. Certain of what it says, but after what agrees with an address of today. */
  'address-former': { part: 'text', weight: 0.08, rule: 'former' },
  /** The number exists, but not with this letter, addition or box. */
  'addition-ignored': {
    part: 'number',
    weight: 0.1,
    rule: 'numberMatch',
    level: NUMBER_MATCH.otherSuffix,
    isLacking: true,
  },
  /** The letters of a Dutch postcode differ, or one digit of any. */
  'postcode-near': { part: 'postcode', weight: 0.08, contradicts: 1, isNear: true, rule: 'contradiction' },
  'postcode-differs': { part: 'postcode', weight: 0.15, contradicts: 1, rule: 'contradiction' },
  /** That of the Belgian town which the row names, for another part of it: it says no more than the town's name. */
  'postcode-of-town': { part: 'postcode', weight: 0.08, rule: 'areaMatch' },
  'place-differs': { part: 'place', weight: 0.15, contradicts: 1, rule: 'contradiction' },
  /** Neither the place, which is one of the register, nor a postcode agrees: another address, which no row is given. */
  'place-elsewhere': { part: 'place', weight: 0.15, contradicts: 4, rule: 'contradiction', level: 4 },
  /** No place has the name in the row. */
  'place-unknown': { part: 'place', weight: 0.15, contradicts: 1, rule: 'ignored', isOfAll: true },
  /** The row names another country, which has nothing like it. */
  'country-differs': { part: 'country', weight: 0.15, contradicts: 1 },
  /** Several addresses answer equally well. */
  several: { part: 'text', weight: 0.2 },
  /** Postcode and number are those of another street: as much as a misspelt name and another postcode. */
  'street-differs': { part: 'street', weight: 0.4, contradicts: 2, rule: 'contradiction', level: 2 },
  'number-not-found': {
    part: 'number',
    weight: 0.4,
    rule: 'numberMatch',
    level: NUMBER_MATCH.nearest,
    isLacking: true,
  },
  /** The same beside words that are left out, which may belong to the name of another street. That the number is not there, suggestions count anyway (houses.ts). */
  'number-not-found-in-part': { part: 'number', weight: 0.4, contradicts: 1, rule: 'contradiction' },
  'number-missing': { part: 'number', weight: 0.4 },
  /** The place alone is the weakest answer. */
  'street-not-found': { part: 'street', weight: 0.6, contradicts: 3, rule: 'contradiction', level: 3 },
};

/** What a discrepancy leaves of the agreement. @param count letters or words */
export function shareLeftBy(discrepancy: DiscrepancyName, count: number = 1): number {
  return (1 - DISCREPANCIES[discrepancy].weight) ** weighed(discrepancy, count);
}

/** How many of the letters or words that a discrepancy is about count. */
export function weighed(discrepancy: DiscrepancyName, count: number): number {
  return Math.min(count, DISCREPANCIES[discrepancy].most ?? count);
}

/**
 * How answers compare: first by how little they contradict what is asked, then by how much of it they keep. An answer that contradicts it never beats one
 * that agrees with it but is incomplete, and one that disagrees with more parts never beats one that disagrees with fewer, another street counting as two.
 */
export interface Judgement {
  readonly contradiction: number;
  /** 1 without any discrepancy, times what each leaves. It compares answers; how likely one is right, its score says (score.ts). */
  readonly agreement: number;
}

/** Agreements that differ by less than this count as equal. */
const SAME_AGREEMENT = 0.005;

/** Positive if `a` is the better answer, 0 if both are equally good. */
export function compareJudgements(a: Judgement, b: Judgement): number {
  if (a.contradiction !== b.contradiction) return b.contradiction - a.contradiction;
  return Math.abs(a.agreement - b.agreement) <= SAME_AGREEMENT ? 0 : a.agreement - b.agreement;
}

/** A discrepancy of an answer, and how many letters or words it is about; 1 for those not weighed by them. */
export type Difference = readonly [name: DiscrepancyName, count: number];

/** The best that an answer with these discrepancies can be judged. */
export function judgementWith(...discrepancies: readonly (DiscrepancyName | Difference)[]): DiscrepancyList {
  const list = new DiscrepancyList();
  for (const discrepancy of discrepancies) {
    if (typeof discrepancy === 'string') list.add(discrepancy);
    else list.add(...discrepancy);
  }
  return list;
}

const OTHER_POSTCODE: readonly DiscrepancyName[] = ['postcode-differs', 'postcode-near'];

/** Differences that make another address beside any of some others. */
const ELSEWHERE: readonly (readonly [DiscrepancyName, readonly DiscrepancyName[]])[] = [
  ['place-differs', OTHER_POSTCODE],
  ['place-unknown', OTHER_POSTCODE],
  ['place-corrected', ['postcode-differs']],
  [
    'place-alike',
    ['postcode-differs', 'words-ignored', 'number-missing', 'number-not-found', 'number-not-found-in-part'],
  ],
  ['street-differs', ['place-differs', 'place-unknown', ...OTHER_POSTCODE]],
];

/** The discrepancies of one answer, with its judgement. */
export class DiscrepancyList implements Judgement {
  agreement: number = 1;
  isExact: boolean = true;
  readonly discrepancies: ShownDiscrepancy[] = [];
  /** Under their own names, as often as they were added. */
  readonly differences: Difference[] = [];
  #contradicted: number = 0;
  #lacking: number = 0;
  #ofAll: number = 0;

  get contradiction(): number {
    return this.#contradicted + this.#ofAll + (this.#contradicted >= 1 ? this.#lacking : 0);
  }

  /** The same discrepancies as the cost of a suggestion. */
  get cost(): number {
    const units: Record<keyof Penalties, number> = { ...PERFECT };
    for (const [name, count] of this.differences) {
      const { rule, level = 1 } = DISCREPANCIES[name];
      if (rule !== undefined) units[rule] += level * Math.ceil(count);
      if (isApart(name)) units.apart = 1;
    }
    if (this.#contradicted >= 1) units.contradiction += this.#lacking;
    return costOf(units as Penalties);
  }

  /** Whether the answer is another address, however well the rest agrees: it contradicts two parts of the row. */
  get isElsewhere(): boolean {
    // Each of these pairs contradicts something: most answers are not compared with them.
    return (
      this.contradiction >= 1 &&
      ELSEWHERE.some(([name, others]) => this.has(name) && others.some((other) => this.has(other)))
    );
  }

  has(discrepancy: DiscrepancyName): boolean {
    return this.countOf(discrepancy) > 0;
  }

  /** How many letters or words a discrepancy is about; 0 without it. */
  countOf(discrepancy: DiscrepancyName): number {
    return this.differences.find(([own]) => own === discrepancy)?.[1] ?? 0;
  }

  /** Whether the answer has another postcode or place than the row. */
  contradicts(part: Row['part']): boolean {
    return this.differences.some(([name]) => {
      const { part: own, contradicts = 0 } = DISCREPANCIES[name];
      return own === part && contradicts >= 1;
    });
  }

  /** Whether it has, and not only in another spelling. */
  denies(part: Row['part']): boolean {
    return (
      this.contradicts(part) &&
      !this.differences.some(([name]) => DISCREPANCIES[name].part === part && DISCREPANCIES[name].isNear)
    );
  }

  /** @param count how many letters or words, for discrepancies weighed per letter or word */
  add(discrepancy: DiscrepancyName, count: number = 1): void {
    const { contradicts = 0, isHarmless, isLacking, isOfAll } = DISCREPANCIES[discrepancy];
    this.agreement *= shareLeftBy(discrepancy, count);
    if (isOfAll) this.#ofAll += contradicts;
    else this.#contradicted += contradicts;
    if (isLacking) this.#lacking++;
    if (!isHarmless) this.isExact = false;
    this.differences.push([discrepancy, count]);
    const shown = (SHOWN_AS as ShownNames)[discrepancy] ?? (discrepancy as ShownDiscrepancy);
    if (!this.discrepancies.includes(shown)) this.discrepancies.push(shown);
  }
}

/** The cost of a suggestion with one discrepancy more. */
export function withDiscrepancy(cost: number, discrepancy: DiscrepancyName): number {
  const { rule, level = 1 } = DISCREPANCIES[discrepancy];
  const further = isApart(discrepancy) && penaltyIn(cost, 'apart') === 0 ? WEIGHT.apart : 0;
  return cost + further + (rule === undefined ? 0 : level * WEIGHT[rule]);
}

/** Whether an answer with it contradicts a part by more than another spelling. */
function isApart(discrepancy: DiscrepancyName): boolean {
  const { rule, isNear } = DISCREPANCIES[discrepancy];
  return rule === 'contradiction' && !isNear;
}
