import { hash52 } from '../format/hash.ts';
import type { Language } from '../model/country.ts';
import { nameKey } from '../text/fold.ts';
import type { OrderedInput } from './ordered-input.ts';

/** One street under a street name. */
export interface StreetOfName {
  readonly street: number;
  readonly language: Language;
}

/** A name that one street has or several. */
export interface StreetName {
  /** The folded name that its streets have in common. */
  readonly key: string;
  readonly hash: number;
  readonly label: string;
  readonly streets: readonly StreetOfName[];
  /** In how many places the streets are, and how many addresses they have. */
  readonly places: number;
  readonly addresses: number;
}

/** The different folded names, ordered by hash. */
export function collectStreetNames({ streets, firstAddress }: OrderedInput): StreetName[] {
  const byKey = new Map<string, { streets: StreetOfName[]; spellings: Map<string, number> }>();
  streets.forEach(({ names }, street) => {
    for (const [language, name] of Object.entries(names) as [Language, string][]) {
      const key = nameKey(name);
      let streetName = byKey.get(key);
      if (streetName === undefined) {
        streetName = { streets: [], spellings: new Map() };
        byKey.set(key, streetName);
      }
      streetName.spellings.set(name, (streetName.spellings.get(name) ?? 0) + 1);
      // A name that is the same in two languages is one name, in the first of them.
      if (streetName.streets.at(-1)?.street !== street) streetName.streets.push({ street, language });
    }
  });
  const streetNames = [...byKey].map(([key, { streets: found, spellings }]) => ({
    key,
    hash: hash52(key),
    label: mostFrequent(spellings),
    streets: found,
    places: new Set(found.map(({ street }) => streets[street]!.place)).size,
    addresses: found.reduce((sum, { street }) => sum + firstAddress[street + 1]! - firstAddress[street]!, 0),
  }));
  streetNames.sort((a, b) => a.hash - b.hash);
  streetNames.forEach(({ hash, key }, i) => {
    const next = streetNames[i + 1];
    if (next?.hash === hash)
      throw new Error(`The street names "${key}" and "${next.key}" have the same hash; hash52 must change.`);
  });
  return streetNames;
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0];
}
