import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { openAddressLookup } from '../../src/index.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { QUERIES_BE } from '../search/queries-be.ts';
import { QUERIES_LU } from '../search/queries-lu.ts';
import { QUERIES_NL } from '../search/queries-nl.ts';
import { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';
import { percent } from './search-targets.ts';

const QUERIES = { nl: QUERIES_NL, be: QUERIES_BE, lu: QUERIES_LU };

/** How many queries of the tables have the right first answer, on the fixtures. */
export async function askTables(): Promise<object[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-search-'));
  try {
    await buildIndexes({
      inputs: FIXTURE_INPUTS,
      out: directory,
      threads: 1,
      progress: () => silentProgress,
      tell: () => {},
    });
    const lookup = await openAddressLookup(directory);
    return COUNTRIES.map((country) => {
      const hits = QUERIES[country].filter(({ search, expect }) => {
        const { results } = lookup.of(country).autocomplete({ search }) as Page<Suggestion>;
        const [first] = results;
        return first !== undefined && `${first.label} (${first.description})`.replaceAll('\u00a0', ' ') === expect[0];
      });
      return { country, queries: QUERIES[country].length, 'hit@1': percent(hits.length / QUERIES[country].length) };
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
