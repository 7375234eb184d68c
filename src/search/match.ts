import type { Country, Language } from '../model/country.ts';
import {
  DISCREPANCIES,
  type Difference,
  DiscrepancyList,
  type DiscrepancyName,
  type Judgement,
  type ShownDiscrepancy,
} from './judgement.ts';
import type { FormerName } from './ranking.ts';
import type { Reading } from './reading.ts';
import { scoreOf } from './score.ts';

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
  /** In a batch on several machines: its chunk was set aside. */
  | 'not-answered';

export type Discrepancy = ShownDiscrepancy | RowDiscrepancy;

/** The result of a row. */
export type Status =
  | 'exact' // everything given agrees with one address of the register
  | 'corrected' // one address, and the discrepancies say what differed
  | 'several' // several addresses answer equally well; only what they have in common is shown
  | 'street' // the street, but not the number
  | 'place' // the place, but not the street
  | 'former' // an address that was withdrawn, and that nothing took the place of
  | 'none';

export const STATUSES: readonly Status[] = ['exact', 'corrected', 'several', 'street', 'place', 'former', 'none'];

/** What became of an address: it has another number or postcode, its street has another name, it lies in another place, or there is none. */
export type Became = 'renumbered' | 'renamed' | 'merged' | 'withdrawn';

/** An address that was, which a row has. */
export interface FormerMatch extends FormerName {
  readonly became: Became;
}

/** What the position refers to. */
export type MatchPrecision = 'address' | 'house' | 'street' | 'place' | '';

/** The parts of an address in a row; parts without a column are left out. */
export interface AddressFields {
  readonly country?: string | undefined;
  readonly postcode?: string | undefined;
  /** Digits, and what may follow them. */
  readonly housenumber?: string | undefined;
  /** With `letter` or `box`: what comes between them. */
  readonly addition?: string | undefined;
  /** The letter of the house number, if it has its own column. */
  readonly letter?: string | undefined;
  /** The number of a box or an apartment, if it has its own column. */
  readonly box?: string | undefined;
  /** May contain the house number if that has no column, or an empty one. */
  readonly street?: string | undefined;
  readonly place?: string | undefined;
  /** The whole address in one text, or what the other parts do not have of it. */
  readonly text?: string | undefined;
}

export type AddressField = keyof AddressFields;

export const ADDRESS_FIELDS: readonly AddressField[] = [
  'text',
  'street',
  'housenumber',
  'letter',
  'addition',
  'box',
  'postcode',
  'place',
  'country',
];

/** Maximum addresses of one answer. */
export const MAX_ANSWERS = 100;

/** The answer to one row, as ordinals in the country's index. */
export interface Match extends Judgement {
  readonly status: Status;
  /** How likely the answer is right, 0 to 1, see score.ts; 0 for none. */
  readonly score: number;
  /**
   * Upper bound on the score of the next best street, since a street is dropped as soon as it cannot win. Absent if no other
   * street was considered; an exact answer ends the search.
   */
  readonly nextScore?: number;
  readonly precision: MatchPrecision;
  readonly country: Country | undefined;
  /** The addresses that answer equally well, in index order; at most 100. Empty for a street or a place. */
  readonly addresses: readonly number[];
  /** For a street; several if streets of the name match equally well. */
  readonly streets: readonly number[];
  /** For one street: the address whose number is nearest, where the position comes from. */
  readonly nearest: number | undefined;
  /** For streets: the house number of the row, which they do not have. */
  readonly missingNumber: number | undefined;
  /** For a place. */
  readonly place: number | undefined;
  /** The language in which the row names the street, if the register has several. */
  readonly language: Language | undefined;
  readonly discrepancies: readonly Discrepancy[];
  /** The same by their own names and with their counts, without those of the row itself; the score follows from them. */
  readonly differences: readonly Difference[];
  /** Of a text: the words by what they were read as. */
  readonly words?: Reading['words'] | undefined;
  /** Metres, for reverse geocoding. */
  readonly distance?: number;
  /** With `address-former`; then the addresses are what stands there today. */
  readonly former?: FormerMatch;
}

export const NO_MATCH: Match = {
  status: 'none',
  score: 0,
  precision: '',
  country: undefined,
  addresses: [],
  streets: [],
  nearest: undefined,
  missingNumber: undefined,
  place: undefined,
  language: undefined,
  discrepancies: [],
  differences: [],
  // No answer contradicts the row most.
  contradiction: Number.POSITIVE_INFINITY,
  agreement: 0,
};

/** What the discrepancies of an answer make of it. */
export function judgedBy({ agreement, contradiction, differences, discrepancies }: DiscrepancyList): Judged {
  return { score: scoreOf(differences), agreement, contradiction, differences, discrepancies };
}

type Judged = Pick<Match, 'score' | 'agreement' | 'contradiction' | 'differences' | 'discrepancies'>;

/** An answer with a discrepancy that the reading it was judged by does not have. */
export function withFurther(match: Match, further: DiscrepancyName, count: number = 1): Match {
  const list = new DiscrepancyList();
  list.add(further, count);
  const { agreement, contradiction, discrepancies } = list;
  const differences = [...match.differences, ...list.differences];
  const score = match.score > 0 ? scoreOf(differences) : 0;
  return {
    ...match,
    status: match.status === 'exact' && !DISCREPANCIES[further].isHarmless ? 'corrected' : match.status,
    score,
    ...(match.nextScore !== undefined && { nextScore: Math.min(match.nextScore, score) }),
    agreement: match.agreement * agreement,
    differences,
    contradiction: match.contradiction + contradiction,
    discrepancies: [...new Set([...match.discrepancies, ...discrepancies])],
  };
}
