import type { Alias, Names } from '../src/model/country.ts';
import type { Street } from '../src/model/gazetteer.ts';
import type { IndexInput } from '../src/store/manifest.ts';

/**
 * Makes streets of one place that are named exactly alike, in every language, into one: registers have a street twice
 * where it changes its kind (a road and the water along it) or where municipalities have merged. Nobody who picks a street
 * from a list could tell them apart.
 *
 * The lowest identifier stands; the others are its `otherIds`, aliases come together. Streets keep their order. The
 * addresses' `street` column is written anew, everything else is left as it is.
 */
export function mergeStreets<Input extends IndexInput>(input: Input): Input {
  const { gazetteer, addresses } = input;
  const positionOfKey = new Map<string, number>();
  const merged: Street[] = [];
  const newPosition = Uint32Array.from(gazetteer.streets, (street) => {
    const key = `${street.place} ${keyOf(street.names)}`;
    const position = positionOfKey.get(key);
    if (position === undefined) {
      positionOfKey.set(key, merged.length);
      return merged.push(street) - 1;
    }
    merged[position] = mergeTwo(merged[position]!, street);
    return position;
  });
  if (merged.length === gazetteer.streets.length) return input;
  return {
    ...input,
    gazetteer: { ...gazetteer, streets: merged },
    addresses: { ...addresses, street: addresses.street.map((street) => newPosition[street]!) },
  };
}

/** Names in the order of their languages, so that it does not matter which language is the official one. */
function keyOf(names: Names): string {
  return JSON.stringify(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mergeTwo(a: Street, b: Street): Street {
  const [first, second] = a.id <= b.id ? [a, b] : [b, a];
  const others = new Set([...(first.otherIds ?? []), second.id, ...(second.otherIds ?? [])]);
  others.delete(first.id);
  const aliases = mergeAliases([...(first.aliases ?? []), ...(second.aliases ?? [])]);
  return {
    id: first.id,
    names: first.names,
    place: first.place,
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(others.size > 0 ? { otherIds: [...others].sort((x, y) => x - y) } : {}),
  };
}

function mergeAliases(aliases: readonly Alias[]): readonly Alias[] {
  return [...new Map(aliases.map((alias) => [`${alias.language} ${alias.name}`, alias])).values()];
}
