import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';

/**
 * The streets that have exactly this name, in any of their languages or as an alias, case and diacritics aside.
 */
export function streetsNamed(index: CountryIndex, name: string): Set<number> {
  const streets = new Set<number>();
  const key = nameKey(name);
  const locus = key === '' ? undefined : index.names.streets.locate(key);
  if (locus === undefined) return streets;
  for (const leaf of index.names.streets.exactLeaves(locus)) {
    const thing = index.names.streets.thingAt(leaf);
    if (thing.isInner) continue;
    if (thing.kind === 'street') streets.add(thing.index);
    else if (thing.kind === 'streetName')
      for (const { street } of index.names.streetsOf(thing.index)) streets.add(street);
  }
  return streets;
}
