import { join } from 'node:path';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { openIndex } from '../../src/store/directory.ts';
import { copyFixtureIndexes } from '../support/fixture-indexes.ts';

/** The indexes of the fixtures, in a directory of their own. */
export interface FixtureIndexes {
  readonly directory: string;
  readonly indexes: { readonly [C in Country]: CountryIndex };
  remove(): void;
}

export async function buildFixtureIndexes(): Promise<FixtureIndexes> {
  const { directory, remove } = await copyFixtureIndexes();
  const [nl, be, lu] = await Promise.all(COUNTRIES.map((country) => openIndex(join(directory, country))));
  return { directory, indexes: { nl: nl!, be: be!, lu: lu! }, remove };
}
