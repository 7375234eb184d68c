import type { Language } from '../../model/country.ts';
import type { AreaKind } from '../../store/area-table.ts';

/** How well a name answers to the words typed; smaller is better. */
export const NAME_MATCH = { exact: 0, beginning: 1, innerExact: 2, innerBeginning: 3 } as const;
export type NameMatch = (typeof NAME_MATCH)[keyof typeof NAME_MATCH];

/** How well a house number answers to the one typed; smaller is better. Box 5 is box 0005 but for its zeros. */
export const NUMBER_MATCH = {
  exact: 0,
  otherZeros: 1,
  range: 2,
  furtherSuffix: 3,
  longerNumber: 4,
  nearest: 5,
} as const;
export type NumberMatch = (typeof NUMBER_MATCH)[keyof typeof NUMBER_MATCH];

/** What is amiss with an answer, or not as typed: what the rules of ranking.ts look at. Everything 0 (names: 1) is a perfect answer. */
export interface Faults {
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
  readonly kind: AreaKind | 'streetName' | 'street' | 'house';
  /** Position among its kind. */
  readonly index: number;
  readonly language: Language | undefined;
  /** Its faults by the rules of ranking.ts, as one number. */
  readonly cost: number;
  readonly isProposed: boolean;
  /** A house that stands for all its boxes. */
  readonly isGroup: boolean;
  /** Addresses of the place that it is in, then addresses that it stands for itself. */
  readonly placeSize: number;
  readonly size: number;
}
