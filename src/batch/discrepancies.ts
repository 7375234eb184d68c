/**
 * The differences between a row and its answer, and the weight of each. The score of a row is the product
 * of `1 - weight` over its discrepancies: 1 without any, and lower with every further one.
 */
export const DISCREPANCY_WEIGHTS = {
  /** The row has another name of the place: `Den Haag`, a former municipality. */
  'place-alias': 0.01,
  /** The same letters, written apart or as one: `Provincialeweg` for Provinciale Weg. */
  'street-respaced': 0.01,
  /** Its column is empty. */
  'postcode-added': 0.01,
  'place-added': 0.01,
  'street-added': 0.01,
  /** A house-number range that the number lies in. */
  'number-in-range': 0.02,
  /** A Dutch postcode without its letters. */
  'postcode-incomplete': 0.02,
  /** The row has the province instead of the place. */
  'place-wider': 0.03,
  /** The row has the city that people call the place by: `1060 Bruxelles` for Saint-Gilles; shown as `place-wider`. */
  'place-capital': 0.03,
  /** A column that looks like part of the address was not read, and is not empty in this row. */
  'column-not-used': 0.02,
  /** The number exists with one letter, addition or box only, and the row has none. */
  'addition-added': 0.05,
  /** Letters of the name were wrong; the weight is that of each. */
  'street-corrected': 0.05,
  'place-corrected': 0.05,
  /** The end of its name is left out: `Esch` for Esch-sur-Alzette; shown as `place-corrected`. */
  'place-shortened': 0.02,
  /** The row has neither postcode nor place, but only one such address exists. */
  incomplete: 0.1,
  /** Free text has words that nothing in the address accounts for; the weight is that of each. */
  'words-ignored': 0.06,
  /** The number exists, but not with this letter, addition or box. */
  'addition-ignored': 0.1,
  /** The letters of a Dutch postcode differ, or one digit of any other. */
  'postcode-near': 0.08,
  'postcode-differs': 0.15,
  'place-differs': 0.15,
  /** No place has the name in the row; shown as `place-differs`. */
  'place-unknown': 0.15,
  /** Several addresses answer equally well. */
  several: 0.2,
  /** Postcode and number are those of another street. */
  'street-differs': 0.4,
  'number-not-found': 0.4,
  'number-missing': 0.4,
  'street-not-found': 0.6,
} as const;

/** Discrepancies of the row itself rather than of the address; they do not change the score. */
export type RowDiscrepancy =
  | 'row-short'
  | 'row-long'
  | 'not-utf-8'
  | 'not-an-object'
  /** A part of the address is longer than any address. */
  | 'cell-too-long'
  | 'not-a-coordinate'
  | 'coordinates-swapped'
  | 'country-unknown'
  /** Its country has nothing similar, and another one has exactly such an address. */
  | 'found-in-nl'
  | 'found-in-be'
  | 'found-in-lu'
  /** In a batch on several machines: its chunk was set aside. */
  | 'not-answered';

export type WeighedDiscrepancy = keyof typeof DISCREPANCY_WEIGHTS;
export type Discrepancy = Exclude<WeighedDiscrepancy, Variant> | RowDiscrepancy;

/** Discrepancies that have another weight but are shown under the name of another. */
type Variant = 'postcode-near' | 'place-unknown' | 'place-capital' | 'place-shortened';
const SHOWN_AS: Readonly<Record<Variant, Discrepancy>> = {
  'postcode-near': 'postcode-differs',
  'place-unknown': 'place-differs',
  'place-capital': 'place-wider',
  'place-shortened': 'place-corrected',
};

function shownAs(discrepancy: WeighedDiscrepancy): Discrepancy {
  return discrepancy in SHOWN_AS ? SHOWN_AS[discrepancy as Variant] : (discrepancy as Discrepancy);
}

/** Discrepancies with which a row is still exact. */
const HARMLESS: ReadonlySet<WeighedDiscrepancy> = new Set([
  'place-alias',
  'street-respaced',
  // If a postcode says where in the region (row-judge.ts).
  'place-capital',
  'postcode-added',
  'place-added',
  'street-added',
]);

