import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { fuzzTerm, wildText, wordsOfIndex } from '../support/fuzz-terms.ts';
import type { Random } from '../support/random.ts';
import { percentilesOf } from './search-timing.ts';

/** What became of random and mutated texts. */
export interface FuzzResult {
  readonly country: Country;
  readonly texts: number;
  /** Texts of which the search threw something. */
  readonly thrown: number;
  /** Texts whose answer was no page as long as it says. */
  readonly broken: number;
  readonly answered: string;
  readonly 'p50 µs': number;
  readonly 'p99 µs': number;
  readonly 'slowest ms': number;
  readonly 'slowest text': string;
}

/** What takes longer is asked again at the end, and counts as long as its quickest time: the others had company. */
const SLOW_MICROSECONDS = 2000;
const TIMES_AGAIN = 5;
/** One of so many texts is characters alone, of any block of Unicode; the others are made of words of the index. */
const WILD_SHARE = 0.25;

export function fuzzSearch<C extends Country>(
  lookup: CountryLookup<C>,
  index: CountryIndex,
  random: Random,
  count: number,
): FuzzResult {
  const words = wordsOfIndex(index, random, 5000);
  const microseconds = new Float32Array(count);
  const slow = new Map<number, string>();
  let thrown = 0;
  let broken = 0;
  let answered = 0;
  const time = (text: string): number => {
    const start = performance.now();
    try {
      const { results, pagination } = lookup.autocomplete({ search: text, perPage: 10 }) as Page<Suggestion>;
      if (results.length !== Math.min(10, pagination.total_count)) broken++;
      if (results.length > 0) answered++;
    } catch (error) {
      thrown++;
      console.log(`${JSON.stringify(text.slice(0, 200))} threw ${error}`);
    }
    return (performance.now() - start) * 1000;
  };
  for (let i = 0; i < count; i++) {
    const text = random.chance(WILD_SHARE) ? wildText(random) : fuzzTerm(words, random);
    microseconds[i] = time(text);
    if (microseconds[i]! > SLOW_MICROSECONDS) slow.set(i, text);
  }
  const slowest = { microseconds: 0, text: '' };
  const total = { answered, broken, thrown };
  for (const [i, text] of slow) {
    for (let again = 0; again < TIMES_AGAIN; again++) microseconds[i] = Math.min(microseconds[i]!, time(text));
    if (microseconds[i]! > slowest.microseconds) Object.assign(slowest, { microseconds: microseconds[i], text });
  }
  const { p50, p99 } = percentilesOf(microseconds);
  return {
    country: lookup.country,
    texts: count,
    thrown: total.thrown,
    broken: total.broken,
    answered: `${((total.answered / count) * 100).toFixed(1)} %`,
    'p50 µs': p50,
    'p99 µs': p99,
    'slowest ms': slowest.microseconds / 1000,
    'slowest text': JSON.stringify(slowest.text.slice(0, 60)).replaceAll('|', '\\|'),
  };
}
