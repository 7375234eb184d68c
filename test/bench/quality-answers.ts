import type { Page, Suggestion } from '../../src/index.ts';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import { type Miss, share } from './quality.ts';
import { percentilesOf } from './search-timing.ts';

/** One text, and which suggestions answer it. */
export interface Question {
  readonly text: string;
  readonly wanted: string;
  readonly isRight: (suggestion: Suggestion) => boolean;
}

export interface Answered {
  readonly asked: number;
  readonly first: number;
  readonly inFive: number;
  /** Best of the rounds, by question. */
  readonly microseconds: Float64Array;
  readonly misses: readonly Miss[];
}

const ROUNDS = 2;

/**
 * Asks all questions in turn, in two rounds unless given, of which each question's quickest counts.
 *
 * @param advance is called now and then with the number of further questions asked
 */
export function ask<C extends Country>(
  lookup: CountryLookup<C>,
  questions: readonly Question[],
  rounds: number = ROUNDS,
  advance: (done: number) => void = () => {},
): Answered {
  const microseconds = new Float64Array(questions.length).fill(Number.POSITIVE_INFINITY);
  const misses: Miss[] = [];
  let [first, inFive] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    for (const [i, { text, wanted, isRight }] of questions.entries()) {
      if (i % ADVANCE_EVERY === ADVANCE_EVERY - 1) advance(ADVANCE_EVERY);
      const start = performance.now();
      const { results } = lookup.autocomplete({ search: text, perPage: 5 }) as Page<Suggestion>;
      microseconds[i] = Math.min(microseconds[i]!, (performance.now() - start) * 1000);
      if (round > 0) continue;
      const at = results.findIndex(isRight);
      if (at === 0) first++;
      else misses.push({ typed: text, wanted, got: describe(results.slice(0, 2)) });
      if (at >= 0) inFive++;
    }
  }
  return { asked: questions.length, first, inFive, microseconds, misses };
}

const ADVANCE_EVERY = 1000;

/** A line of a table; what is wanted stands beside what is. */
export function rowOf(
  kind: string,
  { asked, first, inFive, microseconds }: Answered,
  wanted: { readonly first?: string; readonly inFive?: string } = {},
): object {
  const { p50, p99 } = percentilesOf(microseconds);
  return {
    kind,
    asked,
    'hit@1': share(first, asked),
    'wanted@1': wanted.first ?? '',
    'hit@5': share(inFive, asked),
    'wanted@5': wanted.inFive ?? '',
    'p50 µs': Number(p50.toFixed(1)),
    'p99 µs': Math.round(p99),
    'max µs': Math.round(microseconds.reduce((most, each) => Math.max(most, each), 0)),
  };
}

export function describe(suggestions: readonly Suggestion[]): string {
  return suggestions.map(({ label, description }) => `${label} | ${description}`).join('; ') || 'nothing';
}
