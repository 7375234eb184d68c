import type { Country } from './country.ts';

/** The level of a suggestion. `Unknown` is in the specification; our answers never use it. */
export type Precision =
  | 'Province' // a province or region, a canton or district
  | 'GroupedCities' // a municipality
  | 'City' // a place
  | 'GroupedStreets' // a street name that occurs in several places
  | 'Street' // a street in one place
  | 'House'
  | 'Unknown';

export interface Suggestion {
  /** The text for the input field, ready for further typing: `"Amersfoort, "`, `"Amersfoort, Krankeledenstraat 30"`. */
  readonly value: string;
  /** The name or the house: `"Krankeledenstraat 30 A"`; with `former`, also what it was called: `"Dorpsstraat, until 2019 Kerkweg"`. */
  readonly label: string;
  /** What it is and where: `"street in Amersfoort"`, `"3811BN Amersfoort"`. */
  readonly description: string;
  readonly precision: Precision;
  /** Identifier for the next request; URL-safe, at most 64 characters, the same in the next release for the same area, street or house. */
  readonly context: string;
  /** What it was called, if that was typed, and nothing of today is called so. */
  readonly former?: SuggestionFormer;
  /** With `explain`: the ranking rules that cost it something, and how much. Empty for a perfect answer. */
  readonly explanation?: readonly string[];
  /** With `explain`: the words of the search, folded, that nothing in it accounts for; absent where there are none. */
  readonly notUnderstood?: readonly string[];
  /** With `details`: the ranges of the label that match what was typed, mistyped words too: pairs of offsets, end exclusive. */
  readonly highlights?: readonly (readonly [from: number, to: number])[];
  /** With `details`: the parts of the address that are already known, for the fields of a form. */
  readonly parts?: SuggestionParts;
}

export interface SuggestionFormer {
  /** With the place, or else the postcode, where that is what differs: `"Kerkweg 12"`, `"Kerkweg, Oud-Weesp"`. */
  readonly name: string;
  /** The first day on which it was no longer called so, `YYYY-MM-DD`. */
  readonly until: string;
}

/** A suggestion of one of several countries. */
export interface SuggestionIn extends Suggestion {
  readonly country: Country;
}

/** What is not known yet is left out: a street has no number, a province none of them. */
export interface SuggestionParts {
  readonly street?: string;
  /** Number, letter, addition and box, as people write them: `30 A-2`, `12A bus 3`. */
  readonly number?: string;
  readonly place?: string;
  readonly postcode?: string;
}

export interface Pagination {
  readonly page: number;
  readonly per_page: number;
  readonly total_count: number;
  readonly total_pages: number;
}

/** One page of results. */
export interface Page<Result> {
  readonly results: readonly Result[];
  readonly pagination: Pagination;
}
