import type { CountryIndex } from '../../src/store/country-index.ts';
import type { RegisterRelease } from '../../src/store/manifest.ts';
import type { ReleaseComparison } from '../diff/compare-releases.ts';
import type { BuildReport } from '../report.ts';

/** The input of the gates. */
export interface Candidate {
  readonly index: CountryIndex;
  readonly report: BuildReport;
  /** What is known of the current release; `undefined` if there is none, or none of the same kind. */
  readonly previous?: Previous | undefined;
  /** `YYYY-MM-DD`, by default that of the clock. */
  readonly today?: string;
}

/** The current release, as far as it can be read. */
export interface Previous {
  /** How the candidate differs from it; absent if it cannot be opened. */
  readonly comparison?: ReleaseComparison | undefined;
  /** Why it is not certain what the candidate was compared with; absent if all could be compared. */
  readonly fault?: string | undefined;
  /** The figures of its report or manifest, which are JSON in every version; absent if they cannot be read. */
  readonly counts?: PreviousCounts | undefined;
  /** What its import read and rejected; absent if its report cannot be read. */
  readonly records?: BuildReport['records'] | undefined;
}

export interface PreviousCounts {
  readonly addresses: number;
  readonly registers: readonly Pick<RegisterRelease, 'name' | 'referenceDate'>[];
  /** Absent if only the manifest can be read. */
  readonly provinces?: BuildReport['provinces'] | undefined;
}

/** A figure, its meaning, and the worst cases or some of them. */
export interface Finding {
  readonly figure: number;
  readonly explanation: string;
  readonly examples: readonly string[];
  /** The same figure of the worst municipality; absent if none is large enough to be judged. */
  readonly municipality?: { readonly name: string; readonly figure: number } | undefined;
}

/** One row of the table of gates. */
export interface Gate {
  /** The largest figure of a country that passes. */
  readonly limit: number;
  /** The largest figure of one municipality; absent if municipalities are not judged by themselves. */
  readonly municipality?: number;
  readonly unit: string;
  /** What it counts, for the documents. */
  readonly fails: string;
  /** Why there is this limit, for the message of a failed gate. */
  readonly why: string;
  /** Returns `undefined` if the gate does not apply. */
  readonly check: (candidate: Candidate) => Finding | undefined;
  /** Why it does not apply. */
  readonly skipped: string;
}

export const MAX_EXAMPLES = 5;
/** A smaller loss of a municipality does not indicate a missing file. */
export const MIN_LOST = 10;
/** Fewer records of a type say nothing about shares. */
export const MIN_RECORDS = 1000;
/** Municipalities with no more addresses are judged as parts of the country only: one street is most of them. */
export const MIN_ADDRESSES = 100;
/** Fewer municipalities are an extract, in which one may be as large as all others: they are judged one by one only. */
const MIN_MUNICIPALITIES = 10;

export function isWhole(municipalities: readonly unknown[]): boolean {
  return municipalities.length >= MIN_MUNICIPALITIES;
}

export const round = (figure: number): string =>
  figure.toLocaleString('en', { maximumFractionDigits: figure < 1 ? 4 : 1 });
export const n = (count: number): string => count.toLocaleString('en');
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);