/** A name in another form, less than a letter, is hardly another name. */
const CONTRADICTION_OF_A_FORM = 0.25;

/**
 * Discrepancies that contradict the row, each in one part of it. An answer that contradicts the row
 * never beats one that agrees with it but is incomplete, and one that disagrees with more parts never beats one that disagrees with fewer.
 * So answers are compared by this first, and by score only if they contradict the row equally.
 */
const CONTRADICTION: Partial<Readonly<Record<WeighedDiscrepancy, number>>> = {
  'place-wider': 0.25,
  'place-capital': 0.25,
  // Less than a letter: what is called as written comes first.
  'street-respaced': CONTRADICTION_OF_A_FORM,
  'postcode-near': 1,
  'street-corrected': 1,
  'postcode-differs': 1,
  'place-differs': 1,
  // A different street weighs more than another form of the name next to a postcode.
  'street-differs': 1.5,
  // The place alone is the weakest answer.
  'street-not-found': 3,
};

/**
 * What the register lacks contradicts nothing by itself: a number missing from its street is no reason to look in another
 * town. But if the answer also contradicts another part, it contradicts two.
 */
const INCOMPLETE: ReadonlySet<WeighedDiscrepancy> = new Set(['number-not-found', 'addition-ignored']);

/** How answers compare: first by how little they contradict the row, then by score. */
export interface Judgement {
  readonly contradiction: number;
  readonly score: number;
}

/** Scores that differ by less than this count as equal. */
const SAME_SCORE = 0.005;

/** Positive if `a` is the better answer, 0 if both are equally good. */
export function compareJudgements(a: Judgement, b: Judgement): number {
  if (a.contradiction !== b.contradiction) return b.contradiction - a.contradiction;
  return Math.abs(a.score - b.score) <= SAME_SCORE ? 0 : a.score - b.score;
}

/** The best that an answer with these discrepancies can be judged. */
export function judgementWith(
  ...discrepancies: readonly (WeighedDiscrepancy | readonly [WeighedDiscrepancy, count: number])[]
): Judgement {
  const list = new DiscrepancyList();
  for (const discrepancy of discrepancies) {
    if (typeof discrepancy === 'string') list.add(discrepancy);
    else list.add(...discrepancy);
  }
  return list;
}

/** The discrepancies of one answer, with its judgement. */
export class DiscrepancyList implements Judgement {
  score: number = 1;
  isExact: boolean = true;
  readonly discrepancies: Discrepancy[] = [];
  readonly #weighed: WeighedDiscrepancy[] = [];
  #contradicted: number = 0;
  #incomplete: number = 0;
  /** The weight of an unknown place, which is the same for all answers of a country. */
  #unknown: number = 0;

  get contradiction(): number {
    const contradicted = this.#contradicted + this.#unknown;
    return this.#contradicted < 1 ? contradicted : contradicted + this.#incomplete;
  }

  /** Whether the answer is another address, however well the rest agrees: it contradicts the place and also the postcode or the street. */
  get isElsewhere(): boolean {
    const weighed = this.#weighed;
    if (weighed.includes('place-corrected') && weighed.includes('postcode-differs')) return true;
    if (!this.discrepancies.includes('place-differs')) return false;
    return this.discrepancies.includes('postcode-differs') || weighed.includes('street-differs');
  }

  /** @param count how many letters or words, for discrepancies weighed per letter or word */
  add(discrepancy: WeighedDiscrepancy, count: number = 1): void {
    this.score *= (1 - DISCREPANCY_WEIGHTS[discrepancy]) ** count;
    if (discrepancy === 'street-corrected' && count < 1) this.#contradicted += CONTRADICTION_OF_A_FORM;
    else if (discrepancy === 'place-unknown') this.#unknown++;
    else this.#contradicted += CONTRADICTION[discrepancy] ?? 0;
    if (INCOMPLETE.has(discrepancy)) this.#incomplete++;
    this.#weighed.push(discrepancy);
    if (!HARMLESS.has(discrepancy)) this.isExact = false;
    const shown = shownAs(discrepancy);
    if (!this.discrepancies.includes(shown)) this.discrepancies.push(shown);
  }
}
