import type { Language } from '../../model/country.ts';
import type { AreaKind } from '../../store/area-table.ts';

/** How well a name answers to the words typed; smaller is better. */
export const NAME_MATCH = { exact: 0, beginning: 1, innerExact: 2, innerBeginning: 3 } as const;
export type NameMatch = (typeof NAME_MATCH)[keyof typeof NAME_MATCH];

/** How well a house number answers to the one typed; smaller is better. */
export const NUMBER_MATCH = { exact: 0, range: 1, furtherSuffix: 2, longerNumber: 3, nearest: 4 } as const;
export type NumberMatch = (typeof NUMBER_MATCH)[keyof typeof NUMBER_MATCH];

/** Something that a search may answer with, and everything that the ranking looks at. */
export interface Candidate {
  readonly kind: AreaKind | 'streetName' | 'street' | 'house';
  /** Position among its kind. */
  readonly index: number;
  readonly language: Language | undefined;
  /** All that the rules of ranking.ts say of it, as one number. */
  readonly cost: number;
  /** Letters corrected. */
  readonly edits: number;
  /** Typed words that nothing in the answer accounts for. */
  readonly ignored: number;
  /** Words read otherwise than typed: abbreviations, words joined or divided, articles. */
  readonly changes: number;
  /** Names that the words were divided among. */
  readonly names: number;
  readonly nameMatch: NameMatch;
  /** For the area that narrows a street; exact where there is none. */
  readonly areaMatch: NameMatch;
  /** For a house; exact for anything else that is not asked for a number. */
  readonly numberMatch: NumberMatch;
  readonly isProposed: boolean;
  /** A house that stands for all its boxes. */
  readonly isGroup: boolean;
  /** Addresses that the place has in which it is, then addresses that it stands for itself. */
  readonly placeSize: number;
  readonly size: number;
}
