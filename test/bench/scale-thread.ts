import { Random } from '../../fixtures/generate/random.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import { CountryIndex, type IndexBuffers } from '../../src/store/country-index.ts';
import { type Answer, answerTask } from '../../src/threads/worker-pool.ts';
import { askMixed } from './scale-queries.ts';

/** For a further thread on the memory that another one has opened. */
export interface ThreadTask {
  readonly buffers: IndexBuffers;
  readonly country: Country;
  readonly seed: number;
  readonly queries: number;
}

/** Kept for as long as the thread lives, as a server would. */
let index: CountryIndex | undefined;

export default function queryInThread({ buffers, country, seed, queries }: ThreadTask): Promise<Answer<number>> {
  return answerTask(() => {
    index = new CountryIndex(buffers);
    askMixed(new CountryLookup(country, index), index, queries, new Random(seed).stream('mixed'));
    return index.addresses.length;
  });
}
