import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../errors.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { IndexBuffers } from '../store/country-index.ts';
import { INDEX_FILES } from '../store/layout.ts';
import { readIndex } from '../store/open-index.ts';

/** Which of the countries have an index in a directory. @throws AddressLookupError `index-not-found` where none has */
export function countriesIn(data: string): Country[] {
  const present = COUNTRIES.filter((each) => existsSync(join(data, each, INDEX_FILES.manifest)));
  if (present.length > 0) return present;
  throw new AddressLookupError(
    'index-not-found',
    `There is no index in ${data}. Build one with "npm run build-index", or name the directory that holds it with --data.`,
    { directory: data },
  );
}

/**
 * The indexes of a directory, of these countries as far as they are there.
 *
 * @param required one that must be there
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`
 */
export async function readIndexes(
  data: string,
  countries: readonly Country[] = COUNTRIES,
  required?: Country,
): Promise<IndexBuffers[]> {
  const present = countriesIn(data);
  const wanted = countries.filter((each) => present.includes(each) || each === required);
  return Promise.all(wanted.map((each) => readIndex(join(data, each))));
}
