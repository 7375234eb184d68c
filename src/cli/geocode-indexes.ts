import { COUNTRIES, type Country } from '../model/country.ts';
import type { IndexBuffers } from '../store/country-index.ts';
import { countriesIn, readCountry } from '../store/directory.ts';

/**
 * The indexes of these countries in a directory, if present.
 *
 * @param required a country whose index must be present
 * @throws AddressLookupError `index-not-found`, `index-version`, `index-corrupt`
 */
export async function readIndexes(
  data: string,
  countries: readonly Country[] = COUNTRIES,
  required?: Country,
): Promise<IndexBuffers[]> {
  const present = countriesIn(data);
  const wanted = countries.filter((each) => present.includes(each) || each === required);
  return Promise.all(wanted.map((each) => readCountry(data, each)));
}
