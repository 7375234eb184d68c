import { join } from 'node:path';
import { walkClosure } from '../../pipelines/gates/closure.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';

/** `npx tsx test/support/closure.ts dist-data [country]` walks built indexes; exit code 1 when anything is out of reach. */

/** Prints the closure of the indexes in a directory; returns whether all of it is sound. */
async function main(directory: string, countries: readonly string[]): Promise<boolean> {
  let isClosed = true;
  for (const country of COUNTRIES) {
    const path = join(directory, country);
    const isChosen = countries.length > 0 ? countries.includes(country) : currentDirectory(path) !== undefined;
    if (!isChosen) continue;
    const index = await openIndex(path);
    const closure = walkClosure(new CountryLookup(country, index), index);
    const n = (count: number): string => count.toLocaleString('en');
    if (closure.faults.length === 0) {
      console.log(
        `${country}: ${n(closure.byDrillDown)} of ${n(closure.addresses)} addresses reachable by drill-down, directmatch and radius` +
          ` (${n(closure.byDirectMatch)} have a postcode, ${n(closure.byRadius)} a position` +
          `${closure.deadEnds > 0 ? `; ${n(closure.deadEnds)} areas and streets have no address` : ''})`,
      );
      continue;
    }
    isClosed = false;
    console.log(
      `${country}: of ${n(closure.addresses)} addresses ${n(closure.byDrillDown)} reachable by drill-down, ` +
        `${n(closure.byDirectMatch)} of ${n(closure.withPostcode)} by directmatch, ` +
        `${n(closure.byRadius)} of ${n(closure.withPosition)} by radius`,
    );
    for (const fault of closure.faults) console.log(`  ${fault}`);
  }
  return isClosed;
}

if (process.argv[1] === import.meta.filename) {
  const [directory = 'dist-data', ...countries] = process.argv.slice(2);
  if (!(await main(directory, countries))) process.exitCode = 1;
}
